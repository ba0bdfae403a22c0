"""Identifiers of the United States, and English labels that all countries share."""

from __future__ import annotations

from sfumato.detect.patterns import Row
from sfumato.detect.shapes import labelled
from sfumato.knowledge import checksums

_MBI_LETTER = "[AC-HJKMNP-RT-Y]"
_MBI_EITHER = "[0-9AC-HJKMNP-RT-Y]"
_MBI = (
    rf"[1-9]{_MBI_LETTER}{_MBI_EITHER}\d[ -]?{_MBI_LETTER}{_MBI_EITHER}\d[ -]?"
    rf"{_MBI_LETTER}{{2}}\d{{2}}"
)

_PEOPLE = (
    Row(
        name="us-ssn",
        label="PATIENT_ID",
        expression=r"\b(\d{3}-\d{2}-\d{4})\b",
        example="social «418-29-3746» on file",
        near=("000-29-3746", "666-29-3746", "418-00-3746", "418-29-0000", "418-29-37461"),
        source="20 CFR 422.103; SSA POMS RM 10201.035",
        check=checksums.ssn,
        score=0.95,
    ),
    Row(
        name="us-ssn-labelled",
        label="PATIENT_ID",
        expression=r"(?i:\b(?:s[.]?[s5][.]?n\b[.]?|5sn|social(?: security)?|soc\.? sec\.?|ss ?#"
        r"|itin\b)"
        r"[^\d\n]{0,14}?)\b((?:[\dXx*oOlI]{3}[ -]?[\dXx*oOlI]{2}[ -]?)\d[\doOlI]{3})\b",
        example="SSN: «xxx-xx-4821»",
        near=("social history 2019",),
        source="label before the value",
        score=0.93,
    ),
    labelled(
        "us-mrn",
        "PATIENT_ID",
        r"m\.?r\.?n?\b\.?|mrn|m\.?r\.? ?(?:#|no\.?|num\w{0,3})|mr#|med(?:ical)?\.? ?rec"
        r"(?:ord)?s?\.?(?: ?(?:#|no\.?|number))?"
        r"|mrno|hosp(?:ital)?\.? ?(?:#|no\.?|number|num|id)|chart(?: ?(?:#|no\.?|number|id))?|unit"
        r" (?:no\.?|number|#)"
        r"|pt\.? ?(?:id|#|no\.?)|patient(?:'s)?[ _-]{0,2}(?:id|identifier|number|no\.?|#|key"
        r"|ref\w{0,6})|u\.?r\.?(?:n\b)?"
        r"(?: ?(?:no\.?|number|#))?|hrn|phn|phin|epi\b|crn\b|nhs no|hospital no\.?|client (?:id|#"
        r"|no\.?|number)"
        r"|record (?:no\.?|number|#|id)|student (?:id|no\.?|number|#)|resident (?:id|#|no\.?)"
        r"|wristband|ip no\.?"
        r"|reg\.? no|uhid|file (?:no\.?|number|#)|subject(?: ?(?:id|no\.?|#))?|participant(?: ?"
        r"(?:id|no\.?|#))?"
        r"|screening (?:no\.?|number|#|id)|inmate ?(?:#|no\.?|id)?|prison(?:er)? (?:no\.?|number"
        r"|#)|booking ?(?:#|no\.?)"
        r"|payroll(?: ?(?:no\.?|number|#))?|clock no\.?|service (?:no\.?|number|#)|employee (?:id"
        r"|no\.?|number|#)"
        r"|emp(?:loyee)? ?(?:id|#|no\.?)|badge(?: ?(?:#|no\.?))?|a-number|a[ -]file|alien (?:no\.?"
        r"|number|#)|microchip|chip"
        r"|ueln|medrec|enc[_-]mrn|person[_-]id|hn|umrn|urn|folder|case note no\.?|(?:op|ip|i\.p\."
        r"|o\.p\.) no\.?|edipi|unos(?: (?:id|number))?|cni|nhif|[a-z]{2,8}[_-]mrn|case ?id",
        "MRN: «PV-482017»",
        near=(
            "MR of the brain 2019",
            "chart reviewed 12 notes",
            "band 6 nurse",
            "subject to 2-3 days",
        ),
        digits=3,
        score=0.9,
    ),
    Row(
        name="us-mbi",
        label="INSURANCE_ID",
        expression=rf"\b({_MBI})\b",
        example="Medicare «1EG4-TE5-MK73»",
        near=("1EG4-TS5-MK73", "0EG4TE5MK73"),
        source="CMS, Understanding the Medicare Beneficiary Identifier format",
        score=0.95,
    ),
    Row(
        name="us-hicn",
        label="INSURANCE_ID",
        expression=r"(?i:\b(?:hicn?|medicare|rrb)\b[^\d\n]{0,10}?)([A-Z]{0,2}\d{3}-?\d{2}-?\d{4}-?"
        r" ?[A-Z]\d?)\b",
        example="HICN «418-29-3746-A»",
        near=("Medicare since 2014",),
        source="CMS, Medicare claims processing manual (HICN)",
    ),
    labelled(
        "us-member",
        "INSURANCE_ID",
        r"(?:member(?:ship)?|policy(?:holder)?|subscriber|subscr|group|grp|insured|beneficiary"
        r"|enrollee|health plan|ins|financiador|payer|payor)"
        r"(?:[ _]{0,2}(?:id|#|no\.?|number|num\.?|card))?|pol\.|ins(?:urance)? ?(?:id|#|no\.?"
        r"|number|card)"
        r"|medic(?:aid|are|al card)(?: ?(?:id|#|no\.?|number|card))?|medi-cal|(?:gms|medical"
        r"|ayushman|echs|cmchis|abha|pm-?jay)"
        r" card|mbi|hicn|tricare|dbn|claims?(?: ?(?:#|no\.?|number|id|ref\w{0,6}))?|claimant|cert"
        r"(?:ificate)?\.(?: no\.?)?"
        r"|cert(?:ificate)? (?:no\.?|#)|health ?(?:fund|plan)(?: no\.?)?|scheme (?:no\.?|number)"
        r"|nis no|nhis(?: no\.?)?|hmo|tpa|gms|nir|dva(?: no\.?)?"
        r"|(?:bupa|axa|vhi|aviva|allianz|cigna|aetna|humana|anthem|bcbs|uhc|kaiser)(?: \w{1,10})?"
        r"(?: ?(?:no\.?|id|#))?",
        "Member ID: «XQH 482017 01»",
        near=(
            "group of 12 patients",
            "plan 2-3 weeks",
            "claims 12 weeks of pain",
            "member of 3 clubs",
        ),
        digits=4,
    ),
)

