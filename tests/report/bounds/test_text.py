"""The report for people: exact or gap first, RESULT last, and nothing of the program that steers a terminal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from antumbra import terms as T
from antumbra.bounds.against import against
from antumbra.bounds.cfc import Cfc, Side
from antumbra.report.bounds.json_bounds import comparison_json
from antumbra.report.bounds.text import number, percent, render
from antumbra.report.characterization import Characterization, Clause
from antumbra.report.text import Style
from antumbra.terms.smtlib.read import parse_script, parse_term
from report.bounds.made import must, safe
from report.bounds.results import EXACT, GAP, LARGE, NOTHING, X, Y


@pytest.mark.parametrize(("result", "first"), [(EXACT, "EXACT: "), (GAP, "GAP: "), (NOTHING, "EXACT: ")])
def test_first_and_last_line(result: Characterization, first: str) -> None:
    lines = render(result).split("\n")
    assert lines[0].startswith(first)
    assert lines[-2] == result.result_line
    assert lines[-1] == ""
    assert render(result, quiet=True) == f"{result.result_line}\n"


def test_one_line_for_each_clause() -> None:
    text = render(EXACT)
    assert "\n  x > 9    assert at a.c:9:3 [out/test000001.json]\n" in text
    assert "\nSAFE\n  everything else\n" in text
    assert "MAY" not in text
    assert "y     unsigned char  a.c:3:4  does not matter" in text
    assert "2,147,483,638 of 4,294,967,296 inputs fail" in text
    assert "x = 10 fails, x = 9 does not (the failing one was run again)" in text
    assert "int has 32 bits and wraps around" in text


def test_a_gap() -> None:
    text = render(GAP, per_failure=True)
    assert "MAY fail (nothing is known)\n  everything else" in text
    assert "at least 3 and at most an unknown number of 1,099,511,627,776 inputs fail" in text
    assert "at most: these, and what may fail" in text
    assert "(time limit)" in text.split("\n")[0]


def test_what_was_not_counted_is_told() -> None:
    text = render(replace(EXACT, counted=None))
    assert "not counted in time" in text
    assert "not counted" not in render(replace(NOTHING, counted=None))


def test_the_domain_is_told() -> None:
    bounds = replace(EXACT.cfc, domain=T.and_(T.bvsge(X.variable, T.bv(0, 32)), T.bvsle(X.variable, T.bv(99, 32))))
    assert "looked at: inputs with 0 <= x <= 99\n" in render(replace(EXACT, cfc=bounds))


def test_evidence_and_phases_on_demand() -> None:
    assert "DEFINITE" not in render(EXACT)
    text = render(EXACT, verbose=True)
    assert "must by DEFINITE (explore): the path ends there [assert at a.c:9:3]\n    x > 9\n" in text
    assert "POSSIBLE: x > 9" in text


def test_long_things_are_cut() -> None:
    clauses = tuple(Clause(Side.SAFE, T.TRUE, f"x == {n} " * (100 if n == 3 else 1)) for n in range(50))
    text = render(replace(GAP, clauses=clauses))
    assert "… and 30 more" in text
    assert max(map(len, text.split("\n"))) < 260
    assert "more (all" not in render(replace(GAP, clauses=clauses), verbose=True)


def test_no_text_steers_the_terminal() -> None:
    evil = "\x1b[2J\n\u202e"
    clause = replace(EXACT.clauses[0], text=evil)
    named = replace(X, name=f"x{evil}")
    result = replace(
        EXACT,
        file=evil,
        property=evil,
        clauses=(clause,),
        integers=evil,
        notes=(evil,),
        log=(evil,),
        checks=(evil,),
        tests_dir=evil,
        cfc=replace(EXACT.cfc, parameters=(named, Y)),
    )
    text = render(result, verbose=True, per_failure=True)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\x1b[1;31m" in render(EXACT, Style(colour=True))


def test_numbers() -> None:
    assert [number(n) for n in (0, 2**64, 10**40)] == ["0", "18,446,744,073,709,551,616", "about 1.000e40"]
    assert number(2**5000).startswith("about 1.412e1505")
    assert percent(Fraction(1)) == "100 %"
    assert percent(Fraction(1, 2)) == "50 %"
    assert percent(1 - Fraction(1, 10**20)) == "more than 99.999 %"
    assert percent(Fraction(1, 10**400)) == "less than 1e-300 %"
    assert percent(Fraction(1, 3)) == "about 33.3333 %"


def test_a_comparison() -> None:
    old = Cfc((X,), (must(LARGE), safe(T.not_(LARGE))), exact=True)
    less = T.bvsgt(X.variable, T.bv(99, 32))
    new = Cfc((X,), (must(less), safe(T.not_(less))), exact=True)
    comparison = against(old, new)
    text = render(replace(EXACT, comparison=comparison))
    assert "fixed: 10 <= x <= 99\n" in text
    assert "still fails: x >= 100\n" in text
    data = comparison_json(comparison, new)
    declared = parse_script("\n".join(data["declarations"]))
    fixed = parse_term(data["parts"][0]["condition"], declared.variables.values())
    x = declared.variables["x"]
    assert [T.evaluate(fixed, {x: n}) for n in (9, 10, 99, 100)] == [False, True, True, False]
