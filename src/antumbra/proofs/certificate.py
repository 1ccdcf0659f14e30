"""What an engine hands out with ``safe``: what a checker needs besides the program.

Plain exploration has nothing to say: to check it is to execute the program once more. An engine that closes loops says
what holds at their heads, and one that closes recursion what holds at all calls of a procedure. A condition is a claim,
not a fact: the checker keeps of them what it can show itself. An engine that works on region graphs hands out those.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from antumbra.proofs.regions import Place, Unreachable
from antumbra.records import dataclass
from antumbra.terms import Sort, Term, var

_AT_ENTRY = "at entry: "


def at_entry(variable: Term) -> Term:
    """The value that a variable had before the first round of a loop, or when a procedure was called, as a variable of
    claims."""
    return var(f"{_AT_ENTRY}{variable.data}", variable.sort)


def is_at_entry(variable: Term) -> bool:
    return str(variable.data).startswith(_AT_ENTRY)


def result(position: int, sort: Sort) -> Term:
    """What a procedure returns, as a variable of claims."""
    return var(f"result {position}", sort)


@dataclass(frozen=True, slots=True)
class Cell:
    """``variable`` stands in claims for so many bytes of memory at an address (a term over the program's variables)."""

    variable: Term
    address: Term
    width: int


@dataclass(frozen=True, slots=True)
class Ghost:
    """``variable`` stands in claims for an address that stays the same in all rounds: where the object ends that
    ``address`` (over ``at_entry`` and variables that no round changes) points into, or, if ``zero``, a byte of it that
    looks as if it were zero. Which one that is the checker chooses: claims have to say what they need of it.
    """

    variable: Term
    address: Term
    zero: bool = False


@dataclass(frozen=True, slots=True)
class Everywhere:
    """``condition`` holds for every value of ``bound``, a number of pointer width: of the ``elements`` of arrays too,
    which are cells at their address plus ``bound``."""

    bound: Term
    condition: Term
    elements: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class LoopClaim:
    """At the head of a loop (a block of a procedure) these hold in every round.

    They are over variables of the program, the values that variables had before the first round (``at_entry``),
    ``cells`` of memory, and ``ghosts``. Those of ``everywhere`` say it of all elements of arrays.
    """

    procedure: str
    head: str
    conditions: tuple[Term, ...]
    cells: tuple[Cell, ...] = ()
    everywhere: tuple[Everywhere, ...] = ()
    ghosts: tuple[Ghost, ...] = ()


@dataclass(frozen=True, slots=True)
class Contract:
    """Calls of a recursive procedure are made in states that satisfy ``before``, and return in those of ``after``.

    ``before`` is over parameters, global variables and ``cells`` (whose addresses are over parameters and global
    variables, as they are when the procedure is called). ``after`` is over parameters as they were given, global
    variables and cells at the return and at the call (``at_entry``), and each ``result``. What a call may write is
    not claimed: the checker finds it out.
    """

    procedure: str
    before: tuple[Term, ...] = ()
    after: tuple[Term, ...] = ()
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Local:
    """``name`` stands in claims for a variable of an active procedure, so many calls below the entry procedure."""

    name: Term
    depth: int
    variable: Term


@dataclass(frozen=True, slots=True)
class JoinClaim:
    """Whenever a procedure begins a block, called from these places, one of the ``alternatives`` holds, and that is all
    that has to be known of the past. They are over global variables, ``locals`` and ``cells`` of memory.

    ``callers`` are places of calls under way (procedure, block, index of the command), the entry procedure's first.
    """

    callers: tuple[Place, ...]
    procedure: str
    label: str
    alternatives: tuple[Term, ...]
    locals: tuple[Local, ...] = ()
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Enclosure:
    """Control never leaves these blocks (procedure, label), and nothing in them violates what is asked for."""

    blocks: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ReachedAt:
    """Whenever a program asks for an unknown value at ``place`` (a ``Havoc``), called from these places, its
    ``variables`` (of a procedure under way, or of the program: "") have the values of one of the ``rows``.

    Nothing else has to be known of the past. ``callers`` are the innermost calls, the last one last: those that some
    execution returns to.
    """

    callers: tuple[Place, ...]
    place: Place
    variables: tuple[tuple[str, Term], ...]
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Certificate:
    """Loops that are not in ``loops`` have ends, and are executed round by round; so does recursion without contracts.

    ``joins``: where the past can be forgotten; a claim that does not hold is left out. ``paths``: how many ways the
    engine has found through the program, where it has followed each; a hint. ``commands``: another one, how many
    commands that took. ``long``: another one, that paths are too long to be followed once more. ``regions``: claims of
    region graphs, of which one is about the program's entry; they are checked as they are. So is ``enclosure``, which
    needs nothing else. ``peeled``: where not all claims about a loop hold at its entry, they may be meant from the
    second round on. ``shapes``: nothing is claimed, but states at heads of loops are followed with parts of lists of
    unknown length (``shapes.heads``), so finely; 0 if not. ``states``: all states in which the program asks for unknown
    values; what is done in between has an end.
    """

    loops: tuple[LoopClaim, ...] = ()
    paths: int | None = None
    contracts: tuple[Contract, ...] = ()
    long: bool = False
    regions: tuple[Unreachable, ...] = ()
    joins: tuple[JoinClaim, ...] = ()
    enclosure: Enclosure | None = None
    commands: int = 0
    peeled: bool = True
    shapes: int = 0
    states: tuple[ReachedAt, ...] | None = None

    @property
    def claims(self) -> bool:
        """Is anything claimed?"""
        return bool(self.loops or self.contracts or self.regions)

    @staticmethod
    def of_loops(found: Sequence[LoopClaim]) -> Certificate:
        """All claims of one loop together: the checker keeps those that hold where it comes to that loop."""
        together: dict[tuple[str, str], tuple[dict[Term, None], dict[Term, Cell]]] = {}
        for claim in found:
            conditions, cells = together.setdefault((claim.procedure, claim.head), ({}, {}))
            conditions.update(dict.fromkeys(claim.conditions))
            cells.update((cell.variable, cell) for cell in claim.cells)
        return Certificate(tuple(LoopClaim(*place, tuple(c), tuple(m.values())) for place, (c, m) in together.items()))


def together(contracts: Iterable[Contract]) -> tuple[Contract, ...]:
    """One for each procedure: the checker keeps of it what holds."""
    found: dict[str, Contract] = {}
    for new in contracts:
        old = found.get(new.procedure, Contract(new.procedure))
        before, after = dict.fromkeys((*old.before, *new.before)), dict.fromkeys((*old.after, *new.after))
        cells = dict.fromkeys((*old.cells, *new.cells))
        found[new.procedure] = Contract(new.procedure, tuple(before), tuple(after), tuple(cells))
    return tuple(found.values())
