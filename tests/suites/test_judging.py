"""Categories and scores, by BenchExec's and SV-COMP's rules."""

from __future__ import annotations

import pytest

from antumbra.suites.judging import category, score


@pytest.mark.parametrize(
    ("expected", "status", "is_", "worth"),
    [
        ("true", "true", "correct", 2),
        ("true", "false(unreach-call)", "wrong", -16),
        ("true", "unknown", "unknown", 0),
        ("false", "false(unreach-call)", "correct", 1),
        ("false", "true", "wrong", -32),
        ("false", "false", "correct", 1),
        ("false(valid-deref)", "false(valid-deref)", "correct", 1),
        ("false(valid-deref)", "true", "wrong", -32),
        ("false(valid-deref)", "false(valid-free)", "unknown", 0),
        (None, "true", "missing", 0),
        (None, "unknown", "missing", 0),
        (None, "ERROR", "error", 0),
        ("true", "TIMEOUT", "error", 0),
        ("true", "OUT OF MEMORY", "error", 0),
        ("false", "KILLED", "error", 0),
        ("unknown", "unknown", "correct", 0),
        ("unknown", "true", "wrong", 0),
        ("not-true", "true", "wrong", -32),
        ("not-true", "false(assert)", "correct", 1),
        ("not-true", "unknown", "unknown", 0),
    ],
)
def test_category(expected: str | None, status: str, is_: str, worth: int) -> None:
    assert category(expected, status) == is_
    assert score(expected, status) == worth
