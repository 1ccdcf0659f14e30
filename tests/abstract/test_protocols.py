"""The protocols of the paper's tables, with the figures that hold for our models."""

from __future__ import annotations

import itertools

import pytest

from antumbra.engines.abstract import refine
from antumbra.engines.outcome import Reason
from support.protocols import analysed, engine, protocol

#: name, parameters, iterations, predicates, abstract states, check: without the post-fixpoint, as in the paper
PROVED = [
    ("ticket", {"N": 2}, 4, 8, 9, "safe-fragment"),
    ("ticket", {"N": 3}, 5, 14, 31, "safe-fragment"),
    ("bakery", {}, 2, 7, 9, None),
    ("bakery_input", {}, 2, 11, 17, None),
    ("rax", {}, 1, 2, 8, "safe-fragment"),
    ("elevator", {"FLOORS": 3}, 1, 7, None, "safe-fragment"),
    ("mesi", {}, 13, 32, 17, "exhaustive"),
    ("berkeley", {}, 9, 23, 12, "exhaustive"),
    ("ticket_any", {}, 4, 12, 49, "inductive-invariant"),
    ("peterson", {}, 1, 2, 26, "inductive-invariant"),
    ("mesi_any", {}, 2, 10, 12, "inductive-invariant"),
    ("synapse", {}, 2, 7, 8, "inductive-invariant"),
]


@pytest.mark.parametrize(("name", "given", "iterations", "predicates", "states", "check"), PROVED)
def test_proved(
    name: str, given: dict[str, int], iterations: int, predicates: int, states: int | None, check: str | None
) -> None:
    outcome = analysed(protocol(name), given, fixpoint=False, symmetry=False)
    assert outcome.proof is not None, (outcome.reason, outcome.detail)
    assert check is None or outcome.proof.check == check
    assert len(outcome.iterations) == iterations
    assert len(outcome.proof.predicates) == predicates
    assert states is None or outcome.iterations[-1].abstract == states


#: name, parameters, iterations, transitions of the shortest counterexample
REFUTED = [
    ("bakery_broken", {}, 1, None),
    ("ticket_broken", {}, 1, 4),
    ("ticket_broken", {"N": 3}, 1, 4),
    ("ticket_any_broken", {}, 1, 4),
    ("ticket_any_broken", {"N": 3}, 1, 4),
    ("ticket_reach", {"X": 5}, 1, 9),
    ("ticket_reach", {"X": 10}, None, 24),
    # the first X - 3 tickets are served, the last three only taken
    ("ticket_reach", {"X": 16}, None, 3 * 13 + 3),
    ("rax_reach", {"X": 5}, None, None),
]


@pytest.mark.parametrize(("name", "given", "iterations", "length"), REFUTED)
def test_refuted(name: str, given: dict[str, int], iterations: int | None, length: int | None) -> None:
    outcome = analysed(protocol(name), given, symmetry=False)
    assert outcome.trace is not None
    assert iterations is None or len(outcome.iterations) == iterations
    assert length is None or len(outcome.trace.steps) == length + 1


def test_a_violation_is_not_lost_while_a_shorter_one_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_late(*_: object) -> None:
        raise refine.Stop(Reason.TIME, "now")

    monkeypatch.setattr(refine, "shorter", too_late)
    monkeypatch.setattr(refine, "shorter_concrete", too_late)
    for name in ("ticket_broken", "ticket_any_broken"):
        outcome = analysed(protocol(name))
        assert outcome.trace is not None
        assert outcome.reason is None


@pytest.mark.parametrize("name", ["ticket", "mesi", "berkeley"])
def test_the_baseline_agrees(name: str) -> None:
    outcome = analysed(protocol(name), baseline="ur")
    assert outcome.proof is not None


def test_the_baseline_names_what_it_cannot_take() -> None:
    outcome = analysed(protocol("fig1"), baseline="ur")
    assert outcome.proof is None
    assert "single initial state" in outcome.detail


def test_the_post_fixpoint_needs_fewer_iterations() -> None:
    outcome = analysed(protocol("mesi"))
    assert outcome.proof is not None
    assert outcome.proof.check == "post-fixpoint"
    assert len(outcome.iterations) <= 3


@pytest.mark.parametrize(("name", "given"), [("ticket", {"N": 3}), ("mesi", {}), ("ticket_any_broken", {"N": 3})])
def test_no_answer_depends_on_the_clock(name: str, given: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that is a thousand times slower the same is asked, explored and answered."""

    def run() -> tuple[object, ...]:
        analysis = engine(protocol(name), given, timeout=None)
        outcome = analysis.run()
        rows = [(r.predicates, r.symbolic, r.abstract, r.queries) for r in outcome.iterations]
        trace = outcome.trace.path if outcome.trace is not None else ()
        return outcome.proof and outcome.proof.check, trace, rows

    usual = run()
    clock = itertools.count(0.0, 1000.0)
    monkeypatch.setattr(refine.time, "monotonic", lambda: next(clock))
    assert run() == usual
