"""The module for BenchExec: with BenchExec where it is at hand, else with stand-ins for what it takes from there."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import types
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

TOOLS = Path(__file__).parents[2] / "tools"


def stand_ins() -> dict[str, types.ModuleType]:
    names = ("benchexec", "benchexec.result", "benchexec.tools", "benchexec.tools.template")
    found = {name: types.ModuleType(name) for name in (*names, "benchexec.tools.sv_benchmarks_util")}
    known: Any = found["benchexec.result"]
    known.RESULT_TRUE_PROP, known.RESULT_UNKNOWN, known.RESULT_ERROR = "true", "unknown", "ERROR"
    known.RESULT_TIMEOUT, known.RESULT_DONE = "TIMEOUT", "done"
    base: Any = found["benchexec.tools.template"]
    base.BaseTool2 = type("BaseTool2", (), {})
    util: Any = found["benchexec.tools.sv_benchmarks_util"]
    util.ILP32, util.LP64 = "ILP32", "LP64"
    util.get_data_model_from_task = lambda task, models: models.get((task.options or {}).get("data_model"))
    package: Any = found["benchexec"]
    tools: Any = found["benchexec.tools"]
    package.result, package.tools, tools.template = known, tools, base
    return found


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    if importlib.util.find_spec("benchexec") is None:
        for name, module in stand_ins().items():
            monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.syspath_prepend(str(TOOLS))
    monkeypatch.delitem(sys.modules, "toolinfo.antumbra", raising=False)
    return importlib.import_module("toolinfo.antumbra").Tool()


def words(tool: Any, *options: str, files: tuple[str, ...] = ("a.c",), **task: Any) -> list[str]:
    given = {"property_file": None, "options": {}, "input_files_or_identifier": list(files), **task}
    return tool.cmdline("antumbra", list(options), SimpleNamespace(**given), SimpleNamespace(cputime=900))


def test_calls(tool: Any, tmp_path: Path) -> None:
    assert words(tool) == ["antumbra", "check", "--timeout", "900s", "a.c"]
    model = {"language": "C", "data_model": "ILP32"}
    called = words(tool, "check", "--engine", "dash", "-t", "60", options=model, property_file="unreach-call.prp")
    assert called[1:] == ["check", "--engine", "dash", "-t", "60", "--property", "unreach-call.prp", "--32", "a.c"]
    goal = tmp_path / "coverage-branches.prp"
    goal.write_text("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n")
    assert words(tool, property_file=str(goal))[1] == "explore"
    given = {"witness_input_file": "w.yml", **model}
    assert words(tool, options=given, files=("in/w.yml", "in/a.c"))[-2:] == ["in/a.c", "in/w.yml"]
    assert words(tool, options=given, files=("in/w.yml", "in/a.c"))[1] == "validate"


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        ("RESULT: true", "true"),
        ("RESULT: false(valid-deref)", "false(valid-deref)"),
        ("RESULT: unknown(time limit)", "unknown(time limit)"),
        ("RESULT: unknown", "unknown"),
        ("nothing", "ERROR"),
    ],
)
def test_answers(tool: Any, last: str, expected: str) -> None:
    run = SimpleNamespace(output=["a.c: property …", last], cmdline=["antumbra", "check"], was_timeout=False)
    assert tool.determine_result(run) == expected


def test_tests_are_done(tool: Any) -> None:
    run = SimpleNamespace(output=["RESULT: false(unreach-call)"], cmdline=["antumbra", "explore"], was_timeout=False)
    assert tool.determine_result(run) == "done"
    run = SimpleNamespace(output=[], cmdline=["antumbra", "check"], was_timeout=True)
    assert tool.determine_result(run) == "TIMEOUT"
