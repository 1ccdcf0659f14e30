"""A Boogie file as several tasks: one for each procedure that has a body."""

from __future__ import annotations

from pathlib import Path

from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.load import parse_text, read
from antumbra.program.errors import InputError
from antumbra.program.source import Location


def implementations(path: Path) -> list[str]:
    """Their names, in the order of the file. Raises InputError, also where there is none."""
    file, _ = parse_text(read(path), str(path))
    names = [
        each.name
        for each in file.declarations
        if isinstance(each, s.ImplementationDeclaration)
        or (isinstance(each, s.ProcedureDeclaration) and each.body is not None)
    ]
    if not names:
        raise InputError("has no procedure with a body", Location(str(path)))
    return list(dict.fromkeys(names))
