"""The book of a run without one of the rules of its verdict; targets; what is asked of a check, and what it answers."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import antumbra
from antumbra.engines import checks
from antumbra.engines.outcome import Cut, Kind, PathEnd, Reason
from antumbra.engines.recording import Recording
from antumbra.engines.targets import TargetPlace
from antumbra.evidence import doubts
from antumbra.evidence.concrete import _Run
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.program import model as P
from antumbra.program import source
from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.proofs.proof import Proof
from antumbra.report.result import Finding, Verdict
from antumbra.session import checking, run
from antumbra.session import ledger as ledger_module
from antumbra.session.checking import ProofCheck
from antumbra.session.control import Control
from antumbra.session.goals import TargetBook
from antumbra.session.inputs import given
from antumbra.session.ledger import Ledger
from antumbra.session.options import Goals
from antumbra.session.replays.traces import TraceReplay
from engines.dash import test_protocols
from evidence import test_doubts
from proofs import test_session
from session import test_blame, test_checks, test_coverage
from session.fakes import HERE, violation
from support.faults import Fault


def deciding_values() -> None:
    with tempfile.TemporaryDirectory() as folder:
        test_doubts.test_what_was_never_written_is_told_where_it_decides(Path(folder))


FOUND = Finding("unreach-call", "reach_error is called", HERE, replayed=True)
ELSEWHERE = Location("a.c", 9, 3, "main")


def ledger(
    *findings: Finding, complete: bool = True, cuts: tuple[Reason, ...] = (), unsupported: tuple[str, ...] = ()
) -> Verdict:
    book = Ledger("unreach-call", unsupported, complete, [Cut(reason) for reason in cuts])
    for number, finding in enumerate(findings):
        book.found(violation(Location("a.c", number, 1, "main")), finding)
    return book.verdict()[0]


def verdict_rule() -> None:
    """``safe`` and ``unsafe`` if and only if."""
    assert ledger() is Verdict.SAFE
    assert ledger(FOUND) is ledger(FOUND, complete=False) is Verdict.UNSAFE
    assert ledger(complete=False) is Verdict.UNKNOWN
    assert ledger(unsupported=("termination",)) is Verdict.UNKNOWN
    for reason in Reason:
        if reason.kind is Kind.CUT:
            assert ledger(cuts=(reason,)) is Verdict.UNKNOWN, reason
    for replayed in (False, None):
        assert ledger(replace(FOUND, replayed=replayed)) is Verdict.UNKNOWN
        assert ledger(replace(FOUND, replayed=replayed, condition="pow returns 7")) is Verdict.UNKNOWN
        assert ledger(replace(FOUND, replayed=replayed, asked=False)) is Verdict.UNKNOWN
    assert ledger(replace(FOUND, asked=False)) is Verdict.UNKNOWN


def one_place_twice() -> None:
    """What is confirmed is not lost again, and what is not confirmed is tried again."""
    book = Ledger("unreach-call", complete=True)
    end, open_ = violation(), replace(FOUND, replayed=False)
    book.found(end, open_)
    assert book.wants(end)
    book.found(end, FOUND)
    book.found(end, open_)
    assert book.verdict()[0] is Verdict.UNSAFE
    assert book.wants(violation(ELSEWHERE))
    book.found(violation(ELSEWHERE), open_)
    assert len(book.findings) == 2


PLACES = tuple(TargetPlace(str(n), Location("a.c", n), (("main", f"b{n}"),)) for n in (3, 4))


def targets() -> None:
    book = TargetBook(Goals(PLACES))
    said = lambda complete: [t.verdict for t in book.targets(complete=complete)]  # noqa: E731
    assert said(False) == ["unknown", "unknown"]
    assert said(True) == ["unreachable", "unreachable"]
    book.note(PLACES[0], None, confirmed=False)
    assert said(True) == ["unknown", "unreachable"]
    assert not book.decided
    book.note(PLACES[0], None, confirmed=True)
    book.note(PLACES[0], None, confirmed=False)
    assert said(True) == ["reachable", "unreachable"]
    assert not book.decided
    book.note(PLACES[1], None, confirmed=False)
    assert not book.decided


def each_check() -> None:
    places = [TargetPlace("one", Location("a.c", n), check="assert") for n in (3, 4)]
    places.append(TargetPlace("other", Location("a.c", 5), check="assert"))
    book = TargetBook(Goals(tuple(places)))

    def said(*, complete: bool = True, executed: set[Location] | None = None) -> list[str]:
        return [row.status.value for row in book.checks({}, complete=complete, executed=executed)]

    assert said(complete=False) == ["unknown", "unknown"]
    assert said() == ["holds", "holds"]
    assert said(executed={Location("a.c", 4)}) == ["holds", "unreachable"]
    book.note(places[0], None, confirmed=False)
    assert said() == ["unknown", "holds"]
    book.note(places[1], None, confirmed=True)
    assert said() == ["violated", "holds"]
    leak = replace(FOUND, location=None)
    assert [row.id for row in book.checks({("valid-memtrack", None, None): leak}, complete=True, executed=None)][
        2:
    ] == ["valid-memtrack"]


def covered_by_tests() -> None:
    with tempfile.TemporaryDirectory() as folder:
        test_coverage.test_what_is_covered_has_a_test(Path(folder))


def calls_of_the_library() -> None:
    """A line of a model fails often in one call, and once in another: both are told."""
    text = """#include <string.h>
