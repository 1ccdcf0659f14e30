"""What is learnt, and what it is learnt with: interpolants carried up the tree, kept, and found again."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from antumbra.engines.backward.backprop import Backprop
from antumbra.engines.backward.evaluation import Evaluation
from antumbra.engines.backward.locations import Locations
from antumbra.engines.backward.reach import Reach
from antumbra.engines.backward.steps import ALWAYS, Checked, Place
from antumbra.engines.backward.trace import Reader
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.engines.interpolate.tree.exact_states import ExactStates
from antumbra.engines.interpolate.tree.scope import Scope
from antumbra.engines.interpolate.tree.table import Table
from antumbra.engines.interpolate.tree.tree_interpolant import TreeInterpolants
from antumbra.engines.recording import Recording
from antumbra.engines.targets import TargetPlace
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.semantics.machine import Machine
from antumbra.solvers import Chain

#: what equal states and interpolants were before a trial
Journals = tuple[Any, Any]


class Learning:
    """``recording`` is the run's own. ``scope()``: what is explored now."""

    def __init__(
        self,
        machine: Machine,
        chain: Chain,
        options: InterpolateOptions,
        recording: Recording,
        scope: Callable[[], Scope],
    ) -> None:
        program = machine.program
        self._checks = options.checks
        self._recording = recording
        self._reach = Reach(program, options.checks, options.targets)
        self.locations = Locations(frozenset(program.variables))
        self.evaluation = Evaluation(machine, self.locations, chain)
        self.exact = ExactStates(machine.compiler, self.evaluation, options.counters)
        self.reader = Reader(program, machine.compiler, self.locations)
        self.table = Table()
        self.results = TreeInterpolants(
            machine.compiler,
            self.locations,
            self.evaluation,
            chain,
            self.reader,
            Backprop(
                self.locations,
                self._relevant,
                self._matters,
                self.evaluation.valid,
                self.evaluation.unwritten,
                self.evaluation.constant,
                program.layout.first_free,
            ),
            self._relevant,
            self.exact,
            self.table,
            scope,
        )

    def close(self, check: str, location: Location | None) -> None:
        """Nothing more has to be known of violations of this check at this place."""
        self._recording.closed.add((check, location))
        self._reach.close_check(check, location)

    def close_blocks(self, targets: Collection[TargetPlace]) -> None:
        """These have been reached."""
        self._reach.close_blocks(targets)

    def begin_trial(self) -> Journals:
        """What is learnt from now on rests on something that is not proved yet."""
        return self.exact.begin_trial(), self.table.begin_trial()

    def end_trial(self, journals: Journals, *, proved: bool) -> None:
        self.exact.end_trial(journals[0], proved=proved)
        self.table.end_trial(journals[1], proved=proved)

    def _relevant(self, places: tuple[Place, ...]) -> bool:
        return any(place == ALWAYS or self._reach.leads_to_target(place) for place in places)

    def _matters(self, step: Checked) -> bool:
        """Is an assertion that held needed? One that nobody asked for ends a path as undefined behaviour, unless the
        language says what happens then."""
        if step.check not in self._checks and step.check in P.DEFINED_OTHERWISE:
            return False
        return (step.check, step.location) not in self._recording.closed
