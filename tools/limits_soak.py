"""Do limits hold? Programs that are slow in each phase × engines × time limits, and interrupts at random moments.

    python tools/limits_soak.py                              everything, a table of what took too long
    python tools/limits_soak.py --limits 2,5 --engines auto  some of it
    python tools/limits_soak.py blocks sums --interrupt      SIGINT instead of a time limit

A run may take its limit and 10 % and 1 s, or 1 s after a SIGINT. A machine with other work gives a run part of a
processor only, so what comes after the limit is counted by that part (``over``). The exit status is 1 if a run took too
long, printed a traceback or gave no verdict.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests")]

from support.slow_programs import PROGRAMS  # noqa: E402

ENGINES = {
    ".c": ("auto", "explore", "interpolate", "abstract"),
    ".bpl": ("auto", "explore", "interpolate", "houdini", "abstract"),
    ".gcl": ("abstract",),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One run."""

    program: str
    engine: str
    limit: float
    allowed: float  #: seconds after the limit
    wall: float
    cpu: float
    line: str

    @property
    def over(self) -> float:
        """Seconds after the limit, by the processor that was there for us."""
        return (self.wall - self.limit) * min(1.0, self.cpu / self.wall)

    @property
    def late(self) -> bool:
        return self.over > self.allowed

    @property
    def bad(self) -> bool:
        return self.late or "RESULT" not in self.line


def run(file: Path, engine: str, limit: float, interrupt: float | None) -> Row:
    command = [sys.executable, "-m", "antumbra", "check", str(file), "--engine", engine, "--quiet"]
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "src"))
    started = time.monotonic()
    with tempfile.TemporaryFile("w+") as output:
        child = subprocess.Popen(
            [*command, "--timeout", str(60 if interrupt else limit)], stdout=output, stderr=output, env=environment
        )
        if interrupt:
            time.sleep(interrupt)
            child.send_signal(signal.SIGINT)
        _, _, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - started
        output.seek(0)
        lines = output.read().strip().splitlines() or [""]
    line = next((text for text in lines if "Traceback" in text or "internal error" in text), lines[-1])
    allowed = 1.0 if interrupt else limit * 0.1 + 1
    return Row(file.stem, engine, limit, allowed, wall, usage.ru_utime + usage.ru_stime, line[:70])


def main() -> int:
    parser = argparse.ArgumentParser(description="Do time limits and interrupts hold?")
    parser.add_argument("programs", nargs="*", choices=[[], *PROGRAMS], help="default: all")
    parser.add_argument("--limits", default="2", help="seconds, separated by commas")
    parser.add_argument("--engines", default="", help="names, separated by commas")
    parser.add_argument("--interrupt", action="store_true", help="SIGINT after so many seconds instead")
    options = parser.parse_args()
    wanted = options.engines.split(",") if options.engines else None
    bad = 0
    print(f"{'program':20} {'engine':12} {'limit':>6} {'wall':>7} {'cpu':>7} {'over':>6}")
    with tempfile.TemporaryDirectory(prefix="antumbra-limits-") as folder:
        for name in options.programs or PROGRAMS:
            suffix, text = PROGRAMS[name]
            file = Path(folder) / f"{name}{suffix}"
            file.write_text(text())
            for engine in wanted or ENGINES[suffix]:
                for limit in map(float, options.limits.split(",")):
                    row = run(file, engine, limit, limit if options.interrupt else None)
                    bad += row.bad
                    print(_text(row), flush=True)
    print(f"{bad} runs were late or gave no verdict")
    return 1 if bad else 0


def _text(row: Row) -> str:
    mark = "LATE" if row.late else "BAD " if row.bad else "    "
    numbers = f"{row.limit:6.1f} {row.wall:7.2f} {row.cpu:7.2f} {row.over:6.2f}"
    return f"{row.program:20} {row.engine:12} {numbers} {mark} {row.line}"


if __name__ == "__main__":
    sys.exit(main())
