"""Compiled files are kept, and found again only if nothing that the compiler read has changed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from antumbra.cli.run import run
from antumbra.frontends import native, once
from antumbra.frontends.c import compile as compiling
from antumbra.frontends.c import keeping, store
from antumbra.frontends.c.compile import compile_once, read_source
from antumbra.frontends.c.toolchain import cache_folder
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.program.properties import parse_properties

PROGRAM = '#include "value.h"\n#include <other.h>\n#include <stddef.h>\nint f(void) { return VALUE + OTHER; }\n'


class Folder:
    """A program with two headers, and how often the compiler was run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runs = 0
        self.write("one/main.c", PROGRAM)
        self.write("one/value.h", "#define VALUE 3")
        self.write("near/note.txt", "")
        self.write("far/other.h", "#define OTHER 4")

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def value(self, **changes: object) -> int:
        """What f returns, from the IR."""
        folders = (str(self.folder / "near"), str(self.folder / "far"))
        options = LoadOptions(**{"include_dirs": folders, **changes})
        ir = compile_once(read_source(self.folder / "one" / "main.c"), options)
        return int(ir.split("ret i32 ")[1].split(",")[0])

    def again(self, **changes: object) -> tuple[int, int]:
        """What f returns, and how often the compiler was run for it."""
        before = self.runs
        return self.value(**changes), self.runs - before


@contextmanager
def program(margin: int = -(10**18)) -> Iterator[Folder]:
    """With a store of its own; with this margin it takes files whenever they were written."""
    patch = pytest.MonkeyPatch()
    with tempfile.TemporaryDirectory() as name:
        folder = Folder(Path(name))
        run_compiler: Callable[..., object] = compiling._run

        def counted(*arguments: Any) -> object:
            folder.runs += 1
            return run_compiler(*arguments)

        patch.setattr(compiling, "_run", counted)
        patch.setattr(store, "cache_folder", lambda: Path(name) / "cache")
        patch.setattr(store, "MARGIN_NS", margin)
        patch.setenv("ANTUMBRA_CACHE", "on")
        try:
            yield folder
        finally:
            patch.undo()


def test_a_file_is_compiled_once() -> None:
    with program() as it:
        assert it.again() == (7, 1)
        assert it.again() == (7, 0)


def test_a_changed_header_is_compiled_again() -> None:
    with program() as it:
        assert it.again() == (7, 1)
        it.write("far/other.h", "#define OTHER 5")
        assert it.again() == (8, 1)
        it.write("far/other.h", "#define OTHER 4")
        assert it.again()[0] == 7


def test_a_header_that_appears_in_an_earlier_folder_is_seen() -> None:
    for place, value in (("near/other.h", 9), ("near/stddef.h", 9), ("one/other.h", 7), ("near/value.h", 7)):
        with program() as it:
            assert it.again() == (7, 1)
            it.write(place, "#undef OTHER\n#define OTHER 6\n")
            assert it.again() == (value, 1)  # more is compiled again than must be


def test_a_header_that_was_only_asked_for_is_seen() -> None:
    with program() as it:
        it.write("one/value.h", '#if __has_include("extra.h")\n#define VALUE 1\n#else\n#define VALUE 2\n#endif')
        assert it.again() == (6, 1)
        assert it.again() == (6, 0)
        it.write("one/extra.h", "")
        assert it.again() == (5, 1)


def test_a_header_by_a_name_that_is_computed_is_not_kept() -> None:
    with program() as it:
        it.write("one/value.h", "#define VALUE 1\n#define NAME <computed.h>\n#inc\\\nlude NAME")
        it.write("far/computed.h", "")
        assert it.again() == (5, 1)
        it.write("near/computed.h", "#undef VALUE\n#define VALUE 9")
        assert it.again()[0] == 13
    with program() as it:  # a name that we read otherwise than the compiler does
        it.write("one/value.h", '#define VALUE 1\n#include "far>name.h"')
        it.write("far/far>name.h", "")
        assert it.again() == (5, 1)
        it.write("near/far>name.h", "#undef VALUE\n#define VALUE 9")
        assert it.again()[0] == 13
    with program() as it:
        it.write("one/value.h", "#define HAS(x) __has_include(x)\n#define VALUE HAS(<asked.h>)")
        it.write("one/main.c", PROGRAM.replace("VALUE", "1") + "#if VALUE\nint g(void) { return 1; }\n#endif\n")
        assert it.again()[1] == it.again()[1] == 1


def test_a_header_by_a_name_that_is_not_spelled_where_it_counts_is_not_kept() -> None:
    asked = "#if {0}\n#define VALUE 1\n#else\n#define VALUE 2\n#endif"
    for text in (
        "#define NAME <asked.h>\n" + asked.format("__has_include/**/(NAME)"),
        "#define NAME <asked.h>\n#define HAS __has_include\n" + asked.format("HAS(NAME)"),
        asked.format("MAY(<asked.h>)"),
    ):
        with program() as it:
            it.write("one/value.h", text)
            assert it.again(cflags=("-DMAY=__has_include",)) == (6, 1)
            it.write("near/asked.h", "")
            assert it.again(cflags=("-DMAY=__has_include",)) == (5, 1)
    with program() as it:  # one of the same name is spelled
        it.write("one/value.h", "#define VALUE 1\n#define NAME <deep/other.h>\n#include/**/NAME")
        it.write("far/deep/other.h", "")
        assert it.again() == (5, 1)
        it.write("near/deep/other.h", "#undef VALUE\n#define VALUE 9")
        assert it.again()[0] == 13
    with program() as it:
        it.write("one/value.h", "#ifdef __has_include\n#define VALUE 1\n#endif")
        assert it.again() == (5, 1)
        assert it.again() == (5, 0)


