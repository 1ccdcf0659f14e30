"""What pointer parameters of ``--entry`` may be, and that the verdict says what they were taken for."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra

HEAD = "extern void reach_error(void);\n"

#: function body of ``f(int *p, int n, int *q)`` → verdict with valid, maybe-null, any
BODIES = {
    "if (!p) reach_error();": ("safe", "unsafe", "unsafe"),
    "if (!q && p) reach_error();": ("safe", "unsafe", "unsafe"),
    "if (p == q && p) reach_error();": ("safe", "safe", "unsafe"),
    "if (p && q) { *p = 1; *q = 2; if (*p == 2) reach_error(); }": ("safe", "safe", "unsafe"),
    "if (p == q) reach_error();": ("safe", "unsafe", "unsafe"),
    "if (p && *p == n + 5 && n == 7) reach_error();": ("unsafe", "unsafe", "unsafe"),
    "if (p && q && p == q && *p != *q) reach_error();": ("safe", "safe", "safe"),
}


@pytest.mark.parametrize("body", BODIES)
def test_null_and_equal(body: str, tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(f"{HEAD}void f(int *p, int n, int *q) {{ {body} }}")
    for pointers, verdict in zip(("valid", "maybe-null", "any"), BODIES[body], strict=True):
        result = antumbra.check(path, entry="f", entry_pointers=pointers, timeout=30)
        assert result.verdict.value == verdict, (pointers, result.reason)
        assert verdict != "unsafe" or result.replayed is True


def _ids(result: antumbra.Result) -> set[str]:
    return {assumption.id for assumption in result.assumptions if assumption.id.startswith("entry")}


def test_the_verdict_says_what_was_supposed(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(f"{HEAD}void f(int *p, int n, int *q) {{ if (n > n) reach_error(); }}")
    valid = antumbra.check(path, entry="f", timeout=30)
    assert _ids(valid) == {"entry-not-null", "entry-separate", "entry-size"}
    text = " ".join(assumption.text for assumption in valid.assumptions)
    assert "no pointer parameter of f is null: p and q" in text
    assert "an object of 64 bytes: p and q" in text
    assert _ids(antumbra.check(path, entry="f", entry_pointers="maybe-null", timeout=30)) == {
        "entry-separate",
        "entry-size",
    }
    assert _ids(antumbra.check(path, entry="f", entry_pointers="any", timeout=30)) == {"entry-overlap", "entry-size"}


def test_nothing_is_said_of_pointers_that_are_not_there(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(f"{HEAD}void f(int n) {{ if (n != n) reach_error(); }} int main(void) {{ f(1); }}")
    assert antumbra.check(path, entry="f", timeout=30).assumptions == ()
    assert antumbra.check(path, timeout=30).assumptions == ()


def test_null_is_a_violation_where_it_is_followed(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text("int f(int *p) { return *p; }")
    assert antumbra.check(path, entry="f", property="valid-deref", timeout=30).verdict.value == "safe"
    unsafe = antumbra.check(path, entry="f", property="valid-deref", entry_pointers="maybe-null", timeout=30)
    assert unsafe.verdict.value == "unsafe"


def test_reproducer_passes_null_and_equal_pointers(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(f"{HEAD}void f(int *p, int n, int *q) {{ if (p && p == q && n == 3) reach_error(); }}")
    out = tmp_path / "out"
    antumbra.check(path, entry="f", entry_pointers="any", out=out, timeout=30)
    (text,) = [file.read_text() for file in (out / "tests").glob("*.c")]
    assert "f((void *)room1, room2, (void *)room1);" in text
