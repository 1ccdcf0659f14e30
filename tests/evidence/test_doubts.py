"""Which results of functions a native run may be fed with and still confirm something."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from antumbra.engines.outcome import InputValue
from antumbra.evidence.doubts import doubt
from antumbra.evidence.testcase import TestCase, from_json, to_json
from antumbra.frontends.c.models import models
from antumbra.frontends.llvm.library.standard import is_standard
from antumbra.program.model import Source


def external(name: str, type_name: str = "int") -> InputValue:
    return InputValue(name, type_name, Source.EXTERNAL, 32, 7)


def open_result(name: str, *, decisive: bool = True) -> InputValue:
    return InputValue(name, "int", Source.OPEN, 32, 7, decisive=decisive)


def test_what_the_world_gives_is_no_doubt() -> None:
    world = [InputValue("x", "int", source, 32, 7) for source in (Source.INPUT, Source.UNINITIALISED, Source.HAVOC)]
    assert doubt([*world, external("mine"), external("antumbra.world.read")], ["mine", "stat"]) == ""


def test_what_the_library_defines_is_one() -> None:
    assert doubt([open_result("pow")], ["pow"]) == "pow returns 7"
    assert doubt([open_result("antumbra.any.strftime")], []) == "strftime returns 7"
    assert doubt([external("environ!")], []) == "environ is 7"


def test_unless_nothing_rests_on_it() -> None:
    assert doubt([open_result("pow", decisive=False)], ["pow"]) == ""
    assert doubt([open_result("pow", decisive=False), open_result("sin")], ["pow", "sin"]) == "sin returns 7"


def test_what_was_never_written_is_told_where_it_decides(tmp_path: Path) -> None:
    """A local that no condition of the path mentions may be anything; the test keeps its value all the same."""
    file = tmp_path / "unwritten.c"
    file.write_text(
        "extern int __VERIFIER_nondet_int(void);\n"
        "int *found(int n) { static int cell; for (int i = 0; i < n; i++) if (i == 2) return &cell; return 0; }\n"
        "int main(void) { int idle, decisive, *p = found(__VERIFIER_nondet_int()), n = __VERIFIER_nondet_int();\n"
        "  if (n) idle = 1; if (p && decisive == 7) *(int *)0 = 1; return idle; }\n"
    )
    result = antumbra.check(file, property="valid-memsafety", out=tmp_path / "out")
    assert result.verdict.value == "unsafe"
    assert result.finding is not None
    told = {item.name for item in result.finding.inputs if item.source == "uninitialised"}
    assert told == {"decisive"}
    assert "idle" in (tmp_path / "out" / "tests" / "test000001.json").read_text()
    assert [a.text for a in result.assumptions if "never written" in a.text] == [
        "memory that was never written holds the values of the failing input: decisive"
    ]


def test_which_nan_it_is_is_told_where_it_decides(tmp_path: Path) -> None:
    file = tmp_path / "nan.c"
    file.write_text(
        "extern double __VERIFIER_nondet_double(void);\n"
        "extern void reach_error(void);\n"
        "int main(void) { double x = __VERIFIER_nondet_double(); if (!(x > 1e308)) return 0;\n"
        "  if (!(__builtin_fabs(x - x) <= 1)) reach_error(); return 0; }\n"
    )
    result = antumbra.check(file, engine="explore", out=tmp_path / "out")
    assert result.verdict.value == "unsafe"
    assert result.finding is not None
    assert [item.name for item in result.finding.inputs] == ["__VERIFIER_nondet_double"]


def test_memory_goes_by_its_object() -> None:
    left = external("buffer", type_name="4 bytes at 0")
    assert doubt([left], ["mine"]) == ""
    assert doubt([left], ["mine", "stat"]) == "stat leaves 7 in buffer"


def test_many_conditions_are_cut_short() -> None:
    names = ["sin", "cos", "tan", "pow", "exp"]
    assert doubt([open_result(name) for name in names], names).endswith("tan returns 7 and more of that kind")


def test_a_test_file_keeps_it() -> None:
    test = TestCase((open_result("pow", decisive=False), open_result("pow")))
    assert from_json(to_json(test)).inputs == test.inputs


def test_names_of_the_library() -> None:
    for name in ("pow", "powf", "sinl", "mmap", "__isoc99_fscanf", "__printf_chk", "fstat64", "__exp_finite"):
        assert is_standard(name), name
    for name in ("mine", "f", "l", "", "_", "powx", "get_pow", "__VERIFIER_nondet_int", "klee_int", "antumbra.any.x"):
        assert not is_standard(name), name


def test_models_are_of_functions_that_are_known() -> None:
    """What has a model is in the list, too: a run may leave the models out."""
    public = {name for name in models() if name.isalpha()}
    assert {name for name in public if not is_standard(name)} == {"assert"}


@pytest.mark.parametrize("others", ["", "int g[4];"])
@pytest.mark.parametrize(
    ("function", "verdict"),
    [("extern int **catgets(void);", "unknown"), ("extern int **mine(void);", "unsafe")],
)
def test_a_pointer_of_the_library(function: str, verdict: str, others: str, tmp_path: Path) -> None:
    """Whether the program has objects of its own makes no difference."""
    name = "catgets" if "catgets" in function else "mine"
    file = tmp_path / "pointer.c"
    used = "+ g[1]" if others else ""
    file.write_text(f"{function} {others} int main(void) {{ return (*{name}() != 0) {used}; }}")
    assert antumbra.check(file, property="valid-deref", engine="explore", timeout=30).verdict.value == verdict