int nondet_int(void);
static void copy(char *to, int n) {
  strcpy(to, "never fits" + n);
}
static void again(char *to) {
  strcpy(to, "again");
}
int main(void) {
  char a[4], b[40];
  int c = nondet_int();
  for (int n = 1; n < 6; n++) copy(b, n);
  again(b);
  for (int n = 1; n < 6; n++) if (c == n) { copy(a, n); return 1; }
  again(c == 7 ? b : a);
  return 0;
}
"""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.c"
        path.write_text(text)
        result = antumbra.explore(path, out=Path(folder) / "out", timeout=60)
    found = [result.finding, *result.others]
    assert sorted(f.location.line for f in found if f is not None and f.location is not None) == [4, 7]


def named_check() -> None:
    with tempfile.TemporaryDirectory() as folder:
        test_checks.test_another_check_of_the_kind_is_not_blamed(Path(folder))
        try:
            test_checks.checked(Path(folder), test_checks.TEXT, property="main.assert.9")
        except InputError:
            return
    raise AssertionError("there is no such check")


def lies() -> None:
    """An engine that says safe of everything does no harm where its proof is checked."""
    with tempfile.TemporaryDirectory() as folder:
        test_session.test_refuted_and_replayed_is_unsafe(Path(folder))
        test_session.test_refuted_and_not_replayed_is_our_error(Path(folder))
        test_session.test_undefined_behaviour_that_nobody_asked_for(Path(folder))
        for value, verdict in (("x", "unreachable"), ("7", "reachable")):
            test_session.test_targets(Path(folder), value, verdict)
        text = "char a[4]; int main(void) { unsigned i = __VERIFIER_nondet_int(); if (i < 4) a[i] = 1;\n return 0;\n }"
        right = test_session.lie(Path(folder), text, "valid-deref")
        assert right.proof_checked is True


def forgotten_property() -> None:
    with tempfile.TemporaryDirectory() as folder:
        test_protocols.test_a_property_that_is_forgotten_behind_a_violated_one_is_not_said_to_hold(Path(folder))


def other_targets() -> None:
    """Where a proof about one target is refuted, nothing is said of the others."""
    text = "int main(void) { int x = __VERIFIER_nondet_int();\n if (x == 7)\n return 1;\n if (x == 8)\n return 2;\n"
    text += " return 0; }"
    with tempfile.TemporaryDirectory() as folder:
        result = test_session.lie(Path(folder), text, targets="4,6")
    assert "unreachable" not in [target.verdict for target in result.targets]


def summaries() -> None:
    own = Proof("inductive", (), (), "the engine's")
    confirmed = checking.Confirmed("check", "")
    for mine in (None, own):
        assert checking.summary(confirmed, mine).result == "confirmed"  # type: ignore[union-attr]
        assert checking.summary(checking.Refuted("check", "wrong"), mine).result == "refuted"  # type: ignore[union-attr]
    unchecked = checking.Unchecked("check", "no time")
    assert checking.summary(unchecked, None).result == "unchecked"  # type: ignore[union-attr]
    assert checking.summary(unchecked, own).checker == "the engine's"  # type: ignore[union-attr]


def library() -> None:
    test_doubts.test_what_the_library_defines_is_one()
    test_doubts.test_memory_goes_by_its_object()
    test_doubts.test_what_the_world_gives_is_no_doubt()


_verdict = Ledger.verdict
_violation = Ledger.violation.fget


def traces_of_protocols() -> None:
    """A path that ends elsewhere, or nowhere, when it is run again is no trace."""
    text = "var x: int = 0; up: when x < 3 do x := x + 1;\nproperty a: invariant x < 2;\nproperty b: invariant x < 9;"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "f.gcl"
        path.write_text(text)
        loaded = load(path, LoadOptions())
        asserted = [c for c in loaded.program.procedures["main"].blocks["states"].commands if isinstance(c, P.Assert)]
        replay = TraceReplay(loaded, Control(20))
        for location, choices, confirmed in (
            (asserted[0].location, (), True),
            (asserted[1].location, (), False),
            (ELSEWHERE, (), False),
        ):
            end = PathEnd(1, Reason.VIOLATION, (), location, "assert", "m", choices=choices)
            seen = replay.replay(end)
            assert seen.confirmed is confirmed, seen
            assert not confirmed or [step.name for step in seen.trace] == ["initial", "up", "up"]


FAULTS = [
    Fault(
        "values that decide",
        "what decides the path is told",
        given,
        "v.decisive or ",
        "",
        (deciding_values,),
    ),
    Fault(
        "replay of protocols",
        "the same property fails again",
        TraceReplay.replay,
        "Confirmation(outcome.confirmed,",
        "Confirmation(True,",
        (traces_of_protocols,),
    ),
    Fault(
        "replay of protocols",
        "at the same place",
        _Run._command,
        "same = command.location == self.end.location and",
        "same =",
        (traces_of_protocols,),
    ),
    Fault("verdicts", "unsafe is confirmed", _violation, "f.replayed is True", "True", (verdict_rule,)),
    Fault("verdicts", "unsafe is what was asked", _violation, "f.asked and ", "", (verdict_rule,)),
    Fault("verdicts", "safe is complete", _verdict, "if not self.complete:", "if False:", (verdict_rule,)),
    Fault("verdicts", "what was not asked forbids safe", _verdict, "if self.findings:", "if False:", (verdict_rule,)),
    Fault("verdicts", "reasons forbid safe", _verdict, "if told:", "if False:", (verdict_rule,)),
    Fault(
        "verdicts",
        "our own errors do",
        Ledger.reasons,
        "yield from self._cut_texts(_WEIGHT[:1])",
        "yield from ()",
        (verdict_rule,),
    ),
    Fault(
        "verdicts",
        "cuts do",
        Ledger.reasons,
        "yield from self._cut_texts(_WEIGHT[1:])",
        "yield from ()",
        (verdict_rule,),
    ),
    Fault("verdicts", "every cut does", Ledger.reasons, "_WEIGHT[1:]", "_WEIGHT[1:-1]", (verdict_rule,)),
    Fault(
        "verdicts",
        "what is not supported does",
        Ledger.reasons,
        "for part in self.unsupported:",
        "for part in ():",
        (verdict_rule,),
    ),
    Fault(
        "verdicts",
        "a confirmed finding is kept",
        Ledger.found,
        "known is None or (finding.replayed is True and known.replayed is not True)",
        "True",
        (one_place_twice,),
    ),
    Fault(
        "verdicts",
        "a confirmed one replaces another",
        Ledger.found,
        "known is None or (finding.replayed is True and known.replayed is not True)",
        "known is None",
        (one_place_twice,),
    ),
    Fault(
        "verdicts",
        "what is not confirmed is tried again",
        Ledger.wants,
        "return known.asked and",
        "return False and",
        (one_place_twice,),
    ),
    Fault(
        "targets",
        "unreachable if the search is complete",
        TargetBook.targets,
        "Reached.UNREACHABLE if complete else Reached.UNKNOWN",
        "Reached.UNREACHABLE",
        (targets,),
    ),
    Fault(
        "targets",
        "unreachable if none was there",
        TargetBook.targets,
        "if known is None:",
        "if known is None or not known[0]:",
        (targets,),
    ),
    Fault(
        "targets",
        "reachable if native code got there",
        TargetBook.targets,
        "Reached.REACHABLE if known[0] else Reached.UNKNOWN",
        "Reached.REACHABLE",
        (targets,),
    ),
    Fault(
        "targets",
        "what is confirmed stays so",
        TargetBook.note,
        "if confirmed or target.key not in self.reached:",
        "if True:",
        (targets,),
    ),
    Fault(
        "targets",
        "all are reached before a run ends",
        TargetBook.decided.fget,
        "found.get(t.key, (False,))[0] for t in",
        "t.key in found for t in",
        (targets,),
    ),
    *(
        Fault("checks", condition, function, old, new, (each_check,))
        for condition, function, old, new in (
            ("one holds if the search is complete", TargetBook.checks, "elif known or not complete:", "elif known:"),
            ("one holds if none was violated", TargetBook.checks, "elif known or not", "elif not"),
            (
                "violated if native code failed",
                TargetBook.checks,
                "if any(confirmed for confirmed,",
                "if any(True for _,",
            ),
            ("unreachable if every path was followed", TargetBook.checks, "elif executed is not None and", "elif"),
            (
                "a model's row is about all its places",
                TargetBook.checks,
                "elif executed is not None and all(",
                "elif any(",
            ),
            ("what has no row is told", TargetBook.checks, "if finding.asked and", "if False and"),
        )
    ),
    Fault(
        "tests of what is new",
        "also where a place is known to fail",
        Recording.violated,
        "and not _ends_news(state, path)",
        "",
        (covered_by_tests,),
    ),
    Fault(
        "tests of what is new",
        "also where its finding is told",
        run._Run._ended,
        "if end.new_coverage:",
        "if False:",
        (covered_by_tests,),
    ),
    Fault(
        "calls of the library",
        "each has its findings",
        ledger_module._place,
        "end.blamed[0]",
        "None",
        (calls_of_the_library,),
    ),
    Fault(
        "calls of the library",
        "what is in a model happens in a call",
        source.blamed,
        "if not frame.in_library:",
        "if True:",
        (test_blame.test_who_is_blamed,),
    ),
    Fault("checks", "only the named one is blamed", run._Run._is_asked, "not wanted or", "True or", (named_check,)),
    Fault("checks", "there is one of the name", checks.only, "if name not in ids:", "if False:", (named_check,)),
    Fault(
        "refuted proofs", "are no proofs", run._Run._refuted, "self.ledger.complete = False", "pass", (other_targets,)
    ),
    Fault(
        "refuted proofs",
        "are our errors",
        run._Run._refuted,
        "self.ledger.cuts += at_calls(",
        "_ = at_calls(",
        (lies,),
    ),
    Fault(
        "refuted proofs",
        "are looked for where anything is proved",
        run._Run._check_proof,
        "or not (self._proved or self._others_proved)",
        "or True",
        (lies,),
    ),
    Fault(
        "refuted proofs",
        "are looked for where one property is violated and others are proved",
        run._Run._check_proof,
        "or not (self._proved or self._others_proved)",
        "or not self._proved",
        (forgotten_property,),
    ),
    Fault(
        "refuted proofs",
        "properties that hold are asked for",
        checking.for_others,
        " if one.id in violated",
        "",
        (forgotten_property,),
    ),
    Fault(
        "refuted proofs",
        "say nothing of properties",
        run._Run._decided,
        "violated=each.violated or None",
        "violated=each.violated",
        (forgotten_property,),
    ),
    Fault(
        "refuted proofs",
        "all that is asked is asked",
        ProofCheck._question,
        "None if self.safe else only",
        "only",
        (lies,),
    ),
    Fault(
        "refuted proofs",
        "targets that were not reached are",
        ProofCheck._question,
        "if target.key not in self.book.reached]",
        "if target.key in self.book.reached]",
        (lies,),
    ),
    Fault(
        "refuted proofs",
        "what is not checked is not confirmed",
        checking.summary,
        'return own or Proof("", (), (), checker, "unchecked", reason)',
        'return Proof("", (), (), checker, "confirmed", reason)',
        (summaries,),
    ),
    Fault(
        "refuted proofs",
        "an engine's own check does not hide it",
        checking.summary,
        'return replace(own or Proof(), checker=checker, result="refuted", reason=reason)',
        'return own or replace(Proof(), checker=checker, result="refuted", reason=reason)',
        (summaries,),
    ),
    Fault(
        "doubts",
        "results that the library defines",
        doubts._conditions,
        "if item.source is Source.OPEN:",
        "if False:",
        (library,),
    ),
    Fault(
        "doubts",
        "variables of the library",
        doubts._conditions,
        'is_standard(item.name.removesuffix("!")) and',
        "False and",
        (library,),
    ),
    Fault(
        "doubts",
        "memory that the library may have written",
        doubts._conditions,
        "unmodelled and not",
        "False and not",
        (library,),
    ),
    Fault(
        "doubts",
        "results of the user's functions are the world's",
        doubts._conditions,
        "and not _is_result(item.name, externals)",
        "",
        (library,),
    ),
]
