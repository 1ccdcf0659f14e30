"""What the strategy needs of a run: engines, options of exploration, and who checks proofs."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.bounds.counting import Distribution, parse_distribution
from antumbra.engines.contract import Engine
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.options import chosen
from antumbra.frontends.loaded import Loaded
from antumbra.program import model as P
from antumbra.records import replace
from antumbra.session.characterizing.options import MAX_INPUTS, CharacterizeOptions
from antumbra.session.characterizing.timing import Timing
from antumbra.session.control import Control, Observer
from antumbra.session.options import RunOptions
from antumbra.session.parts import Parts
from antumbra.session.standard import told
from antumbra.strategies.characterize.acf import Acf, Wishes
from antumbra.strategies.characterize.definite import ENGINE
from antumbra.strategies.characterize.possible import Prover
from antumbra.terms import Term

#: steps of a first look at which inputs there are
FIRST_LOOK = 200_000


class Searching:
    """Makes strategies for one program, and has ``control`` stop the last one made."""

    def __init__(
        self,
        loaded: Loaded,
        options: RunOptions,
        wishes: CharacterizeOptions,
        parts: Parts,
        control: Control,
    ) -> None:
        self._loaded = loaded
        self._options = options
        self._wishes = wishes
        self._parts = parts
        self._control = control
        self._timing = Timing(control)

    def strategy(self, domain: Term) -> Acf:
        given = self._wishes.max_inputs
        wishes = Wishes(
            self._options.load.properties.checks,
            domain,
            MAX_INPUTS if given is None else given,
            self._wishes.without,
            more_inputs=given is None,
        )
        prover = Prover(self._engine, self._solvers, self._timing.remaining, self._timing.interrupted)
        acf = Acf(self._loaded.program, wishes, self.exploration, prover, self._timing.search_is_over)

        def stop() -> None:
            acf.definite.explorer.interrupt()
            if prover.active is not None:
                prover.active.interrupt()

        self._control.stop = stop
        return acf

    def distribution(self, observer: Observer) -> Distribution:
        """What the user says of inputs, by their names: a short exploration tells which there are."""
        first = self.strategy(T.TRUE)
        first.definite.run(FIRST_LOOK, observer.progress)
        return parse_distribution(self._wishes.assume_inputs, first.parameters)

    def exploration(self) -> ExploreOptions:
        given = told(self._loaded, self._options, ENGINE, self._timing.for_search())
        return chosen(ExploreOptions, {**given, "path_conditions": True})

    def _engine(self, program: P.Program, checks: frozenset[str]) -> Engine:
        memory = self._options.limits.memory_mb
        limits = replace(self._options.limits, memory_mb=None if memory is None else memory // 2)
        load = replace(self._options.load, properties=replace(self._options.load.properties, checks=checks))
        options = replace(self._options, limits=limits, load=load)
        return self._parts.engine(replace(self._loaded, program=program), options, self._timing.for_search)

    @property
    def _solvers(self) -> tuple[str, ...]:
        """Who checks proofs: first the solver that engines ask last."""
        return ("z3 alone", "z3") if self._loaded.language.axioms else ("z3", "bitwuzla")
