"""Programs that were read before are not read again; and those that may be others are."""

from __future__ import annotations

import hashlib
import marshal
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args

import pytest

from antumbra.frontends import kept, native, programs
from antumbra.frontends.c import store
from antumbra.frontends.load import load
from antumbra.frontends.loaded import Loaded
from antumbra.frontends.options import LoadOptions
from antumbra.program import model as P
from antumbra.program.packed import forms
from antumbra.program.packed.packing import NotPackableError, pack
from antumbra.program.packed.unpacking import unpack
from antumbra.program.properties import parse_properties
from antumbra.program.text.printing import program_text
from antumbra.terms import term as terms
from antumbra.terms.operators import CONST
from support.size import some

PROGRAMS = Path(__file__).parent.parent / "programs"
#: those that have a main
FILES = [path for path in sorted(PROGRAMS.rglob("*.c")) if path.parent.name != "contracts"]
TEXT = """
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
double half = 0.5;
struct { int *at; char text[4]; } pair = { 0, "abc" };
int main(int argc, char **argv) {
  int *p = malloc(8), n = __VERIFIER_nondet_int();
  pair.at = p;
  switch (n) { case 1: p[0] = (int)(half * n); break; case 7: p[1] = n / argc; break; }
  free(p);
  return argv != 0 && half > 0.25;
}
"""


