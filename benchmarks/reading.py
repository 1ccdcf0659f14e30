"""How long programs take to be read, by size: processor seconds and memory, versions in turn.

    git worktree add --detach ../old COMMIT
    python benchmarks/reading.py --old ../old --new . [--file PROBLEM.c] [--lines N …] [--states N …]

A row is a file that is given, a machine of ``reactive.py`` with so many states, or a program of ``large.py`` of so many
lines. It is read twice by each version, in a folder for kept files that knows the models of the C library and nothing
else: the first time it is compiled, prepared, translated and kept, the second time what is kept counts. Seconds are
those of reading alone, compiler included (imports of the front end are not), memory is the peak of the process. As in
a run, the collector of cycles is off. With ``--phases`` a row says instead where the seconds of the first reading go.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import large
import reactive

_CHILD = """
import gc, resource, sys
from antumbra.frontends import load, native
gc.disable()
def seconds():
    each = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in each)
before = seconds()
program = load.load(sys.argv[1]).program
after = seconds()
blocks = sum(len(each.blocks) for each in program.procedures.values())
print(after - before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, blocks)
"""

#: phase → functions whose seconds it has, without those of phases that they call. What one version lacks is passed over
_PHASES = {
    "compiler": ("c.compile:_run",),
    "text": (
        "c.division:explicit_divisions", "native:prune", "native:needed_models",
        "llvm.preparing.passes:instrument", "llvm.preparing.passes:drop_unused",
    ),
    "LLVM": ("native:prepare",),
    "parsing": ("native:read_module", "llvm.reading.module:Module.body"),
    "translation": ("llvm.translating.translate:_build",),
    "check": ("llvm.translating.translate:check",),
    "unread": ("native:functions_in", "native:unread_functions"),
    "keeping": ("kept:keep", "c.store:keep"),
}  # fmt: skip
_TIMED = f"""
import importlib
spent, open_ = {{}}, []
def timed(phase, function):
    def inner(*arguments, **named):
        began = seconds()
        open_.append(0.0)
        try:
            return function(*arguments, **named)
        finally:
            taken = seconds() - began
            spent[phase] = spent.get(phase, 0.0) + taken - open_.pop()
            if open_:
                open_[-1] += taken
    return inner
for phase, names in {_PHASES!r}.items():
    for name in names:
        home, _, path = name.partition(":")
        try:
            owner = importlib.import_module("antumbra.frontends." + home)
        except ImportError:
            continue
        *outer, last = path.split(".")
        for each in outer:
            owner = getattr(owner, each)
        if hasattr(owner, last):
            setattr(owner, last, timed(phase, getattr(owner, last)))
before = seconds()
load.load(sys.argv[1])
spent["all"] = seconds() - before
print(*(spent.get(phase, 0.0) for phase in [*{list(_PHASES)!r}, "all"]))
"""


def phases(version: Path, path: Path, cache: Path) -> list[float]:
    """Seconds of each phase of a first reading; then of what is no phase; then of all."""
    text = _CHILD[: _CHILD.index("before =")] + _TIMED
    *found, whole = map(float, _run(version, text, path, cache).split())
    return [*found, whole - sum(found), whole]


def read(version: Path, path: Path, cache: Path) -> tuple[float, int, int]:
    """Seconds, megabytes, and the blocks that the program has."""
    taken, memory, blocks = _run(version, _CHILD, path, cache).split()
    return float(taken), int(memory), int(blocks)


def _run(version: Path, text: str, path: Path, cache: Path) -> str:
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "ANTUMBRA_CACHE": "", "PYTHONPATH": str(version / "src")}
    own = version / ".venv" / "bin" / "python"
    python = str(own) if own.exists() else sys.executable
    done = subprocess.run([python, "-c", text, str(path)], env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def main() -> None:
    parser = argparse.ArgumentParser(description="Processor seconds of reading programs, by size.")
    parser.add_argument("--old", type=Path, required=True)
    parser.add_argument("--new", type=Path, required=True)
    parser.add_argument("--file", type=Path, action="append", default=[])
    parser.add_argument("--states", type=int, nargs="*", default=[])
    parser.add_argument("--lines", type=int, nargs="*", default=[])
    parser.add_argument("--phases", action="store_true")
    given = parser.parse_args()
    texts = {path.stem: path.read_text() for path in given.file}
    texts |= {f"reactive {n}": reactive.generate(reactive.Shape(states=n, inputs=6)) for n in given.states}
    texts |= {f"large {n}": large.generate(n) for n in given.lines}
    versions = [given.old.resolve(), given.new.resolve()]
    if given.phases:
        print(f"| program | version | {' | '.join(_PHASES)} | rest | all |")
        print(f"|---|---|{'--:|' * (len(_PHASES) + 2)}")
    else:
        print(
            "| program | lines | blocks | first: old | new | ratio | again: old | new | ratio | MB: old | new | again |"
        )
        print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        models = folder / "models.c"
        models.write_text(large.generate(1_000))
        for version in range(2):
            read(versions[version], models, folder / str(version))
        for row, text in texts.items():
            path = folder / f"{row.replace(' ', '-')}.c"
            path.write_text(text)
            if given.phases:
                times = [phases(versions[version], path, folder / str(version)) for version in range(2)]
                times.append([old / new if new > 0.005 else 0.0 for old, new in zip(*times, strict=True)])
                for name, numbers in zip(("old", "new", "ratio"), times, strict=True):
                    print(f"| {row} | {name} | {' | '.join(f'{n:.2f}' for n in numbers)} |", flush=True)
                continue
            first = [read(versions[version], path, folder / str(version)) for version in range(2)]
            again = [read(versions[version], path, folder / str(version)) for version in range(2)]
            cells = [row, f"{text.count(chr(10)):,}", f"{first[1][2]:,}"]
            for old, new in (first, again):
                cells += [f"{old[0]:.2f}", f"{new[0]:.2f}", f"{old[0] / new[0]:.1f}"]
            cells += [str(first[0][1]), str(first[1][1]), str(again[1][1])]
            print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
