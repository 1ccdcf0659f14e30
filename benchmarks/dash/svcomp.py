"""Engines side by side on families of the public SV-COMP suite (2015 edition), as Markdown.

    python benchmarks/dash/svcomp.py SUITE/c --engines dash,interpolate,explore,auto [--seconds 15] [locks loops …]

The suite is not part of this repository; expected verdicts are in its file names (tools/svcomp.py). Times are processor
seconds of whole processes. A wrong verdict makes the exit status 1.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from beside import HERE, Case, Outcome, arguments, run_all

sys.path[:0] = [str(HERE.parent.parent)]

from benchmarks.interpolation.measure import markdown  # noqa: E402
from tools.svcomp import tasks_of  # noqa: E402

FAMILIES = ("locks", "loops", "recursive-simple", "ssh-simplified")


def main() -> int:
    parser = arguments(__doc__, "dash,interpolate,explore,auto", 15)
    parser.add_argument("suite", type=Path, help="the folder with the families")
    parser.add_argument("families", nargs="*", help=f"default: {' '.join(FAMILIES)}")
    parser.add_argument("--sample", type=int, metavar="N", help="only N tasks of each family, evenly spread")
    options = parser.parse_intermixed_args()
    engines: list[str] = options.engines.split(",")
    cases: list[Case] = []
    for family in options.families or FAMILIES:
        found = [
            Case(
                family,
                task.file,
                "safe" if task.expected == "true" else "unsafe",
                task.words,
            )
            for task in tasks_of(options.suite, family)
            if task.expected is not None
        ]
        if not found:
            raise SystemExit(f"no tasks in {options.suite / family}")
        cases += found[:: max(1, len(found) // options.sample)][: options.sample] if options.sample else found
    outcomes = run_all(cases, engines, options.seconds, options.jobs)
    print(report(outcomes, engines))
    for outcome in outcomes:
        if outcome.kind != "right":
            print(
                f"{outcome.kind}: {outcome.engine} {outcome.case.group}/{outcome.case.file.name} {outcome.run.reason}"
            )
    return int(any(outcome.kind == "wrong" for outcome in outcomes))


def report(outcomes: Sequence[Outcome], engines: Sequence[str]) -> str:
    """A row for each family and engine."""
    rows: list[list[str]] = []
    for family in [*dict.fromkeys(outcome.case.group for outcome in outcomes), None]:
        for engine in engines:
            mine = [o for o in outcomes if o.engine == engine and family in (None, o.case.group)]
            kinds = [
                sum(o.kind == "right" and o.run.verdict == "safe" for o in mine),
                sum(o.kind == "right" and o.run.verdict == "unsafe" for o in mine),
                *(sum(o.kind == kind for o in mine) for kind in ("undecided", "wrong")),
            ]
            seconds = sum(o.run.cpu_seconds for o in mine)
            rows.append([family or "**all**", engine, str(len(mine)), *map(str, kinds), f"{seconds:.0f}"])
    return markdown(("family", "engine", "tasks", "right safe", "right unsafe", "undecided", "wrong", "cpu s"), rows)


if __name__ == "__main__":
    sys.exit(main())
