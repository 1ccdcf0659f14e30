"""Contracts of recursive procedures, against everything that random programs can do."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from antumbra import terms as T
from antumbra.engines.interpolate.dsei import Interpolator
from antumbra.engines.interpolate.loops import closing
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.engines.interpolate.recursion import contracts, summaries
from antumbra.engines.invariants.affine_hull import AffineHull
from antumbra.engines.invariants.sample_hulls import Hull
from antumbra.engines.outcome import Reason
from antumbra.engines.targets import TargetPlace
from antumbra.program import model as P
from antumbra.program.source import Location
from interpolate.recursive_programs import Tabulation, program
from support.size import some
from support.steps import limited

#: a trial of a contract asks for the limits, too
QUESTIONS = 500


def blocks(seed: int, *, memory: bool) -> tuple[bool, int]:
    """Every block of a random program, as the engine and as the enumeration see it; whether the engine came to its
    end, and how many calls it did not enter."""
    p = program(seed, memory=memory)
    truth = Tabulation(p)
    if not truth.whole:
        return False, 0
    places = [(name, label) for name, procedure in p.procedures.items() for label in procedure.blocks]
    targets = tuple(TargetPlace(f"{n}:{b}", Location("t", i), ((n, b),)) for i, (n, b) in enumerate(places))
    options = InterpolateOptions(checks=frozenset({"assert"}), timeout=30, targets=targets)
    engine = limited(Interpolator(p, options), QUESTIONS)
    violations = 0
    for end in engine.run():
        if end.reason is Reason.VIOLATION:
            violations += 1
            engine.close(end.check, end.location)
    reached = {f"{name}:{label}" for name, label in truth.reached}
    found = {target.id for target in engine.recording.reached}
    assert found <= reached, f"seed {seed}: reached {found - reached}"
    assert truth.failed or not violations, f"seed {seed}: a violation that does not exist"
    if engine.complete:
        assert found == reached, f"seed {seed}: not reached {reached - found}"
        assert bool(violations) == truth.failed, f"seed {seed}: the violation is missed"
    return engine.complete, engine.summaries.used


def verdict(seed: int, *, memory: bool) -> tuple[bool, int]:
    """The same of the assertions alone, where a trial may be proved that reaches blocks no path has reached."""
    p = program(seed, memory=memory)
    truth = Tabulation(p)
    if not truth.whole:
        return False, 0
    engine = limited(Interpolator(p, InterpolateOptions(checks=frozenset({"assert"}), timeout=30)), QUESTIONS)
    violated = any(end.reason is Reason.VIOLATION for end in engine.run())
    assert truth.failed or not violated, f"seed {seed}: a violation that does not exist"
    assert violated or not (truth.failed and engine.complete), f"seed {seed}: the violation is missed"
    return violated or engine.complete, engine.summaries.used


def always_try(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PATIENCE", "PATIENCE_CONCRETE"):
        monkeypatch.setattr(summaries, name, 1)
    monkeypatch.setattr(summaries, "BACK_OFF", 1)
    monkeypatch.setattr(closing, "PATIENCE_CONCRETE", 1)


@pytest.mark.parametrize("memory", [False, True], ids=["registers", "memory"])
@pytest.mark.parametrize("entries", [(True, False), (False,)], ids=["all", "some"])
@pytest.mark.parametrize("judge", [blocks, verdict])
def test_contracts_never_hide_what_can_happen(
    judge: Callable[..., tuple[bool, int]], entries: tuple[bool, ...], memory: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    always_try(monkeypatch)
    monkeypatch.setattr(summaries, "ENTRIES", entries)
    results = [judge(seed, memory=memory) for seed in range(some(10, 20))]
    assert sum(decided for decided, _ in results) >= some(6, 12), "most are decided"
    assert sum(used for _, used in results) > 0


def test_an_affine_hull_has_all_equations_of_its_points() -> None:
    random = Random(5)
    for width in (3, 8, 32):
        for _ in range(40):
            size = random.randrange(1, 4)
            points = [[random.randrange(1 << width) for _ in range(size)] for _ in range(random.randrange(1, 5))]
            hull = AffineHull(size, width)
            for point in points:
                hull.add(point)
            for constant, *factors in hull.equations:
                for point in points:
                    assert (constant + sum(f * x for f, x in zip(factors, point, strict=True))) % (1 << width) == 0
    hull = AffineHull(2, 32)
    for n in (0, 2, 6):
        hull.add((n, 3 * n + 1))
    assert any(f == (1, 3, -1 % 2**32) or f == (-1 % 2**32, -3 % 2**32, 1) for f in hull.equations)
    odd = 1 << 31
    assert any(f[1] == odd and not f[0] % odd for f in hull.equations), "the first is even"


def test_a_hull_holds_for_its_samples_and_grows() -> None:
    random = Random(7)
    x, y, flag = T.var("x", T.bv_sort(8)), T.var("y", T.bv_sort(8)), T.var("flag", T.BOOL)
    for _ in range(40):
        hull = Hull((x, y, flag), (1,), (10, -5), (T.bvslt(x, T.bv(10, 8)),))
        assert hull.conditions() == [T.FALSE]
        samples = [(random.randrange(256), random.randrange(256), random.randrange(2)) for _ in range(8)]
        for sample in samples:
            hull.add(sample)
            for known in hull.samples:
                values = {x: known[0], y: known[1], flag: bool(known[2])}
                assert all(T.evaluate(condition, values) is True for condition in hull.conditions())


def counting() -> P.Program:
    """``f(p)`` adds p to a byte in memory, one by one; the byte must not be 3 afterwards, and is."""
    p, b = T.var("p", T.bv_sort(2)), T.var("b", T.bv_sort(8))
    at = T.bv(0x10000, 64)
    main: list[P.Command] = [
        P.Havoc(p, P.Source.INPUT, "i", "int"),
        P.Call((), "f", (p,)),
        P.Load(b, at),
        P.Assert(T.not_(T.eq(b, T.bv(3, 8))), "assert", "e"),
    ]
    step: list[P.Command] = [
        P.Load(b, at),
        P.Store(at, T.bvadd(b, T.bv(1, 8))),
        P.Call((), "f", (T.bvsub(p, T.bv(1, 2)),)),
    ]
    f = {
        "f0": P.Block("f0", [], P.Branch(T.eq(p, T.bv(0, 2)), "f2", "f1")),
        "f1": P.Block("f1", step, P.Goto(("f2",))),
        "f2": P.Block("f2", [], P.Return()),
    }
    return P.Program(
        "t",
        "c",
        {
            "main": P.Procedure("main", (), (), {"m0": P.Block("m0", main, P.Return())}),
            "f": P.Procedure("f", (p,), (), f),
        },
        "main",
        P.Layout(64, first_free=0x100000),
        objects=[P.StaticObject("m", 0x10000, 1, P.Region.GLOBAL, ((0, 1, 0),))],
    )


@pytest.mark.parametrize("broken", ["", "memory", "return"])
def test_memory_that_calls_change_is_not_taken_for_granted(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The violation lies behind the trials: with a contract that forgets about memory it would be missed."""
    always_try(monkeypatch)
    monkeypatch.setattr(summaries, "ENTRIES", (False,))
    if broken == "memory":
        monkeypatch.setattr(contracts, "changed", lambda *_: set[int]())
    elif broken == "return":
        monkeypatch.setattr(contracts.Contract, "returned", lambda *_: None)
    p = counting()
    engine = Interpolator(p, InterpolateOptions(checks=frozenset({"assert"}), timeout=20))
    violated = any(end.reason is Reason.VIOLATION for end in engine.run())
    assert violated == (not broken), "the test would not notice"
