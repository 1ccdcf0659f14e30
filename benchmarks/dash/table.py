"""What engines decide of the programs in this folder, and where dash spends its time, as Markdown.

    python benchmarks/dash/table.py --engines dash,interpolate,auto [--seconds 5] [figures suite/calls drivers …]

The second table has the form of the thesis's Figure 5.5, from what the engine counts (``dash_…`` in ``stats``). Times
are processor seconds of whole processes. A wrong verdict makes the exit status 1.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from beside import HERE, Outcome, arguments, labelled, run_all

sys.path[:0] = [str(HERE.parent.parent)]

from benchmarks.interpolation.measure import markdown  # noqa: E402

FOLDERS = ("figures", "suite", "drivers")
#: the procedures of the thesis, as the engine names them
PROCEDURES = (
    "find_abstract_error_path",
    "convert_to_region_trace",
    "extend_frontier",
    "execute_symbolic",
    "is_sat",
    "refine_pred",
    "refine_graph",
    "run_test",
)
COUNTS = ("iterations", "queries", "tests", "splits", "regions")


def main() -> int:
    parser = arguments(__doc__, "dash,interpolate,explore,auto", 5)
    parser.add_argument("folders", nargs="*", help=f"of this folder (default: {' '.join(FOLDERS)})")
    parser.add_argument(
        "--forked", action="store_true", help="without start-up; for programs and engines without options"
    )
    options = parser.parse_intermixed_args()
    engines: list[str] = options.engines.split(",")
    cases = [case for name in options.folders or FOLDERS for case in labelled(HERE / name)]
    jobs = 1 if options.forked else options.jobs
    outcomes = run_all(cases, engines, options.seconds, jobs, forked=options.forked)
    print(decided(outcomes, engines))
    for engine in engines:
        mine = [outcome for outcome in outcomes if outcome.engine == engine]
        for kind in ("undecided", "wrong"):
            names = [str(o.case.file.relative_to(HERE).with_suffix("")) for o in mine if o.kind == kind]
            if names:
                print(f"\n{engine}, {kind} ({len(names)}): {', '.join(names)}")
        if any("dash_iterations" in outcome.run.stats for outcome in mine):
            print(f"\n{engine}:\n\n{procedures(mine)}")
    return int(any(outcome.kind == "wrong" for outcome in outcomes))


def decided(outcomes: Sequence[Outcome], engines: Sequence[str]) -> str:
    """A row for each folder: how many are right, undecided, wrong, and how long they took."""
    groups = [*dict.fromkeys(_group(outcome) for outcome in outcomes), None]
    head = ["folder", "programs"]
    for engine in engines:
        head += [f"{engine}: right", "undecided", "wrong", "cpu s"]
    rows: list[list[str]] = []
    for group in groups:
        mine = [outcome for outcome in outcomes if group in (None, _group(outcome))]
        row = [group or "**all**", str(len({outcome.case.file for outcome in mine}))]
        for engine in engines:
            its = [outcome for outcome in mine if outcome.engine == engine]
            row += [str(sum(o.kind == kind for o in its)) for kind in ("right", "undecided", "wrong")]
            row.append(f"{sum(o.run.cpu_seconds for o in its):.1f}")
        rows.append(row)
    return markdown(head, rows)


def _group(outcome: Outcome) -> str:
    return str(Path(outcome.case.file).relative_to(HERE).parent)


def procedures(outcomes: Sequence[Outcome]) -> str:
    """The thesis's Figure 5.5: time, average, calls and share of each procedure, over all programs."""
    total = {name: sum(float(outcome.run.stats.get(f"dash_{name}", 0)) for outcome in outcomes) for name in COUNTS}
    times = {name: sum(float(o.run.stats.get(f"dash_{name}_ms", 0)) for o in outcomes) for name in PROCEDURES}
    calls = {name: sum(int(o.run.stats.get(f"dash_{name}_calls", 0)) for o in outcomes) for name in PROCEDURES}
    # the time of a procedure contains that of those it calls, so shares are of the whole and do not add up
    whole = 1000 * sum(float(outcome.run.stats.get("wall_seconds", 0)) for outcome in outcomes)
    rows = [
        (
            name,
            f"{times[name]:.0f}",
            f"{times[name] / calls[name]:.2f}" if calls[name] else "–",
            str(calls[name]),
            f"{100 * times[name] / whole:.0f} %" if whole else "–",
        )
        for name in sorted(PROCEDURES, key=lambda name: -times[name])
    ]
    iterations = total["iterations"]
    rows.append(("**whole runs**", f"{whole:.0f}", f"{whole / iterations:.2f}" if iterations else "–", "", "100 %"))
    counted = ", ".join(f"{total[name]:.0f} {name}" for name in COUNTS)
    return f"{counted}\n\n" + markdown(("procedure", "time ms", "average ms", "calls", "share"), rows)


if __name__ == "__main__":
    sys.exit(main())
