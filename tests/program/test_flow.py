"""Control flow and calls of small programs."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import CallGraph, FlowGraph

C = T.var("c", T.BOOL)
P64 = T.var("p", T.bv_sort(64))


def procedure(name: str, edges: dict[str, P.Terminator], commands: list[P.Command] | None = None) -> P.Procedure:
    blocks = {label: P.Block(label, [], terminator) for label, terminator in edges.items()}
    next(iter(blocks.values())).commands.extend(commands or [])
    return P.Procedure(name, (), (), blocks)


def test_a_loop_with_a_break() -> None:
    graph = FlowGraph(
        procedure(
            "f",
            {
                "entry": P.Goto(("head",)),
                "head": P.Branch(C, "body", "exit"),
                "body": P.Switch(T.var("x", T.bv_sort(8)), ((1, "exit"), (2, "head")), "head"),
                "exit": P.Return(),
                "dead": P.Goto(("exit",)),
            },
        )
    )
    assert graph.entry == "entry"
    assert graph.successors["body"] == ("exit", "head")
    assert graph.predecessors["exit"] == ("head", "body", "dead")
    assert graph.reverse_postorder[0] == "entry"
    assert graph.loop_heads == {"head"}
    assert graph.loops.loop("head").body == ("head", "body")
    assert graph.dominators.dominates("head", "exit")
    assert not graph.dominators.dominates("body", "exit")


def test_two_entries_into_a_loop() -> None:
    graph = FlowGraph(
        procedure(
            "f",
            {
                "entry": P.Branch(C, "a", "b"),
                "a": P.Goto(("b",)),
                "b": P.Branch(C, "a", "exit"),
                "exit": P.Stop(P.End.EXIT),
            },
        )
    )
    assert len(graph.loop_heads) == 1
    assert not graph.loops.loop(next(iter(graph.loop_heads))).natural


def test_calls() -> None:
    done: dict[str, P.Terminator] = {"entry": P.Return()}
    procedures = {
        "main": procedure("main", done, [P.Call((), "even", ()), P.Call((), P64, ())]),
        "even": procedure("even", done, [P.Call((), "odd", ())]),
        "odd": procedure("odd", done, [P.Call((), "even", ())]),
        "pointed": procedure("pointed", done),
        "unused": procedure("unused", done),
        "other": P.Procedure("other", (C,), (), procedure("other", done).blocks),
    }
    program = P.Program("p", "c", procedures, "main", P.Layout(64))
    program.functions = {0x1000: "pointed", 0x2000: "other"}
    calls = CallGraph(program)
    assert calls.callees["main"] == ("even", "pointed")
    assert calls.callers["even"] == ("main", "odd")
    assert calls.recursive == {"even", "odd"}
    assert set(calls.reachable) == {"main", "even", "odd", "pointed"}
    places = {name: i for i, component in enumerate(calls.components) for name in component}
    assert places["even"] == places["odd"] < places["main"]
