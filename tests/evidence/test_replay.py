"""Native replay: every class of error is seen at its line with the right input, and not with a harmless one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from antumbra.engines.outcome import InputValue, Reason
from antumbra.evidence.native.child import Ending
from antumbra.evidence.replay import Replayer, ReplayOptions
from antumbra.evidence.testcase import TestCase
from antumbra.program.model import Source
from evidence.native_programs import failing, ir_of, replayer, value

HEAD = """extern int __VERIFIER_nondet_int(void); extern void abort(void); void reach_error(void) { abort(); }
typedef __SIZE_TYPE__ size_t; void *malloc(size_t); void free(void *); void *calloc(size_t, size_t);
"""

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.c"))
_FIRST_LINE = re.compile(r"// (\S+): (-?\d+) fails, (-?\d+) does not")


@dataclass(frozen=True)
class Program:
    """A program that fails for one input: its first line says for which, its comment ``error`` where."""

    text: str
    check: str
    bad: int
    good: int
    line: int

    @staticmethod
    def read(path: Path) -> Program:
        text = path.read_text()
        match = _FIRST_LINE.match(text)
        assert match
        line = next((number for number, each in enumerate(text.splitlines(), 1) if each.endswith("// error")), 0)
        return Program(text, match[1], int(match[2]), int(match[3]), line)


SIMPLE = Program.read(Path(__file__).parent / "programs" / "reach_error.c")


@pytest.mark.parametrize("data_model", ["LP64", "ILP32"])
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_each_error_is_confirmed_and_its_absence_too(path: Path, data_model: str) -> None:
    program = Program.read(path)
    with replayer(program.text, data_model) as native:
        seen = native.run(failing(program.check, program.bad, line=program.line))
        assert seen.confirmed, seen.detail
        assert not program.line or any(place.line == program.line for place in seen.stack)
        harmless = native.run(failing(program.check, program.good))
        assert not harmless.confirmed, harmless.detail
        assert harmless.ending in (Ending.RETURN, Ending.ASSUMPTION), harmless.detail


def test_another_line_or_check_is_no_confirmation() -> None:
    check, line, bad = SIMPLE.check, SIMPLE.line, SIMPLE.bad
    with replayer(SIMPLE.text) as native:
        assert native.run(failing(check, bad, line=line)).confirmed
        elsewhere = native.run(failing(check, bad, line=line + 1))
        assert not elsewhere.confirmed
        assert "expected at" in elsewhere.detail
        assert not native.run(failing("valid-deref", bad, line=line)).confirmed
        other = native.run(TestCase((value(bad),), Reason.RETURN, check))
        assert (other.confirmed, other.agrees) == (False, False)
        fine = native.run(TestCase((value(SIMPLE.good),), Reason.RETURN))
        assert (fine.confirmed, fine.agrees) == (False, True)


@pytest.mark.parametrize(
    ("expression", "bad", "good"),
    [
        ("x + 1", 2**31 - 1, 5),
        ("x - 2", -(2**31), 5),
        ("x * x", 65536, 5),
        ("-x", -(2**31), 5),
        ("x / (x | -1)", -(2**31), 5),
    ],
)
def test_overflow_stops_only_where_it_is_asked_for(expression: str, bad: int, good: int) -> None:
    text = HEAD + f"int main(void) {{ int x = __VERIFIER_nondet_int();\nreturn {expression}; }}"
    with replayer(text, overflow=True) as native:
        seen = native.run(failing("no-overflow", bad, line=4))
        assert seen.confirmed, seen.detail
        assert native.run(failing("no-overflow", good)).ending is Ending.RETURN
        assert native.run(failing("valid-deref", bad)).ending is Ending.RETURN


def test_values_of_unwritten_memory() -> None:
    text = HEAD + "int main(void) { int x[4]; if (x[1] == 77 && x[1] == 77 && x[2] == 5) reach_error(); return 0; }"
    fresh = Source.UNINITIALISED
    with replayer(text) as native:
        assert native.run(failing("unreach-call", value(77, source=fresh), value(5, source=fresh), line=3)).confirmed
        assert not native.run(failing("unreach-call", value(5, source=fresh), value(77, source=fresh))).confirmed
        whole = 77 << 32 | 5 << 64
        assert native.run(failing("unreach-call", value(whole, 128, fresh), line=3)).confirmed


def test_partly_written_memory_takes_a_value_for_each_byte() -> None:
    text = HEAD + (
        "int main(void) { union { unsigned char b[4]; unsigned w; } *u = malloc(4); u->b[1] = 7;\n"
        "if (u->w == 0x03020701) reach_error(); free(u); return 0; }"
    )
    bytes_ = [value(number, 8, Source.UNINITIALISED) for number in (1, 2, 3)]
    with replayer(text) as native:
        assert native.run(failing("unreach-call", *bytes_, line=4)).confirmed


def test_values_of_unwritten_memory_find_their_place() -> None:
    text = HEAD + "int main(void) { int x[4]; if (x[1] == 77 && x[2] == 5) reach_error(); return 0; }"
    values = ((12, 3), (8, 5), (4, 77))
    inputs = [InputValue("x", f"4 bytes at {at}", Source.UNINITIALISED, 32, number) for at, number in values]
    with replayer(text) as native:
        assert native.run(failing("unreach-call", *inputs, line=3)).confirmed
        assert not native.run(failing("unreach-call", *inputs[:2])).confirmed


def test_copies_of_unwritten_bytes_are_unwritten() -> None:
    text = HEAD + (
        "struct S { int a, b; }; int main(void) { struct S s, t; s.a = 1; t = s;\n"
        "if (t.a == 1 && t.b == 9) reach_error(); return 0; }"
    )
    with replayer(text) as native:
        assert native.run(failing("unreach-call", value(9, 32, Source.UNINITIALISED), line=4)).confirmed


def test_functions_and_variables_without_definition() -> None:
    text = HEAD + (
        "extern int weather(void), season(void), config; void fill(int *); int main(void) { int x = 3; fill(&x);\n"
        "if (season() == 2 && weather() == 1 && config == 4 && x == 6) reach_error(); return 0; }"
    )
    names = {"config!": 4, "weather": 1, "season": 2, "x": 6}
    inputs = [value(number, 32, Source.EXTERNAL, name) for name, number in names.items()]
    with replayer(text, writing_externals=frozenset({"fill"})) as native:
        seen = native.run(failing("unreach-call", *inputs, line=4))
        assert seen.confirmed, seen.detail
        assert not native.run(failing("unreach-call", *inputs[:3])).confirmed


def test_klee_names() -> None:
    text = (
        '#include <klee/klee.h>\nint main(void) { int a; char b[3]; klee_make_symbolic(&a, sizeof a, "a");\n'
        'klee_make_symbolic(b, sizeof b, "b"); klee_assume(a > 3);\n'
        "if (a == 5 && b[2] == 'x') klee_abort();\nklee_assert(b[0] != 'y'); return 0; }"
    )
    with replayer(text) as native:
        seen = native.run(failing("assert", 7, value(ord("y"), 24), line=5))
        assert seen.confirmed, seen.detail
        assert native.run(failing("assert", 5, value(ord("x") << 16, 24))).ending is Ending.ABORT
        assert native.run(failing("assert", 1)).ending is Ending.ASSUMPTION


def test_another_entry_function_takes_its_parameters_as_inputs() -> None:
    text = HEAD + (
        "struct S { long a[3]; int k; };\nint f(int a, short b, char *p, struct S s) {\n"
        "if (a == 1 && b == -2 && p[63] == 3 && s.k == 9) reach_error(); return 0; }"
    )
    with replayer(text, entry="f") as native:
        inputs = (value(1), value(-2, 16), value(3 << (8 * 63), 512), value(9 << (8 * 24), 256))
        assert native.run(failing("unreach-call", *inputs, line=5)).confirmed


def test_main_gets_its_name_as_argument() -> None:
    text = HEAD + (
        "int main(int argc, char **argv, char **envp) {\n"
        "if (argc == 1 && argv[0][6] == 'm' && !argv[0][7] && !argv[1] && !envp[0]) reach_error(); return argv[2][0]; }"
    )
    with replayer(text) as native:
        assert native.run(failing("unreach-call", line=4)).confirmed


def test_malloc_may_fail_takes_an_input() -> None:
    text = HEAD + "int main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }"
    with replayer(text, malloc_may_fail=True) as native:
        assert native.run(failing("valid-deref", value(1, 1), line=3)).confirmed
        assert native.run(failing("valid-deref", value(0, 1))).ending is Ending.RETURN


def test_library_models_give_way_to_the_program() -> None:
    user = ir_of(HEAD + "int helper(void) { return 1; } int main(void) { if (helper()) reach_error(); return 0; }")
    library = ir_of("int helper(void) { return 0; } void *malloc(__SIZE_TYPE__ n) { return 0; }")
    with Replayer([user, library]) as native:
        assert native.run(failing("unreach-call", line=3)).confirmed


def test_constructors_run_before_main_and_destructors_after() -> None:
    text = (
        HEAD
        + "int ready; __attribute__((constructor)) void start(void) { ready = 1; }\n"
        + "__attribute__((destructor)) void end(void) { if (ready == 2) reach_error(); }\n"
        + "int main(void) { if (ready) ready = 1 + __VERIFIER_nondet_int(); return 0; }"
    )
    with replayer(text) as native:
        assert native.run(failing("unreach-call", 1, line=4)).confirmed
        assert native.run(failing("unreach-call", 2)).ending is Ending.RETURN


def test_many_tests_compile_once() -> None:
    with replayer(SIMPLE.text) as native:
        seen = [native.run(failing(SIMPLE.check, number, line=SIMPLE.line)).confirmed for number in range(20)]
    assert seen == [number == 7 for number in range(20)]


def test_not_llvm_ir_is_a_reason_not_an_exception() -> None:
    with Replayer(["this is not IR"], ReplayOptions()) as native:
        seen = native.run(failing("unreach-call"))
    assert not seen.confirmed
    assert "not replayed" in seen.detail
