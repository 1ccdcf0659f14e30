"""Tree interpolants (Fig. 5, lines 10 to 20): what finished subtrees say of the nodes above them, and what is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from time import perf_counter
from typing import Any

from antumbra import terms as T
from antumbra.engines.backward.backprop import Backprop
from antumbra.engines.backward.evaluation import Evaluation, member_conditions
from antumbra.engines.backward.formula import NOTHING, Builder, Formula
from antumbra.engines.backward.locations import Locations
from antumbra.engines.backward.steps import Place
from antumbra.engines.backward.trace import Reader, taken
from antumbra.engines.interpolate.economy.accounts import LITERAL, STEP_BACK
from antumbra.engines.interpolate.tree.exact_states import ExactStates
from antumbra.engines.interpolate.tree.nodes import GIVEN_UP, PROVED, Node, Proved, Result
from antumbra.engines.interpolate.tree.scope import Scope
from antumbra.engines.interpolate.tree.table import Table
from antumbra.program import model as P
from antumbra.semantics.compiling.compiler import Compiler
from antumbra.semantics.compiling.flow import successors
from antumbra.semantics.state import State
from antumbra.solvers import Chain
from antumbra.terms import Term

#: why the end of a path is safe where leaks are looked for: no heap object lives
NOTHING_LEFT = Formula({}, frozenset(), alive=frozenset())
#: literals of an interpolant that is carried further
MOST_LITERALS = 120


class TreeInterpolants:
    """Carries results upwards. ``relevant(places)``: can an open target be reached from one of them?"""

    def __init__(
        self,
        compiler: Compiler,
        locations: Locations,
        evaluation: Evaluation,
        chain: Chain,
        reader: Reader,
        backprop: Backprop,
        relevant: Callable[[tuple[Place, ...]], bool],
        exact: ExactStates,
        table: Table,
        scope: Callable[[], Scope],
    ) -> None:
        self._compiler = compiler
        self._locations = locations
        self._evaluation = evaluation
        self._chain = chain
        self._reader = reader
        self._backprop = backprop
        self._relevant = relevant
        self._exact = exact
        self._table = table
        self._scope = scope
        #: time spent on interpolants: working them out, and testing states against them
        self.seconds = 0.0

    # ------------------------------------------------------------ how a segment ends

    def ended(self, node: Node, *, summarised: bool = False) -> None:
        """A path ends in a node's segment: by itself, or (``summarised``) in a call that is not entered, since with
        all that follows it was proved by contracts."""
        scope = self._scope()
        clean = scope.recording.clean
        if scope.watcher is not None:
            scope.watcher.ended(node, "" if clean else "given up")
        left = scope.recording.left
        # that global memory leads to what is left is not put into words
        result = PROVED if summarised or left else NOTHING if left is None else NOTHING_LEFT
        self._deliver(node, result if clean else GIVEN_UP)

    def pruned(self, node: Node, below: Node, by: Formula | None, result: Result, effort: float) -> None:
        """A state is not explored, which would have taken some effort."""
        scope = self._scope()
        scope.economy.save(effort)
        node.effort += effort
        if scope.watcher is not None:
            scope.watcher.pruned(below, by)
        node.results[0] = result
        self._deliver(node, self._joined(node))

    def finished(self, node: Node) -> None:
        """All that follows a node is known."""
        self._deliver(node, self._joined(node))

    # ------------------------------------------------------------ upwards

    def _deliver(self, node: Node, result: Result) -> None:
        """The subtree after a node's segment is finished: what that says of the node's start, and so on upwards."""
        begun = perf_counter()
        self._propagate(node, result)
        self._scope().economy.spend(0.0)
        self.seconds += perf_counter() - begun

    def _propagate(self, current: Node, result: Result) -> None:
        economy = self._scope().economy
        while True:
            if isinstance(result, Formula):
                segment = self._reader.read(current.start, current.log, current.final)
                size = result.size
                values, sides = partial(self._values, current), current.point is not None
                result = self._backprop(segment.steps, result, values, sides=sides) or PROVED
                size += result.size if isinstance(result, Formula) else 0
                economy.spend(STEP_BACK * len(segment.steps) + LITERAL * size)
            self._learn(current, result)
            # nothing is collected while the engine runs: no cycles of finished nodes
            current.children.clear()
            parent = current.parent
            if parent is None:
                current.outcome = result
                return
            parent.effort += current.effort
            if current.behind_call and isinstance(result, Formula):
                result = PROVED
            parent.results[current.slot] = result
            if any(r is None for r in parent.results):
                return
            result = self._joined(parent)
            current = parent

    def _values(self, node: Node, locations: Iterable[Term]) -> dict[Term, Term]:
        """What of a node's state is concrete; nothing if the state is no longer there."""
        state = node.snapshot
        if state is None:
            return {}
        environment = self._evaluation.environment(state, node.start, node.values)
        found = {location: self._evaluation.value(location, environment, state) for location in locations}
        concrete = {at: value for at, value in found.items() if value is not None and value.__class__ is not Term}
        return {at: T.const(value, at.sort) for at, value in concrete.items() if at.sort.kind in ("bv", "bool")}

    def _learn(self, node: Node, result: Result) -> None:
        """Keep an interpolant at a cut point, if its own state satisfies it."""
        scope = self._scope()
        if scope.watcher is not None:
            scope.watcher.learnt(node, result)
        if node.exact is not None:
            self._exact.end(node.exact, node, proved=result is not GIVEN_UP)
        if node.point is None or node.snapshot is None:
            return
        if isinstance(result, Formula) and scope.prune:
            if not self._table.thinning.wanted(node.point):
                self._table.add_unused(node.point, result)
            elif self._holds(node, node.snapshot, result):
                self._table.add(node.point, result, node.effort)
        node.snapshot = None

    def _holds(self, node: Node, start: State, result: Formula) -> bool:
        environment = self._evaluation.environment(start, node.start, node.values)
        return self._evaluation.holds(result, environment, start)

    def _joined(self, node: Node) -> Result:
        """The tree interpolant: what the children of a node say of the end of its segment."""
        results = node.results
        if any(r is GIVEN_UP for r in results):
            return GIVEN_UP
        if any(isinstance(r, Proved) or r is None for r in results):
            return PROVED
        formulas = [r for r in results if isinstance(r, Formula)]
        if len(node.children) == 1:
            return formulas[0]
        segment = self._reader.read(node.start, node.log)
        terminator = segment.terminator
        if not isinstance(terminator, P.Branch | P.Switch | P.Goto):
            return PROVED
        joined = Builder()
        conditions: list[Term] = []
        for child, formula in zip(node.children, formulas, strict=True):
            entry = self._compiler.entries[child.start.region]
            condition = self._locations.term(segment.depth, taken(terminator, entry.label))
            conditions.append(condition)
            psi = Builder(formula)
            snapshot = child.snapshot
            if snapshot is None:
                return PROVED
            self._backprop.abduction(psi, condition, self._entailed_before(node, child, snapshot))
            if psi.failed:
                return PROVED
            joined.conjoin(psi)
        labels = {self._compiler.entries[c.start.region].label for c in node.children}
        missing = [(segment.place[0], label) for label in successors(terminator) if label not in labels]
        if missing and self._relevant(tuple(missing)):
            joined.add(T.or_(*conditions))
        for child in node.children:
            child.snapshot = None
        if len(joined.sets) + len(joined.others) > MOST_LITERALS:
            # a reason that names every path below prunes nothing, and doubles at every level
            return PROVED
        return joined.build() or PROVED

    def _entailed_before(self, node: Node, child: Node, snapshot: State) -> Callable[[Term, Any], bool]:
        """Does the state before a fork satisfy what a child needs, whatever side is taken?"""
        environment = self._evaluation.environment(snapshot, child.start, child.values)
        siblings = [c.snapshot.path for c in node.children if c.snapshot is not None]

        def entailed(term: Term, bounds: Any) -> bool:
            if self._evaluation.known(term, environment, snapshot):
                return True  # the same on every side
            value = self._evaluation.evaluate(term, environment, snapshot)
            if value is None or value.__class__ is not Term:
                return value is not None
            conditions = [value] if bounds is None else member_conditions(value, bounds)
            if conditions is None:
                return False
            return all(self._chain.must(path, condition) is True for path in siblings for condition in conditions)

        return entailed
