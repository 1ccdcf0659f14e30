"""The chain against brute force and against fresh backends, on random walks over trees of paths."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from antumbra import terms as T
from antumbra.solvers import Backend, Chain, PathCondition, Sat, Unknown, Unsat, make_backend
from antumbra.terms import Term
from solvers.random_terms import bits, boolean


class World:
    """All assignments to a few small variables; a condition is the set of those that satisfy it, as a bit mask."""

    def __init__(self, variables: list[Term]) -> None:
        self.variables = variables
        spaces = [(False, True) if v.sort is T.BOOL else range(1 << v.width) for v in variables]
        self.points: list[dict[Any, Any]] = [dict(zip(variables, p, strict=True)) for p in product(*spaces)]
        self.all = (1 << len(self.points)) - 1
        self._masks: dict[Term, int] = {}

    def mask(self, condition: Term) -> int:
        found = self._masks.get(condition)
        if found is None:
            holds = T.compiled(condition)
            found = sum(1 << i for i, point in enumerate(self.points) if holds(point))
            self._masks[condition] = found
        return found

    def values(self, term: Term, mask: int) -> set[Any]:
        evaluator = T.compiled(term)
        return {evaluator(point) for i, point in enumerate(self.points) if mask >> i & 1}


def verify(world: World, path: object, mask: int) -> None:
    """A side of a branch is right: infeasible, or a path with a true model."""
    if path is None:
        assert mask == 0
        return
    assert isinstance(path, PathCondition)
    assert mask != 0
    model = path.model
    index = world.points.index({v: model[v] for v in world.variables})
    assert mask >> index & 1, "the model does not satisfy the path"


def conjunction(world: World, path: PathCondition) -> int:
    mask = world.all
    for condition in path.conditions():
        mask &= world.mask(condition)
    return mask


SMALL = [
    T.var("cx", T.bv_sort(3)),
    T.var("cy", T.bv_sort(3)),
    T.var("cz", T.bv_sort(4)),
    T.var("cb", T.BOOL),
]


@pytest.mark.parametrize("order", ["dfs", "random"])
@pytest.mark.parametrize("seed", range(6))
def test_random_trees_against_brute_force(order: str, seed: int) -> None:
    random = Random(f"{order}{seed}")
    world = World(SMALL)
    chain = Chain()
    pool = [boolean(random, SMALL, random.randrange(1, 3)) for _ in range(60)]
    pool = [c for c in pool if c.op is not T.CONST]
    frontier = [(PathCondition.empty(), world.all)]
    for step in range(220):
        at = len(frontier) - 1 if order == "dfs" else random.randrange(len(frontier))
        path, mask = frontier.pop(at)
        condition = random.choice(pool) if random.random() < 0.8 else boolean(random, SMALL, 2)
        true, false = chain.branch(path, condition)
        inside = world.mask(condition)
        verify(world, true, mask & inside)
        verify(world, false, mask & ~inside)
        sides = [(s, m) for s, m in ((true, mask & inside), (false, mask & ~inside)) if isinstance(s, PathCondition)]
        random.shuffle(sides)
        for side, side_mask in sides:
            if step % 5 == 0:
                assert conjunction(world, side) == side_mask
            if side.depth < 12:
                frontier.append((side, side_mask))
        if not frontier:
            frontier.append((PathCondition.empty(), world.all))
    for path, mask in frontier:
        # siblings have not disturbed each other
        verify(world, path, mask)
        assert conjunction(world, path) == mask


@pytest.mark.parametrize("seed", range(3))
def test_other_questions_against_brute_force(seed: int) -> None:
    random = Random(seed)
    world = World(SMALL)
    chain = Chain()
    paths = [(PathCondition.empty(), world.all)]
    for _ in range(150):
        path, mask = random.choice(paths)
        condition = boolean(random, SMALL, 2)
        inside = mask & world.mask(condition)
        answer = chain.check(path, condition)
        if isinstance(answer, Unsat):
            assert inside == 0
            allowed = {*path.conditions(), condition}
            core_mask = world.all
            for part in answer.core:
                assert part in allowed
                core_mask &= world.mask(part)
            assert core_mask == 0, "the core is satisfiable"
        else:
            assert isinstance(answer, Sat)
            assert inside >> world.points.index({v: answer.model[v] for v in world.variables}) & 1
        assert chain.must(path, condition) is (inside == mask)
        side = chain.assume(path, condition)
        verify(world, side, inside)
        term = bits(random, random.choice((3, 4, 5)), SMALL, 2)
        possible = world.values(term, mask)
        found = chain.values(path, term, 12)
        assert set(found.values) <= possible
        assert found.values == sorted(set(found.values))
        assert len(found.values) == min(12, len(possible))
        assert (found.rest is None) == (len(possible) <= 12)
        low, high = chain.range(path, term)
        assert low <= min(possible)
        assert max(possible) <= high
        if isinstance(side, PathCondition) and side.depth < 10:
            paths.append((side, inside))


@pytest.mark.parametrize("width", [5, 8, 16, 32])
def test_one_variable_against_a_backend(width: int) -> None:
    random = Random(width)
    x = T.var(f"one{width}", T.bv_sort(width))
    chain, backend = Chain(), make_backend("bitwuzla")
    for _ in range(12 if width > 16 else 25):
        path = PathCondition.empty()
        conditions: list[Term] = []
        for _ in range(8):
            condition = boolean(random, [x], 1 if width > 16 else 2)
            sides = chain.branch(path, condition)
            for side, part in zip(sides, (condition, T.not_(condition)), strict=True):
                expected = backend.check([*conditions, part])
                assert (side is None) == isinstance(expected, Unsat), (conditions, part)
                if isinstance(side, PathCondition):
                    assert all(T.evaluate(c, side.model) for c in [*conditions, part])
            feasible = [i for i in (0, 1) if isinstance(sides[i], PathCondition)]
            pick = random.choice(feasible)
            chosen = sides[pick]
            assert isinstance(chosen, PathCondition)
            path = chosen
            conditions.append((condition, T.not_(condition))[pick])


def compare(chain: Chain, backend: Backend, random: Random, pool: list[Term], steps: int, deepest: int = 8) -> None:
    """A random walk over the tree of paths: sides are infeasible just where a backend says so, and models are true."""
    stack: list[tuple[PathCondition, list[Term]]] = [(PathCondition.empty(), [])]
    for _ in range(steps):
        path, conditions = stack.pop(random.randrange(len(stack)))
        condition = random.choice(pool)
        for side, part in zip(chain.branch(path, condition), (condition, T.not_(condition)), strict=True):
            expected = backend.check([*conditions, part])
            assert (side is None) == isinstance(expected, Unsat)
            if isinstance(side, PathCondition):
                if not any(t.op is T.APPLY for c in [*conditions, part] for t in T.subterms(c)):
                    assert all(T.evaluate(c, side.model) for c in [*conditions, part])
                else:
                    fixed = [
                        T.eq(v, T.const(side.model[v], v.sort)) for v in T.free_variables(T.and_(*conditions, part))
                    ]
                    assert isinstance(backend.check([*conditions, part, *fixed]), Sat)
                if side.depth < deepest:
                    stack.append((side, [*conditions, part]))
        if not stack:
            stack.append((PathCondition.empty(), []))


@pytest.mark.parametrize("solver", ["bitwuzla", "z3"])
def test_relations_against_a_backend(solver: str) -> None:
    random = Random(solver)
    variables = [T.var(f"rel{i}", T.bv_sort(8)) for i in range(4)]
    pool = [
        c
        for c in (
            *(T.bvslt(a, b) for a in variables for b in variables if a is not b),
            *(T.eq(T.bvadd(a, b), T.bv(random.randrange(256), 8)) for a in variables for b in variables if a is not b),
            *(T.bvult(a, T.bv(random.randrange(256), 8)) for a in variables),
            *(boolean(random, variables, 2) for _ in range(20)),
        )
        if c.op is not T.CONST
    ]
    compare(Chain(solver), make_backend("bitwuzla"), random, pool, 120 if solver == "bitwuzla" else 50)


def test_groups_that_meet_against_a_backend() -> None:
    """Pairs of variables are related first, and then the pairs to each other."""
    random = Random("pairs")
    pairs = [(T.var(f"left{i}", T.bv_sort(4)), T.var(f"right{i}", T.bv_sort(4))) for i in range(3)]
    inside = [c for a, b in pairs for c in (T.bvult(a, b), T.eq(T.bvadd(a, b), T.bv(9, 4)), T.eq(T.bvxor(a, b), a))]
    across = [
        c
        for (a, b), (c0, d) in zip(pairs, [*pairs[1:], pairs[0]], strict=True)
        for c in (T.bvult(b, c0), T.eq(T.bvadd(a, c0), d), T.bvugt(a, d))
    ]
    for _ in range(6):
        compare(Chain(), make_backend("bitwuzla"), random, [*inside, *inside, *across], 40, 10)


def bits_of_a_word() -> list[Term]:
    """Tests of single bits and of bytes of one word, as flags and decoders have them."""
    word = T.var("word", T.bv_sort(32))
    byte = [T.extract(8 * i + 7, 8 * i, word) for i in range(4)]
    flags = [T.eq(T.bvand(b, T.bv(1 << k, 8)), T.bv(0, 8)) for b in byte for k in range(8)]
    return [*flags, *(T.eq(T.bvand(word, T.bv(1 << k, 32)), T.bv(0, 32)) for k in (3, 17, 30))]


def test_bits_of_a_word_against_a_backend() -> None:
    random = Random("bits")
    byte = [T.extract(8 * i + 7, 8 * i, T.var("word", T.bv_sort(32))) for i in range(4)]
    pool = [*bits_of_a_word(), *(T.eq(b, T.bv(k, 8)) for b in byte for k in (0, 65)), T.bvult(byte[1], byte[2])]
    compare(Chain(), make_backend("bitwuzla"), random, pool, 60, 10)


def test_bits_of_a_word_need_no_solver() -> None:
    """All of them, one after the other: the other side of each is one bit away."""
    chain = Chain()
    path = PathCondition.empty()
    for i, condition in enumerate(bits_of_a_word()[:32]):
        sides = [side for side in chain.branch(path, condition) if isinstance(side, PathCondition)]
        assert len(sides) == 2
        path = sides[i % 2]
    assert chain.statistics.solver_queries == 0


def test_integers_against_a_backend() -> None:
    """Integers have no domains: equalities with constants are guessed."""
    random = Random("integers")
    variables = [T.var(f"int{i}", T.INT) for i in range(3)]
    pool = [
        *(T.eq(v, T.integer(k)) for v in variables for k in range(-2, 4)),
        *(T.lt(a, b) for a in variables for b in variables if a is not b),
        *(T.le(T.add(a, b), T.integer(2)) for a in variables for b in variables if a is not b),
    ]
    compare(Chain(), make_backend("z3"), random, pool, 150, 10)


def test_functions_against_a_backend() -> None:
    """Values of functions are in no model: only a solver vouches for what they are applied to."""
    random = Random("functions")
    f = T.function("anyf", [T.bv_sort(4)], T.bv_sort(4))
    p = T.function("anyp", [T.BOOL, T.bv_sort(4)], T.BOOL)
    x, y, b = T.var("funx", T.bv_sort(4)), T.var("funy", T.bv_sort(4)), T.var("funb", T.BOOL)
    pool = [
        *(T.eq(T.apply_(f, [v]), T.bv(k, 4)) for v in (x, y) for k in range(3)),
        *(T.eq(v, T.bv(k, 4)) for v in (x, y) for k in range(3)),
        T.eq(x, y),
        T.bvult(x, T.apply_(f, [y])),
        b,
        *(T.apply_(p, [b, v]) for v in (x, y)),
        T.apply_(p, [T.not_(b), x]),
    ]
    compare(Chain(), make_backend("z3"), random, pool, 150, 10)


def walk(seed: int) -> tuple[list[Any], dict[str, int]]:
    random = Random(seed)
    chain = Chain()
    pool = [boolean(random, SMALL, 2) for _ in range(40)]
    paths = [PathCondition.empty()]
    trace: list[Any] = []
    for _ in range(150):
        path = paths[random.randrange(len(paths))]
        for side in chain.branch(path, random.choice(pool)):
            trace.append(None if not isinstance(side, PathCondition) else [side.model[v] for v in SMALL])
            if isinstance(side, PathCondition):
                paths.append(side)
    return trace, {**chain.statistics.answers, "queries": chain.statistics.queries}


def test_determinism() -> None:
    assert walk(3) == walk(3)


def test_unknown_stays_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a solver that never answers, sides are right or Unknown, never wrongly infeasible."""
    random = Random(8)
    world = World(SMALL)
    chain = Chain(deadline=lambda: -1.0)
    unknowns = 0
    paths = [(PathCondition.empty(), world.all)]
    for _ in range(250):
        path, mask = random.choice(paths)
        condition = boolean(random, SMALL, 3)
        inside = world.mask(condition)
        for side, part in zip(chain.branch(path, condition), (mask & inside, mask & ~inside), strict=True):
            if isinstance(side, Unknown):
                unknowns += 1
                assert side.reason == "out of time"
            else:
                verify(world, side, part)
                if isinstance(side, PathCondition) and side.depth < 8:
                    paths.append((side, part))
    assert unknowns > 0
    assert chain.statistics.solver_queries == 0


