"""The second opinion on bounds, by another solver and another way of execution.

What engines proved is checked when it is proved (strategies.characterize.possible). What exploration says of whole
paths is checked here: of SAFE, that nothing fails under its condition; of MUST, that everything does. The latter is
safety of the inverted program (program.inverting), in which loops have fuel: an execution that runs for ever does not
fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from antumbra import terms as T
from antumbra.bounds.asking import Asker
from antumbra.bounds.cfc import EXPLORED, Piece, Side
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.program.inputs import input_named
from antumbra.program.restricting.assuming import assuming
from antumbra.proofs import Answer, Certificate, Confirmed, Question, Refuted, Unchecked
from antumbra.proofs.answer import Given
from antumbra.records import dataclass
from antumbra.strategies.characterize.known import Known
from antumbra.strategies.characterize.obligations import obligation
from antumbra.strategies.characterize.possible import CHECKER, Prover, told, within
from antumbra.strategies.characterize.reading import number_of
from antumbra.terms import Term

#: pieces that are checked one by one; of more pieces the rest stays unchecked
MOST_PIECES = 64
#: effort of the check of one piece, beyond what every check may take
EFFORT = 1_000_000


@dataclass(frozen=True, slots=True)
class Opinion:
    """What was asked, the answer, and the pieces that it is about."""

    what: str
    answer: Answer
    pieces: tuple[Piece, ...] = ()

    def __str__(self) -> str:
        return f"{self.what}: {told(self.answer)}"


def agreed(opinions: Sequence[Opinion]) -> bool | None:
    """True if everything was confirmed, False if anything was refuted, else nobody knows."""
    if any(isinstance(opinion.answer, Refuted) for opinion in opinions):
        return False
    return True if opinions and all(isinstance(o.answer, Confirmed) for o in opinions) else None


class SecondOpinion:
    """Checks what exploration said. ``certificate``: what is known of loops, for whoever follows the rounds."""

    def __init__(
        self, program: P.Program, checks: frozenset[str], domain: Term, prover: Prover, certificate: Certificate
    ) -> None:
        self._program = program
        self._checks = checks
        self._domain = domain
        self._prover = prover
        self._certificate = certificate

    def on(self, known: Known) -> Iterator[Opinion]:
        explored = [piece for piece in known.pieces if piece.evidence.phase == EXPLORED]
        safe = [piece for piece in explored if piece.side is Side.SAFE]
        must = [piece for piece in explored if piece.side is Side.MUST]
        if known.exact and len(safe) == 1:
            # beyond MUST nothing fails: each conjunct speaks of a path, whose inputs are read before it fails
            region = T.not_(known.lower)
            yield self._opinion("nothing outside of the upper bound fails", region, safe)
        else:
            yield from self._one_by_one("no input of SAFE fails", safe)
        if must:
            yield from self._all_fail(must)

    def _all_fail(self, must: Sequence[Piece]) -> Iterator[Opinion]:
        what = "every input of MUST fails"
        asked = obligation(self._program, self._checks)
        if isinstance(asked, str):
            yield Opinion(what, Unchecked(CHECKER, asked), tuple(must))
        else:
            yield from self._one_by_one(what, must, asked.program, Question(asked.checks, quiet=asked.quiet))

    def _one_by_one(
        self, what: str, pieces: Sequence[Piece], program: P.Program | None = None, question: Question | None = None
    ) -> Iterator[Opinion]:
        for piece in pieces[:MOST_PIECES]:
            yield self._opinion(what, piece.condition, [piece], program, question)
        if len(pieces) > MOST_PIECES:
            reason = f"{len(pieces) - MOST_PIECES} more pieces"
            yield Opinion(what, Unchecked(CHECKER, reason), tuple(pieces[MOST_PIECES:]))

    def _opinion(
        self,
        what: str,
        region: Term,
        pieces: Sequence[Piece],
        program: P.Program | None = None,
        question: Question | None = None,
    ) -> Opinion:
        where = T.and_(self._domain, region)
        try:
            conditioned = assuming(program or self._program, where)
        except InputError as error:
            return Opinion(what, Unchecked(CHECKER, str(error)), tuple(pieces))
        answer = self._prover.check(conditioned, question or Question(self._checks), self._certificate, EFFORT)
        if isinstance(answer, Refuted) and not self._about(answer, where):
            reason = "an execution that has not read all inputs of the region"
            answer = Unchecked(answer.checker, reason)
        return Opinion(what, answer, tuple(pieces))

    def _about(self, answer: Refuted, region: Term) -> bool:
        """Is the execution that refutes one of the region's?"""
        if answer.witness is None:
            return True
        values = _values(answer.witness.inputs, T.free_variables(region))
        return within(region, values, Asker(seconds=self._prover.seconds))


def _values(inputs: Sequence[Given], variables: Iterable[Term]) -> dict[Term, int]:
    """What an execution was given for these inputs."""
    given: dict[tuple[object, ...], Given] = {}
    asked: dict[tuple[object, ...], int] = {}
    for one in inputs:
        place = (one.location, one.source, one.name, one.type_name)
        asked[place] = asked.get(place, 0) + 1
        given[*place, asked[place]] = one
    found: dict[Term, int] = {}
    for variable in variables:
        named = input_named(variable)
        if named is not None:
            place = named.place
            one = given.get((place.location, place.source, place.name, place.type_name, named.number))
            value = None if one is None else number_of(variable, one.value, one.text)
            if value is not None:
                found[variable] = value if named.offset is None else value >> (8 * named.offset) & 0xFF
    return found
