"""Loops as machine code do what generated Python does: the same ends, places, values, counts and coverage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from antumbra import terms as T
from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.program import model as P
from antumbra.program.widths import pointer_width
from antumbra.terms import Term
from support.random_loops import BIG, CHECKS, CODE, CONSTANT, LARGE, SMALL, TABLE, ZEROS, LoopProgram, place
from support.size import some
from support.warm_loops import differences, warm_at_once

ROUNDS = 20
INDEX = T.var("i", T.bv_sort(32))
X, Y = (T.var(name, T.bv_sort(32)) for name in "xy")
BYTE, PART, WIDE = (T.var(f"w{width}", T.bv_sort(width)) for width in (8, 16, 64))
TRUTH = T.var("truth", T.BOOL)
HEAP, DEAD = (T.var(name, T.bv_sort(64)) for name in ("h", "f"))
INPUT = T.var("input", T.bv_sort(8))
FLOAT = T.var("float", T.FLOAT32)
NAN = T.var("nan", T.bv_sort(32))
GLOBAL = T.var("global", T.bv_sort(32))

READ_INPUT: list[P.Command] = [P.Havoc(INPUT, P.Source.INPUT, "input", "char")]


def number(value: int) -> Term:
    return T.bv(value, 32)


def at(base: int | Term, step: int = 0, offset: int = 0) -> Term:
    """An address that grows with the rounds."""
    grown = T.bvmul(T.zero_extend(32, INDEX), place(step))
    return T.bvadd(T.bvadd(place(base), grown), place(offset))


def late(base: Term, other: Term) -> Term:
    """One address first, another in round 12."""
    return T.ite(T.eq(INDEX, number(12)), base, other)


def loop(
    body: Sequence[P.Command],
    before: Sequence[P.Command] = (),
    *,
    after: Sequence[P.Command] = (),
    rounds: int = ROUNDS,
    blocks: Sequence[P.Block] = (),
    way: P.Terminator | None = None,
) -> P.Program:
    """``way``: how the body goes on, by default to the block ``next``."""
    variables = (INDEX, X, Y, BYTE, PART, WIDE)
    begin: list[P.Command] = [
        P.Assign(variables, tuple(T.bv(0, v.width) for v in variables)),
        P.Assign((TRUTH, INPUT), (T.TRUE, T.bv(0, 8))),
        P.Alloc(HEAP, place(SMALL), P.Region.HEAP, name="h"),
        P.Alloc(DEAD, place(SMALL), P.Region.HEAP, zeroed=True, name="f"),
        *before,
    ]
    seen = [T.var(f"seen {k}", T.bv_sort(8)) for k in range(32)]
    reads = [P.Load(v, place(ZEROS + k)) for k, v in enumerate(seen)]
    values = (*variables, *seen, GLOBAL, T.ite(TRUTH, T.bv(1, 8), T.bv(0, 8)))
    all_blocks = [
        P.Block("begin", begin, P.Goto(("head",))),
        P.Block("head", [], P.Branch(T.bvult(INDEX, number(rounds)), "round", "end")),
        P.Block("round", list(body), way or P.Goto(("next",))),
        *blocks,
        P.Block("next", [P.Assign((INDEX,), (T.bvadd(INDEX, number(1)),))], P.Goto(("head",))),
        P.Block("end", [*after, *reads], P.Return(values)),
    ]
    results = tuple(T.var(f"r{k}", v.sort) for k, v in enumerate(values))
    main = P.Procedure("main", (), results, {block.label: block for block in all_blocks})
    pointers = tuple((8 * k, pointer_width(8), to) for k, to in enumerate((ZEROS, CONSTANT, BIG, ZEROS + 4)))
    objects = [
        P.StaticObject("zeros", ZEROS, SMALL, P.Region.GLOBAL, ((8, 4, 77),)),
        P.StaticObject("constant", CONSTANT, SMALL, P.Region.CONSTANT, ((0, 2, 9), (4, 4, 7))),
        P.StaticObject("table", TABLE, SMALL, P.Region.GLOBAL, pointers),
        P.StaticObject("big", BIG, LARGE, P.Region.GLOBAL),
    ]
    layout = P.Layout(64, first_free=CODE)
    variables_of_all: dict[Term, Term | None] = {GLOBAL: number(5)}
    return P.Program("loop", "llvm", {"main": main}, "main", layout, variables_of_all, objects)


def same(program: P.Program, least: int = 10, *, turn: int | None = None, **options: Any) -> None:
    """``least``: so many commands were machine code's."""
    options = {"checks": CHECKS, "solver_timeout": 5, **options}
    wrong, native = differences(program, options, turn=turn, slice_=turn)
    assert wrong == []
    assert native >= least