def hard() -> list[Term]:
    a, b = T.var("ha", T.bv_sort(64)), T.var("hb", T.bv_sort(64))
    return [
        T.eq(
            T.bvmul(T.zero_extend(64, a), T.zero_extend(64, b)), T.bv(13131337931313131321 * 10293847561029384757, 128)
        ),
        T.bvult(T.bv(1, 64), a),
        T.bvult(a, b),
    ]


def test_timeouts_are_unknown_and_saved(tmp_path: Path) -> None:
    chain = Chain(timeout=0.2, save_queries=tmp_path / "hard")
    assert chain.assume(PathCondition.empty(), T.and_(*hard())) == Unknown("timeout")
    (saved,) = (tmp_path / "hard").iterdir()
    text = saved.read_text()
    assert text.startswith("; timeout after")
    assert "(check-sat)" in text
    assert saved.name.startswith("00001-")
    assert saved.suffix == ".smt2"


def test_integers_go_to_z3() -> None:
    i, j = T.var("ci", T.INT), T.var("cj", T.INT)
    chain = Chain()
    path = chain.assume(PathCondition.empty(), T.lt(T.integer(5), i))
    assert isinstance(path, PathCondition)
    path = chain.assume(path, T.eq(T.add(i, j), T.integer(3)))
    assert isinstance(path, PathCondition)
    assert path.model[i] + path.model[j] == 3
    assert chain.must(path, T.lt(j, T.integer(0))) is True
    assert chain.branch(path, T.lt(j, T.integer(0))) == (path, None)
    only_bits = Chain("bitwuzla")
    assert isinstance(only_bits.must(path, T.lt(j, T.integer(0))), Unknown)


