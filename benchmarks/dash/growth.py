"""How time and queries grow with the size of a program, engines side by side, as Markdown.

    python benchmarks/dash/growth.py --engines dash,interpolate,explore [--seconds 60] [locks_loop chain …]

A word stands for all families that begin with it. Times are processor seconds of whole processes. The exponent is that
of a power of n fitted to the sizes that were decided, after the time of an empty program is taken off. An engine that
does not decide a size is not asked for larger ones. A wrong verdict makes the exit status 1.
"""

from __future__ import annotations

import math
import statistics
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from beside import HERE, Case, Outcome, arguments, run_all
from grown import FAMILIES

sys.path[:0] = [str(HERE.parent.parent)]

from benchmarks.interpolation.measure import markdown  # noqa: E402

EMPTY = "int main(void) { return 0; }\n"
#: seconds above those of an empty program that can be told from noise
VISIBLE = 0.05


def main() -> int:
    parser = arguments(__doc__, "dash,interpolate,explore", 60)
    parser.add_argument("families", nargs="*", help=f"(default: all of {' '.join(FAMILIES)})")
    parser.add_argument("--largest", type=int, default=10**9, metavar="N", help="sizes up to N")
    parser.add_argument("--bug", action="store_true", help="the unsafe twins")
    options = parser.parse_intermixed_args()
    engines: list[str] = options.engines.split(",")
    names = [name for name in FAMILIES if not options.families or name.startswith(tuple(options.families))]
    rows: list[list[str]] = []
    fits: list[list[str]] = []
    wrong = False
    with tempfile.TemporaryDirectory(prefix="antumbra-growth-") as folder:
        empty = Path(folder) / "empty.c"
        empty.write_text(EMPTY)
        first = run_all([Case("growth", empty, "safe")] * 3, engines, 60, 1)
        start = {e: statistics.median(o.run.cpu_seconds for o in first if o.engine == e) for e in engines}
        for name in names:
            generate, sizes = FAMILIES[name]
            asked, met = engines, list[Outcome]()
            for size in (size for size in sizes if size <= options.largest):
                file = Path(folder) / f"{name}{size}.c"
                file.write_text(generate(size, options.bug))
                case = Case(name, file, "unsafe" if options.bug else "safe")
                outcomes = run_all([case], asked, options.seconds, options.jobs)
                rows.append([name, str(size), *_cells(outcomes, engines)])
                met += outcomes
                asked = [outcome.engine for outcome in outcomes if outcome.kind == "right"]
                wrong = wrong or any(outcome.kind == "wrong" for outcome in outcomes)
            fits.append([name, *_fits(met, engines, start)])
    both = [word for engine in engines for word in (f"{engine}: cpu s", "queries")]
    print(markdown(["program", "n", *both], rows))
    print("\nGrowth with n, as an exponent (largest n decided):\n")
    print(markdown(["program", *both], fits))
    return int(wrong)


def queries(outcome: Outcome) -> int:
    stats = outcome.run.stats
    return int(stats.get("dash_queries", stats.get("queries", 0)))


def _cells(outcomes: Sequence[Outcome], engines: Sequence[str]) -> Iterable[str]:
    found = {outcome.engine: outcome for outcome in outcomes}
    for engine in engines:
        outcome = found.get(engine)
        if outcome is None:
            yield from ("–", "–")
        else:
            mark = {"right": "", "undecided": " (undecided)", "wrong": " (WRONG)"}[outcome.kind]
            yield from (f"{outcome.run.cpu_seconds:.2f}{mark}", str(queries(outcome)))


def _fits(outcomes: Sequence[Outcome], engines: Sequence[str], start: dict[str, float]) -> Iterable[str]:
    for engine in engines:
        mine = [(_size(o), o) for o in outcomes if o.engine == engine and o.kind == "right"]
        largest = f" ({max((size for size, _ in mine), default=0)})"
        yield exponent([(size, o.run.cpu_seconds - start[engine]) for size, o in mine], VISIBLE) + largest
        yield exponent([(size, queries(o)) for size, o in mine], 0.5)


def _size(outcome: Outcome) -> int:
    return int(outcome.case.file.stem.removeprefix(outcome.case.group))


def exponent(points: Sequence[tuple[int, float]], least: float) -> str:
    """The slope of a straight line through the logarithms, by least squares; values below ``least`` do not count."""
    logs = [(math.log(size), math.log(value)) for size, value in points if value >= least]
    if len(logs) < 2:
        return "–"
    x, y = (sum(point[i] for point in logs) / len(logs) for i in (0, 1))
    return f"{sum((a - x) * (b - y) for a, b in logs) / sum((a - x) ** 2 for a, _ in logs):.1f}"


if __name__ == "__main__":
    sys.exit(main())
