"""What the machine and whoever drives it agree on: pending states, schedulers, recorders, options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from antumbra.program import model as P
from antumbra.program.inputs import InputPlace
from antumbra.records import dataclass
from antumbra.semantics.compiling.meeting import Meeting
from antumbra.semantics.ends import Ended
from antumbra.semantics.state import State
from antumbra.semantics.switches import DEFAULT_SWITCHES, Switches
from antumbra.solvers import SOON, PathCondition
from antumbra.solvers import Unknown as SolverUnknown

#: one side of a split: possible, impossible (None), or undecided
Side = PathCondition | None | SolverUnknown


class PathEnded(Exception):  # noqa: N818 - not an error
    """This path is over; its end has been recorded."""


class Suspended(Exception):  # noqa: N818 - not an error
    """This path waits in the scheduler with its siblings."""


class Resting(Exception):  # noqa: N818 - not an error
    """This path has executed so much that others have their turn; it goes on at a region."""

    def __init__(self, region: int, arguments: tuple[Any, ...]) -> None:
        super().__init__(region)
        self.region = region
        self.arguments = arguments


@dataclass(frozen=True, slots=True)
class Pending:
    """A state and where it goes on."""

    state: State
    region: int
    arguments: tuple[Any, ...]


#: what a scheduler does with children that may become one state again
SplitToMeet = Callable[[Sequence[Pending], Meeting], bool]


class Scheduler(Protocol):
    """Decides what happens where execution splits."""

    def split(self, children: Sequence[Pending]) -> bool:
        """Take the children of a fork; the first is the running state.

        True: go on with the first, the rest is queued. False: all are queued.
        """
        ...


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


#: in ``State.log``, before the number of a block: a condition on unknowns had one possible side
DECIDED = -1


@dataclass(frozen=True, slots=True)
class MachineOptions:
    """``checks``: keys of program.model.CHECKS whose violation is an error."""

    checks: frozenset[str]
    max_depth: int | None = None
    max_forks: int | None = None
    max_calls: int = 20_000
    fixed_inputs: tuple[int, ...] | None = None
    switches: Switches = DEFAULT_SWITCHES
    #: keep a log of what is executed in ``State.log``
    trace: bool = False
    #: tell of executions that an assumption excludes, even where others go on
    tell_excluded: bool = False
    #: come back to the driver at the head of a loop in every round
    rounds: bool = False
    #: places whose inputs a machine answers with values (``Machine.fresh``), so that code is compiled for values
    given: frozenset[InputPlace] = frozenset()
    #: count what is executed and asked, by place (``Machine.profile``)
    profile: bool = False
    #: who keeps a state before a branch that is hard to decide, until it is run again, with the steps that it then has
    postpone: Callable[[Pending, int], None] | None = None
    #: steps of a branch before it is one of them
    soon: int = SOON
    #: code says where the sides of a branch meet again, and states that do may become one (``semantics.merging``)
    joins: bool = False


@dataclass(slots=True)
class Counters:
    """What happened so far."""

    forks: int = 0
    compiled: int = 0
    #: loops that became machine code, and commands that it executed
    native_code: int = 0
    native: int = 0
