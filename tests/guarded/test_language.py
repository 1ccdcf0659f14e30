"""The language of guarded commands: what it means, and what its errors say."""

from __future__ import annotations

import pytest

from abstract.test_explicit import enumerated
from antumbra import terms as T
from antumbra.engines.abstract.systems.from_program import transition_system
from antumbra.frontends.errors import InputError
from antumbra.frontends.guarded.build import program
from antumbra.frontends.guarded.parser import parse
from antumbra.program import model as P
from antumbra.program.validity.validate import check
from support.protocols import CHECKS, analysed

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
    ("var x: in;", "1:8: unknown type 'in'; did you mean int?; expected int, bool, an enumeration or a range"),
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
    ("var a: int, i: int;\nproperty invariant a[i] = 0;", "2:20: 'a' is not an array; expected it without an index"),
    ("var x: 1..5 = 9; property invariant x = 1;", "1:5: the initial value 9 is not in 1..5"),
    ("var x: 1..99999; property invariant x = 1;", "1:8: the range 1..99999 is too long"),
    ("var x: int;", "1:1: nothing to check; expected a property"),
    ("property mutex 3;", "1:16: expected a variable or a process, found '3'"),
    ("property " + "(" * 200, "the expression is nested deeper than 100"),
    ("var a[1..2]: int;\ndo forall j: 1..2 (a[1] := j);\nproperty invariant a[1] = 0;", "2:20: a[1] is assigned twice"),
    ("var a[1..2]: int;\ndo forall j: 1..2 a[j] := 1;", "2:19: expected '(' and what is assigned for each, found 'a'"),
    ("var a[1..2]: int;\ndo forall j: 1..2 (a[j] := 1;", "2:29: expected ')' after the assignments, found ';'"),
    ("var x: 0..3; property invariant x % 0 = 1;", "1:37: expected a positive constant on the right of '%'"),
    ("var x: 0..3; property invariant 3 % x = 1;", "1:37: expected a positive constant on the right of '%'"),
    ("enum e { a, b, a } property invariant true;", "1:6: a is declared twice"),
    ("enum e { a } enum f { a } property invariant true;", "1:19: a is declared twice"),
    ("enum e { a, } property invariant true;", "1:13: expected a value's name, found '}'"),
    ("enum e { a } var a: int; property invariant true;", "1:18: a already names a value of an enumeration"),
    ("enum e { a } var x: f; property invariant true;", "1:21: unknown type 'f'"),
    (
        "enum e { a, b } var x: e = 1; property invariant true;",
        "1:28: the initial value is no value of e",
    ),
    ("enum e { a, b } var x: e; property invariant x = 1;", "1:48: = compares a value of e with a number"),
    ("enum e { a, b } var x: e; property invariant x < b;", "1:46: expected a number, found a value of e"),
    ("enum e { a, b } var x: e; property invariant x + 1 = b;", "1:46: expected a number, found a value of e"),
    ("enum e { a, b } var x: e; do x := 1; property invariant x = a;", "1:35: x takes a value of e"),
    ("enum e { a, b } var x: int; do x := b; property invariant x = 1;", "1:37: x takes a number"),
    ("enum e { a, b } do a := b; property invariant true;", "1:20: 'a' is a constant; expected a variable"),
    ("channel c(0) of bool; property invariant true;", "1:11: a channel holds at least one message"),
    ("channel c(2) bool; property invariant true;", "1:14: expected 'of' and the types of a message, found 'bool'"),
    ("channel c of bool; property invariant true;", "1:11: expected '(' and how many messages the channel holds"),
    ("channel c(1) of bool; channel c(1) of bool; property invariant true;", "1:31: channel c is declared twice"),
    ("var c: int; channel c(1) of bool; property invariant true;", "1:21: c already names a variable"),
    ("channel c(1) of bool; do send d(true); property invariant true;", "1:31: unknown channel 'd'"),
    ("channel c(1) of bool; do send c(1); property invariant true;", "1:33: c.1 takes a condition"),
    (
        "channel c(1) of bool; do send c(true, 1); property invariant true;",
        "1:26: a message of c has 1 values, found 2",
    ),
    (
        "channel c(1) of bool; var x: 0..1; do receive c(x); property invariant true;",
        "1:49: x takes a number, the message has a condition",
    ),
    (
        "channel c(1) of bool; do send c(true), send c(true); property invariant true;",
        "1:40: channel c is used twice in one transition",
    ),
    ("channel c(1) of bool; property invariant head(c, 2);", "1:42: a message of c has 1 values"),
    (
        "channel c[1..2](1) of bool; property invariant empty(c);",
        "1:54: there are several channels 'c'; expected an index",
    ),
    (
        "channel c[1..2](1) of bool; property invariant empty(c[3]);",
        "1:54: c[3] does not exist; expected an index from 1",
    ),
    ("channel c(1) of bool; property invariant empty(c[1]);", "1:48: there is one channel 'c'; expected it without"),
    ("var a[1..9]: 0..1, k: 1..9; do forall j: 1..3 (a[k + j - j] := 1); property invariant true;", "729 combinations"),
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


