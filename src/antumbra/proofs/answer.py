"""What a checker of proofs says: values to match on, never bool or None."""

from __future__ import annotations

from antumbra.program.model import Source
from antumbra.program.source import Location
from antumbra.proofs.certificate import Contract, LoopClaim
from antumbra.proofs.regions import Unreachable
from antumbra.records import dataclass
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The proof holds. ``text``: how it was checked, for people.

    ``loops``: what was shown to hold whenever control is at the head of a loop. ``contracts``: what was shown to hold
    at every call and every return of a recursive procedure. ``regions``: region graphs that hold as they are.
    """

    checker: str
    text: str = ""
    loops: tuple[LoopClaim, ...] = ()
    contracts: tuple[Contract, ...] = ()
    regions: tuple[Unreachable, ...] = ()

    @property
    def claims(self) -> bool:
        """Was anything shown besides that nothing goes wrong?"""
        return bool(self.loops or self.contracts or self.regions)


@dataclass(frozen=True, slots=True)
class Given:
    """One unknown of an execution with its value: bits, or ``text`` where bits do not express it."""

    name: str
    type_name: str
    source: Source
    width: int
    value: int
    location: Location | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Witness:
    """An execution that the proof says does not exist, so that others can run it again.

    ``check`` is empty where a ``place`` (a block) was reached that was said to be out of reach. ``conditions`` are over
    variables that are named by the position of their unknown among ``inputs``, as a replay of Boogie programs wants it.
    """

    check: str
    message: str
    inputs: tuple[Given, ...] = ()
    stack: tuple[Location, ...] = ()
    conditions: tuple[Term, ...] = ()
    choices: tuple[int, ...] = ()
    place: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Refuted:
    """The proof is wrong: an error of ours. The verdict that rests on it cannot be ``safe``."""

    checker: str
    reason: str
    location: Location | None = None
    witness: Witness | None = None


@dataclass(frozen=True, slots=True)
class Unchecked:
    """Nothing is known of the proof: no time, or something that the checker does not understand, and which."""

    checker: str
    reason: str


Answer = Confirmed | Refuted | Unchecked
