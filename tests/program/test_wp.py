"""The weakest precondition holds exactly where running the commands neither fails nor leaves the postcondition."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.commands.wp import NoPreconditionError, edges, memory, wp
from antumbra.terms import Term

W = T.bv_sort(8)
X, Y, Z = (T.var(name, W) for name in "xyz")
M = memory(8)


class Stuck(Exception):
    """An assumption is false: the execution does not exist."""


class Failed(Exception):
    """An assertion is false."""


def run(commands: list[P.Command], state: dict[Term, Any], havoc: list[int]) -> dict[Term, Any]:
    """Execute; memory is a dict address → byte with default 0."""
    env = dict(state)
    cells: dict[int, int] = dict(env.pop(M).entries)

    def value(term: Term) -> Any:
        return T.evaluate(term, env)

    for command in commands:
        match command:
            case P.Assign(targets, values):
                env.update(zip(targets, [value(v) for v in values], strict=True))
            case P.Assume(condition):
                if not value(condition):
                    raise Stuck
            case P.Assert(condition):
                if not value(condition):
                    raise Failed
            case P.Havoc(target):
                env[target] = havoc.pop(0)
            case P.Load(target, address):
                at = value(address)
                env[target] = sum(cells.get((at + i) & 255, 0) << (8 * i) for i in range(target.width // 8))
            case P.Store(address, what):
                at, number = value(address), value(what)
                for i in range(what.width // 8):
                    cells[(at + i) & 255] = number >> (8 * i) & 255
            case P.Copy(destination, source, size):
                at, to = value(source), value(destination)
                read = [cells.get((at + i) & 255, 0) for i in range(value(size))]
                cells.update(((to + i) & 255, byte) for i, byte in enumerate(read))
            case P.Fill(destination, byte, size):
                to, what = value(destination), value(byte)
                cells.update(((to + i) & 255, what) for i in range(value(size)))
            case _:
                raise AssertionError(command)
    env[M] = T.array_value(M.sort, 0, cells).data
    return env


def expression(random: Random, depth: int) -> Term:
    if depth == 0:
        return random.choice((X, Y, Z, T.bv(random.randrange(6), 8)))
    build = random.choice((T.bvadd, T.bvsub, T.bvmul, T.bvand, T.bvxor))
    return build(expression(random, depth - 1), expression(random, depth - 1))


def condition(random: Random) -> Term:
    build = random.choice((T.eq, T.bvult, T.bvsle, T.distinct))
    return build(expression(random, 1), expression(random, 1))


def some_command(random: Random) -> P.Command:
    wide = T.var("w", T.bv_sort(16))
    pick = random.randrange(9)
    match pick:
        case 0 | 1:
            targets = tuple(random.sample((X, Y, Z), random.randint(1, 3)))
            return P.Assign(targets, tuple(expression(random, 1) for _ in targets))
        case 2:
            return P.Assume(condition(random))
        case 3:
            return P.Assert(condition(random), "assert", "")
        case 4:
            return P.Load(random.choice((X, Y, wide)), expression(random, 1))
        case 5 | 6:
            return P.Store(expression(random, 1), random.choice((expression(random, 1), wide)))
        case 7:
            size = random.choice((T.bv(3, 8), T.bvand(Z, T.bv(7, 8)), T.bv(100, 8)))
            return P.Copy(expression(random, 0), expression(random, 0), size)
        case _:
            size = random.choice((T.bv(2, 8), T.bvand(Y, T.bv(7, 8))))
            return P.Fill(expression(random, 0), expression(random, 0), size)


def some_state(random: Random) -> dict[Term, Any]:
    cells = {random.randrange(256): random.randrange(256) for _ in range(8)}
    state: dict[Term, Any] = {v: random.randrange(8) for v in (X, Y, Z)}
    return state | {T.var("w", T.bv_sort(16)): random.getrandbits(16), M: T.array_value(M.sort, 0, cells).data}


def holds(commands: list[P.Command], post: Term, state: dict[Term, Any], havoc: list[int]) -> bool:
    try:
        return T.evaluate(post, run(commands, state, havoc))
    except Stuck:
        return True
    except Failed:
        return False


def postcondition(random: Random) -> Term:
    byte = T.select(M, random.choice((X, T.bv(3, 8))))
    return T.and_(condition(random), T.bvule(byte, expression(random, 0)))


def closed(formula: Term, state: dict[Term, Any]) -> Any:
    """The formula's value; substitution also reduces the lambdas of bulk memory operations."""
    result = T.substitute(formula, {v: T.const(value, v.sort) for v, value in state.items()})
    assert result.op is T.CONST, result
    return result.data


