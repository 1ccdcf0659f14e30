"""A page to walk through an analysis with region graphs: a slider over its steps, each a picture and a sentence.

All steps are in the page. The one script shows the one that the slider stands at; it is always the same text, and the
page's policy lets no other run.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape

from antumbra.program.pictures.svg import frames_svg, parts_svg
from antumbra.program.pictures.views import Regions, RegionStep
from antumbra.report.sanitize import one_line

_STYLE = """
* { box-sizing: border-box }
body { font: 15px/1.5 system-ui, sans-serif; color: #1f2328; margin: 0; height: 100vh; display: grid;
grid-template: auto 1fr / minmax(0, 1fr) }
header { padding: .6rem 1.2rem; border-bottom: 1px solid #d0d7de; background: #f6f8fa }
h1 { font-size: 1.1rem; margin: 0 } h2 { font-size: 1rem; margin: 0 } p { margin: .2rem 0 }
nav { display: flex; gap: .6rem; align-items: center; margin: .4rem 0 } #at { flex: 1 }
nav output { min-width: 7rem; text-align: right; font-variant-numeric: tabular-nums }
nav button { font: inherit; padding: 0 .7rem } nav select { max-width: 24rem; font: inherit }
main { overflow: auto; scroll-padding: 10.5rem 1rem 1rem } main > svg { display: block }
section { padding: 0 1.2rem; width: max-content; min-width: 100% }
.told { position: sticky; top: 0; left: 1.2rem; max-width: min(70rem, 100vw - 4rem); padding: .7rem 0 .2rem;
background: #fff }
.told p { min-height: 3em } .whole section { width: auto }
.whole section svg { max-width: 100%; height: auto; max-height: calc(100vh - 17rem) }
.key { font-size: .85rem; color: #57606a } .key > * { white-space: nowrap; display: inline-block }
.key i { font-style: normal; padding: 0 .35rem; border-radius: 3px; border: 1px solid #8c959f; margin-right: .4rem }
.key .a { background: #d8dee4 } .key .b { background: #ffcecb; border-color: #cf222e } .key .c { background: #fff8c5 }
.key .d { background: #ffebe9 } .key .e { border: 2px solid #cf222e }
.key b { font-weight: normal; padding-bottom: 1px; border-bottom: 3px solid #1a7f37; margin-right: .6rem }
.key .g { border-color: #cf222e } .key .h { border-bottom: 3px dashed #cf222e }
.key .k { border: 0; color: #0550ae }
"""

_SCRIPT = """
const steps = Array.from(document.querySelectorAll("main section"));
const slider = document.getElementById("at"), which = document.getElementById("which");
const place = document.getElementById("place");
let shown = 0;
function chosen(at) { return which.value === "" || steps[at].dataset.graph === which.value; }
function show(at) {
  steps[shown].hidden = true;
  shown = at;
  steps[at].hidden = false;
  slider.value = at;
  place.value = "step " + (at + 1) + " of " + steps.length;
  const mark = steps[at].querySelector(".frontier, .new, .first");
  if (mark) mark.scrollIntoView({ block: "nearest", inline: "nearest" });
  history.replaceState(null, "", "#" + (at + 1));
}
// the address names the step, so that one can point to it
function named() { return Math.min(Math.max(parseInt(location.hash.slice(1)) || 1, 1), steps.length) - 1; }
function move(by) {
  for (let at = shown + by; at >= 0 && at < steps.length; at += by) if (chosen(at)) return show(at);
}
slider.addEventListener("input", () => {
  const at = Number(slider.value);
  if (chosen(at)) return show(at);
  const near = steps.map((_, i) => i).filter(chosen);
  show(near.reduce((a, b) => Math.abs(b - at) < Math.abs(a - at) ? b : a, near[0]));
});
which.addEventListener("change", () => { if (!chosen(shown)) show(steps.findIndex((_, i) => chosen(i))); });
document.getElementById("back").addEventListener("click", () => move(-1));
document.getElementById("on").addEventListener("click", () => move(1));
const whole = document.getElementById("whole");
whole.addEventListener("change", () => document.querySelector("main").classList.toggle("whole", whole.checked));
addEventListener("keydown", event => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by === undefined || event.target === which) return;
  event.preventDefault();
  move(by);
});
slider.max = steps.length - 1;
steps.forEach(step => { step.hidden = true; });
addEventListener("hashchange", () => show(named()));
show(named());
"""

_KEY = (
    '<i class="a">initial</i><i class="b">error, or the goal</i><i class="c">not reachable from the initial region</i>'
    '<i class="d">error that is not reachable</i><i class="e">new by a split</i>'
    '<b>passed by a test</b><b class="g">frontier</b><b class="h">abstract error path</b><b class="k">condition</b>'
    "<span>#3[a = 0]: a test's state after 3 steps</span>"
)


def page(regions: Regions) -> str:
    """One HTML file without outside references."""
    return "\n".join(_lines(regions)) + "\n"


def _lines(regions: Regions) -> Iterator[str]:
    digest = b64encode(sha256(_SCRIPT.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    yield '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield f"<title>{_text(regions.name)}: region graphs</title><style>{_STYLE}</style></head><body>"
    yield f"<header><h1>{_text(regions.title)}</h1>"
    yield '<nav><button id="back" title="arrow key left">←</button>'
    yield '<input id="at" type="range" min="0" value="0" aria-label="step">'
    yield '<button id="on" title="arrow key right">→</button><output id="place"></output>'
    yield '<select id="which" aria-label="graph"><option value="">all graphs</option>'
    for number, about in enumerate(regions.graphs):
        yield f'<option value="{number}">{_text(about)}</option>'
    yield '</select><label><input id="whole" type="checkbox"> whole picture</label>'
    yield f'</nav><p class="key">{_KEY}</p></header><main>{parts_svg()}'
    for step, svg in zip(regions.steps, _drawn(regions.steps), strict=True):
        iteration = f"iteration {step.iteration}" if step.iteration else "before the first iteration"
        about = _text(regions.graphs[step.graph])
        yield f'<section data-graph="{step.graph}"><div class="told">'
        yield f"<h2>{about} <small>{iteration}</small></h2><p>{_text(step.sentence)}</p></div>{svg}</section>"
    yield f"</main><script>{_SCRIPT}</script></body></html>"


def _drawn(steps: Sequence[RegionStep]) -> list[str]:
    runs: dict[int, list[int]] = {}
    for at, step in enumerate(steps):
        runs.setdefault(step.run, []).append(at)
    found: dict[int, str] = {}
    for run in runs.values():
        found.update(zip(run, frames_svg([steps[at].picture for at in run]), strict=True))
    return [found[at] for at in range(len(steps))]


def _text(text: str) -> str:
    return escape(one_line(text))
