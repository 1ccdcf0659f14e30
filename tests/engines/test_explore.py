"""The explore engine on programs written by hand: forks, limits, ends, coverage."""

from __future__ import annotations

from typing import Any

import pytest

from antumbra import terms as T
from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.outcome import PathEnd, Reason
from antumbra.program import model as P
from antumbra.search import SEARCHERS
from antumbra.terms import Term

WORD = T.bv_sort(32)


def word(n: int) -> Term:
    return T.bv(n, 32)


def program(blocks: list[P.Block], results: tuple[Term, ...] = (), **procedures: P.Procedure) -> P.Program:
    main = P.Procedure("main", (), results, {block.label: block for block in blocks})
    return P.Program("t", "c", {"main": main, **procedures}, "main", P.Layout(64, first_free=0x100000))


def branches(count: int) -> P.Program:
    """``count`` branches on one fresh input each."""
    blocks: list[P.Block] = []
    for i in range(count):
        x = T.var(f"x{i}", WORD)
        havoc = P.Havoc(x, P.Source.INPUT, f"x{i}", "int")
        blocks.append(P.Block(f"b{i}", [havoc], P.Branch(T.bvslt(x, word(i)), f"t{i}", f"e{i}")))
        blocks.append(P.Block(f"t{i}", [], P.Goto((f"b{i + 1}",))))
        blocks.append(P.Block(f"e{i}", [], P.Goto((f"b{i + 1}",))))
    blocks.append(P.Block(f"b{count}", [], P.Return()))
    return program(blocks)


def endless() -> P.Program:
    """A loop that forks at every round."""
    x = T.var("x", WORD)
    havoc = P.Havoc(x, P.Source.INPUT, "x", "int")
    return program(
        [
            P.Block("head", [havoc], P.Branch(T.eq(x, word(0)), "out", "again")),
            P.Block("again", [], P.Goto(("head",))),
            P.Block("out", [], P.Return()),
        ]
    )


def run(p: P.Program, checks: tuple[str, ...] = ("assert",), **options: object) -> tuple[Explorer, list[PathEnd]]:
    explorer = Explorer(p, ExploreOptions(checks=frozenset(checks), **options))  # type: ignore[arg-type]
    return explorer, list(explorer.run())


@pytest.mark.parametrize("search", [*[(name,) for name in SEARCHERS], ("random-path", "coverage-new")], ids="+".join)
def test_all_paths_in_every_order(search: tuple[str, ...]) -> None:
    explorer, ends = run(branches(6), search=search, seed=3)
    assert explorer.complete
    assert len(ends) == 64
    assert {end.reason for end in ends} == {Reason.RETURN}
    assert explorer.coverage.covered_blocks == explorer.coverage.total_blocks
    again = run(branches(6), search=search, seed=3)[1]
    assert [end.inputs for end in ends] == [end.inputs for end in again]


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        ({"max_depth": 4}, Reason.DEPTH),
        ({"max_forks": 4}, Reason.FORKS),
        ({"max_paths": 4}, Reason.PATHS),
        ({"timeout": 0.2}, Reason.TIME),
        ({"memory_mb": 1}, Reason.MEMORY),
    ],
)
def test_limits_are_named_and_never_complete(limit: dict[str, Any], reason: Reason) -> None:
    settings: dict[str, Any] = {"timeout": 20.0} | limit
    explorer, ends = run(endless(), search=("bfs",), **settings)
    assert not explorer.complete or reason is Reason.FORKS
    assert reason in {cut.reason for cut in explorer.cuts}
    assert len(ends) >= 1 or reason is Reason.MEMORY


def test_interrupt_keeps_what_was_found() -> None:
    explorer = Explorer(endless(), ExploreOptions(checks=frozenset()))
    found: list[PathEnd] = []
    for end in explorer.run():
        found.append(end)
        if len(found) == 10:
            explorer.interrupt()
    assert 10 <= len(found) <= 12
    assert explorer.cuts[0].reason is Reason.INTERRUPT


