"""Ways through loops that are taken at once: programs with leaps against all runs, and what must be gone through."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

from antumbra import terms as T
from antumbra.engines.invariants.closed_forms.confirming import Prover, Solved, confirm
from antumbra.engines.invariants.closed_forms.rounds import NoClosedForm
from antumbra.engines.invariants.closed_forms.ways import leaping
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.program.validity.validate import validate
from antumbra.terms import Term
from support.concrete import Interpreter, Outcome
from support.size import some

CHECKS = frozenset({"unreach-call"})
BITS = 4
SORT = T.bv_sort(BITS)
X, N, S, U = (T.var(name, SORT) for name in "insu")
TEST, MORE, OUT = (T.var(name, T.BOOL) for name in ("test", "more", "out"))
PLACE = Location("t.c", 9)


def small(random: Random) -> Term:
    return T.bv(random.randrange(1 << BITS), BITS)


def condition(random: Random) -> Term:
    relation = random.choice([T.bvslt, T.bvsle, T.bvult, T.bvule, T.eq])
    found = relation(*random.sample([random.choice([X, S]), random.choice([N, X, small(random)])], 2))
    return T.not_(found) if relation is T.eq or random.random() < 0.3 else found


def change(random: Random) -> tuple[Term, ...]:
    """What a way makes of the counter and the others."""
    step = T.bv(random.choice([1, 1, 1, 2, 3, 15, 14]), BITS)
    grows = random.choice([T.bv(1, BITS), small(random), X, N, U])
    other = random.choice([U, T.bvadd(U, T.bv(1, BITS)), small(random)])
    return T.bvadd(X, step), T.bvadd(S, grows), other


def random_loop(random: Random) -> P.Program:
    """A loop with two or three ways, a way out in the middle, and an assertion in it now and then."""
    begin = [P.Havoc(v, P.Source.INPUT, str(v.data), "int", Location("t.c", k)) for k, v in enumerate((X, N))]
    check = P.Assert(T.not_(T.eq(random.choice([X, S]), small(random))), "unreach-call", "wrong", PLACE)
    wrong: list[P.Command] = [check] if random.random() < 0.3 else []
    if random.random() < 0.2:
        wrong.append(P.Assume(condition(random)))
    changed = (X, S, U)
    if random.random() < 0.3:
        cases = tuple(zip(random.sample(range(1 << BITS), 2), ("one", "other"), strict=True))
        fork: P.Terminator = P.Switch(random.choice([X, U]), cases, "two")
    else:
        fork = P.Branch(MORE, "one", "two")
    blocks = [
        P.Block("start", [*begin, P.Assign((S, U), (small(random), small(random)))], P.Goto(("head",))),
        P.Block("head", [P.Assign((TEST,), (condition(random),))], P.Branch(TEST, "round", "out")),
        P.Block("round", [P.Assign((MORE,), (condition(random),))], fork),
        P.Block("one", [P.Assign(changed, change(random))], P.Goto(("head",))),
        P.Block("two", [*wrong, P.Assign((OUT,), (condition(random),))], P.Branch(OUT, "out", "other")),
        P.Block("other", [P.Assign(changed, change(random))], P.Goto(("head",))),
        P.Block("out", [], P.Return(changed)),
    ]
    results = tuple(T.var(f"r{k}", SORT) for k in range(3))
    main = P.Procedure("main", (), results, {block.label: block for block in blocks})
    program = P.Program("t", "c", {"main": main}, "main", P.Layout(64, first_free=0x100000))
    if random.random() < 0.5:
        program.variables[U] = T.bv(0, BITS)
    return program


def ran(program: P.Program, i: int, n: int) -> Outcome:
    given = {"i": i, "n": n}
    outcome = Interpreter(program, lambda havoc: given[havoc.name], CHECKS, limit=20_000).run()
    return Outcome("violation") if outcome.kind == "violation" else outcome


def test_programs_with_leaps_do_the_same() -> None:
    solved = 0
    for seed in range(some(25, 2000)):
        program = random_loop(Random(seed))
        found = leaping(program, CHECKS, Prover(steps=20_000))
        assert not validate(found.program)
        solved += sum(map(len, found.solved.values()))
        if found.solved:
            assert all(head == ("main", "head") for head in found.heads.values())
            for i, n in product(range(1 << BITS), repeat=2):
                assert ran(found.program, i, n) == ran(program, i, n), (seed, i, n)
    assert solved >= 10


def looping(*round_: P.Command, targets: tuple[str, ...] = ("head",), after: P.Terminator | None = None) -> P.Program:
    """``while (i < n)`` with a round of these commands."""
    blocks = [
        P.Block("start", [P.Havoc(v, P.Source.INPUT, str(v.data), "int", PLACE) for v in (X, N)], P.Goto(("head",))),
        P.Block("head", [P.Assign((TEST,), (T.bvult(X, N),))], P.Branch(TEST, "round", "out")),
        P.Block("round", list(round_), after or P.Goto(targets)),
        P.Block("out", [], P.Return((X,))),
    ]
    main = P.Procedure("main", (), (T.var("r", SORT),), {block.label: block for block in blocks})
    return P.Program("t", "c", {"main": main}, "main", P.Layout(64, first_free=0x100000))


COUNTS = P.Assign((X,), (T.bvadd(X, T.bv(1, BITS)),))


def test_a_round_that_values_do_not_decide_is_gone_through() -> None:
    assert leaping(looping(COUNTS), CHECKS).solved
    # where control may leave at any time, or an input is read in each round
    assert not leaping(looping(COUNTS, targets=("head", "out")), CHECKS).solved
    asks = P.Havoc(U, P.Source.INPUT, "u", "int", PLACE)
    assert not leaping(looping(COUNTS, asks), CHECKS).solved


def test_an_assertion_in_a_round_is_not_passed_over() -> None:
    fails = P.Assert(T.not_(T.eq(X, T.bv(5, BITS))), "unreach-call", "five", PLACE)
    program = looping(fails, COUNTS)
    made = leaping(program, CHECKS)
    for i, n in product(range(1 << BITS), repeat=2):
        assert ran(made.program, i, n) == ran(program, i, n)
    # that i is below n holds in each round
    assert leaping(looping(P.Assert(T.bvult(X, N), "unreach-call", "below", PLACE), COUNTS), CHECKS).solved


def confirmed(solved: Solved) -> bool:
    try:
        confirm(solved, Prover())
    except NoClosedForm:
        return False
    return True


def test_a_way_that_may_wrap_around_is_gone_through() -> None:
    """In steps of two the end may be passed over."""
    program = looping(P.Assign((X,), (T.bvadd(X, T.bv(2, BITS)),)))
    made = leaping(program, CHECKS)
    ((solved,),) = made.solved.values()
    assert solved.count.when is not T.TRUE
    assert same(made.program, program)


def test_the_first_condition_to_fail_counts() -> None:
    """A way ends with the first of its conditions, whichever that is."""
    leaves = P.Branch(OUT, "out", "head")
    program = looping(COUNTS, P.Assign((OUT,), (T.bvult(T.bv(9, BITS), X),)), after=leaves)
    found = leaping(program, CHECKS)
    ((solved,),) = found.solved.values()
    assert len(solved.count.ends) == 2
    for i, n in product(range(1 << BITS), repeat=2):
        assert ran(found.program, i, n) == ran(program, i, n)
    # another number of rounds than the least is not confirmed
    (_, first), (_, second) = solved.count.ends
    for number in (first, second, T.bv(0, BITS), T.bvadd(solved.count.number, T.bv(1, BITS))):
        assert not confirmed(replace(solved, count=replace(solved.count, number=number)))


def same(made: P.Program, program: P.Program) -> bool:
    return all(ran(made, i, n) == ran(program, i, n) for i, n in product(range(1 << BITS), repeat=2))


def test_an_assumption_in_a_round_is_a_condition() -> None:
    program = looping(P.Assume(T.bvult(X, T.bv(9, BITS))), COUNTS)
    made = leaping(program, CHECKS)
    assert made.solved
    assert same(made.program, program)


def test_global_variables_are_read_behind_the_loop() -> None:
    program = looping(COUNTS, P.Assign((U,), (T.bvadd(U, T.bv(3, BITS)),)))
    program.variables[U] = T.bv(0, BITS)
    (solved,) = (one for ones in leaping(program, CHECKS).solved.values() for one in ones)
    assert U in solved.round.needed
