"""ACF: the alternating characterization of failures.

In turns, each longer than the last, both sides close in on what fails: exploration (DEFINITE) says of whole paths how
they end; engines that prove (POSSIBLE) are asked whether anything else fails. What they find and exploration has not is
explored in particular (COND); where they cannot tell, smaller regions are asked about (GENERALIZE). The run may end at
any moment: both bounds are right all the time. Turns are counted in steps; a clock only ends runs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from antumbra import terms as T
from antumbra.bounds.asking import Asker
from antumbra.bounds.cfc import Evidence, Parameter, Piece, Side
from antumbra.bounds.parameters import parameters
from antumbra.engines.contract import OnProgress
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.invariants.closed_forms.accelerating import accelerated
from antumbra.engines.invariants.closed_forms.claims import loop_claims
from antumbra.engines.invariants.closed_forms.confirming import Prover as ClosedFormProver
from antumbra.program import model as P
from antumbra.program.restricting.assuming import assuming, conjuncts
from antumbra.program.restricting.reading import reading_at_most
from antumbra.program.text.readable import condition_text
from antumbra.proofs import Answer, Certificate, Refuted
from antumbra.records import dataclass, field
from antumbra.strategies.characterize.definite import Definite
from antumbra.strategies.characterize.known import Known
from antumbra.strategies.characterize.obligations import Obligation, obligation, one_failure
from antumbra.strategies.characterize.possible import Open, Proved, Prover, Violated, told
from antumbra.strategies.characterize.proposing import Partition, Proposal, is_number, program_constants
from antumbra.strategies.characterize.proved_slices import ProvedSlices, Runs
from antumbra.strategies.characterize.reading import Reading, reads_of, settled_by_axioms, vector
from antumbra.strategies.characterize.running.runner import Runner
from antumbra.strategies.characterize.slicing import Slicer
from antumbra.terms import Term

#: steps of the first turn of each side, and how much longer the next one is
FIRST_TURN = 300_000
GROWTH = 2
#: failures that POSSIBLE may find in one turn, one after the other
MOST_FAILURES = 16
#: regions that GENERALIZE asks about in one turn, and their part of its steps
MOST_REGIONS = 12
REGION_PART = 4
#: turns without anything new before more inputs are read, where that is allowed, or the run gives up
QUIET_TURNS = 3
#: how many times as many inputs are read then, and at most
MORE_INPUTS = 2
MOST_INPUTS = 4096
#: characters of a condition in the log
LONGEST = 160
#: atoms of conditions, and failing inputs, that learning is given
MOST_ATOMS = 40
#: steps of one question about conditions
SEARCH_STEPS = 400_000
#: steps of the proof of a slice, in those of a turn, where few failing paths are known and where many are: few slices
#: are asked about, each may stand for thousands of paths, and questions about all that these leave open are dear
SLICE_PART = 2
SLICE_PART_OF_MANY = 8
#: how many times as many steps POSSIBLE has right after that: slices may be all there is
AFTER_SLICES = 4
#: steps of one slicing, and pieces that it takes
SLICE_STEPS = 500_000
MOST_SLICED = 64
#: proved regions that exploration leaves out
MOST_APART = 24


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is to be characterized. ``domain``: the inputs to look at. ``without``: phases to leave out, to measure.
    ``more_inputs``: should time be left, more reads may count than ``max_inputs``."""

    checks: frozenset[str]
    domain: Term = T.TRUE
    max_inputs: int = 16
    without: frozenset[str] = frozenset()
    more_inputs: bool = False


@dataclass(slots=True)
class Ledger:
    """What happened, for reports: ``log`` in words; ``answers`` of the second solver; errors of ours."""

    log: list[str] = field(default_factory=list[str])
    answers: list[tuple[str, Answer]] = field(default_factory=list[tuple[str, Answer]])
    errors: list[str] = field(default_factory=list[str])
    reasons: dict[str, None] = field(default_factory=dict[str, None])