_VISITS = (
    labelled(
        "us-visit",
        "CONTACT_ID",
        r"acc(?:ession)?\b\.?(?: ?(?:#|no\.?|number|num))?|case(?: ?(?:#|no\.?|number|id"
        r"|ref\w{0,6}))?|enc(?:ounter)?\b\.?"
        r"(?: ?(?:#|no\.?|number|id))?|visit(?: ?(?:#|no\.?|number|id))|csn|fin\b(?: ?(?:#"
        r"|no\.?))?|episode (?:id|no\.?|#)"
        r"|specimen(?: ?(?:#|no\.?|id|number))?|(?:lab|path(?:ology)?|surg(?:ical)? path(?:ology)?"
        r"|histo(?:logy)?|cyto(?:logy)?"
        r"|biopsy|x-?ray|scan|trip|bag|courier|police report|apd report|study|order|ref(?:erral)?"
        r"|report|request|req|appt?|appointment"
        r"|booking|incident|cad|run|pcr"
        r"|job|ticket|tracking|confirmation|auth(?:orization|orisation)?|prior auth\w{0,8}|rx"
        r"|prescription|consult|docket"
        r"|invoice|receipt|session|log|custody|admission|adm|attendance|event|spell|warrant"
        r"|complaint|crime|sample|document"
        r"|doc|transaction|txn|trip|mission|bill|thread|court|s\.|mlc|dispatch|denial|pathway|conf"
        r"|callback|inv|item|msg|message|file)"
        r" ?(?:#|no\.?|number|num\.?|id|ref|code)|path(?:ology)?|specimen|ref\.?|reference|our ref"
        r"|your ref|ubrn"
        r"|autopsy|necropsy|inquest|docket|warrant|consult order|file|order|auth(?:orization)?"
        r"|accession|biopsy|session|mission|quote|visit|episode|document|record|nota|mc_no|adastra"
        r"|cad ref|warrant|autopsy_no"
        r"|chain of custody(?: seal)?|incident|incidente|receipt|trip|courier bag|sample"
        r"|(?:police|[a-z]{2,4}) report|txn|cad|message|"
        r"sesion|remesa|campaign|study uid|study id|study|claim ref|rx|log|booking"
        r"|p\.?o\.?#",
        "Accession #: «S24-048213»",
        near=(
            "case of 3 cousins",
            "study of 48 patients",
            "path 2-3 cm",
            "reference 3.5-5.1",
            "in this case 12 weeks",
            "ref range 12-48",
        ),
        digits=3,
        veto=("this", "that", "each", "any", "in", "best", "worst", "every", "per"),
    ),
)

