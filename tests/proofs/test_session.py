"""What a run does with the answer of the check: an engine that says safe of everything does no harm."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import antumbra
from antumbra import terms as T
from antumbra.engines.contract import Engine, EngineDefaults, OnProgress
from antumbra.engines.outcome import Cut, PathEnd, Statistics
from antumbra.frontends.loaded import Loaded
from antumbra.frontends.options import DataModel, LoadOptions
from antumbra.program.properties import parse_properties
from antumbra.proofs import Answer, Certificate, Refuted
from antumbra.proofs.regions import Region, Unreachable
from antumbra.report.json_report import from_json, to_json
from antumbra.report.result import Result, Verdict
from antumbra.report.text import render
from antumbra.session.control import Control, Silent
from antumbra.session.options import Limits, RunOptions
from antumbra.session.run import run
from antumbra.session.standard import Standard

HEAD = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"


class Liar(EngineDefaults):
    """Says of every program that it has seen everything and that nothing is wrong."""

    name = "liar"
    complete = True
    unfinished = False

    def __init__(self, certificate: Certificate | None) -> None:
        self._certificate = certificate
        self.statistics = Statistics()
        self.cuts: Sequence[Cut] = ()

    def run(self, on_progress: OnProgress | None = None, *, steps: int | None = None) -> Iterator[PathEnd]:
        del on_progress, steps
        return iter(())

    def interrupt(self) -> None: ...

    def certificate(self) -> Certificate | None:
        return self._certificate


@dataclass
class Lying(Standard):
    given: Certificate | None

    def engine(self, loaded: Loaded, options: RunOptions, remaining: Callable[[], float | None]) -> Engine:
        del loaded, options, remaining
        return Liar(self.given)


def lie(
    folder: Path, text: str, properties: str = "unreach-call", certificate: Certificate | None = None, **more: object
) -> Result:
    file = folder / "a.c"
    file.write_text(HEAD + text)
    options = RunOptions(load=LoadOptions(properties=parse_properties(properties)), limits=Limits(timeout=30))
    options = replace(options, **more)
    return run(file, options, Control(30), Silent(), Lying(certificate or Certificate()))


def test_true_word_is_confirmed(tmp_path: Path) -> None:
    result = lie(tmp_path, "int main(void) { int x = __VERIFIER_nondet_int(); if (x != x) reach_error(); return 0; }")
    assert result.verdict is Verdict.SAFE
    assert result.proof_checked is True
    assert result.proof is not None
    assert result.proof.result == "confirmed"
    assert "confirmed by an independent check" in render(result)


def test_refuted_and_replayed_is_unsafe(tmp_path: Path) -> None:
    result = lie(tmp_path, "int main(void) { if (__VERIFIER_nondet_int() == 77) reach_error(); return 0; }")
    assert result.verdict is Verdict.UNSAFE
    assert result.replayed is True
    assert [item.value for item in result.inputs or ()] == [77]
    assert result.proof_checked is False
    assert to_json(result)["proof"]["result"] == "refuted"
    assert from_json(to_json(result)).proof == result.proof
    assert "refuted by an independent check" in render(result)


def test_refuted_by_bytes_that_nobody_wrote(tmp_path: Path) -> None:
    result = lie(tmp_path, "int main(void) { char *p = __builtin_malloc(4); if (p[2] == 5) reach_error(); return 0; }")
    assert result.verdict is Verdict.UNSAFE
    assert result.replayed is True


def test_refuted_and_not_replayed_is_our_error(tmp_path: Path) -> None:
    """Addresses are unknown to the check, and what they are is not for a test to say."""
    text = (
        "int main(void) { char *p = __builtin_malloc(4); if ((unsigned long)p == 0x55443210) reach_error(); return 0; }"
    )
    result = lie(tmp_path, text)
    assert result.verdict is Verdict.UNKNOWN
    assert (result.reason or "").startswith("internal error: the proof was refuted")
    assert result.proof_checked is False


def test_undefined_behaviour_that_nobody_asked_for(tmp_path: Path) -> None:
    result = lie(tmp_path, "char a[4]; int main(void) { a[__VERIFIER_nondet_int()] = 1; return 0; }")
    assert result.verdict is Verdict.UNKNOWN
    assert "the proof was refuted" in (result.reason or "")
    assert [finding.asked for finding in result.others] == [False]


def test_not_asked(tmp_path: Path) -> None:
    text = "int main(void) { if (__VERIFIER_nondet_int() == 77) reach_error(); return 0; }"
    result = lie(tmp_path, text, check_proofs=False)
    assert result.verdict is Verdict.SAFE
    assert result.proof_checked is None
    assert result.proof is None


def test_unchecked_stays_safe_and_says_so(tmp_path: Path) -> None:
    text = "static unsigned f(unsigned n) { return n ? (f(n - 1) ^ n) * 16777619u : 2166136261u; }\n"
    text += "int main(void) { if (f(__VERIFIER_nondet_int()) == 3) reach_error(); }"
    result = lie(tmp_path, text)
    assert result.verdict is Verdict.SAFE
    assert result.proof_checked is None
    assert result.proof is not None
    assert result.proof.result == "unchecked"
    assert result.proof.reason
    assert f"not checked independently: {result.proof.reason}" in render(result)


def test_a_check_that_does_not_come_back_leaves_the_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever ends the process in the middle of a check has something to say: what the engine found, unchecked."""
    control, said = Control(30), list[Result]()

    def stuck(*_: object, **__: object) -> Answer:
        assert control.last_words is not None
        result = control.last_words("time limit")
        assert isinstance(result, Result)
        said.append(result)
        return Refuted("nobody", "it was wrong after all")

    monkeypatch.setattr("antumbra.proofs.check.check_proof", stuck)
    file = tmp_path / "a.c"
    file.write_text(HEAD + "int main(void) { return 0; }")
    result = run(file, RunOptions(), control, Silent(), Lying(Certificate()))
    assert said[0].verdict is Verdict.SAFE
    assert said[0].proof is not None
    assert said[0].proof.result == "unchecked"
    # and as soon as the check has an answer, nobody says that any more
    assert result.verdict is Verdict.UNKNOWN
    assert control.last_words is None
    assert not control.last.locked()