class Acf:
    """One characterization. ``explore``: options of exploration; ``prover``: asks engines about regions."""

    def __init__(
        self,
        program: P.Program,
        wishes: Wishes,
        explore: Callable[[], ExploreOptions],
        prover: Prover,
        stopped: Callable[[], bool],
    ) -> None:
        self._program = program
        self._wishes = wishes
        self.prover = prover
        self._stopped = stopped
        self.known = Known()
        self.reading = Reading(wishes.max_inputs, settled_by_axioms(program))
        self.ledger = Ledger()
        #: the program without rounds of loops that have closed forms, and what is known of those loops
        self._solved, self.certificate = program, Certificate()
        if "accelerate" not in wishes.without:
            self._accelerate()
        #: regions that were proved, and how many of them exploration leaves out
        self._apart: list[Term] = []
        self._left_out = 0
        self._make = explore
        #: reads that count, and those of failing executions that were found
        self._most = self._wanted = wishes.max_inputs
        self.definite = self._exploration(None)
        #: may another turn, which is longer, tell more?
        self._hungry = False
        self._on_progress: OnProgress | None = None
        self._tried: dict[Term, int] = {}
        #: literals beyond which nothing is left to ask about
        self._settled: set[Term] = set()
        self._sliced = 0
        self._partition: Partition | None = None
        #: of the program, and of the one without rounds
        self._obligations: list[Obligation | str] | None = None
        self._one_failure = one_failure(program, wishes.checks)
        runs = Runs(program, wishes.checks, wishes.domain, program_constants(program))
        self._slices = ProvedSlices(self.known, self._ask_slice, runs, one_failure=self._one_failure)
        self.phases = {
            "definite": self._definite,
            "slice": self._slice_by_proof,
            "possible": self._possible,
            "generalize": self._generalize,
            "grow": self._grow,
        }

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The inputs that were read so far, as reports name them."""
        return parameters(self.reading.inputs, self._program)

    # ------------------------------------------------------------ the loop

    def run(self, on_progress: OnProgress | None = None) -> None:
        """Until the bounds meet, nothing new can come, or somebody stops it. Who has set no limit in seconds does not
        wait for ever: then a few turns without anything new are the end."""
        self._on_progress = on_progress
        steps, quiet = FIRST_TURN, 0
        while not self._over:
            before = len(self.known.pieces)
            self._hungry = False
            self._turn(steps)
            quiet = quiet + 1 if len(self.known.pieces) == before else 0
            steps *= GROWTH
            if self._over or (quiet < QUIET_TURNS and self._wanted <= self._most):
                continue
            if self._read_more():
                steps, quiet = FIRST_TURN, 0
            elif quiet >= QUIET_TURNS and (not self._hungry or self.prover.seconds() is None):
                self._give_up()
                break
        self._tidy()

    def _turn(self, steps: int) -> None:
        for phase, work in self.phases.items():
            if not self._over and phase not in self._wishes.without:
                work(steps)
        self._hungry |= "definite" not in self._wishes.without and self.definite.unfinished

    def _read_more(self) -> bool:
        """Let more reads count, if some that do not are in the way, and there is time. What is known stays right."""
        allowed = self._wishes.more_inputs and self.reading.more and self._most < MOST_INPUTS
        if not allowed or self.prover.seconds() is None:
            return False
        self._most = min(max(MORE_INPUTS * self._most, self._wanted), MOST_INPUTS)
        self.reading.up_to(self._most)
        self.known.another_exploration()
        self.definite = self._exploration(self.definite)
        self._partition = None
        self._tried.clear()
        self._say(f"{self._most} reads of a run count from now on")
        return True

    def _exploration(self, before: Definite | None) -> Definite:
        self._left_out = len(self._apart)
        outside = T.and_(T.TRUE, *(T.not_(region) for region in self._apart))
        program = reading_at_most(assuming(self._solved, T.and_(self._wishes.domain, outside)), self._most)
        asker = partial(self._asker, SEARCH_STEPS)
        return Definite(program, self.known, self.reading, self._make, before, outside, asker)

    def _explore_the_rest(self) -> None:
        """Begin anew where no path goes through what is proved already."""
        if len(self._apart) > self._left_out and self.definite.unfinished:
            self.known.another_exploration()
            self.definite = self._exploration(self.definite)
            self._say(f"DEFINITE: begins anew outside of {len(self._apart)} regions that are proved")

    def _leave_out(self, region: Term) -> None:
        if len(self._apart) < MOST_APART:
            self._apart.append(region)

    def _give_up(self) -> None:
        """Why nothing more is tried."""
        if self.reading.more:
            self.ledger.reasons[f"runs read more than {self._most} inputs"] = None
        if self._hungry:
            self._say(f"nothing new in {QUIET_TURNS} turns, and no limit in seconds that allows more")
        else:
            self._say("nothing new, and more steps would not help")

    def _tidy(self) -> None:
        """Leave out pieces that have no input; and look whether anything is between the bounds at all."""
        pieces = self.known.pieces
        if len(pieces) > MOST_SLICED:
            return
        kept = [piece for piece in pieces if not self._empty(piece.condition)]
        if len(kept) < len(pieces):
            self.known.instead(kept, self.known.cover)
        self.known.exact = self.known.exact or self._empty(self.known.may)

    @property
    def _over(self) -> bool:
        return self.known.exact or self._stopped()

    def _say(self, text: str) -> None:
        self.ledger.log.append(text)

    # ------------------------------------------------------------ phases

    def _accelerate(self) -> None:
        """Loops whose values are polynomials in the number of rounds need not be gone through."""
        found = accelerated(self._program, self._wishes.checks, ClosedFormProver(seconds=self.prover.seconds))
        if found.solved:
            self._solved = found.program
            self.certificate = Certificate(loops=loop_claims(found.solved.values()))
            self._say(f"{len(found.solved)} loops have closed forms, {len(found.refused)} have not")

    def _definite(self, steps: int) -> None:
        self._explore_the_rest()
        if not self.definite.unfinished:
            return
        before = len(self.known.pieces)
        self.definite.run(steps, self._on_progress)
        found = self.known.pieces[before:]
        must = sum(piece.side is Side.MUST for piece in found)
        how = "all paths" if self.definite.complete else "some paths"
        self._say(f"DEFINITE: {how} explored; {must} new that fail, {len(found) - must} that do not")

    def _possible(self, steps: int) -> None:
        """Is there any failure but those that are known? Each that is found is explored, and excluded from then on."""
        if len(self._apart) > self._left_out:
            steps *= AFTER_SLICES
        for _ in range(MOST_FAILURES):
            if self._over:
                return
            self._slice()
            attempt = self._ask(T.not_(self.known.lower), steps, "POSSIBLE: does nothing else fail?")
            match attempt:
                case Proved(engine):
                    claim = "nothing fails but what is in MUST"
                    self.known.rest_is_safe(Evidence("POSSIBLE", engine, claim))
                    return
                case Violated(end):
                    if not self._follow(vector(end)):
                        return
                case Open():
                    return

    def _slice(self) -> None:
        """Leave out of failing paths what does not matter: the rest is easier to ask about without it."""
        must = self.known.of(Side.MUST)
        if len(must) == self._sliced or len(must) > MOST_SLICED or "slice" in self._wishes.without:
            return
        pieces, cover = Slicer(self._asker(SLICE_STEPS), self._wishes.domain).sliced(must)
        if len(pieces) < len(must):
            self._say(f"SLICE: {len(must)} failing pieces became {len(pieces)}")
        self.known.instead([*self.known.of(Side.SAFE), *pieces], cover)
        self._sliced = len(pieces)

    def _slice_by_proof(self, steps: int) -> None:
        """Failing paths without the branches that do not matter: a proof decides which."""
        part = SLICE_PART if len(self.known.cover) <= MOST_SLICED else SLICE_PART_OF_MANY
        found = self._slices.run(self.definite.failing, self.parameters, part * steps, self._over_now)
        for region in found:
            self._leave_out(region)

    def _over_now(self) -> bool:
        return self._over

    def _ask_slice(self, region: Term, steps: int) -> Proved | Violated | Open:
        return self._ask_must(region, steps, f"SLICE: does everything fail if {self._words(region)}?")

    def _generalize(self, steps: int) -> None:
        """Where the rest cannot be shown to be safe, a part of it may be: beyond one condition of a failing path."""
        asked = 0
        for literal in self._literals():
            if self._over or asked >= MOST_REGIONS:
                return
            share = steps // REGION_PART
            if literal in self._settled or self._tried.get(literal, 0) >= share:
                continue
            if self._empty(T.and_(literal, self.known.may)):
                self._settled.add(literal)
                continue
            self._tried[literal] = share
            asked += 1
            region = T.and_(literal, T.not_(self.known.lower))
            match self._ask(region, share, f"GENERALIZE: does nothing else fail if {self._words(literal)}?"):
                case Proved(engine):
                    self.known.merge(Piece(region, Side.SAFE, Evidence("GENERALIZE", engine, "nothing in it fails")))
                    # MUST only grows: what is beyond the literal stays known
                    self._settled.add(literal)
                case Violated(end):
                    self._follow(vector(end))
                case Open():
                    pass

    def _literals(self) -> list[Term]:
        """Negations of the conditions of failing paths, those of the first path first."""
        found: dict[Term, None] = {}
        for condition in self.known.cover:
            for part in conjuncts(condition):
                if part.op not in (T.OR, T.AND):
                    found[T.not_(part)] = None
        return [literal for literal in found if literal is not T.FALSE]

    def _grow(self, steps: int) -> None:
        """Regions that runs suggest, on both sides: what is proved counts."""
        if not self.reading.inputs or not all(is_number(parameter) for parameter in self.parameters):
            return
        if self._partition is None:
            self._partition = self._new_partition()
        asked = 0
        for proposal in self._partition.propose():
            if self._over or asked >= MOST_REGIONS:
                return
            asked += self._tried_to_prove(self._partition, proposal, steps // REGION_PART)

    def _new_partition(self) -> Partition:
        named = self.parameters
        runner = Runner(self._program, self._wishes.checks, [parameter.variable for parameter in named])
        return Partition(
            named,
            runner,
            tuple(self.definite.atoms)[:MOST_ATOMS],
            program_constants(self._program),
            domain=self._wishes.domain,
            models=[vector(end) for end in self.definite.failing[:MOST_ATOMS]],
        )

    def _tried_to_prove(self, partition: Partition, proposal: Proposal, steps: int) -> bool:
        """Is the proposal true? Whether anybody had to be asked."""
        region = T.and_(proposal.condition, self.known.may)
        if self._empty(region):
            partition.settle(proposal)
            return False
        must = proposal.side is Side.MUST
        claim = f"does {'everything' if must else 'nothing'} fail if {self._words(proposal.condition)}"
        what = f"GROW: {claim}?"
        # what fails is no part of what is safe; to leave out what is safe helps engines while that is little
        beyond = T.and_(proposal.condition, T.not_(self.known.lower))
        asked = region if len(self.known.pieces) <= MOST_SLICED else beyond
        attempt = self._ask_must(proposal.condition, steps, what) if must else self._ask(asked, steps, what)
        match attempt:
            case Proved(engine):
                claim = "everything in it fails" if must else "nothing in it fails"
                evidence = Evidence("GROW", engine, claim)
                failure = proposal.failure if self._one_failure else None
                proved = proposal.condition if must else beyond
                self.known.merge(Piece(proved, proposal.side, evidence, failure))
                partition.settle(proposal)
                self.known.exact = self._empty(self.known.may)
            case Violated(end):
                if not must:
                    self._follow(vector(end))
                partition.refute(proposal, vector(end))
            case Open():
                partition.resist(proposal)
        return True

    def _empty(self, region: Term) -> bool:
        """Is there surely nothing of the domain in a region?"""
        where = T.and_(self._wishes.domain, region)
        return self._asker(SEARCH_STEPS).impossible(where)

    def _asker(self, steps: int) -> Asker:
        return Asker(steps, seconds=self.prover.seconds)

    # ------------------------------------------------------------ questions

    def _ask_must(self, region: Term, steps: int, what: str) -> Proved | Violated | Open:
        """Does every input of the region fail?"""
        if self._obligations is None:
            self._obligations = [obligation(each, self._wishes.checks) for each in (self._program, self._solved)]
        original, way = self._obligations
        if isinstance(way, str) or isinstance(original, str):
            return self._told(what, Open(str(way)))
        where = T.and_(self._wishes.domain, region)
        claimed = None if self._solved is self._program else (original.program, self.certificate)
        attempt = self.prover.prove(way.program, way.checks, where, steps, self._on_progress, way.quiet, claimed)
        return self._told(what, attempt)

    def _ask(self, region: Term, steps: int, what: str) -> Proved | Violated | Open:
        where = T.and_(self._wishes.domain, region)
        claimed = None if self._solved is self._program else (self._program, self.certificate)
        attempt = self.prover.prove(self._solved, self._wishes.checks, where, steps, self._on_progress, claimed=claimed)
        if isinstance(attempt, Violated):
            self._wanted = max(self._wanted, reads_of(attempt.end))
        return self._told(what, attempt)

    def _told(self, what: str, attempt: Proved | Violated | Open) -> Proved | Violated | Open:
        match attempt:
            case Proved(engine, checked):
                self.ledger.answers.append((what, checked))
                self._say(f"{what} Proved ({engine}; {told(checked)})")
                if isinstance(checked, Refuted):
                    self.ledger.errors.append(f"a proof of {engine} was refuted: {checked.reason}")
                    return Open("a proof was refuted")
            case Violated(end):
                self.reading.note(end.asked)
                point = T.and_(T.TRUE, *(T.eq(v, T.const(value, v.sort)) for v, value in vector(end).items()))
                self._say(f"{what} No: {end.check} at {end.location} with {self._words(point)}")
            case Open(reason, more):
                self._hungry |= more
                self._say(f"{what} Not known: {reason}")
                self.ledger.reasons[reason] = None
        return attempt

    def _follow(self, values: dict[Term, int]) -> bool:
        """COND: explore where POSSIBLE has found a failure. Is it known now?"""
        before = len(self.known.pieces)
        learnt = self.definite.directed(values, self._on_progress)
        new = self.known.pieces[before:]
        if not learnt or not new:
            self._say("DEFINITE: followed that input, and found nothing new")
            return False
        found = ", ".join(f"{piece.side.value} {self._words(piece.condition)}" for piece in new)
        self._say(f"DEFINITE: followed that input; its whole path: {found}")
        return True

    def _words(self, condition: Term) -> str:
        """A condition in the names of the program, for the log."""
        named = {p.variable: p.name for p in self.parameters}
        text = condition_text(condition, lambda variable: named.get(variable, str(variable.data)))
        return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
