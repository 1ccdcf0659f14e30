"""The tree of conditions as a picture: a question in each row, its answers below it and to the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from antumbra.report.bounds.picture import ink
from antumbra.report.bounds.picture.charts.conditions import Leaf, Node, Question
from antumbra.report.bounds.picture.ink import Figure
from antumbra.report.bounds.picture.parts.kinds import Kind
from antumbra.report.bounds.picture.wording import Names

WIDTH: Final = 900.0
_ROW: Final = 22.0
_STEP: Final = 26.0
_LEAVES: Final = {
    Kind.MUST: "fails",
    Kind.SAFE: "does not fail",
    Kind.MAY: "not known",
    Kind.OUTSIDE: "outside of the domain",
    Kind.MIXED: "depends on more",
}


def condition_tree(nodes: Sequence[Node], names: Names) -> Figure:
    body: list[str] = []
    kinds: set[Kind] = set()
    rows = 0
    # a node, how deep it is, the answer that leads to it, and the row of the question
    waiting: list[tuple[int, int, str, int | None]] = [(0, 0, "", None)]
    while waiting:
        at, depth, answer, above = waiting.pop()
        node = nodes[at]
        x, y = 16 + depth * _STEP, 20 + rows * _ROW
        if above is not None:
            from_y = 20 + above * _ROW + 5
            body.append(ink.path("tick", f"M{x - _STEP + 6:.1f} {from_y:.1f}V{y - 4:.1f}h{_STEP - 10:.1f}"))
        if answer:
            body.append(ink.label(x, y, f"{answer}:", role="soft"))
            x += 34
        match node:
            case Leaf(kind):
                kinds.add(kind)
                body.append(f'<rect class="{kind.value}" x="{x:.1f}" y="{y - 12:.1f}" width="24" height="15"/>')
                body.append(ink.rectangle("frame", x, y - 12, 24, 15))
                body.append(ink.label(x + 32, y, _LEAVES[kind], role="strong"))
            case Question(atom, yes, no):
                text = f"{names.condition(atom)} ?"
                most = max(20, int((WIDTH - x) / ink.CHARACTER))
                body.append(f"<g><title>{ink.safe_text(text)}</title>{ink.label(x, y, ink.cut(text, most))}</g>")
                waiting.append((no, depth + 1, "no", rows))
                waiting.append((yes, depth + 1, "yes", rows))
        rows += 1
    about = "Questions about the inputs; what follows from the answers is below each."
    if Kind.MIXED in kinds:
        about += " Where a leaf says that it depends on more, the tree was cut."
    return Figure("conditions", about, WIDTH + 32, 14 + rows * _ROW, tuple(body), frozenset(kinds))