def test_crash_of_the_checker_is_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object, **__: object) -> None:
        raise KeyError("boom")

    monkeypatch.setattr("antumbra.proofs.check.check_proof", crash)
    result = lie(tmp_path, "int main(void) { return 0; }")
    assert result.verdict is Verdict.SAFE
    assert result.proof is not None
    assert "KeyError" in result.proof.reason


@pytest.mark.parametrize(("value", "verdict"), [("x", "unreachable"), ("7", "reachable")])
def test_targets(tmp_path: Path, value: str, verdict: str) -> None:
    text = f"int main(void) {{ int x = __VERIFIER_nondet_int();\n if (x != {value})\n return 1;\n return 0; }}"
    result = lie(tmp_path, text, targets="4")
    assert [target.verdict for target in result.targets] == [verdict]
    assert result.verdict is (Verdict.SAFE if verdict == "unreachable" else Verdict.UNSAFE)


def test_state_that_passes_a_known_failure_goes_on(tmp_path: Path) -> None:
    """Whatever the engine makes of it, nobody says that the last line is out of reach."""
    file = tmp_path / "a.c"
    file.write_text(
        HEAD + "int main(void) { int c = __VERIFIER_nondet_int(), a = c ? 0 : 1, z = 10 / a;\n if (a == 1)\n"
        " z = 20 / (a - 1);\n return z; }\n"
    )
    result = antumbra.check(file, property="division-by-zero", targets="all", timeout=30)
    assert "unreachable" not in {target.verdict for target in result.targets if target.line == 4}


COUNT = """procedure main(n: int) requires n >= 0; {
  var i: int;
  i := 0;
  while (i < n) { i := i + 1; }
  assert i == n;
}"""


