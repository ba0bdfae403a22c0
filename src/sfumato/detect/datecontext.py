"""Date context: what stands around a candidate and says that it is no date, or that it is one."""

from __future__ import annotations

import re

REACH = 48
_FLAGS = re.IGNORECASE | re.ASCII


def _before(*words: str) -> re.Pattern[str]:
    return re.compile(rf"(?:^|[^a-z0-9])(?:{'|'.join(words)})\Z", _FLAGS)


# A unit, a percentage or a counted thing after a number: it is a quantity.
QUANTITY = re.compile(
    r"%|x[ 0-9]|(?:[hasdymgl]|[cmk]?m)(?![a-z0-9])|[ ]?(?:%|x [0-9]|\+(?![0-9])|"
    r"(?:m[cg]|ug|g|gr|kg|k?cal|ml|l|dl|cc|[cmk]m|mm ?hg|mmol|meq|ui?|iu|"
    r"units?|h|hs|hrs?|hours?|horas?|min|mins|minutes|minutos|seg|sec|seconds|dias?|days?|sem|"
    r"semanas?|weeks?|wks?|meses|months?|anos?|years?|yrs?|veces|times|tabs?|comp|comprimidos|"
    r"caps?|"
    r"dosis|doses?|puff?s?|gotas|drops?|lpm|bpm|rpm|mmhg|pts?|puntos|points?|cycles?|ciclos|"
    r"sesiones|"
    r"sessions|copias|copies|celulas|cells|leuc|hem|pg|ng|mcg|msnm|pack|ptas?|pesetas|euros?|eur|"
    r"dollars|fr|french|ch|gauge|hz|khz|mv|mah|gy|cgy|kcal|kj|ppm|steps|pasos|personas|people|"
    r"pacientes|patients|casos|cases|kilos|miles|metros|kms?|cms|power|intensity|"
    r"units)(?![a-z0-9]))",
    _FLAGS,
)
CLOCK = re.compile(r"[:.h][0-9]{2}(?![0-9])|[:h]", _FLAGS)
# Names that carry a date: streets, hospitals, schools, squares.
PLACE = _before(
    r"(?:hospital|hosp\.?|h\.?|hu|universitari[oa]|clinica|calle|c/|c\.|cl\.?|avda\.?|avd\.?|av\.?|"
    r"avenida|plaza|pl\.?|plza\.?|pza\.?|paseo|po\.?|instituto|centro de salud|centro|cs|ies|ceip|"
    r"colegio|barrio|glorieta|ronda|estacion|metro|urbanizacion|urb\.?|parque|puente|via|"
    r"rua|carrer|carretera|ctra\.?|poligono|residencia|col\.?|colonia|boulevard|blvd|travesia)"
    r"(?: (?:universitari[oa]|u\.|general|clinico|regional|civil|nacional|militar))? (?:del? )?"
)
TRIPLE = _before(
    r"(?:apgar|lot|lote|batch|correct[oa]?s?|counts?|plaquetas|platelets|bnp|sn|serial)[ :=.#]{1,8}"
)
SCORE = _before(
    r"(?:grado|grade|gr|fuerza|balance(?: muscular)?|bm|mrc|daniels|apgar|ta|tas|bp|pa|tension|"
    r"t\.a\.?|presion|eva|vas|nrs|dolor|pain|score|strength|power|motor|reflex(?:es)?|rot|"
    r"puls(?:es|os)|"
    r"pulse|visus|av|va|od|oi|os|ou|cc|sc|vision|snellen|pag(?:ina)?\.?|page|pg\.?|hoja|sheet|"
    r"stage|"
    r"estadio|glasgow|gcs|mmse|mec|moca|phq|gad|murmur|soplo|sm|bed|cama|hab\.?|habitacion|room|rm|"
    r"ward|nivel|level|visita|visit|sesion|session|ciclo|cycle|dosis|dose|lote|lot|batch|ref\.?|"
    r"exp\.?|"
    r"expte\.?|expediente|auto|factura|bishop|silverman|downton|norton|braden|barthel|lawton|katz|"
    r"tinetti|pfeiffer|gds|ecog|nyha|asa|rass|nihss|mrs|minimental|mental|test|escala|scale|"
    r"[clts][1-7]|fraccion|fraction|fx|part|parte|step|phase|fase|nota|note|tomo|vol|bloque|"
    r"question|item|aviso|caso|rating|rated|scored?|puntua(?:cion)?|n\.?o|no\.|num\.?|numero|#|"
    r"number|ext\.?|tel\.?|puerta|piso|portal|escalera|unit|apt|suite|radicado|acta|acuerdo|ley|"
    r"decreto|rd|orden|protocolo|viaje|llamada|intento|attempt|try|cores?|cilindros?|nodes?|"
    r"ganglios?|"
    r"positive|kps|ps|karnofsky|sets?|reps|slide|dip|tone|deltoids?|biceps|quads?|grip|ankle|hip|"
    r"knee|mmse|mim|aldrete|ramsay|sedation|flacc|cries|nips|wong|faces|motivation|mood|anxiety|"
    r"ansiedad|animo|confidence|teeth|liver|pt|pf|ef|hads|epds|edinburgh|zarit|mna|goldberg|gijon|"
    r"bipap|psv|simv|cpap|peep|iop|pio|ratio|r|l|coveram|micardis|tripod|pasi|cdr|fast|vs|bpp|"
    r"bishop'?s|cx|cervix|sta|hit|hiit|prisma|cpot|spo2|sao2|fio2|"
    r"talla|size|dr|aguja|sutura|vicryl|prolene|seda|nylon|monocryl|ethilon|silk|ethibond|pds)"
    r"[ :=.,(]{1,3}(?:de |of |is |was |at |a |en |msd |mid |msi |mii |ms |mi |d |i |r |l |right |"
    r"left |izq |"
    r"dcho |dch |dcha )?"
)
WHEN = _before(
    r"(?:el|del|al|dia|dias|fecha|fechas|on|since|desde|hasta|until|til|till|by|from|to|through|"
    r"thru|"
    r"due|next|last|dated|date|alta|ingreso|cita|citas|control|rev(?:ision)?|dx|d/?c|"
    r"adm(?:it(?:ted)?)?|"
    r"seen|f/?u|labs?|dob|d\.o\.b\.?|born|nac(?:ido|ida|imiento|\.)?|n\.|lmp|fur|fpp|edd|eta|"
    r"prox(?:ima|imo|\.)?|"
    r"echo|eco|ct|tc|tac|rm|rmn|mri|rx|cxr|xr|xray|x-ray|us|ecg|ekg|eeg|emg|pet|biopsia|biopsy|bx|"
    r"iq|op|or|surg(?:ery)?|post|pre|entre|between|week of|wk of|semana del|noche del|night of|"
    r"antes del|before|after|tras|for|around|about|visit|visto|vista|pedid[oa]|reportado|recibido|"
    r"started|start|inicio|inici[oó]|stopped|stop|given|placed|removed|retirad[oa]|done|hecho|"
    r"hecha|"
    r"ayer|hoy|today|yesterday|tomorrow|exp|expires|vence|cad|caducidad|sent|enviado|nota|phone|"
    r"call|"
    r"culture|cult(?:ivo)?|colonoscop(?:y|ia)|tests?|started|starts|collected|rec'?d|received|"
    r"reported|"
    r"mon|tues?|wed|weds|thu|thurs?|fri|sat|sun|lun|mar|mie|jue|vie|sab|dom|vac(?:una)?|injection|"
    r"dose 1|dose 2|dose|c[1-9]|signed|firmado|urine|blood|analitica|as of|ago|at|again|wb|ep|baja|"
    r"incapacidad|reposo|cx|qx|sutures? out|staples out|recheck|retirar? (?:puntos|grapas)|"
    r"grapas|puntos)"
    r"[ .:=~(*]{1,3}(?:el |the |dia |on )?"
)
LINE_START = re.compile(r"(?:^|[\n\r\t|>*\x7f]|\n[ ]*[-#+] ?|;) ?\Z")
OPENING = re.compile(r"[(\[]\Z")
DATED = _before(
    r"(?:dob|d\.o\.b\.?|d/o/b|fum|fur|fpp|lmp|edd|birth(?:date|day)?|birth date|nac(?:imiento|\.|"
    r"ido|ida)?|fecha(?: de)?|"
    r"fec\.?|date|dos|doa|dod|born|admi(?:tted|t|ssion)|visit|ingreso|alta|seen|fn|f\.? ?n\.?|"
    r"when|day|exam|data|torn)[^a-z0-9\n]{1,14}(?:[a-z ]{1,12}[:. ]{1,8})?"
)
# Numbers of records and laws are written like years, months and fractions.
RECORD = _before(
    r"(?:n\.?o\.?|no\.|num\.?|numero|number|nhc|hc|id|ref\.?|exp\.?|expte\.?|expediente|auto|"
    r"acta|ley|"
    r"decreto|rd|orden|protocolo|factura|invoice|case|caso|file|docket|claim|registro|reg\.?|"
    r"serial|"
    r"serie|sn|s/n|lote|lot|tel\.?|tfno\.?|telefono|phone|ph|fax|ext\.?|pager|busca|bleep|cp|"
    r"c\.p\.|"
    r"hab\.?|habitacion|room|rm|box|cama|bed|apartado|pin|code|codigo|policy|poliza|colegiado|"
    r"col\.?|"
    r"licencia|license|badge|mrn|acct|account|accession|acc|unit|suite|apt|route|rt|hwy|highway|"
    r"flight|vuelo|sector|model|modelo|version|v|ver|iso|norma|une|windows|office|x[- ]?ray|gc|"
    r"ncol|dorsal|voyage|viaje|proc\.?|procedimiento|radicado|resolucion|reglamento|ord|npi|dea|"
    r"[#$/@_=\\]|usd|eur|eo)[ :.=#-]{0,3}(?:n\.?o\.? ?)?"
)
MONEY = re.compile(r"[$\x7f]\Z")
PREP = _before(
    r"(?:in|since|until|till?|by|of|last|this|next|early|late|mid|through|thru|during|before|after|"
    r"from|to|til|around|about|for|over|on|at|every|each|and|or|between|late|coming|past|due|r/o|"
    r"on|"
    r"en|desde|hasta|de|del|el|la|los|este|pasado|proximo|para|antes de|despues de|por|entre|y|o|"
    r"u|e|"
    r"a|al|mes de|mes|tras|durante|a partir de|cada|sobre|finales de|d|x|desd)[ (~]{1,2}"
)
NOUN_AFTER = re.compile(
    r" (?!(?:at|for|and|to|with|by|but|or|in|as|of|she|he|they|we|i|it|when|after|until|before|"
    r"from|"
    r"on|the|is|was|if|so|because|who|where|which|that|w/|via|per|then|unless|except|a|his|her|my|"
    r"our|their|you|will|has|had|no|not|per|about|around|due|between|w)\b)[a-z]",
    _FLAGS,
)
FUNCTION_AFTER_ES = re.compile(
    r"\Z|[.,;:)\n\r\]—-]| ?[\x7f/(]| (?:y|e|o|por|con|a|al|para|en|se|no|que|tras|sin|hasta|ingres|"
    r"presenta|acude|fue|me|le|la|lo|desde|como|pero|porque|cuando|ya|nos|les|ha|a las|mejor|peor|"
    r"sigue|esta|estaba|dio|entre|te|os)(?![a-z])",
    _FLAGS,
)
