"""Programs on which the paper's own checks err: they must never be called safe."""

from __future__ import annotations

import pytest

from support.protocols import analysed, protocol

FRAGMENT = """
var x: int = 0, y: int = 0;
step: do x := nondet, y := y + 1;
property invariant 3 * x != y + 1;
"""
UNIT = """
var x: int = 1, y: int = 1, c: int = 1, d: int = 1;
step: do x := nondet, y := c, c := d, d := 3;
property invariant !(0 < x && x < y);
"""
INVARIANT = """
var x: int = 0, y: int = 0, u: int;
step: do x := nondet, y := y + 1;
count: when u <= 5 do u := u + 1;
property invariant 3 * x != y + 1;
"""


@pytest.mark.parametrize(
    ("text", "literal", "steps"),
    [(FRAGMENT, "safe-fragment", 2), (UNIT, "safe-fragment", 3), (INVARIANT, "inductive-invariant", 2)],
)
def test_the_literal_check_errs_and_we_do_not(text: str, literal: str, steps: int) -> None:
    outcome = analysed(text, literal=True)
    assert outcome.iterations[0].literal == literal
    assert outcome.proof is None
    assert outcome.trace is not None
    assert len(outcome.trace.steps) == steps + 1


def test_figure_1_in_one_iteration_by_safe_fragment() -> None:
    outcome = analysed(protocol("fig1"), literal=True)
    assert outcome.proof is not None
    assert outcome.proof.check == "safe-fragment"
    assert len(outcome.iterations) == 1
    assert len(outcome.iterations[0].predicates) == 2
    assert outcome.iterations[0].literal == "safe-fragment"
    assert outcome.model is not None
    # the safe exact fragment of the figure: a4, a5, a6, a7
    assert len(outcome.proof.closed) == 4
    assert len(outcome.model.initial) == 2


def test_the_variant_of_theorem_3_by_inductive_invariant_only() -> None:
    outcome = analysed(protocol("theorem3"), literal=True)
    assert outcome.proof is not None
    assert outcome.proof.check == "inductive-invariant"
    assert outcome.iterations[-1].literal == "inductive-invariant"
    assert len(outcome.iterations) == 1
