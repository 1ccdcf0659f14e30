"""The check of a proof as a part of a run: what is asked, by whom it is answered, and what an answer means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from antumbra.engines.contract import Decision, Engine
from antumbra.engines.outcome import InputValue, PathEnd, Reason
from antumbra.engines.registry import INVARIANTS
from antumbra.engines.targets import TargetPlace
from antumbra.frontends.loaded import Loaded
from antumbra.proofs import Answer, Budget, Certificate, Confirmed, Question, Refuted, Unchecked
from antumbra.proofs.proof import Proof
from antumbra.records import dataclass, replace
from antumbra.session.control import Control
from antumbra.session.goals import TargetBook
from antumbra.session.options import RunOptions

if TYPE_CHECKING:
    from antumbra.session.wording import Wording

#: effort that a check may take beyond that of the run
GRACE = 2_500_000
#: steps that the search for invariants may take where the check of a proof came to nothing
FOR_INVARIANTS = 300_000
#: of the effort, how much goes first into a check without claims about joins: where values decide most, that is enough
WITHOUT_CLAIMS = 0.04
#: instructions of a path, on average, that a check over terms need not try to follow
LONGEST = 50_000


@dataclass(frozen=True, slots=True)
class ProofCheck:
    """``safe``: nothing is violated, and nothing is open. Else only what is said of targets is checked."""

    loaded: Loaded
    options: RunOptions
    control: Control
    book: TargetBook
    safe: bool

    def answer(self, engine: Engine) -> Answer | None:
        """Is it true what the engine says? None if that is not to be asked, or the engine has a check of its own."""
        certificate = engine.certificate() if self.options.check_proofs else None
        if certificate is None:
            return None
        statistics = engine.statistics
        long = statistics.instructions > LONGEST * max(1, statistics.paths)
        certificate = replace(certificate, long=long or certificate.long, commands=statistics.instructions)
        budget = Budget(
            effort=statistics.steps + GRACE,
            seconds=self.control.remaining,
            interrupted=lambda: self.control.interrupted,
        )
        from antumbra.proofs.check import (
            check_proof,  # takes a while to load, and a run that finds a violation needs none
        )

        try:
            question, solvers = self._question(), self._solvers(engine)
            if certificate.long and (closed := self._by_closure(question, budget)) is not None:
                return closed
            answer = check_proof(
                self.loaded.program, question, certificate, budget, solvers, without_claims=WITHOUT_CLAIMS
            )
            if isinstance(answer, Unchecked):
                answer = self._by_invariants(engine, question) or answer
            return self._as_loops(engine, answer) if self.options.witness or self.options.html else answer
        except MemoryError:
            return Unchecked(CHECKER, "no memory left")
        except Exception as error:  # noqa: BLE001 - an error of the checker is no reason to doubt the proof
            return Unchecked(CHECKER, f"internal error: {type(error).__name__}: {error}")

    def _by_closure(self, question: Question, budget: Budget) -> Confirmed | None:
        """Too long to be executed once more: is it enough where control can be? None if that decides nothing."""
        if question.places or question.only is not None:
            return None
        from antumbra.proofs.check import check_proof
        from antumbra.strategies.uncalled import enclosure

        blocks = enclosure(self.loaded.program, question.checks)
        if blocks is None:
            return None
        answer = check_proof(self.loaded.program, question, Certificate(enclosure=blocks), budget, ())
        if not isinstance(answer, Confirmed):
            return None
        return replace(answer, text=f"{answer.text}; undefined behaviour was looked for by the engine alone")

    def _by_invariants(self, engine: Engine, question: Question) -> Confirmed | None:
        """What the engine has found out does not suffice: do invariants of loops, if there are? None if not."""
        from antumbra.session.standard import invariants_of

        if not self.safe or question.places or engine.name == INVARIANTS:
            return None
        certificate = invariants_of(self.loaded, self.options, self.control.remaining, FOR_INVARIANTS)
        if certificate is None:
            return None
        from antumbra.proofs.check import check_proof

        budget = Budget(effort=GRACE, seconds=self.control.remaining, interrupted=lambda: self.control.interrupted)
        answer = check_proof(self.loaded.program, question, certificate, budget, self._solvers(engine))
        return answer if isinstance(answer, Confirmed) else None

    def _as_loops(self, engine: Engine, confirmed: Answer) -> Answer:
        """What region graphs say, as what holds at loops and calls; unchanged where that alone is no proof."""
        if not isinstance(confirmed, Confirmed) or not confirmed.regions or confirmed.loops:
            return confirmed
        from antumbra.proofs.check import check_proof
        from antumbra.proofs.claims.converting import loop_claims

        said = loop_claims(self.loaded.program, confirmed.regions)
        budget = Budget(effort=GRACE, seconds=self.control.remaining, interrupted=lambda: self.control.interrupted)
        answer = check_proof(self.loaded.program, self._question(), said, budget, self._solvers(engine))
        if not isinstance(answer, Confirmed):
            return confirmed
        return replace(confirmed, loops=answer.loops, contracts=answer.contracts)

    def _question(self) -> Question:
        checks = self.options.load.properties.checks
        unreached = [target for target in self.options.goals.targets if target.key not in self.book.reached]
        places = frozenset(place for target in unreached for place in target.blocks)
        only = frozenset(target.key for target in unreached if target.check)
        return Question(checks, places, None if self.safe else only)

    def _solvers(self, engine: Engine) -> tuple[str, ...]:
        """Those that the engine has not asked come first."""
        if self.loaded.language.axioms:
            # only one of them knows integers and quantifiers: it is asked in another way
            return ("z3 alone", "z3")
        if self.options.solver == "z3" or not engine.statistics.solver_queries:
            return ("bitwuzla", "z3")
        return ("z3", "bitwuzla")


def for_others(loaded: Loaded, decided: Sequence[Decision]) -> Loaded:
    """The program without the named properties that are violated: its executions go on where one is."""
    from antumbra.frontends.guarded.properties import named, without

    violated = {each.id for each in decided if each.violated}
    dropped = {(one.message, one.place) for one in named(loaded.program) if one.id in violated}
    return replace(loaded, program=without(loaded.program, dropped))


#: the name of the checker where it came to no answer
CHECKER = "execution of the program form"


def summary(answer: Answer | None, own: Proof | None, wording: Wording | None = None) -> Proof | None:
    """What is said of a proof. ``own``: what the engine found out with a check of its own."""
    match answer:
        case None:
            return own
        case Confirmed(checker, text, loops, contracts, regions):
            proof = replace(own or Proof(text), checker=checker, result="confirmed", reason="")
            if wording is None:
                return proof
            return replace(
                proof,
                invariants=wording.invariants(loops),
                contracts=wording.contracts(contracts),
                regions=wording.regions(regions),
            )
        case Refuted(checker, reason):
            return replace(own or Proof(), checker=checker, result="refuted", reason=reason)
        case Unchecked(checker, reason):
            return own or Proof("", (), (), checker, "unchecked", reason)


def path_of(refuted: Refuted, targets: Sequence[TargetPlace]) -> PathEnd | None:
    """The execution that refutes a proof, as the end of a path; None where there is none to run again."""
    witness = refuted.witness
    if witness is None or not (witness.check or witness.place):
        return None
    reached = next((target for target in targets if witness.place in target.blocks), None)
    inputs = tuple(
        InputValue(given.name, given.type_name, given.source, given.width, given.value, given.location, given.text)
        for given in witness.inputs
    )
    return PathEnd(
        number=0,
        reason=Reason.VIOLATION if witness.check else Reason.TARGET,
        inputs=inputs,
        location=refuted.location if reached is None else reached.location,
        check=witness.check,
        message=witness.message,
        stack=witness.stack,
        conditions=witness.conditions,
        choices=witness.choices,
    )
