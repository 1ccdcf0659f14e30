"""examples/ci: what the workflow and the hook run does what they say, as far as that goes without their services."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from antumbra.cli.app import COMMANDS
from antumbra.cli.clicking import parser

ROOT = Path(__file__).parents[1]
CI = ROOT / "examples" / "ci"
UNSAFE = "extern void reach_error(void);\nint main(void) { int x = 3; if (x) reach_error(); return 0; }\n"
SAFE = "int main(void) { return 0; }\n"


def run(words: list[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "ANTUMBRA_OPTIONS": "--timeout 60 --quiet --no-check-proofs", **more}
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "ci").mkdir()
    shutil.copy(CI / "check.sh", tmp_path / "ci")
    (tmp_path / "-safe one.c").write_text(SAFE, "utf-8")
    (tmp_path / "fails.c").write_text(UNSAFE, "utf-8")
    return tmp_path


def load(name: str) -> Any:
    return yaml.safe_load((CI / name).read_text("utf-8"))


def test_the_workflow(repository: Path) -> None:
    """Its check is run as GitHub runs it; the rest is looked at."""
    steps: list[dict[str, Any]] = load("github-actions.yml")["jobs"]["check"]["steps"]
    (check,) = [step for step in steps if step.get("name") == "Check"]
    (upload,) = [step for step in steps if "upload-sarif" in step.get("uses", "")]
    for words in (["init", "-q"], ["add", "-A"]):
        assert run(["git", *words], repository).returncode == 0
    done = run(["bash", "-e", "-o", "pipefail", "-c", check["run"]], repository)
    assert done.returncode == 1, done.stderr
    findings = json.loads((repository / upload["with"]["sarif_file"]).read_text("utf-8"))
    (found,) = findings["runs"][0]["results"]
    assert (found["ruleId"], found["kind"]) == ("unreach-call", "fail")
    assert found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "fails.c"
    assert found["codeFlows"][0]["threadFlows"][0]["locations"][0]["location"]["message"]["text"] == "enter main: x = 3"
    pages = sorted(path.parent.name for path in (repository / "antumbra-results").glob("run*/page.html"))
    assert pages == ["run1", "run2"]
    assert load("github-actions.yml")["permissions"]["security-events"] == "write"


def test_the_hook(repository: Path) -> None:
    """The command of the hook, as pre-commit calls it: with the files behind it."""
    (hook,) = load("pre-commit-config.yaml")["repos"][0]["hooks"]
    command = f'{hook["entry"]} "$@"'.replace("--timeout 5 --quiet", "--timeout 60 --quiet --no-check-proofs")
    assert run(["bash", "-c", command, "-", "fails.c"], repository).returncode == 1
    done = run(["bash", "-c", command, "-", "-safe one.c"], repository)
    assert done.returncode == 0, done.stderr


def test_statuses(repository: Path) -> None:
    """What is not decided fails nothing, unless that is wanted; what cannot be read does."""
    cut = {"ANTUMBRA_OPTIONS": "--engine explore --max-depth 1 --quiet"}
    text = "extern int __VERIFIER_nondet_int(void);\nint main(void) { while (__VERIFIER_nondet_int()); return 0; }\n"
    (repository / "open.c").write_text(text, "utf-8")
    (repository / "bad.c").write_text("int main(", "utf-8")
    assert run(["ci/check.sh", "a", "open.c"], repository, **cut).returncode == 0
    assert run(["ci/check.sh", "b", "open.c"], repository, ANTUMBRA_STRICT="1", **cut).returncode == 2
    notes = json.loads((repository / "a" / "findings.sarif").read_text("utf-8"))["runs"][0]["invocations"][0]
    assert "is unknown" in notes["toolExecutionNotifications"][0]["message"]["text"]
    assert run(["ci/check.sh", "c", "bad.c"], repository).returncode == 3


def test_options_exist() -> None:
    commands = parser(COMMANDS).commands
    known = {
        name: {option for each in commands[name].get_params(click.Context(commands[name])) for option in each.opts}
        for name in ("check", "report")
    }
    steps: list[dict[str, Any]] = load("github-actions.yml")["jobs"]["check"]["steps"]
    options: str = next(step["env"] for step in steps if "env" in step)["ANTUMBRA_OPTIONS"]
    used = {word for word in options.split() if word.startswith("--")}
    assert used <= known["check"]
    assert {"--html", "--out"} <= known["check"]
    assert "--sarif" in known["report"]
