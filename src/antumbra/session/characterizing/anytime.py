"""A run that may be ended at any moment: what ends it costs the part that it ends, and never what is known.

Limits and interrupts come as exceptions, and so do errors of ours, wherever the run is just then. One rule for all of
them: the part that runs is over, its reason is noted, and what is known by then is the result. After a limit only
parts are done that change what may be said; whatever explains takes time and memory that nobody has.
"""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from antumbra.engines.limits import resident_mb
from antumbra.program.errors import InputError
from antumbra.records import dataclass
from antumbra.session.control import Control, OutOfMemory, OutOfTime

#: to report takes memory too: of a run that is over its limit, this part more than it has
REPORTING: Final = 1.25


@dataclass(frozen=True, slots=True)
class Part:
    """``always``: also after a limit was passed."""

    work: Callable[[], None]
    always: bool = False


class Anytime:
    """``reasons``: why the run is not complete, the first one first. ``crash``: the traceback of an error of ours."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._limited = False
        self.reasons: dict[str, None] = {}
        self.crash: str | None = None

    def run(self, parts: Iterable[Part]) -> None:
        """One part after the other. Raises InputError, and nothing else."""
        left = deque(parts)
        while not self._control.finishing:
            try:
                self._control.held = False
                while left:
                    part = left.popleft()
                    if part.always or not self._limited:
                        part.work()
                # in here, so that nothing is thrown behind the last handler
                self._control.finishing = True
            except InputError:
                raise
            except (KeyboardInterrupt, OutOfTime, OutOfMemory, MemoryError) as limit:
                self._control.held = True  # to let go of what was under way may take long
                self._passed(limit)
            except Exception as error:  # noqa: BLE001 - our own bugs cost what is not known yet, never a wrong bound
                self._control.held = True
                self.failed(error)

    def failed(self, error: Exception) -> None:
        """An error of ours, which is told."""
        self.reasons[f"internal error: {type(error).__name__}: {error}"] = None
        self.crash = "".join(traceback.format_exception(error))

    def _passed(self, limit: BaseException) -> None:
        self._limited = True
        limit.__traceback__ = None  # its frames hold what has filled the memory
        if isinstance(limit, KeyboardInterrupt):
            self.reasons["interrupted"] = None
        elif isinstance(limit, OutOfTime):
            self.reasons["time limit"] = None
        else:
            self.reasons["memory limit"] = None
            if self._control.memory_mb is not None:
                self._control.memory_mb = REPORTING * max(resident_mb(), self._control.memory_mb)
