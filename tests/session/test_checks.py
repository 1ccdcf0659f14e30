"""Checks one by one: ``--show-checks``, and properties that name one check."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from antumbra import Result
from antumbra.report.json_report import from_json, to_json
from antumbra.report.text import render

TEXT = """int nondet_int(void);
static int read(int *from, int at) { return from[at]; }
int main(void) {
  int numbers[4] = {1, 2, 3, 4};
  int x = nondet_int();
  __CPROVER_assert(x != 7, "not seven");
  if (x > 3 && x < 2) __CPROVER_assert(0, "dead");
  if (x >= 0 && x < 4) __CPROVER_assert(read(numbers, x) > 0, "positive");
  __CPROVER_assert(x != 7, "not seven again");
  __CPROVER_assert(x != 8, "not eight");
  return 0;
}
"""


def checked(folder: Path, text: str, **settings: object) -> Result:
    path = folder / "program.c"
    path.write_text(text)
    return antumbra.check(path, timeout=60, **settings)  # type: ignore[arg-type]


def statuses(folder: Path, text: str, **settings: object) -> dict[str, str]:
    result = checked(folder, text, show_checks=True, **settings)
    return {check.id: check.status.value for check in result.checks}


def test_each_has_a_status(tmp_path: Path) -> None:
    result = checked(tmp_path, TEXT, show_checks=True, engine="explore", property="assert,valid-deref")
    assert [(c.id, c.status.value) for c in result.checks if c.id.startswith(("read", "main.assert"))] == [
        ("read.valid-deref.1", "holds"),
        ("main.assert.1", "violated"),
        ("main.assert.2", "unreachable"),
        ("main.assert.3", "holds"),
        ("main.assert.4", "holds"),
        ("main.assert.5", "violated"),
    ]
    assert result.verdict is antumbra.Verdict.UNSAFE
    assert result.proof_checked is True
    assert [(c.location.line, c.text) for c in result.checks if c.location and c.id == "main.assert.5"] == [
        (10, "assertion not eight fails")
    ]
    assert from_json(to_json(result)).checks == result.checks
    assert "main.assert.2" in render(result)


def test_a_pruning_engine_says_no_more_than_it_knows(tmp_path: Path) -> None:
    found = statuses(tmp_path, TEXT, property="assert")
    assert found == {f"main.assert.{n}": s for n, s in enumerate(("violated", *("holds",) * 3, "violated"), 1)}


def test_nothing_holds_after_a_limit(tmp_path: Path) -> None:
    found = statuses(tmp_path, TEXT, property="assert", engine="explore", max_paths=1)
    assert "holds" not in found.values()
    assert "unreachable" not in found.values()


def test_nothing_holds_behind_undefined_behaviour_that_nobody_asked_for(tmp_path: Path) -> None:
    text = "int a[2]; int nondet_int(void); int main(void) { int x = nondet_int(); a[x] = 1;"
    text += ' __CPROVER_assert(x != 5, "five"); }'
    assert statuses(tmp_path, text) == {"main.assert.1": "unknown"}


def test_library_and_leaks_have_rows(tmp_path: Path) -> None:
    text = "#include <string.h>\n#include <stdlib.h>\n"
    text += 'int main(void) { char *s = malloc(4); strcpy(s, "TEXT"); return s[0] == 0; }'
    good = statuses(tmp_path, text.replace("TEXT", "abc").replace("return", "free(s); return 0 *"), property="all")
    assert "<libc>/antumbra.h.valid-deref" in good
    assert good["valid-memtrack"] == "unknown"
    bad = statuses(tmp_path, text, property="valid-memsafety")
    assert bad["<libc>/antumbra.h.valid-deref"] == "violated"
    lost = statuses(tmp_path, text.replace("TEXT", "abc"), property="valid-memsafety")
    assert [status for name, status in lost.items() if name.endswith("valid-memtrack")] == ["violated"]


@pytest.mark.parametrize(("number", "verdict"), [(1, "unsafe"), (2, "safe"), (3, "safe"), (4, "safe"), (5, "unsafe")])
def test_a_property_names_one_check(tmp_path: Path, number: int, verdict: str) -> None:
    """The fourth cannot fail: the first, which says the same, ends such executions whether it is asked for or not."""
    result = checked(tmp_path, TEXT, property=f"main.assert.{number}")
    assert result.verdict.value == verdict
    if result.location is not None:
        assert result.location.line == {1: 6, 5: 10}[number]


def test_another_check_of_the_kind_is_not_blamed(tmp_path: Path) -> None:
    text = "int nondet_int(void); int main(void) { int x = nondet_int(); int y = 5 / x;\n return 7 / (y | 1); }"
    assert checked(tmp_path, text, property="main.division-by-zero.1").verdict.value == "unsafe"
    second = checked(tmp_path, text, property="main.division-by-zero.2")
    assert second.verdict.value == "unknown"
    assert [other.asked for other in second.others] == [False]


def test_wrong_names(tmp_path: Path) -> None:
    for name, said in (
        ("main.assert.9", "the last such is main.assert.5"),
        ("other.assert.1", "--show-checks lists them"),
        ("main.assert.1,valid-deref", "one kind of them"),
        ("main.asert.1", "unknown property"),
    ):
        with pytest.raises(antumbra.InputError, match=said):
            checked(tmp_path, TEXT, property=name)
    with pytest.raises(antumbra.InputError, match="give one of"):
        checked(tmp_path, TEXT, show_checks=True, targets="all")


def test_boogie(tmp_path: Path) -> None:
    path = tmp_path / "program.bpl"
    path.write_text("procedure main() {\n var x: int;\n assert x > 0;\n assert x > 0 - 1;\n}\n")
    rows = antumbra.check(path, show_checks=True, timeout=60).checks
    assert [(row.id, row.status.value) for row in rows] == [("main.assert.1", "violated"), ("main.assert.2", "holds")]
