"""A part of a picture is MUST, SAFE, MAY or OUTSIDE only if all of it is: against enumeration of small input spaces."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

import pytest

from antumbra import terms as T
from antumbra.bounds.asking import Asker
from antumbra.bounds.cfc import Cfc, Evidence, Parameter, Piece, Side
from antumbra.report.bounds.picture.charts.conditions import Question, tree_of
from antumbra.report.bounds.picture.figures import picture_asker
from antumbra.report.bounds.picture.parts.axis import Axis, Span, axis_of
from antumbra.report.bounds.picture.parts.cells import cells
from antumbra.report.bounds.picture.parts.intervals import Bounds
from antumbra.report.bounds.picture.parts.kinds import Kind
from antumbra.report.bounds.picture.parts.line import stretches
from antumbra.report.bounds.picture.parts.space import Box, Space
from antumbra.solvers import Unknown
from antumbra.terms import Term
from report.characterizations import double, parameter
from support.size import some

_BITS = 4
_EVIDENCE = Evidence("DEFINITE", "explore", "")
_COMPARISONS = (T.bvult, T.bvule, T.bvslt, T.bvsle, T.eq, T.bvsaddo, T.bvsmulo)
_OPERATORS = (T.bvadd, T.bvsub, T.bvmul, T.bvudiv, T.bvurem, T.bvsdiv, T.bvsrem, T.bvand, T.bvor, T.bvxor, T.bvshl)


def _value(chance: random.Random, variables: Sequence[Term], depth: int) -> Term:
    if depth == 0 or chance.random() < 0.3:
        return chance.choice([*variables, T.bv(chance.randrange(1 << _BITS), _BITS)])
    return chance.choice(_OPERATORS)(_value(chance, variables, depth - 1), _value(chance, variables, depth - 1))


def _condition(chance: random.Random, variables: Sequence[Term], depth: int = 2) -> Term:
    if depth == 0:
        compare = chance.choice(_COMPARISONS)
        return compare(_value(chance, variables, 2), _value(chance, variables, 1))
    inner = [_condition(chance, variables, depth - 1) for _ in range(2)]
    return chance.choice((T.and_, T.or_, lambda a, b: T.and_(a, T.not_(b))))(*inner)


def _cfc(chance: random.Random, parameters: Sequence[Parameter]) -> Cfc:
    variables = [one.variable for one in parameters]
    must, safe = _condition(chance, variables), _condition(chance, variables)
    safe = T.and_(safe, T.not_(must))
    domain = T.TRUE if chance.random() < 0.6 else _condition(chance, variables, 1)
    pieces = (Piece(must, Side.MUST, _EVIDENCE), Piece(safe, Side.SAFE, _EVIDENCE))
    return Cfc(tuple(parameters), pieces, exact=chance.random() < 0.3, domain=domain)


def _truth(cfc: Cfc, env: dict[Term, int]) -> Kind:
    if not T.evaluate(cfc.domain, env):
        return Kind.OUTSIDE
    if T.evaluate(cfc.lower, env):
        return Kind.MUST
    return Kind.SAFE if cfc.exact or T.evaluate(cfc.safe, env) else Kind.MAY


def _axes(parameters: Sequence[Parameter]) -> list[Axis]:
    return [axis for one in parameters if (axis := axis_of(one)) is not None]


def _inside(axes: Sequence[Axis], box: Box) -> Iterator[dict[Term, int]]:
    ranges = [range(int(span.low), int(span.high) + 1) for span in box]  # type: ignore[arg-type]
    for point in product(*ranges):
        yield {axis.variable: axis.value(position) for axis, position in zip(axes, point, strict=True)}


def _some_box(chance: random.Random, axes: Sequence[Axis]) -> Box:
    spans: list[Span] = []
    for axis in axes:
        low, high = sorted(chance.randrange(axis.least or 0, (axis.greatest or 0) + 1) for _ in range(2))
        spans.append(Span(low, high))
    return tuple(spans)


def _pair(signed: bool) -> list[Parameter]:
    sort = T.bv_sort(_BITS)
    return [parameter("x", sort, signed=signed), parameter("y", sort, signed=True)]


def test_whole_boxes_are_what_all_their_points_are() -> None:
    chance = random.Random(13)
    told = 0
    for number in range(60):
        parameters = _pair(signed=number % 2 == 0)
        cfc, axes = _cfc(chance, parameters), _axes(parameters)
        by_intervals, by_both = (Space(cfc, axes, {}, picture_asker(steps), steps) for steps in (0, 500_000))
        for _ in range(8):
            box = _some_box(chance, axes)
            truth = {_truth(cfc, env) for env in _inside(axes, box)}
            assert by_intervals.whole(box) in (truth if len(truth) == 1 else set()) | {Kind.MIXED}
            both = by_both.whole(box)
            told += both is not Kind.MIXED
            assert {both} == (truth if len(truth) == 1 else {Kind.MIXED})
    assert told > 100


def test_samples_do_not_speak_for_a_cell() -> None:
    """One value between the corners and the middle is SAFE."""
    x = parameter("x")
    must = T.ne(x.variable, T.bv(1000, 32))
    pieces = (Piece(must, Side.MUST, _EVIDENCE), Piece(T.not_(must), Side.SAFE, _EVIDENCE))
    cfc = Cfc((x,), pieces, exact=True)
    for steps in (0, 100_000):
        space = Space(cfc, _axes([x]), {}, picture_asker(steps), steps)
        assert space.whole((Span(0, 1 << 20),)) is Kind.MIXED
        found = cells(space, [(Span(0, 1 << 20),)], lambda _number, span: float(span.high - span.low), finest=4096)  # type: ignore[operator]
        assert any(cell.kind is Kind.MUST for cell in found)
        (cell,) = [cell for cell in found if cell.box[0].low <= 1000 <= cell.box[0].high]  # type: ignore[operator]
        assert cell.kind is Kind.MIXED


class _Silent(Asker):
    def _ask(self, conditions: Sequence[Term], *, want_core: bool) -> Unknown:
        return Unknown("it does not answer")


def test_no_answer_shows_nothing() -> None:
    x, y = _pair(signed=False)
    must = T.ne(T.bvmul(x.variable, y.variable), T.bv(15, _BITS))
    cfc = Cfc((x, y), (Piece(must, Side.MUST, _EVIDENCE),), exact=True)
    space = Space(cfc, _axes([x, y]), {}, _Silent(), 1_000_000)
    assert space.whole((Span(0, 15), Span(0, 7))) is Kind.MIXED


def test_inputs_that_are_not_fixed_are_open() -> None:
    """A point of the axis is MUST only if it is for all values of the others."""
    chance = random.Random(5)
    told = 0
    for number in range(some(20, 40)):
        parameters = _pair(signed=number % 2 == 0)
        cfc, axes = _cfc(chance, parameters), _axes(parameters)
        space = Space(cfc, axes[:1], {}, picture_asker(), 500_000)
        other = axes[1]
        for position in range(axes[0].least or 0, (axes[0].greatest or 0) + 1):
            kinds = {
                _truth(cfc, {axes[0].variable: axes[0].value(position), other.variable: value})
                for value in range(1 << _BITS)
            }
            kind = space.whole((Span(position, position),))
            told += kind is not Kind.MIXED
            assert kind in (kinds if len(kinds) == 1 else set()) | {Kind.MIXED}
    assert told > some(25, 50)


def test_fixed_inputs_have_their_values() -> None:
    chance = random.Random(7)
    for _ in range(30):
        parameters = _pair(signed=True)
        cfc, (first, second) = _cfc(chance, parameters), _axes(parameters)
        value = chance.randrange(1 << _BITS)
        space = Space(cfc, [first], {second.variable: value}, picture_asker(0), 0)
        for position in range(-8, 8):
            env = {first.variable: first.value(position), second.variable: value}
            assert space.at((position,)) is _truth(cfc, env)


def test_stretches_of_a_line() -> None:
    chance = random.Random(11)
    for number in range(60):
        x = parameter("x", T.bv_sort(8), signed=number % 2 == 0)
        low, high = sorted(chance.randrange(256) for _ in range(2))
        must = T.and_(T.bvule(T.bv(low, 8), x.variable), T.bvule(x.variable, T.bv(high, 8)))
        must = T.or_(must, T.eq(T.bvmul(x.variable, x.variable), T.bv(chance.randrange(256), 8)))
        cfc = Cfc((x,), (Piece(must, Side.MUST, _EVIDENCE),), exact=True)
        axes = _axes([x])
        parts = stretches(Space(cfc, axes, {}, picture_asker(), 500_000), [low, high], [])
        places = [position for part in parts for position in range(int(part.span.low), int(part.span.high) + 1)]  # type: ignore[arg-type]
        assert places == list(range(axes[0].least or 0, (axes[0].greatest or 0) + 1))
        for part in parts:
            kinds = {_truth(cfc, env) for env in _inside(axes, (part.span,))}
            assert part.kind is Kind.MIXED or kinds == {part.kind}


def test_cells_cover_their_root() -> None:
    chance = random.Random(17)
    for number in range(20):
        parameters = _pair(signed=number % 2 == 0)
        cfc, axes = _cfc(chance, parameters), _axes(parameters)
        root = tuple(Span(axis.least, axis.greatest) for axis in axes)
        space = Space(cfc, axes, {}, picture_asker(100_000), 100_000)
        found = cells(space, [root], lambda _number, span: float(span.high - span.low + 1), finest=1)  # type: ignore[operator]
        points = [tuple(env.values()) for cell in found for env in _inside(axes, cell.box)]
        assert len(points) == len(set(points)) == 1 << (2 * _BITS)
        for cell in found:
            kinds = {_truth(cfc, env) for env in _inside(axes, cell.box)}
            assert cell.kind is Kind.MIXED or kinds == {cell.kind}


def test_leaves_of_the_tree() -> None:
    chance = random.Random(19)
    told = 0
    for number in range(some(20, 40)):
        parameters = _pair(signed=number % 2 == 0)
        cfc, axes = _cfc(chance, parameters), _axes(parameters)
        root = tuple(Span(axis.least, axis.greatest) for axis in axes)
        for questions in (picture_asker(200_000), _Silent()):
            nodes = tree_of(cfc, questions, most=3)
            for env in _inside(axes, root):
                node = nodes[0]
                while isinstance(node, Question):
                    node = nodes[node.yes if T.evaluate(node.atom, env) else node.no]
                told += node.kind is not Kind.MIXED
                assert node.kind in (_truth(cfc, env), Kind.MIXED)
    assert told > some(2_500, 5_000)


def _bits(value: float) -> int:
    return struct.unpack("<Q", struct.pack("<d", value))[0]


@pytest.mark.parametrize("steps", [0, 300_000])
def test_nan_is_in_no_comparison(steps: int) -> None:
    x = parameter("x", T.bv_sort(64), "double")
    f = T.fp_from_bv(x.variable, T.FLOAT64)
    must = T.fp_le(double(1.0), f)
    cfc = Cfc((x,), (Piece(must, Side.MUST, _EVIDENCE),), exact=True)
    space = Space(cfc, _axes([x]), {}, picture_asker(steps), steps)
    one, infinity, half = _bits(1.0), _bits(float("inf")), _bits(0.5)
    assert space.whole((Span(one, infinity),)) is Kind.MUST
    assert space.whole((Span(one, infinity + 1),)) is Kind.MIXED
    assert space.whole((Span(0, half),)) is Kind.SAFE
    assert space.whole((Span(-infinity - 1, -1),)) is Kind.SAFE
    assert space.whole((Span(half, one),)) is Kind.MIXED


def test_bounds_of_comparisons_with_nan() -> None:
    """Without samples."""
    x = T.var("x", T.bv_sort(64))
    f = T.fp_from_bv(x, T.FLOAT64)
    one, infinity, sign = _bits(1.0), _bits(float("inf")), 1 << 63
    for condition, low, high, expected in (
        (T.fp_le(double(1.0), f), one, infinity, (1, 1)),
        (T.fp_le(double(1.0), f), one, infinity + 1, (0, 1)),
        (T.fp_le(double(1.0), f), 0, one - 1, (0, 0)),
        (T.fp_lt(f, double(0.0)), sign, sign + 5, (0, 1)),
        (T.fp_lt(f, double(0.0)), sign + 1, sign + infinity, (1, 1)),
        (T.fp_lt(f, double(0.0)), sign + 1, sign + infinity + 1, (0, 1)),
        (T.fp_eq(f, double(0.0)), sign, sign, (1, 1)),
        (T.fp_is_nan(f), one, infinity, (0, 0)),
        (T.fp_is_nan(f), one, infinity + 1, (0, 1)),
    ):
        assert Bounds(condition).of({x: (low, high)}, {})[condition] == expected


def test_comparisons_of_zeros() -> None:
    x = parameter("x", T.bv_sort(64), "double")
    f = T.fp_from_bv(x.variable, T.FLOAT64)
    cfc = Cfc((x,), (Piece(T.fp_lt(f, double(0.0)), Side.MUST, _EVIDENCE),), exact=True)
    space = Space(cfc, _axes([x]), {}, picture_asker(0), 0)
    assert space.whole((Span(-5, -2),)) is Kind.MUST
    assert space.whole((Span(-2, -1),)) is Kind.MIXED
    assert space.whole((Span(0, 5),)) is Kind.SAFE


def test_numbers_without_limits() -> None:
    """Interval arithmetic over integers and reals, against values in the box."""
    chance = random.Random(23)
    operators = (T.add, T.sub, T.mul)
    for _ in range(80):
        x, y = parameter("x", T.INT), parameter("y", T.INT)
        variables = (x.variable, y.variable)
        left = chance.choice(operators)(chance.choice(variables), T.integer(chance.randrange(-4, 5)))
        right = chance.choice((T.mod, T.div))(chance.choice(variables), T.integer(chance.randrange(1, 5)))
        must = chance.choice((T.lt, T.le, T.eq))(left, chance.choice((right, chance.choice(variables))))
        cfc = Cfc((x, y), (Piece(must, Side.MUST, _EVIDENCE),), exact=True)
        axes = _axes([x, y])
        space = Space(cfc, axes, {}, picture_asker(0), 0)
        box = (Span(-3, chance.randrange(-2, 6)), Span(chance.randrange(-6, 2), 2))
        kinds = {_truth(cfc, env) for env in _inside(axes, box)}
        assert space.whole(box) in (kinds if len(kinds) == 1 else set()) | {Kind.MIXED}
        ends = {axis.variable: span.finite for axis, span in zip(axes, box, strict=True)}
        bounds = Bounds(must).of({}, {variable: pair for variable, pair in ends.items() if pair is not None})[must]
        assert bounds is not None
        for env in _inside(axes, box):
            assert bounds[0] <= T.evaluate(must, env) <= bounds[1]


def test_open_ends_of_reals() -> None:
    r = parameter("r", T.REAL, "real")
    must = T.lt(r.variable, T.real(Fraction(5, 2)))
    cfc = Cfc((r,), (Piece(must, Side.MUST, _EVIDENCE),), exact=True)
    space = Space(cfc, _axes([r]), {}, picture_asker(), 500_000)
    assert space.whole((Span(Fraction(0), Fraction(5, 2), below_high=True),)) is Kind.MUST
    assert space.whole((Span(Fraction(0), Fraction(5, 2)),)) is Kind.MIXED
    assert space.whole((Span(Fraction(5, 2), None),)) is Kind.SAFE
    assert space.whole((Span(None, Fraction(2)),)) is Kind.MUST


def test_functions_without_meaning_are_open() -> None:
    f = T.function("f", (T.INT,), T.INT)
    x = parameter("x", T.INT)
    must = T.or_(T.eq(T.apply_(f, (x.variable,)), T.integer(0)), T.lt(x.variable, T.integer(0)))
    cfc = Cfc((x,), (Piece(must, Side.MUST, _EVIDENCE),), exact=True)
    space = Space(cfc, _axes([x]), {}, picture_asker(), 500_000)
    assert space.whole((Span(3, 3),)) is Kind.MIXED
    assert space.whole((Span(None, -1),)) is Kind.MUST
