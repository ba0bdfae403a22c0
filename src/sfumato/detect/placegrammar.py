"""Place grammar: the pieces of which expressions for addresses and towns are made.

Plain ASCII throughout, as in the shadow: "3º izq." reads "3o izq.", "Pº" reads "Po".
"""

from __future__ import annotations

from sfumato.knowledge.lists import words

NEVER = words("not-names")

# Spain and Latin America: a word for the way, its name, a number and what follows it.
WAY_SHORT = (
    r"C\.|P\.o|C/\.?|C\\|c/\.?|C/C|Cl\.|Cl/|CL\.|CL/|Av\.|Avd?a?\.|Avd?a|Avd|"
    r"AVDA?\.?|AV\.|Pza\.?|Plza\.?|Pl\.|PZA\.?|PL\.|Po|Pso\.?|Pg\.?|Ctra\.?|CTRA\.?|"
    r"Cra\.|Cno\.?|Rda\.?|Gta\.?|Trv\.|Trav\.|Tv\.|Urb\.?|URB\.?|Pje\.?|Pol\. "
    r"?Ind\.?|Bo\.?|R/\.?|Jr\.|Prol\.?|Blvd\.|Calz\.|Mz\.?"
)
WAY_LONG = (
    r"calle|avenida|plaza|plazuela|placeta|paseo|camino|carretera|ronda|rua|carrer|"
    r"passeig|placa|praza|avinguda|travesia|travessera|urbanizacion|poligono "
    r"industrial|poligono|glorieta|pasaje|callejon|cuesta|costanilla|bulevar|"
    r"alameda|gran via|rambla|kalea|etorbidea|estrada|cami|jiron|calzada|"
    r"prolongacion|autopista|autovia|carrera|diagonal|transversal|barriada|partida|"
    r"subida|bajada|escalinata|corredera|vereda|costera|baixada|ruta"
)
WAY = rf"(?:{WAY_SHORT}|(?i:{WAY_LONG}))"
PART = r"(?:de|del|de la|de las|de los|la|las|los|el|y|i|do|da|dos|das|d'|en|a)"
CAPS = r"(?:[dlDL]')?[A-Z][A-Za-z'.\-_]{0,24}|[IVX]{1,5}|\d{1,2}(?: de [A-Z][a-z]{2,12})"
ES_NAME = rf"(?:(?:{PART} ){{0,3}}(?:{CAPS}),?(?: (?:{PART} ){{0,3}}(?:{CAPS})){{0,6}})"
ANY_NAME = (
    r"(?:de |del |la |los |el )?[A-Za-z][A-Za-z][A-Za-z][A-Za-z0-9'.\-_]{0,24}(?: "
    r"[A-Za-z][A-Za-z0-9'.\-_]{0,24}){0,6}"
)
NUMBER = (
    r"(?i:(?:n[o.]{0,2}|num\.?|numero|#|km\.?|kilometro|portal|bloque|blq\.?|s/n) "
    r"?)?\d{1,5}(?:[.,]\d)?[A-Za-z]?(?:[ ]?[-/][ ]?\d{1,4}[A-Z]?)?\b|(?i:s/n|sn\b|"
    r"s\.n\.)"
)
UNIT = (
    r"(?i:portal|piso|esc(?:alera)?\.?|bloque|blq\.?|bl\.|bajos?|bj\.?|entlo\.?|"
    r"entresuelo|entreplanta|principal|pral\.?|ppal\.?|atico|sobreatico|"
    r"izq(?:da|uierda)?\.?|dcha?\.?|dcho\.?|derecha|centro|ctro\.?|puerta|pta\.?|"
    r"planta|pl\.?|local|casa|nave|apto\.?|apartamento|chalet|dpto\.?|depto\.?|"
    r"int\.?|interior|ext\.?|exterior|letra|torre|edificio|edif\.?|mod\.?|modulo|"
    r"duplicado|bis|dup\.?|km\.?|mz\.?|lote|lt\.?|manzana|baixos?|1r|2n)"
)
TAIL = (
    rf"(?:[,;.]? ?[-/]? ?(?:{UNIT}(?: ?[A-Z0-9]{{1,3}}\b)?[oa\x7f.]{{0,2}}|"
    rf"\d{{1,2}}\.? ?[oa\x7f]\.? ?-? ?(?:\d{{1,2}} ?[oa\x7f]?|[A-Za-z])?\b\.?|"
    rf"\d{{1,2}}[A-Z]?\b|[A-Z]\b)){{0,6}}"
)

