"""Related variables, maintained along the path.

Relational constraints connect variables. The connected components (groups) are kept as a persistent
union-find forest in the variables' entries: union by size, no path compression, so a find takes at most
log2(n) steps and a fork shares everything. A query then needs only the group of its own variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Generic, TypeVar

from antumbra.solvers.chain import trie
from antumbra.solvers.chain.path import Entry
from antumbra.solvers.chain.shape import Condition, VariableNote

T = TypeVar("T")


class Rope(Generic[T]):
    """A persistent sequence with constant-time concatenation."""

    __slots__ = ("item", "left", "right", "size")

    def __init__(self, item: T | None, left: Rope[T] | None, right: Rope[T] | None) -> None:
        self.item: Final = item
        self.left: Final = left
        self.right: Final = right
        self.size: Final[int] = 1 if left is None or right is None else left.size + right.size

    def items(self) -> list[T]:
        """The elements in order."""
        out: list[T] = []
        stack: list[Rope[T]] = [self]
        while stack:
            node = stack.pop()
            if node.left is None or node.right is None:
                if node.item is not None:
                    out.append(node.item)
            else:
                stack.append(node.right)
                stack.append(node.left)
        return out


class Group:
    """A component: its variables, its constraints, and whether only a solver can vouch for its values."""

    __slots__ = ("constraints", "members", "opaque")

    def __init__(self, members: Rope[VariableNote], constraints: Rope[Condition], opaque: bool) -> None:
        self.members: Final = members
        self.constraints: Final = constraints
        self.opaque: Final = opaque


def group_of(entries: trie.Trie, entry: Entry) -> tuple[int, Group] | None:
    """The root's number and the group of a variable, or None if it is in no relational constraint."""
    link = entry.link
    number = entry.note.number
    while type(link) is int:
        number = link
        link = trie.get(entries, number).link
    return None if link is None else (number, link)


def groups_of(entries: trie.Trie, variables: Iterable[VariableNote]) -> tuple[dict[int, Group], list[VariableNote]]:
    """The groups of some variables by root, and the variables that are in none."""
    groups: dict[int, Group] = {}
    loose: list[VariableNote] = []
    for note in variables:
        entry = trie.get(entries, note.number)
        found = None if entry is None else group_of(entries, entry)
        if found is None:
            loose.append(note)
        else:
            groups[found[0]] = found[1]
    return groups, loose


def attach(entries: trie.Trie, constraint: Condition, changes: Mapping[VariableNote, Any]) -> trie.Trie:
    """The map with a further constraint and with changed values: merges the groups of its variables."""
    variables = constraint.variables
    edited: dict[int, Entry] = {}
    groups: dict[int, Group] = {}
    loose: list[VariableNote] = []
    for note in variables:
        entry = trie.get(entries, note.number)
        if entry is None:
            value = changes.get(note, note.default)
            edited[note.number] = Entry(note, note.full, value, None, (constraint, None), None)
            loose.append(note)
            continue
        found = group_of(entries, entry)
        if found is None:
            loose.append(note)
        else:
            groups[found[0]] = found[1]
        value = changes.get(note, entry.value)
        edited[note.number] = Entry(note, entry.domain, value, entry.link, (constraint, entry.uses), entry.origins)
    for note, value in changes.items():
        if note.number not in edited:
            entry = trie.get(entries, note.number)
            if entry is None:
                edited[note.number] = Entry(note, note.full, value, None, None, None)
            else:
                edited[note.number] = Entry(note, entry.domain, value, entry.link, entry.uses, entry.origins)
    _merge(entries, edited, groups, loose, constraint)
    for number, entry in edited.items():
        entries = trie.put(entries, number, entry)
    return entries


def _merge(
    entries: trie.Trie,
    edited: dict[int, Entry],
    groups: dict[int, Group],
    loose: list[VariableNote],
    constraint: Condition,
) -> None:
    if groups:
        root = max(groups, key=lambda number: groups[number].members.size)
    else:
        root = loose[0].number
    members: Rope[VariableNote] | None = None
    constraints: Rope[Condition] | None = None
    opaque = constraint.opaque
    for number in sorted(groups, key=lambda number: number != root):
        group = groups[number]
        members = group.members if members is None else Rope(None, members, group.members)
        constraints = group.constraints if constraints is None else Rope(None, constraints, group.constraints)
        opaque = opaque or group.opaque
        if number != root:
            _relink(entries, edited, number, root)
    for note in loose:
        leaf: Rope[VariableNote] = Rope(note, None, None)
        members = leaf if members is None else Rope(None, members, leaf)
        if note.number != root:
            _relink(entries, edited, note.number, root)
    last: Rope[Condition] = Rope(constraint, None, None)
    constraints = last if constraints is None else Rope(None, constraints, last)
    if members is not None:
        _relink(entries, edited, root, Group(members, constraints, opaque))


def _relink(entries: trie.Trie, edited: dict[int, Entry], number: int, link: Any) -> None:
    entry = edited.get(number)
    if entry is None:
        entry = trie.get(entries, number)
    edited[number] = Entry(entry.note, entry.domain, entry.value, link, entry.uses, entry.origins)
