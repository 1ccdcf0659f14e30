"""Random programs aimed at what the engines generalise, against a truth that does not come from Antumbra.

    PYTHONPATH=src:tests python tools/fuzz_aimed.py --seeds 0:10000 --jobs 2 [--families memory,twins,places]
        [--engines interpolate,auto] [--minutes 60] [--keep DIR] [--unchecked]

Prints each wrong answer, and a table at the end. Each wrong program is written to ``--keep``, once as it was generated
and once with every statement deleted that the wrong answer does not need. ``--native`` compares the reference
interpreter with gcc's sanitizers instead.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from support.aimed.campaign import FAMILIES, check, smallest  # noqa: E402
from support.aimed.interpreter import truth  # noqa: E402
from support.aimed.judge import MODES, Answer, Mode  # noqa: E402
from support.aimed.native import differences  # noqa: E402
from support.aimed.printer import printed  # noqa: E402

BATCH = 20


@dataclass(frozen=True)
class Job:
    family: str
    seeds: range
    modes: tuple[Mode, ...]
    timeout: float
    keep: Path | None
    end: float | None
    native: bool
    check_proofs: bool


@dataclass
class Report:
    programs: int
    counts: Counter[tuple[str, str, str]]  #: family, mode, kind
    lines: list[str]


def main() -> int:
    parser = argparse.ArgumentParser(description="Random programs with an enumerated truth.")
    parser.add_argument("--seeds", default="0:200", help="FIRST:END, of each family")
    parser.add_argument("--families", default=",".join(FAMILIES))
    parser.add_argument("--engines", default=None, help=f"of {', '.join(MODES)}; the default suits the family")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=None)
    parser.add_argument("--timeout", type=float, default=5, help="seconds for one check")
    parser.add_argument("--keep", type=Path, default=None, help="folder for wrong programs")
    parser.add_argument("--native", action="store_true", help="compare the reference interpreter with native code")
    parser.add_argument("--unchecked", action="store_true", help="the engines alone: do not check their proofs")
    arguments = parser.parse_args()
    first, _, last = arguments.seeds.partition(":")
    end = time.time() + 60 * arguments.minutes if arguments.minutes is not None else None
    jobs = [
        Job(
            family,
            range(start, min(start + BATCH, int(last))),
            tuple(mode for mode in MODES if mode in (arguments.engines or "").split(",")),
            arguments.timeout,
            arguments.keep,
            end,
            arguments.native,
            not arguments.unchecked,
        )
        for start in range(int(first), int(last), BATCH)
        for family in arguments.families.split(",")
    ]
    started = time.monotonic()
    total = Report(0, Counter(), [])
    with ProcessPoolExecutor(arguments.jobs, mp_context=get_context("spawn"), max_tasks_per_child=10) as pool:
        for report in pool.map(work, jobs):
            print(*report.lines, sep="\n", end="\n" if report.lines else "", flush=True)
            total.programs += report.programs
            total.counts += report.counts
            total.lines += report.lines
    table(total)
    print(f"{total.programs} programs, {len(total.lines)} wrong answers, {time.monotonic() - started:.0f} s")
    return 1 if total.lines else 0


def table(report: Report) -> None:
    kinds = sorted({kind for _, _, kind in report.counts})
    print(f"{'family':8} {'mode':18}", *(f"{kind:>12}" for kind in kinds))
    for family, mode in dict.fromkeys((family, mode) for family, mode, _ in sorted(report.counts)):
        print(f"{family:8} {mode:18}", *(f"{report.counts[family, mode, kind]:12}" for kind in kinds))


def work(job: Job) -> Report:
    report = Report(0, Counter(), [])
    with tempfile.TemporaryDirectory() as folder:
        if job.native:
            programs = [FAMILIES[job.family].generate(seed) for seed in job.seeds]
            found = list(differences(programs, [truth(p) for p in programs], Path(folder)))
            return Report(len(programs), Counter(), found)
        for seed in job.seeds:
            if job.end is not None and time.time() > job.end:
                break
            report.programs += 1
            report.lines += one(job, seed, Path(folder) / "program.c", report.counts)
    return report


def one(job: Job, seed: int, path: Path, counts: Counter[tuple[str, str, str]]) -> Iterator[str]:
    try:
        checked = check(job.family, seed, path, job.modes, job.timeout, check_proofs=job.check_proofs)
    except Exception:  # noqa: BLE001 - whatever goes wrong is a finding
        counts[job.family, "all", "crash"] += 1
        yield f"{job.family} {seed}: {traceback.format_exc()}"
        return
    for answer in checked.answers:
        counts[job.family, answer.mode, answer.kind] += 1
    for answer in checked.wrong:
        asked = f"{checked.program.origin}: {answer.mode} {answer.property}"
        yield f"{asked}: {answer.kind}: {answer.told} ({answer.truth})"
        if job.keep is not None:
            keep(job, seed, answer, printed(checked.program).text, "as generated")
            small = smallest(checked.program, answer, path, job.timeout, check_proofs=job.check_proofs)
            keep(job, seed, answer, printed(small).text, "minimal")


def keep(job: Job, seed: int, answer: Answer, text: str, what: str) -> None:
    assert job.keep is not None
    job.keep.mkdir(parents=True, exist_ok=True)
    name = f"{job.family}-{seed}-{answer.mode}-{answer.property}-{what}.c".replace(" ", "_").replace(",", "+")
    head = f"// {answer.mode} {answer.property}: {answer.kind}; truth: {answer.truth}\n"
    (job.keep / name).write_text(head + text)


if __name__ == "__main__":
    sys.exit(main())
