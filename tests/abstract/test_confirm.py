"""The independent check: it confirms proofs, and refuses every proof that was tampered with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from antumbra.engines.abstract.checking import automorphism, like_parts, membership, rules
from antumbra.engines.abstract.checking import confirm as module
from antumbra.engines.abstract.checking.confirm import confirm
from antumbra.engines.abstract.exploring.states import Abstract
from antumbra.engines.abstract.options import AbstractOptions
from antumbra.engines.abstract.proof import Proof
from antumbra.engines.abstract.refine import Refinement
from antumbra.engines.abstract.systems.from_program import transition_system
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from support.protocols import CHECKS, engine, protocol

#: a proof by each check, with concrete and with symbolic states
PROVED = [
    ("ticket", {"N": 2}, {"fixpoint": False}),
    ("fig1", {}, {}),
    ("synapse", {}, {}),
    ("mesi", {}, {}),
    ("peterson", {}, {}),
]


def proved(name: str, given: dict[str, int], options: dict[str, bool]) -> tuple[Refinement, Proof]:
    analysis = engine(protocol(name), given, **{"symmetry": False, **options})
    proof = analysis.run().proof
    assert proof is not None
    return analysis, proof


def verdict(analysis: Refinement, proof: Proof) -> str | None:
    return confirm(analysis.system, proof, lambda: None)


@pytest.mark.parametrize(("name", "given", "options"), PROVED)
def test_whatever_is_dropped_is_missed(name: str, given: dict[str, int], options: dict[str, bool]) -> None:
    """Every abstract state of a least closed set is needed; and so is every explored state that nothing else covers."""
    analysis, proof = proved(name, given, options)
    assert verdict(analysis, proof) is None
    some = list(proof.closed)[:8]
    needed = sum(
        verdict(analysis, replace(proof, closed={k: None for k in proof.closed if k != one})) is not None
        for one in some
    )
    assert needed >= max(1, len(some) // 2)
    nothing = replace(proof, states={}, closed={})
    assert verdict(analysis, nothing) is not None


@pytest.mark.parametrize(("name", "given", "options"), PROVED)
def test_a_weakened_state_lets_something_out(name: str, given: dict[str, int], options: dict[str, bool]) -> None:
    """An abstract state that the proof does not have is not closed, or is bad."""
    analysis, proof = proved(name, given, options)
    seen = 0
    for one in list(proof.closed)[:6]:
        for bit in range(len(proof.predicates)):
            other = Abstract(one.control, one.bits ^ 1 << bit)
            if other in proof.closed:
                continue
            moved = replace(proof, closed={**{k: None for k in proof.closed if k != one}, other: None})
            seen += verdict(analysis, moved) is not None
    assert seen > 0


def test_a_forgotten_predicate_is_noticed() -> None:
    analysis, proof = proved("ticket", {"N": 2}, {"fixpoint": False})
    for drop in range(len(proof.predicates)):
        low = (1 << drop) - 1
        closed = {Abstract(a.control, a.bits & low | a.bits >> drop + 1 << drop): None for a in proof.closed}
        kept = proof.predicates[:drop] + proof.predicates[drop + 1 :]
        weaker = replace(proof, predicates=kept, closed=closed)
        if verdict(analysis, weaker) is not None:
            return
    pytest.fail("no predicate mattered")


def test_explored_states_without_the_closed_set_do_not_suffice() -> None:
    for name in ("ticket", "synapse"):
        analysis, proof = proved(name, {}, {"fixpoint": False})
        assert "is not covered" in (verdict(analysis, replace(proof, closed={})) or "")


def test_a_lost_transition_of_the_analysis_is_noticed() -> None:
    """The check reads the program itself: a transition system that lacks a transition proves nothing."""
    analysis = engine(protocol("ticket_broken"))
    system = replace(analysis.system, transitions=analysis.system.transitions[:-2])
    blind = Refinement(system, analysis.options)
    outcome = blind.run()
    assert outcome.proof is None


def test_the_check_imports_nothing_of_the_analysis() -> None:
    for part in (module, rules, membership, automorphism, like_parts):
        names = {getattr(value, "__module__", "") or "" for value in vars(part).values()}
        used = {n.rpartition(".")[2] for n in names if n.startswith("antumbra.engines.abstract.")}
        assert used <= {
            "confirm",
            "rules",
            "membership",
            "proof",
            "states",
            "system",
            "inline",
            "automorphism",
            "like_parts",
        }


TWO_LOOPS = """
procedure main() { var x, y, n: int; havoc n; assume 0 <= n; x := 0; y := 0;
  while (x < n) { x := x + 1; }
  while (y < x) { y := y + 1; }
  assert y != 2; }
"""


def test_no_transition_can_be_lost_between_two_loops(tmp_path: Path) -> None:
    """The program fails; whichever transition the analysis does not know of, there is no proof."""
    file = tmp_path / "two.bpl"
    file.write_text(TWO_LOOPS)
    system = transition_system(load(file, LoadOptions()).program, CHECKS)
    assert len(system.origin.heads) == 2
    options = AbstractOptions(timeout=5.0, max_iterations=4)
    assert Refinement(system, options).run().trace is not None
    for lost in range(len(system.transitions)):
        rest = tuple(t for k, t in enumerate(system.transitions) if k != lost)
        assert Refinement(replace(system, transitions=rest), options).run().proof is None
