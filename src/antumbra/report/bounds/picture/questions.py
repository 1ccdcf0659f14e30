"""Questions to a solver while a picture is drawn: few, short, and counted in steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from antumbra.solvers import Answer, Backend, SolverError, Unknown, UnsupportedTerm, make_backend
from antumbra.terms import Term

#: all that a characterization's pictures may cost, and one question of them; a second is about a million
STEPS: Final = 2_000_000
STEPS_EACH: Final = 60_000
#: what a question costs at least, that a great many small ones end too
_LEAST: Final = 2_000

SPENT: Final = Unknown("the picture's steps are spent")


class Questions:
    """``steps`` are left; 0 asks nothing. ``seconds``: how many the user has left, who may have set a limit."""

    def __init__(self, steps: int = STEPS, seconds: Callable[[], float | None] = lambda: None) -> None:
        self._left = steps
        self.seconds = seconds
        self._backends: dict[str, Backend] = {}
        self.asked = 0

    @property
    def left(self) -> int:
        return max(0, self._left)

    def check(self, conditions: Sequence[Term]) -> Answer:
        for name in ("bitwuzla", "z3"):
            seconds = self.seconds()
            if self._left <= 0 or seconds == 0:
                return SPENT
            backend = self._backends.get(name)
            if backend is None:
                backend = self._backends[name] = make_backend(name)
            self.asked += 1
            try:
                answer = backend.check(conditions, timeout=seconds, steps=STEPS_EACH, want_core=False)
            except UnsupportedTerm:
                continue
            except SolverError as error:
                self._left -= STEPS_EACH
                return Unknown(str(error))
            self._left -= max(_LEAST, backend.steps)
            return answer
        return Unknown("no solver takes it")
