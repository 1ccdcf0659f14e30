"""The symbolic execution tree as a picture: a box for each node, and edges from pruned nodes to what covers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from antumbra.engines.backward.formula import Formula
from antumbra.engines.interpolate.dsei import Interpolator
from antumbra.engines.interpolate.pictures.tree_recording import Drawn, TreeRecording
from antumbra.engines.interpolate.tree.nodes import Proved
from antumbra.engines.outcome import Kind, PathEnd, Reason
from antumbra.program.pictures.picture import Box, Edge, Picture
from antumbra.program.pictures.views import Tree, TreeNode
from antumbra.program.source import Location

#: conjuncts in a box, and characters of a line in it, before they are cut
MOST_CONJUNCTS = 7
WIDEST = 44
#: conditions of a path that are told
MOST_CONDITIONS = 30
#: of a violation that the engine told of before, at other nodes, and tells no more
REPORTED = "a violation, as at nodes before"


def tree_of(name: str, recording: TreeRecording, interpolator: Interpolator, sources: Mapping[str, str]) -> Tree:
    """What has grown, in words. Nodes come after their parents, siblings in the order of the program's branch."""
    position = {number: at for at, number in enumerate(recording.nodes)}
    children: list[list[int]] = [[] for _ in position]
    covers: list[list[int]] = [[] for _ in position]
    for at, node in enumerate(recording.nodes.values()):
        if node.parent is not None:
            children[position[node.parent]].append(at)
        if node.by in position:
            covers[position[node.by]].append(at)
    lines = {file: text.split("\n") for file, text in sources.items()}
    nodes: list[TreeNode] = []
    for at, node in enumerate(recording.nodes.values()):
        missing = not (children[at] or node.hidden or node.ends or node.how or node.pruned)
        nodes.append(
            _worded(
                at + 1,
                node,
                recording,
                None if node.parent is None else position[node.parent],
                tuple(children[at]),
                tuple(covers[at]),
                position.get(node.by) if node.by is not None else None,
                _source_line(node.location, lines),
                missing=missing,
            )
        )
    return Tree(_title(name, recording, interpolator), tuple(nodes))


def _title(name: str, recording: TreeRecording, interpolator: Interpolator) -> str:
    cut = _cut(recording, interpolator)
    parts = [_count(recording.total, "node") + (f" ({cut})" if cut else "")]
    if interpolator.scope.subsumed:
        parts.append(f"{interpolator.scope.subsumed:,} subsumed")
    if interpolator.scope.covered:
        parts.append(f"{interpolator.scope.covered:,} equal to another")
    if interpolator.loops.closed_loops:
        parts.append(f"{_count(interpolator.loops.closed_loops, 'loop')} closed")
    parts.append(_count(interpolator.learning.table.stored, "interpolant"))
    return f"{name}: {', '.join(parts)}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def _cut(recording: TreeRecording, interpolator: Interpolator) -> str:
    parts: list[str] = []
    if recording.total > len(recording.nodes):
        parts.append(f"only the first {len(recording.nodes):,} are drawn")
    if interpolator.unfinished or interpolator.stopped is not None:
        parts += [f"stopped: {cut.reason.text}" for cut in interpolator.cuts[:1]]
    return "; ".join(parts)


