"""The bookkeeping of pieces, and the nets below them: what is refuted is withdrawn, what is not confirmed too."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

import antumbra
from antumbra import terms as T
from antumbra.bounds.asking import Asker
from antumbra.bounds.cfc import Cfc, Evidence, Failure, Parameter, Piece, Side
from antumbra.engines.contract import Engine
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.registry import ENGINES
from antumbra.program import model as P
from antumbra.program.inputs import InputName, asked_at_start
from antumbra.program.source import Location
from antumbra.proofs import Answer, Certificate, Confirmed, Question, Refuted
from antumbra.report.characterization import Characterization
from antumbra.session.characterizing import run as session
from antumbra.session.characterizing.checking import Opinion, SecondOpinion
from antumbra.session.characterizing.runs_net import disagreement
from antumbra.strategies.characterize.acf import Acf, Wishes
from antumbra.strategies.characterize.known import Known
from antumbra.strategies.characterize.obligations import obligation, one_failure
from antumbra.strategies.characterize.possible import Open, Proved, Prover
from antumbra.strategies.characterize.proposing import Proposal
from antumbra.strategies.characterize.slicing import Slicer
from antumbra.terms import Term

CHECKS = frozenset({"assert"})
BYTE = T.bv_sort(8)
X, Y = T.var("x", BYTE), T.var("y", BYTE)
BECAUSE = Evidence("DEFINITE", "explore", "")
ONE, OTHER = Failure("assert", None), Failure("unreach-call", None)


def at_most(variable: Term, value: int) -> Term:
    return T.bvule(variable, T.bv(value, 8))


def piece(condition: Term, side: Side = Side.MUST, failure: Failure | None = ONE) -> Piece:
    return Piece(condition, side, BECAUSE, failure if side is Side.MUST else None)


def values() -> Iterator[dict[Term, int]]:
    """Of both variables."""
    return ({X: x, Y: y} for x in range(9) for y in range(9))


def program(condition: Term, *, loops: bool = False) -> P.Program:
    """Fails where the condition does not hold; ``loops``: runs for ever instead where x is 3."""
    blocks = {
        "b0": P.Block("b0", [], P.Goto(("head" if loops else "end",))),
        "head": P.Block("head", [], P.Branch(T.eq(X, T.bv(3, 8)), "again", "end")),
        "again": P.Block("again", [], P.Goto(("head",))),
        "end": P.Block("end", [P.Assert(condition, "assert", "")], P.Return(())),
    }
    if not loops:
        blocks = {label: blocks[label] for label in ("b0", "end")}
    return closed(blocks)


def closed(blocks: dict[str, P.Block], parameter: Term = X) -> P.Program:
    return P.Program("t", "c", {"main": P.Procedure("main", (parameter,), (), blocks)}, "main", P.Layout(64))


def input_of(one: P.Program) -> InputName:
    ((_, place),) = asked_at_start(one)
    return InputName(place, 1)


def _interpolating(one: P.Program, checks: frozenset[str]) -> Engine:
    return ENGINES["interpolate"].make(one, {"checks": checks})


def prover() -> Prover:
    return Prover(_interpolating, ("z3",), lambda: None, lambda: False)


# ---------------------------------------------------------------- pieces


def test_pieces_are_disjoint() -> None:
    known = Known()
    known.merge(piece(at_most(X, 5)))
    known.merge(piece(at_most(Y, 5), Side.SAFE))
    known.merge_path(piece(T.and_(at_most(X, 3), at_most(Y, 7))))
    for point in values():
        assert sum(T.evaluate(each.condition, point) for each in known.pieces) <= 1


def test_what_pieces_leave_out_is_said_in_words_that_do_not_grow() -> None:
    """Paths, which exclude each other, and others: disjoint, together the same, each as long as what it leaves out."""
    known = Known()
    paths = [piece(T.and_(at_most(X, 6), side)) for side in (at_most(Y, 2), T.not_(at_most(Y, 2)))]
    pieces = [piece(T.and_(at_most(X, n), at_most(Y, 99 - n))) for n in range(60)]
    pieces[3:3], pieces[9:9] = paths[:1], paths[1:]
    for each in pieces:
        (known.merge_path if each in paths else known.merge)(each)
    for point in values():
        whole = any(T.evaluate(each.condition, point) for each in pieces)
        assert sum(T.evaluate(each.condition, point) for each in known.pieces) == whole
    assert T.size(known.pieces[-1].condition) < 6 * len(pieces)


def test_what_is_withdrawn_is_gone() -> None:
    known = Known()
    known.merge(piece(at_most(X, 5)))
    known.merge(piece(T.not_(at_most(X, 7))))
    known.rest_is_safe(BECAUSE)
    known.withdraw(known.of(Side.MUST)[:1])
    assert not known.exact
    assert [T.evaluate(known.lower, {X: x}) for x in (4, 6, 8)] == [False, False, True]
    assert [T.evaluate(known.may, {X: x}) for x in (4, 6, 8)] == [True, False, False]


def test_no_piece_reaches_into_what_was_withdrawn() -> None:
    known = Known()
    known.merge(piece(at_most(X, 5)))
    known.merge(piece(at_most(X, 9)))
    assert known.pieces[1].whole is at_most(X, 9)
    known.withdraw(known.pieces[:1])
    told = Cfc((), known.pieces, exact=False)
    for lower in (known.lower, told.lower, told.of_failure(ONE)[0]):
        assert [T.evaluate(lower, {X: x}) for x in (4, 6, 10)] == [False, True, False]
    known.withdraw(known.pieces)
    assert known.lower is T.FALSE


def test_one_failure() -> None:
    """Only then a proof that everything fails says how."""
    one = program(at_most(X, 9))
    again = P.Block("again", [P.Assert(at_most(Y, 9), "assert", "", Location("a.c", 9))], P.Goto(("head",)))
    blocks = {**one.procedures["main"].blocks, "again": again}
    two = replace(one, procedures={"main": replace(one.procedures["main"], blocks=blocks)})
    assert one_failure(one, frozenset({"assert"}))
    assert not one_failure(two, frozenset({"assert"}))
    assert not one_failure(one, frozenset({"assert", "valid-deref"}))
    assert not one_failure(one, frozenset({"unreach-call"}))
    library = P.Block("end", [P.Assert(at_most(X, 9), "assert", "", Location("<libc>/x.c", 9))], P.Return(()))
    assert not one_failure(closed({"end": library}), frozenset({"assert"}))


def test_slices_stay_within_what_is_known() -> None:
    parts = [
        piece(T.and_(at_most(X, 3), at_most(Y, 3))),
        piece(T.and_(at_most(X, 3), T.not_(at_most(Y, 3)))),
        piece(T.and_(T.not_(at_most(X, 3)), at_most(Y, 3))),
        piece(T.and_(T.not_(at_most(X, 3)), T.not_(at_most(Y, 3)), at_most(Y, 5)), failure=OTHER),
    ]
    found, cover = Slicer(Asker()).sliced(parts)
    assert len(cover) < len(parts)
    for point in values():
        assert any(T.evaluate(c, point) for c in cover) == any(T.evaluate(p.condition, point) for p in parts)
        for failure in (ONE, OTHER):
            before = [T.evaluate(p.condition, point) for p in parts if p.failure is failure]
            after = [T.evaluate(p.condition, point) for p in found if p.failure is failure]
            assert sum(before) == sum(after)


def test_slices_of_several_kinds_are_disjoint() -> None:
    """What fails somewhere was proved of more than is new in it."""
    known = Known()
    known.merge(Piece(at_most(X, 3), Side.MUST, Evidence("GROW", "dash", "")))
    known.merge(piece(at_most(X, 5)))
    known.merge(piece(at_most(X, 7), failure=OTHER))
    found, _ = Slicer(Asker()).sliced(known.pieces)
    for point in values():
        assert sum(bool(T.evaluate(p.condition, point)) for p in found) == T.evaluate(at_most(X, 7), point)


def test_slices_do_not_hide_paths_behind_proofs() -> None:
    """Only paths are checked again."""
    proved = replace(piece(T.and_(at_most(X, 5), at_most(Y, 3))), evidence=Evidence("GROW", "dash", ""))
    path = T.and_(at_most(X, 5), T.not_(at_most(Y, 3)))
    found, _ = Slicer(Asker()).sliced([proved, piece(path)])
    checked = [p.condition for p in found if p.evidence == BECAUSE]
    for point in values():
        assert any(T.evaluate(c, point) for c in checked) or not T.evaluate(path, point)


# ---------------------------------------------------------------- proofs


class Doubted(Prover):
    """Everything is proved, and every proof refuted."""

    def prove(self, *_: Any, **__: Any) -> Proved:
        return Proved("nobody", Refuted("nobody", "it is wrong"))


def test_a_refuted_proof_does_not_count() -> None:
    doubted = Doubted(lambda _, __: pytest.fail("nobody asks"), (), lambda: None, lambda: False)
    without = frozenset({"definite", "generalize", "grow"})
    acf = Acf(
        program(at_most(X, 9)), Wishes(CHECKS, without=without), lambda: ExploreOptions(CHECKS), doubted, lambda: False
    )
    acf.run()
    assert acf.known.pieces == ()
    assert acf.ledger.errors


class Agreeing(Prover):
    def prove(self, *_given: Any, **_named: Any) -> Proved:
        return Proved("somebody", Confirmed("nobody"))


def test_what_is_proved_beyond_what_fails_is_safe_there_only() -> None:
    agreeing = Agreeing(lambda _, __: pytest.fail("nobody asks"), (), lambda: None, lambda: False)
    acf = Acf(program(at_most(X, 9)), Wishes(CHECKS), lambda: ExploreOptions(CHECKS), agreeing, lambda: False)
    acf.known.merge(piece(T.and_(at_most(X, 5), T.not_(at_most(X, 2)))))
    with patch("antumbra.strategies.characterize.proposing.Partition") as partition:
        acf._tried_to_prove(partition, Proposal(at_most(X, 7), Side.SAFE), 1)
    told = Cfc((), acf.known.pieces, exact=False)
    for safe in (acf.known.safe, told.safe):
        assert [T.evaluate(safe, {X: x}) for x in (1, 4, 6, 8)] == [True, False, True, False]


def test_many_more_reads_keep_what_is_known() -> None:
    """Another exploration may find the same paths in other words: pieces stay disjoint."""
    known = Known()
    known.merge_path(piece(at_most(X, 5)))
    known.another_exploration()
    known.merge_path(piece(at_most(X, 5)))
    known.merge_path(piece(T.and_(at_most(X, 7), at_most(Y, 7))))
    assert len(known.pieces) == 2
    for point in values():
        assert sum(T.evaluate(each.condition, point) for each in known.pieces) <= 1


class Trusting(Prover):
    def check(self, program: P.Program, question: Question, certificate: Certificate | None, steps: float) -> Answer:
        return Confirmed("nobody")


def test_who_runs_for_ever_does_not_fail() -> None:
    one = program(T.FALSE, loops=True)
    asked = obligation(one, CHECKS)
    assert not isinstance(asked, str)
    variable = input_of(one).variable
    for value, proved in ((3, False), (4, True)):
        region = T.eq(variable, T.bv(value, 8))
        trusting = Trusting(_interpolating, (), lambda: None, lambda: False)
        attempt = trusting.prove(asked.program, asked.checks, region, 5_000, quiet=asked.quiet)
        assert isinstance(attempt, Proved) is proved


def test_proofs_are_checked_on_the_program_itself() -> None:
    checked: list[P.Program] = []

    class Checked(Prover):
        def check(
            self, program: P.Program, question: Question, certificate: Certificate | None, steps: float
        ) -> Answer:
            checked.append(program)
            return Confirmed("nobody")

    solved, original = program(T.TRUE), program(at_most(X, 255))
    asked = Checked(lambda p, checks: ENGINES["explore"].make(p, {"checks": checks}), (), lambda: None, lambda: False)
    attempt = asked.prove(solved, CHECKS, T.TRUE, 100_000, claimed=(original, Certificate()))
    assert isinstance(attempt, Proved)
    assert [one is original for one in checked] == [True]


def test_a_cut_proves_nothing() -> None:
    def explore(one: P.Program, checks: frozenset[str]) -> Any:
        return ENGINES["explore"].make(one, {"checks": checks, "max_depth": 1})

    branches = {
        "b0": P.Block("b0", [], P.Branch(at_most(X, 3), "b1", "b1")),
        "b1": P.Block("b1", [], P.Branch(at_most(X, 5), "b2", "b3")),
        "b2": P.Block("b2", [], P.Branch(at_most(X, 4), "b3", "bad")),
        "b3": P.Block("b3", [], P.Return(())),
        "bad": P.Block("bad", [P.Assert(T.FALSE, "assert", "")], P.Return(())),
    }
    one = closed(branches)
    asked = Prover(explore, ("z3",), lambda: None, lambda: False)
    assert isinstance(asked.prove(one, CHECKS, T.TRUE, 100_000), Open)


# ---------------------------------------------------------------- second opinion, replay, runs


@pytest.mark.parametrize("side", list(Side))
def test_the_second_opinion_refutes_wrong_pieces(side: Side) -> None:
    one = program(at_most(X, 9))  # fails above 9
    variable = input_of(one).variable
    above = T.not_(T.bvule(variable, T.bv(9, 8)))
    right = above if side is Side.MUST else T.not_(above)
    for condition, answer in ((right, Confirmed), (T.bvule(variable, T.bv(99, 8)), Refuted)):
        known = Known()
        known.merge(piece(condition, side))
        opinions = list(SecondOpinion(one, CHECKS, T.TRUE, prover(), Certificate()).on(known))
        assert [type(opinion.answer) for opinion in opinions] == [answer]


def test_the_second_opinion_reads_integers() -> None:
    """A refutation for x = 7 is one of a region without 0."""
    x = T.var("x", T.INT)
    wrong = P.Assert(T.not_(T.eq(x, T.integer(7))), "assert", "")
    one = closed({"b0": P.Block("b0", [wrong], P.Return(()))}, x)
    known = Known()
    known.merge(piece(T.lt(T.integer(5), input_of(one).variable), Side.SAFE))
    opinions = list(SecondOpinion(one, CHECKS, T.TRUE, prover(), Certificate()).on(known))
    assert [type(opinion.answer) for opinion in opinions] == [Refuted]


def test_runs_are_compared_with_bounds() -> None:
    one = program(at_most(X, 9))
    name = input_of(one)
    parameters = (Parameter(name, "x", "x", "unsigned char", signed=False),)
    above = T.not_(T.bvule(name.variable, T.bv(9, 8)))
    right = Cfc(parameters, (piece(above), piece(T.not_(above), Side.SAFE)), exact=True)
    assert disagreement(one, CHECKS, right, 0) is None
    for wrong in (piece(T.TRUE), piece(T.TRUE, Side.SAFE)):
        assert disagreement(one, CHECKS, Cfc(parameters, (wrong,), exact=False), 0) is not None


FAILS = "procedure main(x: int) { assert x < 3; }"


def run() -> Characterization:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "p.bpl"
        file.write_text(FAILS, "utf-8")
        return antumbra.characterize(file)


def test_what_no_run_confirms_is_withdrawn() -> None:
    with patch.object(session._Run, "_confirmed", lambda *_: False):
        result = run()
    assert result.cfc.of(Side.MUST) == ()
    assert not result.exact


def test_what_the_second_opinion_refutes_is_withdrawn() -> None:
    def refuted(_: SecondOpinion, known: Known) -> Iterator[Opinion]:
        yield Opinion("all of it", Refuted("nobody", "it is wrong"), known.pieces)

    with patch.object(SecondOpinion, "on", refuted):
        result = run()
    assert result.cfc.pieces == ()
    assert (result.exact, result.proof_checked) == (False, False)


def test_what_a_run_contradicts_is_withdrawn() -> None:
    with patch.object(session, "disagreement", lambda *_: "a run"):
        result = run()
    assert result.cfc.pieces == ()
    assert not result.exact


def test_checks_that_end_early_confirm_nothing() -> None:
    def interrupted(_: SecondOpinion, known: Known) -> Iterator[Opinion]:
        yield Opinion("one of it", Confirmed("nobody"), known.pieces[:1])
        raise KeyboardInterrupt

    with patch.object(SecondOpinion, "on", interrupted):
        result = run()
    assert result.proof_checked is None
    assert any("the other pieces" in words for words in result.checks)
