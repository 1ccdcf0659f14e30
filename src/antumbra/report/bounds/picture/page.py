"""The page of a characterization: its pictures, the bounds as text, tests, neighbours, counts, and what it rests on.

One file without outside references. The one script shows the pair of inputs that was chosen; it is always the same
text, and the page's policy lets no other run. Without it all pairs are shown.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

from antumbra import terms as T
from antumbra.bounds.cfc import Side
from antumbra.report.bounds.picture import ink
from antumbra.report.bounds.picture.document import alone
from antumbra.report.bounds.picture.figures import Figures, figures_of
from antumbra.report.bounds.picture.ink import safe_text as text
from antumbra.report.bounds.picture.parts.axis import axis_of
from antumbra.report.bounds.picture.points import assignment
from antumbra.report.bounds.picture.wording import Names, count_text, headline
from antumbra.report.characterization import Characterization, Clause, Count
from antumbra.report.result import Input

_STYLE = """
* { box-sizing: border-box }
:root { color-scheme: light dark; --ink: #1f2328; --soft: #57606a; --paper: #ffffff; --line: #d0d7de; --shade: #f3f5f7 }
@media (prefers-color-scheme: dark) {
:root { --ink: #e6edf3; --soft: #9da7b3; --paper: #16191d; --line: #3d444d; --shade: #20252b } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
max-width: 1160px; padding: 1rem 1.2rem 3rem }
h1 { font-size: 1.3rem; margin: 0; overflow-wrap: anywhere } h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem }
p { margin: .3rem 0 } .soft { color: var(--soft); font-size: .9rem }
code { font: 13px/1.5 'DejaVu Sans Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere }
.badge { display: inline-block; padding: 0 .7rem; border-radius: 1rem; border: 1.5px solid var(--ink);
font-weight: 600 }
.badge.exact { background: var(--ink); color: var(--paper) }
figure { margin: .8rem 0; padding: .6rem; background: #ffffff; color: #1f2328; border: 1px solid var(--line);
border-radius: 6px; overflow-x: auto }
figure svg { display: block; width: 100%; height: auto; min-width: 320px } figcaption { font-size: .85rem }
figure.wide svg { min-width: 560px } figure.narrow { display: none }
@media (max-width: 640px) { figure.narrow { display: block } figure.broad:has(+ .narrow) { display: none } }
.pairs { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(340px, 100%), 1fr)); gap: .8rem }
.pairs figure { margin: 0 } .pairs.one { display: block } .pairs.one svg { max-width: 900px !important }
.key { padding: .4rem .6rem; font-size: .85rem } .key span { display: inline-block; margin-right: 1.4rem }
.key svg { display: inline-block; width: 26px; height: 16px; min-width: 0; vertical-align: -3px }
select { font: inherit; max-width: 100% }
.side { border-left: 8px solid; padding: .1rem 0 .1rem .8rem; margin: .6rem 0 }
.side.must { border-color: #d55e00 } .side.safe { border-color: #56b4e9 } .side.may { border-color: #c9b800 }
.side h3 { font-size: .95rem; margin: 0 } .side ul, .side ol { margin: .2rem 0; padding-left: 1.6rem }
.scroll { overflow-x: auto } table { border-collapse: collapse; font-size: .9rem }
th, td { text-align: left; padding: .25rem .7rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
details { margin: .6rem 0 } summary { cursor: pointer; font-weight: 600 }
details pre { font: 12px/1.5 'DejaVu Sans Mono', Menlo, Consolas, monospace; white-space: pre-wrap;
overflow-wrap: anywhere; background: var(--shade); padding: .5rem .7rem }
.defs { position: absolute; width: 0; height: 0 }
"""

_SCRIPT = """
const which = document.getElementById("which");
if (which !== null) {
  const grid = document.querySelector(".pairs"), figures = Array.from(grid.children);
  const choose = () => {
    grid.classList.toggle("one", which.value !== "");
    figures.forEach((figure, i) => { figure.hidden = which.value !== "" && which.value !== String(i); });
  };
  which.addEventListener("change", choose);
  which.closest("p").hidden = false;
  choose();
}
"""


def characterization_html(result: Characterization, figures: Figures | None = None) -> str:
    """``figures``: those of the same result, if they are there."""
    drawn = figures_of(result) if figures is None else figures
    return "\n".join(_lines(result, drawn)) + "\n"


def _lines(result: Characterization, drawn: Figures) -> Iterator[str]:
    digest = b64encode(sha256(_SCRIPT.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    words, exact = headline(result)
    yield '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{text(result.file)}: which inputs fail</title><style>{_STYLE}{ink.STYLE}</style></head><body>"
    yield f'<svg class="defs" aria-hidden="true">{ink.PATTERNS}</svg>'
    role = "badge exact" if exact else "badge"
    yield f'<h1>{text(result.file)}</h1><p><span class="{role}">{words}</span> '
    yield f"Which inputs fail: <code>{text(result.property)}</code></p>"
    if not exact:
        yield f"<p>Why there is a gap: {text(result.reason or 'not known')}.</p>"
    if result.counted is not None:
        yield f"<p>{text(count_text(result.counted))}.</p>"
    yield from _pictures(drawn)
    yield from _bounds(result)
    yield from _tests(result)
    yield from _neighbours(result)
    yield from _counts(result.counted)
    yield from _inputs(result)
    yield from _grounds(result)
    yield f"<script>{_SCRIPT}</script></body></html>"


def _pictures(drawn: Figures) -> Iterator[str]:
    for number, figure in enumerate(drawn.main):
        yield f'<figure class="broad">{alone(figure)}'
        if number < len(drawn.narrow):
            yield f'</figure><figure class="narrow">{alone(drawn.narrow[number])}'
        yield f"</figure><p>{text(figure.about)}</p>"
    if drawn.pairs:
        options = "".join(f'<option value="{i}">{text(pair.name)}</option>' for i, pair in enumerate(drawn.pairs))
        yield '<h2>Pairs of inputs</h2><p hidden><label>Show <select id="which">'
        yield f'<option value="">all {len(drawn.pairs)} pairs</option>{options}</select></label></p><div class="pairs">'
        for figure in drawn.pairs:
            caption = f"<b>{text(figure.name)}</b> {text(figure.about)}"
            yield f"<figure>{alone(figure)}<figcaption>{caption}</figcaption></figure>"
        yield "</div>"
    if drawn.tree is not None:
        yield f'<h2>Tree of conditions</h2><figure class="wide">{alone(drawn.tree)}'
        yield f"<figcaption>{text(drawn.tree.about)}</figcaption></figure>"
    yield '<figure class="key">'
    for shape, words in ink.legend_items(drawn.all):
        yield f'<span><svg class="cf" viewBox="-1 -1 26 16" aria-hidden="true">{shape}</svg> {words}</span>'
    yield "</figure>"
    for sentence in drawn.about:
        yield f'<p class="soft">{text(sentence)}</p>'


def _bounds(result: Characterization) -> Iterator[str]:
    yield "<h2>Bounds</h2>"
    if result.cfc.domain is not T.TRUE:
        domain = Names(result.cfc.parameters).condition(result.cfc.domain)
        yield f"<p>Of inputs with <code>{text(domain)}</code>; nothing is said of others.</p>"
    yield from _side(result, Side.MUST, "MUST: inputs that certainly fail", "No input is known to fail.")
    safe = "Everything else does not fail." if result.exact else "No input is known not to fail."
    yield from _side(result, Side.SAFE, "SAFE: inputs that certainly do not fail", safe)
    if not result.exact:
        yield '<section class="side may"><h3>MAY: what is not known</h3><p>Every input that is in neither.</p>'
        yield "</section>"


def _side(result: Characterization, side: Side, title: str, otherwise: str) -> Iterator[str]:
    yield f'<section class="side {side.value}"><h3>{title}</h3>'
    clauses = [(number, clause) for number, clause in enumerate(result.clauses, 1) if clause.side is side]
    if clauses:
        yield "<ol>"
        for number, clause in clauses:
            yield f'<li value="{number}">{_clause(clause)}</li>'
        yield "</ol>"
    else:
        names = Names(result.cfc.parameters)
        pieces = result.cfc.of(side)
        rest = side is Side.SAFE and result.exact
        yield f"<p>{otherwise}</p>" if rest or not pieces else _list(names.condition(p.condition) for p in pieces)
    yield "</section>"


def _clause(clause: Clause) -> str:
    parts = [f"<code>{text(clause.text)}</code>"]
    if clause.failure is not None:
        where = "" if clause.failure.location is None else f" at {clause.failure.location}"
        parts.append(f'<span class="soft">{text(f"{clause.failure.check}{where} {clause.failure.message}")}</span>')
    return " ".join(parts)


def _tests(result: Characterization) -> Iterator[str]:
    rows = [(n, c.finding) for n, c in enumerate(result.clauses, 1) if c.finding is not None]
    if not rows:
        return
    yield '<h2>Failing tests</h2><div class="scroll"><table><tr><th>clause</th><th>inputs</th><th>fails</th>'
    yield "<th>run again</th></tr>"
    for number, finding in rows:
        place = "" if finding.location is None else f" at {finding.location}"
        again = {True: "failed again", False: "did not fail again", None: "was not run again"}[finding.replayed]
        test = f"{again}; {finding.test}" if finding.test else again
        yield f"<tr><td>{number}</td><td><code>{text(_named(result, finding.inputs))}</code></td>"
        yield f"<td>{text(f'{finding.message or finding.check}{place}')}</td><td>{text(test)}</td></tr>"
    yield "</table></div>"


def _neighbours(result: Characterization) -> Iterator[str]:
    if not result.neighbours:
        return
    yield '<h2>Neighbours across a border</h2><div class="scroll"><table><tr><th>input</th><th>fails</th>'
    yield "<th>does not fail</th><th>run again</th></tr>"
    for pair in result.neighbours:
        again = {True: "it failed again", False: "it did not fail again", None: "was not run again"}[pair.replayed]
        yield f"<tr><td>{text(pair.parameter)}</td><td><code>{text(_values(pair.fails))}</code></td>"
        yield f"<td><code>{text(_values(pair.passes))}</code></td><td>{again}</td></tr>"
    yield "</table></div>"


def _counts(count: Count | None) -> Iterator[str]:
    if count is None:
        return
    rows = [("inputs that fail, at least", count.least), ("at most", count.most), ("of", count.total)]
    yield '<h2>How many</h2><div class="scroll"><table>'
    for name, value in rows:
        yield f"<tr><th>{name}</th><td>{'not counted' if value is None else f'{value:,}'}</td></tr>"
    for name, share in zip(("probability, at least", "at most"), count.probability, strict=True):
        if share is not None:
            yield f"<tr><th>{name}</th><td><code>{share}</code> {_decimal(float(share))}</td></tr>"
    yield f"<tr><th>inputs are drawn</th><td>{text(count.distribution)}</td></tr></table></div>"


def _decimal(share: float) -> str:
    return "" if share in (0.0, 1.0) else f"≈ {share:.6g}"


def _inputs(result: Characterization) -> Iterator[str]:
    if not result.cfc.parameters:
        return
    yield '<h2>Inputs</h2><div class="scroll"><table><tr><th>name</th><th>type</th><th>values</th><th>read at</th></tr>'
    for parameter in result.cfc.parameters:
        axis = axis_of(parameter)
        limits = ""
        if axis is not None and axis.least is not None and axis.greatest is not None:
            ends = axis.infinities or (axis.least, axis.greatest)
            limits = f"{axis.text(ends[0])} … {axis.text(ends[1])}" + (", NaN" if axis.infinities else "")
        place = parameter.input.place.location
        at = "" if place is None else str(place)
        yield f"<tr><td><code>{text(parameter.name)}</code></td><td>{text(parameter.type_name)}</td>"
        yield f"<td>{text(limits or 'no limits')}</td><td>{text(at)}</td></tr>"
    yield "</table></div>"
    if result.irrelevant:
        yield f"<p>These do not matter: <code>{text(', '.join(result.irrelevant))}</code>.</p>"


def _grounds(result: Characterization) -> Iterator[str]:
    yield "<h2>What this rests on</h2>"
    if result.integers:
        yield f"<p>Integers: {text(result.integers)}.</p>"
    checked = {True: "The bounds were proved again by another solver.", False: "The second proof failed."}
    yield f"<p>{checked.get(result.proof_checked, 'The bounds were not proved a second time.')}</p>"  # type: ignore[arg-type]
    yield _list(result.checks)
    if result.assumptions:
        yield "<h3>Assumed</h3>" + _list(assumption.text for assumption in result.assumptions)
    if result.notes:
        yield "<h3>Notes</h3>" + _list(result.notes)
    names = Names(result.cfc.parameters)
    yield f"<details><summary>Evidence of each piece ({len(result.cfc.pieces)})</summary>"
    yield '<div class="scroll"><table><tr><th>piece</th><th>side</th><th>condition</th><th>shown</th></tr>'
    for number, piece in enumerate(result.cfc.pieces, 1):
        evidence = f"{piece.evidence.phase}, {piece.evidence.engine}: {piece.evidence.claim}"
        yield f"<tr><td>{number}</td><td>{piece.side.value.upper()}</td>"
        yield f"<td><code>{text(names.condition(piece.condition))}</code></td><td>{text(evidence)}</td></tr>"
    yield "</table></div></details>"
    if result.log:
        yield "<details><summary>The run, phase by phase</summary><pre>"
        yield "\n".join(text(line) for line in result.log)
        yield "</pre></details>"


def _named(result: Characterization, inputs: Sequence[Input]) -> str:
    """By the names of the parameters, where each value is one of theirs."""
    env = assignment(result.cfc.parameters, inputs)
    if env is None or len(env) != len(inputs):
        return _values(inputs)
    return Names(result.cfc.parameters).values(env) or "no inputs"


def _values(inputs: Iterable[Input]) -> str:
    return ", ".join(f"{value.name} = {value.value}" for value in inputs) or "no inputs"


def _list(texts: Iterable[str]) -> str:
    items = "".join(f"<li>{text(item)}</li>" for item in texts)
    return f"<ul>{items}</ul>" if items else ""