@pytest.mark.parametrize("seed", range(some(3, 150)))
def test_random_loops(seed: int) -> None:
    program = LoopProgram(seed).program
    options = {"checks": CHECKS, "max_paths": 6, "solver_timeout": 5, "profile": seed % 2 == 0}
    options["merge"] = "auto" if seed % 3 == 0 else "none"
    wrong, _ = differences(program, options, turn=300 if seed % 3 else None, slice_=60)
    assert wrong == []


def test_accesses_outside_an_object() -> None:
    same(loop([P.Store(at(ZEROS, 4), X), P.Assign((X,), (T.bvadd(X, INDEX),))]))
    same(loop([P.Load(X, at(ZEROS, 4))]))
    same(loop([P.Load(X, at(HEAP, 4))], [P.Store(T.bvadd(HEAP, place(k)), INDEX) for k in range(0, SMALL, 4)]))


def test_accesses_over_the_end_of_a_page() -> None:
    before = [P.Store(place(BIG), number(0x12345678))]
    same(loop([P.Load(X, at(BIG, 1, 4082)), P.Assign((Y,), (T.bvadd(Y, X),))], before))
    end = late(place(BIG + 4094), place(ZEROS))
    same(loop([P.Load(X, end), P.Assign((Y,), (T.bvadd(Y, X),))], before))


def test_bytes_that_are_terms() -> None:
    before = [*READ_INPUT, P.Store(place(ZEROS + 15), INPUT)]
    same(loop([P.Load(BYTE, at(ZEROS, 1)), P.Assign((X,), (T.bvadd(X, T.zero_extend(24, BYTE)),))], before))
    same(loop([P.Store(at(ZEROS, 1), BYTE), P.Assign((BYTE,), (T.extract(7, 0, INDEX),))], before))


def test_objects_that_have_ended() -> None:
    base = late(DEAD, T.bvadd(HEAP, place(8)))
    before = [P.Store(T.bvadd(HEAP, place(8)), number(3)), P.Free(DEAD)]
    same(loop([P.Load(X, base)], before))


def test_constants_are_not_written() -> None:
    base = late(place(CONSTANT + 4), place(ZEROS))
    same(loop([P.Load(X, place(CONSTANT + 4)), P.Store(base, X)]))


def test_parts_of_cells() -> None:
    same(loop([P.Load(PART, at(ZEROS, 2)), P.Store(at(BIG, 2), PART)], rounds=16))
    same(loop([P.Store(at(ZEROS, 1, 3), T.extract(15, 0, INDEX)), P.Load(X, place(ZEROS + 8))], rounds=16))
    same(loop([P.Load(WIDE, place(ZEROS + 8))]))


def test_bytes_that_were_never_written() -> None:
    same(loop([P.Load(X, at(HEAP, 4)), P.Assign((Y,), (T.bvxor(Y, X),))], rounds=16))
    same(loop([P.Load(X, late(HEAP, place(ZEROS))), P.Assign((Y,), (T.bvadd(Y, X),))]))
    same(loop([P.Store(at(HEAP, 4), INDEX), P.Load(X, at(HEAP, 4)), P.Assign((Y,), (T.bvadd(Y, X),))], rounds=16))


