"""Rows in the forms of other tools: BenchExec's result XML (table-generator reads it), JUnit's XML (CI systems do)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from antumbra.report.sanitize import one_line
from antumbra.suites.child import Limits
from antumbra.suites.judging import head
from antumbra.suites.results import Row
from antumbra.suites.table import group
from antumbra.version import __version__

_BENCHEXEC = '<!DOCTYPE result PUBLIC "+//IDN sosy-lab.org//DTD BenchExec result 3.18//EN" "https://www.sosy-lab.org/benchexec/result-3.18.dtd">\n'
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def _written(root: Element, doctype: str = "") -> str:
    indent(root)
    # all text is on one line, without characters that XML does not know
    return _HEAD + doctype + tostring(root, encoding="unicode") + "\n"


def benchexec_xml(rows: Sequence[Row], name: str, words: Sequence[str], limits: Limits) -> str:
    """A result file as BenchExec 3 writes it."""
    root = Element(
        "result",
        {
            "benchmarkname": one_line(name),
            "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC"),
            "tool": "Antumbra",
            "version": __version__,
            "toolmodule": "benchexec.tools.antumbra",
            "generator": f"antumbra suite {__version__}",
            "options": one_line(" ".join(words)),
            **({} if limits.processor is None else {"timelimit": f"{limits.processor:g}s"}),
            **({} if limits.seconds is None else {"walltimelimit": f"{limits.seconds:g}s"}),
            **({} if limits.memory_mb is None else {"memlimit": f"{limits.memory_mb * 1_000_000}B"}),
        },
    )
    columns = SubElement(root, "columns")
    for title in ("status", "cputime", "walltime", "memory"):
        SubElement(columns, "column", {"title": title})
    for row in rows:
        run = SubElement(
            root,
            "run",
            {
                "name": one_line(row["task"]),
                "files": f"[{one_line(row.get('file', row['task']))}]",
                "properties": one_line(row["property"]),
                **({} if row["expected"] in (None, "unknown", "not-true") else {"expectedVerdict": row["expected"]}),
                **({"options": one_line(" ".join(row["options"]))} if row.get("options") else {}),
            },
        )
        for title, value, hidden in (
            ("status", row["status"], False),
            ("cputime", f"{row['cpu_seconds']}s", False),
            ("walltime", f"{row['wall_seconds']}s", False),
            ("memory", f"{int(row['memory_mb'] * 1e6)}B", False),
            ("category", row["category"], True),
            ("reason", row.get("reason") or "", True),
            ("engine", row.get("engine") or "", True),
        ):
            if value:
                SubElement(
                    run,
                    "column",
                    {"title": title, "value": one_line(str(value)), **({"hidden": "true"} if hidden else {})},
                )
    return _written(root, _BENCHEXEC)


def junit_xml(rows: Sequence[Row], name: str) -> str:
    """A test for each task: a wrong verdict is a failure, a task that went wrong an error, an undecided one skipped."""
    root = Element("testsuites", {"name": one_line(name)})
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(str(Path(row["task"]).parent), []).append(row)
    for folder, mine in groups.items():
        kinds = [_kind(row) for row in mine]
        suite = SubElement(
            root,
            "testsuite",
            {
                "name": one_line(folder),
                "tests": str(len(mine)),
                "failures": str(kinds.count("failure")),
                "errors": str(kinds.count("error")),
                "skipped": str(kinds.count("skipped")),
                "time": f"{sum(row['wall_seconds'] for row in mine):.3f}",
            },
        )
        for row, kind in zip(mine, kinds, strict=True):
            case = SubElement(
                suite,
                "testcase",
                {
                    "name": one_line(f"{Path(row['task']).name} ({row['property']})"),
                    "classname": one_line(group(row)),
                    "file": one_line(row.get("file", row["task"])),
                    "time": f"{row['wall_seconds']:.3f}",
                },
            )
            if kind:
                expected = f", expected {row['expected']}" if row["expected"] is not None else ""
                told = SubElement(case, kind, {"message": one_line(f"{row['status']}{expected}")})
                told.text = one_line(row.get("reason") or "")
    return _written(root)


def _kind(row: Row) -> str:
    if row["category"] == "wrong":
        return "failure"
    said = head(row["status"])
    if row["category"] == "error":
        return "skipped" if said in ("TIMEOUT", "OUT OF MEMORY") else "error"
    return "skipped" if said == "unknown" and row["category"] != "correct" else ""
