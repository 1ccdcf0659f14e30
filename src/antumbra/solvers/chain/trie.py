"""A persistent map from small natural numbers: 16-way tries of tuples.

A fork of a path shares everything; a change copies one tuple of 16 for each level, and paths rarely
name more than 256 variables, so that is two. A trie is the pair (shift of the root, root).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

Trie = tuple[int, tuple[Any, ...]]

_EMPTY_NODE: Final[tuple[Any, ...]] = (None,) * 16
EMPTY: Final[Trie] = (0, _EMPTY_NODE)


def get(trie: Trie, key: int) -> Any:
    """The value at ``key``, or None."""
    shift, node = trie
    if shift:
        if key >> shift > 15:
            return None
        while shift:
            node = node[(key >> shift) & 15]
            if node is None:
                return None
            shift -= 4
        return node[key & 15]
    return node[key] if key < 16 else None


def put(trie: Trie, key: int, value: Any) -> Trie:
    """The map with ``value`` (not None) at ``key``."""
    shift, node = trie
    while key >> shift > 15:
        node = (node, *_EMPTY_NODE[1:])
        shift += 4
    if not shift:
        copy = list(node)
        copy[key] = value
        return (0, tuple(copy))
    top = shift
    spine: list[tuple[Any, ...]] = []
    while shift:
        spine.append(node)
        node = node[(key >> shift) & 15] or _EMPTY_NODE
        shift -= 4
    copy = list(node)
    copy[key & 15] = value
    node = tuple(copy)
    for above in reversed(spine):
        shift += 4
        copy = list(above)
        copy[(key >> shift) & 15] = node
        node = tuple(copy)
    return (top, node)


def values(trie: Trie) -> Iterator[Any]:
    """All values, by ascending key."""
    stack: list[tuple[int, tuple[Any, ...]]] = [trie]
    while stack:
        shift, node = stack.pop()
        if shift:
            stack.extend((shift - 4, child) for child in reversed(node) if child is not None)
        else:
            for value in node:
                if value is not None:
                    yield value


def copied(trie: Trie) -> Trie:
    """The same map, with no node shared."""

    def copy(shift: int, node: tuple[Any, ...]) -> tuple[Any, ...]:
        if not shift:
            return (*node,)  # tuple(node) would be the same tuple
        return tuple([None if child is None else copy(shift - 4, child) for child in node])

    return (trie[0], copy(*trie))
