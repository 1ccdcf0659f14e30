"""The pictures of characterizations: one of each kind, well-formed, escaped, without outside references."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest

from antumbra import terms as T
from antumbra.report.bounds.picture.charts.conditions import Leaf, Question, tree_of
from antumbra.report.bounds.picture.document import characterization_svg
from antumbra.report.bounds.picture.figures import figures_of, picture_asker
from antumbra.report.bounds.picture.page import characterization_html
from antumbra.report.bounds.picture.parts.axis import axis_of
from antumbra.report.bounds.picture.parts.kinds import Kind
from antumbra.report.bounds.picture.points import points_of
from antumbra.report.characterization import Characterization
from report import characterizations as some

ALL = pytest.mark.parametrize("make", some.ALL, ids=lambda make: make.__name__)
_VOID = frozenset({"meta", "rect", "path", "circle", "input"})


class _Page(HTMLParser):
    """Whether elements are closed in their order, and which attributes and texts there are."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes.extend((name, value or "") for name, value in attrs)
        if tag not in _VOID or (tag == "rect" and not self.get_starttag_text().endswith("/>")):  # type: ignore[union-attr]
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes.extend((name, value or "") for name, value in attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@ALL
def test_both_files_are_whole_and_refer_to_nothing(make: Callable[[], Characterization]) -> None:
    result = make()
    drawn = figures_of(result)
    svg, html = characterization_svg(result, drawn), characterization_html(result, drawn)
    root = ET.fromstring(svg)
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert names <= {"svg", "title", "style", "defs", "pattern", "rect", "path", "circle", "g", "text"}
    page = _Page(html)
    assert page.open == []
    assert page.tags.count("script") == 1
    attributes = [*page.attributes, *(pair for element in root.iter() for pair in element.attrib.items())]
    assert not [name for name, _ in attributes if name in ("href", "src", "action") or name.startswith("on")]
    for text in (svg, html):
        assert re.findall(r"url\((?!#cf-)", text) == []
        assert re.findall(r"@import|@font-face|https?:", text.replace("http://www.w3.org/2000/svg", "")) == []


def test_the_one_script_is_the_one_that_the_policy_names() -> None:
    html = characterization_html(some.three())
    script = html.split("<script>")[1].split("</script>")[0]
    assert f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in html


def test_what_the_program_says_is_escaped() -> None:
    result = some.hostile()
    svg, html = characterization_svg(result), characterization_html(result)
    for text in (svg, html):
        assert "<script>alert" not in text
        assert "alert(1)" in text
        assert not re.search("[\x00-\x08\x1b\u202e\uffff\ud800]", text)
        assert "\\u202e" in text


@ALL
def test_the_same_twice(make: Callable[[], Characterization]) -> None:
    one, other = figures_of(make()), figures_of(make())
    assert characterization_svg(make(), one) == characterization_svg(make(), other)
    assert characterization_html(make(), one) == characterization_html(make(), other)


def test_one_input_is_a_line_with_exact_borders() -> None:
    svg = characterization_svg(some.line())
    for label in ("-2147483648 … -1", "0 … 1", "2 … 2147479999", "2147480000 … 2147483647"):
        assert f">{label}</text>" in svg
    assert "<title>0 … 1: MUST</title>" in svg
    assert "<title>2 … 2147479999: SAFE</title>" in svg
    assert "y: 1 fails, 2 does not" in svg
    assert "3,650 of 4,294,967,296 inputs fail" in svg


def test_values_one_by_one_where_the_line_is_too_coarse() -> None:
    svg = characterization_svg(some.stripes())
    assert "Magnified: 0 … 31, value by value" in svg
    assert "<title>3: MUST</title>" in svg
    assert "<title>4: SAFE</title>" in svg
    assert "<title>0 … 4294967295: MIXED</title>" in svg


def test_two_inputs_are_a_plane_with_its_test() -> None:
    svg = characterization_svg(some.triangle())
    assert "low (int) →" in svg
    assert "↑ high (int)" in svg
    assert "clause 1: low = 1610612736, high = 2147483647 fails" in svg
    assert {Kind.MUST, Kind.SAFE, Kind.MIXED} == figures_of(some.triangle()).main[0].kinds


def test_more_inputs_are_pairs_and_a_tree() -> None:
    result = some.three()
    drawn = figures_of(result)
    assert [pair.name for pair in drawn.pairs] == ["a × b", "a × c", "b × c"]
    assert [pair.about for pair in drawn.pairs] == ["with c = 7", "with b = 3", "with a = 5"]
    assert all(Kind.MUST in pair.kinds and pair.tests for pair in drawn.pairs)
    assert drawn.tree is not None
    assert {Kind.MUST, Kind.SAFE, Kind.MAY} <= drawn.tree.kinds
    html = characterization_html(result, drawn)
    assert '<option value="2">b × c</option>' in html
    assert "gap between the bounds" in html


def test_single_bytes_can_be_seen() -> None:
    drawn = figures_of(some.bytes_read())
    assert len(drawn.pairs) == 6
    assert all(Kind.MUST in pair.kinds and pair.tests for pair in drawn.pairs)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (some.nothing_fails, "No run fails: whatever its inputs are."),
        (some.everything_fails, "Every run fails: it reads no inputs."),
    ],
)
def test_no_input_is_a_sentence(make: Callable[[], Characterization], sentence: str) -> None:
    assert sentence in characterization_svg(make())


