"""Enumerated states: what every execution comes to, ranges of inputs, and a check that believes nothing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from antumbra import terms as T
from antumbra.api import check
from antumbra.engines.enumerating.enumeration import Enumeration, Met, NotFit, Status
from antumbra.engines.enumerating.shape import shape_of
from antumbra.engines.outcome import Reason
from antumbra.program import model as P
from antumbra.proofs.answer import Confirmed
from antumbra.proofs.certificate import ReachedAt
from antumbra.proofs.claims.states import check_states
from antumbra.proofs.question import Budget, Question
from antumbra.records import replace
from antumbra.strategies.enumerated import Enumerated
from support.random_machines import CHECKS, Machine, Runner, everything, machine
from support.size import some


def enumerated(found: Machine, checks: frozenset[str] = CHECKS) -> tuple[Enumeration, list[Met], Status]:
    enumeration = Enumeration(found.program, checks, found.targets, lambda _: None)
    met: list[Met] = []
    while True:
        status = enumeration.go_on(1 << 12)
        met += enumeration.news()
        if status in (Status.DONE, Status.GAVE_UP):
            return enumeration, met, status


def question_of(found: Machine, met: list[Met]) -> Question:
    """Nothing is asked about but what was not met."""
    reached = {one.event.target for one in met}
    violated = {one.event.location for one in met if one.event.check}
    places = frozenset(place for target in found.targets if target not in reached for place in target.blocks)
    asserts = [c for p in found.program.procedures.values() for b in p.blocks.values() for c in b.commands]
    kept = [c.location for c in asserts if isinstance(c, P.Assert) and c.location not in violated]
    return Question(CHECKS, places, frozenset(("unreach-call", location) for location in kept if location is not None))


def confirmed(found: Machine, states: tuple[ReachedAt, ...], question: Question) -> bool:
    return isinstance(check_states(found.program, question, states, Budget()), Confirmed)


def agrees(seed: int) -> None:
    found = machine(seed)
    _, met, status = enumerated(found)
    assert status is Status.DONE
    truth = everything(found.program)
    for target in found.targets:
        place = ("place", " ".join(target.blocks[0]))
        assert (place in truth) == any(one.event.target is target for one in met), (seed, target.id)
    violated = {location for kind, location in truth if kind == "check"}
    assert violated == {one.event.location for one in met if one.event.check}, seed
    for one in met:
        leads(found, one)


def leads(found: Machine, met: Met) -> None:
    """The inputs lead to the event."""
    runner = Runner(found.program)
    state = runner.run(None, None)
    for given in met.inputs:
        assert state is not None
        state = runner.run(state, given.value)
    if met.event.target is not None:
        assert ("place", " ".join(met.event.target.blocks[0])) in runner.met
    else:
        assert ("check", met.event.location) in runner.met


def is_checked(seed: int) -> None:
    """All states are confirmed; not so without one of them, nor that nothing happens that does."""
    found = machine(seed)
    enumeration, met, _ = enumerated(found)
    states, question = enumeration.reached(), question_of(found, met)
    assert confirmed(found, states, question), seed
    chance = random.Random(seed)
    for one in met:
        if one.event.target is not None:
            more = replace(question, places=question.places | set(one.event.target.blocks))
        else:
            more = replace(question, only=(question.only or frozenset()) | {("unreach-call", one.event.location)})
        assert not confirmed(found, states, more), (seed, one.event)
    number = chance.randrange(len(states))
    one = states[number]
    gone = chance.randrange(len(one.rows))
    fewer = replace(one, rows=(*one.rows[:gone], *one.rows[gone + 1 :]))
    assert not confirmed(found, (*states[:number], fewer, *states[number + 1 :]), question), seed


@pytest.mark.parametrize("seed", range(some(12, 1500)))
def test_random_machines(seed: int) -> None:
    agrees(seed)
    is_checked(seed)


# ---------------------------------------------------------------- ranges, states, calls

HERE = P.Location("m.c", 3)
X, A, K = (T.var(name, T.bv(0, 4).sort) for name in "xak")


def four(number: int) -> T.Term:
    return T.bv(number % 16, 4)


def holds(condition: T.Term) -> P.Assert:
    return P.Assert(condition, "unreach-call", "", HERE)


def count() -> P.Assign:
    return P.Assign((A,), (T.bvadd(A, four(1)),))


#: a condition on an input, and whether it always holds
CONDITIONS = {
    "an unsigned number wraps": (T.not_(T.bvult(X, four(3))), False),
    "a sum wraps": (T.not_(T.bvslt(T.bvadd(X, four(5)), four(-5))), False),
    "a narrow number wraps": (T.not_(T.bvult(T.bvadd(T.zero_extend(4, X), T.bv(1, 8)), T.bv(4, 8))), False),
    "low bits": (T.not_(T.eq(T.extract(1, 0, X), T.bv(3, 2))), False),
    "one number": (T.not_(T.eq(X, A)), False),
    "an unsigned sum wraps": (T.not_(T.bvult(T.bvadd(X, four(3)), four(2))), False),
    "part of a half": (T.or_(T.bvsle(T.bvsub(A, four(2)), X), T.bvslt(X, T.bvsub(A, four(4)))), False),
    "two parts": (T.or_(T.bvslt(X, four(5)), T.bvsle(four(5), X)), True),
    "nowhere": (T.not_(T.and_(T.bvslt(X, four(-3)), T.bvult(X, four(5)))), True),
}


def judged(found: Machine, *, safe: bool) -> None:
    """Engine, check and all values agree."""
    enumeration, met, status = enumerated(found)
    assert status is Status.DONE
    assert ("check", HERE) not in everything(found.program) if safe else ("check", HERE) in everything(found.program)
    assert [one.event.location for one in met] == ([] if safe else [HERE])
    assert confirmed(found, enumeration.reached(), question_of(found, met))
    assert confirmed(found, enumeration.reached(), Question(CHECKS)) == safe


@pytest.mark.parametrize("name", CONDITIONS)
def test_ranges(name: str) -> None:
    condition, safe = CONDITIONS[name]
    judged(small(holds(condition), width=4), safe=safe)


def test_what_follows_the_input() -> None:
    judged(small(P.Assign((K,), (T.bvadd(X, four(5)),)), holds(T.not_(T.bvslt(K, four(-5)))), width=4), safe=False)


def test_states_of_inputs() -> None:
    judged(small(holds(T.not_(T.eq(A, four(5)))), P.Assign((A,), (X,)), width=4), safe=False)


def test_states_that_assertions_read() -> None:
    judged(small(holds(T.not_(T.eq(A, four(3)))), count(), width=4), safe=False)


def branching(end: P.Terminator, *body: P.Command) -> Machine:
    """To ``odd``, which must not be, or to ``head``."""
    found = small(*body, width=4)
    blocks = found.program.procedures["main"].blocks
    blocks["head"].terminator = end
    blocks["odd"] = P.Block("odd", [holds(T.FALSE)], P.Goto(("head",)))
    return found


def test_states_that_branches_read() -> None:
    judged(branching(P.Branch(T.eq(A, four(3)), "odd", "head"), count()), safe=False)


def test_cases_of_the_input() -> None:
    judged(branching(P.Switch(X, ((5, "odd"),), "head")), safe=False)


@pytest.mark.parametrize("first", [True, False])
def test_ways_meet(first: bool) -> None:
    """On one of them a variable depends on the input."""
    found = small(width=4)
    blocks = found.program.procedures["main"].blocks
    blocks["head"].terminator = P.Branch(T.bvslt(X, four(0)), *(("low", "high") if first else ("high", "low")))
    blocks["low"] = P.Block("low", [P.Assign((K,), (T.bvand(X, four(3)),))], P.Goto(("both",)))
    blocks["high"] = P.Block("high", [P.Assign((K,), (four(0),))], P.Goto(("both",)))
    blocks["both"] = P.Block("both", [holds(T.not_(T.eq(K, four(2))))], P.Goto(("head",)))
    judged(found, safe=False)


def test_what_callers_need() -> None:
    r, y = T.var("r", T.bv(0, 4).sort), T.var("y", T.bv(0, 4).sort)
    other = T.var("other", T.bv(0, 4).sort)
    kept, new = P.Assign((K,), (X,)), P.Assign((other,), (T.bvadd(A, four(1)),))
    wrong = T.and_(T.eq(K, four(5)), T.eq(other, four(1)))
    found = small(kept, P.Call((r,), "asks", ()), new, holds(T.not_(wrong)), width=4)
    inside = P.Block("start", [P.Havoc(y, P.Source.INPUT, "input", "int")], P.Return((y,)))
    found.program.procedures["asks"] = P.Procedure("asks", (), (T.var("result", y.sort),), {"start": inside})
    judged(found, safe=False)


def test_states_are_all() -> None:
    """Not without one, none, or the place that a state leads to."""
    found = branching(P.Branch(T.eq(A, four(3)), "odd", "head"), count())
    enumeration, _, _ = enumerated(found)
    (states,) = enumeration.reached()
    judge = Question(CHECKS, only=frozenset())
    assert confirmed(found, (states,), judge)
    assert not confirmed(found, (replace(states, rows=states.rows[:2]),), judge)
    assert not confirmed(found, (replace(states, rows=()),), judge)
    assert not confirmed(found, (states,), replace(judge, places=frozenset({("main", "odd")})))


# ---------------------------------------------------------------- what is not enumerated


def small(*body: P.Command, width: int = 8) -> Machine:
    x, a = T.var("x", T.bv(0, width).sort), T.var("a", T.bv(0, width).sort)
    ask = P.Havoc(x, P.Source.INPUT, "input", "int")
    block = P.Block("head", [ask, *body], P.Goto(("head",)))
    main = P.Procedure("main", (), (), {"head": block})
    return Machine(P.Program("m", "llvm", {"main": main}, "main", P.Layout(64), {a: T.bv(0, width)}))


def test_undefined_behaviour_is_left_to_others() -> None:
    x = T.var("x", T.bv(0, 8).sort)
    found = small(P.Assert(T.not_(T.eq(x, T.bv(7, 8))), "division-by-zero", "division by zero"))
    enumeration, met, status = enumerated(found)
    assert (status, met) == (Status.GAVE_UP, [])
    assert "division-by-zero" in enumeration.problem


def test_inputs_that_are_kept_one_by_one() -> None:
    x, a = (T.var(name, T.bv(0, 32).sort) for name in "xa")
    found = small(P.Assert(T.bvult(a, T.bv(9, 32)), "unreach-call", ""), P.Assign((a,), (x,)), width=32)
    enumeration, _, status = enumerated(found)
    assert status is Status.GAVE_UP
    assert "tells apart" in enumeration.problem


def test_loops_without_inputs_are_not_for_this() -> None:
    main = P.Procedure("main", (), (), {"head": P.Block("head", [], P.Goto(("head",)))})
    program = P.Program("m", "llvm", {"main": main}, "main", P.Layout(64))
    with pytest.raises(NotFit):
        Enumeration(program, CHECKS, (), lambda _: None)


def test_ends_that_nobody_can_judge() -> None:
    found = small()
    main = found.program.procedures["main"]
    x = T.var("x", T.bv(0, 8).sort)
    main.blocks["head"].terminator = P.Branch(T.eq(x, T.bv(7, 8)), "odd", "head")
    main.blocks["odd"] = P.Block("odd", [], P.Stop(P.End.UNSUPPORTED, "strange"))
    enumeration, _, status = enumerated(found)
    assert (status, enumeration.problem) == (Status.GAVE_UP, "strange")
    assert not confirmed(found, (ReachedAt((), ("main", "head", 0), (), ((),)),), Question(CHECKS))


def why_not(found: Machine) -> str:
    try:
        shape_of(found.program, CHECKS, ())
    except NotFit as reason:
        return str(reason)
    return ""


def test_recursion_is_left_to_others() -> None:
    found = small(P.Call((), "again", ()))
    again = P.Block("start", [P.Call((), "again", ())], P.Return())
    found.program.procedures["again"] = P.Procedure("again", (), (), {"start": again})
    assert why_not(found) == "recursion"


def test_not_complete_before_the_end() -> None:
    a = T.var("a", T.bv(0, 8).sort)
    engine = Enumerated(small(P.Assign((a,), (T.bvadd(a, T.bv(1, 8)),))).program, CHECKS, (), None, None)
    assert not engine.complete
    assert list(engine.run()) == []
    assert engine.complete


def test_an_unknown_without_states() -> None:
    """What nobody has states for may be anything."""
    x = T.var("x", T.bv(0, 8).sort)
    found = small(P.Assign((x,), (T.bv(3, 8),)), P.Havoc(x, P.Source.UNINITIALISED, "undef", "int"))
    main = found.program.procedures["main"]
    here = P.Location("m.c", 3)
    main.blocks["head"].commands.append(P.Assert(T.eq(x, T.bv(3, 8)), "unreach-call", "", here))
    assert not confirmed(found, (ReachedAt((), ("main", "head", 0), (), ((),)),), Question(CHECKS))
    enumeration, met, _ = enumerated(found)
    assert [one.event.location for one in met] == [here]
    assert len(enumeration.reached()) == 2


def test_other_callers() -> None:
    """States are those of the calls under way, and of no others."""
    x, r = T.var("x", T.bv(0, 8).sort), T.var("r", T.bv(0, 8).sort)
    found = small(P.Call((r,), "asks", ()), P.Call((r,), "asks", ()))
    inside = P.Block("start", [P.Havoc(x, P.Source.INPUT, "input", "int")], P.Return((x,)))
    found.program.procedures["asks"] = P.Procedure("asks", (), (T.var("result", x.sort),), {"start": inside})
    enumeration, _, _ = enumerated(found)
    states = enumeration.reached()
    assert sorted(len(one.callers) for one in states) == [0, 1, 1]
    assert confirmed(found, states, Question(CHECKS))
    fewer = tuple(one for one in states if not one.callers or one.callers[0][2] == 1)
    assert not confirmed(found, fewer, Question(CHECKS))
    nobody = tuple(replace(one, callers=()) for one in states)
    assert not confirmed(found, nobody, Question(CHECKS))


def test_counters_are_left_to_others() -> None:
    a = T.var("a", T.bv(0, 32).sort)
    step = P.Assign((a,), (T.bvadd(a, T.bv(1, 32)),))
    found = small(step, P.Assert(T.not_(T.eq(a, T.bv(1 << 31, 32))), "unreach-call", ""), width=32)
    engine = Enumerated(found.program, CHECKS, (), None, None)
    assert list(engine.run()) == []
    assert [cut.reason for cut in engine.cuts] == [Reason.NOT_TAKEN]


# ---------------------------------------------------------------- whole runs

PROGRAM = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a = 0, b = 1, level = 0;
static int output(int input) {{
  if (a == 0 && (input == 2 && b == 1)) {{ a = 3; b = 0; return 1; }}
  if (a == 3 && input > 4 && level < 5) {{ level = (level + 7) % 6; a = 1; return 2; }}
  if (a == 1 && input == 1) {{ a = 0; b = 1; return 3; }}
  if (a == {state} && b == {other}) reach_error();
  return -1;
}}
int main(void) {{
  while (1) {{
    int input = __VERIFIER_nondet_int();
    if (input < 1 || input > 6) return 0;
    output(input);
  }}
}}
"""


@pytest.mark.parametrize(("state", "other", "verdict"), [(1, 1, "safe"), (1, 0, "unsafe")])
def test_programs(tmp_path: Path, state: int, other: int, verdict: str) -> None:
    file = tmp_path / "machine.c"
    file.write_text(PROGRAM.format(state=state, other=other))
    found = check(file)
    assert found.verdict.value == verdict
    if verdict == "safe":
        assert found.proof is not None
        assert found.proof.result == "confirmed"
