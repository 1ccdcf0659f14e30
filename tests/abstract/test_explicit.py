"""Enumerated states: the same as a plain enumeration finds, in every order of like processes; and the check says no."""

from __future__ import annotations

import random
from array import array
from collections import deque
from collections.abc import Callable

import pytest

from antumbra import terms as T
from antumbra.engines.abstract.checking.automorphism import Family
from antumbra.engines.abstract.checking.reached import Reached, confirm_reached
from antumbra.engines.abstract.checking.slices import Slices
from antumbra.engines.abstract.checking.turning import turned
from antumbra.engines.abstract.explicit.code import Code
from antumbra.engines.abstract.explicit.enumerate import Enumeration, Found
from antumbra.engines.abstract.explicit.layout import Layout, NotFinite, finite, within
from antumbra.engines.abstract.explicit.ordering import exchanged, ordering, sorted_parts
from antumbra.engines.abstract.systems.from_program import transition_system
from antumbra.engines.abstract.systems.system import TransitionSystem
from antumbra.frontends.guarded.build import program
from antumbra.records import replace
from antumbra.terms import Term
from antumbra.terms.native.machine_code import Compiled
from support.protocols import CHECKS, protocol
from support.random_finite import random_finite
from support.size import some

FILTER = protocol("filter").replace("level[1..N]: int", "level[1..N]: 0..N")


def system_of(text: str, **given: int) -> TransitionSystem:
    return transition_system(program(text, "f.gcl", given), CHECKS)


def nothing() -> None:
    pass


def enumerated(system: TransitionSystem, *, symmetry: bool) -> tuple[Enumeration, Found]:
    enumeration = Enumeration(system, nothing, lambda _: None, lambda: None, symmetry=symmetry)
    found = enumeration.run()
    assert found is not None
    return enumeration, found


def by_hand(system: TransitionSystem) -> tuple[int | None, set[tuple[int, ...]]]:
    """The depth of the nearest error and the states up to it, or all states."""
    order = (*system.control, *system.data)
    seen: dict[tuple[int, ...], None] = {}
    queue: deque[tuple[dict[Term, int], int]] = deque()

    def visit(values: dict[Term, int], depth: int) -> None:
        key = tuple(int(values[v]) for v in order)
        if key not in seen:
            seen[key] = None
            queue.append((values, depth))

    for transition in system.initial:
        if T.evaluate(transition.guard, {}):
            visit({v: T.evaluate(u, {}) for v, u in transition.updates.items()}, 0)
    while queue:
        values, depth = queue.popleft()
        if not all(T.evaluate(p.good, values) for p in system.properties):
            return depth, set(seen)
        for transition in system.transitions:
            if T.evaluate(transition.guard, values):
                visit({**values, **{v: T.evaluate(u, values) for v, u in transition.updates.items()}}, depth + 1)
    return None, set(seen)


def agrees(text: str) -> tuple[bool, bool]:
    """Whether it is safe, and whether like processes were found; all answers must be right."""
    system = system_of(text)
    depth, states = by_hand(system)
    enumeration, found = enumerated(system, symmetry=False)
    assert found.refuted is None, text
    if depth is None:
        assert found.trace is None, text
        layout = finite(system)
        rows = {enumeration.table.row(k) for k in range(enumeration.table.count)}
        order = (*system.control, *system.data)
        assert {tuple(layout.values(r)[v] for v in order) for r in rows} == states, text
    else:
        assert found.trace is not None, text
        assert len(found.trace.steps) == depth + 1, text
    like, turned_found = enumerated(system, symmetry=True)
    assert turned_found.refuted is None, text
    assert (turned_found.trace is None) == (depth is None), text
    if depth is not None and turned_found.trace is not None:
        assert len(turned_found.trace.steps) == depth + 1, text
    assert like.table.count <= enumeration.table.count
    return depth is None, like.symmetry is not None


def test_random_protocols() -> None:
    found = [agrees(random_finite(random.Random(f"finite/{k}"))) for k in range(some(6, 200))]
    assert sum(safe for safe, _ in found) >= some(1, 20)
    assert sum(not safe for safe, _ in found) >= some(1, 40)
    assert sum(alike for _, alike in found) >= some(1, 40)


def test_growth() -> None:
    """More states than there was room for in the beginning."""
    enumeration, found = enumerated(system_of(FILTER, N=5), symmetry=False)
    assert (enumeration.table.count, found) == (104_432, Found(None, None))
    enumeration, found = enumerated(system_of(FILTER, N=4), symmetry=True)
    assert (enumeration.table.count, found) == (322, Found(None, None))


def test_turns_go_on() -> None:
    enumeration = Enumeration(system_of(FILTER, N=4), nothing, lambda _: None, lambda: None, symmetry=False)
    assert enumeration.run(1000) is None
    assert enumeration.table.next == 1000
    assert enumeration.run() == Found(None, None)
    assert enumeration.table.count == 5744


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("var x: int = 0; up: do x := x + 1; property invariant x >= 0;", "too many values"),
        ("var x: 0..1 = 0, y: int = 0; do x := 0, y := nondet; property invariant y = 0;", "too many values"),
        (f"var x, y: 0..3 = 0; do x := 0; property invariant {1 << 60} * x + 3 * y < 1;", "too large"),
    ],
)
def test_what_is_not_finite(text: str, why: str) -> None:
    with pytest.raises(NotFinite, match=why):
        finite(system_of(text))


