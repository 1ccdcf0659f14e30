"""Measure ``antumbra check`` on families of the public SV-COMP suite (2015 edition; expected verdicts in file names).

    python tools/svcomp.py SUITE/c                              all families of docs/benchmarks.md
    python tools/svcomp.py SUITE/c loops locks --sample 10      some families, ten tasks of each
    python tools/svcomp.py SUITE/c --timeout 15 -j 2 --markdown table.md --json results.json

A task with a preprocessed form (.i) is run in that form only. A verdict that contradicts the file name is WRONG, is
listed at the end, and makes the exit status 1. The suite itself is not part of this repository.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

#: family → (pattern of its files, data model). The suite's tasks are 32-bit unless their authors say otherwise;
#: the overflow tasks state that long is longer than int.
FAMILIES: dict[str, tuple[str, str]] = {
    "loops": ("*", "ILP32"),
    "locks": ("*", "ILP32"),
    "bitvector": ("*", "ILP32"),
    "bitvector-regression": ("*", "ILP32"),
    "ssh-simplified": ("*", "ILP32"),
    "recursive-simple": ("*", "ILP32"),
    "array-examples": ("*", "ILP32"),
    "list-properties": ("*", "ILP32"),
    "signedintegeroverflow-regression": ("*", "LP64"),
    "eca-rers2012": ("Problem0[123]_*", "ILP32"),
}

#: Tasks whose label in the 2015 edition is mistaken, with the reason; they are counted apart, never as right.
DISPUTED: dict[str, str] = {
    **dict.fromkeys(
        ("AdditionIntMin_false-no-overflow.c.i", "Division_false-no-overflow.c.i"),
        "the constant 2147483648 has type long or long long, so nothing overflows; later editions say -2147483647 - 1",
    ),
    **dict.fromkeys(
        ("heavy_false-unreach-call.c", "heavy_true-unreach-call.c"),
        "a stays 1: the error behind a != 1 is never reached, that behind a != 0 after 2^60 rounds",
    ),
    "sum02_true-unreach-call.i": "n * (n + 1) wraps for n = 66241; later editions call this program sum02_false",
}

_EXPECTED = re.compile(
    r"_(true|false)-(unreach-call|no-overflow|valid-deref|valid-free|valid-memtrack|valid-memsafety)"
)
_MEMORY = ("valid-deref", "valid-free", "valid-memtrack", "valid-memsafety")


@dataclass(frozen=True, slots=True)
class Task:
    """One file, one property, and what the file name says about it."""

    family: str
    path: Path
    property: str
    expected: bool
    part: str  #: the part of memory safety that fails, or the property itself
    data_model: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a task."""

    task: Task
    verdict: str  #: true, false, unknown
    reason: str
    seconds: float
    stats: dict[str, Any] = field(default_factory=dict[str, Any])

    @property
    def right(self) -> bool:
        return self.verdict == ("true" if self.task.expected else "false")

    @property
    def disputed(self) -> bool:
        return self.verdict != "unknown" and not self.right and self.task.path.name in DISPUTED

    @property
    def wrong(self) -> bool:
        return self.verdict != "unknown" and not self.right and not self.disputed


def tasks_of(suite: Path, family: str) -> list[Task]:
    """The tasks of a family, one for each file and property."""
    pattern, data_model = FAMILIES.get(family, ("*", "ILP32"))
    files = sorted(p for p in (suite / family).glob(pattern) if p.suffix in (".c", ".i"))
    names = {p.name for p in files}
    found: list[Task] = []
    for path in files:
        if path.suffix == ".c" and ({f"{path.name}.i", f"{path.stem}.i"} & names):
            continue
        for expected, part in dict.fromkeys(_EXPECTED.findall(path.name)):
            asked = "valid-memsafety" if part in _MEMORY else part
            found.append(Task(family, path, asked, expected == "true", part, data_model))
    return found


def run_task(task: Task, timeout: float, options: Sequence[str]) -> Outcome:
    """Run one task as a process of its own; tests it writes are thrown away."""
    with tempfile.TemporaryDirectory(prefix="antumbra-svcomp-") as out:
        command = [sys.executable, "-m", "antumbra", "check", str(task.path), "--property", task.property]
        command += ["--data-model", task.data_model, "--timeout", f"{timeout:g}", "--json", "--out", out, *options]
        started = time.perf_counter()
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=2 * timeout + 60, check=False)
        except subprocess.TimeoutExpired:
            return Outcome(task, "unknown", "HANGS: did not stop at its time limit", time.perf_counter() - started)
    seconds = time.perf_counter() - started
    try:
        result: dict[str, Any] = json.loads(done.stdout)
    except json.JSONDecodeError:
        return Outcome(task, "unknown", f"CRASH: {done.stderr.strip()[-200:]}", seconds)
    verdict = {"safe": "true", "unsafe": "false"}.get(result["verdict"], "unknown")
    return Outcome(task, verdict, result["reason"] or "", seconds, result["stats"])


