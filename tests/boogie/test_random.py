"""Random programs: executed symbolically and concretely they agree with Python, and printing keeps them as they are."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import antumbra
from antumbra.frontends.boogie.reading.diagnostics import Diagnostics
from antumbra.frontends.boogie.reading.parser import parse
from boogie.random_programs import GLOBALS, VARIABLES, Generator, Program, State, equal, literal, start_state
from support.boogie_printer import print_file
from support.boogie_same import same
from support.size import some

KINDS = VARIABLES | GLOBALS


def _given(start: State, *, known: bool) -> list[str]:
    """The start by assignments (the run is concrete) or by assumptions (it is symbolic)."""
    if not known:
        return [f"assume {equal(n, v, KINDS[n])};" for n, v in start.items()]
    lines: list[str] = []
    for name, value in start.items():
        if KINDS[name] == "[int]int":
            lines += [f"{name}[{k}] := {literal(v, 'int')};" for k, v in value.items()]
        else:
            lines.append(f"{name} := {literal(value, KINDS[name])};")
    return lines


def _program(seed: int) -> tuple[Program, State]:
    random = Random(seed)
    return Generator(random).program(random.randint(2, 6)), start_state(random)


@pytest.mark.parametrize("known", [True, False], ids=["concrete", "symbolic"])
@pytest.mark.parametrize("seed", range(some(12, 20)))
def test_agrees_with_python(tmp_path: Path, seed: int, known: bool) -> None:
    program, start = _program(seed)
    end = program.run(start)
    claim = " && ".join(equal(n, v, KINDS[n]) for n, v in end.items())
    path = tmp_path / "f.bpl"
    for text, wanted in ((claim, "safe"), (f"!({claim})", "unsafe")):
        path.write_text(program.text(_given(start, known=known), text), "utf-8")
        assert antumbra.check(path, timeout=20).verdict.value == wanted, path.read_text("utf-8")


@pytest.mark.parametrize("seed", range(100))
def test_printing_is_the_inverse_of_parsing(seed: int) -> None:
    program, start = _program(seed)
    diagnostics = Diagnostics("x")
    first = parse(program.text(_given(start, known=True), "true"), diagnostics)
    again = parse(print_file(first), diagnostics)
    assert not diagnostics.errors
    assert same(first, again)
