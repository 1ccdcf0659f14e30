"""Questions to a solver while a picture is drawn: few, short, and counted in steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from antumbra.solvers import Answer, Backend, SolverError, Unknown, UnsupportedTerm, make_backend
from antumbra.solvers.backends.circuits import Circuits
from antumbra.terms import Term

#: all that a characterization's pictures may cost, and one question of them; a second is about a million
STEPS: Final = 1_500_000
STEPS_EACH: Final = 40_000
#: what a question costs at least, that a great many small ones end too
_LEAST: Final = 5_000
#: what no solver counts: circuits for products and quotients, each of which costs so much; larger ones are not asked
_LARGEST: Final = 2_200
_CIRCUIT: Final = 20
#: Z3's steps are longer
_PRICES: Final = {"bitwuzla": 1, "z3": 4}

SPENT: Final = Unknown("the picture's steps are spent")


class Questions:
    """``steps`` are left; 0 asks nothing. ``seconds``: how many the user has left, who may have set a limit."""

    def __init__(self, steps: int = STEPS, seconds: Callable[[], float | None] = lambda: None) -> None:
        self._left = steps
        self.seconds = seconds
        self._backends: dict[str, Backend] = {}

    @property
    def left(self) -> int:
        return max(0, self._left)

    def check(self, conditions: Sequence[Term]) -> Answer:
        circuits = Circuits().new(conditions).steps
        if circuits > _LARGEST:
            return Unknown("too large for a picture")
        for name, price in _PRICES.items():
            seconds = self.seconds()
            if self._left <= 0 or seconds == 0:
                return SPENT
            backend = self._backends.get(name)
            if backend is None:
                backend = self._backends[name] = make_backend(name)
            try:
                answer = backend.check(conditions, timeout=seconds, steps=STEPS_EACH, want_core=False)
            except UnsupportedTerm:
                continue
            except SolverError as error:
                self._left -= price * STEPS_EACH
                return Unknown(str(error))
            self._left -= price * max(_LEAST, backend.steps) + _CIRCUIT * circuits
            return answer
        return Unknown("no solver takes it")
