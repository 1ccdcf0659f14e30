"""How paths end, as the machine sees it: names, and who is told."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from antumbra.program import model as P
from antumbra.solvers import PathCondition

if TYPE_CHECKING:
    from antumbra.semantics.state import State


class Ended(Enum):
    """Ends that the machine itself decides."""

    ASSUMPTION = "assumption"
    UNSUPPORTED = "unsupported"
    SOLVER = "solver"
    DEPTH = "depth"
    FORKS = "forks"
    STACK = "stack"
    RESOLUTION = "resolution"
    ADDRESS_SPACE = "address space"


class Recorder(Protocol):
    """Told of everything that ends. ``site`` is a number of ``Machine.sites``."""

    def covered(self, state: State, block: int) -> None:
        """A block was reached for the first time, by this state."""
        ...

    def finished(self, state: State, values: tuple[Any, ...]) -> None:
        """The entry procedure returned."""
        ...

    def stopped(self, state: State, command: P.Stop, site: int) -> None:
        """A Stop command was reached."""
        ...

    def ended(self, state: State, reason: Ended, site: int) -> None:
        """The path ended without anything being wrong."""
        ...

    def violated(self, state: State, path: PathCondition, check: str, message: str, site: int) -> None:
        """The inputs of ``path`` violate ``check``. The state itself may go on without them."""
        ...

    def cut(self, state: State, reason: Ended, detail: str, site: int) -> None:
        """Some executions of this state are not analysed further."""
        ...
