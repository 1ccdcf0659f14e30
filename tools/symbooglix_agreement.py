"""How far we agree with Symbooglix on its own programs: the folder ``test_programs`` of its repository.

    python tools/symbooglix_agreement.py FOLDER [--timeout 10]

Each RUN line is one expectation: its exit code (0 no error, 2 errors, 8 the initial state is inconsistent, 9 and 10 cut
by the solver or by a bound) or, where the exit code is lost in a pipe, the counters of ended paths. Our answers: 0 is
safe, or unknown where paths end at the loop bound, since what a bound cuts is never safe here; 2 is unsafe; 8 is
``--check-assumptions``; 9 and 10 are unknown.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "src")]

import antumbra  # noqa: E402
from antumbra.api import Settings  # noqa: E402

_RUN = re.compile(r"^//\s*RUN:\s*(.*%symbooglix\s.*)$", re.MULTILINE)
_COUNT = re.compile(r"^//\s*RUN:\s*%ctcy \S*termination_counters\.yml (\w+) (\d+)", re.MULTILINE)


@dataclass(slots=True)
class Run:
    """One run of Symbooglix and what must come of it: safe, unsafe, unknown, inconsistent, or "" if nothing is said."""

    expected: str
    settings: Settings
    entries: list[str | None]
    options: list[str] = field(default_factory=list[str])


def runs(text: str) -> list[Run]:
    if "XFAIL: *" in text:
        return []
    counts = {name: int(number) for name, number in _COUNT.findall(text)}
    return [_run(line.strip(), counts) for line in _RUN.findall(text)]


def _run(line: str, counts: dict[str, int]) -> Run:
    head, _, tail = line.partition("%symbooglix")
    command, pipe, _ = tail.partition("|")
    words = [w for w in re.split(r"[\s=]+", command) if w]
    options = {w: words[i + 1] if i + 1 < len(words) else "" for i, w in enumerate(words) if w.startswith("-")}
    code = re.search(r"%eec (\d+)", head)
    if code is not None:
        expected = {"0": "safe", "2": "unsafe", "8": "inconsistent", "9": "unknown", "10": "unknown"}[code[1]]
    elif "%not" in head:
        expected = ""
    elif not pipe or counts:
        expected = "unsafe" if counts.get("TerminatedAtFailingAssert") else "safe"
    else:
        expected = ""
    if counts.get("TerminatedWithDisallowedLoopBound"):
        expected = "unknown"
    settings = Settings()
    if "--max-loop-depth" in options:
        settings["max_loop"] = int(options["--max-loop-depth"])
    if "--max-depth" in options:
        settings["max_depth"] = int(options["--max-depth"])
    if "--defines" in options:
        settings["defines"] = options["--defines"].split(",")
    if options.get("--use-modset-transform") == "1":
        settings["infer_modifies"] = True
    disabled = [("--globaldde", "dead-declarations"), ("--goto-assume-look-ahead", "look-ahead")]
    settings["disable"] = [name for option, name in disabled if options.get(option) == "0"]
    if expected == "inconsistent":
        settings["check_assumptions"] = True
    if options.get("--solver") == "DUMMY":
        expected = ""  # a solver that never answers
    entries: list[str | None] = [*options["--entry-points"].split(",")] if "--entry-points" in options else [None]
    return Run(expected, settings, entries, list(options))


def answer(path: Path, run: Run, timeout: float) -> tuple[str, str]:
    """Our word for the run, and why."""
    words: list[tuple[str, str]] = []
    for entry in run.entries:
        settings = run.settings.copy()
        settings["timeout"] = timeout
        if entry is not None:
            settings["entry"] = entry
        try:
            result = antumbra.check(path, **settings)
        except antumbra.InputError as error:
            return "rejected", str(error)
        reason = result.reason or ""
        words.append(("inconsistent" if "vacuously" in reason else result.verdict.value, reason))
    order = ("unsafe", "inconsistent", "unknown", "safe")
    return min(words, key=lambda w: order.index(w[0]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--timeout", type=float, default=10.0)
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    for path in sorted(options.folder.rglob("*.bpl")):
        for run in runs(path.read_text("utf-8-sig", errors="replace")):
            found, reason = answer(path, run, options.timeout)
            counts[f"expected {run.expected or '(not said)'}: {found}"] += 1
            if found != run.expected:
                print(f"{path.relative_to(options.folder)}: expected {run.expected or '(not said)'}, {found} {reason}")
    print()
    for kind, count in sorted(counts.items()):
        print(f"{count:6} {kind}")


if __name__ == "__main__":
    main()
