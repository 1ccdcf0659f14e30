"""auto: who decides, and that one engine's limits are not the other's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import antumbra
from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.outcome import Cut, Reason, Statistics
from antumbra.program.properties import UNREACH_CALL
from antumbra.strategies.auto import Alternation
from support.scripted import Scripted
from support.translate import from_c

#: a loop that asks a hard question in each round and comes to no end
NO_ERROR = Path(__file__).parents[1] / "programs" / "control" / "no_error_call.c"

MANY_PATHS = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0;
  for (int i = 0; i < 40; i++) {
    if (__VERIFIER_nondet_int()) x++; else x--;
  }
  if (x > 40) reach_error();
  return 0;
}
"""

DEEP_ERROR = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 12345) reach_error();
  return 0;
}
"""


def write(folder: Path, text: str) -> Path:
    file = folder / "program.c"
    file.write_text(text)
    return file


def test_what_is_too_much_for_exploration_is_interpolated(tmp_path: Path) -> None:
    # states with inputs of 64 bits are not enumerated
    wide = MANY_PATHS.replace("int __VERIFIER_nondet_int", "long __VERIFIER_nondet_long")
    wide = wide.replace("__VERIFIER_nondet_int", "__VERIFIER_nondet_long")
    result = antumbra.check(write(tmp_path, wide), timeout=30, options={"merge": "none"})
    assert (result.verdict.value, result.engine) == ("safe", "interpolate")
    assert result.proof_checked is not False


def test_what_exploration_decides_at_once_it_decides(tmp_path: Path) -> None:
    result = antumbra.check(write(tmp_path, DEEP_ERROR))
    assert (result.verdict.value, result.engine) == ("unsafe", "explore")


def test_a_limit_of_the_search_is_kept(tmp_path: Path) -> None:
    result = antumbra.check(write(tmp_path, MANY_PATHS), max_paths=3)
    assert (result.verdict.value, result.engine) == ("unknown", "explore")


def test_time_runs_out_for_both(tmp_path: Path) -> None:
    hard = MANY_PATHS.replace("i < 40", "i < 4000").replace("x > 40", "x > 4000")
    result = antumbra.check(write(tmp_path, hard), timeout=0.5)
    assert result.verdict.value == "unknown"
    assert "time limit" in (result.reason or "")


def test_what_an_exploration_met_that_begins_anew_still_counts() -> None:
    """A query was too hard for its turn, so it is made again; undefined behaviour that it met is there all the same."""
    met = [Cut(Reason.STEPS, "of one query"), Cut(Reason.UNDEFINED, "valid-deref: null")]
    alternation = Alternation([lambda _: Scripted("explore", met), lambda _: Scripted("houdini", [])])
    list(alternation.run())
    assert (alternation.name, alternation.complete) == ("houdini", True)
    assert [cut.reason for cut in alternation.cuts] == [Reason.UNDEFINED]


def test_a_limit_of_exploration_says_nothing_of_a_proof() -> None:
    alternation = Alternation([lambda _: Scripted("explore", [Cut(Reason.STEPS)]), lambda _: Scripted("houdini", [])])
    list(alternation.run())
    assert alternation.complete
    assert not alternation.cuts


def test_the_work_of_an_exploration_that_begins_anew_still_counts() -> None:
    def make(_: int | None) -> Scripted:
        return Scripted("explore", [Cut(Reason.STEPS)], Statistics(queries=2, steps=100, total_blocks=7))

    alternation = Alternation([make, lambda _: Scripted("houdini", [], Statistics(queries=3, steps=10))])
    list(alternation.run())
    assert alternation.complete
    statistics = alternation.statistics
    assert (statistics.queries, statistics.steps, statistics.total_blocks) == (5, 110, 7)


@pytest.mark.parametrize("own", [Reason.INVARIANT, Reason.REFINEMENT, Reason.NOT_TAKEN])
def test_an_end_of_one_engine_is_not_that_of_the_others(own: Reason) -> None:
    """dash may be over in its first turn where interpolation needs two."""
    alternation = Alternation(
        [
            lambda _: Scripted("explore", [Cut(Reason.STEPS)]),
            lambda _: Scripted("interpolate", [], turns=2),
            lambda _: Scripted("dash", [Cut(own, "circles")]),
        ]
    )
    list(alternation.run())
    assert (alternation.name, alternation.complete) == ("interpolate", True)
    assert not alternation.cuts


def test_what_an_engine_met_in_the_program_is_the_end() -> None:
    alternation = Alternation(
        [
            lambda _: Scripted("explore", [Cut(Reason.STEPS)]),
            lambda _: Scripted("interpolate", [], turns=2),
            lambda _: Scripted("dash", [Cut(Reason.UNDEFINED, "valid-deref: null")]),
        ]
    )
    list(alternation.run())
    assert (alternation.name, alternation.complete) == ("dash", False)


def test_a_path_without_an_end_ends_its_turn(tmp_path: Path) -> None:
    """Depth first, each call goes deeper; the turn is over nevertheless, and another engine decides."""
    path = tmp_path / "f.bpl"
    path.write_text("""var d: int;
procedure f(n: int) modifies d; { if (n > 0) { d := d + 1; call f(n - 1); d := d - 1; } }
procedure main(n: int) modifies d; { d := 0; call f(n); assert d == 0; }
""")
    result = antumbra.check(path, timeout=60)
    assert (result.verdict.value, result.engine, result.proof_checked) == ("safe", "dash", True)


@pytest.mark.parametrize("merge", ["none", "auto"])
def test_a_path_that_only_asks_ends_its_turn(merge: str) -> None:
    """It neither forks nor ends, and each round is a question that takes long: they are counted while it runs."""
    engine = Explorer(from_c(NO_ERROR.read_text()), ExploreOptions(checks=UNREACH_CALL.checks, merge=merge))
    assert list(engine.run(steps=60_000)) == []
    assert engine.unfinished
    assert 60_000 < engine.effort < 500_000


def test_who_finds_a_violation_has_decided(tmp_path: Path) -> None:
    """Without a cut there is nothing left for the engine behind it."""
    path = tmp_path / "f.gcl"
    path.write_text(
        "var x: int = 0;\nup: do x := x + 2;\nproperty unreachable x = 8;\nproperty low: invariant x >= 0;\n"
    )
    result = antumbra.check(path, timeout=60)
    assert (result.verdict.value, result.engine) == ("unsafe", "abstract")
    assert [target.verdict for target in result.targets] == ["unsafe", "safe"]


def test_who_is_late_takes_no_part_in_the_first_round() -> None:
    made: list[str] = []

    def maker(name: str, *cuts: Cut) -> Callable[[int | None], Scripted]:
        def make(_: int | None) -> Scripted:
            made.append(name)
            return Scripted(name, list(cuts))

        return make

    hard = Cut(Reason.STEPS, "of one query")
    alternation = Alternation([maker("explore", hard), maker("houdini", hard), maker("dash")], late=[2])
    list(alternation.run())
    assert made == ["explore", "houdini", "explore", "houdini", "dash"]
    assert alternation.complete