@given(st.integers(0, 2**64))
def test_wp_is_what_execution_does(seed: int) -> None:
    random = Random(seed)
    commands = [some_command(random) for _ in range(random.randint(0, 5))]
    post = postcondition(random)
    before = wp(commands, post)
    for _ in range(4):
        state = some_state(random)
        assert closed(before, state) == holds(commands, post, state, [])


@given(st.integers(0, 2**64))
def test_fresh_variables_stand_for_the_unknown_values(seed: int) -> None:
    random = Random(seed)
    commands: list[P.Command] = []
    for _ in range(random.randint(1, 4)):
        commands.append(some_command(random))
        commands.append(P.Havoc(random.choice((X, Y)), P.Source.HAVOC, "h", "int"))
    post = postcondition(random)
    made: dict[P.Havoc, Term] = {}
    unknowns = {id(c): T.var(f"u{i}", W) for i, c in enumerate(c for c in commands if isinstance(c, P.Havoc))}

    def fresh(command: P.Havoc) -> Term:
        made[command] = unknowns[id(command)]
        return unknowns[id(command)]

    before = wp(commands, post, fresh=fresh)
    state = some_state(random)
    values = [random.randrange(256) for _ in unknowns]
    known = state | dict(zip(unknowns.values(), values, strict=True))
    assert closed(before, known) == holds(commands, post, state, values)


def test_havoc_is_a_quantifier_and_does_not_capture() -> None:
    havoc = P.Havoc(X, P.Source.HAVOC, "x", "int")
    post = T.bvult(X, Y)
    assert wp([havoc], post) is T.forall((X,), post)
    assert wp([havoc], T.eq(Y, Z)) is T.eq(Y, Z)
    # y := x before the havoc speaks of the old x
    before = wp([P.Assign((Y,), (X,)), havoc], post)
    assert T.free_variables(before) == {X}


def test_parallel_assignment_swaps() -> None:
    assert wp([P.Assign((X, Y), (Y, X))], T.bvult(X, Y)) is T.bvult(Y, X)


def test_commands_without_a_meaning_in_terms() -> None:
    call = P.Call((), "f", ())
    for command in (call, P.Free(X), P.Alloc(X, X, P.Region.HEAP), P.Builtin((), "print", (X,))):
        with pytest.raises(NoPreconditionError) as caught:
            wp([command], T.TRUE)
        assert caught.value.command is command


@given(st.integers(0, 255), st.integers(0, 255), st.lists(st.integers(0, 255), unique=True, max_size=4))
def test_edges_are_exclusive_and_complete(x: int, y: int, keys: list[int]) -> None:
    state = {X: x, Y: y}
    switch = P.Switch(X, tuple((key, f"case {key}") for key in keys), "default")
    branch = P.Branch(T.bvult(X, Y), "then", "else")
    taken = [label for label, test in edges(switch) if T.evaluate(test, state)]
    assert taken == [f"case {x}" if x in keys else "default"]
    assert [label for label, test in edges(branch) if T.evaluate(test, state)] == ["then" if x < y else "else"]
    assert edges(P.Goto(("a", "b"))) == (("a", T.TRUE), ("b", T.TRUE))
    assert edges(P.Return()) == ()
