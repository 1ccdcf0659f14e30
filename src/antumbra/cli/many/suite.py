"""``antumbra suite``: many tasks in one run."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, NoReturn

from antumbra.cli.declared import COUNT, Call, Choice, Option, Place, Size, Time, WrongCall, flag, option
from antumbra.cli.options import SCHEDULER
from antumbra.cli.output import complain, write
from antumbra.program.errors import InputError
from antumbra.program.source import Location

if TYPE_CHECKING:
    from antumbra.suites.results import Ledger, Row
    from antumbra.suites.running import Orders
    from antumbra.suites.tasks import Task

RESULTS: Final = "results.jsonl"
#: options of ``check`` that a suite gives by itself
_OWN: Final = ("--json", "--out", "-o", "--timeout", "-t", "--memory", "--sarif", "--property", "-p", "--quiet", "-q")


def suite(call: Call, refuse: Callable[[Sequence[str]], None], file: tuple[Path, ...], **settings: Any) -> int:
    """The command; ``refuse`` raises WrongCall for words that ``check`` does not take."""
    from antumbra.cluster import connect
    from antumbra.suites.collecting import collect
    from antumbra.suites.results import Ledger, read_rows

    call.loaded()
    orders = _orders(settings, refuse)
    if not file and not settings["sets"]:
        raise WrongCall("Missing argument 'TASKS...'.")
    before = None if settings["compare"] is None else read_rows(settings["compare"])
    tasks = collect(
        [str(each) for each in file],
        settings["sets"],
        properties=settings["properties"],
        by_procedure=settings["by_procedure"],
    )
    tasks = _chosen(tasks, settings["sample"])
    folder = _folder(settings["out"])
    with Ledger(folder / RESULTS) as ledger:
        client = None if settings["scheduler"] is None else connect(settings["scheduler"])
        stopped = _run(tasks, orders, ledger, call, client, quiet=settings["quiet"], verbose=settings["verbose"])
        rows = [ledger.rows[task.key] for task in tasks if task.key in ledger.rows]
    return _report(rows, before, folder, orders, settings, stopped=stopped, missing=len(tasks) - len(rows))


# ---------------------------------------------------------------- before


def _orders(settings: Mapping[str, Any], refuse: Callable[[Sequence[str]], None]) -> Orders:
    import shlex

    from antumbra.suites.child import Limits
    from antumbra.suites.running import Orders, shared_memory

    jobs: int = settings["jobs"]
    try:
        words = [word for text in settings["options"] for word in shlex.split(text)]
    except ValueError as error:
        raise WrongCall(f"--option: {error}.") from error
    words += [] if settings["engine"] == "auto" else ["--engine", settings["engine"]]
    words += [] if settings["data_model"] is None else ["--data-model", settings["data_model"]]
    for word in words:
        if word.partition("=")[0] in _OWN:
            raise WrongCall(f"{word} is for the suite to say, not for --option.")
    refuse(words)
    limits = Limits(settings["timeout"], settings["cpu_time"], settings["memory"] or shared_memory(jobs))
    return Orders(limits, tuple(words), jobs, memory_said=settings["memory"] is not None)


def _chosen(tasks: list[Task], sample: int | None) -> list[Task]:
    """All, or so many of them, evenly spread."""
    if sample is None or sample >= len(tasks):
        return tasks
    return [tasks[i * len(tasks) // sample] for i in range(sample)]


def _folder(given: Path | None) -> Path:
    folder = given
    number = 0
    while folder is None or (given is None and folder.exists()):
        folder, number = Path(f"antumbra-suite-{number}"), number + 1
    try:
        folder.mkdir(parents=True, exist_ok=True)
        others = [each.name for each in folder.iterdir()]
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", Location(str(folder))) from error
    if others and RESULTS not in others:
        raise InputError(
            f"is neither new nor empty nor the folder of a suite (it has no {RESULTS})", Location(str(folder))
        )
    return folder


# ---------------------------------------------------------------- the run


def _run(
    tasks: Sequence[Task], orders: Orders, ledger: Ledger, call: Call, client: Any, *, quiet: bool, verbose: bool
) -> bool:
    """Whether it was stopped."""
    from antumbra.suites.cluster import run_tasks_on
    from antumbra.suites.running import run_tasks
    from antumbra.suites.table import told

    todo = [task for task in tasks if not _is_done(task, orders, ledger)]
    if len(todo) < len(tasks) and not quiet:
        complain(f"antumbra: {len(tasks) - len(todo)} of {len(tasks)} tasks are done already")
    progress = _Progress(len(todo), orders.jobs) if sys.stderr.isatty() and not quiet else None
    try:
        running = progress and progress.running
        if client is None:
            rows = run_tasks(todo, orders, running, alone=call.leaving)
        else:
            rows = run_tasks_on(client, todo, orders, running)
        with _stopping(), closing(rows):
            for row in rows:
                ledger.append(row)
                if progress is not None:
                    progress.done(row)
                if verbose or (row["category"] == "wrong" and not quiet):
                    complain(told(row))
    except KeyboardInterrupt:
        return True
    finally:
        if progress is not None:
            progress.close()
    return False


def _is_done(task: Task, orders: Orders, ledger: Ledger) -> bool:
    row = ledger.rows.get(task.key)
    return row is not None and row.get("digest") == orders.digest(task)


@contextmanager
def _stopping() -> Generator[None]:
    """Within the block, Ctrl-C and SIGTERM raise KeyboardInterrupt."""

    def stop(_number: int, _frame: FrameType | None) -> NoReturn:
        for number in (signal.SIGINT, signal.SIGTERM):  # tasks are being ended already
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    previous = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


class _Progress:
    """A line of stderr: how many tasks are done and how, and how long the rest may take."""

    def __init__(self, tasks: int, jobs: int) -> None:
        from antumbra.cli.progress import Line

        self._line = Line()
        self._tasks, self._jobs = tasks, jobs
        self._started = time.monotonic()
        self._running = 0
        self._rows: list[Row] = []

    def running(self, count: int) -> None:
        self._running = count
        self._line.show(self.text(time.monotonic() - self._started))

    def done(self, row: Row) -> None:
        self._rows.append(row)

    def text(self, seconds: float) -> str:
        from antumbra.suites.table import counts

        done = len(self._rows)
        found = {name: count for name, count in counts(self._rows).items() if count and name not in ("tasks", "score")}
        parts = [f"{done} of {self._tasks} tasks", f"{self._running} running"]
        parts += [f"{count} {name}" for name, count in found.items()]
        if done:
            rest = sum(row["wall_seconds"] for row in self._rows) / done * (self._tasks - done) / self._jobs
            parts.append(f"about {_rounded(rest)} left")
        return " · ".join([*parts, f"{seconds:.0f} s"])

    def close(self) -> None:
        self._line.close()


def _rounded(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


# ---------------------------------------------------------------- after


def _report(
    rows: Sequence[Row],
    before: Sequence[Row] | None,
    folder: Path,
    orders: Orders,
    settings: Mapping[str, Any],
    *,
    stopped: bool,
    missing: int,
) -> int:
    from antumbra.suites.comparing import changes, comparison
    from antumbra.suites.table import counts, notable, table

    found = [] if before is None else list(changes(before, rows))
    totals = counts(rows)
    _write_files(rows, folder, orders, settings["compare"])
    if settings["as_json"]:
        from antumbra.report.json_values import dumps

        changed = [{"kind": c.kind, "task": c.task, "property": c.property} for c in found]
        write(
            dumps({"folder": str(folder), "totals": totals, "missing": missing, "changes": changed, "tasks": rows})
            + "\n"
        )
    else:
        write(table(rows) if rows else "")
        if not settings["quiet"]:
            write("".join(f"{line}\n" for line in notable(rows)))
            write("" if before is None else comparison(found))
            write(f"results: {folder / RESULTS}\npage: {folder / 'page.html'}\n")
    if stopped and not settings["quiet"]:
        complain(f"antumbra: stopped; {missing} tasks are left. The same command with --out {folder} goes on.")
    return _status(rows, [c.kind for c in found], settings["fail_on"], unfinished=stopped or missing > 0)


def _status(rows: Sequence[Row], changed: Sequence[str], fail_on: Sequence[str], *, unfinished: bool) -> int:
    from antumbra.suites.table import column

    columns = {column(row) for row in rows}
    failing = {"wrong"} | ({"unknown", "timeout", "memory"} if "unknown" in fail_on else set[str]())
    expected_unknown = all(row["category"] == "correct" for row in rows if column(row) == "unknown")
    if expected_unknown:
        columns.discard("unknown")
    if columns & failing or ("worse" in fail_on and "worse" in changed):
        return 1
    return 2 if unfinished or "error" in columns else 0


def _write_files(rows: Sequence[Row], folder: Path, orders: Orders, earlier: Path | None) -> None:
    """What is made of all rows. Should it fail, the rows themselves are there."""
    from antumbra.report.page.html import run_page
    from antumbra.report.page.suites import read_suite
    from antumbra.suites.exchange import benchexec_xml, junit_xml
    from antumbra.suites.table import table

    try:
        for name, text in (
            ("table.md", table(rows, markdown=True)),
            ("benchexec.xml", benchexec_xml(rows, folder.name, orders.words, orders.limits)),
            ("junit.xml", junit_xml(rows, folder.name)),
            ("page.html", run_page(read_suite(folder / RESULTS, earlier))),
        ):
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        complain(f"antumbra: {folder}: not all reports were written: {error}")


# ---------------------------------------------------------------- options


def of_suite() -> tuple[Option, ...]:
    from antumbra.engines.registry import ENGINES

    tasks, limits, output = "Tasks", "Limits of each task", "Output"
    return (
        option("--set", "sets", kind=Place("file"), multiple=True, metavar="FILE", help="A .set file.", group=tasks),
        option(
            "--property",
            "-p",
            "properties",
            multiple=True,
            metavar="NAME|FILE.prp",
            help="Only tasks about this property; of programs that state no verdict, each.",
            completes="properties",
            group=tasks,
        ),
        flag("--by-procedure", help="A Boogie file is a task for each procedure with a body.", group=tasks),
        option("--sample", kind=COUNT, metavar="N", help="Only so many tasks, evenly spread.", group=tasks),
        option("--engine", kind=Choice(("auto", *ENGINES)), default="auto", help="Of check.", group=tasks),
        option("--data-model", kind=Choice(("LP64", "ILP32")), help="Of programs that do not say.", group=tasks),
        option(
            "--option",
            "options",
            multiple=True,
            metavar="WORDS",
            help="Hand on to check: --option '--bound 4' (again for more).",
            group=tasks,
        ),
        option(
            "--timeout",
            "-t",
            kind=Time(),
            default=60.0,
            metavar="TIME",
            help="On the clock (default: 60 s). What does not stop then by itself is killed.",
            group=limits,
        ),
        option("--cpu-time", kind=Time(), metavar="TIME", help="Of the processor; for busy machines.", group=limits),
        option(
            "--memory",
            kind=Size(),
            metavar="MB",
            help="Default: four fifths of the machine's, shared out.",
            group=limits,
        ),
        option("-j", "--jobs", "jobs", kind=COUNT, default=1, metavar="N", help="Tasks at a time.", group=limits),
        option("--scheduler", metavar="ADDRESS", help=SCHEDULER, group=limits),
        option(
            "--out",
            "-o",
            kind=Place("folder"),
            metavar="DIR",
            help="Results: results.jsonl, table.md, benchexec.xml, junit.xml (default: a new antumbra-suite-N). "
            "If it has results, the run goes on where it was.",
            group=output,
        ),
        option("--compare", kind=Place("file"), metavar="OLD.jsonl", help="What changed since that run.", group=output),
        option(
            "--fail-on",
            kind=Choice(("unknown", "worse")),
            multiple=True,
            help="Exit status 1 also if a task stays unknown, or (with --compare) became worse.",
            group=output,
        ),
        flag("--json", "as_json", help="Print exactly one JSON object on stdout.", group=output),
        flag("--quiet", "-q", help="Only the table.", group=output),
        flag("--verbose", "-v", help="A line for each task as it ends.", group=output),
    )
