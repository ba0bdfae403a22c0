"""Page: documents with their findings as one HTML file without scripts or outside resources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from sfumato.cli.examine import Examined
from sfumato.cli.findings import hue_of, pieces
from sfumato.cli.frame import fate, page
from sfumato.cli.place import shown
from sfumato.core.release import Finding
from sfumato.policy.model import Policy

_LANGUAGES = {"es": "Spanish", "en": "English"}
_STYLE = "@media print { details { display: none; } }\n"


def page_of(documents: Sequence[Examined], policy: Policy) -> str:
    """The page of one file's documents."""
    counts = Counter(f.label for document in documents for f in document.outcome.findings)
    legend = "".join(
        f'<li style="--hue:{hue_of(label)}"><mark{" class=kept" if policy.keeps(label) else ""}>'
        f"{escape(label)}</mark> {count} "
        f"<span>{escape(fate(policy.operator_name(label)))}</span></li>"
        for label, count in sorted(counts.items())
    )
    name = shown(documents[0].path.name)
    return page(
        f"{name} - findings",
        style=_STYLE,
        header=(
            f"<h1>{escape(name)}</h1><p>{escape(_facts(documents, policy))}</p>"
            f"<ul>{legend or '<li>nothing was found</li>'}</ul>"
        ),
        body="".join(_article(document, policy) for document in documents),
    )


def _facts(documents: Sequence[Examined], policy: Policy) -> str:
    first = documents[0].outcome
    found = sum(len(document.outcome.findings) for document in documents)
    language = _LANGUAGES.get(first.language, "language unknown")
    many = f"{len(documents)} documents, " if len(documents) > 1 else ""
    return f"{many}{first.format}, {language}; {found} findings under the policy {policy.name}"


def _article(document: Examined, policy: Policy) -> str:
    named = f"line {document.line}, {shown(document.id)}" if document.line else ""
    heading = f"<h2>{escape(named)}</h2>" if named else ""
    marked = (_marked(piece, finding, policy) for piece, finding in pieces(document.outcome))
    body = "".join(marked).strip("\n")
    rows = "".join(map(_row, document.outcome.findings))
    table = (
        "<details><summary>Who found what</summary><table><thead><tr><th>label<th>score"
        f"<th>found by<th>place<th>offsets</thead><tbody>{rows}</tbody></table></details>"
    )
    return f"<article>{heading}<div class=text>{body}</div>{table if rows else ''}</article>"


def _marked(piece: str, finding: Finding | None, policy: Policy) -> str:
    if finding is None:
        return escape(piece)
    kind = " class=kept" if policy.keeps(finding.label) else ""
    told = f"{finding.label}: {finding.detector}, score {finding.score:.2f}, {finding.place}"
    return (
        f'<mark{kind} style="--hue:{hue_of(finding.label)}" title="{escape(told)}">'
        f"{escape(piece)}<small>{escape(finding.label)}</small></mark>"
    )


def _row(finding: Finding) -> str:
    cells = (
        f"{finding.score:.2f}",
        finding.detector,
        finding.place,
        f"{finding.start}-{finding.end}",
    )
    label = f'<td style="--hue:{hue_of(finding.label)}"><mark>{escape(finding.label)}</mark>'
    return f"<tr>{label}{''.join(f'<td>{escape(cell)}' for cell in cells)}</tr>"
