"""How many inputs fail, and how likely that is, against enumeration; what users may say of inputs."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from antumbra import terms as T
from antumbra.bounds.cfc import Cfc, Evidence, Failure, Piece, Side
from antumbra.bounds.counting import UNIFORM, Count, count, count_models, parse_distribution
from antumbra.program.errors import InputError
from antumbra.terms import Term
from solvers.random_terms import boolean
from support.parameters import integer, parameter
from support.size import some

S, U = integer("s", 6), integer("buf[0]", 4, signed=False)
X, Y = S.variable, U.variable
F, Q = parameter("f", T.bv_sort(32), "float", signed=True), parameter("q", T.BOOL, "_Bool")
N = parameter("n", T.INT, "int", signed=True)
BECAUSE = Evidence("DEFINITE", "explore", "")
ONE, OTHER = Failure("unreach-call", None), Failure("assert", None)
#: weights by value, -32..31 and 0..15
TABLE = {-3: Fraction(1, 2), 0: Fraction(1, 4), **{value: Fraction(1, 80) for value in range(1, 21)}}
SPEC = "s=-3:0.5,0:1/4,1..20:0.25"


def characterization(must: list[tuple[Term, Failure | None]], safe: list[Term], *, exact: bool = False) -> Cfc:
    pieces = [Piece(condition, Side.MUST, BECAUSE, failure) for condition, failure in must]
    pieces += [Piece(condition, Side.SAFE, BECAUSE) for condition in safe]
    return Cfc((S, U), tuple(pieces), exact)


def fitting(condition: Term) -> list[tuple[int, int]]:
    holds = T.compiled(condition)
    return [(s, u) for s in range(-32, 32) for u in range(16) if holds({X: s % 64, Y: u})]


def three(seed: int) -> tuple[Term, Term, Term]:
    """Disjoint conditions."""
    random = Random(seed)
    a, b, c = (boolean(random, [X, Y], 3) for _ in range(3))
    return a, T.and_(b, T.not_(a)), T.and_(c, T.not_(a), T.not_(b))


def test_bounds_of_random_characterizations() -> None:
    for seed in range(some(25, 300)):
        one, other, safe = three(seed)
        sizes = [len(fitting(condition)) for condition in (one, other, safe)]
        cfc = characterization([(one, ONE), (other, OTHER)], [safe])
        found = count(cfc)
        assert (found.least, found.most, found.total) == (sizes[0] + sizes[1], 1024 - sizes[2], 1024), seed
        assert found.probability == (Fraction(sizes[0] + sizes[1], 1024), Fraction(1024 - sizes[2], 1024))
        alone = count(cfc, failure=ONE)
        assert (alone.least, alone.most) == (sizes[0], 1024 - sizes[2] - sizes[1]), seed


def test_probabilities_under_tables() -> None:
    distribution = parse_distribution([SPEC, "buf_0=0..9"], [S, U])
    for seed in range(some(25, 300)):
        one, other, safe = three(seed)
        found = count(characterization([(one, ONE), (other, None)], [safe]), distribution)

        def likely(condition: Term) -> Fraction:
            return sum((TABLE.get(s, Fraction(0)) / 10 for s, u in fitting(condition) if u < 10), Fraction(0))

        assert found.probability == (likely(one) + likely(other), 1 - likely(safe)), seed
        assert found.total == 220
        assert found.least == sum(s in TABLE and u < 10 for s, u in fitting(T.or_(one, other)))


def test_ranges_restrict_what_is_counted() -> None:
    negative = T.bvslt(X, T.bv(0, 6))
    cfc = characterization([(negative, ONE)], [T.not_(negative)], exact=True)
    found = count(cfc, parse_distribution(["s=-10..29"], [S, U]))
    assert found == Count(160, 160, 640, (Fraction(1, 4), Fraction(1, 4)), "s=-10..29, other inputs uniform")
    assert found.exact
    assert count(cfc).distribution == "uniform"


def test_given_the_domain() -> None:
    """A characterization says nothing outside of its domain, and neither does the probability."""
    small = T.bvult(X, T.bv(4, 6))
    cfc = Cfc((S, U), (Piece(T.eq(X, T.bv(0, 6)), Side.MUST, BECAUSE),), exact=False, domain=small)
    assert count(cfc).total == 64
    assert count(cfc).probability == (Fraction(1, 4), 1)
    found = count(cfc, parse_distribution([SPEC], [S, U]))
    # 0 has a quarter, and 1..3 have 3/80 together
    assert found.probability[0] == Fraction(1, 4) / (Fraction(1, 4) + Fraction(3, 80))


def test_exact_bounds_are_counted_from_either_side() -> None:
    """What is in no piece of an exact characterization is not there."""
    odd = T.eq(T.extract(0, 0, X), T.bv(1, 1))
    strange = T.eq(T.var("uninitialised", T.bv_sort(8)), T.bv(0, 8))
    found = count(characterization([(strange, ONE)], [odd], exact=True))
    assert (found.least, found.most) == (512, 512)


def test_pieces_about_other_than_parameters_are_not_counted() -> None:
    strange = T.eq(T.var("uninitialised", T.bv_sort(8)), T.bv(0, 8))
    found = count(characterization([(strange, ONE)], [T.eq(X, T.bv(1, 6))]))
    assert (found.least, found.most, found.total) == (None, 1008, 1024)


def test_infinitely_many_inputs() -> None:
    few = T.and_(T.le(T.integer(0), N.variable), T.le(N.variable, T.integer(9)))
    cfc = Cfc((N,), (Piece(few, Side.MUST, BECAUSE),), exact=True)
    assert count(cfc) == Count(10, 10, None)
    assert count(cfc, parse_distribution(["n=5..24"], [N])).probability == (Fraction(1, 4), Fraction(1, 4))


def test_floats() -> None:
    """Uniform over bit patterns, and the report says so. Both zeros are 0."""
    distribution = parse_distribution(["f=0..1:1/2,inf:1/4,nan:1/4"], [F])
    ((_, rows),) = distribution.tables
    assert [row.size for row in rows] == [0x3F800001 + 1, 1, (1 << 24) - 2]
    assert distribution.text([F]) == "f=0..1:1/2,inf:1/4,nan:1/4 (floats: over their bit patterns)"
    assert UNIFORM.text([F, S]) == "uniform (floats: over their bit patterns)"
    assert count_models(distribution.domain, [F.variable]) == sum(row.size for row in rows)


def test_several_rows_without_weights_and_booleans() -> None:
    ((_, rows),) = parse_distribution(["s=0x1..3,7"], [S]).tables
    assert [(row.size, row.weight) for row in rows] == [(4, 1)]
    ((_, rows),) = parse_distribution(["q=true:0.9,false:0.1"], [Q]).tables
    assert [(row.size, row.weight) for row in rows] == [(1, Fraction(9, 10)), (1, Fraction(1, 10))]


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("s", "NAME=LOW..HIGH"),
        ("z=3", "expected one of: s, buf[0], f, q, n"),
        ("s=", "expected a number"),
        ("s=5..2", "lower end"),
        ("s=0..32", "within -32..31"),
        ("buf[0]=-1", "within 0..15"),
        ("s=0:0.5,1:0.3", "sum to 1, not to 4/5"),
        ("s=0:1,1", "a weight for every row"),
        ("s=0:0,1:1", "a weight above 0"),
        ("s=0:-1,1:2", "a weight above 0"),
        ("s=1.5", "expected a number"),
        ("f=1..2..3", "expected a number"),
        ("q=2", "true or false"),
    ],
)
def test_what_is_wrong_is_told(spec: str, expected: str) -> None:
    with pytest.raises(InputError) as raised:
        parse_distribution([spec], [S, U, F, Q, N])
    assert expected in str(raised.value)
    assert spec in str(raised.value)


def test_rows_do_not_overlap() -> None:
    said = ""
    try:
        parse_distribution(["s=0..5,3"], [S])
    except InputError as error:
        said = str(error)
    assert "no value in common" in said


def test_one_distribution_for_an_input() -> None:
    with pytest.raises(InputError, match="already"):
        parse_distribution(["buf[0]=1", "buf_0=2"], [S, U])
