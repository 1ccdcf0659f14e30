"""What must fail, as safety: inverted programs with fuel and ranks against all runs of the originals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from antumbra import terms as T
from antumbra.engines.outcome import Reason
from antumbra.engines.registry import ENGINES
from antumbra.program import model as P
from antumbra.program.inputs import InputName, place_of
from antumbra.program.inverting.ends import ENDED, NotInverted, inverted
from antumbra.program.inverting.measures import Measures, Rank, loop_heads, with_fuel, with_measures, with_ranks
from antumbra.program.restricting.assuming import assuming, conjuncts
from antumbra.program.source import Location
from antumbra.program.validity.validate import validate
from antumbra.proofs import Budget, Confirmed, Question, Refuted
from antumbra.proofs.certificate import Certificate
from antumbra.proofs.check import check_proof
from antumbra.terms import Term
from support.asking import Run, generate, random_condition, runs
from support.size import some
from support.translate import from_c

CHECKS = frozenset({"assert"})
SEEDS = range(some(24, 200))
BYTE = T.bv_sort(8)


def refused(make: Callable[[], object], words: str) -> bool:
    """pytest.raises is noticed by pytest alone, and not by who looks for faults."""
    try:
        make()
    except NotInverted as why:
        return words in str(why)
    return False


def must(program: P.Program, condition: Term, measures: Measures, name: str = "explore", checks=CHECKS) -> bool | None:
    """Do all inputs of a condition fail? None: nobody knows."""
    turned = inverted(program, checks)
    asked = assuming(with_measures(turned.program, measures), condition)
    assert not validate(asked)
    engine = ENGINES[name].make(asked, {"checks": turned.checks})
    for end in engine.run(steps=3_000_000):
        if end.reason is Reason.VIOLATION and end.check not in turned.quiet:
            assert end.check == ENDED
            return False
        if end.reason is Reason.VIOLATION:
            engine.close(end.check, end.location)
    return True if engine.complete and not engine.cuts else None


def confirmed(program: P.Program, condition: Term, measures: Measures, checks=CHECKS) -> bool | None:
    """The same, asked of the independent check."""
    turned = inverted(program, checks)
    asked = assuming(with_measures(turned.program, measures), condition)
    question = Question(turned.checks, quiet=turned.quiet)
    match check_proof(asked, question, Certificate(), Budget(), ("bitwuzla",)):
        case Confirmed():
            return True
        case Refuted():
            return False
        case _:
            return None


# ---------------------------------------------------------------- random programs, and all of their runs


def stopping(program: P.Program, random: Random) -> P.Program:
    """Some blocks of the program end it, under a condition; undefined behaviour is a failure for those who ask."""
    main = program.procedures["main"]
    blocks = dict(main.blocks)
    a, b = program.variables
    for label in random.sample(sorted(blocks), min(2, len(blocks))):
        old = blocks[label]
        end = random.choice([P.End.EXIT, P.End.ABORT, P.End.SILENT, P.End.UNDEFINED])
        blocks[f"{label} rest"] = P.Block(f"{label} rest", [], old.terminator)
        blocks[f"{label} stop"] = P.Block(f"{label} stop", [], P.Stop(end))
        test = random.choice([T.eq(a, b), T.bvult(a, b), T.eq(a, T.bv(3, 4))])
        blocks[label] = P.Block(label, old.commands, P.Branch(test, f"{label} stop", f"{label} rest"))
    return replace(program, procedures={**program.procedures, "main": replace(main, blocks=blocks)})


@cache
def truth(seed: int) -> tuple[P.Program, list[Run]] | None:
    program = generate(seed)
    if seed % 3:
        program = stopping(program, Random(seed))
    found = runs(program, 200)
    return None if found is None else (program, found)


def excluded(one: Run, condition: Term) -> bool:
    return any(
        not T.evaluate(part, dict(one.inputs))
        for part in conjuncts(condition)
        if one.inputs.keys() >= T.free_variables(part)
    )


def fails(one: Run, checks: frozenset[str]) -> bool:
    undefined = one.outcome.end is P.End.UNDEFINED and "def-behavior" in checks
    return undefined or (one.outcome.kind == "violation" and one.outcome.check in checks)


def undefined(one: Run, checks: frozenset[str]) -> bool:
    return one.outcome.end is P.End.UNDEFINED and "def-behavior" not in checks


def region(random: Random, found: Sequence[Run], wanted: Sequence[Run]) -> Term:
    """A condition on inputs: random, or of some of the wanted runs exactly."""
    variables = sorted({v for one in found for v in one.inputs}, key=lambda v: str(v.data))
    if not wanted or random.random() < 0.3:
        return random_condition(random, variables)
    cubes = [
        T.and_(T.TRUE, *(T.eq(v, T.const(value, v.sort)) for v, value in one.inputs.items()))
        for one in random.sample(wanted, min(len(wanted), 3))
    ]
    return T.or_(*cubes)


@pytest.mark.parametrize("by", ["explore", "check"])
def test_random_regions(by: str) -> None:
    """A region is proved to fail if and only if all of its runs do; what is undefined forbids the proof."""
    proved = {True: 0, False: 0}
    for seed in SEEDS if by == "explore" else SEEDS[::2]:
        if (known := truth(seed)) is None:
            continue
        program, found = known
        random = Random(f"{seed} {by}")
        for number in range(4):
            checks = CHECKS | {"def-behavior"} if number % 2 else CHECKS
            condition = region(random, found, [one for one in found if fails(one, checks)])
            left = [one for one in found if not excluded(one, condition)]
            wanted = all(fails(one, checks) for one in left)
            odd = any(undefined(one, checks) for one in left)
            told = (must if by == "explore" else confirmed)(program, condition, Measures(fuel=8), checks=checks)
            if odd:
                assert told is not True, (seed, condition)
            else:
                assert told is wanted, (seed, condition)
                proved[wanted] += bool(left)
    assert min(proved.values()) >= 8


# ---------------------------------------------------------------- loops that need not end


def looping(step: int, guard: Term, i: Term, rest: list[P.Command], ends: P.Terminator) -> P.Program:
    """An input i; while the guard holds it grows by a step; then the rest."""
    havoc = P.Havoc(i, P.Source.INPUT, "i", "char", Location("t.c", 1))
    blocks = [
        P.Block("start", [havoc], P.Goto(("head",))),
        P.Block("head", [], P.Branch(guard, "round", "out")),
        P.Block("round", [P.Assign((i,), (T.bvadd(i, T.bv(step, 8)),))], P.Goto(("head",))),
        P.Block("out", rest, ends),
    ]
    main = P.Procedure("main", (), (), {block.label: block for block in blocks})
    return P.Program("t", "c", {"main": main}, "main", P.Layout(64, first_free=0x100000))


COUNT = T.var("i", BYTE)
WRONG = P.Assert(T.FALSE, "assert", "wrong", Location("t.c", 2))
#: ends for even inputs only
EVEN = looping(2, T.not_(T.eq(COUNT, T.bv(100, 8))), COUNT, [WRONG], P.Return())
INPUT = InputName(place_of(EVEN.procedures["main"].blocks["start"].commands[0]), 1).variable  # type: ignore[arg-type]
IS_EVEN = T.eq(T.extract(0, 0, INPUT), T.bv(0, 1))
HEAD = ("main", "head")
AWAY: Rank = (T.bvsub(T.bv(100, 8), COUNT),)


def test_running_for_ever_is_no_failure() -> None:
    assert must(EVEN, T.TRUE, Measures(fuel=130)) is False
    assert must(EVEN, IS_EVEN, Measures(fuel=130)) is True
    assert must(EVEN, IS_EVEN, Measures(fuel=127)) is True
    assert must(EVEN, IS_EVEN, Measures(fuel=126)) is False
    assert must(EVEN, T.not_(IS_EVEN), Measures(fuel=130)) is False
    assert must(EVEN, T.eq(INPUT, T.bv(99, 8)), Measures(fuel=255)) is False


def test_ranks() -> None:
    for name in ("explore", "interpolate"):
        assert must(EVEN, IS_EVEN, Measures({HEAD: AWAY}), name) is True
        assert must(EVEN, T.TRUE, Measures({HEAD: AWAY}), name) is False
        assert must(EVEN, IS_EVEN, Measures({HEAD: (COUNT,)}), name) is False
    assert confirmed(EVEN, IS_EVEN, Measures({HEAD: AWAY})) is True
    assert confirmed(EVEN, T.TRUE, Measures({HEAD: AWAY})) is False


def test_a_rank_that_never_changes_is_none() -> None:
    endless = looping(0, T.TRUE, COUNT, [WRONG], P.Return())
    for rank in ((T.bv(7, 8),), (COUNT,), (T.bv(7, 8), COUNT), ()):
        assert must(endless, T.TRUE, Measures({HEAD: rank})) is False
    assert must(endless, T.TRUE, Measures(fuel=20)) is False


def test_a_rank_that_never_changes_is_none_checked() -> None:
    """The same, asked of an engine that closes loops: nothing comes round to a violation."""
    endless = looping(0, T.TRUE, COUNT, [WRONG], P.Return())
    for rank in ((T.bv(7, 8),), (COUNT,)):
        assert must(endless, T.TRUE, Measures({HEAD: rank}), "interpolate") is False


def test_a_rank_goes_down_from_round_to_round() -> None:
    """Below the first round's it would be in every round but the first."""
    i, up = T.var("i", BYTE), T.bvult(COUNT, T.bv(200, 8))
    havoc = P.Havoc(i, P.Source.INPUT, "i", "char", Location("t.c", 1))
    blocks = [
        P.Block("start", [havoc], P.Goto(("head",))),
        P.Block("head", [], P.Branch(up, "round", "out")),
        P.Block("round", [P.Assign((i,), (T.bv(5, 8),))], P.Goto(("head",))),
        P.Block("out", [WRONG], P.Return()),
    ]
    main = P.Procedure("main", (), (), {block.label: block for block in blocks})
    program = P.Program("t", "c", {"main": main}, "main", P.Layout(64, first_free=0x100000))
    some = T.and_(T.bvult(T.bv(5, 8), INPUT), T.bvult(INPUT, T.bv(100, 8)))
    assert must(program, some, Measures({HEAD: (COUNT,)}), "interpolate") is False