# -------------------------------------------------------------------- elements that variables choose


def found(text: str) -> tuple[str | None, list[str]]:
    """What is violated and the transitions to it, by enumeration; the predicates of the other analysis agree."""
    system = transition_system(program(text, "f.gcl", {}), CHECKS)
    answer = enumerated(system, symmetry=False)[1]
    assert answer.refuted is None
    assert (analysed(text).trace is None) == (answer.trace is None)
    if answer.trace is None:
        return None, []
    return answer.trace.violated.message, [step.name for step in answer.trace.steps]


ARRAY = "var a[1..3]: 0..3 = 0, k: 0..4 = 1;\nup: when k < 4 do k := k + 1;\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("set: when k <= 3 do a[k] := 3;\nproperty invariant a[1] + a[2] + a[3] <= 6;", "the invariant does not hold"),
        ("set: when k <= 3 do a[k] := 3;\nproperty invariant a[1] + a[2] + a[3] <= 9;", None),
        ("set: do a[k] := 3;\nproperty invariant true;", "the index of a is outside 1..3"),
        ("set: when a[k] = 0 do a[1] := 1;\nproperty invariant true;", "the index of a is outside 1..3"),
        ("set: when k <= 3 && a[k] = 0 do a[k] := 1;\nproperty invariant true;", None),
        ("set: when k > 3 || a[k] = 0 do k := 1;\nproperty invariant true;", None),
        ("set: do k := 1;\nproperty invariant k < 4 => a[k] = 0;", None),
        ("set: do k := 1;\nproperty invariant a[k] = 0;", "the index of a is outside 1..3"),
        (
            "set: do k := 1;\nproperty invariant forall j: 1..2 (k > 3 || a[k - 1 + j] = 0);",
            "the index of a is outside",
        ),
        ("set: when k <= 3 do a[k] := 1, a[2] := 2;\nproperty invariant true;", "a[2] is assigned twice"),
        ("set: when k = 1 do a[k] := 1, a[2] := 2;\nproperty invariant true;", None),
        ("set: when k <= 3 do a[k] := a[k] + 1;\nproperty invariant true;", "leaves its range 0..3"),
        ("set: when k <= 3 && a[k] < 3 do a[k] := a[k] + 1;\nproperty invariant true;", None),
        ("set: when k <= 3 && a[k] < 3 do a[k] := (a[k] + k) % 3;\nproperty invariant a[2] < 3 && a[1] <= 2;", None),
        ("set: when k <= 3 do a[a[k] + 1] := 3;\nproperty invariant true;", "the index of a is outside 1..3"),
        ("set: when a[a[k] + 1] = 0 do k := 1;\nproperty invariant true;", "the index of a is outside 1..3"),
    ],
)
def test_an_index_that_is_a_variable(text: str, message: str | None) -> None:
    violated, _ = found(ARRAY + text)
    assert violated == message or (message is not None and violated is not None and message in violated)


