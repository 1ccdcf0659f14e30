"""Contracts in a preprocessed text: that of the entry as C, and where the others are, which are not used."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from antumbra.frontends.c.contracts.annotations import clauses_of, is_contract
from antumbra.frontends.c.contracts.declarations import Clause, Declaration, Unit, read_unit
from antumbra.frontends.c.contracts.found import Found
from antumbra.frontends.c.contracts.tokens import Token, spelled, tokens
from antumbra.frontends.c.contracts.words import CLAUSES, MARKS
from antumbra.frontends.c.contracts.wrapper import wrapped
from antumbra.frontends.errors import InputError

_CHECKED: Final = ("requires", "ensures", "complete", "disjoint", "requires_contract", "ensures_contract")
_MOST: Final = 6


def read_contracts(
    text: str, file: str, entry: str, source: str, given: frozenset[str] | None = frozenset()
) -> Found | None:
    """None: there are none. ``source`` is the text of ``file`` before it was preprocessed, ``given`` names
    parameters whose meaning the user has given; None: they may be equal to each other.

    Raises InputError, with a place, where a clause of the entry is not understood.
    """
    if MARKS.search(text.encode("utf-8", "surrogateescape")) is None:
        return None
    found = [_placed(token, file, source.splitlines()) for token in tokens(text, file)]
    unit = read_unit(found)
    marked = any(token.text in CLAUSES and token.kind == "id" for token in found)
    own = [each for each in unit.declarations if each.name is not None and each.name.text == entry]
    for declaration in own:
        declaration.clauses += clauses_of(declaration.annotations)
    own = [declaration for declaration in own if declaration.clauses]
    _check(unit, entry, own)
    said = tuple(dict.fromkeys(_said(clause) for declaration in own for clause in declaration.clauses))
    defines = any(each.has_body and each.name is not None and each.name.text == entry for each in unit.declarations)
    notes = tuple(_notes(unit, own))
    where = next((clause.at.place for declaration in own for clause in declaration.clauses), None)
    if not own or not defines:
        return Found(None, said, where, defines, marked, notes)
    if entry == "main":
        for clause in (clause for declaration in own for clause in declaration.clauses if clause.kind in _CHECKED):
            raise InputError("a contract of main is not read; assume and assert in its body instead", clause.at.place)
        return Found(None, said, where, defines, marked, notes)
    names = {token.text for each in own for clause in each.clauses for token in clause.tokens if not clause.acsl}
    contract = wrapped(entry, _different(own), {name for name in names if re.fullmatch(r"[A-Za-z_]\w*", name)}, given)
    return Found(contract, said, where, defines, marked, notes)


def _placed(token: Token, file: str, lines: list[str]) -> Token:
    """Preprocessors keep lines and few columns: a clause that stands once in its line has the column it has there."""
    if token.kind != "id" or token.text not in CLAUSES or token.file != file or not 0 < token.line <= len(lines):
        return token
    line = lines[token.line - 1]
    return token._replace(column=line.index(token.text) + 1) if line.count(token.text) == 1 else token


def _check(unit: Unit, entry: str, own: list[Declaration]) -> None:
    """No clause may be lost: each belongs to a function, and nothing of the entry's is of a kind that is not known."""
    for declaration in unit.declarations:
        if declaration.name is None and declaration.clauses:
            raise InputError("which function this contract is of is not understood", declaration.clauses[0].at.place)
        for token in declaration.tokens:
            if token.kind == "id" and token.text in CLAUSES and _mentions(declaration, entry):
                raise InputError(f"{token.text} is not understood here", token.place)
    for clause in (clause for declaration in own for clause in declaration.clauses):
        if clause.kind in ("requires_contract", "ensures_contract", "loop_invariant"):
            raise InputError(f"{clause.at.text} of {entry} is not read", clause.at.place)


def _mentions(declaration: Declaration, name: str) -> bool:
    return any(token.text == name for token in declaration.tokens)


def _said(clause: Clause) -> str:
    guards = "".join(f"{spelled(guard)} ==> " for guard in clause.guard)
    return f"{clause.kind} {guards}{spelled(clause.tokens)}"


def _different(declarations: list[Declaration]) -> list[Declaration]:
    """Several declarations may say the same; the first one counts then."""
    seen: dict[tuple[str, ...], Declaration] = {}
    for declaration in declarations:
        seen.setdefault(tuple(map(_said, declaration.clauses)), declaration)
    return list(seen.values())


def _notes(unit: Unit, own: list[Declaration]) -> Iterable[str]:
    others = [
        each
        for each in unit.declarations
        if each not in own and (each.clauses or any(map(is_contract, each.annotations)))
    ]
    if others:
        names = {
            f"{each.name.text} ({each.name.file}:{each.name.line})": None for each in others if each.name is not None
        }
        yield f"contracts of other functions are not used: {_listed(list(names))}"
    if unit.inner:
        places = {f"{token.file}:{token.line}": None for token in unit.inner}
        yield f"annotations in bodies of functions are not read: {_listed(list(places))}"


def _listed(names: list[str]) -> str:
    return ", ".join(names[:_MOST]) + (f" and {len(names) - _MOST} more" if len(names) > _MOST else "")
