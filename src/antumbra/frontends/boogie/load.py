"""A Boogie file as a Program."""

from __future__ import annotations

from pathlib import Path

from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.checking.check import check
from antumbra.frontends.boogie.checking.scopes import Symbols
from antumbra.frontends.boogie.options import BoogieOptions
from antumbra.frontends.boogie.reading.diagnostics import Diagnostics
from antumbra.frontends.boogie.reading.nesting import deep_recursion
from antumbra.frontends.boogie.reading.parser import parse
from antumbra.frontends.boogie.translating.whole import whole_program
from antumbra.program.errors import InputError
from antumbra.program.model import Program
from antumbra.program.source import Location


def read(path: Path) -> str:
    """The text of a file. Raises InputError when there is none."""
    try:
        return path.read_text("utf-8-sig", errors="replace")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", Location(str(path))) from error


def parse_text(
    text: str, name: str, *, infer_modifies: bool = False, defines: tuple[str, ...] = ()
) -> tuple[s.File, Symbols]:
    """A file that was parsed and checked. Raises InputError with every error it has."""
    diagnostics = Diagnostics(name)
    file = parse(text, diagnostics, defines)
    diagnostics.finish()
    symbols = check(file, diagnostics, infer_modifies=infer_modifies)
    diagnostics.finish()
    return file, symbols


def load_text(text: str, name: str, options: BoogieOptions) -> Program:
    """The program of a Boogie text."""
    file, symbols = parse_text(text, name, infer_modifies=options.infer_modifies, defines=options.defines)
    with deep_recursion():
        program = whole_program(file, symbols, options)
    program.sources[name] = text
    return program


def load_boogie(path: Path, options: BoogieOptions) -> Program:
    return load_text(read(path), str(path), options)
