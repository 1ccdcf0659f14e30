"""The language of guarded commands: what it means, and what its errors say."""

from __future__ import annotations

import pytest

from antumbra import terms as T
from antumbra.frontends.errors import InputError
from antumbra.frontends.guarded.build import program
from antumbra.frontends.guarded.parser import parse
from antumbra.program import model as P
from antumbra.program.validity.validate import check

GOOD = """
param N = 2;
var x: int = 3, y, z: int, on: bool = false, turn: 1..3 = 2;
var want[1..N]: bool;
init x <= y && y < 2 * z;
reset: when on do on := false, x := nondet;
process P[i: 1..N] {
  location idle, busy;
  var my: int = 0;
  go: for k: 1..N where k != i idle -> busy when !want[k] && x > my do my := P[k].my + 1, turn := i, want[i] := true;
  idle, busy -> idle when forall j: 1..N (P[j].my <= my) do turn := nondet;
}
property safe: invariant x >= 0 => y > 0;
property mutex: mutex P@busy;
property unreachable turn = 3 && P[1]@busy;
property deadlock_free;
"""


def blocks(text: str, **given: int) -> dict[str, P.Block]:
    found = check(program(text, "f.gcl", given))
    return found.procedures["main"].blocks


def test_everything_together_is_a_valid_program() -> None:
    found = blocks(GOOD)
    assert {"initial", "states", "reset", "P[1].go[2]", "P[2].go[1]"} <= found.keys()
    assert [c.message.partition(":")[0] for c in found["states"].commands if isinstance(c, P.Assert)] == [
        "safe",
        "mutex",
        "unreachable",
        "deadlock_free",
    ]


def test_finite_variables_only_get_constants() -> None:
    finite = [
        (target, value)
        for block in blocks(GOOD).values()
        for command in block.commands
        if isinstance(command, P.Assign)
        for target, value in zip(command.targets, command.values, strict=True)
        if target.sort is not T.INT
    ]
    assert finite
    assert all(value.op is T.CONST for _, value in finite)


def test_an_unknown_finite_value_is_one_transition_for_each() -> None:
    names = [n for n in blocks(GOOD) if n.startswith("P[1].line")]
    assert len(names) == 3
    assert all("turn=" in n for n in names)


def test_parameters_can_be_given() -> None:
    assert "P[3].go[1]" in blocks(GOOD, N=3)


def test_a_value_outside_its_range_is_an_error_of_the_protocol() -> None:
    found = blocks("var t: 0..2 = 0; up: do t := t + 1;")
    assert any(isinstance(c, P.Assert) and "leaves its range" in c.message for b in found.values() for c in b.commands)


