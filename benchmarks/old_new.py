"""Old against new on the rows of the docs' tables: verdicts, and processor seconds of whole processes.

    git worktree add --detach ../old COMMIT
    python benchmarks/old_new.py --old ../old --new . figures beyond
    python benchmarks/old_new.py --old ../old --new . --sv-comp SUITE/c --gpu GPU/other/AMD_SDK --only loops

Versions run alternately within each row, so that other work on the machine falls on all of them; a figure is the
median of three runs (of one where all hit the limit, or took more than a minute). ``--old`` may be given several times.
The last ratio is new by the first old. At the end each table's sums, the rows that are slower than ``--slack`` allows
(run these again by name: a busy machine is off by 10 % in rows of 0.3 s), and every verdict that is worse or
contradicts another, which makes the exit status 1. Programs are those of this folder, for all versions.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from table_rows import Row, Sources, rows

from measure import Run, measure  # isort: skip  # table_rows has said where it is


@dataclass(frozen=True, slots=True)
class Compared:
    """One row: the last run of each version, and its median of processor seconds."""

    row: Row
    runs: tuple[Run, ...]
    seconds: tuple[float, ...]

    @property
    def ratio(self) -> float:
        return self.seconds[-1] / self.seconds[0]

    @property
    def decided(self) -> bool:
        """Only then does a time mean anything: that of a limit is the limit's."""
        return all(run.verdict != "unknown" for run in self.runs)

    @property
    def answers(self) -> tuple[str, ...]:
        return tuple(map(_answer, self.runs))

    @property
    def worse(self) -> bool:
        """Does new decide less than some version, or do two contradict each other?"""
        said: dict[str, str] = {}
        every = [item for run in self.runs for item in _decided(run).items()]
        contradicted = any(said.setdefault(name, verdict) != verdict for name, verdict in every)
        return contradicted or len(_decided(self.runs[-1])) < max(len(_decided(run)) for run in self.runs)


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    trees: list[Path] = [tree.resolve() for tree in (*options.old, options.new)]
    found: list[Compared] = []
    with tempfile.TemporaryDirectory(prefix="antumbra-old-new-") as folder:
        environments = [_environment(tree, Path(folder)) for tree in trees]
        chosen = _chosen(options, Sources(Path(folder), options.sv_comp, options.gpu))
        for environment in environments:  # fills the caches that an installed package has
            measure(chosen[0].arguments, 20, environment)
        names = [tree.name for tree in trees]
        print("| table | row | " + " | ".join([*names, *(f"{name}, s" for name in names), "ratio"]) + " |")
        print("|---|---|" + "---|" * len(trees) + "--:|" * (len(trees) + 1))
        for row in chosen:
            found.append(_compare(row, environments, options))
            _print(found[-1], options.json)
    _sums(found)
    return _remarks(found, options.slack)


def _compare(row: Row, environments: list[dict[str, str]], options: argparse.Namespace) -> Compared:
    limit = min(row.limit, options.limit)
    runs = [[measure(row.arguments, limit, environment)] for environment in environments]
    first = [one[0] for one in runs]
    if not all(run.cut for run in first) and max(run.cpu_seconds for run in first) < options.once:
        for _ in range(options.runs - 1):
            for one, environment in zip(runs, environments, strict=True):
                one.append(measure(row.arguments, limit, environment))
    return Compared(
        row, tuple(one[-1] for one in runs), tuple(statistics.median(run.cpu_seconds for run in one) for one in runs)
    )


def _answer(run: Run) -> str:
    """The verdict, ``checked`` where the proof was confirmed, and how many targets have which verdict."""
    words = [run.verdict]
    if run.verdict == "unknown":
        words.append(f"({'time' if run.cut else run.reason.partition(':')[0]})")
    if run.confirmed:
        words.append("checked")
    counts = Counter(target["verdict"] for target in run.targets)
    return " ".join([*words, *(f"{count} {verdict}" for verdict, count in sorted(counts.items()))])


