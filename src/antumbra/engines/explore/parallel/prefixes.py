"""Prefixes of paths: at each fork which side, of how many, and where that fork is, for who goes the same way again."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Final

from antumbra.records import dataclass
from antumbra.semantics.contract import Pending

#: numbers that say one fork: the side, the number of sides, the line
_EACH: Final = 3


@dataclass(frozen=True, slots=True)
class Prefix:
    """The way to one state. ``news``: blocks that it was the first to reach, and no test tells yet."""

    way: bytes = b""
    news: tuple[int, ...] = ()

    @property
    def depth(self) -> int:
        return len(self.way) // (_EACH * 4)

    @property
    def forks(self) -> list[tuple[int, int, int]]:
        numbers = array("I", self.way)
        return list(zip(numbers[0::_EACH], numbers[1::_EACH], numbers[2::_EACH], strict=True))


def mark(children: Sequence[Pending]) -> None:
    """The children of a fork know the way to them (``State.node``)."""
    before = children[0].state.node
    for side, child in enumerate(children):
        child.state.node = (side, len(children), line_of(child), before)


def line_of(child: Pending) -> int:
    """Where the fork is that it comes from."""
    trace = child.state.trace
    return trace[0].line if trace is not None and trace[0] is not None else 0


def way_to(node: Any) -> bytes:
    numbers = array("I")
    while node is not None:
        side, sides, line, node = node
        numbers.extend((line, sides, side))
    numbers.reverse()
    return numbers.tobytes()


def prefix_of(item: Pending) -> Prefix:
    news: list[int] = []
    link = item.state.new_coverage
    while link is not None:
        block, link = link
        news.append(block)
    return Prefix(way_to(item.state.node), tuple(reversed(news)))


def listed(news: Sequence[int]) -> Any:
    """As a state has them."""
    link: Any = None
    for block in news:
        link = (block, link)
    return link
