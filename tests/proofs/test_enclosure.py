"""Programs in which nothing calls an error function, and every way in which one is called after all."""

from __future__ import annotations

import pytest

from antumbra.program.model import Program
from antumbra.proofs import Certificate, Enclosure
from antumbra.strategies.uncalled import enclosure
from proofs.helpers import check, program, said

EXPLICIT = frozenset({"unreach-call", "assert"})
FAILS = """
procedure fails()
{
start:
  assert "unreach-call" false, "reach_error is called";
  stop abort "reach_error";
}
"""
QUIET = """
procedure quiet()
{
start:
  return;
}
"""
#: the only function whose address is known
ADDRESSED = "object fails at 0x30000 size 16 code;\naddress 0x30000 fails;\n"

SAFE = {
    "nothing": program("a:\n  return 0bv32;"),
    "an endless loop": program('a:\n  x := havoc input "x" "int";\n  goto a;', "x: bv32"),
    "a call": program("a:\n  call quiet();\n  return 0bv32;", after=QUIET),
    "a function that nobody calls": program("a:\n  return 0bv32;", after=FAILS),
    "a block that nothing leads to": program(
        'a:\n  return 0bv32;\nb:\n  assert "assert" false, "no";\n  return 0bv32;'
    ),
    "an address without calls through pointers": program("a:\n  return 0bv32;", before=ADDRESSED, after=FAILS),
    "true for certain": program('a:\n  assert "assert" true, "yes";\n  return 0bv32;'),
    "another check": program('a:\n  assert "no-overflow" false, "wraps";\n  return 0bv32;'),
}
OPEN = {
    "here": program('a:\n  assert "assert" false, "no";\n  return 0bv32;'),
    "in a function": program("a:\n  call fails();\n  return 0bv32;", after=FAILS),
    "two calls away": program(
        "a:\n  call other();\n  return 0bv32;",
        after=FAILS + "procedure other()\n{\ns:\n  call fails();\n  return;\n}\n",
    ),
    "through a pointer": program(
        'a:\n  p := havoc input "p" "long";\n  call *(p)();\n  return 0bv32;', "p: bv64", before=ADDRESSED, after=FAILS
    ),
    "behind a branch": program(
        'a:\n  x := havoc input "x" "int";\n  if x == 0bv32 goto b else c;\nb:\n  assert "assert" false, "no";\n'
        "  return 0bv32;\nc:\n  return 1bv32;",
        "x: bv32",
    ),
    "something unsupported": program('a:\n  stop unsupported "inline assembly";'),
    "a bound": program('a:\n  stop bound "1";'),
}


@pytest.mark.parametrize("name", SAFE)
def test_enclosed(name: str) -> None:
    found = enclosure(SAFE[name], EXPLICIT)
    assert found is not None
    assert said(check(SAFE[name], "unreach-call", Certificate(enclosure=found))) == "confirmed"


@pytest.mark.parametrize("name", OPEN)
def test_not_enclosed(name: str) -> None:
    assert enclosure(OPEN[name], EXPLICIT) is None


def test_not_enclosed_at_all() -> None:
    for made in OPEN.values():
        assert enclosure(made, EXPLICIT) is None


def everything(made: Program) -> Enclosure:
    return Enclosure(tuple((p.name, label) for p in made.procedures.values() for label in p.blocks))


def test_the_check_sees_what_is_open() -> None:
    """Neither all blocks nor those of main alone are an enclosure."""
    for name, made in OPEN.items():
        main = Enclosure(tuple(("main", label) for label in made.procedures["main"].blocks))
        first = Enclosure((("main", "a"),))
        for claimed in (everything(made), main, first):
            assert said(check(made, "unreach-call", Certificate(enclosure=claimed))) == "refuted", name


def test_the_check_sees_where_executions_begin() -> None:
    made = SAFE["a call"]
    assert said(check(made, "unreach-call", Certificate(enclosure=Enclosure((("quiet", "start"),))))) == "refuted"


def test_other_checks_are_not_enclosed() -> None:
    """What any access may violate is no matter of calls."""
    made = program("a:\n  x := load 0bv64;\n  return 0bv32;", "x: bv32")
    assert enclosure(made, EXPLICIT) is not None
    for properties in ("valid-deref", "unreach-call,valid-memtrack", "klee"):
        assert said(check(made, properties, Certificate(enclosure=everything(made)))) == "refuted"
        assert enclosure(made, frozenset(properties.split(","))) is None
    assert enclosure(made, frozenset()) is None