# English-speaking countries: a number, a name, a word for the way.
STREET_SURE = (
    r"Street|St|Avenue|Ave|Av|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Terrace|Tce|"
    r"Terr|Crescent|Cres|Highway|Hwy|Parkway|Pkwy|Gardens|Gdns|Mews|Turnpike|Tpke|"
    r"Esplanade|Parade|Pde|Expressway"
)
STREET_MORE = (
    r"Court|Ct|Row|Way|Place|Pl|Close|Cl|Square|Sq|Circle|Cir|Trail|Trl|Tr|Grove|Gr|"
    r"Hill|Walk|Green|Park|View|Rise|Vale|Loop|Alley|Quay|Wharf|Pike|Path|Bend|Run|"
    r"Ridge|Fold|Yard|Hollow|Cove|Cottages?|Gate|Crossing|Xing|Estate|Plaza|"
    r"Broadway|Heights|Point|Wynd|Brae|Bank|Croft|Villas|Buildings|Chambers|Marg|"
    r"Nagar|Colony|Layout"
)
EN_WORD = r"(?:[A-Z][A-Za-z'.\-]{0,20}|\d{1,3}(?i:st|nd|rd|th))"
DIRECTION = r"(?:[NSEW]|NE|NW|SE|SW|N\.|S\.|E\.|W\.|North|South|East|West)"
ROOM = (
    r"(?i:(?:,|;)? ?(?:apt|apartment|suite|ste|unit|flat|rm|room|floor|fl|bldg|"
    r"building|lot|spc|#|no)\b\.? ?#? ?[A-Z0-9-]{1,6}|(?:,)? #[A-Z0-9-]{1,6})"
)
HOUSE_NO = r"\d{1,5}[A-Za-z]?(?:[ ]?[-/][ ]?\d{1,5}[A-Za-z]?)?(?: 1/2)?"
FLAT = r"(?:(?i:flat|apt|apartment|unit|suite|ste|room|rm)\.? ?[A-Z0-9]{1,5},? )"

STATES = (
    r"AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|IA|ID|IL|IN|KS|KY|LA|MA|MD|ME|MI|MN|MO|MS|MT|"
    r"NC|ND|NE|NH|NJ|NM|NV|NY|OH|OK|OR|PA|PR|RI|SC|SD|TN|TX|UT|VA|VT|WA|WI|WV|WY|DC"
)
STATES_SURE = (
    r"AK|AZ|AR|CA|FL|GA|IA|IL|KS|KY|MI|MN|MO|NC|NE|NH|NJ|NM|NV|NY|OH|OK|OR|RI|SC|SD|"
    r"TN|TX|UT|VA|VT|WA|WI|WV|WY|DC|CO|CT|LA|ME|MT|AL|HI|DE"
)
PROVINCES = r"AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT"
AU_STATES = r"NSW|VIC|QLD|TAS|ACT|Vic|Qld|Tas"
TOWN = (
    r"[A-Z][A-Za-z'.\-]{1,20}(?:[ ](?:of|on|upon|the|de|del|la|le|les|in|by|under|"
    r"[A-Z][A-Za-z'.\-]{1,20})){0,4}"
)
POSTCODE_ES = r"(?:0[1-9]|[1-4]\d|5[0-2])[.]?\d{3}"
LABELLED = r"\b"
MARK = r"[\"'*\]#]{0,2}[ \t]{0,3}(?:[:=|>#]{1,2}|\.{3,60}|\t)[ \t.]{0,40}"
AHEAD = 90
