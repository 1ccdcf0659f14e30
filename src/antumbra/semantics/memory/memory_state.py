"""What a memory state is: every part of a state that a program can notice, listed once.

Whoever compares states or speaks of them (equal states, interpolants, invariants of loops, contracts, proofs, pictures)
takes the parts from here. A field of ``Object`` is compared unless it says ``compare=False``. A new attribute of
``State`` or of a frame is an error at import until ``STATE`` or ``FRAME`` says what it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

from antumbra.records import dataclass
from antumbra.semantics.memory.objects import Objects, Placed
from antumbra.semantics.memory.pages import Page
from antumbra.semantics.state import Frame, State

#: attributes of a state that a program's behaviour depends on, and who speaks of them
STATE: Final[Mapping[str, str]] = {
    "pages": "content: cells, and initial pages that are gone",
    "arrays": "content of objects in array form",
    "variables": "values of global variables",
    "objects": "skeleton: which objects there are",
    "locals": "skeleton: who owns them",
    "next_page": "skeleton: where the next object will lie",
    "addresses": "skeleton: which objects have an address as a number, and what is known of it",
    "frame": "control: where callers go on; values: what they saved; skeleton: what they own",
    "path": "which executions a state stands for",
    "unsettled": "the same: sides of branches that nobody has asked about yet",
}
#: attributes that only serve reports, tests, limits and search, or that nobody else can see
NOT_NOTICED: Final[Mapping[str, str]] = {
    "calls": "the number of frames",
    "choices": "the way taken, for reports",
    "depth": "a limit of exploration",
    "fixed": "only when a program is run with given inputs",
    "input_count": "names of the unknowns that come next",
    "inputs": "what was unknown so far, for reports",
    "log": "what was executed, for interpolation itself",
    "machine": "one for all states",
    "new_coverage": "for the search",
    "node": "for features",
    "own_objects": "may the table be changed in place",
    "resolved": "of the last access, for the log",
    "steps": "a number for reports",
    "token": "may pages be changed in place",
    "trace": "the way taken, for reports",
}
#: the parts of a frame, in their order
FRAME: Final = ("control: region", "values: saved", "control: caller", "skeleton: owned", "for reports: call site")


def check_parts(noticed: Mapping[str, str], others: Mapping[str, str], frame: tuple[str, ...]) -> None:
    """Raise TypeError unless every attribute of states and frames is listed, once."""
    listed = [*noticed, *others]
    wrong = set(listed) ^ set(State.__slots__) | {name for name in listed if listed.count(name) > 1}
    if wrong:
        raise TypeError(f"not one part of a state each: {', '.join(sorted(wrong))}")
    if len(frame) != len(get_args(Frame)):
        raise TypeError("a frame has other parts")


check_parts(STATE, NOT_NOTICED, FRAME)

_NO_PAGES: Final[frozenset[int]] = frozenset()

#: a stack object's base, and the frame whose end is its end (counted from the entry procedure)
Owner = tuple[int, int]
#: base of an object, and what is known of its address
Addresses = tuple[tuple[int, Placed], ...]


def owners(state: State) -> tuple[Owner, ...]:
    """Which frame each stack object belongs to."""
    lists: list[Any] = [state.locals]
    frame = state.frame
    while frame is not None:
        lists.append(frame[3])
        frame = frame[2]
    found: list[Owner] = []
    depth = len(lists)
    for link in lists:
        depth -= 1
        while link is not None:
            base, link = link
            found.append((base, depth))
    return tuple(found)


def addresses(state: State) -> Addresses:
    """The objects that have an address as a number."""
    return tuple(sorted(state.addresses.items())) if state.addresses else ()


def owned_by(state: State, address: int, depth: int) -> bool:
    """Does the object at an address end with the frame at a depth?"""
    item = state.objects.find(address)
    return item is not None and (item.base, depth) in owners(state)


@dataclass(frozen=True, slots=True)
class Skeleton:
    """All of a memory state but its content: the objects, who owns them, where the next will lie."""

    objects: Objects
    owners: frozenset[Owner]
    next_page: int
    addresses: Addresses
    #: what belongs to frames from this depth on does not matter: it will be gone
    frames: int | None = None

    @staticmethod
    def of(state: State) -> Skeleton:
        return Skeleton(state.objects.described(), frozenset(owners(state)), state.next_page, addresses(state))

    def matches(self, state: State) -> bool:
        """Has a state this skeleton?"""
        if state.next_page != self.next_page or addresses(state) != self.addresses:
            return False
        now, mine = state.objects.described(), owners(state)
        if self.frames is None:
            return now == self.objects and frozenset(mine) == self.owners
        gone = {base for base, depth in mine if depth >= self.frames}
        if frozenset(owner for owner in mine if owner[0] not in gone) != self.owners:
            return False
        return tuple(item for item in now.items if item.base not in gone) == self.objects.items


def same_skeleton(one: State, other: State) -> bool:
    """Are two states the same but for their content?"""
    if one.next_page != other.next_page or not same_objects(one, other):
        return False
    return frozenset(owners(one)) == frozenset(owners(other)) and addresses(one) == addresses(other)


def same_objects(one: State, other: State) -> bool:
    """Are all objects the same but for their content?"""
    return one.objects is other.objects or one.objects.described() == other.objects.described()


def gone_pages(state: State, initial: Mapping[int, Page]) -> frozenset[int]:
    """Initial pages that a state has no longer: what was written there before the program began is forgotten."""
    return _NO_PAGES if initial.keys() <= state.pages.keys() else frozenset(initial.keys() - state.pages.keys())