def test_an_initial_condition_may_have_no_value() -> None:
    text = "var a[1..2]: 0..1 = 0, k: 0..2; init a[k] = 0; do k := 1; property invariant k >= 0;"
    assert found(text)[0] == "the index of a is outside 1..2"


def test_a_process_that_a_variable_names() -> None:
    text = """
var k: 1..2 = 1;
process P[i: 1..2] { location a, b; var x: 0..2 = 0; go: a -> b when k = i do P[k].x := 2, k := 3 - k; }
"""
    assert found(text + "property unreachable P[k]@b && P[k].x = 2 && P[3 - k]@b;")[0] is not None
    assert found(text + "property invariant P[k]@b => P[k].x = 2;")[0] is None
    assert found(text + "property invariant P[k + 1]@b || true;")[0] == "the index of P is outside 1..2"


def test_channels_are_queues() -> None:
    text = """
channel c(2) of 0..3, bool;
var n: 0..3 = 0, x: 0..3 = 0, b: bool = false;
put: when n < 3 do send c(n, n = 2), n := n + 1;
get: do receive c(x, b);
"""
    assert found(text + "property invariant len(c) <= 2 && (x = 2 => b) && (full(c) => len(c) = 2);")[0] is None
    violated, way = found(text + "property unreachable x = 2;")
    assert violated == "unreachable: the state is reached"
    # what is put comes out in its order
    assert [step.partition(" ")[0] for step in way[1:]].count("put") == 3
    assert [step.partition(" ")[0] for step in way[1:]].count("get") == 3
    assert found(text + "property unreachable full(c) && head(c) = 1 && !empty(c);")[0] is not None
    assert found(text + "property invariant !empty(c) => head(c) <= x + 2;")[0] is None
    assert found(text + "property invariant head(c) <= 3;")[0] == "head(c) of an empty channel"
    assert found(text + "property invariant len(c) + x <= 2;")[0] is None


def test_which_channel_may_be_a_variable() -> None:
    text = """
channel c[1..2](1) of 0..1;
var k: 0..2 = 1, x: 0..1 = 0, a[1..2]: 0..1 = 1;
put: when k > 0 do send c[k](a[k]);
"""
    assert found(text + "turn: do k := 3 - k; property invariant empty(c[1]) => x = 0;")[0] is None
    assert (
        found(text + "turn: do k := 3 - k; property unreachable full(c[1]) && full(c[2]) && head(c[2]) = 1;")[0]
        is not None
    )
    assert found(text + "property unreachable full(c[2]);")[0] is None
    missing = "turn: do k := 0; get: do receive c[k](x); property invariant true;"
    assert found(text + missing)[0] == "the index of c is outside 1..2"
    # a transition that waits is not taken, whatever it would send
    waits = "turn: when full(c[2]) do k := 0; other: when k = 0 do send c[2](a[k]); property invariant true;"
    assert found(text.replace("k: 0..2 = 1", "k: 0..2 = 2") + waits)[0] is None


def test_many_choices_of_finite_values() -> None:
    """Then they are no blocks of their own."""
    x, y, expected = 0, 0, set[tuple[int, int]]()
    while (x, y) not in expected:
        expected.add((x, y))
        x, y = (x + 3) % 10, (y + x + 1) % 10
    text = "var x: 0..9 = 0, y: -5..4 = -5; go: do x := (x + 3) % 10, y := (y + x + 6) % 10 - 5; property invariant "
    system = transition_system(program(text + "x + y <= 13;", "f.gcl", {}), CHECKS)
    assert len(system.transitions) < 20
    enumeration, answer = enumerated(system, symmetry=False)
    assert (answer.trace, answer.refuted, enumeration.table.count) == (None, None, len(expected))
    assert found(text.replace(" - 5;", " - 4;") + "true;")[0] == "y leaves its range -5..4"


def test_enumerations_have_names_in_traces() -> None:
    text = "enum e { red, green } var x: e = red; do x := green; property invariant x = red;"
    built = program(text, "f.gcl", {})
    assert built.procedures["main"].source_names == {"x 0": "red", "x 1": "green"}
    assert found(text)[0] is not None
