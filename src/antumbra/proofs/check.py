"""Check a proof of safety from the program alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from antumbra.program import model as P
from antumbra.proofs.answer import Answer, Confirmed, Refuted, Unchecked
from antumbra.proofs.asking.deciding import Decider, Tried
from antumbra.proofs.asking.judge import Judge
from antumbra.proofs.certificate import Certificate, JoinClaim
from antumbra.proofs.ends import NotUnderstood, Violation
from antumbra.proofs.memory.world import World
from antumbra.proofs.question import ALONE, Budget, OutOfBudget, Question
from antumbra.proofs.walker import Walker
from antumbra.records import dataclass, replace
from antumbra.terms import AND
from antumbra.terms.ring import Ring

#: of the effort, how much may go into region graphs before other ways are tried
FOR_REGIONS = 0.5
#: the same for claims about joins; and where there are many, without which states say what all joins together say, in
#: one question that no solver answers
FOR_JOINS = 0.5
FOR_MANY_JOINS = 0.95
MANY_JOINS = 50
#: of the effort, how much goes into executing everything before claims about joins that say much: a question about one
#: of them is harder than most that come up without (text, permutation and queens in benchmarks: 8 to 31 conditions in
#: an alternative; Fig. 1 and 4 of the TracerX paper: 1 to 3)
BEFORE_LONG_JOINS = 0.6
LONG_JOIN = 6
#: of the effort, until when claims about arrays are tried where all else has left a proof unchecked
FOR_ARRAYS = 1.15
FASTEST = "bitwuzla"
#: so many paths are followed one by one before states are joined, if that is to be seen within a part of the effort
FEW_PATHS = 1_000
FOR_PATHS = 0.4
#: effort of a path: the question whether it exists, with what is known there (queens with 746 paths in benchmarks)
PATH = 2_700.0


@dataclass(frozen=True, slots=True)
class _Way:
    """One attempt: with which claims, states joined or not, until which part of the effort is spent."""

    certificate: Certificate
    joined: bool
    until: float

    def same(self, other: _Way) -> bool:
        return self.certificate == other.certificate and self.joined == other.joined


def check_proof(
    program: P.Program,
    question: Question,
    certificate: Certificate,
    budget: Budget,
    solvers: Sequence[str],
    *,
    without_claims: float = 0.0,
) -> Answer:
    """Does nothing happen that the question forbids? ``solvers``: who is asked, those that the engine did not first.
    ``without_claims``: the part of the effort for executing everything before claims about joins are looked at.

    With region graphs first by their closure. With claims about joins or loops first by them; if they do not suffice,
    by executing all rounds. The latter alone refutes: an execution that only exists if claims are true says nothing.
    Where nobody claims anything, and rounds have no end, the checker tries claims of its own.
    """
    if certificate.enclosure is not None:
        from antumbra.proofs.claims.enclosure import check_enclosure

        return check_enclosure(program, question, certificate.enclosure)
    first: Unchecked | None = None
    if certificate.states is not None:
        from antumbra.proofs.claims.states import check_states

        answer = check_states(program, question, certificate.states, budget)
        if not isinstance(answer, Unchecked):
            return answer
        first = answer
        certificate = replace(certificate, states=None)
    if certificate.regions and "uninitialized" not in question.checks:
        from antumbra.proofs.claims.regions import check_regions

        part = budget.part(FOR_REGIONS)
        answer = check_regions(program, question, certificate.regions, part, solvers)
        budget.spent = part.spent
        if not isinstance(answer, Unchecked):
            return answer
        first = answer
        certificate = _without_regions(program, certificate)
    ways = _ways(program, certificate, budget.effort, without_claims)
    if solvers[0] == FASTEST:  # then the second asks the same solver as the first
        ways = _unlike(ways)
    in_vain: Tried = {}
    for tried, way in enumerate(ways):
        part = budget.part(way.until)
        # the one that the engine has not asked, then the fastest, then in turn: what one is too slow for, the other may
        # decide; the checker's name says who answered
        order = solvers if tried == 0 else sorted(solvers, key=lambda name: name == FASTEST, reverse=tried % 2 == 1)
        _, answer = _walk(program, question, way, part, order, in_vain)
        budget.spent = part.spent
        if not isinstance(answer, Unchecked):
            return answer
        first = first or answer
    return first or Unchecked("execution of the program form", "paths are too long to be executed again")


def check_claims(
    program: P.Program, question: Question, certificate: Certificate, budget: Budget, solvers: Sequence[str]
) -> tuple[Answer, Certificate]:
    """The same by these claims alone; and those of them that held somewhere."""
    walker, answer = _walk(program, question, _Way(certificate, True, 1.0), budget, solvers, {})
    return answer, walker.loops.used(certificate)


def check_shapes(
    program: P.Program, question: Question, budget: Budget, solvers: Sequence[str], levels: Iterable[int]
) -> tuple[Answer, Certificate]:
    """The same without claims, with parts of lists. ``levels``: of detail, the finest first; the next one is tried
    where there were too many states, and has an equal part of what is left."""
    rest = list(levels)
    answer: Answer = Unchecked("execution of the program form", "no level of detail")
    certificate = Certificate()
    for tried, level in enumerate(rest):
        certificate = Certificate(shapes=level)
        part = replace(budget, effort=budget.spent + (budget.effort - budget.spent) / (len(rest) - tried))
        walker, answer = _walk(program, question, _Way(certificate, False, 1.0), part, solvers, {})
        budget.spent = part.spent
        if isinstance(answer, Confirmed | Refuted) or not (walker.too_fine or part.spent >= part.effort):
            break
    return answer, certificate


def _without_regions(program: P.Program, certificate: Certificate) -> Certificate:
    """What region graphs say of loops and recursion."""
    from antumbra.proofs.claims.converting import loop_claims

    said = loop_claims(program, certificate.regions)
    loops = Certificate.of_loops((*certificate.loops, *said.loops)).loops
    known = {contract.procedure for contract in certificate.contracts}
    more = (contract for contract in said.contracts if contract.procedure not in known)
    return replace(certificate, loops=loops, contracts=(*certificate.contracts, *more), regions=())


def _ways(program: P.Program, certificate: Certificate, effort: float, without_claims: float = 0.0) -> Iterator[_Way]:
    if certificate.shapes:
        yield _Way(certificate, False, 1.0)
        return
    # a claim without alternatives says that nobody comes there
    joins = tuple(claim for claim in certificate.joins if claim.alternatives)
    if without_claims and not certificate.claims and not certificate.long:
        yield _Way(Certificate(), True, without_claims)
    certificate = replace(certificate, joins=joins)
    if joins and not certificate.long:
        share = FOR_JOINS if len(certificate.joins) < MANY_JOINS else FOR_MANY_JOINS
        others = replace(certificate, joins=())
        if _conditions(joins) > LONG_JOIN:
            for way in _ways(program, others, effort):
                yield replace(way, until=BEFORE_LONG_JOINS * way.until)
            yield _Way(certificate, True, 1.0)
            return
        yield _Way(certificate, True, share)
        for way in _ways(program, others, effort):
            yield replace(way, until=share + (1 - share) * way.until)
        return
    plain = arrays = Certificate()
    if certificate.claims:
        from antumbra.proofs.claims.candidates import own_contracts

        known = {contract.procedure for contract in certificate.contracts}
        more = tuple(contract for contract in own_contracts(program) if contract.procedure not in known)
        own = replace(certificate, contracts=(*certificate.contracts, *more)) if more else plain
        yield _Way(certificate, True, 0.6)
    else:
        if _few(certificate, FOR_PATHS * effort):
            yield _Way(plain, False, FOR_PATHS)
        from antumbra.proofs.claims.candidates import own_claims

        arrays = _about_arrays(program)
        own = own_claims(program)
        if certificate.long:
            if arrays.claims:
                yield _Way(arrays, True, 0.6)
            if own.claims:
                yield _Way(own, True, 1.0)
            return
    # rounds are many, but calls that call twice are more than anybody can execute
    yield _Way(plain, True, 0.6 if own.contracts else 0.75 if own.claims else 1.0)
    if own.claims:
        yield _Way(own, True, 1.0)
    if not certificate.claims and arrays.claims:
        yield _Way(arrays, True, FOR_ARRAYS)


def _about_arrays(program: P.Program) -> Certificate:
    """Claims about loops that write to arrays or go over them."""
    from antumbra.proofs.proposing.arrays import proposals

    found = proposals(program)
    return Certificate(found, peeled=False) if any(claim.everywhere for claim in found) else Certificate()


def _unlike(ways: Iterator[_Way]) -> Iterator[_Way]:
    """Without the first, if the second is the same. No more than two are looked at before they are tried."""
    first, second = next(ways, None), next(ways, None)
    if first is not None and (second is None or not first.same(second)):
        yield first
    if second is not None:
        yield second
    yield from ways


def _few(certificate: Certificate, effort: float) -> bool:
    """Can all paths be followed one by one for so much?"""
    if certificate.long or certificate.paths is None or certificate.paths > FEW_PATHS:
        return False
    return ALONE * certificate.commands + PATH * certificate.paths <= effort


def _conditions(joins: Sequence[JoinClaim]) -> float:
    """Of an alternative of a claim, on average."""
    alternatives = [each for claim in joins for each in claim.alternatives]
    return sum(len(each.args) if each.op is AND else 1 for each in alternatives) / max(1, len(alternatives))


def _walk(
    program: P.Program, question: Question, way: _Way, budget: Budget, solvers: Sequence[str], tried: Tried
) -> tuple[Walker, Answer]:
    claims = (condition for claim in way.certificate.loops for condition in claim.conditions)
    decider = Decider(solvers, budget, polynomial=Ring().concerns(claims), tried=tried)
    judge = Judge(World(program), question, decider)
    walker = Walker(judge, program, way.certificate, budget, merging=way.joined)

    def name() -> str:
        by = " and ".join(decider.used) if decider.used else "no solver"
        return f"execution of the program form, with {by}"

    try:
        walker.walk()
    except OutOfBudget as over:
        return walker, Unchecked(name(), str(over))
    except NotUnderstood as what:
        return walker, Unchecked(name(), str(what))
    except RecursionError:
        return walker, Unchecked(name(), "a term is too deep")
    except Violation as violation:
        if violation.abstract:
            return walker, Unchecked(name(), f"what is known of {violation.abstract} does not exclude: {violation}")
        return walker, Refuted(name(), str(violation), violation.location, violation.witness)
    if "uninitialized" in question.checks and walker.unwritten is not None:
        place = f" at {walker.unwritten.location}" if walker.unwritten.location else ""
        return walker, Unchecked(name(), f"a branch may depend on what was never written{place}; all else is confirmed")
    how = "joined where they meet" if way.joined else "path by path"
    text = f"every execution followed {how}"
    if walker.joins.used:
        text += f", {len(walker.joins.used)} joins by what holds there"
    if walker.heads:
        text += f", {walker.heads} loop heads with all shapes of memory there"
    if walker.loops.closed:
        text += f", {len(walker.loops.closed)} loop heads by what holds in every round"
    if walker.recursions.closed:
        text += f", {len(walker.recursions.closed)} procedures by what holds at every call"
    return walker, Confirmed(name(), text, walker.loops.shown(), walker.recursions.shown())
