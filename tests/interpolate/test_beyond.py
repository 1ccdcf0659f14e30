"""The programs of benchmarks/interpolation: figures of the paper, and programs for what is hard to speak of.

A verdict must never contradict a program's first line. ``UNDECIDED`` lists what ends as unknown today: a program that
is decided one day fails its test, and is to be taken from the list.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import antumbra
from antumbra import terms as T
from antumbra.engines.interpolate.dsei import Interpolator
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from support.size import some
from support.steps import all_limited

FOLDER = Path(__file__).parents[2] / "benchmarks" / "interpolation"
PROGRAMS = {f"{file.parent.name}/{file.stem}": file for file in sorted((FOLDER / "beyond").glob("*/*.c"))}

#: how often an engine may ask for its limits: most others are decided with fewer questions
QUESTIONS = 100
#: not decided by interpolation within seconds
UNDECIDED = {
    "bounded/beyond_unsafe",  # the violation lies beyond the bound
    "bounded/walk_safe",  # the walk goes on after the bound
    "loops/nested_safe",
    "recursion/loop_inside_safe",  # loops within a procedure on trial are unrolled
    "widths/mixed_safe",
}
#: decided, but in more than a second; the table of docs/interpolation.md has them
SLOW = {f"clauses/{name}_safe" for name in ("maximum", "sort4", "sort5", "sort6")}
SLOW |= {
    f"recursion/{name}" for name in ("ackermann_unsafe", "gcd_safe", "gcd_unsafe", "loop_inside_unsafe", "search_safe")
}
#: the other widths are enough for a test
ALIKE = {f"widths/{name}_{kind}" for name in ("uint8", "int16", "uint32", "int64") for kind in ("safe", "unsafe")}
#: decided in a second or more, and alike to others of the folder
NIGHTLY = {f"recursion/{name}_safe" for name in ("ackermann", "bounded", "fibonacci", "multiply", "table", "two_calls")}
NIGHTLY |= {"calls/through_table_safe", "widths/uint64_safe", "loops/counted_unsafe"}
NIGHTLY |= {f"recursion/{name}_unsafe" for name in ("pointer", "fibonacci", "bounded")}
NIGHTLY |= {"heap/list_safe", "heap/cells_safe", "recursion/writes_through_unsafe", "recursion/writes_deep_unsafe"}
#: of every seventh program, those that exploration decides with 20 branches on a path
EXPLORED = {"clauses/maximum_unsafe", "heap/cells_unsafe", "heap/tree_safe", "loops/parity_unsafe"}
EXPLORED |= {f"recursion/{name}" for name in ("bounded_unsafe", "list_safe", "multiply_unsafe", "reads_later_unsafe")}
EXPLORED |= {"widths/int64_unsafe", "widths/wrap_unsafe"}


def settings(file: Path) -> dict[str, str | int]:
    """The options in the second line of a program."""
    second = file.read_text("utf-8").splitlines()[1]
    words = second.removeprefix("// options: ").split() if second.startswith("// options: ") else []
    named = dict(zip(words[::2], words[1::2], strict=True))
    found: dict[str, str | int] = {}
    if "--bound" in named:
        found["bound"] = int(named.pop("--bound"))
    if "--property" in named:
        found["property"] = named.pop("--property")
    assert not named
    return found


def verdict(name: str, engine: str, timeout: float, **limits: int) -> tuple[str, str]:
    """The program's first line, and what the engine says."""
    file = PROGRAMS[name]
    expected = file.read_text("utf-8").splitlines()[0].removeprefix("// expect: ")
    result = antumbra.check(file, engine=engine, timeout=timeout, **limits, **settings(file))  # pyright: ignore[reportArgumentType]
    assert "internal error" not in (result.reason or ""), result.reason
    return expected, result.verdict.value


#: by day every second pair of a safe and an unsafe program
SUBJECTS = sorted({name.rpartition("_")[0] for name in PROGRAMS.keys() - UNDECIDED - SLOW - ALIKE})
BY_DAY = {f"{subject}_{kind}" for subject in SUBJECTS[::2] for kind in ("safe", "unsafe")} - NIGHTLY


@pytest.mark.parametrize("name", sorted((PROGRAMS.keys() - UNDECIDED - SLOW - ALIKE) & some(BY_DAY, PROGRAMS.keys())))
def test_interpolation_decides(name: str) -> None:
    expected, found = verdict(name, "interpolate", 40)
    assert found == expected


@pytest.mark.parametrize("name", sorted(UNDECIDED))
def test_what_is_not_decided_is_unknown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    all_limited(monkeypatch, QUESTIONS)
    _, found = verdict(name, "interpolate", 60)
    assert found == "unknown", "decided now: take it from the list"


@pytest.mark.parametrize("name", sorted(PROGRAMS)[::7])
def test_exploration_is_never_wrong(name: str) -> None:
    expected, found = verdict(name, "explore", 30, max_forks=200, max_depth=20)
    assert found == (expected if name in EXPLORED else "unknown")


# ------------------------------------------------------------ figures of the paper


def figures() -> ModuleType:
    """The generator of the figures, which is in no package."""
    spec = importlib.util.spec_from_file_location("interpolation_figures", FOLDER / "figures.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def explored(folder: Path, text: str, timeout: float = 60) -> Interpolator:
    file = folder / "figure.c"
    file.write_text(text)
    options = InterpolateOptions(checks=frozenset({"assert"}), timeout=timeout)
    engine = Interpolator(load(file, LoadOptions()).program, options)
    for end in engine.run():
        assert not end.check, end.message
    assert engine.complete
    return engine


def test_the_interpolant_of_2a_subsumes_2b(tmp_path: Path) -> None:
    """Example 5.5. At <2a> y = 0 and z = 1, at <2b> y = 2 and z = 3.

    An unsat core of the state <2a> keeps its equalities, which <2b> does not satisfy; what is learnt bounds y - z.
    """
    engine = explored(tmp_path, figures().abduction())
    assert engine.scope.subsumed >= 1
    assert engine.statistics.paths <= 3
    at_2 = [formula for _, formula in engine.learning.table if len(formula.others) == 2]
    assert len(at_2) == 1
    assert len(at_2[0].sets) == 1  # x in a range; neither y nor z is held to a value

    def covers(x: int, y: int, z: int) -> bool:
        values = {"x.call": x, "y.y.0": y, "z.z.0": z}
        conditions = at_2[0].conditions()
        named = {v: values[str(v.data).rpartition(" ")[2]] for c in conditions for v in T.free_variables(c)}
        return all(T.evaluate(condition, named) is True for condition in conditions)

    assert covers(0, 0, 1)
    assert covers(1, 2, 3)
    assert covers(1, 1, 2)
    assert not covers(0, 0, 2)  # <3b> would end with y = 0, z = 0
    assert not covers(5, 0, 1)


def test_a_random_graph_of_14_nodes(tmp_path: Path) -> None:
    """Plain exploration follows 2^12 paths; a test for each edge is enough. The bound that is proved is exact."""
    engine = explored(tmp_path, figures().graph(14))
    assert engine.machine.counters.forks < 14 * 14 * 4
    (tmp_path / "shorter.c").write_text(figures().graph(8, more=1))
    assert antumbra.check(tmp_path / "shorter.c", engine="interpolate", timeout=60).verdict.value == "unsafe"


def test_a_random_graph(tmp_path: Path) -> None:
    (tmp_path / "graph.c").write_text(figures().graph(some(6, 25)))
    result = antumbra.check(tmp_path / "graph.c", engine="interpolate", timeout=60)
    assert result.verdict.value == "safe"
    assert result.proof_checked is not False