def test_lexicographic_ranks() -> None:
    """What follows in a rank may not decrease while what precedes grows."""
    i, j = T.var("i", BYTE), T.var("j", T.bv_sort(1))
    havoc = P.Havoc(i, P.Source.INPUT, "i", "char", Location("t.c", 1))
    other = T.bvxor(j, T.bv(1, 1))
    blocks = [
        P.Block("start", [havoc, P.Assign((j,), (T.bv(0, 1),))], P.Goto(("head",))),
        P.Block("head", [], P.Branch(T.eq(i, T.bv(0, 8)), "out", "round")),
        P.Block("round", [P.Assign((i, j), (T.bvxor(i, T.bv(2, 8)), other))], P.Goto(("head",))),
        P.Block("out", [WRONG], P.Return()),
    ]
    main = P.Procedure("main", (), (), {block.label: block for block in blocks})
    program = P.Program("t", "c", {"main": main}, "main", P.Layout(64, first_free=0x100000))
    seven = T.eq(INPUT, T.bv(7, 8))
    for rank in ((T.zero_extend(7, j), i), (i, T.zero_extend(7, j)), (i, T.bvnot(T.zero_extend(7, j)))):
        assert must(program, seven, Measures({HEAD: rank}), "interpolate") is False


def test_a_count_beyond_the_fuel() -> None:
    """A loop that an engine can close, and that has no end."""
    endless = looping(0, T.TRUE, COUNT, [WRONG], P.Return())
    assert must(endless, T.TRUE, Measures(fuel=2), "interpolate") is False


