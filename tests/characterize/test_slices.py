"""SLICE by proof: failing paths without the branches that do not matter, and exploration outside of what is proved."""

from __future__ import annotations

from random import Random
from unittest.mock import patch

from antumbra import terms as T
from antumbra.bounds.cfc import Evidence, Piece, Side, union
from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.outcome import Reason
from antumbra.engines.registry import ENGINES
from antumbra.program import model as P
from antumbra.program.restricting.assuming import assuming
from antumbra.proofs import Confirmed
from antumbra.session.characterizing.options import PHASES
from antumbra.strategies.auto import Alternation
from antumbra.strategies.characterize import acf as acf_module
from antumbra.strategies.characterize.acf import Acf, Wishes
from antumbra.strategies.characterize.definite import Definite
from antumbra.strategies.characterize.known import Known
from antumbra.strategies.characterize.possible import Attempt, Open, Proved, Prover
from antumbra.strategies.characterize.proposing import program_constants
from antumbra.strategies.characterize.proved_slices import ProvedSlices, Runs
from antumbra.strategies.characterize.reading import Reading
from antumbra.strategies.characterize.running.runner import Runner
from antumbra.terms import Term
from characterize.test_nets import ONE, OTHER, X, Y, at_most, piece, values
from proposing.programs import CHECKS, from_body, parameters_of
from support.size import some

SLICED = Evidence("SLICE", "explore", "")
#: in each round, flags choose among ways that do not matter; what matters are the last two inputs
LOCKS = """
unsigned char a = U, b = U, c = U, f = U, g = U;
int n = 0;
while (U) {
  n = 0;
  if (a > 3) n++; if (b == 7) n += 2; if (c < 9) n += 4;
  if (g == 5 && f != 0) reach_error();
}
"""


def characterized(program: P.Program, first_turn: int, **wishes: object) -> Acf:
    def engine(one: P.Program, checks: frozenset[str]) -> Alternation:
        names = ("explore", "interpolate", "dash")
        return Alternation([lambda _, n=n: ENGINES[n].make(one, {"checks": checks}) for n in names])

    prover = Prover(engine, ("z3", "bitwuzla"), lambda: None, lambda: False)

    def explore() -> ExploreOptions:
        return ExploreOptions(checks=CHECKS, path_conditions=True)

    with patch.object(acf_module, "FIRST_TURN", first_turn):
        acf = Acf(program, Wishes(CHECKS, **wishes), explore, prover, lambda: False)  # type: ignore[arg-type]
        acf.run()
    return acf


def test_every_phase_can_be_left_out() -> None:
    """A name that leaves nothing out would measure nothing."""
    program = from_body("unsigned char b = U; unsigned s = 0; for (int i = 0; i < b; i++) s += 2; check(s != 90);")
    assert any("closed forms" in line for line in characterized(program, 10).ledger.log)
    acf = characterized(program, 10, without=frozenset(PHASES))
    assert acf.ledger.log == ["nothing new, and more steps would not help"]
    assert set(acf.phases) | {"accelerate"} == set(PHASES)


def test_one_region_stands_for_all_paths_through_it() -> None:
    program = from_body(LOCKS)
    acf = characterized(program, 40_000)
    assert acf.known.exact
    must = acf.known.of(Side.MUST)
    assert len(must) == 1
    assert must[0].evidence.phase == "SLICE"
    assert must[0].failure is not None
    assert len(T.free_variables(must[0].condition)) == 3
    variables = [parameter.variable for parameter in acf.parameters]
    random = Random(0)
    for _ in range(400):
        point = {v: random.choice((0, 1, 5, random.randrange(256))) for v in variables}
        fails = sum(T.evaluate(each.condition, point) for each in must)
        assert fails + sum(T.evaluate(each.condition, point) for each in acf.known.of(Side.SAFE)) == 1


def random_body(random: Random) -> str:
    """Flags that choose among ways through a loop; some of them matter for the failure, or for its round."""
    names = "abcdef"[: random.randint(3, 5)]
    atoms = [f"{n} {random.choice(('==', '!=', '<', '>'))} {random.choice((0, 1, 5, 200))}" for n in names]
    lines = [f"unsigned char {', '.join(f'{n} = U' for n in names)}; int n = 0, m = 0;"]
    lines.append(random.choice(("while (U) {", "for (int i = 0; i < 3; i++) {", "for (int i = 0; i < (a & 7); i++) {")))
    lines += [f"if ({atom}) {random.choice(('n++;', 'm++;', 'n += 2;', 'm = n;'))}" for atom in atoms]
    lines.append(f"if ({' && '.join(random.sample(atoms, random.randint(1, 2)))} && n < {random.choice((3, 9, 50))})")
    lines.append(random.choice(("reach_error();", "{ if (m >= 0) reach_error(); }", "{ if (n > 1) reach_error(); }")))
    lines.append("}")
    if random.random() < 0.4:
        lines.append(f"if ({random.choice(atoms)}) reach_error();")
    return "\n".join(lines)


