"""Several engines on the same programs in one run, each check a process of its own; shared by the tables here.

An engine is named as on the command line, with options of its own after it: ``auto``, ``interpolate --search dfs``.
With ``@`` and a folder ``src`` it is that of another version: ``auto@../before/src``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent.parent)]

from benchmarks.interpolation.measure import Run, check  # noqa: E402

__all__ = ["HERE", "Case", "Outcome", "Run", "arguments", "labelled", "run_all"]


@dataclass(frozen=True, slots=True)
class Case:
    """A program, what it is, and the options that belong to it."""

    group: str
    file: Path
    expected: str  #: safe, unsafe
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    case: Case
    engine: str
    run: Run

    @property
    def kind(self) -> str:
        """right, undecided, wrong"""
        if self.run.verdict == "unknown":
            return "undecided"
        return "right" if self.run.verdict == self.case.expected else "wrong"


def labelled(folder: Path) -> Iterator[Case]:
    """The programs below a folder whose first line tells the verdict."""
    for file in sorted(file for file in folder.rglob("*") if file.suffix in (".c", ".bpl", ".gcl")):
        first, second, *_ = file.read_text("utf-8").splitlines()
        told = first.removeprefix("// expect: ").split()
        if not first.startswith("// expect: ") or told[0] not in ("safe", "unsafe"):
            raise SystemExit(f"{file}: the first line tells no verdict")
        options = second.removeprefix("// options: ").split() if second.startswith("// options: ") else []
        yield Case(file.parent.name, file, told[0], tuple(options))


def run_all(
    cases: Iterable[Case], engines: Sequence[str], seconds: float, jobs: int = 2, *, forked: bool = False
) -> list[Outcome]:
    """Every engine on every case, program after program, so that a busy hour of the machine meets all engines."""

    def one(asked: tuple[Case, str]) -> Outcome:
        case, engine = asked
        words, *options = engine.split()
        name, _, source = words.partition("@")
        if forked:
            from forked import check as forked_check  # loads the package

            outcome = Outcome(case, engine, forked_check(case.file, name, seconds))
        else:
            outcome = Outcome(case, engine, check(case.file, name, seconds, (*case.options, *options), source))
        mark = "WRONG " if outcome.kind == "wrong" else ""
        told = f"{case.group}/{case.file.name} {engine}: {mark}{outcome.run.verdict} {outcome.run.reason}"
        print(f"{outcome.run.cpu_seconds:6.2f} s {told}", file=sys.stderr, flush=True)
        return outcome

    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(one, [(case, engine) for case in cases for engine in engines]))


def arguments(description: str | None, engines: str, seconds: float) -> argparse.ArgumentParser:
    """The options that all tables here have."""
    parser = argparse.ArgumentParser(description=(description or "").partition("\n")[0])
    parser.add_argument("--engines", default=engines, help=f"separated by commas (default: {engines})")
    parser.add_argument("--seconds", type=float, default=seconds, help=f"of the processor, a run (default: {seconds})")
    parser.add_argument("-j", "--jobs", type=int, default=2, metavar="N")
    return parser