def test_checks_that_nobody_asks_for() -> None:
    """Overflow wraps, and a division by zero that is not asked about is undefined behaviour."""
    havoc = P.Havoc(COUNT, P.Source.INPUT, "i", "char", Location("t.c", 1))
    zero = T.not_(T.eq(COUNT, T.bv(0, 8)))
    for check, wanted in (("no-overflow", False), ("division-by-zero", None)):
        asked = P.Assert(zero, check, "odd", Location("t.c", 2))
        main = P.Procedure("main", (), (), {"e": P.Block("e", [havoc, asked], P.Return())})
        program = P.Program("t", "c", {"main": main}, "main", P.Layout(64, first_free=0x100000))
        nil = T.eq(INPUT, T.bv(0, 8))
        assert must(program, nil, Measures()) is wanted
        assert must(program, nil, Measures(), checks=frozenset({check})) is True
        assert must(program, T.TRUE, Measures(), checks=frozenset({check})) is False


def test_integers_decrease_while_they_are_not_negative() -> None:
    n = T.var("n", T.INT)
    one, zero = T.const(1, T.INT), T.const(0, T.INT)

    def program(guard: Term) -> P.Program:
        blocks = [
            P.Block("start", [], P.Goto(("head",))),
            P.Block("head", [], P.Branch(guard, "round", "out")),
            P.Block("round", [P.Assign((n,), (T.sub(n, one),))], P.Goto(("head",))),
            P.Block("out", [WRONG], P.Return()),
        ]
        main = P.Procedure("main", (n,), (), {block.label: block for block in blocks})
        return P.Program("t", "boogie", {"main": main}, "main", P.Layout(64, first_free=0x100000))

    up = program(T.lt(zero, n))
    ranked = with_ranks(inverted(up, CHECKS).program, {HEAD: (n,)})
    houdini = ENGINES["houdini"].make(ranked, {"checks": frozenset({ENDED}), "axioms": True})
    assert not list(houdini.run(steps=3_000_000))
    assert houdini.complete
    down = program(T.not_(T.eq(n, zero)))
    ranked = with_ranks(inverted(down, CHECKS).program, {HEAD: (n,)})
    explorer = ENGINES["explore"].make(ranked, {"checks": frozenset({ENDED}), "axioms": True})
    assert any(end.check == ENDED for end in explorer.run(steps=300_000))