def test_functions_relate_conditions() -> None:
    f = T.function("cf", [T.bv_sort(8)], T.bv_sort(8))
    x, y = T.var("fx", T.bv_sort(8)), T.var("fy", T.bv_sort(8))
    chain = Chain()
    path = chain.assume(PathCondition.empty(), T.eq(T.apply_(f, [x]), T.bv(1, 8)))
    assert isinstance(path, PathCondition)
    path = chain.assume(path, T.eq(T.apply_(f, [y]), T.bv(2, 8)))
    assert isinstance(path, PathCondition)
    assert chain.must(path, T.not_(T.eq(x, y))) is True
    assert path.model[x] != path.model[y]
    equal, different = chain.branch(path, T.eq(x, y))
    assert equal is None
    assert different is path


def test_quantified_conditions() -> None:
    x, z = T.var("qx", T.INT), T.var("qz", T.INT)
    chain = Chain()
    always = T.forall([z], T.or_(T.lt(z, T.integer(0)), T.le(x, z)))
    path = chain.assume(PathCondition.empty(), always)
    assert isinstance(path, PathCondition)
    assert chain.must(path, T.le(x, T.integer(0))) is True
    closed = T.forall([z], T.lt(z, T.integer(5)))
    assert chain.assume(path, closed) is None


