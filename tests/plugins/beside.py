"""Programs for the plugins' tests, run by the Python that has spaCy and Presidio.

Arguments: the folder of Sfumato's own packages, and the name of a program below. It prints JSON.
The packages of the peers come first, so that they meet the versions they were pinned with.
"""

import json
import site
import sys

site.addsitedir(sys.argv[1])

ES = "Paciente: Elvira Otxoa Llobregat, DNI 12345678Z. Ingresa el 03/04/2021 por dolor de cadera."
EN = "Mr Peter Novak, MRN 4471902, was seen on 12 March 2024 for a cough."


def spacy_marks():
    import spacy

    nlp = spacy.blank("es")
    nlp.add_pipe("sfumato")
    doc = nlp(ES)
    group = doc.spans["sfumato"]
    return {
        "ents": [[ent.text, ent.label_] for ent in doc.ents],
        "spans": [[span.text, span.label_] for span in group],
        "scores": group.attrs["scores"],
        "assigns": nlp.get_factory_meta("sfumato").assigns,
    }


def spacy_settings():
    import spacy

    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "SYMPTOM", "pattern": "cough"}, {"label": "X", "pattern": "Mr"}])
    nlp.add_pipe("sfumato", config={"policy": "report-only", "spans_key": "phi"})
    again = spacy.blank("en")
    again.add_pipe("sfumato", config={"set_ents": False})
    quiet = again(EN)
    doc = nlp(EN)
    packed = spacy.tokens.DocBin(docs=[doc], store_user_data=True).to_bytes()
    (copy,) = spacy.tokens.DocBin().from_bytes(packed).get_docs(nlp.vocab)
    return {
        "ents": [[ent.text, ent.label_] for ent in doc.ents],
        "spans": [span.text for span in doc.spans["phi"]],
        "quiet": [len(quiet.ents), len(quiet.spans["sfumato"])],
        "copy": [span.text for span in copy.spans["phi"]],
        "batch": [len(found.ents) for found in nlp.pipe([EN, "", EN])],
    }


def spacy_tokens():
    """Identifiers inside one token, and two that share one, leave nothing of themselves out."""
    import spacy
    from spacy.tokens import Doc

    from sfumato.core.span import Span
    from sfumato.plugins.spacy import Component

    class Given:
        def detect(self, text):
            return (Span(1, 6, "PATIENT"), Span(6, 9, "DATE"), Span(9, 12, "PHONE"))

    doc = Doc(spacy.blank("en").vocab, words=["ab", "cdefgh", "ijklmn"], spaces=[False] * 3)
    doc = Component(Given(), spans_key="sfumato", set_ents=True)(doc)
    return {
        "ents": [[ent.text, ent.label_] for ent in doc.ents],
        "spans": [[span.text, span.label_] for span in doc.spans["sfumato"]],
    }


def presidio_engine():
    import logging

    logging.disable(logging.CRITICAL)
    import spacy
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
    from presidio_analyzer.nlp_engine import SpacyNlpEngine
    from presidio_anonymizer import AnonymizerEngine

    from sfumato.plugins.presidio import SfumatoRecognizer

    class Blank(SpacyNlpEngine):
        def __init__(self):
            super().__init__(models=[{"lang_code": k, "model_name": k} for k in ("es", "en")])
            self.nlp = {name: spacy.blank(name) for name in ("es", "en")}

        def load(self):
            pass

    own = [SfumatoRecognizer(supported_language=name) for name in ("es", "en")]
    registry = RecognizerRegistry(own, supported_languages=["es", "en"])
    engine = AnalyzerEngine(registry, Blank(), supported_languages=["es", "en"])
    found = engine.analyze(ES, language="es", return_decision_process=True)
    english = engine.analyze(EN, language="en")
    return {
        "found": [
            [ES[r.start : r.end], r.entity_type] for r in sorted(found, key=lambda r: r.start)
        ],
        "scores": [r.score for r in found],
        "why": [str(r.analysis_explanation) for r in found],
        "only": [r.entity_type for r in engine.analyze(ES, language="es", entities=["DATE"])],
        "safe": AnonymizerEngine().anonymize(EN, english).text,
    }


def presidio_wrong():
    import logging

    logging.disable(logging.CRITICAL)
    from sfumato.core.errors import SettingsError
    from sfumato.plugins.presidio import SfumatoRecognizer

    said = []
    for words in (
        {"supported_language": "fr"},
        {"supported_entities": ["PERSON"]},
        {"policy": "no-such"},
    ):
        try:
            SfumatoRecognizer(**words)
        except SettingsError as error:
            said.append(str(error))
    return said


if __name__ == "__main__":
    sys.stdout.write(json.dumps(globals()[sys.argv[2]]()))
