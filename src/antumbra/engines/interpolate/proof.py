"""The proof, checked again: interpolants form an inductive invariant.

From the program's start, and from each interpolant alone (everything it does not speak of unknown), execution must
end well or come to an interpolant that holds, without ever violating an open check. A call of a recursive procedure
may have the effect of a contract that admits it; then the contract is checked the same way (``bodies``). Another
solver answers, and nothing is used of how the interpolants were found. Where there are few paths, all of them are
followed instead. A violation on the way refutes the proof; where there is no time, or more than can be told, nothing
is known of it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from antumbra import terms as T
from antumbra.engines.interpolate.bodies import Followed, follow
from antumbra.engines.interpolate.contracts import Contract, Unsuitable
from antumbra.engines.interpolate.evaluation import Evaluation
from antumbra.engines.interpolate.formula import Formula
from antumbra.engines.interpolate.thinning import Point
from antumbra.engines.interpolate.trace import Start
from antumbra.engines.interpolate.widening import Trial, Widening
from antumbra.engines.limits import Limits, resident_mb
from antumbra.engines.recording import Recording
from antumbra.program.source import Location
from antumbra.proofs import Answer, Confirmed, Refuted, Unchecked
from antumbra.semantics.contract import PathEnded, Pending, Suspended
from antumbra.semantics.state import State
from antumbra.solvers import Chain
from antumbra.terms import Term

if TYPE_CHECKING:
    from antumbra.engines.interpolate.interpolator import Interpolator

#: interpolants whose states are kept for the check; of more there will be none
MOST_CLAIMS = 3_000
#: memory for it, in megabytes: so many times what the run has taken, and so much
MORE_MEMORY = 2
FREE_MEMORY = 200
#: for one query: a check that is hard for the other solver is not worth the wait
QUERY_SECONDS = 1.0
#: regions executed, for one interpolant
MOST_STEPS = 20_000
#: time to check a proof: a little more than it took to find it, of long runs a quarter
PROOF_SECONDS = 0.3
PROOF_FACTOR = 1.25
PROOF_LONG = 5.0
#: and, with the run, at most so many times what exploring everything would take; but so much (``pays``) in any case
PROOF_SHARE = 1.9
PROOF_LEAST = 90_000.0


#: the name of this check
CHECKER = "interpolants"


class _Wrong(Exception):  # noqa: N818 - an answer of the check, not its failure
    """Something that was proved is violated."""

    def __init__(self, reason: str, location: Location | None = None) -> None:
        super().__init__(reason)
        self.location = location


class _Undecided(Exception):  # noqa: N818
    """The check cannot tell, and why."""


@dataclass(frozen=True, slots=True)
class Claim:
    """All states that satisfy the formula, with the objects and cells of ``state``, are safe."""

    point: Point
    formula: Formula
    state: State
    arguments: tuple[Any, ...]


class Claims:
    """The interpolants that were learnt, each with a state to say what its locations are."""

    def __init__(self) -> None:
        self._claims: dict[int, Claim] = {}
        self.complete = True

    def add(self, point: Point, formula: Formula, state: State, arguments: tuple[Any, ...]) -> None:
        if not self.complete:
            return
        self._claims[id(formula)] = Claim(point, formula, state, arguments)
        if len(self._claims) > MOST_CLAIMS:
            self._claims.clear()
            self.complete = False

    def of(self, formula: Formula) -> Claim | None:
        return self._claims.get(id(formula))


class ProofCheck:
    """Checks what an engine has proved; ``run`` once, when it is done."""

    def __init__(self, engine: Interpolator, seconds: float, *, everything: bool = False) -> None:
        """``everything``: follow all paths and use no interpolants."""
        self._engine = engine
        self._everything = everything
        # nobody claims that these cannot be
        self._told = frozenset(engine.recording.told)
        # what the solver needs for it is not to be much more than the run has taken
        memory = min(engine.options.memory_mb or math.inf, MORE_MEMORY * resident_mb() + FREE_MEMORY)
        self._limits = Limits(seconds, memory, engine.limits)
        # a solver that the run has not asked
        idle = engine.options.solver == "z3" or not engine.chain.statistics.solver_queries
        self._chain = Chain(solver="bitwuzla" if idle else "z3", timeout=QUERY_SECONDS, deadline=self._limits.remaining)
        self._evaluation = Evaluation(engine.machine, engine.locations, self._chain)
        self._evaluation.initial_pages = engine.evaluation.initial_pages
        self._evaluation.first = engine.evaluation.first
        self._widening = Widening(engine.machine, engine.locations, self._evaluation, self._chain)
        self._waiting: list[Claim] = []
        self._seen: set[int] = set()
        #: contracts that the proof rests on, still to be checked, and all of them
        self._contracts: list[Contract] = []
        self._rests_on: list[Contract] = []
        self._names = 0
        self.checked = 0

    def run(self) -> Answer:
        """Does everything follow?"""
        engine = self._engine
        chain, engine.machine.chain = engine.machine.chain, self._chain
        try:
            self._check()
        except _Wrong as wrong:
            return Refuted(CHECKER, str(wrong), wrong.location)
        except _Undecided as undecided:
            return Unchecked(CHECKER, str(undecided))
        except Unsuitable:
            return Unchecked(CHECKER, "a contract that cannot be checked")
        finally:
            engine.machine.chain = chain
        if self._everything:
            return Confirmed(CHECKER, "all paths, followed again without interpolants")
        return Confirmed(CHECKER, f"{self.checked} interpolants, each of which leads to others or to a good end")

    def _check(self) -> None:
        first = self._engine.first
        if first is None:
            raise _Undecided("nothing was explored")
        if not (self._everything or self._engine.claims.complete):
            raise _Undecided(f"more than {MOST_CLAIMS} interpolants")
        self._safe(first.state.fork(), first.region, first.arguments)
        while self._waiting:
            claim = self._waiting.pop()
            trial = self._start(claim)
            if trial is None:
                raise _Undecided("an interpolant that is no state")
            self._safe(trial.state, claim.point[0], trial.arguments)
            self.checked += 1
        while self._contracts:
            self._hold(self._contracts.pop())
            self.checked += 1

    def _start(self, claim: Claim) -> Trial | None:
        """A state of which nothing is known but the formula; None where that is more than we can express."""
        start = Start(*claim.point)
        values = self._widening.locations_of(claim.state, start, claim.arguments)
        if values is None:
            return None
        conditions: list[Term] = []
        pinned: set[Term] = set()
        for condition in claim.formula.conditions():
            # what belongs to the shape is no unknown: the next free page, memory that nobody has written
            fixed = {x: self._evaluation.value(x, {}, claim.state) for x in T.free_variables(condition) - values.keys()}
            if any(value.__class__ is not int for value in fixed.values()):
                return None
            conditions.append(T.substitute(condition, {x: T.const(value, x.sort) for x, value in fixed.items()}))
        # a location of which only one value is possible has it
        for x, bounds in claim.formula.sets.items():
            if x in values and len(bounds) == 2 and bounds[1] == bounds[0] + 1:
                values[x] = bool(bounds[0]) if x.sort is T.BOOL else bounds[0]
                pinned.add(x)
        unknown = [x for x in values if x not in pinned]
        return self._widening.generalised(
            unknown, conditions, claim.state, start, claim.arguments, claim.point, values, all_needed=True
        )

    def _safe(self, state: State, region: int, arguments: tuple[Any, ...]) -> None:
        """Follow a state on every path to its end or to an interpolant."""
        engine = self._engine
        functions = engine.machine.functions
        waiting = [(state, region, arguments)]
        steps = 0
        contracts = False
        with engine.apart() as found:
            while waiting:
                state, region, arguments = waiting.pop()
                state.log = []
                found.mark()
                moved = False
                try:
                    while not (moved and self._claimed(state, region, arguments)):
                        contract = self._contract(state, region, arguments) if moved else None
                        if contract is None:
                            region, arguments = functions[region](state, *arguments)
                        elif (after := self._applied(contract, state, arguments)) is not None:
                            region, arguments = after
                            contracts = True
                        else:
                            break
                        moved = True
                        steps += 1
                        if self._limits.exceeded() is not None:
                            raise _Undecided("no time or memory left for it")
                        if steps > MOST_STEPS and not self._everything:
                            raise _Undecided("an interpolant that leads to no other")
                except PathEnded:
                    pass
                except Suspended:
                    waiting.extend((c.state, c.region, c.arguments) for c in engine.take_split())
                self._judge(found, contracts=contracts)

    def _judge(self, found: Recording, *, contracts: bool) -> None:
        """What came of one path. ``contracts``: calls had the effect of contracts, which may be more than they do."""
        violated = found.open_violation
        if contracts and (violated is not None or found.reached):
            raise _Undecided("what contracts allow violates something")
        if violated in self._told:
            raise _Undecided("a violation that the run has told is not confirmed")
        if violated is not None:
            raise _Wrong(f"{violated[0]} can be violated", violated[1])
        for target in found.reached:
            raise _Wrong(f"{target.id} can be reached", target.location)
        if not found.clean:
            raise _Undecided("; ".join(dict.fromkeys(cut.detail or cut.reason.text for cut in found.cut_list())))

    # ------------------------------------------------------------ contracts

    def _contract(self, state: State, region: int, arguments: tuple[Any, ...]) -> Contract | None:
        """A contract for a call, if it is one of a recursive procedure that has one."""
        summaries = self._engine.summaries
        name = None if self._everything else summaries.entries.get(region)
        return None if name is None else summaries.admitting(self._chain, name, state, arguments)

    def _applied(
        self, contract: Contract, state: State, arguments: tuple[Any, ...]
    ) -> tuple[int, tuple[Any, ...]] | None:
        if not any(contract is known for known in self._rests_on):
            self._rests_on.append(contract)
            self._contracts.append(contract)
        self._names += 1
        return contract.apply(self._chain, state, arguments, f"p{self._names}")

    def _hold(self, contract: Contract) -> None:
        """Does everything that may enter a procedure end well or return as its contract says?"""
        self._names += 1
        begun = contract.enter(self._chain, f"p{self._names}")
        if begun is None:
            return

        def answer(state: State, region: int, arguments: tuple[Any, ...]) -> tuple[int, tuple[Any, ...]] | None:
            needed = self._contract(state, region, arguments)
            if needed is None:
                raise Unsuitable
            return self._applied(needed, state, arguments)

        followed = follow(
            self._engine,
            Pending(begun[0], contract.region, begun[1]),
            answer,
            lambda entry, state, results: contract.allows(self._chain, entry, begun[2], state, results),
            lambda: self._limits.exceeded() is not None,
        )
        match followed:
            case Followed.HOLDS:
                pass
            case Followed.WRONG:
                raise _Wrong(f"{contract.procedure.name} does not keep its contract", contract.procedure.location)
            case Followed.UNDECIDED:
                raise _Undecided(f"the contract of {contract.procedure.name} takes too long")

    # ------------------------------------------------------------ interpolants

    def _claimed(self, state: State, region: int, arguments: tuple[Any, ...]) -> bool:
        """Is this a cut point where an interpolant holds?"""
        if self._everything or not self._engine.is_cut_point(region):
            return False
        start = Start.of(state, region)
        environment = self._evaluation.environment(state, start, arguments)
        formula = self._engine.table.find(
            (region, start.callers),
            lambda form: self._evaluation.evaluate(form, environment, state),
            lambda formula: (
                self._applies(formula, state, start, arguments) and self._evaluation.holds(formula, environment, state)
            ),
        )
        if formula is None:
            return False
        if id(formula) not in self._seen:
            self._seen.add(id(formula))
            claim = self._engine.claims.of(formula)
            if claim is not None:
                self._waiting.append(claim)
        return True

    def _applies(self, formula: Formula, state: State, start: Start, arguments: tuple[Any, ...]) -> bool:
        claim = self._engine.claims.of(formula)
        return claim is not None and self._widening.same_shape(claim.state, claim.arguments, state, start, arguments)


def check_proof(engine: Interpolator) -> Answer | None:
    """Check what a finished run rests on, if that is worth it; None if it rests on nothing that was left out.

    The run and the check together take no more than about twice what exploring everything would: the check may
    have what is left of that. Where pruning spared little, the check is to explore everything.
    """
    if not engine.subsumed + engine.covered + engine.loops.closed_loops + engine.summaries.used:
        return None
    pays = engine.pays
    fair = max(PROOF_LEAST, PROOF_SHARE * pays.plainly - pays.total)
    # how many rounds a closed loop would have is not known
    everything = not engine.loops.closed_loops and pays.plainly < min(fair, 2 * pays.total)
    if engine.summaries.used:
        everything, fair = False, pays.total  # nobody knows what exploring everything would have taken
    if not everything and fair < pays.executed:
        # what was followed to its end is followed again, whatever the interpolants say
        return Unchecked(CHECKER, "it would take much longer than the run")
    elapsed = engine.limits.elapsed()
    seconds = PROOF_SECONDS + min(elapsed * PROOF_FACTOR, PROOF_LONG + elapsed / 4)
    # exploring takes what it took before, but this is another solver
    seconds = min(engine.limits.remaining(), seconds, (2 if everything else 1) * fair * elapsed / pays.total)
    return ProofCheck(engine, seconds, everything=everything).run()