def test_floats_and_arrays() -> None:
    d = T.var("fd", T.FLOAT64)
    chain = Chain()
    path = chain.assume(PathCondition.empty(), T.fp_lt(T.fp_const(0x3FF0000000000000, T.FLOAT64), d))
    assert isinstance(path, PathCondition)
    assert chain.must(path, T.fp_is_nan(d)) is False
    assert chain.assume(path, T.fp_is_nan(d)) is None
    a, i = T.var("arr", T.array_sort(T.bv_sort(8), T.bv_sort(8))), T.var("idx", T.bv_sort(8))
    path = chain.assume(path, T.eq(T.select(a, i), T.bv(7, 8)))
    assert isinstance(path, PathCondition)
    path = chain.assume(path, T.eq(T.select(a, T.bv(3, 8)), T.bv(9, 8)))
    assert isinstance(path, PathCondition)
    assert chain.must(path, T.eq(i, T.bv(3, 8))) is False
    assert chain.assume(path, T.eq(i, T.bv(3, 8))) is None
    assert T.evaluate(T.select(a, i), path.model) == 7


def test_deep_paths() -> None:
    """Thousands of conditions, on one variable, on many, and in one group."""
    chain = Chain()
    path = PathCondition.empty()
    x = T.var("deep", T.bv_sort(32))
    for k in range(3000):
        side = chain.branch(path, T.eq(x, T.bv(k, 32)))[1]
        assert isinstance(side, PathCondition)
        path = side
    assert path.model[x] == 3000
    for k in range(1500):
        side = chain.branch(path, T.bvult(T.var(f"deep{k}", T.bv_sort(32)), T.var(f"deep{k + 1}", T.bv_sort(32))))[0]
        assert isinstance(side, PathCondition)
        path = side
    assert path.depth == 4500
    assert len(path.conditions()) == 4500
    assert chain.statistics.solver_queries < 20


