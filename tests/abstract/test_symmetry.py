"""Symmetry between processes: found only where it is, and with the same answers as without."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import pytest

from antumbra import terms as T
from antumbra.engines.abstract.checking.confirm import confirm
from antumbra.engines.abstract.exploring.states import Abstract
from antumbra.engines.abstract.exploring.symbolic_exec import symbolic_exec
from antumbra.engines.abstract.exploring.trace import replayed
from antumbra.engines.abstract.refine import Refinement
from support.enumeration import error_depth
from support.protocols import engine, protocol
from support.random_protocols import random_template
from support.size import some


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


CHANGES: list[tuple[dict[str, str], bool]] = [
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
]


@pytest.mark.parametrize(("change", "alike"), CHANGES)
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


@pytest.mark.parametrize("inputs", [False, True])
@pytest.mark.parametrize("batch", range(some(1, 3)))
def test_answers_agree_with_and_without(batch: int, inputs: bool) -> None:
    answered = symmetric = 0
    for number in range(some(3, 8)):
        text = random_template(random.Random(f"template/{batch}/{number}/{inputs}"), inputs=inputs)
        answers = [agrees(text, symmetry=symmetry, inputs=inputs, queries=some(150, 400)) for symmetry in (True, False)]
        assert {"safe", "unsafe"} - set(answers), text
        answered += answers[0] != "unknown"
        symmetric += bool(parts_of(text))
    assert answered >= some(1, 4)
    assert symmetric >= some(1, 2)


def agrees(text: str, *, symmetry: bool, inputs: bool, iterations: int = 4, queries: int = 400) -> str:
    analysis = engine(text, max_iterations=iterations, max_queries=queries, symmetry=symmetry)
    depth, whole = error_depth(analysis.system, window=3, most=600)
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


def test_the_check_wants_every_orbit_and_real_symmetry() -> None:
    analysis = symmetric_proof()
    proof = analysis.outcome.proof
    assert proof is not None
    assert confirm(analysis.system, proof, lambda: None) is None
    for one in proof.closed:
        fewer = {k: None for k in proof.closed if k != one}
        assert confirm(analysis.system, replace(proof, closed=fewer), lambda: None) is not None
    family = proof.families[0]
    twice = replace(proof, families=(family, family))
    assert "share a variable" in (confirm(analysis.system, twice, lambda: None) or "")
    crossed = replace(family, parts=(family.parts[0], family.parts[1][::-1], family.parts[2]))
    assert "correspond" in (confirm(analysis.system, replace(proof, families=(crossed,)), lambda: None) or "")


def test_a_representative_counts_only_for_its_own_orbit() -> None:
    """What a proof says about the way from a successor to its representative is tried, not believed."""
    analysis = symmetric_proof()
    proof = analysis.outcome.proof
    assert proof is not None

    def refused(**changed: object) -> str:
        return confirm(analysis.system, replace(proof, **changed), lambda: None) or ""

    # Without symmetry the representatives alone are not closed; nor are they if no way or a wrong one leads to them.
    assert refused(families=())
    assert refused(ways=lambda _: ())
    assert refused(ways=lambda _: [((0, 1, 2),)])
    assert "no permutation" in refused(ways=lambda _: [((0, 0, 0),)])
    assert "no permutation" in refused(ways=lambda _: [((0, 1, 2), (0, 1))])
    # Ways may come in any order, and useless ones do no harm.
    every = [(order,) for order in permutations(range(3))]
    assert not refused(ways=lambda _: every)
    # The same representatives with another truth of some predicate are other orbits, which do not help.
    for bit in range(len(proof.predicates)):
        one = next(a for a in proof.closed if Abstract(a.control, a.bits ^ 1 << bit) not in proof.closed)
        other = Abstract(one.control, one.bits ^ 1 << bit)
        assert refused(closed={other if k == one else k: None for k in proof.closed}, ways=lambda _: every)
    # Predicates about one process only: then an exchange does not act on abstract states.
    kept = [
        k
        for k, p in enumerate(proof.predicates)
        if not any(str(v.data).startswith("P[3]") for v in T.free_variables(p))
    ]
    closed = {Abstract(a.control, sum((a.bits >> k & 1) << n for n, k in enumerate(kept))): None for a in proof.closed}
    assert len(kept) < len(proof.predicates)
    fewer = tuple(proof.predicates[k] for k in kept)
    assert "closed under exchange" in refused(predicates=fewer, closed=closed, ways=lambda _: every)


def test_a_predicate_about_control_is_refused() -> None:
    analysis = symmetric_proof()
    proof = analysis.outcome.proof
    assert proof is not None
    extra = T.eq(analysis.system.control[-1], T.const(0, analysis.system.control[-1].sort))
    wrong = replace(proof, predicates=(*proof.predicates, extra))
    assert "more than the data" in (confirm(analysis.system, wrong, lambda: None) or "")


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
