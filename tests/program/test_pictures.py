"""Pictures of control flow: well-formed, complete, safe to show, and drawn without overlaps."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.pictures.dot import cfg_dot
from antumbra.program.pictures.layout import draw
from antumbra.program.pictures.picture import Detail
from antumbra.program.pictures.svg import cfg_svg
from antumbra.program.source import Location
from program import samples
from support.size import some

SVG = "{http://www.w3.org/2000/svg}"


@given(st.integers(0, 2**64))
def test_hostile_programs_give_well_formed_pictures(seed: int) -> None:
    program = samples.program(Random(seed))
    for detail in Detail:
        root = ET.fromstring(cfg_svg(program, "odd name", detail=detail))
        assert not list(root.iter(f"{SVG}script"))
        assert len([g for g in root.iter(f"{SVG}g") if "block" in g.get("class", "")]) >= 3
        text = cfg_dot(program, "odd name", detail=detail)
        assert text.count("{") >= 2
        assert all(c.isprintable() or c == "\n" for c in text)


def hostile(name: str) -> P.Program:
    x = T.var(name, T.bv_sort(32))
    place = Location(name, 1, 1, name)
    body = [P.Havoc(x, P.Source.INPUT, name, name, place)]
    blocks = {
        name: P.Block(name, list(body), P.Branch(T.eq(x, T.bv(1, 32)), name, "end", place)),
        "end": P.Block("end", [P.Assert(T.FALSE, "assert", name, place)], P.Stop(P.End.ABORT, name, place)),
    }
    program = P.Program(name, "c", {name: P.Procedure(name, (), (), blocks)}, name, P.Layout(64))
    program.sources[name] = name
    return program


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", '"]; evil -> "', "]]>&amp;'\\l\x00\x1b[2J", "\ud800é\u202e"]
)
def test_names_cannot_break_out(name: str) -> None:
    root = ET.fromstring(cfg_svg(hostile(name)).encode("utf-8", "replace"))
    assert not list(root.iter(f"{SVG}script"))
    # outside of quoted strings, DOT text has nothing of the name
    dot = cfg_dot(hostile(name))
    bare = ""
    quoted = False
    characters = iter(dot)
    for character in characters:
        if quoted and character == "\\":
            next(characters)
        elif character == '"':
            quoted = not quoted
        elif not quoted:
            bare += character
    assert not quoted
    assert "evil" not in bare
    assert "script" not in bare


def test_edges_are_labelled_and_forwarders_are_passed_through() -> None:
    c = T.var("c", T.BOOL)
    blocks = {
        "entry": P.Block("entry", [], P.Branch(c, "empty", "loop")),
        "empty": P.Block("empty", [], P.Goto(("loop",))),
        "loop": P.Block("loop", [P.Assume(c)], P.Switch(T.var("x", T.bv_sort(8)), ((1, "loop"), (7, "end")), "end")),
        "end": P.Block("end", [], P.Return()),
    }
    program = P.Program("p", "c", {"f": P.Procedure("f", (c,), (), blocks)}, "f", P.Layout(64))
    root = ET.fromstring(cfg_svg(program))
    tags = sorted(t.text or "" for t in root.iter(f"{SVG}text") if "tag" in t.get("class", ""))
    assert tags == ["1", "7, else", "false", "true"]
    paths = [p.get("class", "") for p in root.iter(f"{SVG}path") if "edge" in p.get("class", "")]
    assert len(paths) == 4
    assert sum("back" in p for p in paths) == 1
    assert "empty" not in cfg_dot(program)
    with pytest.raises(KeyError):
        cfg_svg(program, "g")


@st.composite
def drawings(draw_: st.DrawFn) -> tuple[list[tuple[float, float]], list[tuple[int, int]]]:
    count = draw_(st.integers(1, 14))
    size = st.tuples(st.floats(20, 200), st.floats(20, 120))
    sizes = [draw_(size) for _ in range(count)]
    node = st.integers(0, count - 1)
    return sizes, draw_(st.lists(st.tuples(node, node), max_size=24, unique=True))


@given(drawings())
def test_boxes_do_not_overlap_and_edges_touch_their_boxes(
    case: tuple[list[tuple[float, float]], list[tuple[int, int]]],
) -> None:
    sizes, edges = case
    drawing = draw(sizes, edges)
    boxes = [(x, y, x + w, y + h) for (x, y), (w, h) in zip(drawing.corners, sizes, strict=True)]
    for one, other in combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart
    for (source, target), route in zip(edges, drawing.routes, strict=True):
        assert boxes[source][0] <= route.start[0] <= boxes[source][2]
        assert route.start[1] == pytest.approx(boxes[source][3])
        assert boxes[target][0] <= route.end[0] <= boxes[target][2]
        assert route.end[1] == pytest.approx(boxes[target][1])
        if route.back or target == source:
            assert boxes[target][1] <= boxes[source][3]
        else:
            assert boxes[target][1] > boxes[source][3]
    for x0, y0, x1, y1 in boxes:
        assert -0.01 <= x0 < x1 <= drawing.width + 0.01
        assert 0 <= y0 < y1 <= drawing.height + 0.01


def test_a_large_graph_is_drawn_in_reasonable_time() -> None:
    random = Random(5)
    count = some(1_000, 2_000)
    edges = [(i, i + 1) for i in range(count - 1)]
    edges += [(i, count - 1) for i in range(0, count - 2, 5)]
    edges += [(i, max(0, i - random.randint(1, 30))) for i in range(10, count, 7)]
    drawing = draw([(60.0, 20.0)] * count, edges)
    assert len(drawing.routes) == len(edges)