def test_assertions_report_the_violating_inputs_and_go_on() -> None:
    x = T.var("x", WORD)
    p = program(
        [
            P.Block(
                "entry",
                [
                    P.Havoc(x, P.Source.INPUT, "x", "int"),
                    P.Assume(T.bvult(x, word(10))),
                    P.Assert(T.not_(T.eq(T.bvmul(x, x), word(49))), "assert", "square"),
                    P.Assert(T.bvult(x, word(20)), "assert", "bound"),
                ],
                P.Return((x,)),
            )
        ],
        (T.var("result", WORD),),
    )
    explorer, ends = run(p)
    violations = [end for end in ends if end.reason is Reason.VIOLATION]
    assert [(v.message, [i.value for i in v.inputs]) for v in violations] == [("square", [7])]
    assert explorer.complete
    # when nobody asks for assertions, execution goes on
    explorer, ends = run(p, checks=())
    assert [end.reason for end in ends] == [Reason.RETURN]
    assert explorer.complete


def test_undefined_behaviour_that_nobody_asked_for_forbids_completeness() -> None:
    x = T.var("x", WORD)
    check = P.Assert(T.not_(T.eq(x, word(0))), "division-by-zero", "division by zero")
    p = program([P.Block("entry", [P.Havoc(x, P.Source.INPUT, "x", "int"), check], P.Return())])
    explorer, ends = run(p, checks=("assert",))
    assert [end.reason for end in ends] == [Reason.UNDEFINED, Reason.RETURN]
    assert not explorer.complete


def test_switch_and_nondeterministic_goto() -> None:
    x = T.var("x", T.bv_sort(8))
    cases = ((1, "one"), (2, "few"), (3, "few"), (200, "many"))
    p = program(
        [
            P.Block("entry", [P.Havoc(x, P.Source.INPUT, "x", "char")], P.Switch(x, cases, "other")),
            P.Block("one", [], P.Goto(("left", "right"))),
            P.Block("few", [], P.Return()),
            P.Block("many", [], P.Return()),
            P.Block("other", [], P.Return()),
            P.Block("left", [], P.Return()),
            P.Block("right", [], P.Stop(P.End.EXIT)),
        ]
    )
    explorer, ends = run(p)
    assert explorer.complete
    assert len(ends) == 5
    values = sorted(end.inputs[0].value for end in ends if end.inputs)
    assert values[-1] == 200
    assert sum(end.reason is Reason.EXIT for end in ends) == 1


def test_concrete_switch_takes_the_first_equal_case() -> None:
    x, r = T.var("x", WORD), T.var("r", WORD)
    for value in (0, 5, 7, 41, 99):
        cases = tuple((n, f"b{n % 3}") for n in range(5, 60, 2))
        p = program(
            [
                P.Block("entry", [P.Assign((x,), (word(value),))], P.Switch(x, cases, "default")),
                *[P.Block(f"b{n}", [P.Assign((r,), (word(n),))], P.Return((r,))) for n in range(3)],
                P.Block("default", [P.Assign((r,), (word(9),))], P.Return((r,))),
            ],
            (r,),
        )
        explorer, _ = run(p)
        assert explorer.recording.last_values == (value % 3 if value in dict(cases) else 9,)


def test_recursion_without_end_is_cut() -> None:
    n = T.var("n", WORD)
    down = P.Procedure(
        "down", (n,), (), {"entry": P.Block("entry", [P.Call((), "down", (T.bvadd(n, word(1)),))], P.Return())}
    )
    p = program([P.Block("entry", [P.Call((), "down", (word(0),))], P.Return())], down=down)
    explorer, _ = run(p, max_calls=500)
    assert [cut.reason for cut in explorer.cuts] == [Reason.STACK]
    assert not explorer.complete


def test_calls_through_symbolic_pointers() -> None:
    x, f, r, result = T.var("x", T.BOOL), T.var("f", T.bv_sort(64)), T.var("r", WORD), T.var("result", WORD)
    procedures = {
        name: P.Procedure(name, (), (result,), {"entry": P.Block("entry", [], P.Return((word(value),)))})
        for name, value in (("one", 1), ("two", 2))
    }
    p = program(
        [
            P.Block(
                "entry",
                [
                    P.Havoc(x, P.Source.INPUT, "x", "bool"),
                    P.Assign((f,), (T.ite(x, T.bv(0x2000, 64), T.bv(0x4000, 64)),)),
                    P.Call((r,), f, ()),
                    P.Assert(T.eq(r, word(1)), "assert", "one"),
                ],
                P.Return((r,)),
            )
        ],
        (result,),
        **procedures,
    )
    p.functions.update({0x2000: "one", 0x4000: "two"})
    explorer, ends = run(p)
    assert explorer.complete
    assert [[i.value for i in end.inputs] for end in ends if end.reason is Reason.VIOLATION] == [[0]]
    assert sum(end.reason is Reason.RETURN for end in ends) == 1
