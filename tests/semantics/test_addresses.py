"""Where objects lie is left open by the language: what depends on it is never ``safe``, what does not is.

Each program is a twin of another: SAFE holds wherever objects lie, OPEN reaches the error for some places. Whether
native code shows that is another matter: its objects lie in one way only.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from antumbra.frontends.options import DataModel
from semantics.address_programs import HEAD, OPEN, SAFE
from support.size import some

MODELS = ("LP64", "ILP32")


def _check(folder: Path, body: str, model: DataModel, engine: str) -> antumbra.Result:
    path = folder / "program.c"
    path.write_text(f"{HEAD}int main(void) {{\n  {body}\n  return 0;\n}}\n")
    return antumbra.check(path, timeout=60, property="unreach-call", data_model=model, engine=engine)


@pytest.mark.parametrize("model", some(MODELS[:1], MODELS))
@pytest.mark.parametrize("name", SAFE)
def test_holds_wherever_objects_lie(name: str, model: DataModel, tmp_path: Path) -> None:
    result = _check(tmp_path, SAFE[name], model, "explore")
    assert result.verdict.value == "safe", result.reason


@pytest.mark.parametrize(
    ("name", "model"),
    [(name, model) for model in MODELS for name in list(OPEN)[:: 1 if model == "LP64" else some(4, 1)]],
)
def test_depends_on_where_objects_lie(name: str, model: DataModel, tmp_path: Path) -> None:
    result = _check(tmp_path, OPEN[name], model, "explore")
    assert result.verdict.value != "safe"
    told = [result.finding, *result.others]
    cut = result.reason is not None and result.reason.startswith("unsupported: ")
    assert cut or any("depends on where objects lie" in finding.message for finding in told if finding is not None)


@pytest.mark.parametrize("name", some(list(SAFE)[::4], list(SAFE)))
def test_pruning_sees_it_too(name: str, tmp_path: Path) -> None:
    result = _check(tmp_path, SAFE[name], "LP64", "auto")
    assert result.verdict.value == "safe", result.reason


#: an index that leaves an object does not come to another one
OUTSIDE = {
    "locals": "char a[4], b[4] = {0}; a[8192] = 1; return b[0];",
    "locals before": "char a[4] = {0}, b[4]; b[-8192] = 1; return a[0];",
    "globals": "static int a[4], b[4]; a[2048] = 1; return b[0];",
    "a megabyte": "static int a[4], b[4]; a[262144] = 1; return b[0];",
    "heap": "int *a = malloc(16), *b = malloc(16); a[1 << 24] = 1; return b[0];",
    "any int": "static int a[4], b[4]; a[__VERIFIER_nondet_int()] = 1; return b[0];",
    "any long": "int *a = malloc(16), *b = malloc(16); a[(long)__VERIFIER_nondet_int() * 65536] = 1; return b[0];",
}


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", OUTSIDE)
def test_outside_is_outside(name: str, model: DataModel, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(f"{HEAD}int main(void) {{\n  {OUTSIDE[name]}\n}}\n")
    result = antumbra.check(path, timeout=60, property="valid-deref", data_model=model)
    assert result.verdict.value == "unsafe", result.reason


@pytest.mark.parametrize("engine", ["interpolate", "auto"])
@pytest.mark.parametrize("name", list(OPEN)[:: some(2, 1)])
def test_no_engine_calls_it_safe(name: str, engine: str, tmp_path: Path) -> None:
    assert _check(tmp_path, OPEN[name], "LP64", engine).verdict.value != "safe"
