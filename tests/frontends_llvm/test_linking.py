"""Several modules, symbols of all linkages, and where a program begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from antumbra.frontends.errors import InputError
from antumbra.frontends.llvm import Module, TranslateOptions, build_program, prepare, read_module
from antumbra.program.model import Alloc, Builtin, Havoc, Program, Source
from antumbra.program.pointers import Meaning, Meanings
from support.clang import to_llvm
from support.concrete import Interpreter
from support.translate import commands, from_c


def module(text: str, tmp_path: Path) -> Module:
    return read_module(prepare(to_llvm(text, tmp_path)))


def returned(program: Program) -> tuple[object, ...]:
    outcome = Interpreter(program).run()
    assert outcome.kind == "returned", outcome
    return outcome.values


def test_modules_are_joined_by_symbol(tmp_path: Path) -> None:
    user = module(
        "static int hidden(void) { return 1; } int shared = 5; extern int far; int helper(int); int library(int);"
        "int main(void) { shared++; return hidden() + helper(2) * 10 + far * 1000 + library(3) * 10000; }",
        tmp_path,
    )
    second = module(
        "static int hidden(void) { return 2; } extern int shared; int far = 4;"
        "int helper(int x) { return hidden() + x + shared; }",
        tmp_path,
    )
    library = module("int library(int x) { return x + 1; } int helper(int x) { return 99; }", tmp_path)
    program = build_program([user, second], TranslateOptions(), [library])
    assert returned(program) == (1 + (2 + 2 + 6) * 10 + 4000 + 40000,)
    assert {"hidden", "hidden.2"} <= set(program.procedures)
    assert program.externals == {}


def test_only_what_is_reached_is_translated(tmp_path: Path) -> None:
    program = from_c("int unused(void) { return 1; } static int table[4]; int main(void) { return 0; }")
    assert set(program.procedures) == {"antumbra start", "main"}
    assert program.objects == []


def test_strong_definitions_win(tmp_path: Path) -> None:
    weak = module("__attribute__((weak)) int f(void) { return 1; } int main(void) { return f(); }", tmp_path)
    strong = module("int f(void) { return 2; }", tmp_path)
    assert returned(build_program([weak, strong], TranslateOptions())) == (2,)
    assert returned(build_program([weak], TranslateOptions(), [strong])) == (1,)


def test_weak_symbols_without_definition_are_null() -> None:
    program = from_c(
        "int maybe(void) __attribute__((weak)); extern int data __attribute__((weak));"
        "int main(void) { return (maybe ? 1 : 2) + (&data ? 10 : 20); }"
    )
    assert returned(program) == (22,)


def test_the_entry_must_exist(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no function start"):
        from_c("int main(void) { return 0; }", entry="start")


def test_main_arguments() -> None:
    program = from_c("int main(int argc, char **argv) { return argc * 100 + argv[0][0] + (argv[1] == 0); }")
    assert returned(program) == (100 + ord("p") + 1,)
    three = from_c("int main(int argc, char **argv, char **envp) { return envp[0] == 0; }")
    assert returned(three) == (1,)


def test_parameters_of_the_entry_are_inputs() -> None:
    program = from_c(
        "struct s { long a, b, c; }; int f(int number, double real, char *text, struct s by_value) {"
        "return number + (int)real + text[3] + (int)by_value.c; }",
        entry="f",
        entry_pointers=Meanings(Meaning(least=4, most=4)),
    )
    start = "antumbra start"
    assert [(h.name, h.type_name, h.source) for h in commands(program, Havoc, start)] == [
        ("number", "int", Source.INPUT),
        ("real", "double", Source.INPUT),
    ]
    assert [a.size.data for a in commands(program, Alloc, start)] == [4, 24]
    assert [b.text for b in commands(program, Builtin, start)] == ["text", "by_value"]
    assert Interpreter(program, lambda h: 5 if h.name == "number" else 0).run().values == (5,)


def test_parameters_of_the_entry_have_the_types_of_the_source() -> None:
    """LLVM's integers have no sign; debug information tells."""
    text = (
        "typedef unsigned short word; enum color { RED, GREEN };"
        "int f(unsigned char a, const word b, _Bool t, unsigned u, enum color c, char d, signed char e, short s,"
        "long l, unsigned long m) { return a + b + t + u + c + d + e + s + l + m; }"
    )
    shown = [h.type_name for h in commands(from_c(text, entry="f"), Havoc, "antumbra start")]
    unsigned = ["unsigned char", "unsigned short", "_Bool", "unsigned int", "unsigned int"]
    assert shown == [*unsigned, "char", "char", "short", "long", "unsigned long"]


def test_constructors_and_destructors_run_in_order() -> None:
    program = from_c(
        "int n; int *out; __attribute__((constructor(200))) void b(void) { n = n * 10 + 2; }"
        "__attribute__((constructor(101))) void a(void) { n = n * 10 + 1; }"
        "__attribute__((destructor)) void z(void) { *out = 9; } int main(void) { return n; }"
    )
    outcome = Interpreter(program).run()
    assert outcome.check == "valid-deref"  # the destructor ran, after main
    assert outcome.location is not None
    assert outcome.location.function == "z"


def test_results_of_another_type(tmp_path: Path) -> None:
    user = module("long f(int, int); int g(long); int main(void) { return (int)f(1, 2) + g(0x100000005L); }", tmp_path)
    other = module("long f(long a, int b, int c) { return a + b; } int g(int x) { return x; }", tmp_path)
    program = build_program([user, other], TranslateOptions())
    assert returned(program)[0] != 0  # the missing third argument and the upper half of the first are unknown
    assert len([h for p in program.procedures for h in commands(program, Havoc, p)]) == 2
