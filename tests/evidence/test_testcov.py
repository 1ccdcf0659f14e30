"""Test-Comp's coverage tool measures what we say (``tools/testcov_agreement.py``), where it is at hand."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from antumbra.evidence import testcomp
from antumbra.evidence.testcase import TestCase
from support.size import some

ROOT = Path(__file__).parents[2]
TESTCOV = os.environ.get("ANTUMBRA_TESTCOV", "testcov")

#: program → goals of which another number is left, and why
DIFFERENT = {
    # gcc's branches for && in the argument of an assumption: no test violates one
    "floats.c": "conditions",
    "matrix.c": "conditions",
    "float_average.c": "conditions",
    "transfer.c": "conditions",
    # the same; and two conditions are one decision
    "midpoint.c": "decisions, conditions",
    "parser.c": "decisions",
    "table.c": "decisions",
    # a ? b : c of values is no branch in clang's code
    "sizes.c": "decisions, conditions",
    "strings.c": "decisions, conditions",
    # the same; and gcc counts the line of the label "default:", too
    "protocol.c": "decisions, conditions, lines",
    # native code goes on behind the write that we report
    "ring_buffer.c": "decisions, conditions",
}
FEW = ["hash.c"]
PROGRAMS = [file.name for folder in ("benchmarks/programs", "examples") for file in sorted((ROOT / folder).glob("*.c"))]


def tool() -> ModuleType:
    path = ROOT / "tools" / "testcov_agreement.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # its dataclasses look for it there
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", some(FEW, PROGRAMS))
def test_the_same_is_left(name: str) -> None:
    agreement = tool()
    if missing := agreement.what_is_missing(TESTCOV):
        pytest.skip(f"not at hand: {', '.join(missing)}")
    program = next(
        place for place in (ROOT / "benchmarks/programs" / name, ROOT / "examples" / name) if place.is_file()
    )
    options = argparse.Namespace(testcov=TESTCOV, timeout="60", keep=None)
    ((_, *figures, different),) = agreement.rows([program], options)
    if name == "first_line.c":
        assert different.startswith("no suite of tests")
    else:
        assert different == DIFFERENT.get(name, ""), figures


def test_what_testcov_prints() -> None:
    read = tool().goals_of
    found = read("Tests run: 4\nTests in suite: 4\nCoverage: 91.67%\nNumber of goals: 12\nResult: DONE\n")
    assert (found.covered, found.total, found.left, str(found)) == (11, 12, 1, "11/12")
    assert read("No coverage information available\nResult: ERROR\n") is None


def test_suites(tmp_path: Path) -> None:
    """All tests and what describes them, and nothing else."""
    (tmp_path / "metadata.xml").write_text(testcomp.metadata_xml(testcomp.Suite("Antumbra", "", "a.c", "")))
    (tmp_path / "test000001.xml").write_text(testcomp.testcase_xml(TestCase(())))
    (tmp_path / "test000001.json").write_text("{}")
    tool().suite(tmp_path, tmp_path / "suite.zip")
    with zipfile.ZipFile(tmp_path / "suite.zip") as archive:
        assert archive.namelist() == ["metadata.xml", "test000001.xml"]


def test_tools_that_are_not_there_are_named() -> None:
    assert "no-such-testcov" in tool().what_is_missing("no-such-testcov")


def test_every_program_that_differs_is_one_of_ours() -> None:
    assert set(DIFFERENT) <= set(PROGRAMS)
