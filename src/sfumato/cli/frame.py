"""Frame: what every page of ours has: no scripts, nothing from outside, both colour schemes."""

from __future__ import annotations

from html import escape

_VERBS = {
    "keep": "stays",
    "mask": "masked",
    "fixed": "starred out",
    "remove": "removed",
    "token": "a keyed token",
    "truncate": "truncated",
    "surrogate": "a surrogate",
    "role": "a name that tells the role",
}


def fate(operator: str) -> str:
    """What an operator does, in words."""
    return _VERBS.get(operator, operator)


def page(title: str, *, style: str, header: str, body: str) -> str:
    """A whole page; `style` comes after what all pages share."""
    return _FRAME.format(title=escape(title), style=_SHARED + style, header=header, body=body)


_FRAME = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer"><meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
{style}</style>
<header>{header}</header><main>{body}</main></html>
"""
_SHARED = """:root { color-scheme: light dark; --ink: #1c2330; --soft: #5c6472; --paper: #fbfaf7;
  --card: #fff; --line: #ddd8cc; --fill: 88%; --deep: 28%; --warn: #a3352d; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e3da; --soft: #a0a5af; --paper: #16181d; --card: #1c1f26; --line: #333842;
    --fill: 24%; --deep: 78%; --warn: #f0857d; }
}
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 54rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.25rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: .8rem; color: var(--soft); margin: 0 0 .5rem; }
p { color: var(--soft); font-size: .875rem; margin: .25rem 0 0; }
ul { list-style: none; padding: 1rem 0 0; margin: 0; display: flex; flex-wrap: wrap;
  gap: .4rem 1.1rem; font-size: .8rem; }
li span { color: var(--soft); }
article { background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
  padding: 1.25rem 1.5rem; margin: 1rem 0; }
.text { font: 16px/1.85 Georgia, "Noto Serif", serif; white-space: pre-wrap;
  overflow-wrap: anywhere; tab-size: 4; }
mark { color: inherit; background: hsl(var(--hue) 75% var(--fill)); border-radius: .25em;
  padding: .08em .25em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
mark.kept { background: none; border-bottom: 2px dotted hsl(var(--hue) 60% 50%); }
mark small { font: 600 .62rem system-ui, sans-serif; letter-spacing: .03em; margin-left: .4em;
  white-space: nowrap; color: hsl(var(--hue) 70% var(--deep)); }
details { margin-top: 1rem; border-top: 1px solid var(--line); padding-top: .6rem;
  font-size: .8rem; }
summary { cursor: pointer; color: var(--soft); }
table { border-collapse: collapse; margin-top: .5rem; width: 100%; }
th { text-align: left; color: var(--soft); font-weight: 500; }
th, td { padding: .2rem .8rem .2rem 0; vertical-align: top; }
"""
