import re
from pathlib import Path

from docs.generate import _MADE, pages

from sfumato.core.labels import LABELS

ROOT = Path(__file__).parents[2]


def test_the_reference_pages_are_up_to_date():
    for name, text in pages().items():
        assert (ROOT / "docs" / "reference" / name).read_text(encoding="utf-8") == _MADE + text, (
            f"{name} is stale; run `make docs`"
        )


def test_every_local_link_of_the_documents_leads_somewhere():
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_glossary_names_no_label_that_does_not_exist():
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`([A-Z_]{3,})`", text)) <= set(LABELS)