def _worded(
    number: int,
    node: Drawn,
    recording: TreeRecording,
    parent: int | None,
    children: tuple[int, ...],
    covers: tuple[int, ...],
    by: int | None,
    line: str,
    *,
    missing: bool,
) -> TreeNode:
    result = node.result
    interpolant: tuple[str, ...] | None = None
    memory: tuple[str, ...] = ()
    formula = node.formula if node.pruned else result
    if node.pruned == "closed":
        interpolant = tuple(recording.wording.invariant(node.invariant, node.start, node.objects)) or ("true",)
    elif isinstance(formula, Formula):
        interpolant = tuple(recording.wording.formula(formula, node.start, node.objects)) or ("true",)
        memory = tuple(recording.wording.memory(formula, node.objects))
    if node.pruned or isinstance(result, Formula):
        status = ""
    elif isinstance(result, Proved):
        status = "safe, for reasons that cover no other state"
    elif result is not None:
        status = "no proof: something below was not decided, or fails"
    else:
        status = "not explored to the end"
    return TreeNode(
        number=number,
        parent=parent,
        children=children,
        function=node.function,
        location=node.location,
        line=line,
        side=node.side,
        path=tuple(_path(node, recording)),
        role=_role(node, missing=missing),
        ends=tuple(_end(end) for end in node.ends) or ((REPORTED,) if node.how else ()),
        interpolant=interpolant,
        memory=memory,
        status=status,
        hidden=node.hidden,
        pruned=node.pruned,
        by=by,
        covers=covers,
    )


def _path(node: Drawn, recording: TreeRecording) -> list[str]:
    """The newest conditions of its path; of all, pages about deep trees would be mostly that."""
    conditions = node.path.conditions()
    shown = recording.wording.conditions(conditions[-MOST_CONDITIONS:], node.inputs)
    left = len(conditions) - len(shown)
    return [f"… {left} more, as at the nodes above", *shown] if left else shown


def _role(node: Drawn, *, missing: bool) -> str:
    kinds = {end.reason.kind for end in node.ends}
    if Kind.ERROR in kinds or (node.how and not kinds):
        return "error"
    if node.pruned:
        return "pruned"
    if Kind.CUT in kinds or (missing and node.result is None):
        return "open"
    if kinds:
        return "return"
    return "entry" if node.parent is None else ""


def _end(end: PathEnd) -> str:
    if end.check:
        return f"{end.check}: {end.message}"
    if end.reason is Reason.RETURN:
        return "returned"
    return f"{end.reason.text}: {end.message}" if end.message else end.reason.text


def _source_line(location: Location | None, lines: Mapping[str, list[str]]) -> str:
    if location is None or not 0 < location.line <= len(lines.get(location.file, ())):
        return ""
    return lines[location.file][location.line - 1].strip()


# ---------------------------------------------------------------- the picture


def tree_picture(tree: Tree) -> Picture:
    """Drawn by ``program.pictures.tree_layout``: tree edges lead to later boxes, subsumption edges to earlier ones."""
    boxes = [_box(node, tree.nodes) for node in tree.nodes]
    edges = [
        Edge(node.parent, at, node.side[0], _short(node.side[1]))
        for at, node in enumerate(tree.nodes)
        if node.parent is not None
    ]
    edges += [Edge(at, node.by, node.pruned) for at, node in enumerate(tree.nodes) if node.by is not None]
    return Picture(tree.title, tuple(boxes), tuple(edges))


def _box(node: TreeNode, nodes: tuple[TreeNode, ...]) -> Box:
    said: list[str] = []
    if node.pruned == "closed":
        said += ["loop closed", *_few(node.interpolant or ())]
    elif node.pruned:
        where = "" if node.by is None else f" #{nodes[node.by].number}"
        said.append(f"subsumed by{where or ' an interpolant'}" if node.pruned == "subsumed" else f"equals{where}")
    else:
        said += [*node.ends, *_few(node.interpolant or ())]
        if node.role == "open" and not said:
            said.append("not explored")
        if node.hidden:
            said.append(f"… {node.hidden} more below")
    source = (_short(node.line),) if node.line else ()
    return Box(node.place, f"#{node.number}", source, tuple(map(_short, said)), node.role)


def _few(conjuncts: Sequence[str]) -> list[str]:
    if len(conjuncts) <= MOST_CONJUNCTS:
        return list(conjuncts)
    return [*conjuncts[: MOST_CONJUNCTS - 1], f"… {len(conjuncts) - MOST_CONJUNCTS + 1} more"]


def _short(text: str) -> str:
    return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"
