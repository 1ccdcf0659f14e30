"""Tests as JSON: written and read back, and what is not a test is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antumbra.engines.outcome import InputValue, PathEnd, Reason
from antumbra.evidence.testcase import TestCase, TestFormatError, from_json, to_json
from antumbra.program.model import Source
from antumbra.program.source import Location

_PLACES = st.none() | st.builds(Location, st.text(), st.integers(0, 10**6), st.integers(0, 10**4), st.text(max_size=10))


@st.composite
def inputs(draw: st.DrawFn) -> InputValue:
    width = draw(st.sampled_from([1, 8, 32, 52, 53, 64, 128, 800]))
    number = draw(st.integers(0, 2**width - 1))
    return InputValue(
        draw(st.text()), draw(st.text(max_size=20)), draw(st.sampled_from(Source)), width, number, draw(_PLACES)
    )


@given(st.lists(inputs(), max_size=5), st.sampled_from(Reason), st.text(), _PLACES)
def test_round_trip(items: list[InputValue], end: Reason, text: str, place: Location | None) -> None:
    stack = (place,) if place else ()
    test = TestCase(tuple(items), end, "valid-deref", text, place, stack, text, "ab" * 32, "main", "ILP32")
    written = to_json(test)
    assert written.isascii()
    assert from_json(written) == test


def test_of_a_path() -> None:
    value = InputValue("x", "int", Source.INPUT, 32, 7)
    end = PathEnd(3, Reason.VIOLATION, (value,), Location("a.c", 4), "assert", "x != 7", (Location("a.c", 4),))
    test = TestCase.of(end, "a.c", "00")
    assert test.is_error
    assert (test.inputs, test.check, test.location) == ((value,), "assert", Location("a.c", 4))


def _changed(**changes: object) -> str:
    document = json.loads(to_json(TestCase((InputValue("x", "int", Source.INPUT, 8, 7),))))
    document.update(changes)
    return json.dumps(document)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "[" * 100_000,
        _changed(version=2),
        _changed(format="other"),
        _changed(end={"kind": "no such end"}),
        _changed(inputs={}),
        _changed(inputs=[{"bits": 8, "value": 256, "source": "input"}]),
        _changed(inputs=[{"bits": 8, "value": -1, "source": "input"}]),
        _changed(inputs=[{"bits": 8, "value": True, "source": "input"}]),
        _changed(inputs=[{"bits": 8, "value": "0xzz", "source": "input"}]),
        _changed(inputs=[{"bits": 10**12, "value": 1, "source": "input"}]),
        _changed(inputs=[{"bits": 8, "value": 1, "source": "elsewhere"}]),
        _changed(program={"file": 3}),
    ],
)
def test_what_is_not_a_test_is_refused(text: str) -> None:
    with pytest.raises(TestFormatError):
        from_json(text)


def test_unknown_keys_are_ignored() -> None:
    assert from_json(_changed(comment="by hand")).inputs[0].value == 7
