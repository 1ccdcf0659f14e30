"""Pictures of the symbolic execution tree: what is in them, in whose words, and that nothing breaks out of them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest

import antumbra
from antumbra.cli import main
from antumbra.engines.interpolate.dsei import Interpolator
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.engines.interpolate.pictures.picture import Tree, TreeNode, tree_of, tree_picture
from antumbra.engines.interpolate.pictures.tree_recording import TreeRecording
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.program.pictures.dot import pictures_dot
from antumbra.program.pictures.svg import pictures_svg
from antumbra.program.pictures.tree_layout import draw_tree
from antumbra.program.source import Location
from antumbra.report.tree_page import page

DELIVERY = Path(__file__).parents[2] / "examples" / "delivery.c"
SVG = "{http://www.w3.org/2000/svg}"


def grown(file: Path, *, most: int = 2_000, checks: frozenset[str] = frozenset({"assert"})) -> Tree:
    program = load(file, LoadOptions()).program
    recording = TreeRecording(most)
    interpolator = Interpolator(program, InterpolateOptions(checks, timeout=30), recording)
    recording.follow(interpolator)
    return tree_of(program.name, recording, interpolator, program.sources)


@pytest.fixture(scope="module")
def delivery() -> Tree:
    return grown(DELIVERY)


def test_nodes_of_a_small_program(delivery: Tree) -> None:
    """Three choices: a node for each side, one for each join, and each cheap side is subsumed at its join."""
    assert delivery.title == "delivery.c: 13 nodes, 3 subsumed, 3 interpolants"
    nodes = delivery.nodes
    assert (nodes[0].parent, nodes[0].role) == (None, "entry")
    assert sum(len(node.children) for node in nodes) == len(nodes) - 1
    pruned = [node for node in nodes if node.pruned]
    assert len(pruned) == 3
    for node in pruned:
        assert node.pruned == "subsumed"
        assert node.by is not None
        assert nodes[node.by].place == node.place
        assert nodes.index(node) in nodes[node.by].covers
        assert node.interpolant == nodes[node.by].interpolant
    assert [node.ends for node in nodes if node.ends] == [("returned",)]


def test_words_of_the_source(delivery: Tree) -> None:
    sides = [node.side for node in delivery.nodes]
    for side in (("true", "express != 0"), ("false", "express = 0"), ("true", "gift != 0"), ("false", "insured = 0")):
        assert side in sides
    last = next(node for node in delivery.nodes if node.ends)
    assert (last.place, last.line, last.interpolant) == ("main:27", "assert(bill <= 95);", ("bill <= 95",))
    assert last.path == ("express#1 != 0", "gift#2 != 0", "insured#3 != 0")


def test_the_picture_has_all_of_it(delivery: Tree) -> None:
    picture = tree_picture(delivery)
    dot = pictures_dot("delivery.c", [picture])
    assert len(re.findall(r"^    n0_\d+ \[", dot, re.MULTILINE)) == 13
    assert len(re.findall(r"n0_\d+ -> n0_\d+ ", dot)) == 12 + 3
    assert dot.count("style=dashed, constraint=false") == 3
    assert "bill <= 95\\l" in dot
    assert "subsumed by #" in dot
    root = ET.fromstring(pictures_svg("delivery.c", [picture], layout=draw_tree))
    assert len([g for g in root.iter(f"{SVG}g") if "block" in g.get("class", "")]) == 13
    assert len([p for p in root.iter(f"{SVG}path") if "subsumed" in p.get("class", "")]) == 3
    assert "bill <= 95" in {text.text for text in root.iter(f"{SVG}text")}


def test_a_tree_is_drawn_without_overlaps() -> None:
    sizes = [(40.0 + 37 * i % 90, 20.0 + 11 * i % 30) for i in range(60)]
    edges = [(i // 3, i) for i in range(1, 60)] + [(59, 2), (40, 41 // 3), (30, 0)]
    drawing = draw_tree(sizes, edges)
    boxes = [(x, y, x + w, y + h) for (x, y), (w, h) in zip(drawing.corners, sizes, strict=True)]
    for at, one in enumerate(boxes):
        assert 0 <= one[0] <= one[2] <= drawing.width
        assert one[3] <= drawing.height
        for other in boxes[:at]:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (one, other)
    for parent, child in edges[:59]:
        assert boxes[parent][3] < boxes[child][1]


def test_equal_states_lead_to_each_other(tmp_path: Path) -> None:
    file = tmp_path / "lock.c"
    file.write_text(
        """#include <assert.h>
        extern int __VERIFIER_nondet_int(void);
        int main(void) {
          int lock = 0;
          while (__VERIFIER_nondet_int()) { assert(!lock); lock = 1; lock = 0; }
          return 0;
        }"""
    )
    tree = grown(file)
    (back,) = [node for node in tree.nodes if node.pruned == "equal"]
    assert back.by is not None
    assert tree.nodes[back.by].place == back.place


def test_closed_loops_show_their_invariant(tmp_path: Path) -> None:
    file = tmp_path / "count.c"
    file.write_text(
        """#include <assert.h>
        extern int __VERIFIER_nondet_int(void);
        int main(void) {
          int n = __VERIFIER_nondet_int(), x = 0;
          if (n < 0) return 0;
          while (x < n) x++;
          assert(x == n);
          return 0;
        }"""
    )
    closed = [node for node in grown(file).nodes if node.pruned == "closed"]
    assert closed
    assert "x <= n" in (closed[0].interpolant or ())


def test_violations_and_their_ancestors(tmp_path: Path) -> None:
    file = tmp_path / "bad.c"
    file.write_text(
        """#include <assert.h>
        extern unsigned char __VERIFIER_nondet_uchar(void);
        int cells[4];
        static void put(int at, int value) { cells[at] = value; if (value > 2) assert(at != 1); }
        int main(void) { unsigned char c = __VERIFIER_nondet_uchar(); put(c & 1, c == 9 ? 3 : 1); return cells[0]; }"""
    )
    tree = grown(file)
    (bad,) = [node for node in tree.nodes if node.role == "error"]
    assert bad.function == "put"
    assert any(end.startswith("assert: ") for end in bad.ends)
    assert bad.interpolant is None
    assert tree.nodes[0].interpolant is None
    assert "no proof" in tree.nodes[0].status


def test_a_cut_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(DELIVERY), "--tree", "--max-nodes", "5"]) == 0
    dot = capsys.readouterr().out
    assert "13 nodes (only the first 5 are drawn), 3 subsumed" in dot
    assert len(re.findall(r"^    n0_\d+ \[", dot, re.MULTILINE)) == 5
    assert "more below" in dot
    endless = tmp_path / "endless.c"
    endless.write_text(
        "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
        "int main(void) { unsigned x = 1, y = 3; while (x != 2) { x = x * y + 4 * x; y ^= x;\n"
        "if (__VERIFIER_nondet_int()) y++; if (y == 77) reach_error(); } return 0; }\n"
    )
    assert "stopped: time limit" in antumbra.show(endless, "tree", timeout=0.2)
    bounded = antumbra.show(endless, "tree", bound=1)
    assert "stopped" not in bounded
    assert "bound: 1" in bounded


def test_boogie(tmp_path: Path) -> None:
    file = tmp_path / "sum.bpl"
    file.write_text(
        """procedure main() {
          var x: int, y: int; var b: bool;
          assume x > 0;
          y := 1;
          if (b) { y := y + x; }
          if (x > 10) { y := y + 1; }
          assert y > 0;
        }"""
    )
    tree = grown(file)
    assert any(node.pruned for node in tree.nodes)
    assert {"b", "!b", "x >= 11", "x <= 10"} <= {node.side[1] for node in tree.nodes}
    assert any("y >= 1" in (node.interpolant or ()) for node in tree.nodes)


def test_llvm(tmp_path: Path) -> None:
    file = tmp_path / "delivery.ll"
    file.write_text(antumbra.show(DELIVERY, "ir"))
    assert "13 nodes, 3 subsumed" in antumbra.show(file, "tree")


# ---------------------------------------------------------------- the page


class Elements(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_every_link_of_the_page_leads_to_a_node(delivery: Tree) -> None:
    text = page("delivery.c", delivery, pictures_svg("d", [tree_picture(delivery)], layout=draw_tree, linked=True))
    elements = Elements(text).found
    ids = [attributes["id"] for _, attributes in elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [attributes["href"] for tag, attributes in elements if tag == "a"]
    assert len(links) > 2 * 13
    assert {str(link)[1:] for link in links} <= set(ids)
    assert len([tag for tag, _ in elements if tag == "section"]) == 13
    assert len([1 for tag, attributes in elements if tag == "section" and "hidden" not in attributes]) == 1
    # what the script zooms, searches and begins with
    assert {"in", "out", "one", "fit", "find", "found", "p0b0", "d0"} <= set(ids)
    for part in ("Subsumed by", "Path condition", "express#1 != 0", "bill &lt;= 95", "Covers", "returned"):
        assert part in text


NAMES = [
    "<script>alert(1)</script>",
    '"]; evil -> "',
    "</style></svg><img src=x onerror=alert(1)>",
    "]]>&amp;'\x1b[2J\u202e",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_cannot_break_out(name: str) -> None:
    place = Location(name, 1, 1, name)
    node = TreeNode(
        1, None, (1,), name, place, name, ("plain", ""), (name,), "entry", (name,), (name,), (name,), name, covers=(1,)
    )
    other = TreeNode(
        2, 0, (), name, place, name, ("true", name), (name,), "pruned", (), (name,), (), name, pruned="subsumed", by=0
    )
    tree = Tree(name, (node, other))
    picture = tree_picture(tree)
    svg = pictures_svg(name, [picture], layout=draw_tree, linked=True)
    assert not list(ET.fromstring(svg).iter(f"{SVG}script"))
    text = page(name, tree, svg)
    tags = [tag for tag, _ in Elements(text).found]
    assert tags.count("script") == 1
    assert "img" not in tags
    assert not any(key.startswith("on") for _, attributes in Elements(text).found for key in attributes)
    assert "\x1b" not in text
    assert "\u202e" not in text
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', "", pictures_dot(name, [picture]))
    assert "evil" not in bare
    assert "script" not in bare


def test_an_analysed_program_cannot_break_out(tmp_path: Path) -> None:
    """A quoted name of LLVM can hold anything, and so can a comment."""
    file = tmp_path / "evil.ll"
    file.write_text(
        """
        ; </pre><script>alert(1)</script>
        @"<script>alert(2)</script>" = global i32 0
        declare i32 @__VERIFIER_nondet_int()
        declare void @reach_error()
        define i32 @main() {
          %"</title><script>" = call i32 @__VERIFIER_nondet_int()
          %c = icmp eq i32 %"</title><script>", 3
          br i1 %c, label %"<img src=x>", label %join
        "<img src=x>":
          store i32 1, i32* @"<script>alert(2)</script>"
          br label %join
        join:
          %v = load i32, i32* @"<script>alert(2)</script>"
          %d = icmp eq i32 %v, 2
          br i1 %d, label %bad, label %good
        bad:
          call void @reach_error()
          unreachable
        good:
          ret i32 0
        }"""
    )
    text = antumbra.show(file, "tree", format="html")
    tags = [tag for tag, _ in Elements(text).found]
    assert tags.count("script") == 1
    assert "img" not in tags
    assert "alert(2)" in text  # it is told, as text


def test_a_page_for_what_has_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(DELIVERY), "--cfg", "--format", "html"]) == 3
    assert "--tree" in capsys.readouterr().err


def test_choices_in_a_row_take_a_linear_tree(tmp_path: Path) -> None:
    count = 12
    choices = "if (__VERIFIER_nondet_int()) s += 2; else s += 1;\n" * count
    file = tmp_path / "row.c"
    file.write_text(
        "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n"
        f"int main(void) {{ int s = 0;\n{choices} assert(s <= {2 * count}); return 0; }}\n"
    )
    result = antumbra.check(file, engine="interpolate")
    assert result.stats["subsumed"] == count
    assert result.stats["forks"] <= count
