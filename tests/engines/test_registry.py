"""Adding an engine is one folder and one entry: the example of docs/adding-an-engine.md, as it stands there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import antumbra.engines
from antumbra.api import Settings
from antumbra.engines.registry import ENGINES, Entry, user_options
from antumbra.program.languages import LANGUAGES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-an-engine.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
(ENTRY,) = (block.strip() for block in BLOCKS if block.startswith("Entry("))

#: what a developer does by hand: a folder, and an entry before anything else is loaded
ADDED = f"""
import sys
import antumbra.engines
antumbra.engines.__path__.append(sys.argv.pop(1))
from antumbra.engines.registry import ENGINES, Entry
entry = {ENTRY}
ENGINES[entry.name] = entry
"""
COMMAND = f"{ADDED}\nfrom antumbra.cli import program\nprogram()"
PYTHON = f"""{ADDED}
import antumbra
for options in {{}}, {{"most_waiting": 1}}:
    result = antumbra.check("examples/saturating_add.c", engine="stack", options=options)
    print(result.verdict.value, result.engine, result.proof_checked, result.reason)
try:
    antumbra.check("examples/saturating_add.c", engine="stack", options={{"most_waiting": 0}})
except antumbra.InputError as error:
    print(error)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the files of the page are, below ``stack``."""
    top = tmp_path_factory.mktemp("engines")
    (top / "stack").mkdir()
    (top / "stack" / "__init__.py").touch()
    files = [re.match(r"# engines/(\S+)\n", block) for block in BLOCKS if block.startswith("# engines/")]
    assert len(files) == 2
    for found in files:
        assert found is not None
        (top / found[1]).write_text(found.string, "utf-8")
    return top


def run(folder: Path, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, str(folder), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)


def test_help_shows_it(folder: Path) -> None:
    page = " ".join(run(folder, COMMAND, "check", "--help").stdout.split())
    assert "abstract|stack]" in page
    assert "stack (every path, the newest state first)" in page
    assert "Engine stack: --most-waiting N States that wait at most; more are left out." in page


@pytest.mark.parametrize(
    ("arguments", "verdict"),
    [
        (("examples/saturating_add.c",), "safe"),
        (("examples/midpoint.c",), "unsafe"),
        (("examples/saturating_add.c", "--most-waiting", "1"), "unknown"),
    ],
)
def test_command_line(folder: Path, tmp_path: Path, arguments: tuple[str, ...], verdict: str) -> None:
    out = str(tmp_path / "out")
    done = run(folder, COMMAND, "check", *arguments, "--engine", "stack", "--json", "--out", out)
    result = json.loads(done.stdout)
    assert (result["verdict"], result["engine"]) == (verdict, "stack"), done
    assert result["replayed"] is (True if verdict == "unsafe" else None)
    assert result["proof_checked"] is (True if verdict == "safe" else None)


def test_its_option_is_checked(folder: Path) -> None:
    done = run(folder, COMMAND, "check", "examples/midpoint.c", "--engine", "stack", "--most-waiting", "0")
    assert done.returncode == 3
    assert "--most-waiting" in done.stderr


def test_protocols(folder: Path, tmp_path: Path) -> None:
    protocol = tmp_path / "f.gcl"
    protocol.write_text("var x: int = 0;\nup: when x < 3 do x := x + 1;\nproperty low: invariant x < 3;\n")
    done = run(folder, COMMAND, "check", str(protocol), "--engine", "stack")
    assert done.returncode == 1
    assert "3  up       x = 3" in done.stdout
    assert done.stdout.splitlines()[-1] == "RESULT: false(low)"


def test_python(folder: Path) -> None:
    done = run(folder, PYTHON)
    assert done.stdout.splitlines() == [
        "safe stack True None",
        "unknown stack None path limit: more than 1 states wait; no violation within it",
        "most_waiting: 0 is not a positive number",
    ], done


# ---------------------------------------------------------------- the table as it is


@pytest.mark.parametrize("entry", ENGINES.values(), ids=lambda entry: entry.name)
def test_engines_do_not_know_each_other(entry: Entry) -> None:
    """Nobody imports an engine but itself; what two of them need lies beside them."""
    top = Path(antumbra.engines.__file__).parent
    files = [path for path in top.rglob("*.py") if path.relative_to(top).parts[0] != entry.name]
    name = re.compile(rf"antumbra\.engines\.{entry.name}\b")
    assert [str(path) for path in files if name.search(path.read_text("utf-8"))] == []


def test_options_have_names_of_their_own() -> None:
    names = [option.name for _, option in user_options()]
    assert len(names) == len(set(names))
    assert not set(names) & set(Settings.__optional_keys__)


def test_auto_takes_engines_that_there_are() -> None:
    for language in LANGUAGES.values():
        assert set(language.engines) <= set(ENGINES)
        assert not ENGINES[language.engines[0]].loops  # the first explores
