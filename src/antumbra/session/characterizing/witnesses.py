"""For a region of inputs that fail, one that does: found, executed, replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from antumbra import terms as T
from antumbra.bounds.asking import Asker, holds
from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.outcome import PathEnd, Reason
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.program.restricting.assuming import assuming
from antumbra.strategies.characterize.reading import vector
from antumbra.terms import Term
from antumbra.terms.values import default_value

#: steps of the execution of one input
EXECUTION_STEPS = 4_000_000


class Witnesses:
    """Executes single inputs of a program. ``make``: options of exploration."""

    def __init__(self, program: P.Program, make: Callable[[], ExploreOptions], asker: Asker) -> None:
        self._program = program
        self._make = make
        self._asker = asker

    def in_region(self, region: Term, known: Iterable[PathEnd]) -> PathEnd | None:
        """A failing execution whose input is in the region; of those that are ``known``, if there is one."""
        for end in known:
            if holds(region, vector(end)):
                return end
        model = self._asker.model(region)
        if model is None:
            return None
        return self.failing({v: model.get(v, default_value(v.sort)) for v in T.free_variables(region)})

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
