"""One list says what a memory state is; comparisons look at all of it."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from antumbra import terms as T
from antumbra.engines.backward.evaluation import Evaluation
from antumbra.engines.interpolate.dsei import Interpolator
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.program import model as P
from antumbra.semantics.memory import lifetimes
from antumbra.semantics.memory.memory_state import (
    FRAME,
    NOT_NOTICED,
    STATE,
    Skeleton,
    check_parts,
    owners,
    same_skeleton,
)
from antumbra.semantics.memory.objects import Content, Object
from antumbra.semantics.state import State

ITEM = Object(0x200000, 4, P.Region.HEAP, Content.UNINITIALISED)
#: another value for each field that a program can notice
OTHERS = {
    "base": 0x300000,
    "size": 5,
    "region": P.Region.STACK,
    "content": Content.ZERO,
    "alive": False,
    "pages": 2,
    "align": 16,
    "ended": 7,
    "scoped": True,
}
#: what only reports and tests know
EVIDENCE = {"name": "other", "location": None, "group": 3}


def engine() -> Interpolator:
    block = P.Block("b", [], P.Return())
    program = P.Program("t", "c", {"main": P.Procedure("main", (), (), {"b": block})}, "main", P.Layout(64))
    return Interpolator(program, InterpolateOptions(checks=frozenset()))


def state() -> State:
    return engine().machine.initial().state


def test_every_field_of_an_object_has_its_place() -> None:
    assert {f.name for f in fields(Object)} == OTHERS.keys() | EVIDENCE.keys()


@pytest.mark.parametrize("name", OTHERS)
def test_what_a_program_notices_makes_another_object(name: str) -> None:
    assert replace(ITEM, **{name: OTHERS[name]}) != ITEM
    one = state()
    other = one.fork()
    one.put_object(ITEM)
    other.put_object(replace(ITEM, **{name: OTHERS[name]}))
    assert not same_skeleton(one, other)
    assert not Skeleton.of(one).matches(other)


@pytest.mark.parametrize("name", EVIDENCE)
def test_what_it_does_not_makes_none(name: str) -> None:
    one = state()
    other = one.fork()
    one.put_object(ITEM)
    other.put_object(replace(ITEM, **{name: EVIDENCE[name]}))
    assert same_skeleton(one, other)


def test_who_owns_an_object_is_part_of_it() -> None:
    one = state()
    other = one.fork()
    for s in (one, other):
        s.put_object(replace(ITEM, region=P.Region.STACK))
    one.locals = (ITEM.base, None)
    other.frame = (0, (), None, (ITEM.base, None), 0)
    assert owners(one) == ((ITEM.base, 0),) == owners(other)
    one.frame = (0, (), None, None, 0)
    assert owners(one) == ((ITEM.base, 1),)
    assert not same_skeleton(one, other)
    assert not Skeleton.of(one).matches(other)


def test_objects_of_frames_that_end_do_not_matter() -> None:
    one = state()
    other = one.fork()
    for s in (one, other):
        s.frame = (0, (), None, None, 0)
    other.put_object(replace(ITEM, region=P.Region.STACK))
    other.locals = (ITEM.base, None)
    assert not Skeleton.of(one).matches(other)
    assert replace(Skeleton.of(one), frames=1).matches(other)
    assert not replace(Skeleton.of(one), frames=2).matches(other)


def test_a_new_attribute_is_an_error() -> None:
    some = dict(list(STATE.items())[1:])
    with pytest.raises(TypeError, match="pages"):
        check_parts(some, NOT_NOTICED, FRAME)
    with pytest.raises(TypeError, match="frame"):
        check_parts(STATE, NOT_NOTICED, FRAME[1:])


def test_two_objects_that_nobody_wrote_are_two() -> None:
    made = engine()
    first = made.machine.initial().state
    evaluation: Evaluation = made.learning.evaluation
    places = []
    for _ in range(2):
        base = lifetimes.place(first, 8)
        lifetimes.add(first, base, 8, 8, P.Region.HEAP, Content.UNINITIALISED, "", None)
        item = first.objects.find(base)
        assert item is not None
        places.append(made.learning.locations.whole(item, 1))
    zero = T.bv(0, 32)
    same = T.eq(T.select(places[0], zero), T.select(places[1], zero))
    assert evaluation.evaluate(same, {}, first) is not True
    assert evaluation.evaluate(T.eq(T.select(places[0], zero), T.select(places[0], zero)), {}, first) is True
