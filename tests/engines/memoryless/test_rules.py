"""Small programs for each rule, and twins in which it is broken: without memory they go wrong where they do with it.

``rules.txt``: after ``===`` a name and the check that fails; the body of ``main`` (lines with ``+`` come before it);
after ``---`` the same for the twin, of which the line with ``// here`` fails.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from support.memoryless import Compared, compared, program_of
from support.size import FULL

HEAD = """\
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define check(c) if (!(c)) reach_error()
"""


@dataclass(frozen=True)
class Rule:
    safe: str
    broken: str
    fails: str
    data_model: str


def _text(lines: list[str]) -> str:
    before = [line[2:] for line in lines if line.startswith("+ ")]
    body = [line for line in lines if not line.startswith("+ ")]
    start = ["int main(void) {", "  int n = __VERIFIER_nondet_int();"]
    return HEAD + "\n".join([*before, *start, *body, "  return 0;", "}", ""])


def _rules() -> dict[str, Rule]:
    found: dict[str, Rule] = {}
    for part in (Path(__file__).parent / "rules.txt").read_text().split("=== ")[1:]:
        first, *lines = part.splitlines()
        name, _, how = first.partition(": ")
        fails, _, data_model = how.partition(" ")
        at = lines.index("---")
        found[name] = Rule(_text(lines[:at]), _text(lines[at + 1 :]), fails, data_model or "LP64")
    return found


RULES = _rules()


def _compared(text: str, rule: Rule, folder: Path) -> Compared:
    path = folder / "program.c"
    path.write_text(text)
    found = compared(program_of(path, data_model=rule.data_model), timeout=60)
    assert isinstance(found, Compared), found.reason
    return found


@pytest.mark.parametrize("name", [name for name in RULES if FULL or name != "a list that is freed"])
def test_what_is_safe_stays_so(name: str, tmp_path: Path) -> None:
    found = _compared(RULES[name].safe, RULES[name], tmp_path)
    assert found.original.violations == found.lowered.violations == frozenset()
    assert found.lowered.complete


@pytest.mark.parametrize("name", RULES)
def test_what_goes_wrong_still_does(name: str, tmp_path: Path) -> None:
    rule = RULES[name]
    line = next(i for i, text in enumerate(rule.broken.splitlines(), 1) if text.endswith("// here"))
    found = _compared(rule.broken, rule, tmp_path)
    assert (rule.fails, line) in found.original.violations
    assert (rule.fails, line) in found.lowered.violations
