"""Witnesses from anywhere: text that would change the program, be understood in two ways, or stand where nothing is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import antumbra
from antumbra.program.errors import InputError
from antumbra.report.result import Result
from antumbra.witnesses.yaml_writing import yaml_text
from support.size import some
from witnesses.test_validate import claimed, invariant, passing, point, told
from witnesses.witnessed import COUNTING, HEAD, checked, dumped, entries, written

#: fails; each macro would hide that, or make an invariant true
MACROS = (
    "extern void exit(int);\nextern int side(void);\n"
    + HEAD
    + """#define STOP ({ exit(0); 1; })
#define SET (x = 0, 1)
#define COUNT x++ || 1
#define CALL side()
#define CALLED (side)()
#define INNER SET && 1
#define LARGEST 3
typedef int T;
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  int (*other)(int) = 0;
  while (y < 3) {
    y++;
  }
  if (x > 1000) reach_error();
  return 0;
}
"""
)
LOOP = 18
HARMLESS = MACROS.replace("reach_error();\n  return", "y++;\n  return")


VALUES = ["STOP", "CALLED", "(T)(y) <= 3 && INNER", "SET", "COUNT", "CALL", "(T)(y) <= 3 && STOP"]


@pytest.mark.parametrize("value", VALUES[: some(2, len(VALUES))])
def test_macros_change_nothing(tmp_path: Path, value: str) -> None:
    assert told(claimed(tmp_path, MACROS, invariant(value, LOOP))).startswith("unknown(not understood: ")
    location = invariant(value, LOOP, kind="location_invariant")
    assert told(claimed(tmp_path, MACROS, location)).startswith("unknown(not understood: ")
    passed = point("assumption", LOOP, 3, value), point("target", 21, 17)
    assert told(passing(tmp_path, MACROS, *passed)).startswith("unknown(not understood: ")


def test_macros_and_types_that_are_just_that(tmp_path: Path) -> None:
    assert told(claimed(tmp_path, HARMLESS, invariant("(T)(y) <= LARGEST", LOOP))) == "true"
    assert told(claimed(tmp_path, HARMLESS, invariant("(T)(y) < LARGEST", LOOP))).startswith("unknown(refuted: ")


def test_text_that_is_preprocessed_already(tmp_path: Path) -> None:
    marked = '# 1 "before.c"\n' + COUNTING
    file = written(tmp_path / "a.i", marked)
    _, witness = checked(file, "interpolate")
    assert witness.invariants
    assert told(antumbra.validate(file, written(tmp_path / "w.yml", yaml_text(witness)))) == "true"


def test_what_has_the_name_of_a_type_is_not_called(tmp_path: Path) -> None:
    text = HARMLESS.replace("(*other)(int) = 0", "(*T)(int) = (int (*)(int))side")
    assert told(claimed(tmp_path, text, invariant("(T)(y) <= 3 || 1", LOOP))).startswith("unknown(not understood: ")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("0 <= y <= 3 && y * 2 <= 6 && (y << 1) <= 6", "true"),
        ("x + 1 > x", "true"),  # whole numbers without bounds
        ("y * 2 <= 5", "unknown(refuted: "),
        ("\\old(y) == 0", "unknown(not understood: "),
        ("\\at(y, Pre) == 0", "unknown(not understood: "),
    ],
)
def test_numbers_of_acsl(tmp_path: Path, value: str, expected: str) -> None:
    said = invariant(value, LOOP)
    said["invariant"]["format"] = "acsl_expression"
    assert told(claimed(tmp_path, HARMLESS, said)).startswith(expected)


WITHOUT = ["1 / (y - y) == 1", "1 << 40", "1 / 0 == 1", "*(int *)0 == 0", "(&y)[5] == 0"]


@pytest.mark.parametrize("value", WITHOUT[: some(2, len(WITHOUT))])
def test_conditions_without_a_value_confirm_nothing(tmp_path: Path, value: str) -> None:
    assert told(claimed(tmp_path, HARMLESS, invariant(value, LOOP))).startswith("unknown(")


def test_places_that_the_preprocessor_leaves_out(tmp_path: Path) -> None:
    text = HARMLESS.replace("  while (y < 3)", "#if 0\n  while (y > 5) { y--; }\n#endif\n  while (y < 3)")
    assert "leaves out its place" in told(claimed(tmp_path, text, invariant("y == 77", LOOP + 1)))
    assert told(claimed(tmp_path, text, invariant("y <= 3", LOOP + 3))) == "true"


def test_macros_of_several_lines_are_no_statements(tmp_path: Path) -> None:
    lines = "#define TWICE(e) \\\n  do { \\\n    e; e; \\\n  } while (0)\n"
    text = HEAD + lines + "void twice(void) {\n  int y = 0;\n  while (y < 3) {\n    TWICE(y++);\n  }\n}\n"
    text += "int main(void) {\n  twice();\n  return 0;\n}\n"
    said = invariant("y <= 4", 11)
    said["invariant"]["location"]["function"] = "twice"
    assert told(claimed(tmp_path, text, said)) == "true"


# ---------------------------------------------------------------- contracts


def contract(ensures: str, line: int, function: str) -> dict[str, Any]:
    where = {"file_name": "a.c", "line": line, "function": function}
    found = {"type": "function_contract", "location": where, "requires": "1", "ensures": ensures}
    return {"contract": {**found, "format": "acsl_expression"}}


#: ways out of a function
WAYS = (
    HEAD
    + """int g;
