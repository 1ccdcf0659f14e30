"""What closing loops, contracts, audits and exploring without learning use of the engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from antumbra.engines.backward.trace import Start
from antumbra.engines.driver import Ran, Stop
from antumbra.engines.interpolate.economy.accounts import Economy
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.engines.interpolate.tree.learning import Learning
from antumbra.engines.interpolate.tree.nodes import Node
from antumbra.engines.interpolate.tree.order import Work
from antumbra.engines.interpolate.tree.scope import Scope
from antumbra.engines.limits import Limits
from antumbra.engines.outcome import Cut, Reason
from antumbra.engines.recording import Recording
from antumbra.semantics.contract import Pending
from antumbra.semantics.machine import Machine
from antumbra.semantics.state import State
from antumbra.solvers import Chain


class Exploration(Protocol):
    """The engine, as its parts know it. ``scope``: what is explored now."""

    options: InterpolateOptions
    machine: Machine
    limits: Limits
    chain: Chain
    learning: Learning
    scope: Scope
    nodes: int
    instructions: int
    stopped: Reason | Cut | None

    @property
    def busy(self) -> bool:
        """Is a loop or a contract tried, apart from the run?"""
        ...

    @property
    def paused(self) -> bool: ...

    def apart(
        self,
        recording: Recording | None = None,
        *,
        chain: Chain | None = None,
        prune: bool | None = None,
        economy: Economy | None = None,
    ) -> AbstractContextManager[Scope]:
        """Explore something that may not exist."""
        ...

    def new_node(self, parent: Node | None, slot: int, start: Start, state: State) -> Node: ...

    def advance(
        self, state: State, region: int, arguments: tuple[Any, ...], stop: Stop, regions: int = 1
    ) -> Pending | Ran:
        """As ``engines.driver`` has it."""
        ...

    def exhaust(self, work: Work, goes_on: Callable[[], bool]) -> bool:
        """Explore all that comes of a state, apart from the run, as long as that is to go on; is it all explored?"""
        ...

    def take_split(self) -> Sequence[Pending]:
        """The sides of the last fork."""
        ...

    def left_out(self, state: State, region: int, arguments: tuple[Any, ...]) -> None:
        """A state was pruned, and nobody else has it any more."""
        ...
