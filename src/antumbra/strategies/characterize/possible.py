"""POSSIBLE: the over-approximating side. Engines under a condition on inputs, and the check of what they prove.

An engine that ends without a violation, having left nothing out, has proved its region. A second way of execution, with
another solver, checks that (antumbra.proofs); what it refutes is an error of ours, and does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from antumbra import terms as T
from antumbra.bounds.asking import Asker
from antumbra.engines.contract import Engine, OnProgress
from antumbra.engines.outcome import PathEnd, Reason
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.program.restricting.assuming import assuming
from antumbra.proofs import Answer, Budget, Certificate, Confirmed, Question, Refuted, Unchecked
from antumbra.records import dataclass
from antumbra.strategies.characterize.reading import vector
from antumbra.terms import Term

#: steps of the search for values of inputs that were not read
SEARCH_STEPS = 200_000
#: effort that a check may take beyond that of the proof
GRACE = 2_500_000


@dataclass(frozen=True, slots=True)
class Proved:
    """Nothing in the region violates the property. ``checked``: what the second solver says of that."""

    engine: str
    checked: Answer


@dataclass(frozen=True, slots=True)
class Violated:
    """Something in the region does: how that path ended."""

    end: PathEnd


@dataclass(frozen=True, slots=True)
class Open:
    """Nobody knows; why. ``more``: more steps may tell."""

    reason: str
    more: bool = False


Attempt = Proved | Violated | Open


class Prover:
    """Asks engines about regions. ``make``: an engine for a program and checks; ``seconds``: how many are left."""

    def __init__(
        self,
        make: Callable[[P.Program, frozenset[str]], Engine],
        solvers: Sequence[str],
        seconds: Callable[[], float | None],
        stopped: Callable[[], bool],
    ) -> None:
        self._make = make
        self._solvers = solvers
        self.seconds = seconds
        self._stopped = stopped
        #: who works now, so that it can be interrupted
        self.active: Engine | None = None
        self.steps = 0
        self.attempts = 0

    def prove(
        self,
        program: P.Program,
        checks: frozenset[str],
        region: Term,
        steps: int,
        on_progress: OnProgress | None = None,
        quiet: frozenset[str] = frozenset(),
        claimed: tuple[P.Program, Certificate] | None = None,
    ) -> Attempt:
        """Does no input of the region violate the property? For about so many steps.

        A violation of what is ``quiet`` ends an execution, and nothing is wrong with that. ``claimed``: the program
        that proofs are checked on, where it is another one with the same executions, and what is claimed of its loops.
        """
        try:
            conditioned = assuming(program, region)
            checked_on = conditioned if claimed is None else assuming(claimed[0], region)
        except InputError as error:
            return Open(str(error))
        self.attempts += 1
        self.active = engine = self._make(conditioned, checks)
        try:
            for end in engine.run(on_progress, steps=steps):
                if end.reason is Reason.VIOLATION and end.check in quiet:
                    engine.close(end.check, end.location)
                elif end.reason is Reason.VIOLATION:
                    inside = within(region, vector(end), Asker(SEARCH_STEPS, seconds=self.seconds))
                    return (
                        Violated(end) if inside else Open("an execution that has not read all of the region's inputs")
                    )
                if self._stopped():
                    return Open("stopped")
            if not engine.complete or engine.cuts:
                left_out = dict.fromkeys(cut.reason.text for cut in engine.cuts)
                return Open("; ".join(left_out) or "not decided", more=not left_out)
            certificate = engine.certificate() if claimed is None else claimed[1]
            checked = self.check(checked_on, Question(checks, quiet=quiet), certificate, engine.statistics.steps)
            return Proved(engine.name, checked)
        finally:
            self.steps += engine.statistics.steps
            self.active = None

    def check(self, program: P.Program, question: Question, certificate: Certificate | None, steps: float) -> Answer:
        """The independent check of one proof."""
        if certificate is None:
            return Unchecked(CHECKER, "the engine has no certificate")
        from antumbra.proofs.check import check_proof  # takes a while to load

        budget = Budget(effort=steps + GRACE, seconds=self.seconds(), interrupted=self._stopped)
        try:
            return check_proof(program, question, certificate, budget, self._solvers)
        except MemoryError:
            return Unchecked(CHECKER, "no memory left")
        except Exception as error:  # noqa: BLE001 - an error of the checker is no reason to doubt the proof
            return Unchecked(CHECKER, f"internal error: {type(error).__name__}: {error}")


CHECKER = "execution of the program form"


def within(region: Term, values: Mapping[Term, int], asker: Asker) -> bool:
    """Can an execution that was given these values be one of the region's? What it has not read may be anything.

    A program under a condition (program.restricting.assuming) may keep executions that have not read all that it is
    about.
    """
    known = {v: T.const(values[v], v.sort) for v in T.free_variables(region) if v in values}
    return not asker.impossible(T.substitute(region, known))


def told(answer: Answer) -> str:
    match answer:
        case Confirmed(checker):
            return f"confirmed ({checker})"
        case Refuted(checker, reason):
            return f"REFUTED ({checker}): {reason}"
        case Unchecked(_, reason):
            return f"not checked: {reason}"