#define LEAVE(v) return (v)
__attribute__((noinline)) void set(int v) { g = v; }
int hidden(int v) { if (v) LEAVE(2); return 1; }
int inner(int v) { int w = ({ if (v) return 2; v; }); return w + 1; }
int main(void) {
  set(1 + (hidden(1) + inner(1)) % 1);
}
"""
)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (contract("g == v", 7, "set"), "true"),
        (contract("g == 2", 7, "set"), "unknown(refuted: "),
        (contract("\\result == 1", 8, "hidden"), "unknown(not understood: "),
        (contract("\\result == 1", 9, "inner"), "unknown(not understood: "),
        (contract("g == 2", 10, "main"), "unknown(refuted: "),
        (contract("\\result == 1", 10, "main"), "unknown(refuted: "),
        (contract("\\result == 0 && g == 1", 10, "main"), "true"),
    ],
)
def test_every_way_out_of_a_function_counts(tmp_path: Path, said: dict[str, Any], expected: str) -> None:
    assert told(claimed(tmp_path, WAYS, said)).startswith(expected)


# ---------------------------------------------------------------- in two ways


def refused(tmp_path: Path, text: str, expected: str) -> None:
    file, told_about = written(tmp_path / "a.c", HARMLESS), None
    try:
        antumbra.validate(file, written(tmp_path / "w", text))
    except InputError as error:
        told_about = error
    assert told_about is not None
    assert expected in told_about.message
    assert told_about.location is not None
    assert told_about.location.line > 0


def test_what_others_would_read_in_another_way(tmp_path: Path) -> None:
    one = "- {entry_type: invariant_set, content: [{invariant: {type: loop_invariant, location: {line: 18}, %s}}]}"
    refused(tmp_path, one % "value: '1', value: '0'", "a second 'value'")
    two = "- {entry_type: invariant_set, content: [{invariant: {}, contract: {}}]}"
    refused(tmp_path, two, "expected an invariant")
    graph = (
        '<graphml><graph><data key="witness-type">correctness_witness</data><node id="a"><data key="entry">true</data>'
        '<data key="invariant">1</data>%s</node>%s</graph></graphml>'
    )
    refused(tmp_path, graph % ('<data key="invariant">0</data>', ""), "a second 'invariant'")
    refused(tmp_path, graph % ("", '<node id="a"/>'), "a second node")


# ---------------------------------------------------------------- several places


def two_calls(tmp_path: Path, first: int, second: int) -> Result:
    text = HEAD + (
        "int main(void) {\n  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n"
        "  if (x == 3 && y == 4)\n    reach_error();\n  return 0;\n}\n"
    )

    def edge(number: int, value: int) -> str:
        said = {"startline": "6", "assumption": f"\\result == {value}"}
        said["assumption.resultfunction"] = "__VERIFIER_nondet_int"
        data = "".join(f'<data key="{key}">{text}</data>' for key, text in said.items())
        return f'<edge source="n{number}" target="n{number + 1}">{data}</edge>'

    nodes = "".join(
        f'<node id="n{n}">{d}</node>' for n, d in enumerate(['<data key="entry">true</data>', "", "", _END])
    )
    target = '<edge source="n2" target="n3"><data key="startline">8</data></edge>'
    kind = '<data key="witness-type">violation_witness</data>'
    graph = f"<graphml><graph>{kind}{nodes}{edge(0, first)}{edge(1, second)}{target}</graph></graphml>"
    return antumbra.validate(written(tmp_path / "a.c", text), written(tmp_path / "w.graphml", graph))


_END = '<data key="violation">true</data>'


def test_two_calls_on_a_line_are_one_after_the_other(tmp_path: Path) -> None:
    assert told(two_calls(tmp_path, 3, 4)) == "false(unreach-call)"
    assert told(two_calls(tmp_path, 4, 3)).startswith("unknown(refuted: no execution")


def test_a_failure_in_the_library_is_where_it_is_called(tmp_path: Path) -> None:
    text = (
        "#include <stdlib.h>\nextern long __VERIFIER_nondet_long(void);\nint main(void) {\n"
        "  long (*magnitude)(long) = labs;\n  return magnitude(__VERIFIER_nondet_long()) == 3;\n}\n"
    )
    file = written(tmp_path / "a.c", text)
    _, witness = checked(file, property="no-overflow")
    (entry,) = entries(witness)
    assert told(antumbra.validate(file, dumped(tmp_path / "w.yml", [entry]))) == "false(no-overflow)"
    entry["content"][-1]["segment"][0]["waypoint"]["location"]["line"] = 4
    assert told(antumbra.validate(file, dumped(tmp_path / "w.yml", [entry]))).startswith("unknown(")


def test_what_others_assert_has_no_formula(tmp_path: Path) -> None:
    text = "int nondet_int(void);\nint main(void) {\n  %s(nondet_int() != 5%s);\n  return 0;\n}\n"
    for name, rest, formula in (("__CPROVER_assert", ', ""', False), ("assert", "", True)):
        include = "#include <assert.h>\n" if name == "assert" else "void __CPROVER_assert(int, const char *);\n"
        result = antumbra.check(written(tmp_path / "a.c", include + text % (name, rest)), witness=True)
        assert told(result) == "false(unreach-call)"
        assert (result.witness is not None) is formula


def test_a_call_that_depends_on_addresses_is_told_as_a_call(tmp_path: Path) -> None:
    text = HEAD + (
        "struct cell { int value; struct cell *next; };\nint main(void) {\n"
        "  struct cell c[4] = {{1, &c[2]}, {2, &c[0]}, {3, &c[1]}, {4, 0}};\n"
        "  struct cell *p = &c[__VERIFIER_nondet_uint() % 4];\n"
        "  if (p->next && p->next->next->value == 2) reach_error();\n  return 0;\n}\n"
    )
    result, witness = checked(written(tmp_path / "a.c", text))
    assert result.finding is not None
    assert "depends" in result.finding.message
    assert witness.task.specification == "CHECK( init(main()), LTL(G ! call(reach_error())) )"
