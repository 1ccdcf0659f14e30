"""Cells, pages and objects against a plain bytearray."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from antumbra import terms as T
from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.program import model as P
from antumbra.semantics.memory import accesses, bulk
from antumbra.semantics.state import State
from antumbra.terms import Term

BASE = 0x40000
SIZE = 40


def machine_state(size: int = SIZE, *, unknown: bool = False) -> State:
    """The initial state of a program with one global object."""
    program = P.Program(
        "t",
        "c",
        {"main": P.Procedure("main", (), (), {"entry": P.Block("entry", [], P.Return())})},
        "main",
        P.Layout(64, first_free=0x100000),
        objects=[P.StaticObject("g", BASE, size, P.Region.GLOBAL, unknown=unknown)],
    )
    return Explorer(program, ExploreOptions(checks=frozenset({"valid-deref"}))).machine.initial().state


widths = st.sampled_from([1, 2, 4, 8, 3, 16])
operations = st.lists(
    st.one_of(
        st.tuples(st.just("store"), st.integers(0, SIZE), widths, st.integers(0, 2**128 - 1)),
        st.tuples(st.just("load"), st.integers(0, SIZE), widths),
        st.tuples(st.just("copy"), st.integers(0, SIZE), st.integers(0, SIZE), st.integers(0, SIZE)),
        st.tuples(st.just("fill"), st.integers(0, SIZE), st.integers(0, 255), st.integers(0, SIZE)),
        st.tuples(st.just("fork")),
        st.tuples(st.just("array")),
    ),
    max_size=25,
)


@settings(max_examples=300)
@given(operations)
def test_any_sequence_equals_a_bytearray(sequence: list[tuple[Any, ...]]) -> None:
    state = machine_state()
    image = bytearray(SIZE)
    others: list[tuple[State, bytes]] = []
    for operation in sequence:
        match operation:
            case ("store", at, width, value) if at + width <= SIZE:
                value &= (1 << 8 * width) - 1
                accesses.store(state, BASE + at, value, width, 0)
                image[at : at + width] = value.to_bytes(width, "little")
            case ("load", at, width) if at + width <= SIZE:
                assert accesses.load(state, BASE + at, width, 0) == int.from_bytes(image[at : at + width], "little")
            case ("copy", to, source, size) if max(to, source) + size <= SIZE:
                bulk.copy(state, BASE + to, BASE + source, size, 0)
                image[to : to + size] = image[source : source + size]
            case ("fill", at, byte, size) if at + size <= SIZE:
                bulk.fill(state, BASE + at, byte, size, 0)
                image[at : at + size] = bytes([byte]) * size
            case ("fork",):
                others.append((state.fork(), bytes(image)))
            case ("array",):
                # a read at a symbolic offset turns the object into array form
                offset = T.var("offset", T.bv_sort(64))
                value = accesses.load(state, T.bvadd(T.bv(BASE, 64), T.bvand(offset, T.bv(31, 64))), 1, 0)
                if isinstance(value, Term):
                    assert all(T.evaluate(value, {offset: i}) == image[i] for i in range(32))
            case _:
                pass
    for twin, expected in [(state, bytes(image)), *others]:
        assert bytes(accesses.load(twin, BASE + i, 1, 0) for i in range(SIZE)) == expected


@settings(max_examples=150)
@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 9), st.integers(0, 3), st.integers(0, 2**32 - 1)), max_size=8),
    st.lists(st.integers(0, 9), min_size=8, max_size=8),
)
def test_symbolic_offsets_equal_concrete_ones(writes: list[tuple[bool, int, int, int]], indices: list[int]) -> None:
    """Store through symbolic indices, then compare all bytes under a choice of the indices."""
    state = machine_state()
    image = bytearray(SIZE)
    variables: dict[Term, int] = {}
    for number, (symbolic, at, shape, value) in enumerate(writes):
        width = (1, 2, 4, 4)[shape]
        index = indices[number] if symbolic else at
        offset = 4 * index
        address: Any = BASE + offset
        if symbolic:
            variable = T.var(f"n{number}", T.bv_sort(64))
            variables[variable] = index
            path = state.machine.chain.assume(state.path, T.bvult(variable, T.bv(10, 64)))
            assert path is not None
            state.path = path  # type: ignore[assignment]
            address = T.bvadd(T.bv(BASE, 64), T.bvmul(variable, T.bv(4, 64)))
        value &= (1 << 8 * width) - 1
        accesses.store(state, address, value, width, 0)
        image[offset : offset + width] = value.to_bytes(width, "little")
    for at in range(SIZE):
        value = accesses.load(state, BASE + at, 1, 0)
        assert (T.evaluate(value, variables) if isinstance(value, Term) else value) == image[at]


def test_unwritten_bytes_are_one_unknown() -> None:
    state = machine_state(unknown=True)
    word = accesses.load(state, BASE, 4, 0)
    assert isinstance(word, Term)
    assert accesses.load(state, BASE, 4, 0) is word
    low = accesses.load(state, BASE, 1, 0)
    assert isinstance(low, Term)
    assert T.evaluate(low, dict.fromkeys(T.free_variables(word), 0x12345678)) == 0x78
    assert len(state.unknowns()) == 1


def test_objects_larger_than_a_page() -> None:
    state = machine_state(20_000)
    accesses.store(state, BASE + 4094, 0x1122334455667788, 8, 0)
    assert accesses.load(state, BASE + 4094, 8, 0) == 0x1122334455667788
    assert accesses.load(state, BASE + 4096, 4, 0) == 0x33445566
    bulk.copy(state, BASE + 10_000, BASE + 4000, 5000, 0)
    assert accesses.load(state, BASE + 10_094, 8, 0) == 0x1122334455667788
    bulk.fill(state, BASE + 1, 0xAB, 19_998, 0)
    assert accesses.load(state, BASE, 1, 0) == 0
    assert accesses.load(state, BASE + 12_345, 4, 0) == 0xABABABAB
    assert accesses.load(state, BASE + 19_999, 1, 0) == 0
