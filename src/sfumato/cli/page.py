"""Page: documents with their findings as one HTML file without scripts or outside resources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from sfumato.cli.examine import Examined
from sfumato.cli.findings import hue_of, pieces
from sfumato.cli.place import shown
from sfumato.core.release import Finding
from sfumato.policy.model import Policy

_LANGUAGES = {"es": "Spanish", "en": "English"}
_VERBS = {
    "keep": "stays",
    "mask": "masked",
    "fixed": "starred out",
    "remove": "removed",
    "token": "a keyed token",
    "truncate": "truncated",
}


def page_of(documents: Sequence[Examined], policy: Policy) -> str:
    """The page of one file's documents."""
    counts = Counter(f.label for document in documents for f in document.outcome.findings)
    legend = "".join(
        f'<li style="--hue:{hue_of(label)}"><mark{" class=kept" if policy.keeps(label) else ""}>'
        f"{escape(label)}</mark> {count} "
        f"<span>{escape(_fate(label, policy))}</span></li>"
        for label, count in sorted(counts.items())
    )
    return _PAGE.format(
        name=escape(shown(documents[0].path.name)),
        facts=escape(_facts(documents, policy)),
        legend=legend or "<li>nothing was found</li>",
        body="".join(_article(document, policy) for document in documents),
    )


def _facts(documents: Sequence[Examined], policy: Policy) -> str:
    first = documents[0].outcome
    found = sum(len(document.outcome.findings) for document in documents)
    language = _LANGUAGES.get(first.language, "language unknown")
    many = f"{len(documents)} documents, " if len(documents) > 1 else ""
    return f"{many}{first.format}, {language}; {found} findings under the policy {policy.name}"


def _fate(label: str, policy: Policy) -> str:
    name = policy.operator_name(label)
    return _VERBS.get(name, name)


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


_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{name} - findings</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer"><meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
:root {{ color-scheme: light dark; --ink: #1c2330; --soft: #5c6472; --paper: #fbfaf7;
  --card: #fff; --line: #ddd8cc; --fill: 88%; --deep: 28%; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --ink: #e6e3da; --soft: #a0a5af; --paper: #16181d; --card: #1c1f26; --line: #333842;
    --fill: 24%; --deep: 78%; }}
}}
* {{ box-sizing: border-box; }}
body {{ font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 54rem; margin: 2rem auto; padding: 0 1rem; }}
h1 {{ font-size: 1.25rem; margin: 0; overflow-wrap: anywhere; }}
h2 {{ font-size: .8rem; color: var(--soft); margin: 0 0 .5rem; }}
p {{ color: var(--soft); font-size: .875rem; margin: .25rem 0 0; }}
ul {{ list-style: none; padding: 1rem 0 0; margin: 0; display: flex; flex-wrap: wrap;
  gap: .4rem 1.1rem; font-size: .8rem; }}
li span {{ color: var(--soft); }}
article {{ background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
  padding: 1.25rem 1.5rem; margin: 1rem 0; }}
.text {{ font: 16px/1.85 Georgia, "Noto Serif", serif; white-space: pre-wrap;
  overflow-wrap: anywhere; tab-size: 4; }}
mark {{ color: inherit; background: hsl(var(--hue) 75% var(--fill)); border-radius: .25em;
  padding: .08em .25em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }}
mark.kept {{ background: none; border-bottom: 2px dotted hsl(var(--hue) 60% 50%); }}
mark small {{ font: 600 .62rem system-ui, sans-serif; letter-spacing: .03em; margin-left: .4em;
  white-space: nowrap; color: hsl(var(--hue) 70% var(--deep)); }}
details {{ margin-top: 1rem; border-top: 1px solid var(--line); padding-top: .6rem;
  font-size: .8rem; }}
summary {{ cursor: pointer; color: var(--soft); }}
table {{ border-collapse: collapse; margin-top: .5rem; width: 100%; }}
th {{ text-align: left; color: var(--soft); font-weight: 500; }}
th, td {{ padding: .2rem .8rem .2rem 0; vertical-align: top; }}
@media print {{ details {{ display: none; }} }}
</style>
<header><h1>{name}</h1><p>{facts}</p><ul>{legend}</ul></header><main>{body}</main></html>
"""
