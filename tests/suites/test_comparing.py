"""What changed between two runs."""

from __future__ import annotations

from antumbra.suites.comparing import changes, comparison
from support.suites import row


def test_changes_by_what_matters_most() -> None:
    before = [
        row("lost"), row("won", "unknown", "unknown"), row("same"), row("slow"), row("fast", cpu_seconds=9.0),
        row("gone"), row("wrong now", "unknown", "unknown"), row("reason", "unknown", "unknown"),
        row("a little slower"),
        row("decided", "unknown", "missing", expected=None), row("undecided", "TIMEOUT", "error"),
    ]  # fmt: skip
    now = [
        row("lost", "TIMEOUT", "error"), row("won"), row("same"), row("slow", cpu_seconds=3.0), row("fast"), row("new"),
        row("wrong now", "false(unreach-call)", "wrong"), row("reason", "TIMEOUT", "error"),
        row("a little slower", cpu_seconds=1.9), row("decided", "true", "missing", expected=None),
        row("undecided", "unknown", "unknown"),
    ]  # fmt: skip
    found = list(changes(before, now))
    assert [(each.kind, each.task) for each in found] == [
        ("worse", "lost"),
        ("worse", "wrong now"),
        ("better", "won"),
        ("better", "decided"),
        ("other", "reason"),
        ("other", "undecided"),
        ("slower", "slow"),
        ("faster", "fast"),
        ("new", "new"),
        ("gone", "gone"),
    ]
    text = comparison(found)
    assert text.startswith("against the run before: 2 worse, 2 better, 2 other, 1 slower, 1 faster, 1 new, 1 gone\n")
    assert "  worse  lost (unreach-call): true 1.0 s -> TIMEOUT 1.0 s\n" in text


def test_nothing_changed() -> None:
    assert list(changes([row()], [row(cpu_seconds=1.2)])) == []
    assert comparison([]) == "against the run before: nothing changed\n"
