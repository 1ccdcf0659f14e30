"""Times and sizes as users write them."""

from __future__ import annotations

import click
import pytest

from antumbra.cli.parameters import Duration, Megabytes
from antumbra.program.errors import suggestion


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90", 90), ("1.5", 1.5), (".5", 0.5), ("90s", 90), ("5min", 300), ("5m", 300), ("2h", 7200), ("500ms", 0.5),
        ("3 S", 3),
    ],
)  # fmt: skip
def test_durations(text: str, seconds: float) -> None:
    assert Duration().convert(text, None, None) == seconds


@pytest.mark.parametrize("text", ["", "abc", "-1", "0", "5 parsecs", "1e3", "nan", "inf", "9" * 400])
def test_not_durations(text: str) -> None:
    with pytest.raises(click.BadParameter, match="expected seconds"):
        Duration().convert(text, None, None)


@pytest.mark.parametrize(("text", "size"), [("500", 500), ("500MB", 500), ("2GB", 2048), ("1.5g", 1536)])
def test_sizes(text: str, size: int) -> None:
    assert Megabytes().convert(text, None, None) == size


@pytest.mark.parametrize("text", ["", "0", "much", "-5", "0.5MB", "3TB"])
def test_not_sizes(text: str) -> None:
    with pytest.raises(click.BadParameter, match="expected megabytes"):
        Megabytes().convert(text, None, None)


def test_suggestions() -> None:
    assert suggestion("explor", ("auto", "explore")) == "; did you mean explore?"
    assert suggestion("zzz", ("auto", "explore")) == ""