def test_pointers_and_numbers() -> None:
    pointer = T.var("pointer", T.bv_sort(64))
    slot = T.bvadd(place(TABLE), T.bvmul(T.zero_extend(62, T.extract(1, 0, INDEX)), place(8)))
    same(loop([P.Load(pointer, slot, pointer=True), P.Load(PART, pointer), P.Assign((X,), (T.bvadd(X, INDEX),))]))
    same(loop([P.Load(WIDE, late(slot, place(BIG))), P.Assign((X,), (T.bvadd(X, INDEX),))]))
    same(loop([P.Store(at(HEAP, 8), at(ZEROS, 1), pointer=True)], rounds=8))


@pytest.mark.parametrize("name", ["same_address", "below", "distance"])
def test_two_pointers(name: str) -> None:
    target = WIDE if name == "distance" else TRUTH
    count = P.Assign((X,), (T.ite(TRUTH, T.bvadd(X, number(1)), X),))
    same(loop([P.Builtin((target,), name, (at(BIG, 200), at(BIG, 0, 2000))), count]))
    same(loop([P.Builtin((target,), name, (at(BIG, 8), place(BIG + 8192)))]))
    same(loop([P.Builtin((target,), name, (late(HEAP, at(ZEROS)), at(ZEROS, 1)))]))


def test_pointers_before_their_object() -> None:
    same(loop([P.Builtin((TRUTH,), "below", (at(BIG, 1, -(1 << 23)), place(BIG)))], rounds=3), least=0)


@pytest.mark.parametrize("check", ["assert", "no-overflow"])
def test_checks_that_fail_late(check: str) -> None:
    late = T.bvult(INDEX, number(13))
    same(loop([P.Assign((X,), (T.bvadd(X, INDEX),)), P.Assert(late, check, "late")]))
    same(loop([P.Assign((X,), (T.bvadd(X, INDEX),)), P.Assert(late, check, "late")]), checks=frozenset({"valid-deref"}))


def test_an_assumption_that_fails_late() -> None:
    same(loop([P.Assign((X,), (T.bvadd(X, INDEX),)), P.Assume(T.bvult(INDEX, number(13)))]))


def test_a_block_that_is_reached_late() -> None:
    once = P.Block("once", [P.Assign((Y,), (T.bvadd(Y, number(7)),))], P.Goto(("next",)))
    way = P.Branch(T.eq(INDEX, number(13)), "once", "next")
    same(loop([P.Assign((X,), (T.bvadd(X, INDEX),))], blocks=[once], way=way), profile=True)


def test_variables_that_are_terms() -> None:
    wide = T.zero_extend(24, INPUT)
    same(loop([P.Assign((X,), (T.bvadd(X, INDEX),))], READ_INPUT, after=[P.Assign((Y,), (T.bvadd(X, wide),))]))
    way = P.Branch(T.eq(INDEX, number(13)), "once", "next")
    once = P.Block("once", [P.Assign((Y,), (T.bvadd(X, wide),))], P.Goto(("next",)))
    same(loop([P.Assign((X,), (T.bvadd(X, INDEX),))], READ_INPUT, blocks=[once], way=way))
    # a number at first, and a term from a round on
    late = P.Block("once", [*READ_INPUT, P.Assign((Y,), (wide,))], P.Goto(("next",)))
    same(loop([P.Assign((X,), (T.bvadd(X, Y),))], blocks=[late], way=way))


def test_global_variables() -> None:
    same(loop([P.Assign((GLOBAL, X), (T.bvadd(GLOBAL, INDEX), GLOBAL))]))
    same(loop([P.Assign((GLOBAL,), (T.bvadd(GLOBAL, X),)), P.Assign((X,), (INDEX,))]))


def test_objects_in_array_form() -> None:
    where = T.bvadd(place(BIG), T.bvmul(T.zero_extend(56, INPUT), place(4)))
    before = [*READ_INPUT, P.Store(where, number(9))]
    same(loop([P.Load(X, late(at(BIG, 4), place(ZEROS))), P.Assign((Y,), (T.bvadd(X, Y),))], before))