# -------------------------------------------------------------------- terms in three interpretations

X, Y, B = T.var("x", T.bv_sort(3)), T.var("y", T.bv_sort(2)), T.var("b", T.BOOL)
NX, NY = T.bv2nat(X), T.bv2nat(Y)
TERMS: tuple[Term, ...] = (
    T.sub(NX, T.add(NY, NY)),
    T.neg(T.mul(NX, T.integer(-3))),
    T.mul(T.sub(NX, T.integer(4)), T.sub(NY, T.integer(2))),
    T.intern(T.MOD, (T.sub(NX, T.mul(NY, T.integer(5))), T.integer(3))),
    T.intern(T.MOD, (T.sub(NY, NX), T.integer(7))),
    T.intern(T.MOD, (T.sub(NY, NX), T.integer(1))),
    T.intern(T.INT2BV, (T.sub(NX, NY),), 4),
    T.ite(B, T.sub(NX, T.integer(5)), NY),
    T.le(T.sub(NX, NY), T.integer(-1)),
    T.lt(T.mul(NY, T.integer(2)), NX),
    T.eq(T.sub(NX, T.integer(3)), NY),
    T.eq(B, T.lt(NX, NY)),
    T.or_(T.and_(B, T.eq(X, T.bv(5, 3))), T.not_(T.eq(Y, T.bv(1, 2)))),
    T.intern(T.BVULT, (X, T.intern(T.ZERO_EXTEND, (Y,), 1))),
    T.intern(T.BVULE, (T.intern(T.ZERO_EXTEND, (Y,), 1), X)),
)


def test_every_operation_means_the_same() -> None:
    """Machine code, many states at once, and the terms' own evaluation."""
    layout = Layout((X, Y, B))
    within(TERMS)
    fields = {v: (f.word * 64 + f.shift, f.width) for v, f in layout.fields.items()}
    rows = [layout.packed({X: x, Y: y, B: b}) for x in range(8) for y in range(4) for b in range(2)]
    slices = Slices(array("Q", [r[0] for r in rows]).tobytes(), 8, fields)
    code = Code(layout, ["%w"])
    code.lines.append("  %w = load i64, ptr %m")
    for k, term in enumerate(TERMS):
        code.put(f"store i64 {code.number(term)}, ptr {code.do(f'getelementptr i64, ptr %m, i64 {k + 1}')}")
    compiled = Compiled("define i64 @run(ptr %m) {\n" + "\n".join(code.lines) + "\n  ret i64 0\n}")
    for lane, row in enumerate(rows):
        memory = array("q", [row[0], *([0] * len(TERMS))])
        compiled.run(memory.buffer_info()[0])
        values = layout.values(row)
        for k, term in enumerate(TERMS):
            expected = int(T.evaluate(term, {**values, B: bool(values[B])}))
            assert memory[k + 1] == expected, (term, values)
            columns = slices.columns(term)
            bits = [column >> 8 * lane & 255 for column in columns]
            assert set(bits) <= {0, 1}
            number = sum(bit << n for n, bit in enumerate(bits))
            if term.sort is not T.BOOL and bits[-1]:
                number -= 1 << len(bits)
            assert number == expected, (term, values)


# -------------------------------------------------------------------- like parts


def family() -> tuple[Family, list[Term]]:
    """Three parts of a location, a number and a name of a part; two variables outside name parts as well."""
    parts = tuple(
        (T.var(f"l{k}", T.bv_sort(2)), T.var(f"q{k}", T.bv_sort(2)), T.var(f"n{k}", T.BOOL)) for k in range(3)
    )
    outside = T.var("turn", T.bv_sort(2))
    pointers = (*((part[1], (1, 2, 3)) for part in parts), (outside, (0, 1, 2)))
    return Family(parts, pointers), [*(v for part in parts for v in part), outside]


def test_orders_of_like_parts() -> None:
    """What comes out is in the orbit, and the check, which turns many states at once, comes to the same."""
    like, variables = family()
    layout = Layout(variables)
    fields = {v: (f.word * 64 + f.shift, f.width) for v, f in layout.fields.items()}
    choose = random.Random("orders")
    states = [{v: choose.randrange(1 << (v.width or 1)) for v in variables} for _ in range(300)]
    rows = bytearray(array("Q", [layout.packed(s)[0] for s in states]).tobytes())
    together = array("Q", bytes(turned(rows, 8, fields, [like])))
    for state, row in zip(states, together, strict=True):
        alone, (order,) = sorted_parts([ordering(like)], state)
        assert layout.packed(alone) == (row,)
        # the same, by what families say of a whole permutation
        sources, renamed = like.sources(order), like.renamed(order)
        image = {v: state[sources.get(v, v)] for v in variables}
        image = {v: renamed[v].get(x, x) if v in renamed else x for v, x in image.items()}
        assert image == alone
        assert sorted_parts([ordering(like)], exchanged(like, 1, state))[0].keys() == alone.keys()


