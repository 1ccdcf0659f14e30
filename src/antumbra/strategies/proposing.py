"""Loops over arrays and strings: claims that the text of the program suggests, and a check that keeps what it can show.
Of lists nothing is claimed: the check itself follows their shapes.

It is an engine that finds nothing and proves by the independent check alone: what that confirms is safe, whoever made
the claims. The run has the claims that held checked once more, as it does with every proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from antumbra.engines.contract import EngineDefaults, OnProgress
from antumbra.engines.outcome import Cut, PathEnd, Reason, Statistics
from antumbra.program import model as P
from antumbra.proofs import Answer, Budget, Certificate, Confirmed, Question

#: effort of following the shapes of lists: at first, however short the turn, and at most
FIRST_OF_SHAPES = 2_000_000
OF_SHAPES = 12_000_000
#: effort of one try: what takes more is seldom decided
MOST_EFFORT = 12_000_000
#: turns that one try may take: it begins anew each time
SHARE = 4


def forgets_lives(program: P.Program) -> bool:
    """May a pointer to a former life of a local be left? The checker sees no use of it, so it must not decide alone."""
    return any(
        isinstance(command, P.Builtin) and command.name == "new_life"
        for procedure in program.procedures.values()
        for block in procedure.blocks.values()
        for command in block.commands
    )


def makes_lists(program: P.Program) -> bool:
    """Is the heap used, and a pointer loaded in a loop, or in what a loop calls?"""
    from antumbra.program.graphs.flow import CallGraph, FlowGraph

    commands = {
        name: [c for block in procedure.blocks.values() for c in block.commands]
        for name, procedure in program.procedures.items()
    }
    if not any(isinstance(c, P.Alloc) and c.region is P.Region.HEAP for each in commands.values() for c in each):
        return False
    loading = {name for name, each in commands.items() if any(isinstance(c, P.Load) and c.pointer for c in each)}
    callers = CallGraph(program).callers
    work = sorted(loading)
    while work:
        for caller in callers[work.pop()]:
            if caller not in loading:
                loading.add(caller)
                work.append(caller)
    for name in sorted(loading):
        procedure = program.procedures[name]
        loads = {
            label
            for label, block in procedure.blocks.items()
            if any(
                c.pointer if isinstance(c, P.Load) else isinstance(c, P.Call) and c.callee in loading
                for c in block.commands
            )
        }
        graph = FlowGraph(procedure)
        again = {label for label, following in graph.successors.items() if label in following}
        again.update(label for part in graph.components if len(part) > 1 for label in part)
        if not loads.isdisjoint(again):
            return True
    return False


SOLVERS = ("bitwuzla", "z3")


class Proposing(EngineDefaults):
    """Says that a program is safe if claims about its loops show it. ``remaining``: seconds that the run has left."""

    name = "claims"

    def __init__(self, program: P.Program, checks: frozenset[str], remaining: Callable[[], float | None]) -> None:
        self._program = program
        self._asked = program, Question(checks)
        self._remaining = remaining
        self._shapes = makes_lists(program)
        self._found: Certificate | None = None
        self._interrupted = False
        self.unfinished = not forgets_lives(program)
        self.statistics = Statistics()

    def run(self, on_progress: OnProgress | None = None, *, steps: int | None = None) -> Iterator[PathEnd]:
        """One try in each turn, until one was not too short."""
        del on_progress
        if self.unfinished and not self._interrupted:
            self._try(min(MOST_EFFORT, MOST_EFFORT if steps is None else SHARE * steps))
        return iter(())

    def _try(self, effort: int) -> None:
        self.unfinished = False
        if self._shapes:
            from antumbra.proofs.check import check_shapes
            from antumbra.proofs.shapes.heads import LEVELS

            levels = range(1, len(LEVELS) + 1)
            enough = min(max(effort, FIRST_OF_SHAPES), OF_SHAPES)
            self._check(lambda budget: check_shapes(*self._asked, budget, SOLVERS, levels), enough, OF_SHAPES)
        if self._found is None:
            from antumbra.proofs.check import check_claims
            from antumbra.proofs.proposing.arrays import proposals

            claims = proposals(self._program)
            if any(claim.ghosts for claim in claims):  # else no loop goes over anything
                certificate = Certificate(claims, peeled=False)
                self._check(
                    lambda budget: check_claims(*self._asked, certificate, budget, SOLVERS), effort, MOST_EFFORT
                )

    def _check(self, check: Callable[[Budget], tuple[Answer, Certificate]], effort: int, most: int) -> None:
        budget = Budget(effort=effort, seconds=self._remaining(), interrupted=lambda: self._interrupted)
        answer, held = check(budget)
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
