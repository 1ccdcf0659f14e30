"""Test-Comp's goals are accepted by ``explore``, which writes a suite that says so; no verdict is about them."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from antumbra.program.properties import parse_properties, parse_property_text

BRANCHES = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"
ERROR_CALL = "COVER( init(main()), FQL(COVER EDGES(@CALL(fails))) )"
PROGRAM = """extern int __VERIFIER_nondet_int(void);
void fails(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 77) fails();
  return 0;
}
"""


@pytest.mark.parametrize(
    ("text", "name", "functions"),
    [
        (BRANCHES, "coverage-branches", ("reach_error", "__VERIFIER_error")),
        (BRANCHES.replace(" ", ""), "", ()),
        (ERROR_CALL, "coverage-error-call", ("fails",)),
        (BRANCHES.replace("DECISIONEDGE", "BASICBLOCKENTRY"), "coverage-branches", ("reach_error", "__VERIFIER_error")),
    ],
)
def test_property_files(text: str, name: str, functions: tuple[str, ...]) -> None:
    found = parse_property_text(f"{text}\n", "x.prp")
    assert found.unsupported
    if name:
        assert (found.name, found.goal, found.error_functions) == (name, text, functions)
        assert found.exploring().unsupported == ()


def test_names() -> None:
    assert parse_properties("coverage-branches").goal == BRANCHES
    assert parse_properties("coverage-error-call").goal == ERROR_CALL.replace("fails", "reach_error")


@pytest.mark.parametrize(("goal", "reaches"), [(BRANCHES, False), (ERROR_CALL, True)])
def test_suites(tmp_path: Path, goal: str, reaches: bool) -> None:
    file, asked = tmp_path / "a.c", tmp_path / "goal.prp"
    file.write_text(PROGRAM)
    asked.write_text(f"{goal}\n")
    result = antumbra.explore(file, property=str(asked), out=tmp_path / "out")
    assert result.tests_written == 2
    written = (tmp_path / "out" / "tests" / "metadata.xml").read_text()
    assert f"<specification>{goal}</specification>" in written
    tests = [path.read_text() for path in (tmp_path / "out" / "tests").glob("test*.xml")]
    assert any(">77<" in text for text in tests)
    assert any('coversError="true"' in text for text in tests) is reaches


def test_check_decides_no_goal(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text(PROGRAM.replace("fails();", "return 1;"))
    assert antumbra.check(file, property="coverage-branches").result_line.startswith("RESULT: unknown(")
