"""Random small protocols: the verdict agrees with an enumeration of all states, traces replay, proofs are confirmed."""

from __future__ import annotations

import random

import pytest

from antumbra.engines.abstract.confirm import confirm
from antumbra.engines.abstract.from_program import transition_system
from antumbra.engines.abstract.trace import replayed
from antumbra.frontends.guarded.build import program
from support.enumeration import error_depth
from support.protocols import CHECKS, engine

#: values outside are not followed: what is found inside is still real
WINDOW = 5


def linear(choose: random.Random, names: list[str]) -> str:
    parts = [f"{choose.choice((-2, -1, 1, 1, 1, 2, 3))} * {n}" for n in choose.sample(names, choose.randint(1, 2))]
    return " + ".join([*parts, str(choose.randint(-3, 3))])


def comparison(choose: random.Random, names: list[str]) -> str:
    return f"{linear(choose, names)} {choose.choice(('<=', '<', '=', '!=', '>='))} {choose.randint(-3, 4)}"


def random_program(choose: random.Random, *, inputs: bool) -> str:
    """Two or three integers, a process with locations, a finite variable; steps keep integers bounded by guards."""
    names = ["x", "y", "z"][: choose.randint(2, 3)]
    lines: list[str] = []
    for name in names:
        start = "" if inputs and choose.random() < 0.3 else f" = {choose.randint(-1, 2)}"
        lines.append(f"var {name}: int{start};")
        if not start:
            lines.append(f"init {name} >= -2 && {name} <= {choose.randint(0, 3)};")
    lines.append("var flag: bool = false;")
    lines.append("process P { location a, b;")
    for number in range(choose.randint(2, 4)):
        source, target = choose.choice("ab"), choose.choice("ab")
        guard = [comparison(choose, names)] if choose.random() < 0.8 else []
        if choose.random() < 0.3:
            guard.append(choose.choice(("flag", "!flag")))
        assigned: list[str] = []
        for name in choose.sample(names, choose.randint(1, len(names))):
            kind = choose.random()
            if inputs and kind < 0.35:
                assigned.append(f"{name} := nondet")
            elif kind < 0.75:
                step = choose.choice((-1, 1, 1, 2))
                guard.append(f"{name} < 5" if step > 0 else f"{name} > -5")
                assigned.append(f"{name} := {name} + {step}")
            elif kind < 0.9:
                assigned.append(f"{name} := {choose.choice(names)}")
            else:
                assigned.append(f"{name} := {choose.randint(-2, 3)}")
        if choose.random() < 0.3:
            assigned.append(choose.choice(("flag := !flag", "flag := true", f"flag := {comparison(choose, names)}")))
        when = f"when {' && '.join(guard)}" if guard else ""
        lines.append(f"  t{number}: {source} -> {target} {when} do {', '.join(assigned)};")
    lines.append("}")
    bad = [f"!({comparison(choose, names)} && {comparison(choose, names)})", f"!(P@b && {comparison(choose, names)})"]
    lines.append("property deadlock_free;" if choose.random() < 0.1 else f"property invariant {choose.choice(bad)};")
    return "\n".join(lines)


@pytest.mark.parametrize("inputs", [False, True])
@pytest.mark.parametrize("batch", range(4))
def test_verdicts_agree_with_enumeration(batch: int, inputs: bool) -> None:
    answered = 0
    for number in range(12):
        text = random_program(random.Random(f"{batch}/{number}/{inputs}"), inputs=inputs)
        answered += agrees(text, inputs=inputs, iterations=5)
    assert answered >= 6


def agrees(text: str, *, inputs: bool, iterations: int, timeout: float = 2.0) -> bool:
    """Whether there was an answer; it must be right."""
    system = transition_system(program(text, "f.gcl", {}), CHECKS)
    depth, whole = error_depth(system, WINDOW)
    analysis = engine(text, max_iterations=iterations, timeout=timeout, literal=True)
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
