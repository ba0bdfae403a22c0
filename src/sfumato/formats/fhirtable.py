"""FHIR R4 (hl7.org/fhir/R4) as tables: which element holds what, and which codes may stay."""

from __future__ import annotations

import re

RESOURCES = frozenset(
    """
    Account ActivityDefinition AdverseEvent AllergyIntolerance Appointment AppointmentResponse
    AuditEvent Basic Binary BiologicallyDerivedProduct BodyStructure Bundle CapabilityStatement
    CarePlan CareTeam CatalogEntry ChargeItem ChargeItemDefinition Claim ClaimResponse
    ClinicalImpression CodeSystem Communication CommunicationRequest CompartmentDefinition
    Composition ConceptMap Condition Consent Contract Coverage CoverageEligibilityRequest
    CoverageEligibilityResponse DetectedIssue Device DeviceDefinition DeviceMetric DeviceRequest
    DeviceUseStatement DiagnosticReport DocumentManifest DocumentReference
    EffectEvidenceSynthesis Encounter Endpoint EnrollmentRequest EnrollmentResponse EpisodeOfCare
    EventDefinition Evidence EvidenceVariable ExampleScenario ExplanationOfBenefit
    FamilyMemberHistory Flag Goal GraphDefinition Group GuidanceResponse HealthcareService
    ImagingStudy Immunization ImmunizationEvaluation ImmunizationRecommendation
    ImplementationGuide InsurancePlan Invoice Library Linkage List Location Measure MeasureReport
    Media Medication MedicationAdministration MedicationDispense MedicationKnowledge
    MedicationRequest MedicationStatement MedicinalProduct MessageDefinition MessageHeader
    MolecularSequence NamingSystem NutritionOrder Observation ObservationDefinition
    OperationDefinition OperationOutcome Organization OrganizationAffiliation Parameters Patient
    PaymentNotice PaymentReconciliation Person PlanDefinition Practitioner PractitionerRole
    Procedure Provenance Questionnaire QuestionnaireResponse RelatedPerson RequestGroup
    ResearchDefinition ResearchElementDefinition ResearchStudy ResearchSubject RiskAssessment
    RiskEvidenceSynthesis Schedule SearchParameter ServiceRequest Slot Specimen
    SpecimenDefinition StructureDefinition StructureMap Subscription Substance
    SubstanceSpecification SupplyDelivery SupplyRequest Task TerminologyCapabilities TestReport
    TestScript ValueSet VerificationResult VisionPrescription
    """.split()
)

PERSONS = {
    "Patient": "PATIENT",
    "Person": "PATIENT",
    "RelatedPerson": "RELATIVE",
    "Practitioner": "DOCTOR",
    "PractitionerRole": "DOCTOR",
}
"""Whose names stand in a resource."""

NAMED = {
    "Organization": "HOSPITAL",
    "Location": "HOSPITAL",
    "HealthcareService": "HOSPITAL",
    "CareTeam": "INSTITUTION",
    "InsurancePlan": "INSTITUTION",
    "FamilyMemberHistory": "RELATIVE",
}
"""What a plain "name" stands for in a resource."""

IDS = {
    "Patient": "PATIENT_ID",
    "Person": "PATIENT_ID",
    "RelatedPerson": "PATIENT_ID",
    "Practitioner": "DOCTOR_ID",
    "PractitionerRole": "DOCTOR_ID",
    "Coverage": "INSURANCE_ID",
    "Account": "ACCOUNT",
    "Device": "DEVICE_ID",
}
"""The label of ids of a resource; all others number a contact with the hospital."""

IDENTIFIER_TYPES = {
    "DL": "LICENSE",
    "SN": "INSURANCE_ID",
    "NIIP": "INSURANCE_ID",
    "HC": "INSURANCE_ID",
    "MC": "INSURANCE_ID",
    "MA": "INSURANCE_ID",
    "MB": "INSURANCE_ID",
    "MD": "DOCTOR_ID",
    "NPI": "DOCTOR_ID",
    "AN": "ACCOUNT",
    "BA": "ACCOUNT",
    "VN": "CONTACT_ID",
    "ACSN": "CONTACT_ID",
    "PLAC": "CONTACT_ID",
    "FILL": "CONTACT_ID",
    "MR": "PATIENT_ID",
    "SS": "PATIENT_ID",
    "PPN": "PATIENT_ID",
    "NI": "PATIENT_ID",
    "NNESP": "PATIENT_ID",
}
"""Codes of v2-0203 that say more about an identifier than its resource does."""

