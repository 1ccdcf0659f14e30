"""What a small run loads: the time it takes to start is the time for that. No clock is looked at."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

#: the program, which writes the names of all modules to the last file descriptor when it leaves
LISTING = """
import os, sys
leave, place = os._exit, int(sys.argv.pop(1))
def leave_and_list(status):
    os.write(place, "\\n".join(sys.modules).encode())
    leave(status)
os._exit = leave_and_list
from antumbra.cli import program
program()
"""
#: modules of ours that a check of an unchanged small file loads at most; 273 on 18 November 2026
MOST = 275
#: what such a run has no use for, and what takes long to load; all that is below them as well
HEAVY = (
    "bitwuzla", "click", "concurrent", "ctypes", "dataclasses", "html", "importlib.metadata", "inspect", "llvmlite",
    "logging", "pickle", "pyganak", "rich", "shutil", "socket", "subprocess", "tempfile", "traceback", "yaml", "z3",
    "antumbra.bounds", "antumbra.engines.abstract", "antumbra.engines.backward", "antumbra.engines.dash.engine",
    "antumbra.engines.houdini", "antumbra.engines.interpolate", "antumbra.engines.invariants",
    "antumbra.evidence.native", "antumbra.frontends.boogie.load", "antumbra.frontends.guarded",
    "antumbra.frontends.llvm", "antumbra.frontends.native", "antumbra.proofs.claims.candidates",
    "antumbra.proofs.claims.regions", "antumbra.report.bounds", "antumbra.report.characterization",
    "antumbra.report.files", "antumbra.report.json_report", "antumbra.report.page", "antumbra.session.replays",
    "antumbra.session.writing.pages", "antumbra.session.writing.telling", "antumbra.session.writing.testfiles",
    "antumbra.solvers.backends.bitwuzla_backend", "antumbra.solvers.backends.z3_backend", "antumbra.solvers.counting",
    "antumbra.strategies.characterize",
)  # fmt: skip


def loaded(folder: Path, *arguments: str) -> tuple[str, list[str]]:
    """What a call prints, and the modules that it loads."""
    reader, writer = os.pipe()
    command = [sys.executable, "-c", LISTING, str(writer), *arguments]
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "ANTUMBRA_CACHE": "on"}
    with os.fdopen(reader) as listed:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=120, env=environment, pass_fds=(writer,), cwd=folder
        )
        os.close(writer)
        modules = listed.read().split("\n")
    assert "antumbra.cli.run" in modules, done.stderr
    return done.stdout, modules


def heavy(modules: list[str]) -> list[str]:
    return [name for name in modules if any(name == each or name.startswith(f"{each}.") for each in HEAVY)]


def test_a_small_check_loads_what_it_needs(tmp_path: Path) -> None:
    """The second time: the first has compiled and kept the program."""
    (tmp_path / "small.c").write_text("int main(void) { return 0; }\n")
    said, first = loaded(tmp_path, "check", "small.c")
    assert "confirmed by an independent check" in said
    assert "llvmlite" in first, "nothing was kept before"
    again, modules = loaded(tmp_path, "check", "small.c")
    assert [line for line in again.splitlines() if not line.startswith("time:")] == [
        line for line in said.splitlines() if not line.startswith("time:")
    ]
    assert heavy(modules) == []
    own = [name for name in modules if name.startswith("antumbra.")]
    assert len(own) <= MOST, f"{len(own)} modules: see with python -X importtime what brings them"


@pytest.mark.parametrize("arguments", [["--version"], ["--help"]], ids=" ".join)
def test_words_about_itself_take_little(arguments: list[str], tmp_path: Path) -> None:
    said, modules = loaded(tmp_path, *arguments)
    assert said
    assert [name for name in heavy(modules) if name.partition(".")[0] not in ("click", "inspect", "shutil")] == []
    assert not any(name.startswith(("antumbra.terms", "antumbra.solvers", "antumbra.api")) for name in modules)


def test_a_call_in_json(tmp_path: Path) -> None:
    (tmp_path / "small.c").write_text("int main(void) { return 0; }\n")
    said, modules = loaded(tmp_path, "check", "small.c", "--json", "--timeout", "60")
    assert json.loads(said)["verdict"] == "safe"
    assert "click" not in modules
