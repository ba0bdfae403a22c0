"""Records of every kind, read by a mapping; what does not fit is told and never guessed."""

import io
import json
import zipfile
from datetime import date

import pytest

from sfumato.core.errors import Damaged, MissingExtra, RecordMismatch, SettingsError
from sfumato.knowledge.register import read_register

CSV = """mrn,patient,dob,sex,owner,kin,vet,visit,entered,note
A-1001,"Vandermole, Ilsabet",1941-03-12,F,Corvin Vandermole,husband,Daria Quenneth,V1,2021-04-02,n1
A-1001,"Vandermole, Ilsabet",1941-03-12,F,Corvin Vandermole,husband,Osric Talvane,V2,2021-04-09,n2
A-1002,Tomaso Brelvic,1950-01-30,M,,,Daria Quenneth,V3,2021-05-01,n3
"""
MAPPING = """
[record]
kind = "csv"
key = "mrn"
encounter = "visit"
written = "entered"
[record.patient]
name = "patient"
id = "mrn"
birth = "dob"
sex = "sex"
[[record.caregiver]]
name = "owner"
relation = "kin"
[[record.provider]]
name = "vet"
[documents]
file = "note"
"""


def ledger(data=CSV, mapping=MAPPING, name="record.csv"):
    data = data if isinstance(data, bytes) else data.encode()
    return read_register(name, data, mapping.encode())


def told(entry):
    return {person.tag: person.names for person in entry.subject.people}


def test_rows_of_one_key_are_one_subject_with_people_in_their_order():
    entry = ledger().entry_of("n2.txt", "")
    assert told(entry) == {
        "PATIENT": ("Vandermole, Ilsabet",),
        "CAREGIVER1": ("Corvin Vandermole",),
        "PROVIDER1": ("Daria Quenneth",),
        "PROVIDER2": ("Osric Talvane",),
    }
    assert entry.written == date(2021, 4, 9)
    assert entry.encounter == "V2"
    assert entry.subject.encounters == ("V1", "V2")
    assert entry.subject.birth == date(1941, 3, 12)
    assert {person.tag: person.sex for person in entry.subject.people}["CAREGIVER1"] == "male"


@pytest.mark.parametrize("name", ["n1", "n1.txt", "ward/n1.docx"])
def test_a_document_is_found_by_its_file_with_or_without_ending_and_folder(name):
    assert ledger().entry_of(name, "").encounter == "V1"


def test_a_line_of_jsonl_is_found_by_its_id_alone():
    assert ledger().entry_of("n1.record", "n3").subject.id == "A-1002"
    with pytest.raises(RecordMismatch):
        ledger().entry_of("n1.record", "")


def test_a_document_of_nobody_is_refused_unless_the_mapping_lets_it_pass():
    with pytest.raises(RecordMismatch, match="no row"):
        ledger().entry_of("other.txt", "")
    free = MAPPING + 'unmatched = "pass"\n'
    assert ledger(mapping=free).entry_of("other.txt", "") is None


def test_a_pattern_ties_a_document_by_key_and_encounter():
    mapping = MAPPING.replace('file = "note"', "pattern = '(?P<key>A-\\d+)_(?P<encounter>V\\d)'")
    entry = ledger(mapping=mapping).entry_of("deep/A-1001_V2.txt", "")
    assert (entry.encounter, entry.written) == ("V2", date(2021, 4, 9))


def test_a_document_of_two_subjects_is_refused():
    with pytest.raises(RecordMismatch, match="two subjects"):
        ledger(CSV.replace("V3,2021-05-01,n3", "V3,2021-05-01,n1")).entry_of("n1", "")


def test_contradicting_dates_of_birth_are_told_and_none_is_used():
    subject = ledger(CSV.replace("1941-03-12", "1914-03-12", 1)).entry_of("n1", "").subject
    assert subject.birth is None
    assert subject.births == (date(1914, 3, 12), date(1941, 3, 12))
    assert subject.problems == ("record: 2 different dates of birth of the subject; none is used",)


