"""What comes out of a library: what a linker would take, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from antumbra.frontends.c.building import units
from antumbra.frontends.c.building.carried import Object
from antumbra.frontends.c.compile import Built, CSource, compile_c
from antumbra.frontends.c.naming import with_shown_names
from antumbra.frontends.options import LoadOptions
from antumbra.frontends.parts import Part, _with_members
from antumbra.program.errors import InputError
from antumbra.program.languages import C

OPTIONS = LoadOptions()


def source(name: str, text: str) -> CSource:
    return CSource(text.encode(), name, Path())


def member(name: str, text: str, *defined: str, common: bool = False) -> Object:
    return Object(name, (source(name, text),) if text else (), dict.fromkeys(defined, not common))


def taken(text: str, *library: Object) -> tuple[list[str], list[str]]:
    """The names of what is linked beside ``text``, and of what has no text."""
    first = source("main.c", text)
    parts, lacking = _with_members([Part("main.c", C, compile_c(first, OPTIONS), {})], list(library), OPTIONS)
    return [part.name for part in parts[1:]], lacking


def test_what_is_missing_is_taken_and_what_that_misses() -> None:
    f, g, h = member("f.c", "int g(void); int f(void) { return g(); }", "f"), member("g.c", "int g(void) {}", "g"), "h"
    assert taken("int f(void); int main(void) { return f(); }", member("h.c", "int h;", h), g, f) == (
        ["f.c", "g.c"],
        [],
    )
    assert taken("int f(void);", member("m.c", "int main(void) {}", "main"))[0] == ["m.c"]
    assert taken("extern int v; int main(void) { return v; }", member("v.c", "int v = 1;", "v"))[0] == ["v.c"]


def test_what_is_there_is_not_taken() -> None:
    f = member("f.c", "int f(void) { return 2; }", "f")
    user = "int f(void); int use(void) { return f(); }"
    for text in ("int f(void) { return 1; }", "__attribute__((weak)) int f(void) { return 1; }"):
        assert taken(
            f"{text} int main(void) {{ return f() + use(); }} int use(void);", member("u.c", user, "use"), f
        ) == (
            ["u.c"],
            [],
        )
    assert taken("static int f(void) { return 1; } int main(void) { return f(); }", f)[0] == []


def test_weak_references_take_nothing() -> None:
    text = "__attribute__((weak)) int f(void); int main(void) { return f ? f() : 0; }"
    assert taken(text, member("f.c", "int f(void) { return 2; }", "f"))[0] == []


def test_a_common_symbol_takes_its_value_and_no_other_common_symbol() -> None:
    text = "__attribute__((common)) int v; int main(void) { return v; }"
    assert taken(text, member("v.c", "int v = 4;", "v"))[0] == ["v.c"]
    assert taken(text, member("v.c", "int v;", "v", common=True))[0] == []


def test_what_has_no_text_is_named_and_taken_once() -> None:
    text = "int f(void); int g(void); int main(void) { return f() + g(); }"
    other = member("late.c", "int f(void) { return 2; }", "f")
    assert taken(text, member("f.o", "", "f"), member("g.o", "", "g"), other) == ([], ["f.o", "g.o"])


# ---------------------------------------------------------------- what an object carries


def carried(**changes: object) -> CSource:
    made = CSource(b"int main(void) { return 0; }", "a.c", Path("/"), built=Built("a.c", Path("/"), ()))
    record = units.record(made, b"int main(void) { return 0; }", "LP64")
    (value,) = units._unpacked(record)
    (found,) = units.units(units._packed({**value, **changes}), "LP64")
    return found


def refusal(call: Callable[[], object]) -> str:
    """What is said against it: a fault is noticed by an assertion that fails, so nothing of pytest is used here."""
    try:
        call()
    except (units.RecordError, InputError) as error:
        return str(error)
    return ""


def test_flags_of_objects_are_from_a_list() -> None:
    assert carried(arguments=["-D", "X=1", "-std=c99", "-funsigned-char"]).built is not None
    for flags in (
        ["-fplugin=x.so"],
        ["-Xclang", "-load"],
        ["@file"],
        ["-o", "x"],
        ["-I", "/"],
        ["x.c"],
        ["-wrapper", "x"],
    ):
        assert refusal(partial(carried, arguments=flags))


def test_text_of_objects_reads_no_files() -> None:
    assert "@main" in compile_c(carried(), OPTIONS)
    header = Path(__file__).parent / "nothing.h"
    for line in (f'#include "{header}"', f'#define H "{header}"\n#include H', f'%:inc\\\nlude "{header}"'):
        text = f"{line}\nint main(void) {{ return 0; }}"
        assert "must not read files" in refusal(partial(compile_c, carried(whole=text), OPTIONS))


def test_names_in_modules_are_seen_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ir = '!DIFile(filename: "../a\\22.c", directory: "x")\n!DIFile(filename: "h.h", directory: ".", more: 1)\n'
    shown = with_shown_names(ir, '../a".c', tmp_path / "build", 'a".c')
    assert (
        shown
        == '!DIFile(filename: "a\\22.c", directory: ".")\n!DIFile(filename: "build/h.h", directory: ".", more: 1)\n'
    )
