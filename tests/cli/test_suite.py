"""``antumbra suite`` on real programs: small protocols and Boogie files, which need no compiler."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from antumbra.cli import main

SAFE = "// expect: safe\nprocedure main() { var x: int; assume x > 1; assert x > 0; }\n"
UNSAFE = "// expect: unsafe\nprocedure main() { var x: int; assert x > 0; }\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "safe.bpl").write_text(SAFE)
    (tmp_path / "t" / "unsafe.bpl").write_text(UNSAFE)
    return tmp_path


def test_a_run_and_what_changed_since(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suite", "t", "-j", "2"]) == 0
    out = capsys.readouterr().out
    assert "results: antumbra-suite-0/results.jsonl" in out
    files = {file.name for file in (folder / "antumbra-suite-0").iterdir()}
    assert files >= {"results.jsonl", "table.md", "benchexec.xml", "junit.xml"}
    # the same again does nothing; a text that is not what it was is run again, and its verdict is wrong now
    (folder / "t" / "safe.bpl").write_text(SAFE.replace("x > 1", "x > -1"))
    words = ["suite", "t", "--out", "antumbra-suite-0", "--compare", "antumbra-suite-0/results.jsonl"]
    assert main([*words, "--json"]) == 1
    captured = capsys.readouterr()
    assert "1 of 2 tasks are done already" in captured.err
    printed = json.loads(captured.out)
    assert printed["totals"]["wrong"] == 1
    assert printed["changes"] == [{"kind": "worse", "task": "t/safe.bpl", "property": "unreach-call"}]
    assert {row["task"]: row["status"] for row in printed["tasks"]} == {
        "t/safe.bpl": "false(unreach-call)",
        "t/unsafe.bpl": "false(unreach-call)",
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["suite"], "Missing argument 'TASKS...'"),
        (["suite", "gone"], "gone: is no task"),
        (["suite", "t", "--option", "--nonsense"], "--option: no such option"),
        (["suite", "t", "--option", "--out x"], "for the suite to say"),
        (["suite", "t", "--option", "'--entry"], "--option: No closing quotation"),
        (["suite", "t", "-j", "0"], "-j"),
        (["suite", "t", "--property", "nonsense"], "nonsense"),
        (["suite", "t", "--compare", "t/safe.bpl"], "t/safe.bpl:1: is no row of results"),
        (["suite", "t", "--compare", "gone"], "gone"),
        (["suite", "t", "--out", "t"], "t: is neither new nor empty"),
        (["suite", "t", "--fail-on", "everything"], "--fail-on"),
    ],
)
def test_what_is_wrong_with_a_call(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    before = {file: file.read_text() for file in folder.rglob("*") if file.is_file()}
    assert main(words) == 3
    assert said in capsys.readouterr().err
    assert {file: file.read_text() for file in folder.rglob("*") if file.is_file()} == before


def test_what_fails_a_build(folder: Path) -> None:
    (folder / "t" / "unsafe.bpl").write_text("// expect: unknown\nprocedure main() { assume false; }\n")
    (folder / "t" / "bad.bpl").write_text("// expect: safe\nprocedure main() { nonsense }\n")
    assert main(["suite", "t/safe.bpl"]) == 0
    assert main(["suite", "t/bad.bpl", "-q"]) == 2  # no answer
    assert main(["suite", "t/unsafe.bpl", "-q"]) == 1
    assert (
        main(["suite", "t/safe.bpl", "--option", "--max-paths 1 --max-forks 1 --max-depth 1", "--fail-on", "unknown"])
        == 0
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["explore", "t/safe.bpl", "-j", "2"], "C and LLVM"),
        (["explore", "a.c", "-j", "2", "--max-paths", "3"], "max-paths"),
        (["explore", "a.c", "-j", "2", "--prune"], "either prune or"),
        (["explore", "a.c", "-j", "2", "--profile"], "profile"),
        (["explore", "a.c", "-j", "x"], "-j"),
    ],
)
def test_what_several_processes_do_not_do(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    (folder / "a.c").write_text("int main(void) { return 0; }\n")
    assert main(words) == 3
    assert said in capsys.readouterr().err


def test_exploring_on_two_processors(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "int __VERIFIER_nondet_int(void);\nint main(void) {\n  int s = 0;\n"
    text += "  for (int i = 0; i < 4; i++)\n    if (__VERIFIER_nondet_int() > i) s++;\n  return s / (s - 4);\n}\n"
    (folder / "a.c").write_text(text)
    found: list[dict[str, object]] = []
    for jobs in ("1", "2"):
        assert main(["explore", "a.c", "-j", jobs, "--all-tests", "--json", "--out", f"out{jobs}"]) == 1
        result = json.loads(capsys.readouterr().out)
        stats = {name: result["stats"][name] for name in ("paths", "forks", "covered_blocks")}
        found.append({**stats, "coverage": result["coverage"], "tests": result["tests_written"]})
    assert found[0] == found[1]
    assert found[0]["paths"] == 16
