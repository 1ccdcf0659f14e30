"""Coverage as values, as text and as a page."""

from __future__ import annotations

import re
from dataclasses import replace

from antumbra.report.coverage.page import coverage_page
from antumbra.report.coverage.values import (
    BranchArm,
    CoverageSummary,
    FileCoverage,
    FunctionCoverage,
    function_summary,
    part,
    summary,
)
from antumbra.report.json_report import from_json, to_json
from antumbra.report.text import render
from report.results import UNSAFE

COVERED = {
    "src/a.c": FileCoverage(
        {2: 1, 3: 0, 7: 0},
        [BranchArm(2, 0, 0, 1, "main"), BranchArm(2, 0, 1, 0, "main"), BranchArm(7, 1, 0, None, "dead")],
        {"main": FunctionCoverage(1, 1, {2: 1, 3: 0}), "dead": FunctionCoverage(6, 0, {7: 0})},
    ),
    "b.c": FileCoverage({1: 1}, (), {"helper": FunctionCoverage(1, 1, {1: 1})}),
}


def test_parts() -> None:
    assert list(part(COVERED, ["*.c"])) == ["src/a.c", "b.c"]
    assert part(COVERED, ["a.c"]) == part(COVERED, ["src/*"]) == {"src/a.c": COVERED["src/a.c"]}
    only = part(COVERED, ["d?ad", "b.c"])
    assert only["src/a.c"].lines == {7: 0}
    assert [arm.line for arm in only["src/a.c"].branches] == [7]
    assert summary(only) == CoverageSummary(1, 2, 0, 1, 1, 2)
    assert part(COVERED, ["nothing"]) == {}
    assert function_summary(COVERED["src/a.c"], "main") == CoverageSummary(1, 2, 1, 2, 1, 1)


def test_text() -> None:
    result = replace(UNSAFE, covered=COVERED, coverage=summary(COVERED), tests_dir="out")
    text = render(result)
    assert "  file     lines          branches      functions\n  b.c      1/1 (100.0 %)  -             1/1\n" in text
    assert "never entered: dead\n" in text
    assert "coverage: lines 2/4 (50.0 %), branches 1/3 (33.3 %), functions 2/3\n" in text
    assert "    6: dead    0/1 (0.0 %)    0/1 (0.0 %)\n" in render(result, verbose=True)
    assert "never entered" not in render(replace(result, tests_dir=None))


def test_many_files_are_cut() -> None:
    many = {f"f{n:02d}.c": COVERED["b.c"] for n in range(50)}
    text = render(replace(UNSAFE, covered=many, tests_dir="out"))
    assert "f19.c" in text
    assert "f20.c" not in text
    assert "… and 30 files more" in text
    idle = replace(COVERED["b.c"], lines=dict.fromkeys(COVERED["b.c"].lines, 0))
    text = render(
        replace(UNSAFE, covered={**dict.fromkeys(many, idle), "the_program.c": COVERED["b.c"]}, tests_dir="out")
    )
    assert "the_program.c" in text
    assert "f18.c" in text
    assert "f19.c" not in text


def test_json() -> None:
    result = replace(UNSAFE, covered=COVERED, coverage=summary(COVERED))
    told = to_json(result)["coverage"]
    assert told["functions_total"] == 3
    assert [file["file"] for file in told["files"]] == ["b.c", "src/a.c"]
    assert told["files"][1]["functions"][1] == {
        "name": "dead", "line": 6, "lines_covered": 0, "lines_total": 1, "branches_covered": 0, "branches_total": 1,
    }  # fmt: skip
    assert from_json(to_json(result)).coverage == summary(COVERED)


def test_page() -> None:
    page = coverage_page(
        "p", COVERED, {"src/a.c": "int main() {\n  if (x)\n    return 1;\n}\n\nint dead() {\n y ? 1 : 2;"}
    )
    rows = re.findall(r'<tr id="f1l(\d+)" class="(\w*)">.*?<td class="b">(.*?)</td><td class="c">(.*?)</td>', page)
    assert rows[1] == ("2", "part", "1/2", "  if (x)")
    assert rows[2] == ("3", "miss", "", "    return 1;")
    assert rows[6] == ("7", "miss", "0/1", " y ? 1 : 2;")
    assert [role for _, role, _, _ in rows] == ["", "part", "miss", "", "", "", "miss"]
    assert "The text of this file is not at hand" in page  # of b.c


def test_the_page_holds_what_is_hostile() -> None:
    nasty = "</table><script src='http://x/'>alert(1)</script>\x1b[2J\u202e\"'&"
    covered = {nasty: FileCoverage({1: 1, 9: 0}, (), {nasty: FunctionCoverage(9, 0, {9: 0})})}
    page = coverage_page(nasty, covered, {nasty: nasty})
    assert "<script" not in page
    assert page.count("</table>") == 3
    assert not re.search("[\x1b\u202e]", page)
    assert "This file has changed since it was compiled" in page
    assert set(re.findall(r'<\w+[^>]* (?:src|href)="(.)', page)) == {"#"}
