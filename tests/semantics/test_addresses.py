"""Where objects lie is left open by the language: what depends on it is never ``safe``, what does not is.

Each program is a twin of another: SAFE holds wherever objects lie, OPEN reaches the error for some places. Whether
native code shows that is another matter: its objects lie in one way only.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from semantics.address_programs import HEAD, OPEN, SAFE

MODELS = ("LP64", "ILP32")


def _check(folder: Path, body: str, model: str, engine: str) -> antumbra.Result:
    path = folder / "program.c"
    path.write_text(f"{HEAD}int main(void) {{\n  {body}\n  return 0;\n}}\n")
    return antumbra.check(path, timeout=60, property="unreach-call", data_model=model, engine=engine)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", SAFE)
def test_holds_wherever_objects_lie(name: str, model: str, tmp_path: Path) -> None:
    result = _check(tmp_path, SAFE[name], model, "explore")
    assert result.verdict.value == "safe", result.reason


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", OPEN)
def test_depends_on_where_objects_lie(name: str, model: str, tmp_path: Path) -> None:
    result = _check(tmp_path, OPEN[name], model, "explore")
    assert result.verdict.value != "safe"
    told = [result.finding, *result.others]
    cut = result.reason is not None and "depends on where an object lies" in result.reason
    assert cut or any("depends on where objects lie" in finding.message for finding in told if finding is not None)


@pytest.mark.parametrize("engine", ["interpolate", "auto"])
@pytest.mark.parametrize("name", OPEN)
def test_no_engine_calls_it_safe(name: str, engine: str, tmp_path: Path) -> None:
    assert _check(tmp_path, OPEN[name], "LP64", engine).verdict.value != "safe"
