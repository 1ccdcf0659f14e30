"""Witnesses that are validated: right ones are confirmed, wrong ones are not, others' are read or told why not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import antumbra
from antumbra.program.errors import InputError
from antumbra.report.result import Result
from antumbra.witnesses.graphml_writing import graphml_text
from antumbra.witnesses.yaml_writing import yaml_text
from witnesses.witnessed import BRANCHES, COUNTING, HEAD, checked, dumped, entries, written


def invariant(value: str, line: int = 8, column: int | None = 3, kind: str = "loop_invariant") -> dict[str, Any]:
    location: dict[str, Any] = {"file_name": "a.c", "line": line}
    if column is not None:
        location["column"] = column
    return {"invariant": {"type": kind, "location": location, "value": value, "format": "c_expression"}}


def claimed(tmp_path: Path, text: str, *claims: dict[str, Any], **task: Any) -> Result:
    """What comes of a witness by hand, with no more metadata than it needs."""
    file = written(tmp_path / "a.c", text)
    entry = {"entry_type": "invariant_set", "metadata": {"task": task}, "content": list(claims)}
    return antumbra.validate(file, dumped(tmp_path / "w.yml", [entry]))


def passing(tmp_path: Path, text: str, *waypoints: dict[str, Any]) -> Result:
    """The same of a violation witness; each waypoint is a segment, or a list of them is one."""
    file = written(tmp_path / "a.c", text)
    segments = [each if isinstance(each, list) else [each] for each in waypoints]
    content = [{"segment": [{"waypoint": each} for each in segment]} for segment in segments]
    entry = {"entry_type": "violation_sequence", "metadata": {}, "content": content}
    return antumbra.validate(file, dumped(tmp_path / "w.yml", [entry]))


def point(kind: str, line: int, column: int | None = None, value: str | None = None, action: str = "follow") -> Any:
    found: dict[str, Any] = {"type": kind, "action": action, "location": {"file_name": "a.c", "line": line}}
    if column is not None:
        found["location"]["column"] = column
    if value is not None:
        found["constraint"] = {"value": value}
    return found


TARGET = point("target", 12, 5)


def told(result: Result) -> str:
    return result.result_line.removeprefix("RESULT: ")


# ---------------------------------------------------------------- our own


@pytest.mark.parametrize("form", [yaml_text, graphml_text])
def test_our_own(tmp_path: Path, form: Any) -> None:
    bad, good = written(tmp_path / "bad.c", BRANCHES), written(tmp_path / "good.c", COUNTING)
    _, witness = checked(bad)
    result = antumbra.validate(bad, written(tmp_path / "w", form(witness)))
    assert told(result) == "false(unreach-call)"
    assert result.finding is not None
    assert result.replayed
    for engine in ("interpolate", "houdini", "dash"):
        _, witness = checked(good, engine)
        assert told(antumbra.validate(good, written(tmp_path / "w", form(witness)))) == "true"


# ---------------------------------------------------------------- correctness


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("i <= n", "true"),
        ("i <= n && n <= 4294967295u", "true"),
        ("(unsigned char)i <= 255 && (long)i >= 0 && i <= n", "true"),
        ("i < n", "unknown(refuted: the loop invariant i < n is false at line 8"),
        ("i == 0", "unknown(refuted: the loop invariant i == 0 is false at line 8"),
        ("i <= k", "unknown(not understood: "),
        ("i = n", "unknown(not understood: "),
        ("abort() == 0", "unknown(not understood: "),
        ("(abort)() == 0", "unknown(not understood: "),
        ("i++ <= n", "unknown(not understood: "),
        ("({ i = n; 1; })", "unknown(not understood: "),
        ("sizeof(int[i++]) > 0", "unknown(not understood: "),
        ("1); abort(", "unknown(not understood: "),
        ('i <= n /* " */', "true"),
        ("", "unknown(not understood: "),
        ("i <= n\n#define n 0", "unknown(not understood: "),
    ],
)
def test_what_is_said_of_a_loop(tmp_path: Path, value: str, expected: str) -> None:
    assert told(claimed(tmp_path, COUNTING, invariant(value))).startswith(expected)


def test_a_wrong_claim_is_refuted_though_the_program_is_safe(tmp_path: Path) -> None:
    result = claimed(tmp_path, COUNTING, invariant("i <= n"), invariant("i < 3 || n > 7"))
    assert told(result).startswith("unknown(refuted: the loop invariant i < 3 || n > 7 is false at line 8")
    assert result.exit_status == 2
    assert result.others


def test_a_right_claim_of_a_program_that_fails(tmp_path: Path) -> None:
    wrong = COUNTING.replace("i != n", "i == n")
    assert told(claimed(tmp_path, wrong, invariant("i <= n"))).startswith("unknown(refuted: the program violates")


def test_places(tmp_path: Path) -> None:
    said = invariant("i <= n", 8, None)
    assert told(claimed(tmp_path, COUNTING, said)) == "true"
    assert told(claimed(tmp_path, COUNTING, invariant("i <= n", 9, 5))).startswith("unknown(not understood: ")
    assert "there is no loop at line 9, column 5" in told(claimed(tmp_path, COUNTING, invariant("i <= n", 9, 5)))
    before = invariant("i < n", 9, 5, "location_invariant")
    assert told(claimed(tmp_path, COUNTING, before, said)) == "true"
    behind = invariant("i < n", 11, 3, "location_invariant")
    assert told(claimed(tmp_path, COUNTING, behind)).startswith("unknown(refuted: the invariant i < n is false")


def test_what_is_not_understood_is_not_confirmed(tmp_path: Path) -> None:
    result = claimed(tmp_path, COUNTING, invariant("i <= n"), invariant("i = n"))
    assert told(result).startswith("unknown(not understood: ")


def test_what_is_not_read_is_not_confirmed(tmp_path: Path) -> None:
    said = invariant("i <= n"), invariant("1 == 1", kind="loop_transition_invariant")
    assert told(claimed(tmp_path, COUNTING, *said)).startswith("unknown(not understood: ")


def test_of_do_loops_the_condition_counts(tmp_path: Path) -> None:
    """The witnesses' authors say so of all loops: Goblint's issue 1736."""
    text = HEAD + "int main(void) {\n  int i = 0;\n  do {\n    i++;\n  } while (i < 5);\n  return 0;\n}\n"
    assert told(claimed(tmp_path, text, invariant("i >= 1 && i <= 5", 7))) == "true"
    assert "is false at line 7" in told(claimed(tmp_path, text, invariant("i <= 4", 7)))


def test_contracts(tmp_path: Path) -> None:
    text = HEAD + (
        "unsigned half(unsigned n) {\n  if (n < 2) return 0;\n  return 1 + half(n - 2);\n}\n"
        "int main(void) {\n  if (half(__VERIFIER_nondet_uint() % 10) > 4) reach_error();\n  return 0;\n}\n"
    )

    def contract(requires: str, ensures: str) -> dict[str, Any]:
        where = {"file_name": "a.c", "line": 5, "column": 1, "function": "half"}
        found = {"type": "function_contract", "location": where, "requires": requires, "ensures": ensures}
        return {"contract": {**found, "format": "acsl_expression"}}

    assert told(claimed(tmp_path, text, contract("n < 10", "\\result <= \\old(n)"))) == "true"
    assert "refuted: the precondition of half" in told(claimed(tmp_path, text, contract("n < 9", "\\true")))
    assert "refuted: the postcondition of half" in told(claimed(tmp_path, text, contract("n < 10", "\\result < 4")))


# ---------------------------------------------------------------- violations


@pytest.mark.parametrize(
    ("waypoints", "expected"),
    [
        ([TARGET], "false(unreach-call)"),
        ([point("function_return", 6, 33, "\\result == 1001"), TARGET], "false(unreach-call)"),
        ([point("function_return", 6, 33, "\\result == 1000"), TARGET], "unknown(refuted: no execution"),
        ([point("function_return", 6, 33, "\\result >= 1000"), TARGET], "false(unreach-call)"),
        ([point("branching", 8, 3, "true"), TARGET], "false(unreach-call)"),
        ([point("branching", 8, 3, "false"), TARGET], "unknown(refuted: no execution"),
        ([point("assumption", 7, 3, "x == 5000"), TARGET], "false(unreach-call)"),
        ([point("assumption", 7, 3, "x == 50"), TARGET], "unknown(refuted: no execution"),
        ([point("assumption", 11, 3, "y == 1"), point("assumption", 7, 3, "x == 5000"), TARGET], "unknown(refuted:"),
        ([[point("assumption", 9, 5, "x < 2000", "avoid"), TARGET]], "false(unreach-call)"),
        ([[point("branching", 8, 3, "true", "avoid"), TARGET]], "unknown(refuted: no execution"),
        ([point("function_enter", 12, 17), TARGET], "unknown(refuted: "),
        ([point("target", 9, 5)], "unknown(refuted: nothing at line 9 can violate unreach-call"),
        ([point("target", 40)], "unknown(not understood: "),
        ([point("assumption", 7, 3, "x = 5000"), TARGET], "unknown(not understood: "),
        ([point("assumption", 70, 3, "x == 5000"), TARGET], "unknown(not understood: "),
    ],
)
def test_what_is_said_of_an_execution(tmp_path: Path, waypoints: list[Any], expected: str) -> None:
    assert told(passing(tmp_path, BRANCHES, *waypoints)).startswith(expected)


def test_a_line_alone_means_all_of_it(tmp_path: Path) -> None:
    text = BRANCHES.replace("  if (y == 1) {\n    reach_error();\n  }\n", "  if (y == 1) reach_error();\n")
    assert told(passing(tmp_path, text, point("target", 11))) == "false(unreach-call)"
    said = point("function_return", 6, None, "\\result == 7")
    assert told(passing(tmp_path, text, said, point("target", 11))).startswith("unknown(refuted: no execution")


def test_a_waypoint_may_be_passed_later(tmp_path: Path) -> None:
    text = HEAD + (
        "int main(void) {\n  for (int i = 0; i < 4; i++) {\n    if (__VERIFIER_nondet_int() == 7 && i == 2)\n"
        "      reach_error();\n  }\n  return 0;\n}\n"
    )
    target = point("target", 8, 7)
    assert told(passing(tmp_path, text, point("assumption", 7, 5, "i == 2"), target)) == "false(unreach-call)"
    assert told(passing(tmp_path, text, point("assumption", 7, 5, "i == 3"), target)).startswith("unknown(refuted")


def test_a_failure_in_a_statement_that_was_passed_before(tmp_path: Path) -> None:
    text = HEAD + (
        "int main(void) {\n  int s = 0;\n  for (int i = 0; i < 3; i++) {\n    int x = __VERIFIER_nondet_int();\n"
        "    s = s + x;\n  }\n  return s;\n}\n"
    )
    file = written(tmp_path / "a.c", text)
    _, witness = checked(file, property="no-overflow")
    assert told(antumbra.validate(file, written(tmp_path / "w.yml", yaml_text(witness)))) == "false(no-overflow)"
    (entry,) = entries(witness)
    entry["content"][0]["segment"][0]["waypoint"]["constraint"]["value"] = "\\result == 0"
    entry["content"][1]["segment"][0]["waypoint"]["constraint"]["value"] = "\\result == 0"
    if len(entry["content"]) > 3:
        entry["content"][2]["segment"][0]["waypoint"]["constraint"]["value"] = "\\result == 0"
    assert told(antumbra.validate(file, dumped(tmp_path / "v.yml", [entry]))).startswith("unknown(")


# ---------------------------------------------------------------- what it is about


def test_another_program_property_or_machine(tmp_path: Path) -> None:
    file = written(tmp_path / "good.c", COUNTING)
    _, witness = checked(file, "interpolate")
    text = written(tmp_path / "w.yml", yaml_text(witness))
    other = written(tmp_path / "other.c", COUNTING + "\n")
    assert told(antumbra.validate(other, text)).startswith("unknown(the witness is about another program")
    assert "about another property" in told(antumbra.validate(file, text, property="no-overflow"))
    assert "is about LP64, and not about ILP32" in told(antumbra.validate(file, text, data_model="ILP32"))
    renamed = written(tmp_path / "renamed.c", COUNTING)
    assert told(antumbra.validate(renamed, text)) == "true"


def test_a_property_of_its_own_is_told(tmp_path: Path) -> None:
    """Whoever does not say what to check reads which calls the witness speaks of."""
    file = written(tmp_path / "a.c", COUNTING)
    for function, expected in (("reach_error", 0), ("somebody_else", 1)):
        rule = f"CHECK( init(main()), LTL(G ! call({function}())) )"
        entry = {"entry_type": "invariant_set", "metadata": {"task": {"specification": rule}}, "content": []}
        result = antumbra.validate(file, dumped(tmp_path / "w.yml", [entry]))
        assert told(result) == "true"
        assert sum("the witness's own: no call of somebody_else" in note for note in result.notes) == expected


def test_what_is_no_witness(tmp_path: Path) -> None:
    file = written(tmp_path / "a.c", COUNTING)
    for text in ("", "x: 1", "[]", "- entry_type: invariant_set", "<a/>", "<graphml", "\0", "- &a [*a]"):
        with pytest.raises(InputError):
            antumbra.validate(file, written(tmp_path / "w.yml", text))
    with pytest.raises(InputError):
        antumbra.validate(file, tmp_path / "none.yml")
