"""Random path: walk down the execution tree, at each fork to a random side that is still open.

Gives states near the root the same weight as whole subtrees, so a loop that forks without end
does not starve the rest. (KLEE's searcher of this name.)
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Generic

from antumbra.search.contract import AnyItem


class _Node(Generic[AnyItem]):
    __slots__ = ("children", "item", "parent")

    def __init__(self, parent: _Node[AnyItem] | None) -> None:
        self.parent = parent
        self.children: list[_Node[AnyItem]] = []
        self.item: AnyItem | None = None


class RandomPath(Generic[AnyItem]):
    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)  # noqa: S311
        self._root: _Node[AnyItem] = _Node(None)
        #: where each live state stands in the tree; a forking state lives on as its first child
        self._place: dict[int, _Node[AnyItem]] = {}
        self._count = 0

    def dive(self) -> bool:
        return False

    def add(self, items: Sequence[AnyItem]) -> None:
        parent = self._place.get(id(items[0].state), self._root)
        self._take(parent)
        if len(items) == 1 and parent is not self._root:
            parent.item = items[0]
            self._count += 1
            return
        for item in items:
            node: _Node[AnyItem] = _Node(parent)
            node.item = item
            parent.children.append(node)
            self._place[id(item.state)] = node
            self._count += 1

    def _take(self, node: _Node[AnyItem]) -> None:
        if node.item is not None:
            node.item = None
            self._count -= 1

    def select(self) -> AnyItem | None:
        if self._count == 0:
            return None
        node = self._root
        while node.item is None:
            children = node.children
            # subtrees whose only states are running have nothing to select
            node = children[0] if len(children) == 1 else children[self._random.randrange(len(children))]
        item = node.item
        self._take(node)
        return item

    def done(self, item: AnyItem) -> None:
        """Drop a finished leaf and the inner nodes that it leaves without children."""
        node = self._place.pop(id(item.state), None)
        if node is None:
            return
        self._take(node)
        while node.parent is not None and node.item is None and not node.children:
            parent = node.parent
            parent.children.remove(node)
            node.parent = None
            node = parent

    def __len__(self) -> int:
        return self._count

    def waiting(self) -> list[AnyItem]:
        result: list[AnyItem] = []
        stack = [self._root]
        while stack:
            node = stack.pop()
            if node.item is not None:
                result.append(node.item)
            stack.extend(reversed(node.children))
        return result
