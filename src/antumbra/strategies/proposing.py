"""Loops over arrays, strings and lists: claims that the text of the program suggests, and a check that keeps what it can
show. Of lists nothing is claimed: the check itself follows their shapes.

It is an engine that finds nothing and proves by the independent check alone: what that confirms is safe, whoever made
the claims. The run has the claims that held checked once more, as it does with every proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from antumbra.engines.contract import EngineDefaults, OnProgress
from antumbra.engines.outcome import Cut, PathEnd, Reason, Statistics
from antumbra.program import model as P
from antumbra.proofs import Budget, Certificate, Confirmed, Question

#: effort of one try to follow the shapes of lists
OF_SHAPES = 4_000_000
#: effort of one try: what takes more is seldom decided
MOST_EFFORT = 12_000_000
#: turns that one try may take: it begins anew each time
SHARE = 4


def makes_lists(program: P.Program) -> bool:
    """Is a pointer loaded in a loop, and the heap used?"""
    heap = any(
        isinstance(command, P.Alloc) and command.region is P.Region.HEAP
        for procedure in program.procedures.values()
        for block in procedure.blocks.values()
        for command in block.commands
    )
    return heap and any(_walks(procedure) for procedure in program.procedures.values())


def _walks(procedure: P.Procedure) -> bool:
    from antumbra.program.graphs.flow import FlowGraph

    loads = {
        label
        for label, block in procedure.blocks.items()
        if any(isinstance(command, P.Load) and command.pointer for command in block.commands)
    }
    if not loads:
        return False
    graph = FlowGraph(procedure)
    return any(len(part) > 1 and not loads.isdisjoint(part) for part in graph.components) or any(
        label in graph.successors[label] for label in loads
    )


class Proposing(EngineDefaults):
    """Says that a program is safe if claims about its loops show it. ``remaining``: seconds that the run has left."""

    name = "claims"

    def __init__(self, program: P.Program, checks: frozenset[str], remaining: Callable[[], float | None]) -> None:
        self._program = program
        self._question = Question(checks)
        self._remaining = remaining
        self._shapes = makes_lists(program)
        self._found: Certificate | None = None
        self._interrupted = False
        self.unfinished = True
        self.statistics = Statistics()

    def run(self, on_progress: OnProgress | None = None, *, steps: int | None = None) -> Iterator[PathEnd]:
        """One try in each turn, until one was not too short."""
        del on_progress
        if self.unfinished and not self._interrupted:
            self._try(min(MOST_EFFORT, MOST_EFFORT if steps is None else SHARE * steps))
        return iter(())

    def _try(self, effort: int) -> None:
        from antumbra.proofs.proposing.arrays import proposals

        self.unfinished = False
        if self._shapes:
            from antumbra.proofs.shapes.heads import LEVELS

            for level in range(1, len(LEVELS) + 1):
                if self._found is None:
                    self._check(Certificate(shapes=level), min(effort, OF_SHAPES), OF_SHAPES)
        if self._found is None:
            claims = proposals(self._program)
            if any(claim.ghosts for claim in claims):  # else no loop goes over anything
                self._check(Certificate(claims, peeled=False), effort, MOST_EFFORT)

    def _check(self, certificate: Certificate, effort: int, most: int) -> None:
        from antumbra.proofs.check import check_claims

        budget = Budget(effort=effort, seconds=self._remaining(), interrupted=lambda: self._interrupted)
        answer, held = check_claims(self._program, self._question, certificate, budget, ("bitwuzla", "z3"))
        self.statistics.steps += int(min(budget.spent, effort))
        if isinstance(answer, Confirmed):
            self._found = held
        elif budget.spent >= budget.effort and effort < most:
            self.unfinished = True

    def interrupt(self) -> None:
        self._interrupted = True

    @property
    def complete(self) -> bool:
        return self._found is not None

    @property
    def cuts(self) -> Sequence[Cut]:
        return () if self.complete else (Cut(Reason.INVARIANT, "no claims about loops that show it"),)

    def certificate(self) -> Certificate | None:
        return self._found
