"""Tests of random programs in Python and in machine code, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from antumbra import terms as T
from antumbra.engines.dash import testing
from antumbra.engines.dash.random_inputs import AnyInputs
from antumbra.engines.dash.regions.graph import RegionGraph
from antumbra.engines.dash.states import ExecutionError, State, Symbolic, execute_symbolic, input_symbol
from antumbra.engines.dash.systems.building import systems_of
from antumbra.engines.dash.systems.system import System
from antumbra.program import model as P
from antumbra.solvers import Chain, PathCondition
from antumbra.terms import Term
from support.random_systems import Generator

LONGEST = 400


def start_of(program: P.Program, procedure: str) -> Symbolic:
    """What has no value is an input."""
    values: dict[Term, Term] = {}
    number = 0
    for v in (*program.variables, *program.procedures[procedure].parameters):
        value = program.variables.get(v)
        if value is None:
            sort = T.bv_sort(v.sort.width) if v.sort.kind == "fp" else v.sort
            symbol = input_symbol(number, sort)
            value = T.fp_from_bv(symbol, v.sort) if v.sort.kind == "fp" else symbol
            number += 1
        values[v] = value
    return Symbolic(values, PathCondition.empty(), number)


def runner_of(systems: Mapping[str, System], *, compiling: bool) -> testing.Tests:
    made = testing.Tests(systems, compiling=compiling)
    made.longest = LONGEST
    if made.leaps is not None:
        made.leaps.soon, made.leaps.price, made.leaps.farthest = 5, 0, LONGEST
    return made


def split(graph: RegionGraph, generator: Generator) -> None:
    """Some regions, the same in every graph that is split so."""
    for place in graph.system.places:
        scope = sorted({v for e in place.incoming for v in e.updates if v.sort.kind != "array"}, key=lambda v: v.id)
        for _ in range(2):
            if scope:
                graph.split(next(graph.regions(place)), generator.predicate(scope))


def told(run: testing.Run) -> tuple[object, ...]:
    last, reached = run.last, run.reached
    assert last is not None
    return run.edges, run.states, run.given, last.place, last.depth, last.values, reached and reached.place


def states_of(graph: RegionGraph) -> list[tuple[object, ...]]:
    return [(r.number, s.place, s.depth, s.values, s.region is r) for r in graph.all_regions() for s in r.states]


def symbolic(chain: Chain, state: State) -> object:
    try:
        found = execute_symbolic(chain, state)
    except ExecutionError:
        return None
    return dict(found.values), list(found.path.conditions()), found.inputs


def compare(seed: int, *, arrays: bool) -> tuple[int, int]:
    """Raises AssertionError where they differ. Edges, and those of them in machine code."""
    return compare_program(Generator(seed, arrays=arrays).program(), seed)


def compare_program(program: P.Program, seed: int = 0) -> tuple[int, int]:
    systems = systems_of(program, frozenset({"assert"}))
    python, native = runner_of(systems, compiling=False), runner_of(systems, compiling=True)
    assert native.leaps is not None
    # an analysis begins in any procedure
    for procedure in systems:
        graphs = RegionGraph(systems[procedure], None), RegionGraph(systems[procedure], None)
        for graph in graphs:
            split(graph, Generator(seed + 1))
        start = start_of(program, procedure)
        for number in range(4):
            models = [AnyInputs(Random(seed), number) for _ in graphs]
            runs = [t.run_test(g, start, m) for t, g, m in zip((python, native), graphs, models, strict=True)]
            assert told(runs[0]) == told(runs[1])
            assert models[0] == models[1]
        assert states_of(graphs[0]) == states_of(graphs[1])
        chain = Chain(query_steps=2_000)
        pairs = [
            (s, t)
            for r, q in zip(graphs[0].all_regions(), graphs[1].all_regions(), strict=True)
            for s, t in zip(r.states, q.states, strict=True)
        ]
        # some of them in their order, some not
        Random(seed).shuffle(pairs)
        for s, t in pairs[:6]:
            assert symbolic(chain, s) == symbolic(chain, t)
    assert python.edges == native.edges
    assert {p: [dict(s) for s in x] for p, x in python.samples.items()} == {
        p: [dict(s) for s in x] for p, x in native.samples.items()
    }
    return native.edges, native.leaps.edges