def test_a_gap_and_a_domain() -> None:
    svg = characterization_svg(some.gap())
    for part in ("0 … 1: OUTSIDE", "2 … 9: MUST", "10 … 4000000000: MAY", "4000000001 … 4294967295: SAFE"):
        assert f"<title>{part}</title>" in svg
    assert "Why there is a gap: the loop was not closed." in svg


def test_floats_are_in_the_order_of_their_values() -> None:
    svg = characterization_svg(some.floats())
    assert "<title>-0.0 … 0.09999999999999999: MUST</title>" in svg
    assert "<title>0.1 … inf: SAFE</title>" in svg
    assert "<title>NaN: MUST</title>" in svg
    (parameter,) = some.floats().cfc.parameters
    axis = axis_of(parameter)
    assert axis is not None
    for position in (-(1 << 63), -1, 0, 1, (1 << 63) - 1):
        assert axis.position(axis.value(position)) == position


def test_numbers_without_limits_have_stretches_without_ends() -> None:
    (figure,) = figures_of(some.integers()).main
    assert figure.kinds == {Kind.MUST, Kind.SAFE}
    svg = characterization_svg(some.reals())
    assert "<title>0 … below 5/2: MUST</title>" in svg
    assert "<title>5/2 … ∞: SAFE</title>" in svg


def test_a_test_outside_of_its_clause_is_not_drawn() -> None:
    result = some.line()
    wrong = replace(result.clauses[0], finding=replace(result.clauses[0].finding, inputs=some.given(y=7)))  # type: ignore[type-var]
    assert len(points_of(result).tests) == 2
    assert len(points_of(replace(result, clauses=(wrong,))).tests) == 0


def test_the_tree_agrees_with_the_bounds() -> None:
    result = some.three()
    a, b, c = (one.variable for one in result.cfc.parameters)
    nodes = tree_of(result.cfc, picture_asker())
    for values in ((5, 3, 7), (5, 3, 8), (-4, 0, 0), (-3, 0, 7), (0, 0, 7), (0, -1, 7), (11, 2, 7)):
        env = {v: value & 0xFFFFFFFF for v, value in zip((a, b, c), values, strict=True)}
        node = nodes[0]
        while isinstance(node, Question):
            node = nodes[node.yes if T.evaluate(node.atom, env) else node.no]
        truth = Kind.MUST if T.evaluate(result.cfc.lower, env) else Kind.SAFE
        truth = truth if T.evaluate(T.or_(result.cfc.lower, result.cfc.safe), env) else Kind.MAY
        assert node == Leaf(truth)


def test_inputs_of_tests_have_the_names_of_parameters() -> None:
    """A run names an input by the function that it asked, a characterization by the variable."""
    result = some.triangle()
    low, high = result.cfc.parameters
    named = [
        replace(one, input=replace(one.input, place=replace(one.input.place, name="nondet"), number=number))
        for number, one in enumerate((low, high), 1)
    ]
    a, b = (one.variable for one in named)
    must = T.bvslt(a, b)
    inputs = tuple(replace(one, name="nondet") for one in some.given(a=3, b=4))
    other = some.characterization(named, [must], clauses=(some.clause(must, "low < high", inputs),))
    assert len(points_of(other).tests) == 1
    assert "<code>low = 3, high = 4</code>" in characterization_html(other)
