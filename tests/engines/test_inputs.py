"""Conditions on a program's inputs: engines started under one, and the conditions of ended paths."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from antumbra import terms as T
from antumbra.engines.contract import Engine
from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.outcome import Kind, PathEnd, Reason
from antumbra.engines.registry import ENGINES
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.program.inputs import InputName, InputPlace, input_named, place_of
from antumbra.program.properties import UNREACH_CALL
from antumbra.program.restricting.assuming import assuming, conjuncts
from antumbra.program.source import Location
from antumbra.program.validity.validate import validate
from antumbra.report.result import Result
from antumbra.session.control import Control, Silent
from antumbra.session.options import RunOptions
from antumbra.session.run import run as run_session
from antumbra.session.standard import Standard
from antumbra.strategies.auto import Alternation
from antumbra.terms import Term
from differential.generator import FAULTS
from differential.generator import generate as random_c
from support.asking import CHECKS, Run, generate, random_condition, run_with, runs
from support.size import some
from support.translate import from_c

SEEDS = range(some(30, 100))
KINDS = {"returned": Reason.RETURN, "violation": Reason.VIOLATION, "blocked": Reason.ASSUMPTION}


@cache
def truth(seed: int) -> tuple[P.Program, list[Run]] | None:
    program = generate(seed)
    found = runs(program)
    return None if found is None else (program, found)


def engine(program: P.Program, name: str) -> Engine:
    given: dict[str, Any] = {"checks": CHECKS}
    if name == "auto":
        names = ("explore", "interpolate", "houdini")
        return Alternation([lambda steps, n=n: ENGINES[n].make(program, given) for n in names])
    return ENGINES[name].make(program, given)


def verdict(program: P.Program, name: str) -> bool | None:
    """Is there a violation? None if the engine does not know."""
    chosen = engine(program, name)
    if any(end.reason is Reason.VIOLATION for end in chosen.run()):
        return True
    return False if chosen.complete else None


# ---------------------------------------------------------------- names


def test_a_variable_spells_its_input_out() -> None:
    place = InputPlace(Location('a\\b "é|.c', 1, 2, "f"), P.Source.INPUT, "x|y", "int", T.bv_sort(8))
    for named in (InputName(place, 1), InputName(place, 3), InputName(place, 1, 4)):
        assert input_named(named.variable) == named
    assert input_named(T.var("input", T.bv_sort(8))) is None
    assert str(InputName(place, 3)) == 'x|y at a\\b "é|.c:1:2 (call 3)'


# ---------------------------------------------------------------- conditions of ended paths


def explored(program: P.Program, **options: Any) -> list[PathEnd]:
    explorer = Explorer(program, ExploreOptions(checks=CHECKS, path_conditions=True, **options))
    ends = list(explorer.run())
    assert explorer.complete
    return ends


def holds(end: PathEnd, values: dict[Term, int]) -> bool:
    assert end.input_condition is not None
    free = T.free_variables(end.input_condition)
    assert all(input_named(variable) is not None for variable in free)
    return bool(T.evaluate(end.input_condition, {v: values.get(v, 0) for v in free}))


def test_exactly_one_end_for_every_input() -> None:
    decided, kinds = 0, set[str]()
    for seed in SEEDS:
        if (known := truth(seed)) is None:
            continue
        program, found = known
        ends = explored(program)
        assert all(end.reason.kind is not Kind.CUT for end in ends)
        random = Random(seed)
        others = {v for end in ends if end.input_condition is not None for v in T.free_variables(end.input_condition)}
        for one in random.sample(found, min(len(found), 150)):
            values = {v: random.randrange(1 << v.width) for v in others} | dict(one.inputs)
            here = [end for end in ends if holds(end, values)]
            assert [end.reason for end in here] == [KINDS[one.outcome.kind]], (seed, values)
            kinds.add(one.outcome.kind)
        decided += 1
    assert decided >= len(SEEDS) * 2 // 5
    assert kinds == set(KINDS)


@pytest.mark.parametrize("seed", [1, 3, 5, 7])
def test_exactly_one_end_of_random_c_programs(seed: int) -> None:
    checks = frozenset({"unreach-call", "valid-deref", "division-by-zero"})
    made = random_c(seed, FAULTS)
    program = from_c(made.source)
    explorer = Explorer(program, ExploreOptions(checks=checks, path_conditions=True))
    ends = list(explorer.run())
    assert explorer.complete
    for number in range(8):
        one = run_with(program, made.vector(number), checks)
        here = [end.reason for end in ends if holds(end, dict(one.inputs))]
        stopped = one.outcome.end is not None and Reason[one.outcome.end.name]
        assert here == [stopped or KINDS[one.outcome.kind]]


def test_every_violation_is_told() -> None:
    """Five branches, each on a bit of its own, and an assertion that always fails."""
    blocks: list[P.Block] = []
    for i in range(5):
        x = T.var(f"x{i}", T.bv_sort(1))
        havoc = P.Havoc(x, P.Source.INPUT, "x", "int", Location("t.c", 1))
        blocks.append(P.Block(f"b{i}", [havoc], P.Branch(T.eq(x, T.bv(0, 1)), f"t{i}", f"b{i + 1}")))
        blocks.append(P.Block(f"t{i}", [], P.Goto((f"b{i + 1}",))))
    blocks.append(P.Block("b5", [P.Assert(T.FALSE, "assert", "always", Location("t.c", 2))], P.Return()))
    main = P.Procedure("main", (), (), {block.label: block for block in blocks})
    program = P.Program("t", "c", {"main": main}, "main", P.Layout(64, first_free=0x100000))
    ends = explored(program)
    assert [end.reason for end in ends] == [Reason.VIOLATION] * 32
    place = place_of(first_havoc(program))
    for bits in product((0, 1), repeat=5):
        values = {InputName(place, i + 1).variable: bit for i, bit in enumerate(bits)}
        assert sum(holds(end, values) for end in ends) == 1


def test_off_by_default() -> None:
    explorer = Explorer(generate(0), ExploreOptions(checks=CHECKS))
    assert all(end.input_condition is None for end in explorer.run())


@pytest.mark.parametrize("limit", [{"max_depth": 1}, {"max_forks": 2}], ids=str)
def test_what_is_cut_is_told(limit: dict[str, Any]) -> None:
    for seed in range(20):
        if (known := truth(seed)) is None:
            continue
        program, found = known
        explorer = Explorer(program, ExploreOptions(checks=CHECKS, path_conditions=True, **limit))
        ends = list(explorer.run())
        for one in found[:: 1 + len(found) // 150]:
            here = [end for end in ends if holds(end, dict(one.inputs))]
            assert here
            kept = [end.reason for end in here if end.reason.kind is not Kind.CUT]
            assert kept in ([], [KINDS[one.outcome.kind]])


# ---------------------------------------------------------------- engines under a condition


def excluded(one: Run, condition: Term) -> bool:
    """Is a conjunct false whose inputs the run has all asked for?"""
    return any(
        not T.evaluate(part, dict(one.inputs))
        for part in conjuncts(condition)
        if one.inputs.keys() >= T.free_variables(part)
    )


@pytest.mark.parametrize("name", ["explore", "interpolate", "houdini", "auto"])
def test_verdicts_under_random_conditions(name: str) -> None:
    changed = {True: 0, False: 0}
    for seed in SEEDS if name != "auto" else SEEDS[::3]:
        if (known := truth(seed)) is None:
            continue
        program, found = known
        variables = sorted({v for one in found for v in one.inputs}, key=lambda v: str(v.data))
        random = Random(f"{seed} {name}")
        without = any(one.outcome.kind == "violation" for one in found)
        for _ in range(6):
            condition = random_condition(random, variables)
            restricted = assuming(program, condition)
            validate(restricted)
            left = [one for one in found if not excluded(one, condition)]
            unsafe = any(one.outcome.kind == "violation" for one in left)
            told = verdict(restricted, name)
            assert told in ((unsafe,) if name != "houdini" else (unsafe, None)), (seed, condition)
            if told is not None and without and not unsafe:
                changed[False] += 1
            changed[True] += without and unsafe and told is True
    if name != "houdini":
        assert changed[True] >= 5
    assert changed[False] >= (2 if name in ("houdini", "auto") else 5)


def test_every_call_in_a_loop() -> None:
    """Seven calls of one place; one of them must not give 3, and one of them does not."""
    x, i = T.var("x", T.bv_sort(2)), T.var("i", T.bv_sort(4))
    havoc = P.Havoc(x, P.Source.INPUT, "x", "int", Location("t.c", 1))
    for bad in range(7):
        fine = T.not_(T.and_(T.eq(i, T.bv(bad, 4)), T.eq(x, T.bv(3, 2))))
        more = P.Assign((i,), (T.bvadd(i, T.bv(1, 4)),))
        blocks = [
            P.Block("start", [P.Assign((i,), (T.bv(0, 4),))], P.Goto(("head",))),
            P.Block("head", [], P.Branch(T.bvult(i, T.bv(7, 4)), "round", "out")),
            P.Block("round", [havoc, P.Assert(fine, "assert", "three"), more], P.Goto(("head",))),
            P.Block("out", [], P.Return()),
        ]
        main = P.Procedure("main", (), (), {block.label: block for block in blocks})
        program = P.Program("t", "c", {"main": main}, "main", P.Layout(64, first_free=0x100000))
        for number in range(1, 8):
            condition = T.not_(T.eq(InputName(place_of(havoc), number).variable, T.bv(3, 2)))
            for name in ("explore", "interpolate"):
                assert verdict(assuming(program, condition), name) is (number != bad + 1)


def test_conjuncts_are_together_the_condition() -> None:
    a, b, c = (T.var(name, T.BOOL) for name in "abc")
    for condition in (a, T.and_(a, T.not_(T.or_(b, T.not_(c)))), T.not_(T.or_(a, T.and_(b, c))), T.FALSE):
        parts = list(conjuncts(condition))
        assert all(part.op is not T.AND for part in parts)
        for values in product((False, True), repeat=3):
            given = dict(zip((a, b, c), values, strict=True))
            assert all(T.evaluate(part, given) for part in parts) is T.evaluate(condition, given)


def test_conditions_of_paths_as_conditions() -> None:
    """Under the condition of a path there is that path; under the negation of all violations there is none."""
    for seed in range(30):
        if (known := truth(seed)) is None:
            continue
        program, _ = known
        ends = explored(program)
        bad = [end.input_condition for end in ends if end.reason is Reason.VIOLATION]
        for end in ends[:5]:
            assert end.input_condition is not None
            again = explored(assuming(program, end.input_condition))
            assert {one.reason for one in again if one.reason is not Reason.ASSUMPTION} <= {end.reason}
        rest = T.and_(T.TRUE, *(T.not_(condition) for condition in bad if condition is not None))
        assert verdict(assuming(program, rest), "interpolate") is False


# ---------------------------------------------------------------- what a condition can be about


def first_havoc(program: P.Program) -> P.Havoc:
    commands = [c for p in program.procedures.values() for b in p.blocks.values() for c in b.commands]
    return next(command for command in commands if isinstance(command, P.Havoc))


def test_true_changes_nothing_and_false_leaves_nothing() -> None:
    program = generate(1)
    assert assuming(program, T.TRUE) is program
    assert [end.reason for end in explored(assuming(program, T.FALSE))] == [Reason.ASSUMPTION]


def test_what_is_no_input_of_the_program_is_refused() -> None:
    program = generate(1)
    place = place_of(first_havoc(program))
    elsewhere = InputPlace(Location("t.c", 12345), place.source, place.name, place.type_name, place.sort)
    one = T.const(1, place.sort)
    with pytest.raises(InputError, match="no command of the program asks for it"):
        assuming(program, T.eq(InputName(elsewhere, 1).variable, one))
    with pytest.raises(InputError, match="no such byte"):
        assuming(program, T.eq(InputName(place, 1, 0).variable, one))
    with pytest.raises(InputError, match="no input"):
        assuming(program, T.eq(T.var("x", place.sort), one))
    with pytest.raises(InputError, match="Boolean"):
        assuming(program, one)


def test_parameters_and_globals_without_a_value() -> None:
    word = T.bv_sort(8)
    p, g = T.var("p", word), T.var("g", word)
    check = P.Assert(T.not_(T.eq(p, g)), "assert", "same")
    main = P.Procedure("main", (p,), (), {"e": P.Block("e", [check], P.Return())})
    program = P.Program("t", "c", {"main": main}, "main", P.Layout(64, first_free=0x100000), {g: None})
    (failing,) = [end.input_condition for end in explored(program) if end.reason is Reason.VIOLATION]
    assert failing is not None
    assert len(T.free_variables(failing)) == 2
    for name in ("explore", "interpolate"):
        assert verdict(program, name) is True
        assert verdict(assuming(program, T.not_(failing)), name) is False
        assert verdict(assuming(program, failing), name) is True


# ---------------------------------------------------------------- whole runs on C

HEAD = """extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
extern void klee_make_symbolic(void *, unsigned long, const char *);
extern void reach_error(void);
"""
THIRD = """int main(void) {
  for (int i = 0; i < 5; i++) { int x = __VERIFIER_nondet_int(); if (i == 2 && x == 7) reach_error(); }
}"""
ENDLESS = """int main(void) {
  unsigned n = 0; int bad = 0;
  while (__VERIFIER_nondet_int()) {
    int x = __VERIFIER_nondet_int();
    n = n < 2 ? n + 1 : 2;
    if (n == 1 && x > 10) bad = 1;
    if (bad) reach_error();
  }
}"""
TWO = """int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x > 100 && x < 200 && y == x + 1) reach_error();
}"""
FLOAT = """int main(void) { float f = __VERIFIER_nondet_float(); if (f > 2.0f) reach_error(); }"""


def whole_run(path: Path, name: str, condition: Term | None) -> Result:
    options = RunOptions(engine=name, load=LoadOptions(properties=UNREACH_CALL), assume_inputs=condition)
    return run_session(path, options, Control(60.0, None), Silent(), Standard())


def variable(path: Path, line: int, number: int = 1, column: int = 0) -> Term:
    """The canonical variable of the input of a line (counted in the text without its head)."""
    program = load(path, LoadOptions()).program
    havocs = [c for p in program.procedures.values() for b in p.blocks.values() for c in b.commands]
    at = [
        h
        for h in havocs
        if isinstance(h, P.Havoc) and h.location is not None and h.location.line == line + HEAD.count("\n")
    ]
    return InputName(place_of(at[column]), number).variable


@pytest.mark.parametrize("name", ["explore", "interpolate", "auto"])
def test_twins_in_c(name: str, tmp_path: Path) -> None:
    def file(text: str) -> Path:
        path = tmp_path / "program.c"
        path.write_text(HEAD + text)
        return path

    def asks(path: Path, condition: Term | None, expected: str) -> None:
        result = whole_run(path, name, condition)
        assert result.verdict.value == expected, result.reason
        if expected == "safe":
            assert result.proof_checked is not False
        else:
            assert result.finding is not None
            assert result.finding.replayed

    path = file(THIRD)
    seven = T.bv(7, 32)
    asks(path, None, "unsafe")
    asks(path, T.not_(T.eq(variable(path, 2, 3), seven)), "safe")
    asks(path, T.not_(T.eq(variable(path, 2, 2), seven)), "unsafe")
    asks(path, T.eq(variable(path, 2, 3), seven), "unsafe")
    asks(path, T.eq(variable(path, 2, 6), seven), "unsafe")

    path = file(TWO)
    x, y = variable(path, 2), variable(path, 3)
    asks(path, T.bvsle(y, x), "safe")
    asks(path, T.bvsge(y, x), "unsafe")
    asks(path, T.or_(T.bvsle(x, T.bv(100, 32)), T.bvsle(y, x)), "safe")

    path = file(FLOAT)
    bits = variable(path, 1)
    asks(path, None, "unsafe")
    asks(path, T.bvule(bits, T.bv(0x40000000, 32)), "safe")
    asks(path, T.eq(bits, T.bv(0x40000001, 32)), "unsafe")

    if name == "interpolate":
        path = file(ENDLESS)
        x = variable(path, 4)
        asks(path, None, "unsafe")
        asks(path, T.bvsle(x, T.bv(10, 32)), "safe")
        asks(path, T.bvsle(variable(path, 4, 2), T.bv(10, 32)), "unsafe")


COUNTING = """procedure main(n: int) {
  var i: int;
  i := 0;
  while (i < n) { i := i + 1; }
  assert i == n;
}"""
#: global variables, parameters and havocs of Boogie
SECOND = """var g: int;
procedure main(p: int) modifies g; {
  var x, i: int;
  i := 0;
  while (i < 3) {
    havoc x;
    if (i == 1) { g := x; }
    i := i + 1;
  }
  assert g + p != 17;
}"""
GUARDED = """var x: int = 0, y: int = 0;
process P { location a, b, c;
  t: a -> b do x := nondet;
  u: b -> c do y := nondet;
}
property small: invariant x + y < 5;
"""


def havoced(path: Path, name: str, number: int = 1) -> Term:
    program = load(path, LoadOptions()).program
    commands = [c for p in program.procedures.values() for b in p.blocks.values() for c in b.commands]
    return next(
        InputName(place_of(command), number).variable
        for command in commands
        if isinstance(command, P.Havoc) and command.name == name
    )


def test_other_languages(tmp_path: Path) -> None:
    def file(name: str, text: str) -> Path:
        (tmp_path / name).write_text(text)
        return tmp_path / name

    def told(path: Path, condition: Term | None, name: str = "auto") -> tuple[str, bool | None]:
        result = whole_run(path, name, condition)
        assert ("inputs satisfy the given condition" in " ".join(result.notes)) is (condition is not None)
        return result.verdict.value, result.proof_checked if result.finding is None else result.finding.replayed

    def number(n: int) -> Term:
        return T.const(n, T.INT)

    path = file("counting.bpl", COUNTING)
    n = havoced(path, "n")
    assert told(path, None) == ("unsafe", True)
    assert told(path, T.le(number(0), n), "houdini") == ("safe", True)
    assert told(path, T.le(number(0), n), "auto") == ("safe", True)
    assert told(path, T.lt(n, number(0))) == ("unsafe", True)

    path = file("second.bpl", SECOND)
    p, x = havoced(path, "p"), havoced(path, "x", 2)
    assert told(path, T.le(T.add(p, x), number(16))) == ("safe", True)
    assert told(path, T.le(T.add(p, x), number(16)), "interpolate") == ("safe", True)
    assert told(path, T.le(T.add(p, havoced(path, "x")), number(16))) == ("unsafe", True)

    path = file("guarded.gcl", GUARDED)
    x, y = havoced(path, "x"), havoced(path, "y")
    assert told(path, T.le(x, number(3))) == ("unsafe", True)
    assert told(path, T.and_(T.le(x, number(4)), T.le(T.add(x, y), number(4)))) == ("safe", True)


def test_bytes_of_objects(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(
        HEAD
        + """int main(void) {
  short v; char w[4];
  klee_make_symbolic(&v, sizeof v, "v");
  klee_make_symbolic(w, sizeof w, "w");
  if (v == 0x102 && w[v & 3] == 5) reach_error();
}"""
    )
    program = load(path, LoadOptions()).program
    explorer = Explorer(program, ExploreOptions(checks=frozenset({"unreach-call"}), path_conditions=True))
    failing = [end.input_condition for end in explorer.run() if end.reason is Reason.VIOLATION]
    assert len(failing) == 1
    assert failing[0] is not None
    named = {v: input_named(v) for v in T.free_variables(failing[0])}
    bytes_of = {(n.place.name, n.offset): v for v, n in named.items() if n is not None}
    assert {("v", 0), ("v", 1), ("w", 2)} <= bytes_of.keys()
    values = dict.fromkeys(named, 0) | {bytes_of["v", 0]: 2, bytes_of["v", 1]: 1, bytes_of["w", 2]: 5}
    assert T.evaluate(failing[0], values)
    assert not T.evaluate(failing[0], values | {bytes_of["w", 2]: 4})
    elsewhere = InputName(next(n.place for n in named.values() if n is not None), 1, 9).variable
    with pytest.raises(InputError, match="no such byte"):
        assuming(program, T.eq(elsewhere, T.bv(0, 8)))
    for name in ("explore", "interpolate", "auto"):
        told = whole_run(path, name, failing[0])
        assert (told.verdict.value, told.finding is not None and told.finding.replayed) == ("unsafe", True)
        told = whole_run(path, name, T.not_(failing[0]))
        assert (told.verdict.value, told.proof_checked) == ("safe", True)
        told = whole_run(path, name, T.eq(bytes_of["w", 2], bytes_of["v", 0]))
        assert told.verdict.value == "safe"
        told = whole_run(path, name, T.bvult(bytes_of["v", 0], bytes_of["w", 2]))
        assert told.verdict.value == "unsafe"
