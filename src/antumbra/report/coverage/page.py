"""A page of what a run covered: the files, their functions, and each line of source with its branches.

One HTML file without scripts or outside references. Whatever comes from the program is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from antumbra.report.coverage.values import (
    BranchArm,
    Coverage,
    CoverageSummary,
    FileCoverage,
    function_summary,
    summary,
)
from antumbra.report.sanitize import one_line

#: files that are shown open; of more, a reader chooses
OPEN = 3

_STYLE = """
* { box-sizing: border-box }
body { font: 15px/1.5 system-ui, sans-serif; color: #1f2328; margin: 2rem auto; max-width: 1180px; padding: 0 1rem }
h1 { font-size: 1.4rem; margin: 0 } .about { color: #656d76; margin: .2rem 0 1.5rem }
table { border-collapse: collapse; width: 100% }
.sums td, .sums th { padding: .25rem .7rem; border-bottom: 1px solid #d0d7de; text-align: left; white-space: nowrap }
.sums th { background: #f6f8fa; font-size: .85rem } .sums td:first-child { width: 50%; overflow-wrap: anywhere;
white-space: normal }
.bar { display: inline-block; width: 90px; height: 9px; border-radius: 5px; background: #ffcecb; overflow: hidden;
vertical-align: middle; margin-right: .5rem }
.bar i { display: block; height: 100%; background: #2da44e }
.n { font-variant-numeric: tabular-nums; font-size: .9rem }
details { border: 1px solid #d0d7de; border-radius: 6px; margin: 1.2rem 0 } details details { margin: .6rem }
summary { cursor: pointer; padding: .5rem .8rem; background: #f6f8fa; border-radius: 6px; overflow-wrap: anywhere }
summary .n { color: #656d76; margin-left: .6rem }
.source { font: 13px/1.45 'DejaVu Sans Mono', Menlo, Consolas, monospace; table-layout: fixed }
.source td { padding: 0 .5rem; vertical-align: top }
.source .l { width: 4.2rem; text-align: right; color: #656d76; user-select: none }
.source .m { width: 1.8rem; text-align: center; user-select: none } .source .b { width: 4.4rem; user-select: none }
.source .c { white-space: pre-wrap; overflow-wrap: anywhere }
.hit { background: #dafbe1 } .hit .m { color: #1a7f37 } .miss { background: #ffebe9 } .miss .m { color: #cf222e }
.part { background: #fff8c5 } .part .m { color: #9a6700 }
a { color: #0969da; text-decoration: none } a:hover { text-decoration: underline }
tr:target { outline: 2px solid #0969da }
code { font: 13px 'DejaVu Sans Mono', Menlo, Consolas, monospace }
"""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_MARKS = {"hit": "✓", "miss": "✗", "part": "◐", "": ""}


def coverage_page(name: str, coverage: Coverage, sources: Mapping[str, str]) -> str:
    """The page; ``sources`` has texts of files as far as they are at hand."""
    return "\n".join(_lines(name, coverage, sources)) + "\n"


def _lines(name: str, coverage: Coverage, sources: Mapping[str, str]) -> Iterator[str]:
    yield '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>Coverage of {_text(name)}</title><style>{_STYLE}</style></head><body>"
    yield f"<h1>Coverage of {_text(name)}</h1>"
    yield (
        '<p class="about">✓ reached · ◐ reached, but not every way out of its branches was taken · ✗ not reached. '
        "The column before the text: ways taken of all.</p>"
    )
    files = sorted(coverage)
    rows = [(f'<a href="#f{at}">{_text(file)}</a>', summary({file: coverage[file]})) for at, file in enumerate(files)]
    yield from _table("file", [*rows, *([("<b>all</b>", summary(coverage))] if len(rows) > 1 else [])])
    for at, file in enumerate(files):
        yield from _file(at, file, coverage[file], sources.get(file), is_open=len(files) <= OPEN)
    yield "</body></html>"


def _table(what: str, rows: Sequence[tuple[str, CoverageSummary]]) -> Iterator[str]:
    """Names, which come escaped, with their shares."""
    yield f'<table class="sums"><tr><th>{what}</th><th>lines</th><th>branches</th><th>functions</th></tr>'
    for name, total in rows:
        cells = (
            _share(total.lines_covered, total.lines_total),
            _share(total.branches_covered, total.branches_total),
            _share(total.functions_covered, total.functions_total),
        )
        yield f"<tr><td>{name}</td>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    yield "</table>"


def _share(part: int, whole: int) -> str:
    if not whole:
        return '<span class="n">–</span>'
    percent = 100 * part / whole
    bar = f'<span class="bar"><i style="width:{percent:.1f}%"></i></span>'
    return f'{bar}<span class="n">{percent:.1f} % ({part}/{whole})</span>'


def _file(at: int, file: str, data: FileCoverage, source: str | None, *, is_open: bool) -> Iterator[str]:
    total = summary({file: data})
    told = f"{total.lines_covered}/{total.lines_total} lines"
    yield f'<details id="f{at}"{" open" if is_open else ""}><summary><code>{_text(file)}</code>'
    yield f'<span class="n">{told}</span></summary>'
    if data.functions:
        ordered = sorted(data.functions, key=lambda name: (data.functions[name].line, name))
        rows = [
            (f'<a href="#f{at}l{data.functions[name].line}">{_text(name)}</a>', function_summary(data, name))
            for name in ordered
        ]
        yield f"<details><summary>{len(rows)} function{'s' * (len(rows) != 1)}</summary>"
        yield from _table("function", rows)
        yield "</details>"
    yield '<table class="source">'
    yield from _source(at, data, source)
    yield "</table></details>"


def _source(at: int, data: FileCoverage, source: str | None) -> Iterator[str]:
    arms: dict[int, list[BranchArm]] = {}
    for arm in data.branches:
        arms.setdefault(arm.line, []).append(arm)
    texts = None if source is None else source.split("\n")
    if texts is not None and texts[-1] == "":
        texts.pop()
    last = max((*data.lines, *(function.line for function in data.functions.values())), default=0)
    if texts is None:
        yield '<tr><td class="c" colspan="4">The text of this file is not at hand; lines with code:</td></tr>'
    elif len(texts) < last:
        yield '<tr><td class="c" colspan="4">This file has changed since it was compiled.</td></tr>'
    numbers = sorted(data.lines) if texts is None else range(1, max(len(texts), last) + 1)
    for number in numbers:
        text = texts[number - 1] if texts is not None and number <= len(texts) else ""
        yield _line(at, number, data.lines.get(number), arms.get(number, ()), text)


def _line(at: int, number: int, hits: int | None, arms: Sequence[BranchArm], text: str) -> str:
    taken = sum(1 for arm in arms if arm.taken)
    role = "" if hits is None else "miss" if not hits else "part" if taken < len(arms) else "hit"
    ways = f"{taken}/{len(arms)}" if arms else ""
    return (
        f'<tr id="f{at}l{number}" class="{role}"><td class="l">{number}</td><td class="m">{_MARKS[role]}</td>'
        f'<td class="b">{ways}</td><td class="c">{_text(text.rstrip())}</td></tr>'
    )


def _text(text: str) -> str:
    return escape(one_line(text))