def nested(inner_step: int, outer_step: int) -> P.Program:
    """Two loops down from inputs of three bits, one in the other; the inner one begins anew each time."""
    small = T.bv_sort(3)
    i, j, n = (T.var(name, small) for name in "ijn")
    zero = T.bv(0, 3)
    havoc = P.Havoc(n, P.Source.INPUT, "n", "int", Location("t.c", 1))
    blocks = [
        P.Block("start", [havoc, P.Assign((i, j), (n, n))], P.Goto(("outer",))),
        P.Block("outer", [], P.Branch(T.eq(i, zero), "out", "begin")),
        P.Block("begin", [P.Assign((j,), (n,))], P.Goto(("inner",))),
        P.Block("inner", [], P.Branch(T.eq(j, zero), "next", "round")),
        P.Block("round", [P.Assign((j,), (T.bvsub(j, T.bv(inner_step, 3)),))], P.Goto(("inner",))),
        P.Block("next", [P.Assign((i,), (T.bvsub(i, T.bv(outer_step, 3)),))], P.Goto(("outer",))),
        P.Block("out", [WRONG], P.Return()),
    ]
    main = P.Procedure("main", (), (), {block.label: block for block in blocks})
    return P.Program("t", "c", {"main": main}, "main", P.Layout(64, first_free=0x100000))


def test_nested_loops_have_a_copy_each() -> None:
    i, j = (T.var(name, T.bv_sort(3)) for name in "ij")
    for inner_step, outer_step in ((1, 1), (1, 0), (0, 1)):
        program = nested(inner_step, outer_step)
        assert loop_heads(program) == [("main", "outer"), ("main", "inner")]
        ends = inner_step == outer_step == 1
        ranks: dict[tuple[str, str], Rank] = {("main", "outer"): (i,), ("main", "inner"): (j,)}
        assert must(program, T.TRUE, Measures(ranks)) is ends
        assert must(program, T.TRUE, Measures(fuel=60)) is ends
        # i stays the same in the inner loop, and j begins anew in the outer one
        assert must(program, T.TRUE, Measures({**ranks, ("main", "inner"): (i,)})) is False
        assert must(program, T.TRUE, Measures({**ranks, ("main", "outer"): (j,)})) is False
        lexicographic = dict.fromkeys(ranks, (i, j))
        assert must(program, T.TRUE, Measures({**lexicographic, ("main", "outer"): (i,)})) is ends


def test_what_nothing_is_said_about_is_refused() -> None:
    assert refused(
        lambda: with_ranks(nested(1, 1), {("main", "outer"): (T.var("i", T.bv_sort(3)),)}),
        "the rounds of the loop at inner in main",
    )
    assert refused(lambda: with_ranks(EVEN, {HEAD: (T.TRUE,)}), "sort")