# -------------------------------------------------------------------- the check says no


def reached(enumeration: Enumeration, rows: list[int]) -> Reached:
    """The states of an enumeration, with other rows."""
    layout = finite(enumeration._system)
    fields = {v: (f.word * 64 + f.shift, f.width) for v, f in layout.fields.items()}
    numbers = {row: k for k, row in enumerate(rows)}
    families = enumeration.symmetry.families if enumeration.symmetry is not None else ()

    def where(asked: array[int]) -> list[int]:
        return [numbers.get(row, 0) for row in asked]

    return Reached(fields, 1, memoryview(array("Q", rows)), where, families)


@pytest.mark.parametrize("symmetry", [False, True])
def test_the_check_refutes_what_is_not_closed(symmetry: bool) -> None:
    system = system_of(FILTER, N=3)
    enumeration, _ = enumerated(system, symmetry=symmetry)
    rows = list(enumeration.table.rows)

    def answer(changed: list[int]) -> str | None:
        return confirm_reached(system.origin, reached(enumeration, changed), nothing, lambda: None)

    assert answer(rows) is None
    choose = random.Random("drop")
    for place in (0, 1, len(rows) - 1, *(choose.randrange(len(rows)) for _ in range(5))):
        assert answer([*rows[:place], *rows[place + 1 :]]) is not None
    assert answer([]) is not None
    # a state at which two are in the critical section, and everything that follows it or not
    layout = finite(enumeration._system)
    bad = layout.values([rows[0]])
    for variable in bad:
        if str(variable.data) in ("P[1]@", "P[2]@"):
            bad[variable] = 3
    assert "assertion" in str(answer([*rows, layout.packed(bad)[0]]))


def test_the_check_reads_the_program_itself() -> None:
    """A transition that the enumeration does not know of, a property, an initial state."""
    system = system_of(FILTER, N=3)
    for change in (
        replace(system, transitions=system.transitions[1:]),
        replace(system, transitions=tuple(t for t in system.transitions if "leave" not in t.name)),
    ):
        _, found = enumerated(change, symmetry=False)
        assert found.trace is None
        assert found.refuted is not None
    wrong = system_of(FILTER.replace("last[r] != i", "last[r] = i"), N=3)
    _, found = enumerated(replace(wrong, properties=()), symmetry=False)
    assert found.refuted is not None
    assert "assertion" in found.refuted
    free = system_of("var x: 0..3; var y: 0..1 = 0; do y := 1 - y; property invariant x < 9 || y = 0;")
    assert len(free.initial) == 4
    _, found = enumerated(replace(free, initial=free.initial[:3]), symmetry=False)
    assert found.refuted is not None


def test_the_check_believes_no_symmetry() -> None:
    """Families that the program does not have."""
    text = FILTER.replace("leave: critical -> idle", "leave: critical -> idle when i < 3 || last[1] = 1")
    system = system_of(text, N=3)
    real, _ = enumerated(system_of(FILTER, N=3), symmetry=True)
    assert real.symmetry is not None
    enumeration, _ = enumerated(system, symmetry=False)
    assert enumerated(system, symmetry=True)[0].symmetry is None
    claim = reached(enumeration, list(enumeration.table.rows))
    assert confirm_reached(system.origin, claim, nothing, lambda: None) is None
    claim = replace(claim, families=real.symmetry.families)
    assert confirm_reached(system.origin, claim, nothing, lambda: None) is not None


HIDDEN = """
process P[i: 1..2] {
  location a, b, c;
  go: a -> b;
  end: b -> c when i = 1 && P[2]@a;
}
property unreachable P[1]@c;
"""


def test_a_symmetry_that_is_not_there_would_hide_an_error() -> None:
    """With the processes in order, three states are closed; the error is where the first process is ahead."""
    system = system_of(HIDDEN)
    assert enumerated(system, symmetry=True)[1].trace is not None
    enumeration, _ = enumerated(system, symmetry=False)
    layout = finite(enumeration._system)
    one, two = (next(v for v in layout.fields if str(v.data) == f"P[{k}]@") for k in (1, 2))
    rows = [layout.packed({one: x, two: y})[0] for x, y in ((0, 0), (0, 1), (1, 1))]
    claim = replace(reached(enumeration, rows), families=(Family(((one,), (two,))),))
    refuted = confirm_reached(system.origin, claim, nothing, lambda: None)
    assert refuted is not None
    assert "exchanging" in refuted


def test_an_answer_where_states_are_is_not_believed() -> None:
    system = system_of(FILTER, N=3)
    enumeration, _ = enumerated(system, symmetry=False)
    good = reached(enumeration, list(enumeration.table.rows))
    liars: tuple[Callable[[array[int]], list[int]], ...] = (
        lambda asked: [0 for _ in asked],
        lambda asked: [1 << 63 for _ in asked],
        lambda asked: [],
    )
    for liar in liars:
        assert confirm_reached(system.origin, replace(good, where=liar), nothing, lambda: None) is not None