_DOCTORS = (
    Row(
        name="us-npi",
        label="DOCTOR_ID",
        expression=r"(?i:\bnpi\b[^\w\n]{0,6}(?:(?:no|number|num)\b)?[^\w\n]{0,4})(\d{10})\b",
        example="NPI: «1482019373»",
        near=("NPI: 14820193",),
        source="45 CFR 162.406",
        score=0.95,
    ),
    Row(
        name="us-npi-checked",
        label="DOCTOR_ID",
        expression=r"\b([12]\d{9})\b",
        example="Dr Hale (provider «1482019373»)",
        near=("provider 1482019374", "tracking 1482019373"),
        source="45 CFR 162.406",
        check=checksums.npi,
        context=("npi", "provider", "physician", r"dr\b", r"m\.?d\.?\b"),
        score=0.75,
    ),
    Row(
        name="us-dea",
        label="DOCTOR_ID",
        expression=r"\b([ABCDEFGHJKLMPRSTUXabcdefghjklmprstux][A-Za-z9]\d{7})\b",
        example="DEA «BK4819326»",
        near=("BK4819327",),
        source="21 CFR 1301; DEA Pharmacist's Manual",
        check=checksums.dea,
        score=0.85,
    ),
    labelled(
        "us-doctor",
        "DOCTOR_ID",
        r"dea(?: ?(?:#|no\.?|number))?|npi|prov(?:ider)? ?(?:#|no\.?|number|id)|gmc(?: ?(?:no\.?"
        r"|number|ref))?|nmc(?: pin)?"
        r"|hcpc|gphc|gdc|goc|mcrn|imc(?: no\.?)?|nmbi(?: pin)?|pin|ahpra|mcnz|ncnz|hpcsa|sanc|cpso"
        r"|cpsa|cpsbc|cpss|cmq permit"
        r"|cmq|ocp|rcvs|mci|nmc|tnmc|[a-z]{2,4}mc(?: reg\w{0,3}\.?)?(?: no\.?)|phecc|coru|upin"
        r"|sanc|"
        r"(?:(?:medical|md|rn|pt|dental|state|physician|nursing|nj|tx|ca|ny|fl|wi"
        r"|nm)[ .]{1,2})?lic(?:ense|ence|\.)?"
        r"(?: ?(?:#|no\.?|number))|(?:md|do|rn|np|pa|dds|psyd|phd|lcsw|dpm|d\.o\."
        r"|m\.d\.)[ ,.]{1,3}(?:[a-z]{2} )?lic\.?"
        r"|(?:nj|tx|ca|ny|fl|wi|nm|az|co|ga|il|la|ma|md|mi|mn|mo|nc|nv|oh|ok|or|pa|tn|va|wa) lic\.?"
        r"|reg(?:istration|n|\.)? ?(?:part \w )?(?:no\.?|number|#)|emt-?[bp]? ?#|cert #|practice "
        r"(?:no\.?|number)|pr no",
        "GMC no «7482019»",
        near=("pin site 12 mm", "registration 2019", "GMC guidance 2013"),
        digits=4,
        veto=("driver's", "drivers", "driving", "driver", "vehicle", "car", "safety"),
    ),
)

