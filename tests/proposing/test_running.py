"""Labels by concrete runs: against a reference interpreter, against native code, and where there is no label."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

from antumbra import terms as T
from antumbra.bounds.cfc import Failure
from antumbra.engines.outcome import InputValue
from antumbra.frontends.load import load
from antumbra.program import model as P
from antumbra.program.inputs import InputName, InputPlace, asked_at_start, place_of
from antumbra.strategies.characterize.running import Label, Runner
from differential.generator import FAULTS
from differential.generator import generate as random_c
from evidence.native_programs import failing, replayer
from proposing.programs import CHECKS, SMALL, from_body, parameters_of, runner_of, source
from support.asking import CHECKS as ASSERT
from support.asking import generate, run_with, runs
from support.size import some
from support.translate import from_c

KINDS = {"returned": Label.PASSES, "violation": Label.FAILS, "blocked": Label.EXCLUDED}


def test_every_run_of_random_programs() -> None:
    kinds, compared = set[str](), 0
    for seed in range(some(20, 200)):
        program = generate(seed)
        found = runs(program)
        if found is None:
            continue
        variables = dict.fromkeys(variable for one in found for variable in one.inputs)
        runner = Runner(program, ASSERT, list(variables))
        for one in Random(seed).sample(found, min(40, len(found))):
            said = runner.run(one.inputs)
            assert said.label is KINDS[one.outcome.kind], (seed, one)
            if said.label is Label.FAILS:
                assert said.failure == Failure(one.outcome.check, one.outcome.location)
            kinds.add(one.outcome.kind)
            compared += 1
    assert kinds == set(KINDS)
    assert compared > 200


@pytest.mark.parametrize("seed", range(1, some(4, 30)))
def test_random_c_programs(seed: int) -> None:
    checks = frozenset({"unreach-call", "valid-deref", "division-by-zero"})
    made = random_c(seed, FAULTS)
    program = from_c(made.source)
    kinds = {**KINDS, "stopped": Label.PASSES, "undefined": Label.UNKNOWN}
    inputs = [dict(run_with(program, made.vector(number), checks).inputs) for number in range(8)]
    runner = Runner(program, checks, list(dict.fromkeys(variable for one in inputs for variable in one)))
    for number, values in enumerate(inputs):
        outcome = run_with(program, made.vector(number), checks).outcome
        assert runner.run(values).label is kinds[outcome.kind]


@pytest.mark.parametrize("name", ["difference", "array"])
def test_native_code_says_the_same(name: str) -> None:
    program = from_body(SMALL[name])
    parameters = parameters_of(program)
    runner = runner_of(program, parameters)
    random = Random(1)
    text = source(SMALL[name]).replace("extern void reach_error(void);", "void reach_error(void) { for (;;) ; }")
    seen = set[Label]()
    with replayer(text) as native:
        pairs = [*product((2, 7, 128), repeat=2), *((random.randrange(256), random.randrange(256)) for _ in range(4))]
        for pair in pairs:
            point = {one.variable: number for one, number in zip(parameters, pair, strict=True)}
            said = runner.run(point).label
            inputs = [InputValue("x", one.type_name, P.Source.INPUT, 8, point[one.variable]) for one in parameters]
            assert native.run(failing("unreach-call", *inputs)).confirmed is (said is Label.FAILS)
            seen.add(said)
    assert seen == {Label.FAILS, Label.PASSES}


def test_a_run_for_ever_is_late() -> None:
    program = from_body("int x = I; while (x != 3) { } check(0);")
    (x,) = parameters_of(program)
    runner = runner_of(program, [x])
    assert runner.run({x.variable: 4}).label is Label.LATE
    assert runner.run({x.variable: 3}).label is Label.FAILS
    assert (runner.runs, runner.late) == (2, 1)


def test_what_is_no_input_and_decides_leaves_no_label() -> None:
    program = from_body("int x = I, y; if (x > 0) check(y > 5); int z = y; (void)z;")
    (x,) = parameters_of(program)
    runner = runner_of(program, [x])
    assert runner.run({x.variable: 1}).label is Label.UNKNOWN
    assert runner.run({x.variable: 0}).label is Label.PASSES


def test_assumptions_on_what_is_no_input_leave_no_label() -> None:
    program = from_body("int x = I, y[2]; if (x > 0) { __VERIFIER_assume(y[x & 1] > 0); } check(0);")
    (x,) = parameters_of(program)
    runner = runner_of(program, [x])
    assert runner.run({x.variable: 1}).label is Label.UNKNOWN
    assert runner.run({x.variable: 0}).label is Label.FAILS


def test_a_block_that_is_too_large_is_not_written() -> None:
    text = """void *malloc(unsigned long); void *memset(void *, int, unsigned long); int __VERIFIER_nondet_int(void);
    int main(void) { int x = __VERIFIER_nondet_int(); char *p = malloc(1ul << 40);
      if (x > 0) memset(p, 1, x == 1 ? 8 : x == 2 ? 1ul << 38 : 1ul << 60); return 0; }"""
    program = from_c(text)
    (x,) = parameters_of(program)
    runner = Runner(program, frozenset({"valid-deref"}), [x.variable])
    labels = [runner.run({x.variable: number}).label for number in range(4)]
    assert labels == [Label.PASSES, Label.PASSES, Label.UNKNOWN, Label.FAILS]


def test_inputs_without_a_value_leave_no_label() -> None:
    program = from_body("int s = 0; for (int i = 0; i < 3; i++) s += I; check(s != 6);")
    parameters = parameters_of(program, reads=3)
    values = {one.variable: number for one, number in zip(parameters, (1, 2, 3), strict=True)}
    assert runner_of(program, parameters).run(values).label is Label.FAILS
    assert runner_of(program, parameters[:2]).run(values).label is Label.UNKNOWN


def test_undefined_behaviour_outside_the_property_leaves_no_label() -> None:
    program = from_body("int i = I; int a[4] = {0}; check(a[i] == 0);")
    (i,) = parameters_of(program)
    runner = runner_of(program, [i])
    assert runner.run({i.variable: 3}).label is Label.PASSES
    assert runner.run({i.variable: 4}).label is Label.UNKNOWN
    asked = Runner(program, frozenset({"valid-deref"}), [i.variable])
    assert asked.run({i.variable: 4}).label is Label.FAILS


def test_bytes_of_objects() -> None:
    program = from_c(
        """void klee_make_symbolic(void *, unsigned long, const char *); void reach_error(void);
        int main(void) { unsigned short a[2]; klee_make_symbolic(a, sizeof a, "a");
          if (a[1] == 0x1234 && (a[0] & 1)) reach_error(); return 0; }""",
        error_functions=("reach_error",),
    )
    (command,) = [
        command
        for block in program.procedures["main"].blocks.values()
        for command in block.commands
        if isinstance(command, P.Builtin) and command.name == "make_symbolic"
    ]
    variables = [InputName(place_of(command), 1, offset).variable for offset in range(4)]
    runner = Runner(program, CHECKS, variables)
    assert runner.run(dict(zip(variables, (3, 0, 0x34, 0x12), strict=True))).label is Label.FAILS
    assert runner.run(dict(zip(variables, (2, 0, 0x34, 0x12), strict=True))).label is Label.PASSES
    assert runner.run(dict(zip(variables[:3], (2, 0, 0x34), strict=True))).label is Label.UNKNOWN


def test_boogie(tmp_path: Path) -> None:
    path = tmp_path / "p.bpl"
    path.write_text(
        """procedure main(n: int, b: bool) { var i: int; var s: int; i := 0; s := 0;
        while (i < n) { if (b) { s := s + i; } else { s := s + 1; } i := i + 1; }
        assert s != 10; }"""
    )
    program = load(path).program
    n, b = (one.variable for one in parameters_of(program))
    assert (n.sort, b.sort) == (T.INT, T.BOOL)
    runner = Runner(program, frozenset({"assert"}), [n, b])
    found = [(x, y) for x in range(-2, 14) for y in (0, 1) if runner.run({n: x, b: y}).label is Label.FAILS]
    assert found == [(5, 1), (10, 0)]


def test_parameters_of_the_entry_procedure() -> None:
    word, single = T.bv_sort(32), T.fp_sort(8, 24)
    x, f, g = T.var("x", word), T.var("f", single), T.var("g", word)
    wrong = T.and_(T.bvsgt(x, T.bv(3, 32)), T.fp_eq(f, T.fp_const(0x3FC00000, single)), T.eq(g, T.bv(7, 32)))
    blocks = {"b": P.Block("b", [P.Assert(T.not_(wrong), "assert", "")], P.Return())}
    procedures = {"main": P.Procedure("main", (x, f), (), blocks)}
    program = P.Program("t", "c", procedures, "main", P.Layout(64, first_free=0x100000), {g: None})
    g, x, f = (InputName(place, 1).variable for _, place in asked_at_start(program))
    runner = Runner(program, CHECKS, [x, f, g])
    assert runner.run({x: 4, f: 0x3FC00000, g: 7}).label is Label.FAILS
    assert runner.run({x: 4, f: 0x3FC00001, g: 7}).label is Label.PASSES
    assert runner.run({x: 3, f: 0x3FC00000, g: 7}).label is Label.PASSES
    assert runner.run({x: 4, f: 0x3FC00000, g: 6}).label is Label.PASSES
    assert Runner(program, CHECKS, [x, g]).run({x: 4, g: 7}).label is Label.UNKNOWN


def test_parameters_are_inputs() -> None:
    program = from_body("check(I);")
    with pytest.raises(ValueError, match="no input"):
        Runner(program, CHECKS, [T.var("x", T.bv_sort(32))])
    other = InputName(InputPlace(None, P.Source.INPUT, "other", "int", T.bv_sort(32)), 1).variable
    assert Runner(program, CHECKS, [other]).run({other: 1}).label is Label.UNKNOWN
