"""In which order a program may ask for its inputs."""

from __future__ import annotations

import pytest

from antumbra.program import model as P
from antumbra.program.inputs import InputPlace, place_of
from antumbra.program.restricting.order import AskingOrder
from support.translate import all_commands, from_c

HEAD = "extern int __VERIFIER_nondet_int(void); int g; void (*p)(void);\n"
TWICE = "static void f(void) { g += __VERIFIER_nondet_int();\ng += __VERIFIER_nondet_int(); }\n"


def order(text: str) -> str:
    """Which of the inputs, on lines 2, 3, …, may be the last that is asked for: A, B, …"""
    program = from_c(HEAD + text, "-fno-inline")
    places: dict[int, InputPlace] = {}
    for command in all_commands(program):
        if isinstance(command, P.Havoc) and command.source is P.Source.INPUT and command.location is not None:
            places[command.location.line] = place_of(command)
    found = AskingOrder(program, set(places.values()))
    asked = sorted(places)
    return "".join("ABCD"[asked.index(line)] for line in asked if found.last(places[line], places.values()))


PROGRAMS = [
    ("int main(void) { g += __VERIFIER_nondet_int();\ng += __VERIFIER_nondet_int(); return g; }", "B"),
    # the second of two in one block, and round a loop either
    ("int main(void) { while (g < 9) { g += __VERIFIER_nondet_int();\ng += __VERIFIER_nondet_int(); } }", "AB"),
    # never both
    ("int main(void) { if (g) g = __VERIFIER_nondet_int(); else\ng = __VERIFIER_nondet_int(); return g; }", ""),
    # before a loop
    ("int main(void) { g = __VERIFIER_nondet_int();\nwhile (g) g = __VERIFIER_nondet_int(); return g; }", "B"),
    # a procedure that is called twice, in a loop, by itself, or by whoever knows its address
    (
        TWICE + "int main(void) { f(); f(); return g; }",
        "AB",
    ),
    (
        TWICE + "int main(void) { while (g < 9) f(); return g; }",
        "AB",
    ),
    (
        TWICE.replace("}", "if (g) f(); }") + "int main(void) { f(); return g; }",
        "AB",
    ),
    (
        TWICE + "int main(void) { p = f; f(); p(); return g; }",
        "AB",
    ),
    # called once: as if it stood there; what two procedures ask for has no order
    (
        TWICE + "int main(void) { f(); return g; }",
        "B",
    ),
    (
        "static void f(void) { g = __VERIFIER_nondet_int(); }\nint main(void) { f(); return __VERIFIER_nondet_int(); }",
        "AB",
    ),
]


@pytest.mark.parametrize(("text", "last"), PROGRAMS)
def test_who_may_be_last(text: str, last: str) -> None:
    assert order(text) == last
