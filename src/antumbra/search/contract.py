"""The contract of a searcher."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar


class Item(Protocol):
    """What is searched: a state with the region where it goes on."""

    @property
    def state(self) -> Any: ...

    @property
    def region(self) -> int: ...


AnyItem = TypeVar("AnyItem", bound=Item)


class Searcher(Protocol[AnyItem]):
    """Holds waiting items. Deterministic for a seed and a sequence of calls.

    The engine calls ``add`` with the children of a fork (their parent was the item last selected) or with
    an item put back, ``select`` to take one out, and ``done`` when the selected item ended without
    children. ``dive`` is asked at each fork: may the engine go on with the first child at once?
    """

    def dive(self) -> bool: ...

    def add(self, items: Sequence[AnyItem]) -> None: ...

    def select(self) -> AnyItem | None:
        """Take out the next item; None if nothing waits."""
        ...

    def done(self, item: AnyItem) -> None: ...

    def __len__(self) -> int: ...

    def waiting(self) -> list[AnyItem]:
        """Everything that waits, in no particular order but always the same."""
        ...