def test_a_folder_that_becomes_a_header_is_seen() -> None:
    with program() as it:
        (it.folder / "near" / "other.h").mkdir()
        assert it.again() == (7, 1)
        (it.folder / "near" / "other.h").rmdir()
        it.write("near/other.h", "#define OTHER 6")
        assert it.again() == (9, 1)


def test_flags_that_may_read_files_are_not_kept() -> None:
    with program() as it, pytest.MonkeyPatch.context() as patch:
        patch.chdir(it.folder)
        for flags in (("@more",), ("--config=./more",), ("--include-directory=near",), ("-Wp,-Inear",)):
            it.write("more", "-DX=1")
            assert it.again(cflags=flags) == it.again(cflags=flags) == (7, 1)
        it.write("more", "-UVALUE -DVALUE=1")
        for flags in (("-O2", "-Wall", "-g3", "-std=c99", "-fPIC", "-fno-sanitize=all", "-I", "near", "-DY=2"),):
            assert it.again(cflags=flags) == (7, 1)
            assert it.again(cflags=flags) == (7, 0)


def test_flags_properties_text_and_times_count() -> None:
    with program() as it:
        assert it.again() == (7, 1)
        assert it.again(cflags=("-UVALUE",))[1] == 1
        assert it.again(defines=("X=1",))[1] == 1
        assert it.again(data_model="ILP32")[1] == 1
        assert it.again(properties=parse_properties("no-overflow"))[1] == 1
        it.write("one/main.c", PROGRAM.replace("+", "-"))
        assert it.again() == (-1, 1)
        it.write("one/main.c", PROGRAM + "const char *when = __TIME__;")
        assert it.again()[1] == it.again()[1] == 1


def test_a_header_that_changed_while_it_was_read_is_not_kept() -> None:
    with program(margin=10**18) as it:
        assert it.again() == it.again() == (7, 1)


BOTH = "int f(int x) { int r; if (x) r = 1; else r = 2; return r; } int g(int x) { return f(x) + 1; }"


def test_large_modules_are_prepared_once_for_each_way_of_reading() -> None:
    with program() as it, pytest.MonkeyPatch.context() as patch:
        patch.setattr(once, "LARGE", 0)
        it.write("both.c", BOTH)
        it.write("both.ll", "define i32 @f() { ret i32 1 }\ndefine i32 @g() { ret i32 2 }\n")

        def text(name: str = "both.c", **changes: object) -> str:
            (module,) = load(it.folder / name, LoadOptions(**changes)).modules  # pyright: ignore[reportArgumentType]
            return module.text

        first = text(entry="f")
        merged = text(entry="f", simplify_cfg=True)
        for entry in ("f", "g"):
            assert f"@{entry}(" in text(entry=entry)
            assert f"@{entry}(" in text("both.ll", entry=entry)
        assert "select" in merged
        assert "select" not in first
        patch.setattr(native, "prepare", None)  # nobody calls it again
        assert text(entry="f") == first
        assert text(entry="f", simplify_cfg=True) == merged


def test_damaged_entries_are_compiled_again() -> None:
    with program() as it:
        assert it.again() == (7, 1)
        (entry,) = store.folder().glob("*/*.z")
        good = entry.read_bytes()
        for content in (b"", good[:-5], b"x" + good, bytes(100)):
            entry.write_bytes(content)
            assert it.again() == (7, 1)
        entry.unlink()
        entry.mkdir()
        assert it.again() == (7, 1)


def test_the_least_recently_used_go_first() -> None:
    with program() as it:
        for number in range(6):
            assert it.again(defines=(f"X={number}",)) == (7, 1)
        for age, entry in enumerate(sorted(store.folder().glob("*/*.z"))):
            os.utime(entry, (1000 - age, 1000 - age))
        assert it.again(defines=("X=2",)) == (7, 0)
        size = max(path.stat().st_size for path in store.folder().glob("*/*.z"))
        store.trim(2 * size)
        assert len(list(store.folder().glob("*/*.z"))) in (1, 2)
        assert it.again(defines=("X=2",)) == (7, 0)


def test_it_can_be_switched_off_and_may_be_read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    with program() as it:
        monkeypatch.setenv("ANTUMBRA_CACHE", "off")
        assert it.again() == it.again() == (7, 1)
        monkeypatch.setenv("ANTUMBRA_CACHE", "")
        monkeypatch.setattr(store, "cache_folder", lambda: Path("/proc/no/such/place"))
        assert it.again() == it.again() == (7, 1)


def test_the_command_shows_and_clears(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(keeping, "cache_folder", lambda: tmp_path)
    (tmp_path / "compiled" / "ab").mkdir(parents=True)
    (tmp_path / "compiled" / "ab" / "x.z").write_bytes(bytes(2_000_000))
    (tmp_path / "notes").write_text("of somebody else")
    assert run(["cache"]) == 0
    assert "compiled         2.0 MB of at most 500 MB in 1 files" in capsys.readouterr().out
    assert run(["cache", "--clear"]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["notes"]
    assert cache_folder() != tmp_path
