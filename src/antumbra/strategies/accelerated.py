"""The program with rounds of loops left out that closed forms give at once, handed to another engine.

What is executed has the same executions, but for rounds in them: whoever proves it safe has proved the program safe,
and a violation is one for the same inputs. The certificate tells closed forms as claims about the program itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from antumbra import terms as T
from antumbra.engines.contract import Engine, EngineDefaults, OnProgress
from antumbra.engines.invariants.closed_forms.accelerating import accelerated
from antumbra.engines.invariants.closed_forms.claims import loop_claims, phase_claims
from antumbra.engines.invariants.closed_forms.confirming import Prover
from antumbra.engines.invariants.closed_forms.ways import leaping
from antumbra.engines.outcome import Cut, PathEnd, Reason, Statistics
from antumbra.program import model as P
from antumbra.program.commands.fresh import variable_names
from antumbra.program.graphs.flow import FlowGraph
from antumbra.program.source import Location
from antumbra.proofs import Certificate, LoopClaim, at_entry
from antumbra.records import replace

#: blocks of a program beyond which no closed form is looked for
LARGEST: Final = 5_000
#: ways through one loop that are told as phases of it
MOST_PHASES: Final = 3

#: how claims call values before a loop
_AT_ENTRY: Final = str(at_entry(T.var("", T.BOOL)).data)

#: makes the engine that executes the program without rounds
Maker = Callable[[P.Program], Engine]


class Accelerated(EngineDefaults):
    """Not taken, if no loop has a closed form."""

    def __init__(self, program: P.Program, checks: frozenset[str], make: Maker, prover: Prover) -> None:
        self._program = program
        self._checks = checks
        self._make = make
        self._prover = prover
        self._heads: dict[tuple[str, str], tuple[str, str]] = {}
        self._claims: tuple[LoopClaim, ...] = ()
        self._inner: Engine | None = None
        #: what was known before there was an engine
        self._closed: list[tuple[str, Location | None]] = []
        self._over = self._interrupted = False

    def _begin(self) -> Engine | None:
        program, checks, prover = self._program, self._checks, self._prover
        self._over = True
        if sum(len(procedure.blocks) for procedure in program.procedures.values()) > LARGEST:
            return None
        whole = accelerated(program, checks, prover)
        some = leaping(whole.program, checks, prover, whole.solved)
        if not whole.solved and not some.solved:
            return None
        self._over = False
        self._heads = some.heads
        solved = (*whole.solved.values(), *(one for ones in some.solved.values() for one in ones))
        phases = (claim for ones in some.solved.values() for claim in phase_claims(ones[:MOST_PHASES]))
        self._claims = (*loop_claims(solved), *phases)
        inner = self._make(some.program)
        for check, location in self._closed:
            inner.close(check, location)
        return inner

    @property
    def name(self) -> str:
        return "accelerate" if self._inner is None else f"{self._inner.name}, loops accelerated"

    def run(self, on_progress: OnProgress | None = None, *, steps: int | None = None) -> Iterator[PathEnd]:
        if self._inner is None and not self._over and not self._interrupted:
            self._inner = self._begin()
        if self._inner is not None:
            yield from self._inner.run(on_progress, steps=steps)

    def interrupt(self) -> None:
        self._interrupted = True
        if self._inner is not None:
            self._inner.interrupt()

    def close(self, check: str, location: Location | None) -> None:
        self._closed.append((check, location))
        if self._inner is not None:
            self._inner.close(check, location)

    @property
    def unfinished(self) -> bool:
        return not self._over if self._inner is None else self._inner.unfinished

    @property
    def complete(self) -> bool:
        return self._inner is not None and self._inner.complete

    @property
    def cuts(self) -> Sequence[Cut]:
        if self._inner is None:
            return (Cut(Reason.NOT_TAKEN, "no loop has a closed form", None),) if self._over else ()
        return self._inner.cuts

    @property
    def statistics(self) -> Statistics:
        return Statistics() if self._inner is None else self._inner.statistics

    def certificate(self) -> Certificate | None:
        """Claims about heads of loops in the words of the program; the checker believes none of them."""
        found = None if self._inner is None else self._inner.certificate()
        if found is None:
            return None
        names = variable_names(self._program.variables, self._program.procedures.values())
        claims = [*self._claims, *found.loops]
        kept: list[LoopClaim] = []
        for claim in claims:
            procedure, head = self._heads.get((claim.procedure, claim.head), (claim.procedure, claim.head))
            conditions = tuple(c for c in claim.conditions if _known(c, names))
            if head in FlowGraph(self._program.procedures[procedure]).loop_heads and not claim.cells:
                kept.append(replace(claim, head=head, conditions=conditions))
        return replace(Certificate.of_loops(kept), contracts=found.contracts)


def _known(condition: T.Term, names: set[str]) -> bool:
    """Does it speak of the program's variables only?"""
    return all(str(v.data).removeprefix(_AT_ENTRY) in names for v in T.free_variables(condition))
