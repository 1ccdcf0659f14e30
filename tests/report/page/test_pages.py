"""Pages of runs, as files: complete, without outside references, and with nothing of a program's as markup."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from antumbra.cli import main
from antumbra.program.errors import InputError
from antumbra.report.files import files_of
from antumbra.report.page.html import run_page
from antumbra.report.page.reading import read_run
from antumbra.report.result import Result
from report.page.hostile import hostile_result
from report.results import UNSAFE


def written(result: Result, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files_of(result):
        (folder / name).write_text(text, "utf-8", "replace")
    return folder


class _Outline(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs


def outline(page: str) -> _Outline:
    found = _Outline()
    found.feed(page)
    return found


def values(page: str) -> dict[str, Any]:
    match = re.search(r'<script type="application/json" id="values">(.*?)</script>', page, re.DOTALL)
    assert match is not None
    return json.loads(match[1])


def test_nothing_of_a_program_is_markup(tmp_path: Path) -> None:
    page = run_page(read_run(written(hostile_result(), tmp_path / "out")))
    plain = run_page(read_run(written(UNSAFE, tmp_path / "plain")))
    assert outline(page).tags == outline(plain).tags
    assert page.count("</script") == plain.count("</script") == 2
    assert "\u2028" not in page
    assert "\u202e" not in page
    assert values(page)["result"]["message"].startswith("</script>")
    assert "</script>" in values(page)["run"]["sources"][0]["file"]


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    page = run_page(read_run(written(UNSAFE, tmp_path / "out")))
    found = outline(page)
    assert set(found.tags) <= {"html", "head", "meta", "title", "style", "body", "div", "noscript", "p", "script"}
    assert not [name for name, _ in found.attributes if name in ("src", "href", "style") or name.startswith("on")]
    (policy,) = [
        value or "" for name, value in found.attributes if name == "content" and "default-src" in (value or "")
    ]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    assert "http" not in policy
    script = page.rpartition("<script>")[2].partition("</script>")[0]
    assert f"script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in policy


def test_the_script_makes_no_markup() -> None:
    assets = Path(run_page.__code__.co_filename).parent / "assets"
    scripts = {path.name: path.read_text("utf-8") for path in assets.glob("*.js")}
    assert scripts
    for name, text in scripts.items():
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
            assert word not in text, f"{name} has {word}"


def test_steps_and_costs_are_values_in_the_folder(tmp_path: Path) -> None:
    written(hostile_result(), tmp_path / "out")
    run = json.loads((tmp_path / "out" / "run.json").read_text("utf-8"))
    (walk, other) = run["walks"]
    assert (walk["finding"], other["finding"]) == (0, 1)
    assert [step["line"] for step in walk["steps"]] == [1, 2, 3]
    assert walk["steps"][0]["enters"] is True
    assert run["hot_spots"][0]["solver_microseconds"] == 1
    assert run["coverage"][0]["branches"] == [[3, 1, 1]]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("result.json", "{", "is not JSON"),
        ("result.json", "[]", "is not a JSON object"),
        ("result.json", "{}", "has no verdict"),
        ("result.json", "[" * 100_000, "nested too deeply|is not JSON"),
        ("other.json", "{}", "has no result.json"),
        ("bounds.json", "{}", "open characterization.html"),
    ],
)
def test_a_folder_of_something_else(tmp_path: Path, name: str, text: str, problem: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(InputError, match=problem):
        read_run(tmp_path)


def test_report_says_where_the_page_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(UNSAFE, tmp_path / "out")
    assert main(["report", str(folder)]) == 0
    assert capsys.readouterr().out == f"{folder / 'page.html'}\n"
    assert main(["report", str(folder), "-o", str(tmp_path / "x.html")]) == 0
    assert (tmp_path / "x.html").read_text("utf-8") == (folder / "page.html").read_text("utf-8")
    assert main(["report", str(tmp_path / "nothing")]) == 3
    assert "is no folder" in capsys.readouterr().err
    assert main(["report", str(folder), "--compare", str(tmp_path / "x.html")]) == 3


def test_numbers_that_json_does_not_know(tmp_path: Path) -> None:
    folder = written(UNSAFE, tmp_path / "out")
    text = (folder / "result.json").read_text("utf-8").replace('"stats": {', '"stats": {"odd": Infinity, ')
    (folder / "result.json").write_text(text, "utf-8")
    assert values(run_page(read_run(folder)))["result"]["stats"]["odd"] is None
