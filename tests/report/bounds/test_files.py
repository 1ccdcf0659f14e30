"""bounds.smt2 is read by both solvers, bounds.json by us; files that are something else are refused with a reason."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import bitwuzla
import pytest
import z3

from antumbra import terms as T
from antumbra.bounds.cfc import Cfc, Piece
from antumbra.program.errors import InputError
from antumbra.report.bounds.json_bounds import bounds_json, bounds_text, characterization_json
from antumbra.report.bounds.json_reading import read_bounds, read_bounds_file
from antumbra.report.bounds.smtlib import smtlib_bounds
from antumbra.report.characterization import Characterization
from antumbra.terms import Term
from report.bounds.made import INPUTS, VARIABLES, cfc, must, parameter, safe
from report.bounds.results import EXACT, GAP, NOTHING
from support.random_terms import random_condition, random_value


def random_bounds(seed: int) -> Cfc:
    random = Random(seed)
    one, two = (random_condition(random, VARIABLES) for _ in range(2))
    return cfc(must(T.and_(one, two)), must(T.and_(one, T.not_(two))), safe(T.not_(one)), exact=bool(seed % 2))


def decided(text: str, question: str) -> tuple[str, str]:
    """What both solvers say of a file with a question."""
    parser = bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options())
    parser.parse(text + question, True, False)
    solver = z3.Solver()
    solver.from_string(text + question)
    return str(parser.bitwuzla().check_sat()).lower().removeprefix("result."), str(solver.check())


@pytest.mark.parametrize("seed", range(4))
def test_both_solvers_read_it(seed: int) -> None:
    bounds = random_bounds(seed)
    text = smtlib_bounds(bounds, integers="those of C; (assert false)\n(assert false)")
    random = Random(seed)
    for _ in range(3):
        env = {v: random_value(random, v.sort) for v in VARIABLES}
        values = " ".join(T.smtlib.to_smtlib(T.const(env[v], v.sort)) for v in VARIABLES)
        for name, bound in (("must_fail", bounds.lower), ("may_fail", bounds.upper)):
            expected = "sat" if T.evaluate(bound, env) else "unsat"
            assert decided(text, f"(assert ({name} {values}))") == (expected, expected)


def test_the_domain_is_in_it() -> None:
    flag = VARIABLES[7]
    text = smtlib_bounds(cfc(must(T.TRUE), exact=True, domain=flag))
    names = " ".join(p.identifier for p in INPUTS)
    assert decided(text, f"(assert (and (not flag) (must_fail {names})))") == ("unsat", "unsat")
    assert decided(text, f"(assert (and (not flag) (not (may_fail {names}))))") == ("unsat", "unsat")


def test_hostile_names_stay_in_comments() -> None:
    x = parameter("x", "int", T.bv_sort(32))
    bad = type(x)(x.input, "x\n(assert false)", "x", "int\n(exit)", True)
    text = smtlib_bounds(Cfc((bad,), (must(T.eq(x.variable, T.bv(1, 32))),), exact=True))
    assert decided(text, "(assert (must_fail x))") == ("sat", "sat")


def same(one: Term, other: Term, seed: int) -> bool:
    random = Random(seed)
    envs = [{v: random_value(random, v.sort) for v in VARIABLES} for _ in range(40)]
    return one is other or all(T.evaluate(one, env) == T.evaluate(other, env) for env in envs)


@pytest.mark.parametrize("seed", range(12))
def test_what_was_written_is_read(seed: int) -> None:
    bounds = random_bounds(seed)
    read = read_bounds(bounds_text(Characterization("a.c", "assert", bounds, integers="those of C")))
    assert (read.file, read.property, read.integers) == ("a.c", "assert", "those of C")
    assert read.cfc.parameters == bounds.parameters
    assert read.cfc.exact == bounds.exact
    for one, other in zip(read.cfc.pieces, bounds.pieces, strict=True):
        assert (one.side, one.evidence, one.failure) == (other.side, other.evidence, other.failure)
        assert same(one.condition, other.condition, seed)


def many_pieces(number: int) -> Cfc:
    """Each leaves out all those before it."""
    random, taken, pieces = Random(0), T.FALSE, list[Piece]()
    for _ in range(number):
        whole = random_condition(random, VARIABLES, 3)
        pieces.append(must(T.and_(whole, T.not_(taken))))
        taken = T.or_(taken, whole)
    return cfc(*pieces, exact=False)


def test_what_pieces_share_is_written_once() -> None:
    few, many = (bounds_text(Characterization("a.c", "assert", many_pieces(number))) for number in (20, 80))
    assert len(many) < 6 * len(few)
    bounds = many_pieces(20)
    for one, other in zip(read_bounds(few).cfc.pieces, bounds.pieces, strict=True):
        assert same(one.condition, other.condition, 7)


def test_maps_functions_and_integers_are_read() -> None:
    m = parameter("m", "[int]int", T.array_sort(T.INT, T.INT))
    x = parameter("x", "int", T.INT)
    f = T.function("f|", (T.INT,), T.INT)
    condition = T.lt(T.select(m.variable, x.variable), T.apply_(f, (x.variable,)))
    bounds = Cfc((m, x), (must(condition),), exact=False, more_inputs=True)
    read = read_bounds(bounds_text(Characterization("a.bpl", "assert", bounds))).cfc
    assert read.pieces[0].condition is condition
    assert read.more_inputs


@pytest.mark.parametrize("result", [EXACT, GAP, NOTHING], ids=lambda r: r.file)
def test_the_object_of_a_run(result: Characterization) -> None:
    data = json.loads(json.dumps(characterization_json(result)))
    assert data["engine"] == "characterize"
    assert data["exact"] == result.exact
    assert data["bounds"] == json.loads(bounds_text(result))
    assert data["verdict"] == result.verdict.value
    finding = next((c.finding for c in result.clauses if c.finding), None)
    assert data["inputs"] == (None if finding is None else [bounds_json(result)["clauses"][0]["finding"]["inputs"][0]])


def test_counts_are_exact_however_large() -> None:
    assert bounds_json(EXACT)["count"]["total"] == str(2**32)
    assert bounds_json(EXACT)["count"]["probability"]["least"] == "1073741819/2147483648"
    assert bounds_json(GAP)["count"]["most"] is None


# ---------------------------------------------------------------- files that are something else


def changed(*path: str | int, to: Any) -> str:
    data = bounds_json(EXACT)
    inner: Any = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return json.dumps(data)


DOUBLED = "".join(f"(let (($a{i + 1} (concat $a{i} $a{i}))) " for i in range(60))
SQUARES = "".join(f"(let (($a{i + 1} (* $a{i} $a{i}))) " for i in range(60))

HOSTILE = {
    "nothing": "",
    "no JSON": "{",
    "deep": "[" * 100_000,
    "a list": "[]",
    "another format": json.dumps({"format": "x"}),
    "another version": changed("version", to=2),
    "no inputs": changed("inputs", to=None),
    "an input that is none": changed("inputs", 0, to=3),
    "a name that is no identifier": changed("inputs", 0, "identifier", to="x) Bool true)"),
    "a name that is C's": changed("inputs", 0, "identifier", to="int"),
    "one name twice": changed("inputs", 0, "identifier", to="y"),
    "a truth value for a number": changed("inputs", 0, "number", to=True),
    "call number 0": changed("inputs", 0, "number", to=0),
    "an unknown source": changed("inputs", 0, "source", to="x"),
    "no sort": changed("inputs", 0, "sort", to="(_ BitVec 0)"),
    "a sort that fills the memory": changed("inputs", 0, "sort", to="(_ BitVec 99999999999)"),
    "an unknown variable": changed("must", 0, "condition", to="(= z #x00000001)"),
    "half a condition": changed("must", 0, "condition", to="(= x"),
    "two conditions": changed("must", 0, "condition", to="true true"),
    "no condition": changed("must", 0, "condition", to="x"),
    "an unknown operator": changed("must", 0, "condition", to="(frob x)"),
    "too few arguments": changed("must", 0, "condition", to="(bvult x)"),
    "a let that is none": changed("must", 0, "condition", to="(let (3) true)"),
    "other sorts": changed("must", 0, "condition", to="(= x y)"),
    "widths that double": changed("domain", to=f"(let (($a0 x)) {DOUBLED}(= $a60 $a60)" + ")" * 61),
    "numbers that double": changed("domain", to=f"(let (($a0 99999)) {SQUARES}(< $a60 3)" + ")" * 61),
    "an enormous constant": changed("domain", to="(= (_ bv1 99999999999) x)"),
    "floats of an unknown format": changed("domain", to="(fp.isNaN ((_ to_fp 30 2) x))"),
    "many operands": changed("domain", to=f"(= (concat {'x ' * 100}) x)"),
    "a declaration that is none": changed("declarations", to=["(declare-fun)"]),
    "declarations that are numbers": changed("declarations", to=[3]),
    "evidence without words": changed("must", 0, "evidence", to={}),
    "exact as text": changed("exact", to="yes"),
    "a place that is none": changed("inputs", 0, "location", to={"file": 3}),
    "a failure without a check": changed("must", 0, "failure", to={}),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_other_files_are_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"old\.json .*(expected|bounds)"):
        read_bounds(text, "old.json")


def test_variables_of_declarations_are_no_inputs() -> None:
    data = bounds_json(EXACT)
    data["declarations"] = ["(declare-const z Bool)"]
    data["domain"] = "z"
    try:
        read = read_bounds(json.dumps(data))
    except InputError as error:
        assert "about the inputs" in str(error)  # noqa: PT017 - a fault must fail by an assertion
    else:
        raise AssertionError(f"{read.cfc.domain} was taken for a condition on inputs")


def test_every_end_of_a_file_is_refused() -> None:
    text = bounds_text(EXACT)
    for end in range(0, len(text) - 2, 97):
        with pytest.raises(InputError):
            read_bounds(text[:end])


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        read_bounds_file(tmp_path / "none.json")
    with pytest.raises(InputError, match="cannot read"):
        read_bounds_file(tmp_path)
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="no JSON"):
        read_bounds_file(tmp_path / "bytes.json")
    (tmp_path / "good.json").write_text(bounds_text(EXACT))
    assert read_bounds_file(tmp_path / "good.json").cfc.exact
