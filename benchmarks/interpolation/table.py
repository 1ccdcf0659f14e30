"""Tables of docs/interpolation.md: ``python benchmarks/interpolation/table.py figures|all-paths|beyond``, as Markdown.

Each run is a process of its own with a limit on its processor time and at most 2 GB. Times are processor seconds of
the whole process, because the machine may have other work. A verdict that the program's first line
contradicts is marked WRONG and makes the exit status 1.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from figures import FIGURES
from measure import Run, check, markdown, warm_up

HERE = Path(__file__).parent

#: figure of the paper, program of figures.py, sizes
FIGURE_SIZES: list[tuple[str, str, tuple[int, ...]]] = [
    ("Fig. 1", "graph", (14, 25, 100, 1000)),
    ("Fig. 4", "separate", (20, 100, 400, 500, 1000, 2000)),
    ("Fig. 4, sum on the way", "branches", (20, 100, 400, 500, 1000, 2000)),
    ("Fig. 4, as a loop", "rounds", (20, 100, 400, 500, 1000, 2000)),
    ("Fig. 8", "abduction", (0,)),
]

#: programs where every path matters, and the sizes that take seconds
ALL_PATHS: dict[str, tuple[int, ...]] = {
    "hash": (8, 10, 12, 14, 16),
    "bits": (8, 10, 12),
    "sort_output": (4, 5),
    "queens": (4, 5, 6, 7, 8),
    "permutation": (4, 5, 6, 7, 8),
    "text": (3, 4, 5, 7),
    "symbolic_hash": (5, 7, 9, 11, 13),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("table", choices=("figures", "all-paths", "beyond"))
    parser.add_argument("only", nargs="*", help="some programs or topics of the table")
    parser.add_argument("--timeout", type=float, default=60, metavar="S", help="for a run of interpolate")
    parser.add_argument("--explore", type=float, default=None, metavar="S", help="for a run of explore (0: none)")
    parser.add_argument("--best", type=int, default=1, metavar="K", help="all-paths: the median of K runs")
    parser.add_argument("--largest", type=int, default=10**9, metavar="N", help="figures: sizes up to N")
    options = parser.parse_args()
    if options.explore is None:
        options.explore = options.timeout
    warm_up(HERE / "beyond" / "loops" / "until_unsafe.c")
    table = {"figures": _figures, "all-paths": _all_paths, "beyond": _beyond}[options.table]
    return table(options)


def _verdict(run: Run, expected: str) -> str:
    if run.verdict == "unknown":
        return (
            "time"
            if run.reason.startswith(("time limit", "interrupted"))
            else f"unknown ({run.reason.partition(':')[0]})"
        )
    return run.verdict if run.verdict == expected else f"WRONG {run.verdict}"


def _learnt(run: Run) -> tuple[str, ...]:
    """Tree nodes, forks, subsumed, interpolants, literals an interpolant."""
    stored = run.count("interpolants")
    literals = f"{run.count('interpolant_literals') / stored:.1f}" if stored else "–"
    names = ("tree_nodes", "forks", "subsumed", "interpolants")
    return (*(str(run.count(name)) for name in names), literals)


def _memory(run: Run) -> str:
    return f"{run.stats.get('peak_memory_mb', 0):.0f}"


_LEARNT = ("nodes", "forks", "subsumed", "interpolants", "literals each")


def _figures(options: argparse.Namespace) -> int:
    head = ("program", "N", "verdict", *_LEARNT, "cpu s", "MB", "explore", "cpu s")
    rows: list[tuple[str, ...]] = []
    with tempfile.TemporaryDirectory(prefix="antumbra-figures-") as folder:
        for figure, name, sizes in FIGURE_SIZES:
            if options.only and name not in options.only:
                continue
            gave_up = not options.explore
            for size in (size for size in sizes if size <= options.largest):
                file = Path(folder) / f"{name}{size}.c"
                file.write_text(FIGURES[name](size))
                run = check(file, "interpolate", options.timeout)
                row = (figure, str(size or "–"), _verdict(run, "safe"), *_learnt(run), f"{run.cpu_seconds:.2f}")
                plain = None if gave_up else check(file, "explore", options.explore)
                gave_up = gave_up or (plain is not None and plain.cut)
                rows.append((*row, _memory(run), *_beside(plain, "safe")))
                print(rows[-1], file=sys.stderr, flush=True)
    print(markdown(head, rows))
    return _status(rows)


def _beside(plain: Run | None, expected: str) -> tuple[str, str]:
    return ("–", "–") if plain is None else (_verdict(plain, expected), f"{plain.cpu_seconds:.2f}")


def _all_paths(options: argparse.Namespace) -> int:
    head = ("program", "N", "paths", "explore, cpu s", "interpolate, cpu s", "ratio", "subsumed", "interpolants", "MB")
    rows: list[tuple[str, ...]] = []
    for name, sizes in ALL_PATHS.items():
        if options.only and name not in options.only:
            continue
        for size in sizes:
            file, defined = HERE / "all_paths" / f"{name}.c", ("-D", f"N={size}")
            plain = [check(file, "explore", options.explore, defined) for _ in range(options.best)]
            runs = [check(file, "interpolate", options.timeout, defined) for _ in range(options.best)]
            first, run = plain[0], runs[0]
            before = statistics.median(one.cpu_seconds for one in plain)
            after = statistics.median(one.cpu_seconds for one in runs)
            row = (name, str(size), str(first.count("paths")), *_seconds(first, before), *_seconds(run, after))
            counts = (f"{after / before:.2f}", str(run.count("subsumed")), str(run.count("interpolants")))
            rows.append((*row, *counts, _memory(run)))
            print(rows[-1], file=sys.stderr, flush=True)
    print(markdown(head, rows))
    return _status(rows)


def _seconds(run: Run, seconds: float) -> tuple[str]:
    verdict = _verdict(run, "safe")
    return (f"{seconds:.2f}" if verdict == "safe" else f"{seconds:.2f} ({verdict})",)


def programs(only: list[str] | None = None) -> Iterator[tuple[Path, str, tuple[str, ...]]]:
    """The programs of the folder ``beyond``: file, expected verdict, options."""
    for file in sorted((HERE / "beyond").glob("*/*.c")):
        first, second, *_ = file.read_text("utf-8").splitlines()
        options = second.removeprefix("// options: ").split() if second.startswith("// options: ") else []
        if not only or file.parent.name in only or file.stem in only:
            yield file, first.removeprefix("// expect: "), tuple(options)


def _beyond(options: argparse.Namespace) -> int:
    head = ("program", "verdict", *_LEARNT, "cpu s", "MB", "explore", "cpu s")
    rows: list[tuple[str, ...]] = []
    for file, expected, extra in programs(options.only):
        run = check(file, "interpolate", options.timeout, extra)
        plain = check(file, "explore", options.explore, extra) if options.explore else None
        name = f"{file.parent.name}/{file.stem}"
        row = (name, _verdict(run, expected), *_learnt(run), f"{run.cpu_seconds:.2f}", _memory(run))
        rows.append((*row, *_beside(plain, expected)))
        print(rows[-1], file=sys.stderr, flush=True)
    print(markdown(head, rows))
    return _status(rows)


def _status(rows: list[tuple[str, ...]]) -> int:
    return int(any("WRONG" in cell for row in rows for cell in row))


if __name__ == "__main__":
    sys.exit(main())