@pytest.mark.parametrize("closed", [True, False])
def test_regions(tmp_path: Path, closed: bool) -> None:
    """Those that are closed are part of the result; what others prove is not safe."""
    i, n = T.var("i", T.INT), T.var("n", T.INT)
    regions = (
        Region(1, ("main", "@start", 0), T.le(T.integer(0), n)),
        Region(2, ("main", "@head1", 0), T.lt(i, n)),
        Region(3, ("main", "@head1", 0), T.eq(i, n)),
    )
    links = ((1, 2), (1, 3), *([(2, 2)] if closed else []), (2, 3))
    start = Unreachable("{start}", T.FALSE, True, T.FALSE, (), (Region(1, ("{start}", "start", 0), T.TRUE),))
    claims = (start, Unreachable("main", T.FALSE, True, T.lt(n, T.integer(0)), (), regions, links))
    file = tmp_path / "a.bpl"
    file.write_text(COUNT)
    options = RunOptions(load=LoadOptions(properties=parse_properties("unreach-call")), limits=Limits(timeout=30))
    result = run(file, options, Control(30), Silent(), Lying(Certificate(regions=claims)))
    assert result.proof is not None
    assert from_json(to_json(result)).proof == result.proof
    if not closed:
        assert result.verdict is Verdict.UNKNOWN
        assert "the proof was refuted: from region 2 of main" in (result.reason or "")
        assert result.proof.regions == ()
        return
    assert result.verdict is Verdict.SAFE
    assert result.proof_checked is True
    _, graph = result.proof.regions
    assert (graph.procedure, graph.errors, graph.entry.text, graph.links) == ("main", True, "n <= -1", links)
    said = [(r.number, r.condition.expression, r.location and r.location.line) for r in graph.regions]
    # which side of an equation comes first depends on what the process has seen before
    assert [(number, text and text.replace("n == i", "i == n"), line) for number, text, line in said] == [
        (1, "0 <= n", 3),
        (2, "i < n", 4),
        (3, "i == n", 4),
    ]
    assert "3 regions of main:" in render(result)


#: in the words of several authors: what follows needs one bound of the sum, which 2^40 ways lead to
WAYS = {
    "in a row": "int s = 0;\n" + "if (__VERIFIER_nondet_int()) s += 3; else s += 1;\n" * 40,
    "in a loop": "int s = 0; for (int i = 0; i < 40; i++) { if (__VERIFIER_nondet_int()) s += 3; else s++; }",
    "by a call": "int s = 0;\n" + "s = more(s);\n" * 40,
}


@pytest.mark.parametrize("ways", WAYS.values(), ids=WAYS)
def test_interpolants_are_what_confirms(tmp_path: Path, ways: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("antumbra.session.checking.WITHOUT_CLAIMS", 0.0)
    file = tmp_path / "ways.c"
    more = "static int more(int s) { if (__VERIFIER_nondet_int()) return s + 3; return s + 1; }\n"
    file.write_text(f"{HEAD}{more}int main(void) {{ {ways}\nif (s > 120) reach_error(); return 0; }}")
    result = antumbra.check(file, engine="interpolate", timeout=60)
    assert (result.verdict.value, result.proof_checked) == ("safe", True)
    assert result.proof is not None
    assert "joins by what holds there" in result.proof.check


BEHIND = """
int main(void) {
  int pair[2], *bound = pair + 7, *before = pair - 3, rounds = 0;
  for (int *p = before; p <= bound; p++)
    rounds++;
  if (rounds != 11)
    reach_error();
}
"""


@pytest.mark.parametrize("engine", ["explore", "interpolate", "dash"])
@pytest.mark.parametrize("data_model", ["LP64", "ILP32"])
def test_pointers_that_leave_an_object_by_less_than_a_page(tmp_path: Path, engine: str, data_model: DataModel) -> None:
    """They relate as places do, for engines and for the check: no object lies in the first or in the last page."""
    file = tmp_path / "behind.c"
    file.write_text(HEAD + BEHIND)
    result = antumbra.check(file, engine=engine, timeout=30, data_model=data_model)
    assert (result.verdict, result.proof_checked) == (Verdict.SAFE, True)
