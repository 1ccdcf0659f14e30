"""Subtrees explored without learning, as plain exploration does: no tree, no visits of cut points.

The node where that begins counts the states under way below it. When learning goes on before they are done, those
that wait become its children; it proves nothing that others could be tested against in either case.
"""

from __future__ import annotations

from antumbra.engines.backward.trace import Start
from antumbra.engines.driver import BATCH, Ran
from antumbra.engines.effort import END, FORK, INSTRUCTION
from antumbra.engines.interpolate.tree.exploration import Exploration
from antumbra.engines.interpolate.tree.nodes import GIVEN_UP, PROVED, Node
from antumbra.engines.interpolate.tree.order import Work
from antumbra.semantics.state import State


class WithoutLearning:
    """Explores states of such subtrees, one step at a time, in the engine's order."""

    def __init__(self, engine: Exploration) -> None:
        self._engine = engine

    def begin(self, node: Node) -> None:
        """From here on without a tree."""
        node.unlearned = 1
        node.results = [None]

    def end(self, work: Work) -> Work:
        """A state below such a node gets a tree again."""
        node = work.node
        below = self._engine.new_node(node, len(node.results), Start.of(work.state, work.region), work.state)
        node.children.append(below)
        node.results.append(None)
        self._done(node)
        return Work(work.state, work.region, work.arguments, below)

    def step(self, work: Work) -> None:
        """Run one state to its end or its next fork."""
        engine, scope, node = self._engine, self._engine.scope, work.node
        state, before = work.state, work.state.steps
        state.log = []
        scope.recording.mark()
        effort = 0.0
        match engine.advance(state, work.region, work.arguments, self._is_over, BATCH):
            case Ran.ENDED:
                scope.order.done(work)
                node.unlearned -= 1
                effort = END
            case Ran.FORKED:
                children = engine.take_split()
                scope.order.add([Work(child.state, child.region, child.arguments, node) for child in children])
                node.unlearned += len(children) - 1
                effort = FORK
            case left:
                scope.order.add([Work(state, left.region, left.arguments, node)])
        node.effort += scope.economy.execute(effort + INSTRUCTION * (state.steps - before))

    def _is_over(self, state: State, _region: int) -> bool:
        """Is the turn? What was logged is read by nobody."""
        state.log.clear()
        return self._engine.paused

    def settle(self, node: Node) -> None:
        """After a step, once whoever is told of it has said what matters."""
        node.clean = node.clean and self._engine.scope.recording.clean
        if not node.unlearned:
            node.unlearned = 1
            self._done(node)

    def _done(self, node: Node) -> None:
        """One of the states under way is no longer: at the end, the node's own part is done."""
        node.unlearned -= 1
        if node.unlearned:
            return
        node.results[0] = PROVED if node.clean else GIVEN_UP
        if all(result is not None for result in node.results):
            self._engine.learning.results.finished(node)
