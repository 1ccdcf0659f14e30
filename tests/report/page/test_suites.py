"""The page of a suite: its rows, what changed, and what a browser makes of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from antumbra.cli import main
from antumbra.program.errors import InputError
from antumbra.report.page.suites import read_suite
from report.page.hostile import NASTY
from support.browser import MISSING, PROGRAM, browser


def row(
    task: str, category: str = "correct", status: str = "true", seconds: float = 1.0, **more: Any
) -> dict[str, Any]:
    costs = {"cpu_seconds": seconds, "wall_seconds": seconds, "memory_mb": 50.0}
    return {"task": task, "property": "p", "expected": "true", "status": status, "category": category, **costs, **more}


def results(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(one) + "\n" for one in rows), "utf-8")
    return path


def test_rows(tmp_path: Path) -> None:
    path = results(
        tmp_path / "r.jsonl", row("a"), row("b"), row("a", "wrong", inputs=[1]), {**row("c"), "cpu_seconds": "x"}
    )
    with path.open("a") as file:
        file.write('{"task": "torn')
    rows = read_suite(path)["rows"]
    assert [(one["task"], one["category"]) for one in rows] == [("a", "wrong"), ("b", "correct"), ("c", "correct")]
    assert rows[2]["cpu_seconds"] is None
    assert "inputs" not in rows[0]


@pytest.mark.parametrize("line", ["[]", "{}", "x", '{"task": 1, "property": "p", "category": "c"}'])
def test_a_line_that_is_no_row_is_named(tmp_path: Path, line: str) -> None:
    path = results(tmp_path / "r.jsonl", row("a"))
    path.write_text(f"{path.read_text('utf-8')}{line}\n", "utf-8")
    with pytest.raises(InputError, match="is no row of a suite's results") as found:
        read_suite(path)
    assert found.value.location is not None
    assert found.value.location.line == 2
    assert main(["report", str(path)]) == 3


@pytest.mark.skipif(PROGRAM is None, reason=MISSING)
def test_in_a_browser(tmp_path: Path) -> None:
    old = results(
        tmp_path / "old.jsonl",
        row("a"),
        row("b"),
        row("c", seconds=9.0),
        row("d"),
        row("e", "unknown", "unknown"),
        row("g"),
    )
    new = results(
        tmp_path / "new.jsonl",
        row("a", "wrong", "false(p)"),
        row("b", seconds=9.0),
        row("c"),
        row("d"),
        row("e"),
        row("f", seconds=3.0),
        row(NASTY, "unknown", "TIMEOUT", reason=NASTY),
    )
    assert main(["report", str(new), "--compare", str(old)]) == 0
    with browser() as shown:
        shown.size(1280, 900)
        shown.open((tmp_path / "new.html").as_uri())
        assert shown.run("document.querySelector('h1').innerText") == "1 WRONG RESULT of 7 tasks"
        rows = "[...document.querySelectorAll('#changes tbody tr')]"
        changes = f"{rows}.map((r) => r.cells[0].innerText + ' ' + r.cells[1].innerText)"
        told = [one for one in shown.run(changes) if "script" not in one]
        assert told == ["worse a", "better e", "slower b", "faster c", "new f", "gone g"]
        tasks = "[...document.querySelectorAll('#tasks tbody tr')].map((r) => r.cells[0].innerText.slice(0, 9))"
        click = "[...document.querySelectorAll('#tasks thead button')].find((b) => b.innerText === 'processor').click()"
        shown.run(click)
        assert shown.run(tasks)[:2] == ["b", "f"]
        assert shown.run("document.querySelector('#tasks th[aria-sort]').getAttribute('aria-sort')") == "descending"
        shown.key("/")
        shown.call("Input.insertText", text="FALSE")
        assert shown.run(tasks) == ["a"]
        shown.run("find = document.querySelector('#find'), find.value = '', find.dispatchEvent(new Event('input'))")
        shown.run("[...document.querySelectorAll('.filters button')].find((b) => b.innerText === 'unknown').click()")
        assert shown.run(tasks) == ["</script>"]
        assert shown.run("document.querySelectorAll('#plots .plot path').length") == 2
        shown.size(360, 700)
        assert shown.run("document.documentElement.scrollWidth - innerWidth") <= 0
        assert shown.run("window.pwned") is None
        assert (shown.problems, len(shown.requests)) == ([], 1)
