"""Symmetry between processes: found only where it is, and with the same answers as without."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from antumbra import terms as T
from antumbra.engines.abstract.confirm import confirm
from antumbra.engines.abstract.refine import Refinement
from antumbra.engines.abstract.symbolic_exec import symbolic_exec
from antumbra.engines.abstract.trace import replayed
from support.enumeration import error_depth
from support.protocols import engine, protocol


def parts_of(text: str, **given: int) -> list[int]:
    symmetry = engine(text, given).space.symmetry
    return [] if symmetry is None else [len(f.parts) for f in symmetry.families]


def test_like_processes_are_found() -> None:
    assert parts_of(protocol("ticket"), N=4) == [4]
    assert parts_of(protocol("buffer"), N=3) == [3, 3] or parts_of(protocol("buffer"), N=3) == [3]
    # names of processes in variables: turn and id
    assert parts_of(protocol("peterson")) == [2]
    assert parts_of(protocol("fischer")) == [2]


TEMPLATE = """
param N = 3;
var x: int = 0, a[1..N]: int = 0, last: 0..N = 0;
process P[i: 1..N] {{
  location idle, busy;
  var my: int = 0;
  go: idle -> busy when {guard} do {action};
  back: busy -> idle do my := 0;
}}
init {initial};
property invariant {good};
"""


@pytest.mark.parametrize(
    ("change", "alike"),
    [
        ({}, True),
        ({"guard": "x <= a[i] && last != i"}, True),
        ({"guard": "forall j: 1..N where j != i (P[j].my <= my)"}, True),
        ({"guard": "x <= i"}, False),
        ({"guard": "forall j: 1..N where j < i (P[j].my <= my)"}, False),
        ({"action": "a[i] := x, x := x + i"}, False),
        ({"guard": "x <= a[i]", "action": "a[1] := x"}, False),
        # an array that no process reads by its own number is none of theirs
        ({"guard": "x <= a[2]", "action": "a[1] := x, a[2] := 1"}, True),
        ({"guard": "x <= my + 2", "initial": "P[2].my <= 1"}, False),
        ({"good": "P[1].my <= 3"}, False),
        ({"good": "last != 2"}, False),
        ({"good": "last != 0 || x <= 3"}, True),
    ],
)
def test_only_what_the_system_confirms_counts(change: dict[str, str], alike: bool) -> None:
    plain = {
        "guard": "x <= 2",
        "action": "a[i] := x, my := x, x := x + 1, last := i",
        "initial": "true",
        "good": "x <= 9",
    }
    text = TEMPLATE.format(**{**plain, **change})
    text = text.replace("var my: int = 0;", "var my: int;") if "P[2].my" in text else text
    assert bool(parts_of(text)) is alike


def linear(choose: random.Random, names: list[str]) -> str:
    parts = [f"{choose.choice((-1, 1, 1, 2))} * {n}" for n in choose.sample(names, choose.randint(1, 2))]
    return " + ".join([*parts, str(choose.randint(-2, 2))])


def comparison(choose: random.Random, names: list[str]) -> str:
    return f"{linear(choose, names)} {choose.choice(('<=', '<', '=', '!=', '>='))} {choose.randint(-2, 3)}"


def random_template(choose: random.Random, *, inputs: bool) -> str:
    """Processes of one template with a local variable, an element of an array, a variable that names a process, and now
    and then something that tells them apart."""
    count = choose.randint(2, 3)
    names = ["x", "a[i]", "my"]
    lines = [
        f"var x: int = {choose.randint(-1, 1)}, a[1..{count}]: int = 0;",
        f"var last: 0..{count} = 0;",
        f"process P[i: 1..{count}] {{ location idle, busy; var my: int = 0;",
    ]
    for number in range(choose.randint(2, 3)):
        source, target = choose.choice(("idle", "busy")), choose.choice(("idle", "busy"))
        guard = [comparison(choose, names)] if choose.random() < 0.6 else []
        if choose.random() < 0.3:
            guard.append(choose.choice(("last = i", "last != i", "last = 0")))
        if choose.random() < 0.25:
            guard.append(f"forall j: 1..{count} where j != i ({choose.choice(('P[j].my', 'a[j]'))} <= my)")
        if choose.random() < 0.1:
            guard.append(choose.choice(("x <= i", "my < i", f"forall j: 1..{count} where j < i (P[j]@idle)")))
        assigned: list[str] = []
        for name in choose.sample(names, choose.randint(1, 2)):
            kind = choose.random()
            if inputs and kind < 0.2:
                assigned.append(f"{name} := nondet")
            elif kind < 0.7:
                step = choose.choice((-1, 1, 1, 2))
                guard.append(f"{name} < 2" if step > 0 else f"{name} > -2")
                assigned.append(f"{name} := {name} + {step}")
            elif kind < 0.9:
                assigned.append(f"{name} := {choose.choice(names)}")
            else:
                assigned.append(f"{name} := {choose.randint(-1, 2)}")
        if choose.random() < 0.4:
            assigned.append(choose.choice(("last := i", "last := 0", "last := last")))
        when = f"when {' && '.join(guard)}" if guard else ""
        lines.append(f"  t{number}: {source} -> {target} {when} do {', '.join(assigned)};")
    lines.append("}")
    some = [n.replace("[i]", "[j]").replace("my", "P[j].my") for n in names]
    bad = comparison(choose, some)
    lines.append(
        choose.choice(
            (
                "property mutex P@busy;",
                f"property invariant forall j: 1..{count} (!(P[j]@busy && {bad}));",
                f"property invariant forall j: 1..{count} (!({bad} && {comparison(choose, some)}));",
                f"property invariant !({comparison(choose, ['x', 'a[1]', 'P[2].my'])} && P[1]@busy);",
                "property deadlock_free;",
            )
        )
    )
    return "\n".join(lines)


@pytest.mark.parametrize("inputs", [False, True])
@pytest.mark.parametrize("batch", range(3))
def test_answers_agree_with_and_without(batch: int, inputs: bool) -> None:
    answered = symmetric = 0
    for number in range(8):
        text = random_template(random.Random(f"template/{batch}/{number}/{inputs}"), inputs=inputs)
        answers = [agrees(text, symmetry=symmetry, inputs=inputs) for symmetry in (True, False)]
        assert {"safe", "unsafe"} - set(answers), text
        answered += answers[0] != "unknown"
        symmetric += bool(parts_of(text))
    assert answered >= 4
    assert symmetric >= 2


def agrees(text: str, *, symmetry: bool, inputs: bool, iterations: int = 4, timeout: float = 2.0) -> str:
    analysis = engine(text, max_iterations=iterations, timeout=timeout, symmetry=symmetry)
    depth, whole = error_depth(analysis.system, window=3)
    outcome = analysis.run()
    if outcome.proof is not None:
        assert depth is None, text
        assert confirm(analysis.system, outcome.proof, lambda: None) is None
        return "safe"
    if outcome.trace is not None:
        if depth is None and whole and not inputs:
            pytest.fail(f"an error that does not exist: {text}")
        again = replayed(analysis.system, outcome.trace.path, outcome.trace.given)
        assert again.steps == outcome.trace.steps
        return "unsafe"
    return "unknown"


def test_theorem_2_up_to_the_order_of_processes() -> None:
    rows = engine(protocol("ticket"), {"N": 3}, fixpoint=False).run().iterations
    fresh = engine(protocol("ticket"), {"N": 3})
    before: set[object] = set()
    for row in rows[:4]:
        fresh.space.add(row.predicates)
        states = symbolic_exec(fresh.space, 10_000, lambda: None).states
        # next, served, and for each process where it is and its number, in any order
        shared = [k for k, v in enumerate(fresh.system.data) if "." not in str(v.data)]
        local = [k for k, v in enumerate(fresh.system.data) if "." in str(v.data)]
        orbits: set[object] = {
            (
                tuple(s.values[k].data for k in shared),
                tuple(sorted((c, s.values[k].data) for c, k in zip(s.control, local, strict=True))),
            )
            for s in states
        }
        assert before <= orbits
        before = orbits


def symmetric_proof() -> Refinement:
    analysis = engine(protocol("ticket"), {"N": 3}, fixpoint=False)
    assert analysis.run().proof is not None
    return analysis


def test_the_check_wants_whole_orbits_and_real_symmetry() -> None:
    analysis = symmetric_proof()
    proof = analysis.outcome.proof
    assert proof is not None
    assert len(proof.representatives) < len(proof.closed)
    tampered = {
        "whole orbits": replace(proof, closed=dict(list(proof.closed.items())[1:])),
        "closed set": replace(
            proof,
            representatives=(fewer := dict(list(proof.representatives.items())[1:])),
            closed=analysis.space.symmetry.expanded(fewer) if analysis.space.symmetry else {},
        ),
    }
    for what, wrong in tampered.items():
        assert confirm(analysis.system, wrong, lambda: None) is not None, what
    family = proof.families[0]
    crossed = replace(family, parts=(family.parts[0], family.parts[1][::-1], family.parts[2]))
    assert "correspond" in (confirm(analysis.system, replace(proof, families=(crossed,)), lambda: None) or "")


def test_the_check_refuses_symmetry_that_is_not_there() -> None:
    """A proof for like processes says nothing about a program in which one of them is different."""
    symmetric = symmetric_proof()
    proof = symmetric.outcome.proof
    assert proof is not None
    text = (
        protocol("ticket")
        .replace("when my <= served;", "when my <= served + (i - 1);")
        .replace("(i - 1)", "0 * i + i - 1")
    )
    other = engine(text, {"N": 3})
    assert other.space.symmetry is None
    assert "does not map the program to itself" in (confirm(other.system, proof, lambda: None) or "")


def test_a_trace_is_a_real_path_again() -> None:
    """Between representatives processes change places; the trace tells who really moved."""
    for name, given in (("ticket_broken", {"N": 4}), ("ticket_reach", {"X": 10}), ("fischer", {"WAIT": 0})):
        outcome = engine(protocol(name), given, shortest=False).run()
        assert outcome.trace is not None
        assert T.evaluate(outcome.trace.violated.good, dict(outcome.trace.steps[-1].values)) is False
