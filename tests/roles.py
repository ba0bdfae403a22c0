"""A small record and its notes, for the tests of roles."""

from sfumato.core.dice import Dice
from sfumato.knowledge.register import read_register
from sfumato.pipeline import Line
from sfumato.policy.detectors import detectors_of
from sfumato.policy.load import load_policy

RECORD = """mrn,patient,dob,sex,phone,address,owner,kin,vet,visit,entered,note
A-10010,"Vandermole, Ilsabet",1941-03-12,F,555-014-2231,"12 Thistlewick Lane, Harrowby",\
Corvin Vandermole,husband,Daria Quenneth,V1,2021-04-02,n1
A-10010,"Vandermole, Ilsabet",1941-03-12,F,555-014-2231,"12 Thistlewick Lane, Harrowby",\
Corvin Vandermole,husband,Osric Talvane,V2,2021-04-09,n2
A-10020,Tomaso Brelvic,1950-01-30,M,555-014-7787,"3 Alder Street, Weston",,,Daria Quenneth,\
V3,2021-05-01,n3
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
phone = "phone"
address = "address"
[[record.caregiver]]
name = "owner"
relation = "kin"
[[record.provider]]
name = "vet"
[documents]
file = "note"
"""
NOTE = (
    "Hospice visit 04/02/2021. Mrs. Vandermole (DOB 3/12/41, MRN A10010) is resting.\n"
    "Corvin reports that Ilsabet slept poorly. Dr. Quenneth increased the morphine to 10 mg.\n"
    "She lives at 12 Thistlewick Ln, Harrowby 67401. Corvin Vandermoel will call 555 014 2231.\n"
)
SECOND = "Dr. Talvane saw Ilsabet Vander-\nmole on 4/9; her husband asked about April 16.\n"


def LINE(*changes, mapping=MAPPING, policy="roles", record=RECORD):  # noqa: N802
    """A line with the record, under a policy with preferences set."""
    chosen = load_policy(policy, changes)
    register = read_register("record.csv", record.encode(), mapping.encode())
    return Line(chosen, detectors_of(chosen), dice=Dice(b"tests"), record=register)
