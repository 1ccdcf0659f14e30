"""A path that ends in a violation that is known already: what passes there goes on, and is not pruned."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import antumbra
from antumbra.engines.backward.trace import Reader
from antumbra.program import model as P

DIVISION = """extern int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int(), a;
  if (c) a = FIRST; else a = SECOND;
  volatile int z = 10 / a;
  if (a == 1)
    z = 20 / (a - LESS);
  return 0;
}
"""
ACCESS = """extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
int main(void) {
  int c = __VERIFIER_nondet_int();
  char *p;
  if (c) p = FIRST; else p = SECOND;
  p[1] = 1;
  p[LESS] = 2;
  return 0;
}
"""
#: source, property, what takes the places of FIRST, SECOND and LESS, lines that are violated
CASES: list[tuple[str, str, tuple[str, str, str], set[int]]] = [
    (DIVISION, "division-by-zero", ("0", "1", "1"), {5, 7}),
    (DIVISION, "division-by-zero", ("1", "0", "1"), {5, 7}),
    (DIVISION, "division-by-zero", ("0", "1", "2"), {5}),
    (DIVISION, "division-by-zero", ("1", "0", "2"), {5}),
    (ACCESS, "valid-deref", ("0", "malloc(4)", "4"), {7, 8}),
    (ACCESS, "valid-deref", ("malloc(4)", "0", "4"), {7, 8}),
    (ACCESS, "valid-deref", ("0", "malloc(4)", "3"), {7}),
]


def violated(tmp_path: Path, source: str, property_: str, words: tuple[str, str, str], **options: Any) -> set[int]:
    """The lines of all violations that were told."""
    file = tmp_path / "program.c"
    for name, word in zip(("FIRST", "SECOND", "LESS"), words, strict=True):
        source = source.replace(name, word)
    file.write_text(source, "utf-8")
    run = antumbra.explore if "prune" in options else antumbra.check
    result = run(file, property=property_, timeout=30, **options)
    findings = [*result.others, *([result.finding] if result.finding else [])]
    return {finding.location.line for finding in findings if finding.location is not None}


@pytest.mark.parametrize(("source", "property_", "words", "lines"), CASES)
def test_everything_is_found(
    tmp_path: Path, source: str, property_: str, words: tuple[str, str, str], lines: set[int]
) -> None:
    assert violated(tmp_path, source, property_, words, prune=True) == lines
    assert violated(tmp_path, source, property_, words, engine="interpolate", targets="all") == lines


@pytest.mark.parametrize("case", [CASES[0], CASES[4]], ids=["assert", "access"])
def test_the_end_of_a_path_is_a_condition(
    tmp_path: Path, case: tuple[str, str, tuple[str, str, str], set[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = Reader._unfinished

    def unfinished(self: Reader, command: P.Command, *rest: Any) -> list[Any]:
        return known(self, command, *rest) if isinstance(command, P.Assume) else []

    monkeypatch.setattr(Reader, "_unfinished", unfinished)
    assert violated(tmp_path, *case[:3], prune=True) < case[3], "the test would not notice"


def test_a_violation_that_was_told_refutes_nothing() -> None:
    """Native code cannot confirm it, so that it stays open; nobody claims that it cannot be."""
    file = Path(__file__).parents[1] / "programs" / "control" / "computed_goto_unconfirmed.c"
    result = antumbra.check(file, engine="interpolate", timeout=30)
    assert result.verdict.value == "unknown"
    assert "not confirmed by native replay" in (result.reason or "")
