"""Rows in the forms of other tools; names and reasons in them are anybody's text."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

from antumbra.suites.child import Limits
from antumbra.suites.exchange import benchexec_xml, junit_xml
from antumbra.suites.table import counts, table, told
from support.suites import row

EVIL = 'd/a"><script>\x1b[31m&\u202e|`.c'
ROWS = [
    row("d/a.yml"),
    row(EVIL, "false(unreach-call)", "wrong", reason="\x00 <b> ]]>", options=["--entry", "f<"]),
    row("d/c.c", "TIMEOUT", "error"),
    row("e/d.c", "ERROR", "error", reason="no answer"),
    row("e/e.c", "unknown", "unknown"),
    row("e/f.c", "unknown", "correct", expected="unknown"),
    row("e/g.c", "true", "missing", expected=None),
]


def test_benchexec() -> None:
    root = fromstring(benchexec_xml(ROWS, "suite", ["--engine", "dash"], Limits(60.0, None, 1000)))
    assert (root.tag, root.get("tool"), root.get("walltimelimit"), root.get("memlimit")) == (
        "result", "Antumbra", "60s", "1000000000B",
    )  # fmt: skip
    runs = root.findall("run")
    assert [run.get("expectedVerdict") for run in runs] == ["true"] * 5 + [None, None]
    columns = [{c.get("title"): c.get("value") for c in run.findall("column")} for run in runs]
    assert [c["status"] for c in columns] == [r["status"] for r in ROWS]
    assert [c["category"] for c in columns] == [r["category"] for r in ROWS]
    assert columns[0]["cputime"] == "1.0s"
    assert columns[0]["memory"] == "20000000B"
    assert runs[1].get("name") == 'd/a"><script>\\x1b[31m&\\u202e|`.c'


def test_junit() -> None:
    root = fromstring(junit_xml(ROWS, "suite"))
    suites = {suite.get("name"): suite for suite in root.findall("testsuite")}
    counted = [(s.get("tests"), s.get("failures"), s.get("errors"), s.get("skipped")) for s in suites.values()]
    assert counted[-1] == ("4", "0", "1", "1")
    kinds = [[child.tag for child in case] for case in root.iter("testcase")]
    assert kinds == [[], ["skipped"], ["failure"], ["error"], ["skipped"], [], []] or sorted(map(str, kinds)) == sorted(
        map(str, [[], ["failure"], ["skipped"], ["error"], ["skipped"], [], []])
    )
    failure = next(root.iter("failure"))
    assert failure.get("message") == "false(unreach-call), expected true"
    assert failure.text == "\\x00 <b> ]]>"


def test_tables() -> None:
    text = table(ROWS)
    said = ["all", "7", "1", "0", "0", "1", "2", "1", "0", "1", "1", "-14", "7.0", "10.5"]
    assert text.splitlines()[-1].split() == said
    assert "\x1b" not in text
    odd = table([row("a|b/c.c")], markdown=True)
    assert "| a\\|b | unreach-call | 1 |" in odd


def test_proofs_that_were_confirmed_are_counted_and_why_others_were_not() -> None:
    checked, unchecked = row("d/a.c", proof_checked=True), row("d/b.c", unconfirmed="too many steps")
    assert counts([checked, unchecked, row("d/c.c", "false(unreach-call)", proof_checked=True)])["confirmed"] == 1
    assert told(unchecked).endswith("; proof not confirmed: too many steps")
    assert "confirmed" not in told(checked)
