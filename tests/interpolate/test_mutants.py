"""Conditions of what leaves something out, forgotten one at a time: each forgetting must show.

*verdict*: a program of ``memory_programs`` becomes ``safe`` without a check of the proof, so that
``test_memory_states`` fails. *refuted*: the independent check says so, and no such ``safe`` is confirmed by it.
*audit*: ``check_subsumption`` notices.

| mechanism | what is forgotten | who notices |
|---|---|---|
| equal states | size, content | verdict, refuted, audit |
| equal states, formulas | region (with the owner), life | verdict |
| equal states, formulas | the frame that owns a stack object | verdict |
| equal states, loops | initial pages that are gone | verdict, refuted |
| equal states | that the size of an object may be a term | verdict |
| formulas, loops | the skeleton of memory altogether | verdict |
| interpolants | returns end objects; memory that is used must be there | verdict |
| interpolants | assertions that nobody asked for (undefined behaviour) | verdict, refuted, audit |
| Reach | constant addresses | verdict, refuted |
| Reach | writes to constants, calls through pointers, large stack objects | verdict |
| known violations | the condition of the path that ended there | ``test_known_violations`` |
| evaluation | functions without a meaning; zero of an integer | refuted (``test_boogie_values``) |
| evaluation | that two unwritten objects are two | ``tests/semantics/test_memory_state`` |
| widening | a location that changed; a guess that does not hold | verdict, refuted |
| contracts | an object that is written | verdict, refuted |
| contracts | size, region, content, life of objects | unit test below |
| ``auto`` | undefined behaviour that exploration has met | verdict |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import antumbra
from antumbra import terms as T
from antumbra.engines.backward import trace
from antumbra.engines.backward.backprop import Backprop
from antumbra.engines.backward.reach import Reach
from antumbra.engines.interpolate.dsei import Interpolator
from antumbra.engines.interpolate.loops import closing, widening
from antumbra.engines.interpolate.loops.widening import Trial, Widening
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.engines.interpolate.recursion import contracts, summaries
from antumbra.engines.interpolate.tree.learning import Learning
from antumbra.engines.standing import Standing
from antumbra.program import model as P
from antumbra.proofs import Budget, Question, Refuted
from antumbra.proofs.check import check_proof
from antumbra.semantics.memory import memory_state
from antumbra.semantics.memory.objects import Content, Object, Objects
from antumbra.semantics.state import State
from antumbra.strategies import auto, uncalled
from interpolate.memory_programs import HEADER, TWINS, Twins
from interpolate.test_summaries import always_try, counting

BY_NAME = {twins.name: twins for twins in TWINS}

Patch = Callable[[pytest.MonkeyPatch], None]


def _forget_field(name: str, value: Any) -> Patch:
    """Objects are compared without one of their fields."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        made = Objects.__init__

        def init(self: Objects, items: tuple[Object, ...]) -> None:
            made(self, tuple(replace(item, **{name: value}) for item in items))

        monkeypatch.setattr(Objects, "__init__", init)

    return patch


def _no_owners(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_state, "owners", lambda _: ())


def _both(one: Patch, other: Patch) -> Patch:
    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        one(monkeypatch)
        other(monkeypatch)

    return patch


def _no_outliving(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_state, "owned_by", lambda *_: False)
    monkeypatch.setattr(memory_state, "owners", lambda _: ())


