"""Random small programs: what the engine says against the whole state space, enumerated."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from antumbra import terms as T
from antumbra.engines.interpolate.dsei import Interpolator
from antumbra.engines.interpolate.economy import accounts
from antumbra.engines.interpolate.loops import closing
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.engines.outcome import Reason
from antumbra.engines.targets import TargetPlace
from antumbra.program import model as P
from antumbra.program.restricting.bounds import bounded
from antumbra.program.source import Location
from antumbra.semantics.compiling.flow import successors
from antumbra.terms import Term
from support.size import some
from support.steps import limited

WIDTH = 3
SORT = T.bv_sort(WIDTH)
VARIABLES = tuple(T.var(name, SORT) for name in "xyz")
GLOBAL = T.var("g", SORT)
ALL = (*VARIABLES, GLOBAL)
#: a global object of four bytes, its address, and a register for what is loaded from it
BASE, SIZE = 0x10000, 4
BYTE = T.var("b", T.bv_sort(8))
#: what a state consists of: variables, and bytes by their offsets
CELLS: tuple[Term | int, ...] = (*ALL, BYTE, *range(SIZE))


def expression(random: Random) -> Term:
    kind = random.randrange(6)
    a, b = random.choice(ALL), random.choice(ALL)
    constant = T.bv(random.randrange(8), WIDTH)
    return [constant, a, T.bvadd(a, constant), T.bvadd(a, b), T.bvsub(a, b), T.bvneg(a)][kind]


def condition(random: Random) -> Term:
    a, b = random.choice(ALL), random.choice(ALL)
    constant = T.bv(random.randrange(8), WIDTH)
    compare = random.choice([T.eq, T.bvult, T.bvslt, T.bvule])
    made = compare(a, random.choice([constant, constant, b, T.bvadd(b, constant)]))
    return T.not_(made) if random.random() < 0.4 else made


def address(random: Random) -> Term:
    """A known place in the object, or one that a variable chooses."""
    base = T.bv(BASE, 64)
    if random.random() < 0.5:
        return T.bvadd(base, T.bv(random.randrange(SIZE), 64))
    return T.bvadd(base, T.zero_extend(62, T.extract(1, 0, random.choice(ALL))))


def access(random: Random) -> list[P.Command]:
    if random.random() < 0.5:
        return [P.Store(address(random), T.zero_extend(5, random.choice(ALL)))]
    return [P.Load(BYTE, address(random)), P.Assign((random.choice(ALL),), (T.extract(2, 0, BYTE),))]


def commands(random: Random, *, memory: bool = False) -> list[P.Command]:
    result: list[P.Command] = []
    for _ in range(random.randrange(4)):
        if memory and random.random() < 0.4:
            result += access(random)
            continue
        kind = random.random()
        if kind < 0.55:
            count = random.choice([1, 1, 2])
            targets = tuple(random.sample(ALL, count))
            result.append(P.Assign(targets, tuple(expression(random) for _ in targets)))
        elif kind < 0.75:
            result.append(P.Havoc(random.choice(ALL), P.Source.INPUT, "i", "int"))
        elif kind < 0.85:
            result.append(P.Assume(condition(random)))
        else:
            result.append(P.Assert(T.or_(condition(random), condition(random)), "assert", "a"))
    return result


def program(seed: int, *, memory: bool = False) -> P.Program:
    random = Random(seed)
    count = random.randrange(3, 8)
    labels = [f"b{i}" for i in range(count)]
    blocks: dict[str, P.Block] = {}
    start = P.Assign(VARIABLES, tuple(T.bv(random.randrange(8), WIDTH) for _ in VARIABLES))
    for i, label in enumerate(labels):
        # mostly forwards, sometimes a loop
        targets = [
            random.choice(labels[min(i + 1, count - 1) :] if random.random() < 0.7 else labels) for _ in range(3)
        ]
        kind = random.random()
        terminator: P.Terminator
        if i == count - 1:
            terminator = P.Return()
        elif kind < 0.6:
            terminator = P.Branch(condition(random), targets[0], targets[1])
        elif kind < 0.7:
            terminator = P.Switch(random.choice(ALL), ((1, targets[0]), (2, targets[1]), (5, targets[0])), targets[2])
        elif kind < 0.8:
            terminator = P.Goto(tuple(dict.fromkeys(targets[:2])))
        else:
            terminator = P.Goto((targets[0],))
        body = commands(random, memory=memory)
        blocks[label] = P.Block(label, body if i else [start, *body], terminator)
    procedures = {"main": P.Procedure("main", (), (), blocks)}
    return P.Program(
        "t",
        "c",
        procedures,
        "main",
        P.Layout(64, first_free=0x100000),
        variables={GLOBAL: T.bv(random.randrange(8), WIDTH)},
        objects=[P.StaticObject("m", BASE, SIZE, P.Region.GLOBAL)] if memory else [],
    )


def _initial(p: P.Program) -> int:
    value = p.variables[GLOBAL]
    assert value is not None
    return int(value.data)


def violated(p: P.Program) -> bool:
    """Whether an assertion can fail."""
    return walk(p)[0]


def walk(p: P.Program, *, past_errors: bool = False) -> tuple[bool, set[str]]:
    """Whether an assertion can fail, and the blocks that are reached, by walking through all states.

    With ``past_errors`` to their end, as far as assertions hold.
    """
    failed = False
    blocks = p.procedures["main"].blocks
    work: list[tuple[str, int, tuple[int, ...]]] = [(next(iter(blocks)), 0, (0, 0, 0, _initial(p), 0, *(0,) * SIZE))]
    seen = set(work)
    while work:
        label, index, values = work.pop()
        env: dict[Term | int, int] = dict(zip(CELLS, values, strict=True))
        block = blocks[label]
        following: list[tuple[str, int, tuple[int, ...]]] = []
        if index < len(block.commands):
            command = block.commands[index]
            match command:
                case P.Assign():
                    new = {t: T.evaluate(v, env) for t, v in zip(command.targets, command.values, strict=True)}
                    following = [(label, index + 1, tuple((env | new)[v] for v in CELLS))]
                case P.Havoc():
                    following = [
                        (label, index + 1, tuple((env | {command.target: n})[v] for v in CELLS)) for n in range(8)
                    ]
                case P.Load():
                    new = {command.target: env[T.evaluate(command.address, env) - BASE]}
                    following = [(label, index + 1, tuple((env | new)[v] for v in CELLS))]
                case P.Store():
                    new = {T.evaluate(command.address, env) - BASE: T.evaluate(command.value, env)}
                    following = [(label, index + 1, tuple((env | new)[v] for v in CELLS))]
                case P.Assume():
                    following = [(label, index + 1, values)] if T.evaluate(command.condition, env) else []
                case P.Assert():
                    if T.evaluate(command.condition, env):
                        following = [(label, index + 1, values)]
                    elif not past_errors:
                        return True, set()
                    else:
                        failed = True
                case _:
                    raise AssertionError(command)
        else:
            terminator = block.terminator
            match terminator:
                case P.Branch():
                    taken = T.evaluate(terminator.condition, env)
                    following = [(terminator.then if taken else terminator.otherwise, 0, values)]
                case P.Switch():
                    value = env[terminator.value]
                    target = next((to for case, to in terminator.cases if case == value), terminator.default)
                    following = [(target, 0, values)]
                case _:
                    following = [(target, 0, values) for target in successors(terminator)]
        for state in following:
            if state not in seen:
                seen.add(state)
                work.append(state)
    return failed, {label for label, index, _ in seen if index == 0}


@pytest.mark.parametrize("memory", [False, True], ids=["registers", "memory"])
@pytest.mark.parametrize("order", ["dfs", "random"])
@pytest.mark.parametrize("rests", [False, True], ids=["learning", "resting now and then"])
def test_every_block_is_decided_as_the_enumerated_state_space_says(
    rests: bool, order: str, memory: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # loops are closed wherever that can be tried, not only where it pays
    monkeypatch.setattr(closing, "PATIENCE_CONCRETE", 1)
    monkeypatch.setattr(closing, "PATIENCE_COUNTED", 1)
    monkeypatch.setattr(accounts, "TRIALS_FREE", 1e9)
    if rests:
        asked = itertools.count()
        monkeypatch.setattr(accounts.Economy, "resting", lambda _, waiting: next(asked) * (waiting + 1) % 7 < 3)
    decided = 0
    first = 1040 if rests else 1000
    for seed in range(first, first + some(20, 40)):
        p = program(seed, memory=memory)
        failed, reached = walk(p, past_errors=True)
        places = {label: TargetPlace(label, Location("t", i), (("main", label),)) for i, label in enumerate(blocks(p))}
        options = InterpolateOptions(
            checks=frozenset({"assert"}), timeout=30, targets=tuple(places.values()), search=(order,), seed=seed
        )
        engine = limited(Interpolator(p, options))
        violations = 0
        for end in engine.run():
            if end.reason is Reason.VIOLATION:
                violations += 1
                engine.close(end.check, end.location)
        found = {target.id for target in engine.recording.reached}
        assert found <= reached, f"seed {seed}: reached {found - reached}"
        assert failed or not violations, f"seed {seed}: a violation that does not exist"
        if engine.complete:
            decided += 1
            assert found == reached, f"seed {seed}: not reached {reached - found}"
            assert bool(violations) == failed, f"seed {seed}: the violation is missed"
    assert decided >= some(10, 20), "the engine decides most of them"


def blocks(p: P.Program) -> list[str]:
    return list(p.procedures["main"].blocks)


def verdict(p: P.Program, *, prune: bool) -> tuple[str, int]:
    engine = limited(Interpolator(p, InterpolateOptions(checks=frozenset({"assert"}), timeout=30, prune=prune)))
    for end in engine.run():
        if end.reason is Reason.VIOLATION:
            return "unsafe", 0
    return ("safe" if engine.complete else "unknown"), engine.scope.subsumed + engine.scope.covered


@pytest.mark.parametrize("block", range(6))
def test_verdicts_equal_the_enumerated_state_space(block: int) -> None:
    decided = pruned = 0
    for seed in range(block * 50, block * 50 + 50):
        p = program(seed)
        expected = "unsafe" if violated(p) else "safe"
        said, count = verdict(p, prune=True)
        assert said in (expected, "unknown"), f"seed {seed}: {said}, but it is {expected}"
        decided += said != "unknown"
        pruned += count
    assert decided >= 42, "the engine decides most of them"
    assert pruned > 0


@pytest.mark.parametrize("bound", [1, 3])
def test_bounded_verdicts_agree_with_plain_bounded_exploration(bound: int) -> None:
    """What is pruned with fewer iterations left must not be used where more remain."""
    compared = 0
    for seed in range(2000, 2060):
        p, counters = bounded(program(seed), bound)
        found: list[bool] = []
        for prune in (False, True):
            options = InterpolateOptions(checks=frozenset({"assert"}), timeout=30, prune=prune, counters=counters)
            engine = limited(Interpolator(p, options), 1_000)
            fails = any(end.reason is Reason.VIOLATION for end in engine.run())
            if not fails and engine.stopped is not None:
                break
            found.append(fails)
        else:
            compared += 1
            assert found[0] == found[1], f"seed {seed}"
            if not found[0] and engine.complete:
                assert not violated(program(seed)), f"seed {seed}: complete, so there was no bound to it"
    assert compared >= 50