def test_implied_conditions_do_not_lengthen_the_path() -> None:
    x, y, z = (T.var(f"im{i}", T.bv_sort(32)) for i in range(3))
    chain = Chain()
    path = chain.assume(PathCondition.empty(), T.and_(T.bvult(x, y), T.bvult(y, z), T.bvult(x, T.bv(10, 32))))
    assert isinstance(path, PathCondition)
    for implied in (T.bvult(x, y), T.bvult(x, z), T.bvult(x, T.bv(11, 32))):
        assert chain.branch(path, implied) == (path, None)
        assert chain.branch(path, T.not_(implied)) == (None, path)
    queries = chain.statistics.solver_queries
    assert chain.branch(path, T.bvult(x, z)) == (path, None)
    assert chain.statistics.solver_queries == queries, "the core is remembered"


def test_what_the_path_says_of_a_term_needs_no_solver() -> None:
    chain = Chain()
    x, y = (T.sign_extend(32, T.var(name, T.bv_sort(32))) for name in "xy")
    address = T.bvadd(T.bvmul(x, T.bv(51, 64)), y)
    path = chain.assume(PathCondition.empty(), T.eq(address, T.bv(2549, 64)))
    assert isinstance(path, PathCondition)
    before = chain.statistics.solver_queries
    assert chain.must(path, T.bvult(address, T.bv(2601, 64))) is True
    assert chain.statistics.solver_queries == before
    assert chain.must(path, T.bvult(address, T.bv(2549, 64))) is False
