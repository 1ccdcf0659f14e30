"""A page to click through the symbolic execution tree: the picture, and beside it all that is known of one node.

A click makes a node the target of the page's address. The one script shows what is said of the target, begins at the
root, zooms (+, -, 0) and searches (/); it is always the same text, and the page's policy lets no other run.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from html import escape

from antumbra.program.pictures.svg import box_id
from antumbra.program.pictures.views import Tree, TreeNode
from antumbra.report.sanitize import one_line

_STYLE = """
* { box-sizing: border-box }
body { font: 15px/1.5 system-ui, sans-serif; color: #1f2328; margin: 0; height: 100vh; display: grid;
grid-template: auto 1fr / 1fr minmax(340px, 30vw) }
header { grid-column: 1 / 3; padding: .6rem 1.2rem; border-bottom: 1px solid #d0d7de; background: #f6f8fa }
h1 { font-size: 1.1rem; margin: 0 } h2 { font-size: 1.05rem; margin: 0 0 .4rem }
h3 { font-size: .8rem; margin: 1rem 0 .2rem; color: #656d76; text-transform: uppercase; letter-spacing: .04em }
header p { margin: 0; font-size: .85rem; color: #656d76 }
.key i { font-style: normal; padding: 0 .3rem; border-radius: 3px; border: 1px solid #8c959f; margin-right: .5rem }
.key .return { background: #dafbe1; border-color: #1a7f37 } .key .error { background: #ffebe9; border-color: #cf222e }
.key .pruned { background: #fbefff; border: 1px dashed #8250df }
.key .open { background: #fff8c5; border-color: #9a6700 }
main { overflow: auto } aside { overflow: auto; border-left: 1px solid #d0d7de; padding: 1rem 1.2rem }
code, pre { font: 13px/1.5 'DejaVu Sans Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere }
pre { background: #f6f8fa; padding: .5rem .7rem; margin: 0; white-space: pre-wrap }
ul { margin: 0; padding-left: 1.1rem } p { margin: .2rem 0 } a { color: #0969da }
.error { color: #cf222e } .open { color: #9a6700 } .return { color: #1a7f37 } .pruned { color: #8250df }
button, input { font: inherit; padding: 0 .5rem }
svg a { cursor: pointer } svg a:hover .box { stroke-width: 2.5 } svg .block { scroll-margin: 120px }
svg .block:target .box { stroke: #0969da; stroke-width: 3.5; stroke-dasharray: none }
"""

_SCRIPT = """
let shown = document.getElementById("d0");
function show() {
  const at = /^#p0b([0-9]+)$/.exec(location.hash);
  const next = document.getElementById("d" + (at ? at[1] : 0));
  if (next === null) return;
  shown.hidden = true;
  next.hidden = false;
  next.parentElement.scrollTop = 0;
  shown = next;
}
addEventListener("hashchange", show);
show();

const main = document.querySelector("main"), svg = main.querySelector("svg");
const whole = svg.getBoundingClientRect();
let scale = 1;
function center(box) {
  const at = box.getBoundingClientRect(), room = main.getBoundingClientRect();
  main.scrollLeft += at.left + at.width / 2 - room.left - room.width / 2;
  main.scrollTop += at.top - room.top - room.height / 5;
}
function zoom(to) {
  const x = (main.scrollLeft + main.clientWidth / 2) / scale, y = (main.scrollTop + main.clientHeight / 2) / scale;
  scale = Math.min(4, Math.max(0.02, to));
  svg.style.width = whole.width * scale + "px";
  svg.style.height = whole.height * scale + "px";
  main.scrollLeft = x * scale - main.clientWidth / 2;
  main.scrollTop = y * scale - main.clientHeight / 2;
}
function fit() {
  zoom(Math.min(1, main.clientWidth / whole.width, main.clientHeight / whole.height));
}
const find = document.getElementById("find"), found = document.getElementById("found");
function search() {
  const word = find.value.toLowerCase();
  const all = [...document.querySelectorAll("aside section")];
  const hits = word ? all.filter(s => s.textContent.toLowerCase().includes(word)) : [];
  found.textContent = word ? hits.length + " found" : "";
  if (hits.length === 0) return;
  const after = hits.find(s => all.indexOf(s) > all.indexOf(shown)) || hits[0];
  location.hash = "#p0b" + after.id.slice(1);
  show();
  center(document.getElementById("p0b" + after.id.slice(1)));
}
find.addEventListener("keydown", event => { if (event.key === "Enter") search(); });
for (const [id, act] of [["in", () => zoom(scale * 1.25)], ["out", () => zoom(scale / 1.25)], ["one", () => zoom(1)],
                         ["fit", fit]])
  document.getElementById(id).addEventListener("click", act);
addEventListener("keydown", event => {
  if (event.target === find || event.ctrlKey || event.metaKey) return;
  if (event.key === "+") zoom(scale * 1.25);
  else if (event.key === "-") zoom(scale / 1.25);
  else if (event.key === "0") fit();
  else if (event.key === "/") { find.focus(); event.preventDefault(); }
});
const first = document.getElementById(location.hash.slice(1) || "p0b0") || document.getElementById("p0b0");
if (first !== null) center(first);
"""

_TOOLS = (
    '<button id="in">+</button> <button id="out">−</button> <button id="one">1:1</button> '
    '<button id="fit">fit</button> <input id="find" type="search" placeholder="search all nodes, Enter: the next" '
    'size="32"> <span id="found"></span>'
)

_KEY = (
    ("return", "a path ended"),
    ("error", "a violation"),
    ("pruned", "covered, not explored"),
    ("open", "given up, or not explored"),
)

_HEADINGS = {
    "": "Interpolant",
    "subsumed": "Interpolant that covers it",
    "equal": "Interpolant that covers it",
    "closed": "Invariant of the loop",
}


def page(name: str, tree: Tree, svg: str) -> str:
    """One HTML file without scripts or outside references; ``svg`` comes escaped, its boxes linked to themselves."""
    return "\n".join(_lines(name, tree, svg)) + "\n"


def _lines(name: str, tree: Tree, svg: str) -> Iterator[str]:
    digest = b64encode(sha256(_SCRIPT.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    yield '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield f"<title>{_text(name)}: execution tree</title><style>{_STYLE}"
    yield "</style><noscript><style>aside section[hidden] { display: block }</style></noscript></head><body>"
    yield f"<header><h1>{_text(tree.title)}</h1>"
    keys = " ".join(f'<i class="{role}">{text}</i>' for role, text in _KEY)
    yield f'<p class="key">{keys} In black: interpolants. A state that satisfies one there is safe.</p>'
    yield f"<p>{_TOOLS}</p></header>"
    yield f"<main>{svg}</main><aside>"
    for at, node in enumerate(tree.nodes):
        yield from _section(at, node, tree.nodes)
    yield f"</aside><script>{_SCRIPT}</script></body></html>"


def _section(at: int, node: TreeNode, nodes: Sequence[TreeNode]) -> Iterator[str]:
    hidden = " hidden" if at else ""
    yield f'<section id="d{at}"{hidden}><h2>Node {node.number}: <code>{_text(node.place)}</code></h2>'
    if node.location is not None:
        yield f"<p><code>{_text(str(node.location))}</code></p>"
    if node.line:
        yield f"<pre>{_text(node.line)}</pre>"
    if node.pruned == "closed":
        yield '<p class="pruned">All iterations of its loop were explored at once, so it was not.</p>'
    elif node.pruned:
        how = "Subsumed by" if node.pruned == "subsumed" else "All its values are those of"
        other = "an interpolant" if node.by is None else _link(node.by, nodes)
        yield f'<p class="pruned">{how} {other}, so it was not explored.</p>'
    for end in node.ends:
        yield f'<p class="{node.role}">{_text(end)}</p>'
    if node.interpolant is not None:
        yield f"<h3>{_HEADINGS[node.pruned]}</h3>"
        yield _list(node.interpolant)
        if node.memory:
            yield "<h3>Memory that must be there</h3>" + _list(node.memory)
    elif node.status:
        yield f'<h3>Interpolant</h3><p class="{node.role}">none: {_text(node.status)}</p>'
    yield "<h3>Path condition</h3>" + (_list(node.path) if node.path else "<p>true</p>")
    yield from _relatives(node, nodes)
    yield "</section>"


def _relatives(node: TreeNode, nodes: Sequence[TreeNode]) -> Iterator[str]:
    if node.parent is not None:
        side = f" if <code>{_text(node.side[1])}</code>" if node.side[1] else ""
        yield f"<h3>From</h3><p>{_link(node.parent, nodes)}{side}</p>"
    if node.children:
        yield "<h3>To</h3><ul>"
        for child in node.children:
            text = nodes[child].side[1]
            side = f" if <code>{_text(text)}</code>" if text else ""
            yield f"<li>{_link(child, nodes)}{side}</li>"
        yield "</ul>"
    if node.hidden:
        yield f"<p>{node.hidden} children are not drawn</p>"
    if node.covers:
        yield "<h3>Covers</h3><ul>"
        yield from (f"<li>{_link(other, nodes)}</li>" for other in node.covers)
        yield "</ul>"


def _link(at: int, nodes: Sequence[TreeNode]) -> str:
    node = nodes[at]
    return f'<a href="#{box_id(0, at)}">node {node.number}</a> <code>{_text(node.place)}</code>'


def _list(texts: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li><code>{_text(text)}</code></li>" for text in texts) + "</ul>"


def _text(text: str) -> str:
    return escape(one_line(text))
