"""Every program of the corpus has the verdict that its first line says; and prints to what parses the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from antumbra.frontends.boogie.reading.diagnostics import Diagnostics
from antumbra.frontends.boogie.reading.parser import parse
from support.boogie_printer import print_file
from support.boogie_same import same

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.bpl"))


def expected(path: Path) -> str:
    return path.read_text("utf-8").splitlines()[0].partition("expect:")[2].strip()


@pytest.mark.parametrize("path", CORPUS, ids=lambda p: p.stem)
def test_verdict(path: Path) -> None:
    wanted = expected(path)
    result = antumbra.check(path, timeout=2 if wanted == "not-safe" else 30)
    if wanted == "not-safe":
        assert result.verdict.value != "safe"
        return
    assert result.verdict.value == wanted, result.reason
    if wanted == "unsafe":
        assert result.finding is not None
        assert result.finding.replayed is True
        assert result.finding.location is not None


@pytest.mark.parametrize("path", CORPUS, ids=lambda p: p.stem)
def test_printing(path: Path) -> None:
    diagnostics = Diagnostics("x")
    first = parse(path.read_text("utf-8"), diagnostics)
    again = parse(print_file(first), diagnostics)
    assert not diagnostics.errors
    assert same(first, again)


def test_size() -> None:
    assert len(CORPUS) >= 150
