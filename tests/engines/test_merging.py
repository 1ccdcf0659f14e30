"""States that meet become one: what is merged and what is not, and that verdicts are those of every path by itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import antumbra
from antumbra.semantics.merging import check_rules
from faults.merging_faults import (
    impossible_blocks,
    right,
    trial_that_does_not_support,
    trial_that_is_unfinished,
)
from support.aimed.campaign import check
from support.merging import HEAD, PROGRAMS, global_variable
from support.size import some
from support.steps import all_limited

SORT = f"""{HEAD}
#define N 5
int main(void) {{
  int a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N - 1; i++)
    for (int j = 0; j < N - 1 - i; j++)
      if (a[j] > a[j + 1]) {{ int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }}
  for (int i = 0; i + 1 < N; i++)
    if (a[i] > a[i + 1]) reach_error();
  return 0;
}}
"""
#: 2^30 paths
BRANCHES = f"""{HEAD}
int marks[30];
int main(void) {{
  int seen = 0;
  for (int i = 0; i < 30; i++)
    if (__VERIFIER_nondet_int() > 100) {{ marks[i] = 1; seen++; }}
  if (seen > 30 || marks[3] > 1) reach_error();
  return 0;
}}
"""
#: the way to the error is that of its own inputs
WAY = f"""{HEAD}
int main(void) {{
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), s = 0;
  if (x > 7)
    s += 1;
  if (y < -3)
    s += 2;
  if (s == 2)
    reach_error();
  return 0;
}}
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "program.c"
    path.write_text(text)
    return path


@pytest.mark.parametrize("text", [SORT, BRANCHES], ids=["sort", "branches"])
@pytest.mark.parametrize("engine", ["explore", "auto"])
def test_one_path_for_all(text: str, engine: str, tmp_path: Path) -> None:
    options = {} if engine == "auto" else {"merge": "auto"}
    result = antumbra.check(write(tmp_path, text), engine=engine, options=options)
    assert (result.verdict.value, result.engine, result.stats["paths"]) == ("safe", "explore", 1)
    assert result.proof_checked is not False


def test_tests_come_path_by_path_unless_merging_is_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path, SORT.replace("N 5", "N 4"))
    assert antumbra.explore(path).stats["paths"] == 24
    assert antumbra.check(path, engine="explore").stats["paths"] == 24
    assert antumbra.explore(path, options={"merge": "all"}).stats["paths"] == 1


def test_a_violation_of_a_merged_state_is_run_again(tmp_path: Path) -> None:
    result = antumbra.check(write(tmp_path, WAY), engine="explore", options={"merge": "all"})
    assert (result.verdict.value, result.replayed) == ("unsafe", True)
    assert result.inputs is not None
    x, y = (int(given.value) for given in result.inputs)
    finding = result.finding
    assert finding is not None
    assert [taken for _, taken in finding.path] == [x > 7, y < -3, True]
    assert (x > 7, y < -3) == (False, True)


@pytest.mark.parametrize("name", PROGRAMS)
def test_verdicts(name: str) -> None:
    right(name)()


@pytest.mark.parametrize("wrong", [False, True])
def test_global_variables_are_merged(wrong: bool) -> None:
    engine = global_variable(wrong)
    violations = [end for end in engine.run() if end.check]
    assert bool(violations) is wrong
    assert engine.complete
    assert engine.meetings is not None
    assert engine.meetings.merged == 1


@pytest.mark.parametrize(
    "killer", [impossible_blocks, trial_that_does_not_support, trial_that_is_unfinished], ids=lambda k: k.__name__
)
def test_without_a_fault(killer: Callable[[], None]) -> None:
    killer()


def test_every_part_of_a_state_has_a_rule() -> None:
    with pytest.raises(TypeError, match="pages"):
        check_rules({"frame": None})


def test_the_same_twice(tmp_path: Path) -> None:
    path = write(tmp_path, WAY)
    one, other = (antumbra.check(path, engine="explore", options={"merge": "auto"}) for _ in range(2))
    assert one.inputs == other.inputs
    counted = ("paths", "forks", "queries", "steps", "met", "merged")
    assert [one.stats[name] for name in counted] == [other.stats[name] for name in counted]


@pytest.mark.parametrize("family", ["memory", "twins"])
def test_random_programs_against_their_truth(family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two paths that differ in one attribute of one object, and meet; twins of which one is wrong."""
    all_limited(monkeypatch, 20_000)
    wrong: list[str] = []
    decided = total = 0
    for seed in range(40, 40 + some(6, 120)):
        found = check(family, seed, tmp_path / f"{seed}.c", ("explore",), timeout=20, merge="all", check_proofs=False)
        wrong += [f"{found.program.origin}: {answer}" for answer in found.wrong]
        decided += sum(answer.kind == "right" for answer in found.answers)
        total += len(found.answers)
    assert wrong == []
    assert decided >= 0.6 * total


def test_random_programs_report_every_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    all_limited(monkeypatch, 20_000)
    modes = ("explore --all", "explore --targets")
    for seed in range(some(4, 40)):
        found = check("places", seed, tmp_path / f"{seed}.c", modes, timeout=20, merge="all", check_proofs=False)
        assert not found.wrong, found.program.origin