_MONEY_AND_CARS = (
    labelled(
        "us-account",
        "ACCOUNT",
        r"acc(?:oun)?ts?\.?(?: ?(?:#|no\.?|number|num|ref|id|ending))?(?: ending(?: in)?)?|a/c(?:"
        r" no\.?)?|guarantor(?: ?(?:#|no\.?"
        r"|id))?|billing(?: ?(?:#|no\.?|id))?|card (?:ending(?: in)?|no\.?|number|#)|card on file"
        r"|sort code|sort|routing|aba|ifsc"
        r"|iban|bsb|deposit ref|folio|acct_no|bank (?:account|acct)|checking|savings|debit|credit"
        r" card|visa|mastercard|amex",
        "Acct #: «7-048213»",
        near=("account for 12 of them", "sort of 12 weeks", "visa in 2019"),
        digits=4,
        veto=("on", "into", "take", "taking"),
    ),
    labelled(
        "us-driver",
        "LICENSE",
        r"(?:driver'?s?|driving|hgv|cdl|pilot|gun|firearm|dr|taxi|operator'?s?|code"
        r" [a-z]{1,3})[ -]{1,2}(?:lic(?:en[cs]e)?\.?"
        r"|permit)(?: ?(?:#|no\.?|number|id))?|(?-i:[A-Z]{2} DL)|\bdl ?(?:#|no\.?)|n\.m\. dl|cdl"
        r"|oln|photo id|id card|lic(?:en[cs]e)?"
        r"(?: ?(?:#|no\.?|number))?|permit(?: ?(?:#|no\.?|number))?|passport(?: ?(?:#|no\.?"
        r"|number))?|visa no\.?|clia|nabl|psy|padi no\.?",
        "driver's license «CO 94-201-4827»",
        near=("license renewed 2019", "licensed for 12 years", "driving licence until 2031"),
        digits=4,
    ),
    Row(
        name="us-vin",
        label="VEHICLE_ID",
        expression=r"\b([A-HJ-NPR-Za-hj-npr-z0-9]{8}[0-9Xx][A-HJ-NPR-Za-hj-npr-z0-9]{4}\d{4})\b",
        example="Sedan, «1HGCM82633A004352», total loss",
        near=("1HGCM82643A004352",),
        source="49 CFR 565.15; ISO 3779",
        check=checksums.vin,
        score=0.95,
    ),
    Row(
        name="us-vin-labelled",
        label="VEHICLE_ID",
        expression=r"(?i:\b(?:vin|chassis|bastidor|serie vehicular)\b[^\w\n]{0,6}(?:(?:no"
        r"|n[.]?o)\b)?[^\w\n]{0,4})"
        r"([A-Za-z0-9]{11,17})\b",
        example="VIN «1FTEX82601KB48201»",
        near=("VIN unreadable",),
        source="49 CFR 565.15; ISO 3779",
        check=lambda text: sum(sign.isdigit() for sign in text) >= 3,
    ),
    labelled(
        "us-plate",
        "VEHICLE_ID",
        r"(?:(?:licen[cs]e|number|rental|rider|bus|truck|trailer|van|car|auto) )?plates?(?: ?(?:#"
        r"|no\.?|number))?|tags?"
        r"|(?:own )?(?:vehicle|veh|car|van|truck|ute|trailer|ambulance|taxi|cab|rig|bike|boat|unit"
        r"|fleet) ?(?:reg(?:istration)?\.?|rego"
        r"|no\.?|#|tag|id)|rego|reg(?:istration)?(?: mark)?\.?|tail(?: ?(?:#|no\.?|number))?|hull"
        r"(?: ?(?:#|no\.?))?|veh|vehicle"
        r"|pickup|ute|van|truck|car is|car:|moto propia|callsign|auto driver[,]?|unidad",
        "plate «KDL 482»",
        near=("plate 2 mm thick", "van 12 miles away", "reg 60 bpm", "tags 12 cm"),
        digits=2,
        letters=3,
        veto=("growth", "end", "bone", "skin", "locking", "lcp", "dcp", "tibial", "heart", "reg"),
    ),
    Row(
        name="aircraft",
        label="VEHICLE_ID",
        expression=r"\b([A-Z]{1,2}-[A-Z]{3}|VH-[A-Z0-9]{3}|N\d{1,5}[A-Z]{1,2})\b",
        example="helicóptero «EC-NKV» en pista",
        near=("ADN-PCR", "helicóptero EC-N"),
        source="ICAO Annex 7",
        context=(
            "tail",
            "aircraft",
            "aeronave",
            "avion",
            "helico\\w{1,6}",
            "flight",
            "mat[.]",
            "matricula",
            "a/c",
            "rfds",
            "loaded",
        ),
        reach=50,
    ),
    Row(
        name="uk-plate",
        label="VEHICLE_ID",
        expression=r"\b([A-Z]{2}\d{2} ?[A-HJ-PR-Z]{3}|[A-Z]{2}\d{2} [A-HJ-PR-Z]{3})\b",
        example="parked «KD19 RVX» outside",
        near=("KD19 RVIX", "NG19 QIX"),
        source="DVLA INF104",
        check=lambda text: text[:2] not in ("PO", "IV", "IM", "SC"),
        score=0.75,
    ),
)

ROWS: tuple[Row, ...] = (*_PEOPLE, *_VISITS, *_DOCTORS, *_MONEY_AND_CARS)