class Reader:
    """Reads a file, and counts how often it is translated."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "main.c"
        self.path.write_text(TEXT)
        self.translations = 0

    def read(self, **options: Any) -> Loaded:
        return load(self.path, LoadOptions(**options))

    def again(self, **options: Any) -> bool:
        """Whether it is read without being translated."""
        before = self.translations
        self.read(**options)
        return self.translations == before

    @property
    def entry(self) -> Path:
        (found,) = kept.folder().glob("*/*")
        return found


@contextmanager
def reader() -> Iterator[Reader]:
    patch = pytest.MonkeyPatch()
    with tempfile.TemporaryDirectory() as name:
        made = Reader(Path(name))
        translated = native.translated

        def counted(*arguments: Any) -> Loaded:
            made.translations += 1
            return translated(*arguments)

        patch.setattr(native, "translated", counted)
        patch.setattr(store, "cache_folder", lambda: Path(name) / "cache")
        patch.setenv("ANTUMBRA_CACHE", "on")
        try:
            yield made
        finally:
            patch.undo()


def test_a_program_is_translated_once() -> None:
    with reader() as it:
        first, second = it.read(), it.read()
        assert it.translations == 1
        assert second.program == first.program
        assert second.sources == first.sources == second.program.sources
        assert [module.name for module in second.modules] == [module.name for module in first.modules]
        assert [module.text for module in second.modules] == [module.text for module in first.modules]
        assert (second.environment, second.fixed, second.language) == (first.environment, first.fixed, first.language)
        assert second.functions is not None
        assert first.functions is not None
        assert second.functions() == first.functions()


def test_long_texts_are_made_again_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_TEXT", 0)
    with reader() as it:
        first, second = it.read(), it.read()
        assert it.translations == 1
        assert [module.text for module in second.modules] == [module.text for module in first.modules]


def test_another_text_is_another_program() -> None:
    with reader() as it:
        assert not it.again()
        it.path.write_text(TEXT.replace("case 7", "case 8"))
        assert not it.again()
        it.path.write_text(TEXT)
        assert it.again()


def test_other_options_are_another_program() -> None:
    with reader() as it:
        assert not it.again()
        for options in (
            {"malloc_may_fail": True},
            {"externals": "pure"},
            {"data_model": "ILP32"},
            {"properties": parse_properties("no-overflow")},
        ):
            assert not it.again(**options)
            assert it.again(**options)


def test_files_of_ours_that_change_make_another_program() -> None:
    with reader() as it, pytest.MonkeyPatch.context() as patch:
        assert not it.again()
        state = kept._own_state()
        assert "packing.py" in state
        assert "translate.py" in state
        patch.setattr(kept, "_own_state", lambda: f"{state} changed")
        assert not it.again()


def test_what_others_could_have_written_is_not_believed() -> None:
    with reader() as it:
        assert not it.again()
        for place in (it.entry, it.entry.parent, kept.folder()):
            right = place.stat().st_mode & 0o777
            for wrong in (0o020, 0o002):
                place.chmod(right | wrong)
                assert not it.again()  # which may write a new entry, with the right of its folder
                place.chmod(right)
            assert it.again()
        aside = it.folder / "aside"
        it.entry.rename(aside)
        (kept.folder() / "link").symlink_to(aside)
        name = kept._path(_key(it))
        (kept.folder() / "link").rename(name)
        assert not it.again()


def test_what_is_damaged_is_read_anew() -> None:
    with reader() as it:
        assert not it.again()
        good = it.entry.read_bytes()
        mark, head, rest = good.split(b"\n", 2)
        packed = marshal.loads(zlib.decompress(rest))
        other = zlib.compress(marshal.dumps(((*packed[0][:2], "elsewhere", packed[0][3]), *packed[1:])), 1)
        renamed = head.replace(_key(it).encode(), b"0" * 40) + b"\n" + rest
        for content in (
            b"",
            good[: len(good) // 2],
            b"x" + good,
            b"\n".join((mark, b"[]", rest)),
            b"\n".join((mark, head, other)),
            _marked(b"[]\n" + rest),
            _marked(head + b"\n" + zlib.compress(b"nothing")),
            _marked(head + b"\n" + zlib.compress(marshal.dumps(packed[1:]))),
            _marked(head + b"\n"),
            _marked(renamed),
        ):
            it.entry.write_bytes(content)
            assert not it.again()
            assert it.again()
        it.entry.unlink()
        assert not it.again()


def test_contracts_are_read_each_time() -> None:
    with reader() as it:
        it.path.write_text("/*@ requires n > 0; ensures \\result > 0; */\nint f(int n) { return n; }\n")
        first = it.read(entry="f")
        assert first.contract is not None
        assert not it.again(entry="f")
        assert it.read(entry="f").contract == first.contract


def test_it_can_be_switched_off_and_may_be_read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    with reader() as it:
        monkeypatch.setenv("ANTUMBRA_CACHE", "off")
        assert not it.again()
        assert not it.again()
        monkeypatch.setenv("ANTUMBRA_CACHE", "")
        monkeypatch.setattr(store, "cache_folder", lambda: Path("/proc/no/such/place"))
        assert not it.again()
        assert not it.again()


def test_every_field_of_every_part_is_packed() -> None:
    assert set(forms.COMMANDS) == set(get_args(P.Command))
    assert set(forms.TERMINATORS) == set(get_args(P.Terminator))
    for kind, form in forms.FORMS.items():
        assert len(kind.__match_args__) == len(form), kind
        assert set(form) <= set(forms.LETTERS)


@pytest.mark.parametrize("path", some(FILES[::40], FILES[::4]), ids=str)
def test_programs_come_out_as_they_went_in(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process that has none of their terms."""
    program = load(path).program
    program.sources.clear()
    text = program_text(program)
    packed = pack(program)
    assert unpack(packed) == program
    known = {key: term for key, term in terms._table.items() if term.op is CONST and term.sort.kind in ("bool", "rm")}
    monkeypatch.setattr(terms, "_table", known)
    again = unpack(marshal.loads(marshal.dumps(packed)))
    assert program_text(again) == text
    # the order of terms too; rounding modes are there from the start, whenever the program first had them
    rounding = any(op == "const" and isinstance(data, str) for op, _, data, _ in packed[1])
    assert rounding or pack(again) == packed


def test_what_belongs_to_one_process_is_not_packed() -> None:
    with pytest.raises(NotPackableError):
        pack(P.Program("p", "guarded", {}, "main", P.Layout(64), alike=(P.Alike(()),)))


def _marked(content: bytes) -> bytes:
    """As if it had been written so."""
    return hashlib.sha256(content).hexdigest().encode() + b"\n" + content


def _key(it: Reader) -> str:
    part = programs._one(programs.parts_of([it.path], LoadOptions()), LoadOptions())
    key = kept.key_of(part, it.path.name, LoadOptions())
    assert key is not None
    return key
