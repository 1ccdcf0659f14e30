"""The examples of the TracerX paper, and small programs whose verdict is known, through the real C front end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import antumbra
from antumbra.engines.backward.formula import Formula
from antumbra.engines.interpolate.dsei import Interpolator
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from support.size import FULL, some
from support.steps import all_limited

PROGRAMS = Path(__file__).parent.parent / "programs"
#: seconds each
LONG = {"long_double_safe", "sort_and_search_safe"}

GRAPH = """
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
const int graph[5][5] = {{0}, {0, 0, 20, 35, 110}, {0, 0, 0, 40, 90}, {0, 0, 0, 0, 60}};
int main(void) {
  int node = 1, d = 0;
  while (node < 4) {
    int next = __VERIFIER_nondet_int(), i;
    for (i = node + 1; i < 4; i++)
      if (next == i) break;
    d += graph[node][i];
    node = i;
  }
  assert(d >= BOUND);
  return 0;
}
"""

BRANCHES = """
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  for (int i = 0; i < N; i++) {
    if (__VERIFIER_nondet_int()) x++; else x--;
  }
  assert(x <= N && x >= -N);
  return 0;
}
"""


def run(folder: Path, text: str, **defines: int) -> Interpolator:
    file = folder / "program.c"
    file.write_text(text)
    program = load(file, LoadOptions(defines=tuple(f"{k}={v}" for k, v in defines.items()))).program
    engine = Interpolator(program, InterpolateOptions(checks=frozenset({"assert"}), timeout=60))
    for end in engine.run():
        assert not end.check, end.message
    assert engine.complete
    return engine


def formulas(engine: Interpolator) -> list[Formula]:
    return [formula for _, formula in engine.learning.table]


def test_shortest_path_of_figure_2(tmp_path: Path) -> None:
    """BOUND = 90 is proved, and the interpolant at node 1 says d >= -5: 95 would hold as well."""
    engine = run(tmp_path, GRAPH, BOUND=90)
    at_first = [
        {re.sub(r"@\d+ ", "", str(form.data)).split(".")[0]: bounds for form, bounds in f.sets.items() if not form.args}
        for f in formulas(engine)
    ]
    first = [f["d"] for f in at_first if f.get("node") == (1, 2) and "d" in f and set(f) == {"node", "d"}]
    assert any(0 in range(b[0], b[1]) and b[-2] == (1 << 32) - 5 and b[-1] == 1 << 32 for b in first)
    assert run(tmp_path, GRAPH, BOUND=95).complete


def test_shortest_path_is_exact(tmp_path: Path) -> None:
    (tmp_path / "g.c").write_text("#define BOUND 96\n" + GRAPH)
    result = antumbra.check(tmp_path / "g.c", engine="interpolate", timeout=60)
    assert result.verdict.value == "unsafe"
    assert result.replayed is True


@pytest.mark.parametrize("count", [20, 100, 400])
def test_branches_of_figure_4_take_a_linear_tree(tmp_path: Path, count: int) -> None:
    engine = run(tmp_path, BRANCHES, N=count)
    assert engine.machine.counters.forks == count
    assert engine.scope.subsumed == count
    assert engine.statistics.solver_queries <= 100  # none of them by interpolation itself


def test_a_loop_without_bound_is_closed(tmp_path: Path) -> None:
    """The lock is free at every round: one round comes back to the state it started from."""
    engine = run(
        tmp_path,
        """
        #include <assert.h>
        extern int __VERIFIER_nondet_int(void);
        int main(void) {
          int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int(), a = 0, b = 0;
          while (__VERIFIER_nondet_int()) {
            a = 0; b = 0;
            if (p) a = 1;
            if (q) b = 1;
            if (p) { assert(a == 1); a = 0; }
            if (q) { assert(b == 1); b = 0; }
          }
          return 0;
        }
        """,
    )
    assert engine.scope.covered or engine.loops.closed_loops


def plain_programs() -> list[Path]:
    """Programs without options of their own, every second one."""
    found = [p for p in sorted(PROGRAMS.rglob("*.c")) if not p.read_text("utf-8").splitlines()[1].startswith("// opt")]
    found = [p for p in found if FULL or p.stem not in LONG]
    return found[::2]


@pytest.mark.parametrize("path", sorted((PROGRAMS / "pruning").glob("*.c")), ids=lambda path: path.stem)
def test_programs_about_pruning_are_decided(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    asked = re.match(r"// options: --property (\S+)", lines[1])
    checked = asked[1] if asked is not None else None
    result = antumbra.check(path, engine="interpolate", property=checked, timeout=20)
    assert result.verdict.value == lines[0].split()[2], result.reason


#: not decided by interpolation within seconds
UNDECIDED = {"recursion_safe"}
#: not decided by plain exploration: a recursion that never comes back violates nothing
DECIDED_HERE = {"endless_recursion": "safe"}


@pytest.mark.parametrize(
    "path", plain_programs()[:: some(2, 1)], ids=lambda path: str(path.relative_to(PROGRAMS).with_suffix(""))
)
def test_programs_are_decided_as_by_plain_exploration(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    undecided = path.stem in UNDECIDED
    if undecided:
        all_limited(monkeypatch, 100)
    expected = "unknown" if undecided else DECIDED_HERE.get(path.stem, path.read_text("utf-8").split()[2])
    result = antumbra.check(path, engine="interpolate", timeout=60)
    assert result.verdict.value == expected, result.reason
    assert "internal error" not in (result.reason or "")
