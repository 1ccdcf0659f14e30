"""What was executed, as steps over locations: the alphabet of traces that are read backward."""

from __future__ import annotations

from typing import Any

from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.records import dataclass
from antumbra.semantics.memory.objects import Object
from antumbra.terms import Term

Place = tuple[str, str]  #: procedure and block
#: as a place that a branch could not go to: the branch matters whatever the targets are
ALWAYS: Place = ("", "")


@dataclass(frozen=True, slots=True)
class Assigned:
    targets: tuple[Term, ...]
    values: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Unknowable:
    """The target took any value."""

    target: Term


@dataclass(frozen=True, slots=True)
class Loaded:
    """``at``: the address, or the object that a symbolic one was in, or None."""

    target: Term
    address: Term
    at: Any
    width: int


@dataclass(frozen=True, slots=True)
class Stored:
    """``at`` as of a load."""

    address: Term
    value: Term
    at: Any
    width: int


@dataclass(frozen=True, slots=True)
class Assumed:
    """Executions that violate ``condition`` ended here."""

    condition: Term


@dataclass(frozen=True, slots=True)
class Checked:
    """An assertion that held."""

    condition: Term
    check: str
    location: Location | None


@dataclass(frozen=True, slots=True)
class Detour:
    """The other side of a branch: it only assigns, and comes to where the path comes as well, after ``at`` steps."""

    assigned: tuple[Assigned, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Implied:
    """A branch with one possible side; ``others`` are the blocks it could not go to."""

    condition: Term
    others: tuple[Place, ...]
    detour: Detour | None = None


@dataclass(frozen=True, slots=True)
class Joined:
    """Here a detour comes back to the path."""


@dataclass(frozen=True, slots=True)
class Allocated:
    """``depth``: the frame that made it, which a stack object belongs to. ``base`` is 0 where there was no room."""

    target: Term
    size: Term
    bytes: Any
    base: Any
    region: P.Region
    zeroed: bool
    align: int
    depth: int


@dataclass(frozen=True, slots=True)
class Entered:
    """A procedure that makes stack objects was called: its frame has none yet."""

    depth: int


@dataclass(frozen=True, slots=True)
class Left:
    """It returned: the stack objects of its frame are gone."""

    depth: int


@dataclass(frozen=True, slots=True)
class Moved:
    """memmove, or memset when ``source`` is None."""

    destination: Term
    source: Term | None
    size: Term
    byte: Term | None
    at: Any
    origin: Any
    length: Any


@dataclass(frozen=True, slots=True)
class Freed:
    """A heap object's life ended (nothing happened at address 0)."""

    address: Term
    at: int


@dataclass(frozen=True, slots=True)
class Scoped:
    """The life of a stack object began anew, or ended before its frame did. ``item``: as it was before."""

    address: Term
    item: Object
    begins: bool
    depth: int
    #: the variable that was given its address, where it may have gone elsewhere
    target: Term | None = None


@dataclass(frozen=True, slots=True)
class Related:
    """The target is ``value``, a relation of two pointers that their places ``at`` and ``other`` decided."""

    target: Term
    value: Term
    left: Term
    right: Term
    at: int
    other: int


@dataclass(frozen=True, slots=True)
class Near:
    """A pointer from which another is computed belongs to the object with these places.

    What is accessed in the end says where it lies: nobody comes there from another object.
    """

    pointer: Term
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Opaque:
    """Something that is not reasoned about backwards."""

    what: str


Step = (
    Assigned
    | Unknowable
    | Loaded
    | Stored
    | Assumed
    | Checked
    | Implied
    | Joined
    | Allocated
    | Entered
    | Left
    | Freed
    | Scoped
    | Moved
    | Related
    | Near
    | Opaque
)
