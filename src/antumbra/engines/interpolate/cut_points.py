"""Cut points: where a state is pruned, or begins a node of the tree (Fig. 5, line 2)."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from antumbra.engines.backward.evaluation import Environment
from antumbra.engines.backward.trace import Point, Start
from antumbra.engines.interpolate.economy.accounts import LOOK, TEST, VISIT
from antumbra.engines.interpolate.loops.closing import LoopCloser
from antumbra.engines.interpolate.tree.exploration import Exploration
from antumbra.engines.interpolate.tree.nodes import PROVED, Node
from antumbra.engines.invariants.loops import begins_block
from antumbra.semantics.state import State


class CutPoints:
    """Heads of loops, and blocks where ways join."""

    def __init__(self, engine: Exploration, loops: LoopCloser) -> None:
        self._engine = engine
        self._loops = loops
        self._known: dict[int, bool] = {}

    def __contains__(self, region: int) -> bool:
        known = self._known.get(region)
        if known is None:
            compiler = self._engine.machine.compiler
            entry = compiler.entries[region]
            shape = compiler.shape(entry.procedure)
            joins = entry.label in shape.loop_heads or shape.predecessors[entry.label] > 1
            known = self._known[region] = joins and begins_block(compiler, region)
        return known

    def visit(self, state: State, region: int, arguments: tuple[Any, ...], node: Node) -> Node | None:
        """At a cut point: prune the state (None), or begin a node."""
        engine, scope = self._engine, self._engine.scope
        entry = engine.machine.compiler.entries[region]
        loop = entry.label in engine.machine.compiler.shape(entry.procedure).loop_heads
        if not loop and not scope.forked:
            return node
        scope.visits += 1
        scope.forked = False
        start = Start.of(state, region)
        point: Point = (region, start.callers)
        node.final = entry.label
        node.log = state.log
        below = engine.new_node(node, 0, start, state)
        node.children.append(below)
        node.results.append(None)
        environment = engine.learning.evaluation.environment(state, start, arguments)
        if scope.prune and self._subsumed(state, environment, node, below, point):
            engine.left_out(state, region, arguments)
            return None
        if loop and self._loops.came_back(state, arguments, node, below, point):
            return None
        states = engine.learning.exact
        exact = states.of(state, point, arguments)
        coverer = states.coverer(exact, node) if scope.prune else None
        # where the equal state is one of terms, a proof of the whole loop says more
        wanted = loop and scope.prune and (coverer is None or not exact.concrete)
        if wanted and self._loops.closed(state, arguments, node, below, point, exact):
            engine.left_out(state, region, arguments)
            return None
        if coverer is not None:
            scope.covered += 1
            below.exact = exact
            locations = engine.learning.locations
            formula = states.as_formula(state, environment, coverer, locations) if exact.concrete else None
            engine.learning.results.pruned(node, below, None, formula or PROVED, states.effort(exact))
            engine.left_out(state, region, arguments)
            return None
        below.point = point
        below.snapshot = state.fork()
        below.values = arguments
        if states.begin(exact, below):
            below.exact = exact
        return below

    def _subsumed(self, state: State, environment: Environment, node: Node, below: Node, point: Point) -> bool:
        """Prune a state that an interpolant covers."""
        learning, scope = self._engine.learning, self._engine.scope
        table, evaluation = learning.table, learning.evaluation
        begun = perf_counter()
        tests, looks = table.tests, table.looks
        found = table.find(
            point,
            lambda form: evaluation.evaluate(form, environment, state),
            lambda formula: evaluation.holds(formula, environment, state),
        )
        learning.results.seconds += perf_counter() - begun
        scope.economy.spend(VISIT + TEST * (table.tests - tests) + LOOK * (table.looks - looks))
        if found is None:
            return False
        scope.subsumed += 1
        learning.results.pruned(node, below, found, found, table.efforts.get(found, 0.0))
        return True