WHO = {
    "subject": "Patient",
    "patient": "Patient",
    "beneficiary": "Patient",
    "individual": "",
    "performer": "Practitioner",
    "author": "Practitioner",
    "recorder": "Practitioner",
    "asserter": "Practitioner",
    "practitioner": "Practitioner",
    "requester": "Practitioner",
    "generalPractitioner": "Practitioner",
    "attester": "Practitioner",
    "party": "Practitioner",
    "legalAuthenticator": "Practitioner",
    "authenticator": "Practitioner",
    "resultsInterpreter": "Practitioner",
    "provider": "Practitioner",
    "operator": "Practitioner",
    "managingOrganization": "Organization",
    "serviceProvider": "Organization",
    "custodian": "Organization",
    "organization": "Organization",
    "payor": "Organization",
    "assigner": "Organization",
    "location": "Location",
    "encounter": "Encounter",
}
"""Which resource a reference under an element most likely means, where it does not say so."""

NAME_PARTS = frozenset({"family", "given", "prefix", "suffix", "text"})
NAME_HOLDERS = frozenset({"name", "valueHumanName"})
ADDRESS_HOLDERS = frozenset({"address", "valueAddress", "location"})
ADDRESS_PARTS = {
    "line": "STREET",
    "text": "STREET",
    "city": "LOCATION",
    "district": "LOCATION",
    "state": "LOCATION",
    "postalCode": "LOCATION",
    "country": "COUNTRY",
}
TELECOMS = {"phone": "PHONE", "fax": "FAX", "email": "EMAIL", "url": "URL", "sms": "PHONE"}
LEAVES = {
    "gender": "SEX",
    "authorString": "DOCTOR",
    "performerString": "DOCTOR",
    "birthDate": "DATE",
    "serialNumber": "DEVICE_ID",
    "deviceIdentifier": "DEVICE_ID",
    "carrierHRF": "DEVICE_ID",
    "distinctIdentifier": "DEVICE_ID",
    "subscriberId": "INSURANCE_ID",
    "latitude": "LOCATION",
    "longitude": "LOCATION",
    "onsetAge": "AGE",
    "deceasedAge": "AGE",
    "ageAge": "AGE",
}
"""What an element stands for wherever it is."""

AGES = frozenset({"onsetAge", "deceasedAge", "abatementAge", "ageAge", "valueAge", "performedAge"})
EXTENSIONS = {
    "patient-mothersMaidenName": "RELATIVE",
    "patient-birthTime": "DATE",
    "patient-citizenship": "COUNTRY",
    "patient-birthPlace": "LOCATION",
    "humanname-mothers-family": "PATIENT",
    "humanname-fathers-family": "PATIENT",
    "humanname-own-name": "PATIENT",
    "humanname-own-prefix": "PATIENT",
    "iso21090-ADXP-streetName": "STREET",
    "iso21090-ADXP-houseNumber": "STREET",
    "patient-occupation": "PROFESSION",
}
"""What the value of a standard extension stands for."""

ADDRESSES = frozenset(
    {"reference", "fullUrl", "url", "uri", "location", "endpoint", "valueUri", "valueUrl"}
)
"""Elements whose text may be the address of a resource."""

TERMINOLOGY = re.compile(
    r"(?:https?://(?:hl7\.org/fhir|terminology\.hl7\.org|loinc\.org|(?:www\.)?snomed\.info"
    r"|unitsofmeasure\.org|www\.nlm\.nih\.gov|www\.whocc\.no|hl7\.org|www\.ama-assn\.org"
    r"|dicom\.nema\.org|www\.orpha\.net|fdasis\.nlm\.nih\.gov|www\.genenames\.org"
    r"|varnomen\.hgvs\.org)(?:[/|#][\w./|#-]{0,120})?"
    r"|urn:(?:ietf:bcp:(?:13|47)|ietf:rfc:3986|iso:std:iso:\d{4}(?:-\d)?|iso:std:iso:11073:10101)"
    r"|urn:oid:2\.16\.840\.1\.113883\.(?:5|6)\.\d{1,4})",
    re.ASCII,
)
"""Code systems and profiles that everybody uses: their addresses say nothing of anybody."""

CODE = re.compile(r"(?:[A-Z]{0,5}\d{1,8}(?:[.-]\d{1,4})?|\d{6,18}|[A-Za-z][A-Za-z-]{0,31}"
                  r"|[A-Za-z0-9/%*.\[\]{}^_-]{1,15})", re.ASCII)  # fmt: skip
MEDIA_TYPE = re.compile(r"[a-z]{1,20}/[a-z0-9.+-]{1,80}(?:;\s?charset=[\w-]{1,20})?", re.ASCII)
UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", re.ASCII)
LOCAL_ID = re.compile(r"(?:p|pat|pr|pract|org|loc|obs|med|enc|dev|c|e|r|d|s)\d{1,2}", re.ASCII)
DATE = re.compile(
    r"\d{4}-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?)?",
    re.ASCII,
)
YEAR = re.compile(r"\d{4}", re.ASCII)
DATED = re.compile(r"(?:.*(?:[dD]ate|DateTime)|start|end|issued|period|authoredOn|recorded)")
