"""Execution without claims: what a probe meets is neither asked nor told."""

from __future__ import annotations

from functools import partial
from typing import Any

from antumbra.engines.outcome import Cut, Reason
from antumbra.engines.recording import Recording
from antumbra.program import model as P
from antumbra.semantics.contract import MachineOptions, Recorder, Scheduler
from antumbra.semantics.ends import Ended
from antumbra.semantics.machine import Machine
from antumbra.semantics.state import State
from antumbra.solvers import AxiomChain, PathCondition
from antumbra.terms import Term


def silent(state: State) -> bool:
    """Does a state rest on a probe?"""
    return state.node is not None and state.node.silent


class ProbingMachine(Machine):
    """Assertions are not asked on probes. Elsewhere they alone are worth long questions: whether a side of a branch is
    possible need not be known to prove it safe."""

    def __init__(
        self, program: P.Program, chain: AxiomChain, scheduler: Scheduler, recorder: Recorder, options: MachineOptions
    ) -> None:
        self._roughly = partial(chain.hurried, only_rough=True)
        super().__init__(program, chain, scheduler, recorder, options)

    def fork(
        self,
        state: State,
        condition: Term,
        then_region: int,
        then_arguments: tuple[Any, ...],
        else_region: int,
        else_arguments: tuple[Any, ...],
        site: int,
    ) -> tuple[int, tuple[Any, ...]]:
        with self._roughly():
            return super().fork(state, condition, then_region, then_arguments, else_region, else_arguments, site)

    def assume(self, state: State, condition: Any, site: int) -> None:
        with self._roughly():
            super().assume(state, condition, site)

    def check(self, state: State, condition: Any, command: P.Assert, site: int) -> None:
        if not silent(state):
            super().check(state, condition, command, site)


class ProofRecording(Recording):
    """Keeps the first thing that stands against a proof."""

    def __init__(self, checks: frozenset[str]) -> None:
        super().__init__(checks)
        self.failure: Cut | None = None

    def violated(self, state: State, path: PathCondition, check: str, message: str, site: int) -> None:
        if not silent(state):
            super().violated(state, path, check, message, site)
            self._fails(Cut(Reason.INVARIANT, f"none that shows: {message}", self.sites[site][0], 1))

    def cut(self, state: State, reason: Ended, detail: str, site: int) -> None:
        if not silent(state):
            super().cut(state, reason, detail, site)
            self._fails(self.cut_list()[0])

    def stopped(self, state: State, command: P.Stop, site: int) -> None:
        if not silent(state):
            super().stopped(state, command, site)
            if self.cuts:
                self._fails(self.cut_list()[0])

    def _fails(self, cut: Cut) -> None:
        if self.failure is None:
            self.failure = cut