ERRORS = [
    ("var x: int", "1:11: expected ',' or ';' after the variable, found the end of the file"),
    ("var x: in;", "1:10: expected '..' of a range, found ';'"),
    ("var x: int = 0;\nproperty invariant x >;", "2:23: expected an expression, found ';'"),
    ("var x: int = 0;\nproperty invariant y > 0;", "2:20: unknown variable 'y'"),
    ("var count: int;\nproperty invariant cuont > 0;", "2:20: unknown variable 'cuont'; did you mean count?"),
    ("var x: int;\nproperty invariant x * x > 0;", "2:22: the product is not linear; expected a constant on one side"),
    ("var x: int;\nproperty invariant x;", "2:20: expected a condition, found a number"),
    ("var x: int;\nproperty invariant 0 < x < 2;", "2:26: expected one comparison; join two with &&, found '<'"),
    ("var x: int, x: int; property invariant x = x;", "1:13: variable x is declared twice"),
    ("var x: int $", "1:12: unexpected character '$'"),
    ("/* open", "1:1: the comment is not closed; expected */"),
    ("process P { location a; a -> b; }", "1:25: process P has no location 'b'; expected one of a"),
    ("process P { location a; a => a; }", "1:27: expected '->' and the location it leads to, found '=>'"),
    ("process P[i: 1..2] { location a; } property mutex P@b;", "1:51: process P has no location 'b'"),
    ("process P[i: 1..2] { location a; } property invariant P[3]@a;", "1:55: P[3] does not exist; expected an index"),
    ("process P { location a; } property mutex P@a;", "1:42: there is only one process P; expected at least two"),
    ("var x: int;\ndo x := 1, x := 2;\nproperty invariant x = x;", "2:12: x is assigned twice"),
    ("var x: int;\ndo x := x > 1;\nproperty invariant x = 0;", "2:11: x takes a number"),
    ("var x: int;\ndo x := nondet + 1;", "2:16: expected ';' after the transition, found '+'"),
    ("var a[1..2]: int;\nproperty invariant a[3] = 0;", "2:20: a[3] does not exist; expected an index from 1 to 2"),
    ("var a[1..2]: int;\nproperty invariant a = 0;", "2:20: 'a' is an array; expected an index, such as a[1]"),
    ("var a: int, i: int;\nproperty invariant a[i] = 0;", "2:22: an index must not depend on a variable"),
    ("var x: 1..5 = 9; property invariant x = 1;", "1:5: the initial value 9 is not in 1..5"),
    ("var x: 1..99999; property invariant x = 1;", "1:8: the range 1..99999 is too long"),
    ("var x: int;", "1:1: nothing to check; expected a property"),
    ("property mutex 3;", "1:16: expected a variable or a process, found '3'"),
    ("property " + "(" * 200, "the expression is nested deeper than 100"),
    ("var a[1..2]: int;\ndo forall j: 1..2 (a[1] := j);\nproperty invariant a[1] = 0;", "2:20: a[1] is assigned twice"),
    ("var a[1..2]: int;\ndo forall j: 1..2 a[j] := 1;", "2:19: expected '(' and what is assigned for each, found 'a'"),
    ("var a[1..2]: int;\ndo forall j: 1..2 (a[j] := 1;", "2:29: expected ')' after the assignments, found ';'"),
    ("blah", "1:1: expected when, do or ';' after the transition"),
]


@pytest.mark.parametrize(("text", "message"), ERRORS)
def test_errors_say_where_and_what(text: str, message: str) -> None:
    if text.startswith("property ("):
        text = text.replace("property ", "property invariant ")
    with pytest.raises(InputError) as caught:
        program(text, "f.gcl", {})
    assert message in str(caught.value)


def test_assignments_for_each_of_a_range() -> None:
    text = """
param N = 3;
var a[1..N]: int = 0, on[1..N]: bool = false, k: int = 0;
process P[i: 1..N] { var c: int = 0; }
all: do forall j: 1..N where j != 2 (a[j] := a[j] + k, on[j] := true), forall j: 1..N (P[j].c := nondet), k := 1;
pairs: do forall i: 1..1 (forall j: 2..3 (a[j] := a[i]));
property invariant a[1] >= 0;
"""
    found = blocks(text)
    assigned = next(c for c in found["all"].commands if isinstance(c, P.Assign))
    names = {str(t.data): v for t, v in zip(assigned.targets, assigned.values, strict=True)}
    assert {"a[1]", "a[3]", "on[1]", "on[3]", "P[1].c", "P[2].c", "P[3].c", "k"} == names.keys()
    # all values are read before any is written
    assert T.var("k", T.INT) in T.free_variables(names["a[1]"])
    assert len([c for c in found["all"].commands if isinstance(c, P.Havoc)]) == 3
    pairs = next(c for c in found["pairs"].commands if isinstance(c, P.Assign))
    assert [str(t.data) for t in pairs.targets] == ["a[2]", "a[3]"]


def test_unknown_parameters_are_named() -> None:
    with pytest.raises(InputError, match="there is no parameter 'M'; the file has N"):
        program(GOOD, "f.gcl", {"M": 1})


def test_comments_and_precedence() -> None:
    file = parse("// line\n/* two\nlines */ property invariant !true || 1 + 2 * 3 = 7 && false => true;", "f.gcl")
    assert file.properties[0].place.line == 3