def test_a_loop_at_the_first_block_and_one_entered_past_its_head() -> None:
    g = T.var("g", BYTE)
    blocks = [
        P.Block("head", [], P.Branch(T.eq(g, T.bv(0, 8)), "out", "round")),
        P.Block("round", [P.Assign((g,), (T.bvsub(g, T.bv(1, 8)),))], P.Goto(("head",))),
        P.Block("out", [WRONG], P.Return()),
    ]
    main = P.Procedure("main", (), (), {block.label: block for block in blocks})
    program = P.Program("t", "c", {"main": main}, "main", P.Layout(64, first_free=0x100000), {g: T.bv(9, 8)})
    assert must(program, T.TRUE, Measures({HEAD: (g,)})) is True
    assert must(program, T.TRUE, Measures(fuel=9)) is True
    assert must(program, T.TRUE, Measures(fuel=8)) is False
    past = P.Block("start", [], P.Branch(T.eq(g, T.bv(9, 8)), "round", "head"))
    jump = replace(program, procedures={"main": replace(main, blocks={"start": past, **main.blocks})})
    assert refused(lambda: with_ranks(jump, dict.fromkeys(loop_heads(jump), (g,))), "entered past its head")
    assert must(jump, T.TRUE, Measures(fuel=9)) is True


# ---------------------------------------------------------------- recursion

RECURSIVE = """extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);
unsigned char odd(unsigned char n);
unsigned char even(unsigned char n) { return n == 0 ? 1 : odd(n - STEP); }
unsigned char odd(unsigned char n) { return n == 0 ? 0 : even(n - 1); }
int main(void) { unsigned char n = __VERIFIER_nondet_uchar() & 15; if (even(n) < 2) reach_error(); }
"""
UNREACH = frozenset({"unreach-call"})


@pytest.mark.parametrize("step", [1, 0])
def test_recursion(step: int) -> None:
    program = from_c(RECURSIVE.replace("STEP", str(step)))
    ends = step == 1
    ranks: dict[str, Rank] = {name: (program.procedures[name].parameters[0],) for name in ("even", "odd")}
    # with no step, even and odd still go down by turns
    assert must(program, T.TRUE, Measures(calls=ranks), checks=UNREACH) is ends
    assert must(program, T.TRUE, Measures(fuel=40), checks=UNREACH) is True
    assert must(program, T.TRUE, Measures(fuel=3), checks=UNREACH) is False
    assert refused(lambda: with_ranks(program, {}, {"even": ranks["even"]}), "the calls of")
    assert refused(lambda: with_ranks(program, {}, {**ranks, "odd": (*ranks["odd"], T.bv(0, 8))}), "compared")


def test_recursion_without_an_end() -> None:
    program = from_c(
        "extern void reach_error(void); int f(int n) { return n > 5 ? f(n) : 1; }"
        "extern int __VERIFIER_nondet_int(void); int main(void) { f(__VERIFIER_nondet_int()); reach_error(); }"
    )
    (n,) = program.procedures["f"].parameters
    assert must(program, T.TRUE, Measures(calls={"f": (n,)}), checks=UNREACH) is False
    assert must(program, T.TRUE, Measures(fuel=9), checks=UNREACH) is False


def test_recursion_without_an_end_is_seen() -> None:
    """By engines that would not come to an end themselves: nothing says why the calls end."""
    n = T.var("n", BYTE)
    f = P.Procedure("f", (n,), (), {"e": P.Block("e", [P.Call((), "f", (n,))], P.Return())})
    main = P.Procedure("main", (), (), {"e": P.Block("e", [P.Call((), "f", (T.bv(0, 8),)), WRONG], P.Return())})
    program = P.Program("t", "c", {"main": main, "f": f}, "main", P.Layout(64, first_free=0x100000))
    assert refused(lambda: with_ranks(program, {}), "the calls of f")
    assert must(program, T.TRUE, Measures(calls={"f": (n,)})) is False


def test_returns_of_the_entry_that_calls_itself() -> None:
    """Only the outermost return is an end."""
    g = T.var("g", BYTE)
    less = P.Assign((g,), (T.bvsub(g, T.bv(1, 8)),))

    def program(first: int) -> P.Program:
        blocks = [
            P.Block("start", [], P.Branch(T.eq(g, T.bv(0, 8)), "deep", "more")),
            P.Block("deep", [], P.Return()),
            P.Block("more", [less, P.Call((), "main", ()), WRONG], P.Return()),
        ]
        main = P.Procedure("main", (), (), {block.label: block for block in blocks})
        return P.Program("t", "c", {"main": main}, "main", P.Layout(64, first_free=0x100000), {g: T.bv(first, 8)})

    assert must(program(0), T.TRUE, Measures(fuel=9)) is False
    assert must(program(3), T.TRUE, Measures(fuel=9)) is True