def _no_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Returns end no objects, as far as interpolants know."""
    monkeypatch.setattr(trace, "_makes_locals", lambda _: False)


def _no_gone_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_state, "gone_pages", lambda *_: frozenset())
    monkeypatch.setattr(widening, "gone_pages", lambda *_: frozenset())


def _no_skeleton(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_state.Skeleton, "matches", lambda *_: True)
    monkeypatch.setattr(widening, "same_skeleton", lambda *_: True)


def _reach_without(kind: type[Any]) -> Patch:
    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        known = Reach._command

        def command(self: Reach, place: trace.Place, one: P.Command) -> None:
            if not isinstance(one, kind):
                known(self, place, one)

        monkeypatch.setattr(Reach, "_command", command)

    return patch


def _constants_never_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Standing, "has", lambda _, address, *__, **___: address.op is T.CONST)


def _writes_never_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Standing.has
    monkeypatch.setattr(Standing, "has", lambda self, address, width, **_: known(self, address, width, write=False))


def _only_what_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Learning, "_matters", lambda self, step: step.check in self._checks)


def _no_accesses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Backprop, "_access", lambda *_: None)


def _no_symbolic_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Objects.__init__

    def init(self: Objects, items: tuple[Object, ...]) -> None:
        made(self, items)
        self.symbolic = False

    monkeypatch.setattr(Objects, "__init__", init)


#: what is forgotten → how, and the programs of which one shows it
MUTANTS: dict[str, tuple[Patch, tuple[str, ...]]] = {
    "size": (_forget_field("size", 8), ("size", "size_loop", "size_in_a_page")),
    "region": (_both(_forget_field("region", P.Region.HEAP), _no_owners), ("region", "region_loop")),
    "content": (_forget_field("content", Content.ZERO), ("content", "content_loop", "content_in_a_struct_loop")),
    "life": (_both(_forget_field("alive", True), _forget_field("ended", 0)), ("life", "life_loop")),
    "owners": (_no_outliving, ("owner_loop", "owner_counted")),
    "ends of frames": (_no_frames, ("owner_loop", "owner_counted", "owner_two_calls_up")),
    "initial pages": (_no_gone_pages, ("initial_page", "initial_page_loop")),
    "skeletons": (_no_skeleton, ("content_formula", "size_formula", "region_formula")),
    "symbolic sizes": (_no_symbolic_sizes, ("symbolic_size", "symbolic_size_loop")),
    "accesses": (_no_accesses, ("size", "life", "life_loop")),
    "constant addresses": (_constants_never_fail, ("constant_address", "constant_address_read")),
    "writes to constants": (_writes_never_fail, ("constant_is_written",)),
    "calls through pointers": (_reach_without(P.Call), ("call_through_a_pointer",)),
    "stack objects": (_reach_without(P.Alloc), ("large_stack_object",)),
    "undefined behaviour": (_only_what_is_asked, ("undefined_division", "undefined_shift")),
}


#: where the check cannot tell a violation from one that its own loops only seem to have
UNCHECKED = ("skeletons", "stack objects")


def verdicts(tmp_path: Path, names: tuple[str, ...], *, check_proofs: bool = False) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in names:
        twins = BY_NAME[name]
        file = tmp_path / f"{name}.c"
        file.write_text(twins.text(wrong=True), "utf-8")
        result = antumbra.check(
            file, engine="interpolate", property=twins.property, timeout=30, check_proofs=check_proofs
        )
        found[name] = "confirmed" if result.proof_checked else result.verdict.value
    return found


@pytest.mark.parametrize("mutant", MUTANTS)
def test_the_independent_check_notices(tmp_path: Path, mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is forgotten in the engine is not forgotten in the check: no such ``safe`` is confirmed."""
    patch, names = MUTANTS[mutant]
    patch(monkeypatch)
    found = verdicts(tmp_path, names, check_proofs=True)
    assert "safe" not in found.values() or (mutant in UNCHECKED and "confirmed" not in found.values())


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_condition_is_needed(tmp_path: Path, mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patch, names = MUTANTS[mutant]
    patch(monkeypatch)
    found = verdicts(tmp_path, names)
    assert "safe" in found.values(), f"nobody would notice: {found}"


# ---------------------------------------------------------------- what the checks of proofs see


@pytest.mark.parametrize("engine", ["interpolate", "auto"])
@pytest.mark.parametrize("mutant", ["size", "content", "constant addresses", "undefined behaviour", "initial pages"])
def test_a_refuted_proof_is_no_proof(tmp_path: Path, mutant: str, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patch, names = MUTANTS[mutant]
    patch(monkeypatch)
    monkeypatch.setattr(auto, "FIRST_TURN", 0)
    twins = BY_NAME[names[0]]
    file = tmp_path / "program.c"
    file.write_text(twins.text(wrong=True), "utf-8")
    result = antumbra.check(file, engine=engine, property=twins.property, timeout=30)
    if engine == "interpolate":
        assert result.proof is not None
        assert result.proof.result == "refuted"
    assert result.verdict.value != "safe"


@pytest.mark.parametrize("mutant", ["size", "content", "undefined behaviour"])
def test_an_audit_sees_it_too(tmp_path: Path, mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patch, names = MUTANTS[mutant]
    patch(monkeypatch)
    twins = BY_NAME[names[0]]
    file = tmp_path / "program.c"
    file.write_text(twins.text(wrong=True), "utf-8")
    result = antumbra.check(
        file, engine="interpolate", property=twins.property, timeout=30, options={"check_subsumption": True}
    )
    assert "SubsumptionError" in (result.reason or "")


@pytest.mark.parametrize("twins", [BY_NAME["content_loop"], BY_NAME["owner_loop"]], ids=lambda twins: twins.name)
def test_an_audit_changes_nothing(tmp_path: Path, twins: Twins) -> None:
    file = tmp_path / "program.c"
    file.write_text(twins.text(wrong=False), "utf-8")
    runs = [
        antumbra.check(
            file, engine="interpolate", property=twins.property, timeout=30, options={"check_subsumption": audit}
        )
        for audit in (False, True)
    ]
    assert [run.verdict.value for run in runs] == ["safe", "safe"]
    for name in ("subsumed", "covered_exactly", "interpolants", "loops_closed", "cut_points_visited"):
        assert runs[0].stats[name] == runs[1].stats[name], name


def test_what_exploration_has_met_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Undefined behaviour that exploration found forbids ``safe``, whatever interpolation says."""
    _both(_constants_never_fail, _only_what_is_asked)(monkeypatch)
    monkeypatch.setattr(auto, "FIRST_TURN", 50_000)
    file = tmp_path / "program.c"
    file.write_text(BY_NAME["constant_address_undefined"].text(wrong=True, branches=True), "utf-8")
    alone = antumbra.check(file, engine="interpolate", timeout=30, check_proofs=False)
    assert alone.verdict.value == "safe", "the test would not notice"
    monkeypatch.setattr(uncalled, "enclosure", lambda *_: None)
    both = antumbra.check(file, timeout=30, check_proofs=False)
    assert both.verdict.value == "unknown"
    assert "undefined behaviour" in (both.reason or "")


# ---------------------------------------------------------------- loops and contracts

#: what goes wrong does so in a later round than those that guesses are made from
_LOOPS = {
    "changes": "int t = 0, u = 0, k = 0; while (more()) { t = u; u = k; k = 9; } if (t) reach_error();",
    "guesses": "int x = 0; while (more()) { if (x < 9) x++; } if (x == 5) reach_error();",
}


@pytest.mark.parametrize("forgotten", ["changes", "guesses"])
def test_loops_are_closed_by_what_holds(tmp_path: Path, forgotten: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "program.c"
    file.write_text(
        f"{HEADER}\n#define more __VERIFIER_nondet_int\nint main(void) {{ {_LOOPS[forgotten]} return 0; }}", "utf-8"
    )
    always_try(monkeypatch)
    monkeypatch.setattr(closing, "PATIENCE_COUNTED", 1)
    known = Widening.arrive

    def arrive(self: Widening, trial: Trial, state: State, arguments: tuple[Any, ...]) -> bool:
        known(self, trial, state, arguments)
        (trial.changed if forgotten == "changes" else trial.refuted).clear()
        return not trial.wrong

    assert antumbra.check(file, engine="interpolate", timeout=30, check_proofs=False).verdict.value == "unsafe"
    monkeypatch.setattr(Widening, "arrive", arrive)
    wrong = antumbra.check(file, engine="interpolate", timeout=30, check_proofs=False)
    assert wrong.verdict.value == "safe", "the test would not notice"
    assert antumbra.check(file, engine="interpolate", timeout=30).verdict.value == "unsafe"


def test_a_contract_names_what_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    always_try(monkeypatch)
    monkeypatch.setattr(summaries, "ENTRIES", (False,))
    monkeypatch.setattr(contracts.Contract, "returned", lambda *_: None)
    engine = Interpolator(counting(), InterpolateOptions(checks=frozenset({"assert"}), timeout=20))
    assert not [end for end in engine.run() if end.check], "the test would not notice"
    answer = check_proof(counting(), Question(frozenset({"assert"})), engine.certificate(), Budget(seconds=20), ("z3",))
    assert isinstance(answer, Refuted)


@pytest.mark.parametrize(
    "part",
    [{"size": 3}, {"region": P.Region.STACK}, {"content": Content.ZERO}, {"alive": False}, {"pages": 2}],
    ids=str,
)
def test_a_contract_is_for_the_same_objects(part: dict[str, Any]) -> None:
    engine = Interpolator(counting(), InterpolateOptions(checks=frozenset({"assert"})))
    states = [engine.machine.initial().state for _ in range(2)]
    item = Object(0x200000, 4, P.Region.HEAP, Content.UNINITIALISED)
    states[0].put_object(item)
    states[1].put_object(replace(item, name="another name"))
    assert contracts.changed(*states) == set()
    states[1].put_object(replace(item, **part))
    assert contracts.changed(*states) is None
