"""What was found of contracts in the texts of a program."""

from __future__ import annotations

from collections.abc import Iterable

from antumbra.frontends.errors import InputError
from antumbra.program.contracts import Contract
from antumbra.program.source import Location
from antumbra.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Found:
    """In one text. ``said``: the clauses of the entry, to compare with those that other texts have, and the place of
    the first; ``marked``: some of CBMC's clauses are there, which the compiler must not see."""

    contract: Contract | None
    said: tuple[str, ...]
    where: Location | None
    defines: bool
    marked: bool
    notes: tuple[str, ...] = ()


def agree(found: Iterable[Found], entry: str) -> None:
    """A contract of the entry that stands in a file which does not define it must be that of the file which does."""
    each = list(found)
    said = {clause for one in each if one.defines for clause in one.said}
    for one in each:
        for clause in one.said:
            if not one.defines and clause not in said:
                what = f"a contract of {entry} in a file that does not define it is not read"
                raise InputError(f"{what}: {clause}", one.where)


def joined(found: Iterable[Found]) -> Found | None:
    """Of several texts."""
    each = list(found)
    if not each:
        return None
    first = next((one for one in each if one.contract is not None), each[0])
    notes = tuple(dict.fromkeys(note for one in each for note in one.notes))
    return replace(first, notes=notes, marked=any(one.marked for one in each))