def test_the_records_other_dates_tell_which_number_is_the_month():
    text = CSV.replace("1941-03-12", "03/12/1941").replace("1950-01-30", "01/30/1950")
    assert ledger(text).entry_of("n1", "").subject.birth == date(1941, 3, 12)
    with pytest.raises(SettingsError, match="dmy"):
        ledger(text.replace("01/30/1950", "01/12/1950"))
    mapped = MAPPING.replace('key = "mrn"', 'key = "mrn"\ndates = "dmy"', 1)
    text = text.replace("01/30/1950", "01/12/1950")
    assert ledger(text, mapped).entry_of("n1", "").subject.birth == date(1941, 12, 3)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('sex = "sex"', 'gender = "sex"', "unknown key 'gender'"),
        ('kind = "csv"', 'kind = "xls"', "one of csv"),
        ('key = "mrn"\n', "", "key 'key' is missing"),
        ('name = "owner"', 'name = "keeper"', "no field 'keeper'"),
        ('id = "mrn"', 'id = "mrn"\nphone = "fone"', "no field 'fone'"),
        ('key = "mrn"', 'key = "mrn"\ndays = "seen"', "no field 'seen'"),
        ('file = "note"', 'file = "note"\npattern = "(?P<key>a)"', "not both"),
        ('file = "note"', "pattern = '(A-1)'", r"group \(\?P<key>"),
        ('file = "note"', "pattern = '(?P<key>['", "not a valid expression"),
        ("[documents]", '[record.values]\nvisit = "VISIT"\n[documents]', "not a label"),
        ("[record]", "[record", "not valid TOML"),
    ],
)
def test_a_wrong_mapping_is_one_clear_error(old, new, words):
    with pytest.raises(SettingsError, match=words):
        ledger(mapping=MAPPING.replace(old, new, 1))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("mrn,patient\nA-1,Ilsabet,Vandermole\n", "row 2"),
        ("mrn,patient\n,Ilsabet\n", "no key"),
        ('mrn,patient\nA-1,"Ilsabet\n', "quoting"),
        ("mrn,patient,patient\nA-1,Ilsabet,\n", "same name"),
    ],
)
def test_a_broken_record_is_told_by_row_and_never_by_content(data, words):
    short = '[record]\nkind = "csv"\nkey = "mrn"\n[record.patient]\nname = "patient"\n'
    with pytest.raises(Damaged, match=words) as caught:
        ledger(data, short)
    assert "Ilsabet" not in str(caught.value)


def test_an_empty_field_is_a_field_of_the_record():
    text = CSV.replace("Corvin Vandermole,husband", ",")
    assert "CAREGIVER1" not in told(ledger(text).entry_of("n1", ""))


def test_a_long_cell_and_utf_16_are_read():
    text = CSV.replace("Tomaso Brelvic", "Tomaso " * 30_000)
    assert ledger(text).entry_of("n3", "").subject.id == "A-1002"
    assert told(ledger(CSV.encode("utf-16")).entry_of("n3", ""))["PATIENT"] == ("Tomaso Brelvic",)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("json", "[" * 100_000),
        ("fhir", '{"resourceType": "Patient", "id": "1", "name": [{"given": 5}]}'),
        ("fhir", '{"resourceType": "Encounter", "id": "1", "period": "Ilsabet"}'),
        ("fhir", '{"resourceType": "Bundle", "entry": [{"fullUrl": ["a"], "resource": {}}]}'),
    ],
)
def test_what_stands_where_it_cannot_is_damage(kind, data):
    key = 'key = "mrn"\n' if kind == "json" else ""
    with pytest.raises(Damaged, match="record") as caught:
        ledger(data, f'[record]\nkind = "{kind}"\n{key}')
    assert "Ilsabet" not in str(caught.value)


