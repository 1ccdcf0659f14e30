"""Random small protocols: the verdict agrees with an enumeration of all states, traces replay, proofs are confirmed."""

from __future__ import annotations

import random

import pytest

from antumbra.engines.abstract.checking.confirm import confirm
from antumbra.engines.abstract.exploring.trace import replayed
from antumbra.engines.abstract.systems.from_program import transition_system
from antumbra.frontends.guarded.build import program
from support.enumeration import error_depth
from support.protocols import CHECKS, engine
from support.random_protocols import random_program
from support.size import some

#: values outside are not followed: what is found inside is still real
WINDOW = 5


@pytest.mark.parametrize("inputs", [False, True])
@pytest.mark.parametrize("batch", range(some(1, 4)))
def test_verdicts_agree_with_enumeration(batch: int, inputs: bool) -> None:
    answered = 0
    for number in range(some(5, 12)):
        text = random_program(random.Random(f"{batch}/{number}/{inputs}"), inputs=inputs)
        answered += agrees(text, inputs=inputs, iterations=5)
    assert answered >= some(2, 6)


def agrees(text: str, *, inputs: bool, iterations: int, queries: int = 400) -> bool:
    """Whether there was an answer; it must be right."""
    system = transition_system(program(text, "f.gcl", {}), CHECKS)
    depth, whole = error_depth(system, WINDOW)
    analysis = engine(text, max_iterations=iterations, max_queries=queries, literal=True)
    outcome = analysis.run()
    if outcome.proof is not None:
        assert depth is None, text
        assert confirm(analysis.system, outcome.proof, lambda: None) is None
    elif outcome.trace is not None:
        steps = outcome.trace.steps
        if depth is not None:
            assert len(steps) - 1 <= depth, text
        elif whole and not inputs:
            pytest.fail(f"an error that does not exist: {text}")
        assert replayed(system, outcome.trace.path, outcome.trace.given).steps == steps
    return outcome.proof is not None or outcome.trace is not None
