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
    assert _ids(antumbra.check(path, entry="f", timeout=30)) == {"entry-separate", "entry-size"}
    valid = antumbra.check(path, entry="f", entry_pointers="valid", timeout=30)
    assert _ids(valid) == {"entry-not-null", "entry-separate", "entry-size"}
    text = " ".join(assumption.text for assumption in valid.assumptions)
    assert "no pointer parameter of f is null: p and q" in text
    assert "an object of 64 bytes, aligned as malloc would: p and q" in text
    assert _ids(antumbra.check(path, entry="f", entry_pointers="any", timeout=30)) == {"entry-overlap", "entry-size"}


def test_nothing_is_said_of_pointers_that_are_not_there(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(f"{HEAD}void f(int n) {{ if (n != n) reach_error(); }} int main(void) {{ f(1); }}")
    assert antumbra.check(path, entry="f", timeout=30).assumptions == ()
    assert antumbra.check(path, timeout=30).assumptions == ()


def test_null_is_a_violation_where_it_is_followed(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text("int f(int *p) { return *p; }")
    valid = antumbra.check(path, entry="f", property="valid-deref", entry_pointers="valid", timeout=30)
    assert valid.verdict.value == "safe"
    unsafe = antumbra.check(path, entry="f", property="valid-deref", timeout=30)
    assert unsafe.verdict.value == "unsafe"
    assert any("--pointer p=valid" in note for note in unsafe.notes)


def test_reproducer_passes_null_and_equal_pointers(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(f"{HEAD}void f(int *p, int n, int *q) {{ if (p && p == q && n == 3) reach_error(); }}")
    out = tmp_path / "out"
    antumbra.check(path, entry="f", entry_pointers="any", out=out, timeout=30)
    (text,) = [file.read_text() for file in (out / "tests").glob("*.c")]
    assert "f((void *)room1, room2, (void *)room1);" in text


#: meaning of p in ``f(char *p, unsigned n, char *q)``, body → verdict of valid-deref and assertions
MEANINGS = {
    ("p=null", "if (p) reach_error();"): "safe",
    ("p=null", "if (!p) reach_error();"): "unsafe",
    ("p=valid:3", "p[2] = 1;"): "safe",
    ("p=valid:3", "p[3] = 1;"): "unsafe",
    ("p=valid:3", "if (!p) reach_error();"): "safe",
    ("p=valid:3,maybe-null", "if (p) p[2] = 1;"): "safe",
    ("p=valid:3,maybe-null", "p[2] = 1;"): "unsafe",
    ("p=valid:2..5", "p[1] = 1;"): "safe",
    ("p=valid:2..5", "p[2] = 1;"): "unsafe",
    ("p=valid:2..5", "if (n == 4) p[n] = 1;"): "unsafe",
    ("p=string:3", "while (*p) p++;"): "safe",
    ("p=string:3", "if (p[0] && p[1] && p[2]) reach_error();"): "unsafe",
    ("p=string:3", "if (p[3]) reach_error();"): "safe",
    ("p=string:3", "if (p[4]) reach_error();"): "unsafe",
    ("1=valid:70", "p[69] = 1;"): "safe",
    ("q=may-alias", "if (p && p == q) reach_error();"): "unsafe",
    ("p=may-alias", "if (p && p == q) reach_error();"): "unsafe",
    ("p=valid", "if (p == q) reach_error();"): "safe",
}


@pytest.mark.parametrize(("meaning", "body"), MEANINGS)
def test_a_meaning_of_one_parameter(meaning: str, body: str, tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(f"{HEAD}void f(char *p, unsigned n, char *q) {{ {body} }}")
    result = antumbra.check(path, entry="f", pointers=[meaning], property="unreach-call,valid-deref", timeout=30)
    assert result.verdict.value == MEANINGS[meaning, body], result.reason
    assert result.verdict.value != "unsafe" or result.replayed is True


def test_a_range_of_sizes_is_said_and_repeated(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text("void f(char *p) { p[1] = 1; p[2] = 1; }")
    out = tmp_path / "out"
    options = {"entry": "f", "pointers": ["p=valid:2..5"], "property": "valid-deref", "timeout": 30}
    result = antumbra.check(path, out=out, **options)
    assert [a.text for a in result.assumptions if a.id == "entry-size"] == [
        "each pointer parameter of f leads to an object of 2 to 5 bytes, aligned as malloc would: p"
    ]
    assert result.inputs is not None
    assert (result.inputs[0].name, result.inputs[0].value) == ("size of p", 2)
    assert "--pointer" in result.reading
    (text,) = [file.read_text() for file in (out / "tests").glob("*.c")]
    assert "f((void *)room1);" in text
    again = antumbra.replay(path, next((out / "tests").glob("*.json")), entry="f", pointers=["p=valid:2..5"])
    assert again.verdict.value == "unsafe"


@pytest.mark.parametrize(
    ("meaning", "said"),
    [
        ("r=null", "f has no pointer parameter 'r'; its pointer parameters are p, q"),
        ("n=null", "no pointer parameter 'n'"),
        ("p", "expected NAME="),
        ("p=nul", "'nul' is no meaning"),
        ("p=null,maybe-null", "leads to nothing"),
        ("p=valid:0", "sizes are 1 to"),
        ("p=valid:5..2", "the smaller one first"),
        ("p=valid:1..999", "different sizes"),
    ],
)
def test_wrong_meanings(meaning: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text("void f(char *p, int n, char *q) { }")
    with pytest.raises(antumbra.InputError, match=said):
        antumbra.check(path, entry="f", pointers=[meaning], timeout=30)
    with pytest.raises(antumbra.InputError, match="entry"):
        antumbra.check(path, pointers=["p=null"])
