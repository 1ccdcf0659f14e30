"""The loops of a program: how deep they nest, and whether one looks as if it came to an end by itself."""

from __future__ import annotations

from antumbra.engines.backward.trace import Point
from antumbra.engines.interpolate.tree.nodes import Node
from antumbra.engines.invariants.loops import Loops
from antumbra.records import dataclass
from antumbra.semantics.compiling.compiler import Compiler


@dataclass(frozen=True, slots=True)
class _Loop:
    body: frozenset[str]
    #: can it be left other than by what is called in it?
    has_exit: bool


class LoopNesting(Loops):
    """Knows the loops of a program."""

    def __init__(self, compiler: Compiler) -> None:
        super().__init__(compiler)
        self._loops: dict[tuple[str, str], _Loop] = {}

    def counted(self, before: Node, last: Node, point: Point) -> bool:
        """From one visit of a head to the next: was it known all the time whether the loop goes on?

        ``last`` is the node that ends at the head. A loop that nothing unknown ends is likely to be a counted one.
        """
        entry = self._compiler.entries[point[0]]
        loop = self._loop(entry.procedure, entry.label)
        node: Node | None = last
        while node is not None:
            for child in node.children if len(node.children) > 1 else ():
                side = self._compiler.entries[child.start.region]
                if child.start.callers == point[1] and side.label not in loop.body:
                    return False
            if node is before:
                break
            node = node.parent
        return loop.has_exit

    def _loop(self, procedure: str, head: str) -> _Loop:
        found = self._loops.get((procedure, head))
        if found is None:
            graph = self.graph(procedure)
            body = frozenset(graph.loops.loop(head).body) if head in graph.loops.parent else frozenset((head,))
            leaves = any(target not in body for label in body for target in graph.successors[label])
            found = self._loops[procedure, head] = _Loop(body, leaves)
        return found
