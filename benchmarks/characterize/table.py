"""``antumbra characterize`` on programs whose truth is known, and on public ones, as Markdown.

    python benchmarks/characterize/table.py programs [midpoint date/leap …] [--seconds 60]
    python benchmarks/characterize/table.py random 0:100 [--seconds 10]     generated programs, all inputs compared
    python benchmarks/characterize/table.py public SUITE/c [loops …]        failing tasks of SV-COMP (2015 edition)

``--without PHASE`` (again and again) leaves out a phase, ``--ablation`` does it for each in turn. ``--log FILE`` keeps
each outcome as a line of JSON and skips what is there already. Seconds are of the processor, of whole processes. Bounds
that contradict the truth are printed at once, again at the end, and make the exit status 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import fmean

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT), str(ROOT / "tests"), str(ROOT / "tools")]

from benchmarks.interpolation.measure import markdown  # noqa: E402
from runs import Outcome, characterize, own, random  # noqa: E402
from svcomp import tasks_of  # noqa: E402

from antumbra.suites.tasks import Task  # noqa: E402
from support.characterize.generator import telling  # noqa: E402

PROGRAMS = HERE / "programs"
PHASES = ("accelerate", "definite", "slice", "possible", "generalize", "grow")
#: the families of the paper's kind, and which of their files
FAMILIES = (
    "loops",
    "bitvector",
    "recursive-simple",
    "locks",
    "ssh-simplified",
    "signedintegeroverflow-regression",
    "eca-rers2012",
)

#: does it, in a folder of its own
Work = Callable[[Path, Sequence[str]], Outcome]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("programs", "random", "public"))
    parser.add_argument("which", nargs="*", help="parts of names; seeds FIRST:END; a folder and families")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--without", action="append", default=[], choices=PHASES)
    parser.add_argument("--ablation", action="store_true")
    parser.add_argument("--log", type=Path, default=None)
    parser.add_argument("--forked", action="store_true", help="random programs: without start-up")
    parser.add_argument("--sample", type=int, default=0, help="tasks of each family")
    options = parser.parse_args()
    jobs = dict({"programs": _programs, "random": _random, "public": _public}[options.what](options))
    outcomes: list[tuple[str, Outcome]] = []
    for without in ([], *([phase] for phase in PHASES)) if options.ablation else (options.without,):
        more = [word for phase in without for word in ("--without", phase)]
        label = " ".join(f"without {phase}" for phase in without) or "all"
        outcomes += [(label, outcome) for outcome in _run(jobs, more, label, options.log)]
    for label in dict.fromkeys(label for label, _ in outcomes):
        print(f"\n{label}:\n")
        print(table([outcome for one, outcome in outcomes if one == label]))
    wrong = [(label, outcome) for label, outcome in outcomes if outcome.wrong]
    # a comparison that met no failing input says little
    unseen = [o.name for _, o in outcomes if o.compared and not o.failing]
    if unseen:
        print(f"no failing input among those that were compared: {', '.join(dict.fromkeys(unseen))}")
    for label, outcome in wrong:
        print(f"WRONG ({label}): {outcome.name}: {outcome.wrong}")
    return int(bool(wrong))


def _run(jobs: dict[str, Work], more: Sequence[str], label: str, log: Path | None) -> Iterator[Outcome]:
    known: dict[str, Outcome] = {}
    if log is not None and log.exists():
        lines = (json.loads(line) for line in log.read_text("utf-8").splitlines())
        known = {one["outcome"]["name"]: Outcome(**one["outcome"]) for one in lines if one["label"] == label}
    for name, work in jobs.items():
        if name in known:
            yield known[name]
            continue
        with tempfile.TemporaryDirectory(prefix="antumbra-bench-") as folder:
            outcome = work(Path(folder), more)
        outcome.name = name
        _tell(outcome)
        if log is not None:
            with log.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"label": label, "outcome": asdict(outcome)}) + "\n")
        yield outcome


def _tell(outcome: Outcome) -> None:
    how = "exact" if outcome.exact else f"gap {outcome.gap:.3f}" if outcome.gap is not None else "gap"
    said = (
        f"{outcome.cpu_seconds:6.1f} s {outcome.name}: {how}, {outcome.must} must, {outcome.safe} safe {outcome.reason}"
    )
    wrong = f" WRONG {outcome.wrong}" if outcome.wrong else ""
    late = f" ({outcome.late_must} in MUST not seen to fail in time)" if outcome.late_must else ""
    print(f"{said}{late}{wrong}", file=sys.stderr, flush=True)


def _programs(options: argparse.Namespace) -> Iterator[tuple[str, Work]]:
    # hard ones come last
    for file in sorted(PROGRAMS.rglob("*.c"), key=lambda file: ("\n// hard: " in file.read_text("utf-8"), file)):
        name = str(file.relative_to(PROGRAMS).with_suffix(""))
        if not options.which or any(part in name for part in options.which):
            text = file.read_text("utf-8")
            yield name, lambda folder, more, n=name, t=text: own(n, t, options.seconds, folder, more)


def _random(options: argparse.Namespace) -> Iterator[tuple[str, Work]]:
    first, _, last = (options.which or ["0:100"])[0].partition(":")

    def work(folder: Path, more: Sequence[str], seed: int) -> Outcome:
        return random(telling(seed, folder), options.seconds, folder, more, forked=options.forked)

    for seed in range(int(first), int(last)):
        yield f"seed {seed}", lambda folder, more, s=seed: work(folder, more, s)


def _public(options: argparse.Namespace) -> Iterator[tuple[str, Work]]:
    suite = Path(options.which[0])

    def work(folder: Path, more: Sequence[str], task: Task) -> Outcome:
        outcome = Outcome(task.file.name, task.file.parent.name)
        characterize(outcome, task.file, (*task.words, *more), options.seconds, folder / "out")
        if outcome.exact and not outcome.must:
            outcome.wrong.append("nothing fails, says the run; something does, says the suite")
        return outcome

    for family in options.which[1:] or FAMILIES:
        tasks = [task for task in tasks_of(suite, family) if (task.expected or "").startswith("false")]
        if options.sample:
            tasks = tasks[:: max(1, len(tasks) // options.sample)][: options.sample]
        for task in tasks:
            yield f"{family}/{task.file.name}", lambda folder, more, t=task: work(folder, more, t)


def table(outcomes: Sequence[Outcome]) -> str:
    """A row for each kind, as the paper counts: exact ones, partitions, upper bounds that are true, time."""
    kinds = [*dict.fromkeys(outcome.kind for outcome in outcomes), None]
    head = ["kind", "programs", "exact", "partitions", "of them exact", "upper bound true"]
    head += ["mean gap", "counts right", "wrong", "cpu s mean", "longest"]
    rows = [_row(kind, [o for o in outcomes if kind in (None, o.kind)]) for kind in kinds]
    hard = [outcome for outcome in outcomes if outcome.hard]
    if hard:
        rows.append(_row("(those marked hard)", hard))
    return markdown(head, rows)


def _row(kind: str | None, mine: Sequence[Outcome]) -> list[str]:
    exact = sum(outcome.exact for outcome in mine)
    gaps = [outcome.gap for outcome in mine if outcome.gap is not None]
    # what lies between the bounds is a partition more, and not exact
    pieces = sum(outcome.must for outcome in mine)
    seconds = [outcome.cpu_seconds for outcome in mine]
    return [
        kind or "**all**",
        str(len(mine)),
        f"{exact} ({100 * exact / len(mine):.0f} %)",
        str(pieces + len(mine) - exact),
        str(pieces),
        str(sum(outcome.upper_true for outcome in mine)),
        f"{fmean(gaps):.4f}" if gaps else "–",
        str(sum(outcome.count == "right" for outcome in mine)) if gaps else "–",
        str(sum(bool(outcome.wrong) for outcome in mine)),
        f"{fmean(seconds):.1f}",
        f"{max(seconds):.0f}",
    ]


if __name__ == "__main__":
    sys.exit(main())