# ---------------------------------------------------------------- checks that commands make, and choices

MEMORY = """extern int __VERIFIER_nondet_int(void);
int main(void) { int a[4] = {0}; int i = __VERIFIER_nondet_int(); return a[i]; }
"""


def test_accesses_end_quietly() -> None:
    program = from_c(MEMORY)
    havoc = next(c for b in program.procedures["main"].blocks.values() for c in b.commands if isinstance(c, P.Havoc))
    i = InputName(place_of(havoc), 1).variable
    outside = T.or_(T.bvslt(i, T.bv(0, 32)), T.bvsle(T.bv(4, 32), i))
    deref = frozenset({"valid-deref"})
    for ask in (must, confirmed):
        assert ask(program, outside, Measures(fuel=1), checks=deref) is True
        assert ask(program, T.TRUE, Measures(fuel=1), checks=deref) is False
        # undefined behaviour that nobody asks about is no failure
        assert ask(program, outside, Measures(fuel=1), checks=UNREACH) is not True


def test_leaks_are_refused() -> None:
    program = from_c("#include <stdlib.h>\nint main(void) { malloc(4); return 0; }", library=True)
    made = P.Alloc(T.var("p", T.bv_sort(64)), T.bv(4, 64), P.Region.HEAP)
    main = program.procedures["main"]
    first, block = next(iter(main.blocks.items()))
    blocks = {**main.blocks, first: P.Block(first, [made, *block.commands], block.terminator)}
    program = replace(program, procedures={**program.procedures, "main": replace(main, blocks=blocks)})
    assert refused(lambda: inverted(program, frozenset({"valid-memtrack"})), "heap objects")
    assert inverted(program, CHECKS)


def choosing(first: list[P.Command], second: list[P.Command]) -> P.Program:
    havoc = P.Havoc(COUNT, P.Source.INPUT, "i", "char", Location("t.c", 1))
    blocks = [
        P.Block("start", [havoc], P.Goto(("first", "second"))),
        P.Block("first", first, P.Return()),
        P.Block("second", second, P.Return()),
    ]
    main = P.Procedure("main", (), (), {block.label: block for block in blocks})
    return P.Program("t", "boogie", {"main": main}, "main", P.Layout(64, first_free=0x100000))


def test_choices() -> None:
    low, ten = T.bvult(COUNT, T.bv(10, 8)), T.eq(COUNT, T.bv(10, 8))

    def told(first: list[P.Command], second: list[P.Command], condition: Term = T.TRUE) -> bool | None:
        return must(choosing(first, second), condition, Measures())

    # guards that exclude each other, as a branch has them
    assert told([P.Assume(low), WRONG], [P.Assume(T.not_(low)), WRONG]) is True
    assert told([P.Assume(low), WRONG], [P.Assume(T.not_(low))]) is False
    assert told([P.Assume(low), WRONG], [P.Assume(T.not_(low))], T.bvult(INPUT, T.bv(10, 8))) is True
    # an input that no way takes does not fail
    assert told([P.Assume(low), WRONG], [P.Assume(ten), WRONG]) is False
    assert told([P.Assume(low), WRONG], [P.Assume(ten), WRONG], T.bvule(INPUT, T.bv(10, 8))) is True
    # a second assumption is no guard
    assert told([P.Assume(low), P.Assume(ten), WRONG], [P.Assume(T.not_(low)), WRONG]) is False
    # every choice must fail
    assert told([WRONG], [WRONG]) is True
    assert told([WRONG], []) is False
    assert refused(lambda: inverted(choosing([P.Assume(low), WRONG], [WRONG]), CHECKS), "only some ways")


def test_a_guard_is_a_rejection_for_those_who_come_by_another_way() -> None:
    low = T.bvult(COUNT, T.bv(10, 8))
    program = choosing([P.Assume(low), WRONG], [P.Assume(T.not_(low))])
    main = program.procedures["main"]
    over = P.Block("second", [P.Assume(T.not_(low))], P.Goto(("first",)))
    program = replace(program, procedures={"main": replace(main, blocks={**main.blocks, "second": over})})
    assert must(program, T.TRUE, Measures()) is False


def test_fuel_is_no_violation_of_the_original() -> None:
    assert must(EVEN, T.FALSE, Measures(fuel=0)) is True
    assert with_fuel(EVEN, 3).procedures["main"].blocks.keys() > EVEN.procedures["main"].blocks.keys()
