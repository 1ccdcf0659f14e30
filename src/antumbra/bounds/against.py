"""Bounds before and after a repair: which failing inputs are fixed, which still fail, which are new.

| | new bounds: fails | does not fail | not known |
|---|---|---|---|
| old bounds: fails | still fails | fixed | not known |
| does not fail | new | | not known |

Both programs must ask for the same inputs: parameters are matched by identifier, number and type, in their order.
Inputs that only one program has do not hinder: whatever their value, the other program does not read them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final

from antumbra import terms as T
from antumbra.bounds.asking import Asker
from antumbra.bounds.cfc import Cfc, Evidence, Parameter, Piece, Side, union
from antumbra.bounds.readable.minimise import minimal_cover
from antumbra.bounds.readable.wording import Wording
from antumbra.program.errors import InputError
from antumbra.records import dataclass
from antumbra.terms import Term

NOTHING: Final = "no input"
#: clauses of a part in its text
_SHOWN: Final = 8
_EVIDENCE: Final = Evidence("COMPARE", "", "both bounds")


class Change(Enum):
    FIXED = "fixed"  #: failed before, does not fail now
    STILL = "still fails"
    NEW = "new"  #: did not fail before, fails now
    OPEN = "not known"  #: one of the bounds says nothing


@dataclass(frozen=True, slots=True)
class Part:
    """``empty``: it was shown that there is no such input; None if that is not known."""

    change: Change
    condition: Term
    text: str
    empty: bool | None

    @property
    def title(self) -> str:
        return self.change.value


@dataclass(frozen=True, slots=True)
class Comparison:
    """``parts``: one for each change, in the order of Change."""

    parts: tuple[Part, ...]
    notes: tuple[str, ...] = ()

    def of(self, change: Change) -> Part:
        return next(part for part in self.parts if part.change is change)

    @property
    def complete(self) -> bool:
        """Every input that failed is fixed, and none fails that did not: shown, not guessed."""
        return all(self.of(change).empty is True for change in (Change.STILL, Change.NEW, Change.OPEN))

    @property
    def summary(self) -> str:
        if self.complete:
            return "the repair is complete: what failed is fixed, and nothing else fails"
        told: list[str] = []
        if self.of(Change.STILL).empty is False:
            told.append("inputs that failed still fail")
        if self.of(Change.NEW).empty is False:
            told.append("inputs fail that did not")
        known = "not complete" if told else "not known to be complete"
        if not told:
            told.append("no input is known to fail")
        if self.of(Change.OPEN).empty is not True:
            told.append("of some inputs nothing is known")
        return f"the repair is {known}: {', '.join(told)}"


def against(old: Cfc, new: Cfc, asker: Asker | None = None) -> Comparison:
    """Raises InputError where the two do not speak of the same inputs."""
    asker = asker or Asker()
    renamed, notes = matched(old.parameters, new.parameters)
    known = T.and_(new.domain, renamed(old.domain))
    before, passed = renamed(old.lower), renamed(T.not_(old.upper))
    now, passes = new.lower, T.not_(new.upper)
    conditions = {
        Change.FIXED: T.and_(known, before, passes),
        Change.STILL: T.and_(known, before, now),
        Change.NEW: T.and_(known, passed, now),
    }
    silent = T.and_(known, T.not_(T.and_(T.or_(before, passed), T.or_(now, passes))))
    conditions[Change.OPEN] = silent if known is T.TRUE else T.or_(silent, T.not_(known))
    wording = Wording(_all_parameters(old, new, renamed))
    parts = [_part(change, condition, wording, asker) for change, condition in conditions.items()]
    if old.domain is not T.TRUE or new.domain is not T.TRUE:
        notes = (*notes, "outside of the domain of either bounds nothing is known")
    return Comparison(tuple(parts), notes)


def _part(change: Change, condition: Term, wording: Wording, asker: Asker) -> Part:
    if asker.impossible(condition):
        return Part(change, T.FALSE, NOTHING, empty=True)
    cubes = minimal_cover([Piece(condition, Side.MUST, _EVIDENCE)], T.TRUE, wording.signed, asker)
    shown = [wording.cube(cube) for cube in cubes[:_SHOWN]]
    if len(cubes) > _SHOWN:
        shown.append(f"… {len(cubes) - _SHOWN} more")
    empty = None if not asker.possible(condition) else False
    return Part(change, union([condition]), "; or ".join(shown) or NOTHING, empty)


def matched(old: Sequence[Parameter], new: Sequence[Parameter]) -> tuple[Callable[[Term], Term], tuple[str, ...]]:
    """Conditions on the old inputs as conditions on the new ones, and what a reader must know of it."""
    by_name = {parameter.identifier: parameter for parameter in new}
    meaning: dict[Term, Term] = {}
    order: list[str] = []
    for parameter in old:
        other = by_name.get(parameter.identifier)
        if other is None:
            continue
        if _kind(parameter) != _kind(other):
            raise InputError(
                f"the input {parameter.name} was {parameter.type_name} in the old bounds and is {other.type_name} now: "
                "bounds of programs with the same inputs were expected"
            )
        meaning[parameter.variable] = other.variable
        order.append(parameter.identifier)
    if [p.identifier for p in new if p.identifier in set(order)] != order:
        raise InputError("the inputs are read in another order than in the old bounds")
    gone = [p.name for p in old if p.variable not in meaning]
    added = [p.name for p in new if p.identifier not in {q.identifier for q in old}]
    if old and new and not order:
        raise InputError(
            f"no input of the old bounds ({', '.join(gone[:5])}) is one of the program ({', '.join(added[:5])}): "
            "bounds of programs with the same inputs were expected"
        )
    notes: list[str] = []
    if gone:
        notes.append(f"the program no longer reads {', '.join(gone[:8])}")
    if added:
        notes.append(f"the program now also reads {', '.join(added[:8])}")
    return (lambda condition: T.substitute(condition, meaning)), tuple(notes)


def _kind(parameter: Parameter) -> tuple[object, ...]:
    named = parameter.input
    return named.place.sort, parameter.signed, parameter.type_name, named.number, named.offset


def _all_parameters(old: Cfc, new: Cfc, renamed: Callable[[Term], Term]) -> list[Parameter]:
    return [*new.parameters, *(p for p in old.parameters if renamed(p.variable) is p.variable)]
