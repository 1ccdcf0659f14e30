"""Closed forms of loops: accelerated programs against all runs, claims against the independent check."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from antumbra import terms as T
from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.invariants.closed_forms.accelerating import Accelerated, accelerated
from antumbra.engines.invariants.closed_forms.claims import loop_claims
from antumbra.engines.invariants.closed_forms.confirming import Prover, Solved, confirm, solve
from antumbra.engines.invariants.closed_forms.rounds import NoClosedForm, Round
from antumbra.engines.invariants.ranking import ranks_of
from antumbra.engines.outcome import Reason
from antumbra.program import model as P
from antumbra.program.inputs import input_named
from antumbra.program.inverting.ends import inverted
from antumbra.program.inverting.measures import with_ranks
from antumbra.program.restricting.assuming import assuming
from antumbra.program.source import Location
from antumbra.program.validity.validate import validate
from antumbra.proofs import Budget, Certificate, Confirmed, Question
from antumbra.proofs.answer import Answer
from antumbra.proofs.check import check_proof
from antumbra.terms import Term
from support.concrete import Interpreter, Outcome
from support.size import some
from support.translate import from_c

CHECKS = frozenset({"unreach-call"})
BITS = 4


# ---------------------------------------------------------------- random loops, all runs


def random_loop(random: Random, width: int = BITS) -> P.Program:
    """A counter and others that grow by polynomials; inputs are where it begins and ends."""
    sort, wider = T.bv_sort(width), T.bv_sort(width + 1)
    i, n, s, t = (T.var(name, sort) for name in "inst")
    u = T.var("u", wider)

    def small() -> Term:
        return T.bv(random.randrange(1 << width), width)

    def grows(*known: Term) -> Term:
        total = small()
        for _ in range(random.randrange(1, 3)):
            item = random.choice([*known, small()])
            if random.random() < 0.5:
                item = T.bvmul(item, random.choice([*known, small(), n]))
            total = T.bvadd(total, item)
        return total

    step = random.choice([1, 1, 1, -1, -1, 2, 3, -2, 5]) % (1 << width)
    more = [T.bvadd(i, T.bv(step, width)), T.bvadd(s, grows(i)), T.bvadd(t, grows(i, s))]
    extend = random.choice([T.zero_extend, T.sign_extend])
    wide = T.bvadd(u, random.choice([T.bv(3, width + 1), extend(1, i), extend(1, n)]))
    relation = random.choice([T.bvslt, T.bvsle, T.bvult, T.bvule, T.eq])
    guard = relation(*random.choice([(i, n), (n, i), (i, small())]))
    if random.random() < 0.5 or relation is T.eq:
        guard = T.not_(guard)
    begin = [P.Havoc(v, P.Source.INPUT, str(v.data), "int", Location("t.c", k)) for k, v in enumerate((i, n))]
    start = P.Assign((s, t, u), (small(), n, T.bv(0, width + 1)))
    results = tuple(T.var(f"r{k}", v.sort) for k, v in enumerate((i, s, t, u)))
    check = T.not_(T.eq(random.choice([i, s]), small()))
    wrong = [P.Assert(check, random.choice(["unreach-call", "no-overflow"]), "wrong", Location("t.c", 9))]
    test = T.var("test", T.BOOL)
    blocks = [
        P.Block("start", [*begin, start], P.Goto(("head",))),
        P.Block("head", [P.Assign((test,), (guard,))], P.Branch(test, "round", "out")),
        P.Block(
            "round",
            [*(wrong if random.random() < 0.3 else []), P.Assign((i, s, t, u), (*more, wide))],
            P.Goto(("head",)),
        ),
        P.Block("out", [], P.Return((i, s, t, u))),
    ]
    main = P.Procedure("main", (), results, {block.label: block for block in blocks})
    program = P.Program("t", "c", {"main": main}, "main", P.Layout(64, first_free=0x100000))
    if random.random() < 0.5:
        program.variables[u] = T.bv(0, width + 1)
    return program


def ran(program: P.Program, i: int, n: int) -> Outcome:
    given = {"i": i, "n": n}
    outcome = Interpreter(program, lambda havoc: given[havoc.name], CHECKS, limit=200).run()
    return Outcome("violation") if outcome.kind == "violation" else outcome


def test_accelerated_programs_do_the_same() -> None:
    solved = partly = 0
    for seed in range(some(30, 1500)):
        program = random_loop(Random(seed))
        made = accelerated(program, CHECKS, Prover(steps=20_000))
        assert not validate(made.program)
        solved += bool(made.always)
        partly += bool(made.solved) and not made.always
        if made.solved:
            for i, n in product(range(1 << BITS), repeat=2):
                assert ran(made.program, i, n) == ran(program, i, n), (seed, i, n)
    assert solved >= 8
    assert partly >= 3


def test_what_is_wrong_is_not_confirmed() -> None:
    """Forms and numbers of rounds, each with one thing changed."""
    sort = T.bv_sort(8)
    i, s = (T.var(name, sort) for name in "is")
    one = T.bv(1, 8)
    round_ = Round(
        "main", "head", T.bvult(i, T.bv(10, 8)), {}, {i: T.bvadd(i, one), s: T.bvadd(s, i)}, (), "", (), (i, s)
    )
    prover = Prover()
    right = solve(round_, prover)
    confirm(right, prover)
    form, count = right.forms[s], right.count
    for wrong in (replace(count, number=T.bvadd(count.number, one)), replace(count, number=T.bvsub(count.number, one))):
        assert not holds(replace(right, count=wrong), prover)
    for d in range(3):
        wide = tuple(T.bvadd(c, T.bv(1, form.width)) if d == e else c for e, c in enumerate(form.wide))
        plain = tuple(T.bvadd(c, one) if d == e else c for e, c in enumerate(form.coefficients))
        wrong = replace(form, coefficients=plain, wide=wide)
        assert not holds(replace(right, forms={**right.forms, s: wrong}), prover)
    # two rounds at once: the end may be passed over
    two = replace(round_, stay=T.bvult(i, T.bv(255, 8)), after={i: T.bvadd(i, T.bv(2, 8))}, needed=(i,))
    partly = solve(two, prover)
    assert partly.count.when is not T.TRUE
    assert not holds(replace(partly, count=replace(partly.count, when=T.TRUE)), prover)


def holds(solved: Solved, prover: Prover) -> bool:
    try:
        confirm(solved, prover)
    except NoClosedForm:
        return False
    return True


# ---------------------------------------------------------------- loops in C

HEAD = """extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
"""
FIGURE_1 = """int main(void) {
  TYPE x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), tmp = 0;
  if (y >= 0) { if (x < 0) x = 0 - x; for (TYPE i = 0; i < y; i++) tmp += i; } else tmp = y * y;
  if (!(tmp > 0)) reach_error();
}"""


def made_of(text: str) -> tuple[P.Program, Accelerated]:
    program = from_c(HEAD + text)
    return program, accelerated(program, CHECKS)


def failing(program: P.Program) -> Term:
    """The condition of all failing paths of a program that has few."""
    explorer = Explorer(program, ExploreOptions(checks=CHECKS, path_conditions=True))
    ends = list(explorer.run(steps=3_000_000))
    assert explorer.complete
    found = [end.input_condition for end in ends if end.reason is Reason.VIOLATION]
    return T.or_(T.FALSE, *(condition for condition in found if condition is not None))


def inputs(condition: Term, *values: int) -> bool:
    """Does the condition hold for inputs by their place?"""
    free = sorted(T.free_variables(condition), key=lambda v: input_named(v).place.location.column)  # type: ignore[union-attr]
    assert len(free) <= len(values)
    given = dict(zip(free, (value & 0xFFFFFFFF for value in values[-len(free) :]), strict=True)) if free else {}
    return bool(T.evaluate(condition, given))


def figure_1(y: int, bits: int) -> bool:
    """Does y fail, with integers of so many bits?"""
    y = (y + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))
    tmp = y * (y - 1) // 2 if y >= 0 else y * y
    return (tmp % (1 << bits)) == 0 or (tmp >> (bits - 1)) % 2 == 1


def checked(program: P.Program, question: Question, made: Accelerated, solver: str) -> Answer:
    certificate = Certificate(loops=loop_claims(made.solved.values()))
    return check_proof(program, question, certificate, Budget(effort=4e6), (solver,))


@pytest.mark.parametrize(("kind", "bits"), [("signed char", 8), ("short", 16), ("int", 32)])
def test_figure_1(kind: str, bits: int) -> None:
    program, made = made_of(FIGURE_1.replace("TYPE", kind))
    assert made.always
    assert not made.refused
    bad = failing(made.program)
    some_y = [0, 1, 2, 3, 65537, -46341, -65536, 92682, 92681, 46341, 65536, -1, (1 << 31) - 1, -(1 << 31)]
    for y in range(256) if bits == 8 else [*some_y, *(Random(1).getrandbits(32) for _ in range(300))]:
        assert inputs(bad, 7, y) == figure_1(y, bits), y
        assert inputs(bad, -7, y) == figure_1(y, bits), y
    # what passes is safe, and what fails must fail
    assert isinstance(checked(assuming(program, T.not_(bad)), Question(CHECKS), made, "bitwuzla"), Confirmed)
    turned = inverted(program, CHECKS)
    ranks = ranks_of(turned.program)
    assert not ranks.open
    ends = with_ranks(turned.program, ranks.shown)
    question = Question(turned.checks, quiet=turned.quiet)
    assert isinstance(checked(assuming(ends, bad), question, made, "bitwuzla"), Confirmed)
    # and not more than that
    assert not isinstance(checked(assuming(program, bad), Question(CHECKS), made, "bitwuzla"), Confirmed)
    assert not isinstance(checked(assuming(ends, T.not_(bad)), question, made, "bitwuzla"), Confirmed)


LOOPS = {
    # sums of squares, and sums of sums: polynomials of degree three
    "unsigned n = __VERIFIER_nondet_uint(), s = 0; for (unsigned i = 0; i != n; i++) s += i * i;": "always",
    "unsigned n = __VERIFIER_nondet_uint(), s = 0, t = 0; for (unsigned i = n; i; i--) t += i, s += t;": "always",
    "int n = __VERIFIER_nondet_int(), s = 0, x = __VERIFIER_nondet_int(); for (; n > 3; n--) s += x;": "always",
    # may wrap around, or have no end
    "int n = __VERIFIER_nondet_int(), s = 0; for (int i = 0; i <= n; i++) s += 2;": "partly",
    "int n = __VERIFIER_nondet_int(), s = 0; for (int i = 0; i < n; i += 2) s += 2;": "partly",
    "unsigned n = __VERIFIER_nondet_uint(), s = 0; for (unsigned i = 0; i != n; i += 2) s += 2;": "partly",
    "long n = __VERIFIER_nondet_int(), s = 0; for (int i = 0; i < n; i++) s += 2;": "partly",
    # nothing to solve
    "int n = __VERIFIER_nondet_int(), s = 0; for (int i = 0; i < n; i++) if (i > 5) s++;": "a round has several ways",
    "int n = __VERIFIER_nondet_int(), s = 0; for (int i = 0; i < n; i++) s += __VERIFIER_nondet_int();": "havoc",
    "int n = __VERIFIER_nondet_int(), s = 0; for (int i = 0; i < n; i = i * 2 + 1) s++;": "does not grow",
    "int n = __VERIFIER_nondet_int(), s = 0; for (int i = 0; i * i < n; i++) s++;": "grows",
    "int n = __VERIFIER_nondet_int(), s = 0; for (int i = 0; i < n; i--) s++;": "nearer",
}


@pytest.mark.parametrize("text", LOOPS)
def test_kinds_of_loops(text: str) -> None:
    _, made = made_of(f"int main(void) {{ {text} if (s == 7) reach_error(); return 0; }}")
    expected = LOOPS[text]
    if expected in ("always", "partly"):
        assert made.solved
        assert bool(made.always) == (expected == "always")
    else:
        (why,) = made.refused.values()
        assert expected in why


def test_rounds_with_several_ways() -> None:
    """The same, for who looks for faults."""
    for text, why in LOOPS.items():
        if why in ("a round has several ways", "havoc"):
            test_kinds_of_loops(text)


def test_a_violation_in_a_round_stays() -> None:
    program = random_loop(Random(0))
    main = program.procedures["main"]
    i = T.var("i", T.bv_sort(BITS))
    for condition in (T.not_(T.eq(i, T.bv(5, BITS))), T.bvslt(i, T.var("n", T.bv_sort(BITS)))):
        check = P.Assert(condition, "unreach-call", "five", Location("t.c", 8))
        more = T.bvadd(i, T.bv(1, BITS))
        test = P.Assign((T.var("test", T.BOOL),), (T.bvslt(i, T.var("n", T.bv_sort(BITS))),))
        blocks = {
            **main.blocks,
            "head": P.Block("head", [test], main.blocks["head"].terminator),
            "round": P.Block("round", [check, P.Assign((i,), (more,))], P.Goto(("head",))),
        }
        looping = replace(program, procedures={"main": replace(main, blocks=blocks)})
        made = accelerated(looping, CHECKS)
        # that i is less than n is what the guard says; that it is not five is not
        assert bool(made.solved) is (condition.op is T.BVSLT)
        for n in range(1 << BITS):
            assert ran(made.program, 0, n) == ran(looping, 0, n)


def test_claims_are_claims() -> None:
    """Those of one loop for its twin with another step are not confirmed."""
    text = "int main(void) { int n = __VERIFIER_nondet_int(), s = 0; if (n < 0) return 0; %s if (%s) reach_error(); }"
    loop = "for (int i = 0; i < n; i++) s += i;"
    formula = "s != (int)((unsigned long)n * ((unsigned long)n - 1) >> 1)"
    right, made = made_of(text % (loop, formula))
    assert loop_claims(made.solved.values())
    assert isinstance(checked(right, Question(CHECKS), made, "bitwuzla"), Confirmed)
    wrong, _ = made_of(text % (loop.replace("s += i", "s += i + 1"), formula))
    assert not isinstance(checked(wrong, Question(CHECKS), made, "bitwuzla"), Confirmed)


# ---------------------------------------------------------------- ranks

RANKED = {
    "for (unsigned i = 0; i < n; i++) s++;": True,
    "for (unsigned i = 0; i != n; i++) s++;": True,
    "for (unsigned i = n; i > 0; i--) s++;": True,
    "for (unsigned i = n; i; i >>= 1) s++;": True,
    "while (n >= 10) n /= 10;": True,
    "while (n) n &= n - 1;": True,
    "for (unsigned i = 0; i < n; i++) for (unsigned j = 0; j < i; j++) s++;": True,
    "for (unsigned i = 0; i < 1000; i++) { if (s & 1) s += 3; else s ^= i; }": True,
    "do { s++; } while (s < n);": True,
    "while (n != 1) n = n & 1 ? 3 * n + 1 : n / 2;": False,
    "while (1) s++;": False,
    "for (unsigned i = 0; i < n; i++) { s ^= n; if (s == 7) i = 0; }": False,
}


@pytest.mark.parametrize("text", RANKED)
def test_ranks_from_guards(text: str) -> None:
    program = from_c(f"{HEAD} int main(void) {{ unsigned n = __VERIFIER_nondet_uint(), s = 0; {text} reach_error(); }}")
    ranks = ranks_of(program)
    assert bool(ranks.open) is not RANKED[text]
    if not ranks.open:
        assert not validate(with_ranks(program, ranks.shown))