def short_reason(reason: str) -> str:
    """A reason without its place and numbers, for the histogram."""
    return re.sub(r"\d+", "#", re.sub(r"\s+at \S+:\d+.*|\(.*\)", "", reason))[:90].strip()


def report(outcomes: Iterable[Outcome], families: Sequence[str]) -> str:
    """The Markdown table: a row for each family and the sum."""
    everything = list(outcomes)
    lines = [
        "| family | tasks | right true | right false | unknown | label mistaken | wrong | seconds | why unknown |",
        "|---|--:|--:|--:|--:|--:|--:|--:|---|",
    ]
    for family in [*families, None]:
        rows = [o for o in everything if family is None or o.task.family == family]
        if rows:
            lines.append(_row(family or "**all**", rows))
    return "\n".join(lines) + "\n"


def _row(name: str, rows: list[Outcome]) -> str:
    reasons = Counter(short_reason(o.reason) for o in rows if o.verdict == "unknown")
    cells = (
        name,
        len(rows),
        sum(o.right and o.verdict == "true" for o in rows),
        sum(o.right and o.verdict == "false" for o in rows),
        sum(o.verdict == "unknown" for o in rows),
        sum(o.disputed for o in rows),
        sum(o.wrong for o in rows),
        f"{sum(o.seconds for o in rows):.0f}",
        "; ".join(f"{count}× {reason}" for reason, count in reasons.most_common(4)),
    )
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    suite: Path = options.suite
    families: list[str] = options.families or list(FAMILIES)
    tasks: list[Task] = []
    for family in families:
        if not (suite / family).is_dir():
            raise SystemExit(f"no folder {suite / family}")
        found = [t for t in tasks_of(suite, family) if options.match in t.path.name]
        tasks += found[:: max(1, len(found) // options.sample)][: options.sample] if options.sample else found
    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for outcome in pool.map(lambda t: run_task(t, options.timeout, options.option), tasks):
            outcomes.append(outcome)
            _progress(outcome, verbose=options.verbose)
    table = report(outcomes, families)
    print(f"\n{table}")
    if options.markdown:
        options.markdown.write_text(table, encoding="utf-8")
    if options.json:
        options.json.write_text(json.dumps([_plain(o) for o in outcomes], indent=1), encoding="utf-8")
    for outcome in outcomes:
        if outcome.disputed:
            name = outcome.task.path.name
            print(f"label mistaken: {name} is {outcome.verdict}: {DISPUTED[name]}")
    wrong = [o for o in outcomes if o.wrong]
    for outcome in wrong:
        print(f"WRONG: {outcome.task.path} ({outcome.task.property}) is not {outcome.verdict}")
    return 1 if wrong else 0


def _plain(outcome: Outcome) -> dict[str, Any]:
    return {**asdict(outcome), "task": {**asdict(outcome.task), "path": str(outcome.task.path)}}


def _progress(outcome: Outcome, *, verbose: bool) -> None:
    name = f"{outcome.task.family}/{outcome.task.path.name}"
    if outcome.wrong:
        print(f"!!! WRONG {outcome.verdict:7} {outcome.seconds:6.1f} s {name}", flush=True)
    elif verbose or outcome.reason.startswith(("HANGS", "CRASH")):
        print(f"{outcome.verdict:7} {outcome.seconds:6.1f} s {name} {outcome.reason}", flush=True)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("suite", type=Path, help="the folder with the families")
    parser.add_argument("families", nargs="*", help=f"default: {' '.join(FAMILIES)}")
    parser.add_argument("--timeout", type=float, default=15, metavar="S", help="for one task (default: 15)")
    parser.add_argument("--sample", type=int, metavar="N", help="only N tasks of each family, evenly spread")
    parser.add_argument("--match", default="", metavar="TEXT", help="only files with TEXT in their name")
    parser.add_argument("-j", "--jobs", type=int, default=2, metavar="N")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table there")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all results there")
    parser.add_argument("--option", action="append", default=[], metavar="OPT", help="hand on to antumbra check")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for each task")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
