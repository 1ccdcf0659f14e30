"""Boogie as a second opinion: the same programs with both, verdicts and seconds in one run.

    python benchmarks/boogie/second_opinion.py BOOGIE FOLDER [--timeout 20] [--each]

BOOGIE is the executable (Debian's ``boogie`` 2.4.1 takes no newer syntax: what it cannot read is counted apart). Each
program is a run of its own for both, start-up included. Boogie's exit status says nothing: its last line does. Boogie
verifies procedure by procedure and cuts loops, so verdicts are compared on programs without loops whose calls are of
procedures without bodies; seconds on all that both decide. With ``--each`` every implementation without a loop is
compared by itself, its calls by specification, as Boogie verifies it.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tools")]

from boogie_suite.expectations import read_output  # noqa: E402
from boogie_suite.modular import has_loop, units  # noqa: E402
from boogie_suite.verdicts import KINDS, Compared, compare  # noqa: E402

from antumbra.frontends.boogie import syntax as s  # noqa: E402
from antumbra.frontends.boogie.reading.diagnostics import Diagnostics  # noqa: E402
from antumbra.frontends.boogie.reading.parser import parse  # noqa: E402
from antumbra.program.errors import InputError  # noqa: E402

_OURS = "from antumbra.cli import program; program()"
_SUMMARY = re.compile(r"finished with (\d+) verified, (\d+) errors?(.*)$")


#: Python's compiled files are kept, as those of an installed package are
_CACHE = tempfile.TemporaryDirectory(prefix="antumbra-pyc-")
_ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | {
    "PYTHONPYCACHEPREFIX": _CACHE.name,
    "PYTHONPATH": str(ROOT / "src"),
}


#: seconds for a file with all its implementations
LONGEST = 60.0


def run(command: list[str], timeout: float, folder: Path | None = None) -> tuple[str, float]:
    started = time.monotonic()
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=timeout, check=False, env=_ENVIRONMENT, cwd=folder
        )
        text = done.stdout
    except subprocess.TimeoutExpired:
        text = ""
    return text, time.monotonic() - started


def theirs(executable: str, path: Path, timeout: float) -> tuple[str, float]:
    text, seconds = run([executable, "/nologo", str(path)], timeout)
    found = None
    for line in text.splitlines():
        found = _SUMMARY.search(line) or found
    if found is None:
        return "not read" if "error" in text else "unknown", seconds
    if found[3]:
        return "unknown", seconds  # time-outs and the like
    return ("safe" if found[2] == "0" else "unsafe"), seconds


def ours(path: Path, timeout: float) -> tuple[str, float]:
    command = [sys.executable, "-c", _OURS, "check", str(path), "--timeout", str(timeout)]
    text, seconds = run(command, timeout + 10)
    last = text.strip().rpartition("\n")[2]
    verdicts = {"RESULT: true": "safe", "RESULT: fals": "unsafe", "RESULT: unkn": "unknown"}
    return verdicts.get(last[:12], "not read"), seconds


def comparable(path: Path) -> bool:
    """Do both answer the same question? Boogie verifies all procedures, each by the specifications of the others."""
    diagnostics = Diagnostics(path.name)
    file = parse(path.read_text("utf-8"), diagnostics)
    found = units(file)
    bodies = {u.name for u in found}
    calls = (c for u in found for c in s.statements_in(u.body.statements) if isinstance(c, s.CallStatement))
    # we start from main alone if there is one
    one = len(bodies) == 1 or "main" not in bodies
    return one and not any(has_loop(u.body) for u in found) and not any(c.procedure in bodies for c in calls)


def each(boogie: str, path: Path, timeout: float) -> Iterator[Compared]:
    """The implementations of a file that both read."""
    command = [boogie, "/nologo", f"/timeLimit:{int(timeout)}", path.name]
    opinion = read_output(run(command, LONGEST, path.parent)[0])
    text = path.read_text("utf-8-sig", errors="replace")
    diagnostics = Diagnostics(path.name)
    parse(text, diagnostics)
    if opinion.rejected != "" or opinion.rest or diagnostics.errors:
        yield Compared(path.name, "(files) one of the two does not read or decide it")
        return
    if (opinion.failed or 0) > len(opinion.errors):
        yield Compared(path.name, "(files) errors without places")
        return
    yield Compared(path.name, "(files) compared")
    try:
        yield from compare(path, text, opinion, timeout, loops=False)
    except InputError:
        yield Compared(path.name, "(files) not well-typed for us")


def each_of(boogie: str, files: list[Path], timeout: float) -> None:
    counts: Counter[str] = Counter()
    for path in files:
        for compared in each(boogie, path, timeout):
            counts[compared.kind] += 1
            if not compared.kind.startswith(("both", "(files)", "undecided")):
                print(f"{compared.kind}: {path}: {compared.unit}: {compared.detail}", flush=True)
    for kind, count in sorted(counts.items()):
        print(f"{count:6} {kind}" + (f": {KINDS[kind]}" if kind in KINDS else ""))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boogie")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--timeout", type=float, default=20.0)
    parser.add_argument("--each", action="store_true", help="each implementation by itself, calls by specification")
    options = parser.parse_args()
    if options.each:
        each_of(options.boogie, sorted(options.folder.rglob("*.bpl")), options.timeout)
        return
    counts: Counter[str] = Counter()
    all_mine = all_others = 0.0
    ratios: list[float] = []
    files = sorted(options.folder.rglob("*.bpl"))
    ours(files[0], options.timeout)  # fills the cache of compiled files
    for path in files:
        mine, my_seconds = ours(path, options.timeout)
        other, other_seconds = theirs(options.boogie, path, options.timeout)
        same = comparable(path)
        counts[f"{'same question' if same else 'other question'}: ours {mine}, Boogie's {other}"] += 1
        if same and {mine, other} == {"safe", "unsafe"}:
            print(f"DISAGREEMENT: {path}: ours {mine}, Boogie's {other}", flush=True)
        if mine in ("safe", "unsafe") and other in ("safe", "unsafe"):
            all_mine += my_seconds
            all_others += other_seconds
            ratios.append(my_seconds / other_seconds)
    for kind, count in sorted(counts.items()):
        print(f"{count:6} {kind}")
    if ratios:
        ratios.sort()
        print(f"\nboth decide {len(ratios)}: ours {all_mine:.1f} s, Boogie's {all_others:.1f} s")
        middle, worst = ratios[len(ratios) // 2], ratios[-1]
        print(f"ours / Boogie's: {all_mine / all_others:.2f} in all, median {middle:.2f}, worst {worst:.2f}")


if __name__ == "__main__":
    main()
