"""The text report: complete, ends with the RESULT line, and nothing from the program reaches the terminal raw."""

from __future__ import annotations

from dataclasses import replace

import pytest

from antumbra.program.assumptions import assume
from antumbra.program.source import Location
from antumbra.report.coverage.values import FileCoverage
from antumbra.report.result import Finding, Input, Result, Target, Verdict
from antumbra.report.sanitize import one_line
from antumbra.report.text import Style, excerpt, input_table, render, target_table
from report.results import ABSTRACT, FINDING, PROVED, SAFE, SAFE_IF, UNKNOWN, UNSAFE

HOSTILE = "x\x1b]0;title\x07\x1b[2J\r\n\u202eevil\u2028\udc80"


@pytest.mark.parametrize(
    ("result", "line"),
    [(SAFE, "RESULT: true"), (UNKNOWN, "RESULT: unknown(time limit)"), (UNSAFE, "RESULT: false(unreach-call)")],
)
def test_last_line(result: Result, line: str) -> None:
    assert render(result).endswith(f"\n{line}\n")
    assert render(result, quiet=True) == f"{line}\n"


def test_unsafe_report_says_everything() -> None:
    text = render(UNSAFE, verbose=True)
    for part in (
        "reach_error is called", "a.c:5:3 in main", "called from", "start at a.c:9:1", "Failing input", "-7",
        "fails there too", "antumbra replay a.c out/test000001.json", "not confirmed", "native: y", "getpid: havoc",
        "a note", "2 tests in out", "4/5 (80.0 %)", "completed paths: 3", "reached a solver",
    ):  # fmt: skip
        assert part in text, part
    assert "\x1b" not in text


def test_what_the_verdict_rests_on_stands_right_under_it() -> None:
    shown = render(SAFE_IF).splitlines()
    at = next(number for number, line in enumerate(shown) if line.startswith("SAFE, if"))
    assert shown[at + 1] == "  - memory never runs out: malloc and its kin never return NULL [--malloc-may-fail]"
    assert shown[at + 2].startswith("  - the C library's functions")
    assert shown[-1] == "RESULT: true"
    assert "SAFE: no execution violates the property\n" in render(SAFE)
    assert "UNSAFE, if all of this is true (unreach-call is violated):" in render(UNSAFE)


def test_what_is_said_of_targets_rests_on_it_too() -> None:
    result = replace(UNKNOWN, targets=(Target("3", 3, "unreachable"),), assumptions=SAFE_IF.assumptions)
    assert "What is said of targets and checks holds if\n  - memory never runs out" in render(result)


def test_colours_only_when_asked() -> None:
    assert "\x1b[1;31m" in render(UNSAFE, Style(colour=True))


def test_caret_stands_under_the_column() -> None:
    shown = list(excerpt(Location("a.c", 5, 3), UNSAFE.sources))
    assert shown[-2].index("reach_error") == shown[-1].index("^")


def test_excerpt_without_source_or_beyond_its_end() -> None:
    assert list(excerpt(Location("b.c", 5, 3), UNSAFE.sources)) == ["b.c:5:3"]
    assert list(excerpt(Location("a.c", 99, 3), UNSAFE.sources)) == ["a.c:99:3"]


def test_long_values_and_many_inputs_are_cut() -> None:
    table = input_table([Input(f"x{i}", "bytes", "0x" + "f" * 200) for i in range(100)])
    assert len(table) == 42
    assert "60 more" in table[-1]
    assert max(map(len, table)) < 100


def test_equal_neighbours_share_a_row() -> None:
    ones = [Input("x", "char", 1)] * 17
    rows = input_table([*ones, Input("x", "char", 0), *ones[:2]])
    assert [row.split()[0] for row in rows[1:]] == ["1-17", "18", "19-20"]


def test_no_inputs() -> None:
    assert "without any input" in input_table([])[0]


@pytest.mark.parametrize("place", ["reason", "message", "name", "type", "value", "file", "note", "external", "source"])
def test_hostile_text_is_shown_by_its_code(place: str) -> None:
    result = replace(UNKNOWN, reason=HOSTILE) if place == "reason" else _hostile(place)
    text = render(result, verbose=True)
    assert "title" in text
    for character in "\x1b\x07\r\u202e\u2028\udc80":
        assert character not in text
    text.encode()


