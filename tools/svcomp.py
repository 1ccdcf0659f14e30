"""Families of the public SV-COMP suite (2015 edition; expected verdicts in file names), as one run of a suite.

    python tools/svcomp.py SUITE/c                              all families of docs/benchmarks.md
    python tools/svcomp.py SUITE/c loops locks --sample 10      some families, ten tasks of each
    python tools/svcomp.py SUITE/c --timeout 15 -j 2 --out FOLDER

What `antumbra suite` does not know: the data model of each family, and labels that are mistaken. A verdict that
contradicts the file name otherwise is WRONG, and makes the exit status 1. FOLDER gets the results; with the same one a
run that was stopped goes on. The suite itself is not part of this repository.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from antumbra.program.errors import InputError
from antumbra.records import replace
from antumbra.suites.child import Limits
from antumbra.suites.collecting import collect
from antumbra.suites.results import Ledger, Row
from antumbra.suites.running import Orders, run_tasks, shared_memory
from antumbra.suites.table import notable, table, told
from antumbra.suites.tasks import Task

#: family → (pattern of its files, data model). The suite's tasks are 32-bit unless their authors say otherwise;
#: the overflow tasks state that long is longer than int.
FAMILIES: dict[str, tuple[str, str]] = {
    "loops": ("*", "ILP32"),
    "locks": ("*", "ILP32"),
    "bitvector": ("*", "ILP32"),
    "bitvector-regression": ("*", "ILP32"),
    "ssh-simplified": ("*", "ILP32"),
    "recursive-simple": ("*", "ILP32"),
    "array-examples": ("*", "ILP32"),
    "list-properties": ("*", "ILP32"),
    "signedintegeroverflow-regression": ("*", "LP64"),
    "eca-rers2012": ("Problem0[123]_*", "ILP32"),
}

#: Tasks whose label in the 2015 edition is mistaken, with the reason; they are counted apart, never as right.
DISPUTED: dict[str, str] = {
    **dict.fromkeys(
        ("AdditionIntMin_false-no-overflow.c.i", "Division_false-no-overflow.c.i"),
        "the constant 2147483648 has type long or long long, so nothing overflows; later editions say -2147483647 - 1",
    ),
    **dict.fromkeys(
        ("heavy_false-unreach-call.c", "heavy_true-unreach-call.c"),
        "a stays 1: the error behind a != 1 is never reached, that behind a != 0 after 2^60 rounds",
    ),
    "sum02_true-unreach-call.i": "n * (n + 1) wraps for n = 66241; later editions call this program sum02_false",
}


def tasks_of(suite: Path, family: str) -> list[Task]:
    """The tasks of a family, one for each file and property; those with a mistaken label without an expectation."""
    pattern, data_model = FAMILIES.get(family, ("*", "ILP32"))
    return [
        replace(
            task,
            options=("--data-model", data_model),
            expected=None if task.file.name in DISPUTED else task.expected,
        )
        for task in collect([str(suite / family)])
        if task.file.match(pattern)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    tasks: list[Task] = []
    try:
        for family in options.families or list(FAMILIES):
            found = [task for task in tasks_of(options.suite, family) if options.match in task.file.name]
            tasks += found[:: max(1, len(found) // options.sample)][: options.sample] if options.sample else found
    except InputError as error:
        raise SystemExit(str(error)) from error
    limits = Limits(options.timeout, None, shared_memory(options.jobs))
    words = tuple(word for text in options.option for word in shlex.split(text))
    rows = _rows(tasks, Orders(limits, words, options.jobs, memory_said=False), options)
    print(f"\n{table(rows, markdown=True)}")
    for row in rows:
        if row["expected"] is None and row["result"] != "unknown":
            name = Path(row["file"]).name
            print(f"label mistaken: {name} is {row['status']}: {DISPUTED.get(name, 'it has none')}")
    print("".join(f"{line}\n" for line in notable(rows)), end="")
    return int(any(row["category"] == "wrong" for row in rows))


def _rows(tasks: Sequence[Task], orders: Orders, options: argparse.Namespace) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="antumbra-svcomp-") as temporary:
        folder: Path = options.out or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        with Ledger(folder / "results.jsonl") as ledger:
            digests = {key: row.get("digest") for key, row in ledger.rows.items()}
            todo = [task for task in tasks if digests.get(task.key) != orders.digest(task)]
            with closing(run_tasks(todo, orders, alone=True)) as rows:
                for row in rows:
                    ledger.append(row)
                    if options.verbose or row["category"] == "wrong":
                        print(told(row), flush=True)
            return [ledger.rows[task.key] for task in tasks]


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("suite", type=Path, help="the folder with the families")
    parser.add_argument("families", nargs="*", help=f"default: {' '.join(FAMILIES)}")
    parser.add_argument("--timeout", type=float, default=15, metavar="S", help="for one task (default: 15)")
    parser.add_argument("--sample", type=int, metavar="N", help="only N tasks of each family, evenly spread")
    parser.add_argument("--match", default="", metavar="TEXT", help="only files with TEXT in their name")
    parser.add_argument("-j", "--jobs", type=int, default=2, metavar="N")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="keep results there, and go on with them")
    parser.add_argument("--option", action="append", default=[], metavar="WORDS", help="hand on to antumbra check")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for each task")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
