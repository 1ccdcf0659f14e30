"""Names of inputs in reports: the program's own, unique, and C identifiers of our making."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from antumbra import terms as T
from antumbra.bounds.cfc import Parameter
from antumbra.bounds.identifiers import identifier, is_fit
from antumbra.bounds.parameters import parameters
from antumbra.program import model as P
from antumbra.program.inputs import InputName, InputPlace, asked_at_start, place_of
from antumbra.program.source import Location
from support.translate import from_c

NONDET = "extern int __VERIFIER_nondet_int(void); extern _Bool __VERIFIER_nondet_bool(void);\n"


def named(program: P.Program, numbers: int = 1, size: int = 2) -> tuple[Parameter, ...]:
    """Parameters of all inputs that the text of a program asks for."""
    found = [InputName(place, 1) for _, place in asked_at_start(program)]
    for procedure in program.procedures.values():
        for block in procedure.blocks.values():
            for command in block.commands:
                if isinstance(command, P.Havoc):
                    found += [InputName(place_of(command), n) for n in range(1, numbers + 1)]
                elif isinstance(command, P.Builtin) and command.name == "make_symbolic":
                    found += [InputName(place_of(command), 1, offset) for offset in range(size)]
    return parameters(found, program)


def names(text: str, **options: Any) -> list[tuple[str, str, str]]:
    return [(p.name, p.identifier, p.type_name) for p in named(from_c(NONDET + text, **options))]


def test_the_variable_that_receives_it() -> None:
    text = "int main(void) { int low = __VERIFIER_nondet_int(); int high; high = __VERIFIER_nondet_int(); "
    assert names(text + "return low + high; }") == [("low", "low", "int"), ("high", "high", "int")]


def test_through_a_conversion_a_call_and_memory() -> None:
    text = """
    int twice(int n) { return 2 * n; }
    int main(void) {
      _Bool ready = __VERIFIER_nondet_bool();
      int table[3];
      for (int i = 0; i < 3; i++) table[i] = __VERIFIER_nondet_int();
      return ready + twice(__VERIFIER_nondet_int()) + table[1];
    }"""
    assert sorted(name for name, _, _ in names(text)) == ["n", "ready", "table"]


def test_no_variable_no_name_but_the_function() -> None:
    text = "int main(void) { if (__VERIFIER_nondet_int() > 3) return 1; return 0; }"
    assert names(text) == [("__VERIFIER_nondet_int", "VERIFIER_nondet_int", "int")]


def test_parameters_of_the_entry() -> None:
    text = "int f(int n, long w, _Bool t) { return n + w + t; }"
    assert [name for name, _, _ in names(text, entry="f")] == ["n", "w", "t"]


def test_equal_names_are_told_apart() -> None:
    text = """
    int f(void) { int x = __VERIFIER_nondet_int(); return x; }
    int main(void) {
      int x = __VERIFIER_nondet_int(); return x + f();
    }"""
    found = named(from_c(NONDET + text), numbers=2)
    assert [p.name for p in found] == ["x (line 5)", "x (line 5, call 2)", "x (line 3)", "x (line 3, call 2)"]
    assert [p.identifier for p in found] == ["x", "x_2", "x_3", "x_4"]


def test_bytes_of_an_object() -> None:
    text = "void klee_make_symbolic(void *, unsigned long, const char *);\n"
    text += 'int main(void) { char buf[2]; klee_make_symbolic(buf, 2, "buf"); return buf[1]; }'
    assert names(text) == [("buf[0]", "buf_0", "bytes"), ("buf[1]", "buf_1", "bytes")]


def place(name: str, line: int = 1, type_name: str = "int") -> InputPlace:
    return InputPlace(Location("a.c", line, 1), P.Source.INPUT, name, type_name, T.bv_sort(32))


def test_signs() -> None:
    kinds = ["int", "unsigned int", "size_t", "uint32_t", "float", ""]
    made = parameters([InputName(place(f"x{k}", 1, k), 1) for k in kinds], from_c("int main(void) { return 0; }"))
    assert [p.signed for p in made] == [True, False, False, False, False, True]


HOSTILE = [
    "", "_", "int", "must_fail", "may_fail", "bounds_add", "uint32_t", "INT8_MAX", "memcpy", "linux", "x y", "x;f()",
    "*/", "é", "\n#include <x>", "a|b", "select", "let", "and", "|", "\\", "0x", "9", "a" * 500, "x\x00y", "%s", "__x",
]  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names(name: str) -> None:
    chosen = identifier(name, set())
    assert is_fit(chosen)
    assert chosen.isascii()
    assert len(chosen) < 60


def test_names_are_unique() -> None:
    random = Random(1)
    program = from_c("int main(void) { return 0; }")
    inputs = [InputName(place(random.choice([*HOSTILE, "x", "x_2"]), n % 7), 1 + n % 3) for n in range(200)]
    made = parameters(inputs, program)
    assert len({p.name for p in made}) == len({p.identifier for p in made}) == len(made) == len(set(inputs))
    assert all(is_fit(p.identifier) for p in made)
