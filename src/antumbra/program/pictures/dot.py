"""Control flow as DOT text, for Graphviz."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from antumbra.program.model import Program
from antumbra.program.pictures.colours import ARROWS
from antumbra.program.pictures.picture import Box, Detail, Picture, pictures

# an edge across a tree must not move what it leads to
_STYLES = {
    "inexact": ", style=dotted",
    "subsumed": ", style=dashed, constraint=false",
    "equal": ", style=dashed, constraint=false",
    "path": ", style=dashed",
    "trace": ", penwidth=2",
    "frontier": ", penwidth=2.5",
}
_FILLS = {
    "entry": "#ddf4ff",
    "return": "#dafbe1",
    "stop": "#eaeef2",
    "error": "#ffebe9",
    "pruned": "#fbefff",
    "open": "#fff8c5",
    "initial": "#d0d7de",
    "goal": "#ff8182",
    "lost": "#fff8c5",
    "goal lost": "#ffebe9",
}
_WIDEST = 100


def cfg_dot(program: Program, procedure: str | None = None, *, detail: Detail = Detail.BOTH) -> str:
    """The control-flow graph of one procedure, or a cluster for each that the entry may call."""
    return pictures_dot(program.name, pictures(program, procedure, detail))


def pictures_dot(name: str, drawn: Iterable[Picture]) -> str:
    """One cluster for each picture."""
    return "\n".join(_lines(name, drawn)) + "\n"


def _lines(name: str, drawn: Iterable[Picture]) -> Iterator[str]:
    yield f"digraph {_quoted(name)} {{"
    yield '  node [shape=box, style="rounded,filled", fillcolor=white, fontname=monospace, fontsize=10];'
    yield "  edge [fontname=monospace, fontsize=9];"
    for number, picture in enumerate(drawn):
        yield f"  subgraph cluster_{number} {{"
        yield f"    label={_quoted(picture.name)};"
        yield from _picture(picture, number)
        yield "  }"
    yield "}"


def _picture(picture: Picture, number: int) -> Iterator[str]:
    for at, box in enumerate(picture.boxes):
        role = box.role.removeprefix("region ").removesuffix(" new").removesuffix(" first")
        fill = f", fillcolor={_quoted(_FILLS[role])}" if role in _FILLS else ""
        border = f", color={_quoted(ARROWS['frontier'])}" if box.role.endswith((" new", " first")) else ""
        yield f"    n{number}_{at} [label={_label(box)}{fill}{border}];"
    for edge in picture.edges:
        if edge.kind == "none":
            continue
        text = f", label={_quoted(edge.label)}" if edge.label else ""
        colour = _quoted(ARROWS[edge.kind])
        font = _quoted(ARROWS["case"]) if edge.condition and not edge.text else colour
        style = f"color={colour}, fontcolor={font}{text}{_STYLES.get(edge.kind, '')}"
        yield f"    n{number}_{edge.source} -> n{number}_{edge.target} [{style}];"


def _label(box: Box) -> str:
    """Left-justified lines: ``\\l`` ends a line in DOT."""
    head = f"{box.label}  {box.place}" if box.place else box.label
    lines = [head, *box.source, *box.commands]
    return '"' + "".join(_escaped(line) + "\\l" for line in lines) + '"'


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    if len(text) > _WIDEST:
        text = text[: _WIDEST - 1] + "…"
    printable = "".join(c if c.isprintable() else " " for c in text)
    return printable.replace("\\", "\\\\").replace('"', '\\"')
