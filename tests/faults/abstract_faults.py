"""The abstract engine: symmetry and closed sets, without one of their conditions."""

from __future__ import annotations

import random

import pytest

from abstract import test_random, test_symmetry
from antumbra import terms as T
from antumbra.engines.abstract import refine
from antumbra.engines.abstract.checking import automorphism, confirm
from antumbra.engines.abstract.checking.automorphism import Family, Step
from antumbra.engines.abstract.exploring import symmetry
from antumbra.engines.abstract.exploring.checks import Checker
from support.faults import Fault
from support.protocols import engine, protocol
from support.random_protocols import random_program, random_template


def only_real_symmetry() -> None:
    for change, alike in test_symmetry.CHANGES:
        test_symmetry.test_only_what_the_system_confirms_counts(change, alike)


def the_check_refutes() -> None:
    """No proof that the engine believes in is one that the independent check refutes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(refine, "confirm", _or_fail)
        for name in ("ticket", "peterson", "fischer"):
            engine(protocol(name), max_iterations=6).run()
        for number in range(24):
            for inputs in (False, True):
                text = random_program(random.Random(f"faults/{number}/{inputs}"), inputs=inputs)
                engine(text, max_iterations=5).run()
                text = random_template(random.Random(f"faults/{number}/{inputs}"), inputs=inputs)
                engine(text, max_iterations=4).run()
        engine(protocol("buffer"), max_iterations=6).run()


_confirm = confirm.confirm


def _or_fail(*arguments: object) -> str | None:
    wrong = _confirm(*arguments)  # type: ignore[arg-type]
    assert wrong is None, wrong
    return wrong


def kinds() -> None:
    """Exchanging a and b maps the step to what is only an initial state."""
    a, b = T.var("alike.a", T.INT), T.var("alike.b", T.INT)
    zero = T.integer(0)
    steps = [Step("step", T.le(a, b), {a: zero}, ()), Step("initial", T.le(b, a), {b: zero}, ())]
    assert automorphism.images(steps, Family(((a,), (b,))), 0, 1, lambda formula: formula is T.TRUE) is None
    both = [*steps, Step("step", T.le(b, a), {b: zero}, ()), Step("initial", T.le(a, b), {a: zero}, ())]
    assert automorphism.images(both, Family(((a,), (b,))), 0, 1, lambda formula: formula is T.TRUE) == [2, 3, 0, 1]


def enumeration() -> None:
    for batch in range(2):
        for inputs in (False, True):
            test_symmetry.test_answers_agree_with_and_without(batch, inputs)
            test_random.test_verdicts_agree_with_enumeration(batch, inputs)


_SYMMETRY = (only_real_symmetry, the_check_refutes, enumeration)
_CLOSED = (the_check_refutes, enumeration)

FAULTS = [
    Fault(
        "symmetry",
        "guards correspond",
        automorphism._same,
        "if guard is not other.guard and not valid(T.eq(guard, other.guard)):",
        "if False:",
        _SYMMETRY,
    ),
    Fault("symmetry", "values correspond", automorphism._same, "return all(", "return True or all(", _SYMMETRY),
    Fault(
        "symmetry",
        "initial states correspond",
        symmetry._steps,
        '*(Step("initial", t.guard, t.updates, t.inputs) for t in system.initial),',
        "",
        _SYMMETRY,
    ),
    Fault("symmetry", "the property is symmetric", symmetry._steps, 'Step("property", goal, {}, ()),', "", _SYMMETRY),
    Fault(
        "symmetry",
        "steps keep their kind",
        automorphism.images,
        "candidates = similar.get((step.kind, frozenset(values)), ())",
        "candidates = [n for n, s in enumerate(steps) if s.values.keys() == values.keys()]",
        (kinds,),
    ),
    Fault(
        "symmetry",
        "pointers to parts are exchanged too",
        automorphism.images,
        "new = _exchanged(new, *pointers[variable])",
        "pass",
        _SYMMETRY,
    ),
    Fault(
        "symmetry",
        "predicates about other parts are turned too",
        symmetry.Symmetry._image,
        "T.substitute(atom, names)",
        "atom",
        _SYMMETRY,
    ),
    Fault(
        "closed sets",
        "a successor lies in the set",
        Checker.escape,
        "if not isinstance(answer, Sat):",
        "if True:",
        _CLOSED,
    ),
    Fault(
        "closed sets", "every successor is followed", Checker.post_fixpoint, "pending.append(target)", "pass", _CLOSED
    ),
    Fault(
        "closed sets",
        "no error is inside",
        Checker.post_fixpoint,
        "if self.space.bad(target) or len(found) > most:",
        "if len(found) > most:",
        _CLOSED,
    ),
    Fault(
        "closed sets",
        "all minterms of the successors",
        Checker.successors,
        "if len(found) > most:",
        "if True:",
        _CLOSED,
    ),
    Fault(
        "closed sets",
        "exact transitions",
        Checker._always_leads,
        "return not isinstance(self._check((*self.literals(source), T.not_(wanted))), Sat)",
        "return True",
        _CLOSED,
    ),
]
