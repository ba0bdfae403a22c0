"""The annotation beside an output, and the ontology it is written in."""

import json
import re
from importlib.resources import files

import pytest
from bench.trials.hospital import Intake, run
from tests.roles import LINE, NOTE

from sfumato.annotation import IRI

TURTLE = files("sfumato.data").joinpath("ontology.ttl").read_text("utf-8")
CLASSES = "Person Patient Provider Caregiver Encounter Treatment Observation Note".split()


@pytest.fixture
def graph():
    release = run(NOTE.encode(), Intake(name="n1.txt"), LINE("annotate=true"))
    return json.loads(release.companions[".txt.jsonld"]), release


def test_the_ontology_names_who_treats_observes_and_accompanies_in_which_encounter():
    terms = set(re.findall(r"^:(\w+) a ", TURTLE, re.MULTILINE))
    assert set(CLASSES) | {"treats", "observes", "accompanies", "inEncounter"} <= terms


def test_the_annotation_uses_the_terms_of_the_ontology_alone(graph):
    terms = set(re.findall(r"^:(\w+) a ", TURTLE, re.MULTILINE))
    for node in graph[0]["@graph"]:
        assert node["@type"] in CLASSES
        assert {key for key in node if not key.startswith("@")} <= terms


def test_it_tells_who_reported_what_and_when_and_points_into_the_output(graph):
    nodes = {node["@id"]: node for node in graph[0]["@graph"]}
    (told,) = [node for node in nodes.values() if node["@type"] == "Observation"]
    (done,) = [node for node in nodes.values() if node["@type"] == "Treatment"]
    assert nodes[told["reportedBy"]]["@type"] == "Caregiver"
    assert nodes[done["givenBy"]]["@type"] == "Provider"
    text = graph[1].text
    assert "slept poorly" in text[told["start"] : told["end"]]
    assert "morphine" in text[done["start"] : done["end"]]
    assert told["inEncounter"] == "#ENCOUNTER1"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", told["shiftedDate"])
    assert told["shiftedDate"] != "2021-04-02"


def test_it_holds_nothing_of_the_original(graph):
    shown = json.dumps(graph[0])
    for word in "Vandermole Ilsabet Corvin Quenneth Daria A-1001 2021-04-02 V1".split():
        assert word not in shown


@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")
def test_rdf_readers_take_both_and_every_shape_holds(graph):
    rdflib = pytest.importorskip("rdflib")
    ontology = rdflib.Graph().parse(data=TURTLE, format="turtle")
    said = rdflib.Graph().parse(data=json.dumps(graph[0]), format="json-ld")
    assert len(said) > 10
    for one, path, least, kind in _rules(ontology, rdflib):
        for subject in said.subjects(rdflib.RDF.type, one):
            found = list(said.objects(subject, path))
            assert len(found) >= least
            for value in found if kind else ():
                types = set(said.objects(value, rdflib.RDF.type))
                assert any(_is_below(ontology, two, kind, rdflib) for two in types)


def _rules(ontology, rdflib):
    """The shapes as rows: class, path, least number, class of what it leads to."""
    shacl = rdflib.Namespace("http://www.w3.org/ns/shacl#")
    for shape in ontology.subjects(rdflib.RDF.type, shacl.NodeShape):
        for one in ontology.objects(shape, shacl.targetClass):
            for rule in ontology.objects(shape, shacl.property):
                least = ontology.value(rule, shacl.minCount)
                yield (
                    one,
                    ontology.value(rule, shacl.path),
                    int(least or 0),
                    ontology.value(rule, shacl["class"]),
                )


def _is_below(ontology, one, kind, rdflib):
    assert str(one).startswith(IRI)
    return kind in set(ontology.transitive_objects(one, rdflib.RDFS.subClassOf))