def test_bounds_of_random_programs() -> None:
    """Turns are so short that exploration begins anew outside of what is proved, again and again."""
    sliced = exact = compared = 0
    seeds = range(some(3, 30))
    for seed in seeds:
        random = Random(seed)
        program = from_body(random_body(random))
        acf = characterized(program, 8_000, max_inputs=9)
        exact += acf.known.exact
        sliced += any(each.evidence.phase == "SLICE" for each in acf.known.pieces)
        variables = [parameter.variable for parameter in acf.parameters]
        runner = Runner(program, CHECKS, variables)
        for _ in range(150):
            point = {v: random.choice((0, 1, 4, 5, 6, 200, random.randrange(256))) for v in variables}
            side = runner.run(point).side
            told = [each.side for each in acf.known.pieces if T.evaluate(each.condition, point)]
            assert len(told) <= 1, (seed, point)
            assert side is None or told in ([], [side]), (seed, point)
            assert told or not acf.known.exact, (seed, point)
            compared += bool(told) and side is not None
    assert exact >= len(seeds) // 2
    assert sliced >= len(seeds) // 4
    assert compared >= 50 * len(seeds)


def test_a_slice_takes_the_place_of_what_is_in_it() -> None:
    known = Known()
    small, apart = at_most(X, 3), at_most(Y, 2)
    known.merge_path(piece(T.and_(small, apart)))
    known.merge_path(piece(T.and_(small, T.not_(apart))))
    known.merge_path(piece(T.and_(T.not_(small), apart)))
    known.merge_slice(Piece(small, Side.MUST, SLICED, ONE))
    assert [each.whole for each in known.pieces] == [T.and_(T.not_(small), apart), small]
    known.merge_path(piece(T.and_(small, at_most(Y, 7))))
    assert len(known.pieces) == 2
    for point in values():
        fails = point[X] <= 3 or point[Y] <= 2
        assert sum(T.evaluate(each.condition, point) for each in known.pieces) == fails
        assert T.evaluate(known.lower, point) is fails


def test_a_slice_leaves_other_failures_and_the_other_side() -> None:
    """Who fails elsewhere keeps its name, and what does not fail is not lost."""
    known = Known()
    small = at_most(X, 3)
    other = piece(T.and_(small, at_most(Y, 2)), failure=OTHER)
    safe = piece(T.and_(small, T.not_(at_most(Y, 6))), Side.SAFE)
    known.merge_path(other)
    known.merge_path(safe)
    known.merge_slice(Piece(small, Side.MUST, SLICED, None))
    assert other in known.pieces
    assert safe in known.pieces
    for point in values():
        assert sum(T.evaluate(each.condition, point) for each in known.pieces) == (point[X] <= 3)
    known.merge_path(piece(T.and_(small, at_most(Y, 7), at_most(X, 2)), Side.SAFE))
    assert len(known.of(Side.SAFE)) == 2  # only what fails is in a slice


def test_what_is_withdrawn_is_no_slice() -> None:
    known = Known()
    small = at_most(X, 3)
    known.merge_slice(Piece(small, Side.MUST, SLICED, ONE))
    known.withdraw(known.pieces)
    known.merge_path(piece(T.and_(small, at_most(Y, 2))))
    assert T.evaluate(known.lower, {X: 1, Y: 1})


def test_exploration_outside_says_nothing_of_what_is_left_out() -> None:
    """A run that breaks our own assumption has no end; one that breaks the program's has."""
    body = "unsigned char x = U; int n = 0; __VERIFIER_assume(x != 9); if (x < 100) n = 1; unsigned char y = U;"
    program = from_body(body + "if (x > 3 && y == 77) reach_error(); while (U) n++;")
    x, y, *_ = (parameter.variable for parameter in parameters_of(program))
    left_out = T.and_(T.bvugt(x, T.bv(3, 8)), T.eq(y, T.bv(77, 8)))
    known = Known()
    known.merge_slice(Piece(left_out, Side.MUST, SLICED, ONE))
    options = ExploreOptions(checks=CHECKS, path_conditions=True)
    outside = T.not_(left_out)
    Definite(assuming(program, outside), known, Reading(16), lambda: options, outside=outside).run(5_000)
    safe = union(each.whole for each in known.of(Side.SAFE))
    others = dict.fromkeys(T.free_variables(safe), 0)
    told = 0
    for point in ({**others, x: a, y: b} for a in range(0, 256, 3) for b in (3, 76, 77, 78)):
        fails = point[x] > 3 and point[y] == 77
        assert T.evaluate(known.lower, point) is fails
        assert not (fails and T.evaluate(safe, point))
        told += bool(T.evaluate(safe, point))
    assert told


def slices(body: str, answer: Attempt, *, one_failure: bool = True) -> Known:
    """What becomes of the failing paths of a program if this is said of every slice."""
    program = from_body(body)
    explorer = Explorer(program, ExploreOptions(checks=CHECKS, path_conditions=True))
    failing = [end for end in explorer.run() if end.reason is Reason.VIOLATION]
    known = Known()
    runs = Runs(program, CHECKS, T.TRUE, program_constants(program))
    asked: list[Term] = []

    def ask(region: Term, _steps: int) -> Attempt:
        asked.append(region)
        return answer

    found = ProvedSlices(known, ask, runs, one_failure=one_failure)
    found.run(failing, parameters_of(program), 1_000, lambda: False)
    assert asked
    return known


BRANCH = "unsigned char a = U, b = U; int n = 0; if (a > 3) n++; if (b == 7) reach_error();"


def test_what_nobody_proves_is_no_slice() -> None:
    assert slices(BRANCH, Open("nobody knows")).pieces == ()
    assert len(slices(BRANCH, Proved("explore", Confirmed("test"))).pieces) == 1


def test_which_failure_it_is_is_known_only_where_there_is_one() -> None:
    for one in (True, False):
        (sliced,) = slices(BRANCH, Proved("explore", Confirmed("test")), one_failure=one).pieces
        assert (sliced.failure is not None) is one
