"""Houdini: loops closed by guessed invariants, with one step of the induction forgotten."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from random import Random

import pytest

import antumbra
from antumbra import terms as T
from antumbra.engines.houdini.engine import Houdini
from antumbra.engines.houdini.judge import Judge
from antumbra.engines.houdini.probing import ProbingMachine, ProofRecording
from antumbra.engines.invariants.loops import Loops
from antumbra.solvers import Answer, AxiomChain, PathCondition, Unknown
from antumbra.terms import Term
from houdini.programs import PRELUDE, PROGRAMS
from houdini.random_loops import Generator, violated_by
from support.faults import Fault


def verdict(text: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "f.bpl"
        path.write_text(text, "utf-8")
        return antumbra.check(path, engine="houdini", timeout=10, check_proofs=False).verdict.value


def programs_that_fail() -> None:
    for text, safe in PROGRAMS.values():
        if not safe:
            assert verdict(PRELUDE + text) == "unknown"


@cache
def _violated() -> list[str]:
    found: list[str] = []
    for seed in range(60):
        random = Random(seed)
        text, effect = Generator(random).program()
        if violated_by(effect, random, runs=300):
            found.append(text)
    return found


def random_programs_that_fail() -> None:
    for text in _violated():
        assert verdict(text) == "unknown"


BY_HAND = {
    "a value that a round changes": """
procedure main(n: int) { var i, x: int; i, x := 0, 0;
  while (i < n) { i := i + 1; x := 1; } assert x == 0; }""",
    "a guess that only the beginning satisfies": """
procedure main(n: int) { var i, x: int; i, x := 0, 0;
  while (i < n) { i := i + 1; x := x + 1; if (x > 10) { x := 0 - 5; } } assert x >= 0; }""",
    "a guess that only rounds keep": """
procedure main(n: int, x0: int) { var i, x: int; i, x := 0, x0;
  while (i < n) { i := i + 1; if (x >= 0) { x := x + 1; } } assert x >= 0; }""",
    "the way out": """
procedure main(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; } assert i < 1000; }""",
    "the body": """
procedure main(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; assert i != 7; } }""",
    "callers that differ": """
var g: int;
procedure {:inline 1} once(n: int) modifies g; { var i: int; i := 0; while (i < n) { i := i + 1; g := g + 1; } }
procedure main(n: int) modifies g; { g := 0; call once(n); g := g + 1; call once(n); assert g <= n + 1; }""",
    "an invariant that the beginning violates": """
procedure main(n: int, x0: int) { var i, x: int; i, x := 0, x0;
  goto head; head: assert x >= 0; goto body, done;
  body: assume i < n; i := i + 1; x := x + 1; goto head; done: return; }""",
    "procedures that call each other": """
var x: int;
procedure f(d: int) modifies x; { x := x + 1; if (d > 0) { call g(d - 1); } }
procedure g(d: int) modifies x; { if (d > 0) { call f(d - 1); } }
procedure {:entrypoint} main(n: int) modifies x; { var i: int; x := 0;
  i := 0; while (i < n) { i := i + 1; call f(1); }
  x := 0; i := 0; while (i < n) { i := i + 1; call g(1); } assert x == 0; }""",
    "recursion": """
var g: int;
procedure f(n: int, d: int) modifies g; { var i: int; i := 0;
  while (i < n) { i := i + 1; if (d > 0) { call f(n, d - 1); } else { g := d; } } }
procedure {:entrypoint} main(n: int) modifies g; { g := 0; call f(n, 1); assert g == 0 - 1; }""",
}


def by_hand() -> None:
    for name, text in BY_HAND.items():
        assert verdict(text) != "safe", name


def change_that_no_effect_names() -> None:
    """A round is looked at, whatever the program's text says of what a loop writes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Loops, "written", lambda *_: set[Term]())
        assert verdict(BY_HAND["a value that a round changes"]) != "safe"


def loop_that_is_cut() -> None:
    text = """procedure main(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; }
  assert (lambda k: int :: k)[i] == (lambda k: int :: k)[i] || i == 5; }"""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AxiomChain, "branch", lambda *_: (Unknown("no answer"), Unknown("no answer")))
        assert verdict(text) != "safe"


class _Silent(AxiomChain):
    """A solver that never answers."""

    def check(self, path: PathCondition, condition: Term) -> Answer:
        return Unknown("no answer")


def solver_without_answers() -> None:
    x = T.var("judged", T.INT)
    assert Judge(_Silent()).refuted(PathCondition.empty(), [T.le(T.integer(0), x)])


_KILLERS = (by_hand, programs_that_fail, random_programs_that_fail)

FAULTS = [
    Fault(
        "houdini",
        "what a round changes is unknown",
        Houdini._changed,
        "result[location] = None",
        "pass",
        (change_that_no_effect_names,),
    ),
    Fault(
        "houdini",
        "guesses hold after a round",
        Houdini._arrive,
        "elif wrong := self._wrong(trial, trial.guesses, state.path, values):",
        "elif wrong := set[Term]():",
        _KILLERS,
    ),
    Fault(
        "houdini",
        "guesses hold before the first round",
        Houdini._seen,
        "if g not in wrong]",
        "if g not in wrong or g in self.loops.asserted(region)]",
        _KILLERS,
    ),
    Fault(
        "houdini",
        "only probes end where the loop is left",
        Houdini._is_over,
        "trial is not None and trial.probing and self._has_left(trial, state, region)",
        "trial is not None and self._has_left(trial, state, region)",
        _KILLERS,
    ),
    Fault(
        "houdini",
        "a violation stands against the proof",
        ProofRecording.violated,
        "self._fails(",
        "print if True else (",
        _KILLERS,
    ),
    Fault(
        "houdini",
        "a cut stands against the proof",
        ProofRecording.cut,
        "self._fails(self.cut_list()[0])",
        "pass",
        (loop_that_is_cut,),
    ),
    Fault("houdini", "only probes are silent", ProbingMachine.check, "if not silent(state):", "if False:", _KILLERS),
    Fault(
        "houdini",
        "only states that rest on a replaced trial are dropped",
        Houdini._run_state,
        "if trial is not None and trial.lost:",
        "if trial is not None:",
        _KILLERS,
    ),
    Fault(
        "houdini",
        "a state that comes back without a probe is judged",
        Houdini._arrive,
        "if trial.silent and not trial.probing:",
        "if not trial.probing:",
        _KILLERS,
    ),
    Fault(
        "houdini",
        "what no query decides does not hold",
        Judge.refuted,
        "if isinstance(answer, Unsat):",
        "if not isinstance(answer, Sat):",
        (solver_without_answers,),
    ),
    Fault("houdini", "guesses that one model refutes do not hold", Judge.refuted, "result |= wrong", "pass", _KILLERS),
]
