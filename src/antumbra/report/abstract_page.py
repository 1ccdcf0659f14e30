"""A page about an analysis by the engine abstract: the verdict, the iterations, the picture, the trace."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from antumbra.program.pictures.views import Analysis
from antumbra.report.text import trace_table

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #1f2328; margin: 2rem auto; max-width: 1100px; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
table { border-collapse: collapse } td, th { padding: .3rem .8rem; border-bottom: 1px solid #d0d7de; text-align: left;
vertical-align: top } th { background: #f6f8fa } td.n { text-align: right }
code, pre { font: 13px 'DejaVu Sans Mono', Menlo, Consolas, monospace }
pre { background: #f6f8fa; padding: .8rem; overflow-x: auto } .picture { overflow: auto; border: 1px solid #d0d7de }
.safe { color: #1a7f37 } .unsafe { color: #cf222e } .unknown { color: #9a6700 }
"""


def page(analysis: Analysis, svg: str) -> str:
    """One HTML file without scripts or outside references; ``svg`` comes escaped."""
    return "\n".join(_lines(analysis, svg)) + "\n"


def _lines(analysis: Analysis, svg: str) -> Iterator[str]:
    yield '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(analysis.name)}</title><style>{_STYLE}</style></head><body>"
    yield f"<h1>{escape(analysis.name)}</h1>"
    yield _verdict(analysis)
    yield "<h2>Iterations</h2><table><tr><th>#</th><th>symbolic states</th><th>abstract states</th><th>queries</th>"
    yield "<th>seconds</th><th>new predicates</th></tr>"
    for row in analysis.iterations:
        new = "<br>".join(f"<code>{escape(text)}</code>" for text in row.new)
        cells = (row.number, row.symbolic, row.abstract, row.queries, f"{row.seconds:.2f}")
        yield "<tr>" + "".join(f'<td class="n">{c}</td>' for c in cells) + f"<td>{new}</td></tr>"
    yield "</table>"
    if analysis.trace:
        steps = "\n".join(trace_table(analysis.trace))
        yield f"<h2>Trace</h2><pre>{escape(steps)}</pre>"
    yield "<h2>Abstract transition system</h2>"
    yield "<p>Solid: exact (every state of the source has a successor in the target). Dotted: inexact. "
    if analysis.open_edges:
        yield "Grey: whether it is exact was not found out. "
    yield "↻: part of a loop. Blue: initial. Green: in the closed set of the proof. Red: the error. "
    yield "<i>match</i>: exploration was cut here.</p>"
    yield f'<div class="picture">{svg}</div></body></html>'


def _verdict(analysis: Analysis) -> str:
    claim = escape(analysis.claim)
    match analysis.verdict:
        case "unsafe":
            return f'<p class="unsafe"><b>unsafe: {claim}</b>, after {len(analysis.trace) - 1} transitions</p>'
        case "safe":
            return f'<p class="safe"><b>safe</b>, by {claim}, confirmed by an independent check</p>'
        case "unknown":
            return f'<p class="unknown"><b>unknown</b>: {claim}</p>'
