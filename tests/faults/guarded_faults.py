"""The language of guarded commands: what is an error of the protocol, without one of its conditions."""

from __future__ import annotations

from antumbra.frontends.guarded import actions, defined, steps
from guarded import test_language
from support.faults import Fault


def indices() -> None:
    for text, message in (
        ("set: do a[k] := 3;\nproperty invariant true;", "the index of a is outside 1..3"),
        ("set: when k <= 3 do a[a[k] + 1] := 3;\nproperty invariant true;", "the index of a is outside 1..3"),
        ("set: when a[a[k] + 1] = 0 do k := 1;\nproperty invariant true;", "the index of a is outside 1..3"),
        ("set: when k > 3 || a[k] = 0 do k := 1;\nproperty invariant true;", None),
        ("set: when k <= 3 do a[k] := 1, a[2] := 2;\nproperty invariant true;", "a[2] is assigned twice"),
    ):
        test_language.test_an_index_that_is_a_variable(text, message)


def heads() -> None:
    test_language.test_channels_are_queues()


def choices() -> None:
    test_language.test_many_choices_of_finite_values()


_ERRORS = "errors of protocols"

FAULTS = [
    Fault(
        _ERRORS,
        "an index is inside its array",
        defined._index,
        "if term.op is T.CONST:",
        "if True:",
        (indices,),
    ),
    Fault(
        _ERRORS, "an index has a value itself", defined._index, "found = needs(index, scope)", "found = []", (indices,)
    ),
    Fault(
        _ERRORS,
        "what does not matter is not asked",
        defined.needs,
        'T.not_(first) if operator == "||" else first',
        "T.TRUE",
        (indices,),
    ),
    Fault(
        _ERRORS,
        "the head of a message that is there",
        defined._call,
        "some = lifted(T.lt, T.integer(0), length)",
        "some = T.TRUE",
        (heads,),
    ),
    Fault(
        _ERRORS,
        "one value for one variable",
        actions.steps_of,
        'needed.append(Need(T.not_(where), f"{cell.term.data} is assigned twice", place))',
        "pass",
        (indices,),
    ),
    Fault(
        _ERRORS,
        "values stay in their ranges",
        steps._needed,
        "if inside is not T.TRUE:",
        "if False:",
        (choices,),
    ),
]
