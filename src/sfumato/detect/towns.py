"""Towns: towns, regions and countries, by context and from the lists."""

from __future__ import annotations

from sfumato.detect.patterns import Row
from sfumato.detect.placegrammar import AHEAD, LABELLED, MARK
from sfumato.detect.placepicks import last_of, town
from sfumato.knowledge.lists import alternation, words

TOWNS = (
    Row(
        "town.field",
        "LOCATION",
        rf"{LABELLED}(?i:localidad(?: ?/ ?provincia)?|provincia|municipio|poblacion|"
        rf"ciudad|concello|residencia|lugar(?: y fecha)?(?: de nacimiento)?|lugar de "
        rf"residencia|natural de|procedencia|concejo|poblado|comuna|partido|departamento|"
        rf"city(?:/town)?|town|county|suburb|village|city of residence|hometown|place of "
        rf"birth|birthplace|p\.?o\.?b\.?|state|province){MARK}",
        "Localidad/ Provincia: «Arnedo», La Rioja",
        ("Lugar: ninguno",),
        pick=town,
        open_ended=True,
        ahead=AHEAD,
    ),
    Row(
        "town.field.second",
        "LOCATION",
        rf"{LABELLED}(?i:localidad(?: ?/ ?provincia)?|provincia|municipio|poblacion|"
        rf"ciudad|city|town){MARK}[A-Z][^\n\t,:(|]{{1,40}}[,(/-] ?",
        "Localidad/ Provincia: Arnedo, «La Rioja»",
        (),
        pick=town,
        open_ended=True,
        ahead=AHEAD,
    ),
    Row(
        "town.es.phrase",
        "LOCATION",
        r"\b(?i:natural(?: y vecin[oa])? de|nacid[oa] en|nacio en|nace en|residente en|"
        r"reside en|residen en|vive(?:n)? (?:sol[oa] )?en|viviendo en|vivo en|vecin[oa] "
        r"de|procedente de|oriund[oa] de|domiciliad[oa] en|afincad[oa] en|"
        r"empadronad[oa] en|viaj[eoa] (?:reciente )?(?:a|desde|por)|llega de|viene de|"
        r"vuelto de|regresa (?:a|de)|emigr[oa] (?:a|de|desde)|se crio en|trasladad[oa] "
        r"(?:a|desde)|traslado a|se muda a|mudarse a|barrio de|pueblo de|localidad de|"
        r"municipio de|ciudad de|provincia de|aldea de|isla de|playa de|estancia en|"
        r"vacaciones en) ",
        "natural de «Villarramiel», casado",
        ("vive en domicilio", "natural de la zona"),
        pick=town,
        open_ended=True,
        ahead=AHEAD,
    ),
    Row(
        "town.en.phrase",
        "LOCATION",
        r"\b(?i:(?:is |was |originally |comes |came |hails |drove |flew |moved |"
        r"transferred |traveled |travelled |back |here |returned |visiting |immigrated |"
        r"emigrated )from|lives? (?:alone )?in|living in|lived in|resides in|residing "
        r"in|resident of|born in|raised in|grew up in|native of|moved to|relocated to|"
        r"relocating to|returned to|traveled to|travelled to|trip to|travel to|visiting|"
        r"flew to|drove to|back to|home to|home in|town of|city of|village of|island of|"
        r"suburb of|near|outside of|up in|down in|house in|farm in|stationed in|"
        r"stationed at|based in|works in|working in) ",
        "she grew up in «Ballinrobe» and",
        ("lives in a flat", "back to baseline"),
        pick=town,
        score=0.8,
        open_ended=True,
        ahead=AHEAD,
    ),
    Row(
        "town.sign",
        "LOCATION",
        r"(?:^|\n)[ \t]{0,10}(?:En )?[A-Z][A-Za-z'-]{2,20}(?: (?:de|del|la|el|los|las|"
        r"[A-Z][A-Za-z'-]{1,20})){0,4}, ?(?:a )?\d{1,2}(?: de |[-/. ])(?i:[a-z]{3,10}|"
        r"\d{1,2}|[IVX]{1,4})(?: de |[-/. ])\d{2,4}",
        "fin.\n«Arnedo», a 3 de mayo de 2019",
        ("\nMonday, 3 May 2019",),
        pick=town,
    ),
    Row(
        "region",
        "LOCATION",
        rf"\b(?:{alternation('regions')})\b",
        "traslado a «Guadalajara» en avion",
        ("guadalajara", "tipo Michigan", "grado II de Quebec"),
        veto=(
            "tipo",
            "inventario",
            "escala",
            "criterios",
            "test",
            "indice",
            "cuestionario",
            "ferula",
            r"clasificacion(?: de)?",
            r"grado [ivx]+ de",
            "virus",
            "fiebre",
            "virgen de",
            "latigazo",
        ),
        score=0.75,
    ),
    Row(
        "country",
        "COUNTRY",
        rf"\b(?:{alternation('countries')})",
        "emigrado de «Uruguay» en 2001",
        ("uruguayo",),
        score=0.85,
    ),
    Row(
        "country.field",
        "COUNTRY",
        rf"{LABELLED}(?i:pais(?: de (?:nacimiento|origen|procedencia))?|country(?: of "
        rf"(?:birth|origin))?|nacionalidad|nationality|citizenship){MARK}",
        "Pais de nacimiento: «Uruguay».",
        ("Pais: no consta",),
        pick=town,
        open_ended=True,
        ahead=AHEAD,
    ),
    Row(
        "demonym",
        "COUNTRY",
        rf"\b(?i:nacionalidad|de origen|origen|nationality|ciudadan[oa]|citizen|natural "
        rf"de)(?:[: ]{{1,3}})(?i:{'|'.join(sorted(words('demonyms')))})\b",
        "de nacionalidad «uruguaya»",
        ("de origen central",),
        pick=last_of(r"\w+$"),
    ),
)
