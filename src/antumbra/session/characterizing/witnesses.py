"""For a region of inputs that fail, one that does: found, executed, replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from antumbra import terms as T
from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.outcome import PathEnd, Reason
from antumbra.program import model as P
from antumbra.program.assuming import assuming
from antumbra.program.errors import InputError
from antumbra.solvers import Sat, UnsupportedTerm, make_backend
from antumbra.strategies.characterize.reading import vector
from antumbra.terms import Term
from antumbra.terms.values import default_value

#: steps of the execution of one input, and of the search for one
EXECUTION_STEPS = 4_000_000
SEARCH_STEPS = 3_000_000


class Witnesses:
    """Executes single inputs of a program. ``make``: options of exploration."""

    def __init__(self, program: P.Program, make: Callable[[], ExploreOptions], solver: str) -> None:
        self._program = program
        self._make = make
        self._solver = solver

    def in_region(self, region: Term, known: Iterable[PathEnd]) -> PathEnd | None:
        """A failing execution whose input is in the region; of those that are ``known``, if there is one."""
        for end in known:
            if holds(region, vector(end)):
                return end
        values = self.some_input(region)
        return None if values is None else self.failing(values)

    def some_input(self, region: Term) -> dict[Term, int] | None:
        """Any input of the region; what it leaves open is not in the answer."""
        try:
            answer = make_backend(self._solver).check([region], steps=SEARCH_STEPS, want_core=False)
        except UnsupportedTerm:
            return None
        if not isinstance(answer, Sat):
            return None
        return {v: answer.model.get(v, default_value(v.sort)) for v in T.free_variables(region)}

    def ends(self, values: Mapping[Term, int]) -> list[PathEnd]:
        """How executions with this input end; inputs that it leaves open may be anything."""
        point = T.and_(T.TRUE, *(T.eq(v, T.const(value, v.sort)) for v, value in values.items()))
        try:
            explorer = Explorer(assuming(self._program, point), self._make())
        except InputError:
            return []
        return list(explorer.run(steps=EXECUTION_STEPS))

    def failing(self, values: Mapping[Term, int]) -> PathEnd | None:
        return next((end for end in self.ends(values) if end.reason is Reason.VIOLATION), None)


def holds(region: Term, values: Mapping[Term, int]) -> bool:
    """Is an input in a region? What is not given is zero."""
    free = T.free_variables(region)
    return bool(T.evaluate(region, {v: values.get(v, default_value(v.sort)) for v in free}))