def test_states_do_not_share_what_they_write() -> None:
    """Two states that forked before the loop write different numbers."""
    fork = [*READ_INPUT, P.Store(place(ZEROS + 4), number(1)), P.Store(place(BIG), number(1))]
    cell = late(place(ZEROS + 4), place(BIG))
    program = loop([P.Load(X, cell), P.Store(cell, T.bvadd(X, T.bvadd(Y, number(1))))], fork)
    blocks = program.procedures["main"].blocks
    blocks["begin"].terminator = P.Branch(T.bvult(INPUT, T.bv(9, 8)), "head", "other")
    blocks["other"] = P.Block("other", [P.Assign((Y,), (number(3),))], P.Goto(("head",)))
    for turn in (None, 30):
        same(program, turn=turn, search=("bfs",))


def test_states_that_wait_for_each_other() -> None:
    """The sides of a branch on an input meet behind a branch on numbers within a loop of one of them."""
    way = P.Branch(T.bvult(INPUT, T.extract(7, 0, T.bvmul(INDEX, number(40)))), "one", "next")
    inner = T.var("j", T.bv_sort(32))
    blocks = [
        P.Block("one", [P.Assign((inner,), (number(0),))], P.Goto(("again",))),
        P.Block("again", [], P.Branch(T.bvult(inner, number(9)), "more", "next")),
        P.Block("more", [P.Assign((inner, X), (T.bvadd(inner, number(1)), T.bvadd(X, inner)))], P.Goto(("again",))),
    ]
    body = [P.Assign((Y,), (T.bvadd(Y, number(1)),))]
    same(loop(body, READ_INPUT, blocks=blocks, way=way, rounds=6), least=0, merge="all")


def test_others_have_their_turn() -> None:
    """A state comes back after a turn of machine code."""
    program = loop([P.Assign((X,), (T.bvadd(X, INDEX),))], rounds=1000)
    with warm_at_once(turn=100, slice_=50):
        explorer = Explorer(program, ExploreOptions(checks=CHECKS))
        explorer.start()
        steps = 0
        while explorer.step():
            steps += 1
    assert steps > 20
    same(program, turn=100)


def test_bits_of_a_float_that_is_none() -> None:
    """The bits of a NaN are unknown, and made where there is one."""
    value = T.fp_from_bv(T.bvor(number(0x3F800000), T.bvshl(INDEX, number(26))), T.FLOAT32)
    bits = T.ite(T.fp_is_nan(FLOAT), NAN, T.fp_to_ieee_bv(FLOAT))
    body: list[P.Command] = [
        P.Assign((FLOAT,), (value,)),
        P.Havoc(NAN, P.Source.MACHINE, "nan", "float"),
        P.Assign((X,), (bits,)),
        P.Assign((Y,), (T.bvxor(X, Y),)),
    ]
    same(loop(body))
    infinity = T.fp_from_bv(T.bvmul(T.zero_extend(31, T.extract(3, 3, INDEX)), number(0x7F800001)), T.FLOAT32)
    same(loop([P.Assign((FLOAT,), (infinity,)), *body[1:]]))


def test_loops_that_do_not_pay_are_given_up() -> None:
    """Each round has a command that is left to Python."""
    program = loop(
        [P.Assign((X,), (T.bvadd(X, INDEX),))],
        blocks=[P.Block("once", [P.Load(WIDE, place(ZEROS + 8)), P.Load(X, place(ZEROS + 8))], P.Goto(("next",)))],
        way=P.Branch(T.bvult(INDEX, number(2)), "next", "once"),
        rounds=300,
    )
    with warm_at_once(tried=2_000):
        explorer = Explorer(program, ExploreOptions(checks=CHECKS))
        assert len(list(explorer.run())) == 1
    assert explorer.machine.counters.native < explorer.instructions / 4
