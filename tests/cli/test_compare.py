"""A page that shows original and released text side by side."""

import re

import pytest
from ward import NOTE

FOREIGN = re.compile(
    r"<script|<img|<iframe|https?://|javascript:|\son\w+=|@import|url\(", re.IGNORECASE
)


@pytest.fixture
def page(sfumato, ward, tmp_path):
    def made(name, *more, policy="hipaa-safe-harbor"):
        assert (
            sfumato("deid", ward, "--out", tmp_path / "out", "--map", "--policy", policy).code == 0
        )
        to = tmp_path / "page.html"
        ran = sfumato("compare", ward / name, tmp_path / "out" / name, "--html", to, *more)
        assert ran.code == 0, ran.err
        assert "holds the original text" in ran.out
        return to.read_text(encoding="utf-8")

    return made


def test_each_replaced_place_is_linked_with_its_original(page):
    said = page("note.txt")
    old = re.findall(r'<a id="o([\d-]+)" href="#r\1"', said)
    new = re.findall(r'<a id="r([\d-]+)" href="#o\1"', said)
    assert old == new
    assert len(old) >= 4
    for words in (
        "Elvira Otxoa",
        "[PATIENT]",
        "12345678Z",
        "[PHONE]",
        "This page holds the original",
    ):
        assert words in said


def test_the_page_needs_nothing_and_runs_nothing(page):
    said = page("note.txt")
    assert not FOREIGN.search(said)
    assert "default-src 'none'" in said


def test_text_of_a_document_is_no_markup(sfumato, tmp_path):
    (tmp_path / "note.txt").write_text('Name: <b>Ana</b> & "Co" <script>x</script>\n', "utf-8")
    (tmp_path / "new.txt").write_text('Name: <b>Eva</b> & "Co" <script>y</script>\n', "utf-8")
    to = tmp_path / "page.html"
    ran = sfumato("compare", tmp_path / "note.txt", tmp_path / "new.txt", "--html", to)
    assert ran.code == 0
    said = to.read_text(encoding="utf-8")
    assert "<b>Ana" not in said
    assert "<script" not in said
    assert "&lt;b&gt;" in said


def test_without_a_map_the_texts_are_compared(sfumato, tmp_path):
    (tmp_path / "a.txt").write_text(NOTE, encoding="utf-8")
    (tmp_path / "b.txt").write_text(NOTE.replace("Elvira Otxoa", "Inés Pardo"), encoding="utf-8")
    to = tmp_path / "page.html"
    assert sfumato("compare", tmp_path / "a.txt", tmp_path / "b.txt", "--html", to).code == 0
    said = to.read_text(encoding="utf-8")
    assert "1 places replaced; no map" in said
    assert "Elvira Otxoa</mark>" in said


def test_lines_are_documents(page):
    assert re.findall("<h2>(.*?)</h2>", page("lines.jsonl")) == ["line 1", "line 2", "line 3"]


def test_a_map_of_other_files_is_told(sfumato, ward, tmp_path):
    sfumato("deid", ward, "--out", tmp_path / "out", "--map")
    (tmp_path / "other.txt").write_text("Nothing of the kind.\n", encoding="utf-8")
    to = tmp_path / "page.html"
    ran = sfumato("compare", tmp_path / "other.txt", tmp_path / "out" / "note.txt", "--html", to)
    assert ran.code == 2
    assert "the map does not lead" in ran.err
    assert not to.exists()