def test_json_lists_are_several_people_and_paths_are_dotted():
    mapping = """
[record]
kind = "json"
key = "id"
[record.patient]
given = "name.given"
family = "name.family"
[[record.provider]]
name = "team.name"
split = ";"
[record.values]
"job.employer" = "EMPLOYER"
"""
    found = [
        {
            "id": 7,
            "name": {"given": "Ilsabet", "family": "Vandermole"},
            "team": [{"name": "Daria Quenneth; Osric Talvane"}],
            "job": {"employer": "Harrowby Mills"},
        }
    ]
    for data in (json.dumps(found), "\n".join(map(json.dumps, found))):
        subject = ledger(data, mapping).entry_of("7.txt", "").subject
        assert [person.tag for person in subject.people] == ["PATIENT", "PROVIDER1", "PROVIDER2"]
        assert subject.people[0].names == ("Vandermole, Ilsabet",)
        assert [(value.text, value.label) for value in subject.values] == [
            ("Harrowby Mills", "EMPLOYER")
        ]


FHIR = {
    "resourceType": "Bundle",
    "entry": [
        {
            "resource": {
                "resourceType": "Patient",
                "id": "p1",
                "identifier": [{"value": "A-1001"}],
                "name": [{"family": "Vandermole", "given": ["Ilsabet", "Ruth"]}],
                "birthDate": "1941-03-12",
                "gender": "female",
                "telecom": [{"system": "phone", "value": "555-0142"}],
                "address": [{"line": ["12 Thistlewick Lane"], "city": "Harrowby"}],
                "maritalStatus": {"text": "twice widowed"},
                "contact": [{"name": {"text": "Brida Osgarth"}}],
                "generalPractitioner": [{"reference": "Practitioner/d1"}],
            }
        },
        {
            "resource": {
                "resourceType": "Practitioner",
                "id": "d1",
                "name": [{"family": "Quenneth", "given": ["Daria"]}],
            }
        },
        {
            "resource": {
                "resourceType": "RelatedPerson",
                "id": "r1",
                "patient": {"reference": "Patient/p1"},
                "name": [{"text": "Corvin Vandermole"}],
            }
        },
        {
            "fullUrl": "urn:uuid:e1",
            "resource": {
                "resourceType": "Encounter",
                "id": "e1",
                "subject": {"reference": "Patient/p1"},
                "participant": [{"individual": {"reference": "Practitioner/d1"}}],
                "period": {"start": "2021-04-02T10:00:00Z"},
            },
        },
        {
            "resource": {
                "resourceType": "DocumentReference",
                "id": "n1",
                "subject": {"reference": "Patient/p1"},
                "date": "2021-04-02T10:30:00Z",
                "context": {"encounter": [{"reference": "urn:uuid:e1"}]},
                "content": [{"attachment": {"title": "visit-one.txt"}}],
            }
        },
    ],
}


def test_fhir_says_itself_who_is_who():
    mapping = """
[record]
kind = "fhir"
[record.values]
"Patient.maritalStatus.text" = "OTHER"
"""
    lines = "\n".join(json.dumps(entry["resource"]) for entry in FHIR["entry"])
    for data in (json.dumps(FHIR), lines.replace("urn:uuid:e1", "Encounter/e1")):
        register = ledger(data, mapping, "bundle.json")
        entry = register.entry_of("visit-one.txt", "")
        assert told(entry) == {
            "PATIENT": ("Vandermole, Ilsabet Ruth",),
            "CAREGIVER1": ("Brida Osgarth",),
            "PROVIDER1": ("Quenneth, Daria",),
            "CAREGIVER2": ("Corvin Vandermole",),
        }
        assert entry.encounter == "e1"
        assert entry.written == date(2021, 4, 2)
        assert {value.label for value in entry.subject.values} == {
            "PATIENT_ID",
            "PHONE",
            "STREET",
            "OTHER",
        }
        assert register.entry_of("A-1001.txt", "").subject.id == "p1"