def _decided(run: Run) -> dict[str, str]:
    """What is decided: the targets, or the one question that there is."""
    said = {target["id"]: target["verdict"] for target in run.targets} or {"": run.verdict}
    return {name: verdict for name, verdict in said.items() if verdict != "unknown"}


def _environment(tree: Path, folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(tree / "src"), "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}


def _chosen(options: argparse.Namespace, sources: Sources) -> list[Row]:
    every = list(rows(sources))
    names: list[str] = options.tables
    found = [row for row in every if not names or any(row.table.startswith(name) for name in names)]
    found = [row for row in found if not options.only or any(text in row.name for text in options.only)]
    if not found:
        raise SystemExit("no such row; tables: " + ", ".join(dict.fromkeys(row.table for row in every)))
    return found


def _print(one: Compared, store: Path | None) -> None:
    seconds = " | ".join(f"{s:.2f}" for s in one.seconds)
    ratio = f"{one.ratio:.2f}" if one.decided else "–"
    mark = " WORSE" if one.worse else ""
    print(f"| {one.row.table} | {one.row.name} | {' | '.join(one.answers)} | {seconds} | {ratio}{mark} |", flush=True)
    if store is not None:
        with store.open("a", encoding="utf-8") as stream:
            entry = {"table": one.row.table, "row": one.row.name, "answers": one.answers, "seconds": one.seconds}
            stream.write(json.dumps(entry) + "\n")


def _sums(found: list[Compared]) -> None:
    """Seconds of the rows that all versions decide, and how much each decides."""
    print("\n| table | rows | decided | seconds | ratio of sums | median ratio |\n|---|--:|--:|--:|--:|--:|")
    for table in dict.fromkeys(one.row.table for one in found):
        own = [one for one in found if one.row.table == table]
        timed = [one for one in own if one.decided]
        columns = zip(*(one.runs for one in own), strict=True)
        count = " / ".join(str(sum(len(_decided(run)) for run in column)) for column in columns)
        sums = [sum(column) for column in zip(*(one.seconds for one in timed), strict=True)]
        text = " / ".join(f"{s:.1f}" for s in sums)
        ratios = f"{sums[-1] / sums[0]:.2f} | {statistics.median(one.ratio for one in timed):.2f}" if timed else "– | –"
        print(f"| {table} | {len(own)} | {count} | {text} | {ratios} |")


def _remarks(found: list[Compared], slack: float) -> int:
    slower = [one for one in found if one.decided and one.ratio > 1 + slack]
    for one in sorted(slower, key=lambda one: -one.ratio):
        print(f"slower: {one.row.table}: {one.row.name}: {one.ratio:.2f}")
    worse = [one for one in found if one.worse]
    for one in worse:
        print(f"WORSE: {one.row.table}: {one.row.name}: {' | '.join(one.answers)}")
    return 1 if worse else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("tables", nargs="*", help="tables whose names start so (default: all)")
    parser.add_argument("--old", type=Path, action="append", required=True, metavar="TREE", help="may be repeated")
    parser.add_argument("--new", type=Path, required=True, metavar="TREE")
    parser.add_argument("--only", action="append", metavar="TEXT", help="rows with TEXT in their name; may be repeated")
    parser.add_argument("--runs", type=int, default=3, metavar="K", help="the median of K")
    parser.add_argument("--once", type=float, default=60, metavar="S", help="run longer rows once")
    parser.add_argument("--limit", type=float, default=400, metavar="S", help="processor seconds of a run, at most")
    parser.add_argument("--slack", type=float, default=0.05, metavar="SHARE", help="name slower rows")
    parser.add_argument("--sv-comp", type=Path, metavar="FOLDER", help="folder c of the 2015 suite")
    parser.add_argument("--gpu", type=Path, metavar="FOLDER", help="kernels of symbooglix/gpu")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also add each row to this file")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
