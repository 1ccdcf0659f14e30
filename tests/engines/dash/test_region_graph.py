"""Region graphs: what a split leaves linked, where states go, which abstract path is found."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.engines.dash.regions.graph import RegionGraph
from antumbra.engines.dash.regions.search import ErrorPaths
from antumbra.engines.dash.states import State
from antumbra.engines.dash.systems.building import systems_of
from antumbra.engines.dash.systems.system import Kind, Place, System
from antumbra.program import model as P

X = T.var("x", T.bv_sort(8))


def counting() -> System:
    """``while (nd()) x += 2; assert x != 10``"""
    again = T.var("again", T.BOOL)
    blocks = [
        P.Block("start", [P.Assign((X,), (T.bv(0, 8),))], P.Goto(("head",))),
        P.Block("head", [P.Havoc(again, P.Source.INPUT, "nd", "bool")], P.Branch(again, "body", "end")),
        P.Block("body", [P.Assign((X,), (T.bvadd(X, T.bv(2, 8)),))], P.Goto(("head",))),
        P.Block("end", [P.Assert(T.not_(T.eq(X, T.bv(10, 8))), "assert", "ten")], P.Return()),
    ]
    main = P.Procedure("main", (), (), {block.label: block for block in blocks})
    program = P.Program("counting", "c", {"main": main}, "main", P.Layout(64))
    return systems_of(program, frozenset({"assert"}))["main"]


def head_of(system: System) -> Place:
    return next(place for place in system.places if place.head)


def test_a_split_region_keeps_all_its_moves_to_itself() -> None:
    system = counting()
    graph = RegionGraph(system, None)
    head = head_of(system)
    region = next(graph.regions(head))
    yes, no = graph.split(region, T.bvult(X, T.bv(100, 8)))
    loop = next(edge for edge in head.outgoing if edge.target is head)
    assert {(s.number, t.number) for s in (yes, no) for e, t in s.outs if e is loop} == {
        (s.number, t.number) for s in (yes, no) for t in (yes, no)
    }


def test_links_that_are_plainly_impossible_are_not_made() -> None:
    system = counting()
    graph = RegionGraph(system, None)
    head = head_of(system)
    yes, no = graph.split(next(graph.regions(head)), T.eq(X, T.bv(10, 8)))
    error = next(place for place in system.places if place.kind is Kind.ERROR)
    into = [source for region in graph.regions(error) for _, source in region.ins]
    assert into == [yes]
    start = next(graph.regions(system.entry))
    assert [target for _, target in start.outs] == [no]


def test_states_go_where_they_belong() -> None:
    system = counting()
    graph = RegionGraph(system, None)
    head = head_of(system)
    region = next(graph.regions(head))
    states = [State(head, {X: value}, None, None, "start") for value in (0, 10, 20)]
    for state in states:
        state.region = region
        region.states.append(state)
    yes, no = graph.split(region, T.eq(X, T.bv(10, 8)))
    assert [state.values for state in yes.states] == [{X: 10}]
    assert [state.values for state in no.states] == [{X: 0}, {X: 20}]
    assert all(graph.region_of(head, state.values or {}) is state.region for state in states)


def test_the_frontier_is_the_link_from_the_last_region_with_a_state() -> None:
    system = counting()
    graph = RegionGraph(system, None)
    paths = ErrorPaths(graph, lambda _: False)
    first = paths.find_abstract_error_path()
    assert first is not None
    assert first.edge is None
    assert first.target.place is system.entry
    head = head_of(system)
    next(graph.regions(head)).states.append(State(head, {X: 0}, None, None, "start"))
    paths.restart()
    second = paths.find_abstract_error_path()
    assert second is not None
    assert second.edge is not None
    assert (second.edge.source, second.target.place.kind) == (head, Kind.ERROR)


def test_without_links_there_is_no_path() -> None:
    system = counting()
    graph = RegionGraph(system, None)
    error = next(place for place in system.places if place.kind is Kind.ERROR)
    for region in list(graph.regions(error)):
        for edge, source in list(region.ins):
            graph.unlink(edge, source, region)
    assert ErrorPaths(graph, lambda _: False).find_abstract_error_path() is None
    assert system.entry not in {region.place for region in graph.connected()}
