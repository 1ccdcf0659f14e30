"""Does the same command twice give the same result, the statistics of work included?

Each command runs in two processes with different hash seeds, the second time beside a load of busy processes. All that
`check --json` says is compared, but for seconds, memory and the names of files that were written. Runs that a limit in
seconds ends are told apart: there the clock may decide.

    python tools/same_twice.py            # 60 programs
    python tools/same_twice.py FILE ...   # these
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
#: folder → how many of its programs, and the engines that run them
FOLDERS: dict[str, tuple[int, tuple[str, ...]]] = {
    "tests/programs": (16, ("auto", "explore", "interpolate")),
    "examples": (4, ("auto", "explore", "interpolate")),
    "benchmarks/programs": (6, ("auto", "interpolate")),
    "benchmarks/interpolation": (16, ("auto", "interpolate")),
    "tests/boogie/corpus": (16, ("auto", "explore", "houdini")),
    "benchmarks/protocols": (8, ("auto",)),
}
SUFFIXES = (".c", ".ll", ".bpl", ".gcl")
#: text of a reason that says that the clock ended a run
TIME = "time"


def commands(files: Sequence[str], only: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Programs and engines."""
    if files:
        for file in files:
            engines = only or next((e for folder, (_, e) in FOLDERS.items() if folder in file), ("auto",))
            yield from ((file, engine) for engine in engines)
        return
    for folder, (count, engines) in FOLDERS.items():
        found = sorted(str(p.relative_to(ROOT)) for p in (ROOT / folder).rglob("*") if p.suffix in SUFFIXES)
        for file in found[:: max(1, len(found) // count)][:count]:
            yield from ((file, engine) for engine in only or engines)


def run(file: str, engine: str, seed: int, timeout: float, more: Sequence[str]) -> dict[str, Any]:
    """What the command says, flat, without what no run shares with another."""
    command = [sys.executable, "-m", "antumbra", "check", file, "--json", "--engine", engine, "--timeout", str(timeout)]
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    done = subprocess.run([*command, *more], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    try:
        said = json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"exit": done.returncode, "error": (done.stderr.strip() or done.stdout.strip())[-300:]}
    return dict(_flat("", said))


def _flat(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, part in value.items():
            if not any(word in key for word in ("seconds", "memory", "tests_dir")) and key != "test":
                yield from _flat(f"{name}.{key}" if name else key, part)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _flat(f"{name}[{number}]", part)
    else:
        yield name, json.dumps(value)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--engine", action="append", default=[])
    parser.add_argument("--timeout", type=float, default=60.0)
    parser.add_argument("--load", type=int, default=3, help="busy processes beside the second run")
    parser.add_argument("--more", default="", help="further options of the command")
    arguments = parser.parse_args()
    differ = late = 0
    programs: set[str] = set()
    done = 0
    for number, (file, engine) in enumerate(commands(arguments.files, arguments.engine)):
        more = arguments.more.split()
        first = run(file, engine, 2 * number + 1, arguments.timeout, more)
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(arguments.load)]
        try:
            second = run(file, engine, 2 * number + 2, 4 * arguments.timeout, more)
        finally:
            for process in busy:
                process.kill()
                process.wait()
        done += 1
        if any(TIME in said.get(key, "") for said in (first, second) for key in ("reason", "proof.reason")):
            late += 1
            print(f"late  {file} {engine}: {first.get('reason')} / {second.get('reason')}", flush=True)
            continue
        programs.add(file)
        keys = [key for key in {**first, **second} if first.get(key) != second.get(key)]
        if keys:
            differ += 1
            print(f"DIFFER {file} {engine}", flush=True)
            for key in keys:
                print(f"    {key}: {str(first.get(key))[:150]} / {str(second.get(key))[:150]}", flush=True)
    print(f"{done} commands on {len(programs)} programs: {differ} differ, {late} ended by the clock")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