def _hostile(place: str) -> Result:
    value = Input("n", "int", 1)
    if place in ("name", "type", "value"):
        value = replace(value, **{place: HOSTILE})
    finding = replace(FINDING, inputs=(value,), message=HOSTILE if place == "message" else "m")
    result = replace(UNSAFE, finding=finding)
    match place:
        case "file":
            return replace(result, file=HOSTILE)
        case "note":
            return replace(result, notes=(HOSTILE,))
        case "assumption":
            return replace(result, assumptions=(assume("library", [HOSTILE]),))
        case "external":
            return replace(result, externals={HOSTILE: "pure"})
        case "source":
            return replace(result, sources={"a.c": "\n\n\n\n" + HOSTILE.replace("\n", "") + "\n"})
        case _:
            return result


def test_sanitize_keeps_ordinary_text() -> None:
    assert one_line("naïve → 日本\t|") == "naïve → 日本    |"


def test_finding_without_place() -> None:
    result = Result(Verdict.UNSAFE, "explore", "p", "f", finding=Finding("p", "m", replayed=None))
    assert "Not replayed" in render(result)


def test_what_pruning_bought() -> None:
    stats = {
        "tree_nodes": 1_234, "subsumed": 30, "covered_exactly": 4, "interpolants": 20, "interpolant_literals": 50,
        "subsumption_tests": 61, "loops_closed": 1, "interpolation_seconds": 0.25,
    }  # fmt: skip
    text = render(replace(SAFE, engine="interpolate", stats=stats))
    assert (
        "pruning: 1,234 tree nodes, 30 subsumed, 4 of them equal states, 1 loop closed, 20 interpolants of 2.5 "
        "literals on average, 61 subsumption tests, 0.25 s spent on them\n"
    ) in text
    few = render(replace(SAFE, engine="interpolate", stats={"tree_nodes": 1}))
    assert "pruning: 1 tree node, 0 subsumed, 0 interpolants, 0 subsumption tests\n" in few
    assert "pruning" not in render(SAFE)


def test_targets_are_a_table_with_a_summary() -> None:
    targets = (
        Target("main:5:3", 5, "unreachable"),
        Target("f:12:1", 12, "reachable", "out/tests/test000001.json"),
        Target("40", 40, "unknown"),
        Target("g:7:1", 7, "reachable"),
    )
    table = render(replace(SAFE, targets=targets)).split("Targets\n", 1)[1].split("\n\n", 1)[0].split("\n")
    assert table == [
        "  4 targets: 2 reachable, 1 unreachable, 1 unknown",
        "  target    line  verdict      test",
        "  main:5:3  5     unreachable",
        "  f:12:1    12    reachable    out/tests/test000001.json",
        "  40        40    unknown",
        "  g:7:1     7     reachable",
    ]
    assert "Targets" not in render(SAFE)


def test_of_many_targets_the_undecided_come_first() -> None:
    many = [Target(f"f:{i}:1", i, "unknown" if i == 90 else "unreachable") for i in range(1, 101)]
    table = target_table(many)
    assert len(table) == 63
    assert table[2].startswith("f:90:1")
    assert table[-1].startswith("… and 40 more")
    assert len(target_table(many, verbose=True)) == 102


def test_hostile_targets() -> None:
    text = "\n".join(target_table([Target(HOSTILE, 3, "reachable", HOSTILE)]))
    assert len(text.split("\n")) == 3
    assert all(c == "\n" or c.isprintable() for c in text)


def test_proof() -> None:
    text = render(PROVED)
    assert "in every round of the loop at a.c:3:9 in main:\n    i <= n\n" in text
    assert "at every call of main" in text
    assert "at every return of main" in text
    assert "3 regions of main:\n   at a.c:3:9 in main:\n    i < n\n    i = n" in text
    assert "\x1b" not in text
    many = tuple(replace(PROVED.proof.invariants[0]) for _ in range(30))  # type: ignore[union-attr]
    long = replace(PROVED, proof=replace(PROVED.proof, invariants=many))  # type: ignore[type-var]
    assert "… and 23 more" in render(long)
    assert render(long, verbose=True).count("i <= n\n") >= 30
    assert "1 abstract state in the closed set" in render(ABSTRACT)


def test_path_and_lines_only_on_demand() -> None:
    covered = {"a.c": FileCoverage({1: 1, 3: 0, 4: 0, 6: 1, 9: 0})}
    text = render(replace(UNSAFE, covered=covered), verbose=True)
    assert "Path\n  a.c:4:2: then\n  ?: else\n" in text
    assert "not covered: a.c: 3-4, 9" in text
    plain = render(replace(UNSAFE, covered=covered))
    assert "Path" not in plain
    assert "not covered" not in plain
    long = replace(UNSAFE, finding=replace(FINDING, path=FINDING.path * 20))
    assert "… 20 branches before" in render(long, verbose=True)