HL7 = "\r".join(
    [
        "MSH|^~\\&|WARD|H|||20210402||ADT^A01|1|P|2.5",
        "PID|1||A-1001^^^H^MR~99887766^^^X^SS||Vandermole^Ilsabet^Ruth||19410312|F|"
        "|~|12 Thistlewick Lane^^Harrowby^^67401||555-0142",
        "NK1|1|Vandermole^Corvin|HUS||555-0199",
        "PV1|1|I|3B||||7788^Quenneth^Daria||||||||||||V1",
        "TXA|1|CN|TX|20210402||||||||n1",
    ]
)


def test_hl7_gives_patient_next_of_kin_and_doctors():
    subject = ledger(HL7, '[record]\nkind = "hl7"\n', "adt.hl7").entry_of("n1.txt", "").subject
    assert [(person.tag, person.names[0]) for person in subject.people] == [
        ("PATIENT", "Vandermole, Ilsabet Ruth"),
        ("CAREGIVER1", "Vandermole, Corvin"),
        ("PROVIDER1", "Quenneth, Daria"),
    ]
    assert subject.birth == date(1941, 3, 12)
    assert ("99887766", "PATIENT_ID") in [(one.text, one.label) for one in subject.values]
    assert ("7788", "DOCTOR_ID") in [(one.text, one.label) for one in subject.values]
    with pytest.raises(Damaged, match="message 1"):
        ledger(HL7.replace("PID|", "PIX|"), '[record]\nkind = "hl7"\n', "adt.hl7")


def omop(tables):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in tables.items():
            archive.writestr(f"cdm/{name}.csv", text)
    return made.getvalue()


def test_omop_tables_are_joined_by_their_ids():
    data = omop(
        {
            "person": "person_id,person_source_value,year_of_birth,month_of_birth,day_of_birth,"
            "location_id,person_name\n1,A-1001,1941,3,12,5,Ilsabet Vandermole\n",
            "location": "location_id,address_1,city\n5,12 Thistlewick Lane,Harrowby\n",
            "provider": "provider_id,provider_name\n8,Daria Quenneth\n",
            "visit_occurrence": "visit_occurrence_id,person_id,provider_id,visit_start_date\n"
            "31,1,8,2021-04-02\n",
            "note": "note_id,person_id,note_date,visit_occurrence_id\n77,1,2021-04-02,31\n",
        }
    )
    entry = ledger(data, '[record]\nkind = "omop"\n', "cdm.zip").entry_of("77.txt", "")
    assert told(entry) == {"PATIENT": ("Ilsabet Vandermole",), "PROVIDER1": ("Daria Quenneth",)}
    assert (entry.encounter, entry.written) == ("31", date(2021, 4, 2))
    with pytest.raises(Damaged, match="not a zip"):
        ledger(b"PK", '[record]\nkind = "omop"\n', "cdm.zip")


def test_parquet_gives_the_same_rows_or_names_its_extra():
    mapping = MAPPING.replace('kind = "csv"', 'kind = "parquet"')
    try:
        import pyarrow as arrow
        import pyarrow.csv
        import pyarrow.parquet
    except ImportError:
        with pytest.raises(MissingExtra, match="parquet"):
            ledger(b"PAR1", mapping, "record.parquet")
        return
    made = io.BytesIO()
    table = arrow.csv.read_csv(io.BytesIO(CSV.encode()))
    arrow.parquet.write_table(table, made)
    entry = ledger(made.getvalue(), mapping, "record.parquet").entry_of("n2.txt", "")
    assert told(entry) == told(ledger().entry_of("n2.txt", ""))
    with pytest.raises(Damaged):
        ledger(b"PAR1", mapping, "record.parquet")


def test_no_repr_of_a_register_tells_anything():
    register = ledger()
    for shown in (register, register.entry_of("n1", ""), *register.subjects()):
        assert "Vandermole" not in repr(shown)
        assert "A-1001" not in repr(shown)
