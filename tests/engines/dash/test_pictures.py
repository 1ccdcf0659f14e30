"""Pictures of region graphs: the thesis's colours, a sentence for each step, and nothing that breaks out of them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from contextlib import nullcontext
from html.parser import HTMLParser
from pathlib import Path

import pytest

from antumbra import api
from antumbra.cli import main
from antumbra.engines.contract import ViewWishes
from antumbra.engines.dash.pictures import view
from antumbra.engines.dash.pictures.drawing import MOST_REGIONS
from antumbra.engines.dash.pictures.wording import simpler
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.program.pictures.picture import Box, Edge, Picture
from antumbra.program.pictures.svg import frames_svg
from antumbra.program.pictures.views import Regions, RegionStep
from antumbra.report.region_page import page
from antumbra.terms import BOOL, and_, eq, not_, or_, var

CHECKS = frozenset({"unreach-call"})

ABS = """\
void reach_error(void);
int absolute(int a) {
  if (a < 0)
    a = -a;
  if (a < 0)
    reach_error();
  return a;
}
"""

SPLIT = (
    "No test can cross the frontier: region 2 was split by a < 0; "
    "the rest of it, 2: a >= 0, has lost this link to region 3."
)
BEFORE_THE_LAST = (
    "An abstract error path: 0 → 1 → 2: a < 0 → 3. "
    "Tests have come to region 0, none from there to region 1: the frontier."
)

UNKNOWN_EFFECT = """\
extern void unknown(int *);
int main(void) { int x; unknown(&x); return x; }
"""

CALL = """\
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int clamp(int v, int most) {
  if (v > most)
    return most;
  return v;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = clamp(x, 10);
  if (y > 10)
    reach_error();
  return 0;
}
"""


def regions_of(folder: Path, text: str, *, entry: str = "main", iterations: int | None = None) -> Regions:
    file = folder / "program.c"
    file.write_text(text)
    program = load(file, LoadOptions(entry=entry)).program
    return view.view(program, ViewWishes(CHECKS, 60.0, iterations, None, None), lambda _: nullcontext())


def of_graph(regions: Regions, about: str) -> list[RegionStep]:
    return [step for step in regions.steps if regions.graphs[step.graph] == about]


def boxes(step: RegionStep) -> dict[tuple[str, ...], Box]:
    return {(box.label, *box.source): box for box in step.picture.boxes}


def lines(step: RegionStep) -> set[tuple[str, str, str]]:
    """Kind, and the regions' names."""
    names = [": ".join((box.label, *box.source)) for box in step.picture.boxes]
    return {(line.kind, names[line.source], names[line.target]) for line in step.picture.edges if line.kind != "none"}


@pytest.fixture(scope="module")
def absolute(tmp_path_factory: pytest.TempPathFactory) -> Regions:
    return regions_of(tmp_path_factory.mktemp("abs"), ABS, entry="absolute")


def test_the_thesis_complete_example(absolute: Regions) -> None:
    """Section 3.7. The link of its third iteration goes with the split, and its fourth test is the last."""
    assert absolute.title == "program.c: unsafe; 2 region graphs (a place for each block), 13 steps"
    assert [step.sentence for step in of_graph(absolute, "absolute: can an error be reached?")] == [
        "The frontier is a call of absolute. Can an error be reached?",
        "An abstract error path: 0 → 2 → 3. No test has begun in region 0 yet.",
        "A test with a = 0 came to region 4 (exit).",
        "An abstract error path: 2 → 3. Tests have come to region 2, none from there to region 3: the frontier.",
        SPLIT,
        BEFORE_THE_LAST,
        "A test with a = -2^31 reached region 3: the error.",
        "The error is reached: the program is unsafe with the inputs of this test.",
    ]


def test_colours_of_path_trace_and_frontier(absolute: Regions) -> None:
    first, second, third, fourth, fifth, sixth, *_ = of_graph(absolute, "absolute: can an error be reached?")
    assert {kind for kind, *_ in lines(first)} == {"link"}
    assert boxes(first)["0",].role == "region initial"
    assert boxes(first)["3",].role == "region goal"
    assert {line for line in lines(second) if line[0] != "link"} == {("path", "0", "2"), ("path", "2", "3")}
    assert boxes(second)["0",].role == "region initial first"
    assert boxes(third)["2",].commands == ("#1[a = 0]",)
    assert {line for line in lines(third) if line[0] != "link"} == {("trace", "0", "2"), ("trace", "2", "4")}
    assert {line for line in lines(fourth) if line[0] != "link"} == {("trace", "0", "2"), ("frontier", "2", "3")}
    assert {name for name, box in boxes(fifth).items() if "new" in box.role} == {("2", "a < 0"), ("2", "a >= 0")}
    assert boxes(fifth)["2", "a >= 0"].commands == ("#1[a = 0]",)
    assert not any(source == "2: a >= 0" and target == "3" for _, source, target in lines(fifth))
    assert {line for line in lines(sixth) if line[0] != "link"} == {
        ("frontier", "0", "1"),
        ("path", "1", "2: a < 0"),
        ("path", "2: a < 0", "3"),
    }


def test_edges_have_conditions_and_statements(absolute: Regions) -> None:
    step = of_graph(absolute, "absolute: can an error be reached?")[0]
    assert {(line.condition, line.text) for line in step.picture.edges} == {
        ("a < 0", ""),
        ("a >= 0", ""),
        ("", "a := -a"),
        ("a >= 0", "result := a"),
    }


def test_a_call_has_a_graph_of_its_own(tmp_path: Path) -> None:
    regions = regions_of(tmp_path, CALL)
    assert regions.title.startswith("program.c: safe; 3 region graphs")
    assert [about.split(":")[0] for about in regions.graphs] == ["the start", "main", "clamp"]
    inner = of_graph(regions, "clamp: can it return with result > 10?")
    assert inner[0].sentence == "The frontier is a call of clamp. Can it return with result > 10?"
    assert inner[-1].sentence.endswith("proved, for every call without most > 10.")
    assert {step.depth for step in inner} == {2}
    # no call begins there, so nothing behind it is reached
    assert boxes(inner[-1])["0", "most > 10"].role == "region lost"
    assert boxes(inner[-1])["0", "most < 11"].role == "region initial"
    assert boxes(inner[-1])["2", "result > 10"].role == "region goal lost"
    main_ = of_graph(regions, "main: can an error be reached?")
    assert main_[-1].sentence == "No abstract path is left: proved."
    assert boxes(main_[-1])["2", "y > 10"].role == "region lost"
    assert boxes(main_[-1])["3",].role == "region goal lost"
    assert "lost" in {kind for kind, *_ in lines(main_[-1])}
    # the steps of the callee are between those of the caller
    order = [step.depth for step in regions.steps]
    assert order.index(2) > order.index(1)
    assert order[-1] == 0


def test_what_was_given_up_for_another_beginning_is_not_told_at_the_end(tmp_path: Path) -> None:
    """It is proved with lemmas, found in the middle of an analysis."""
    text = "extern void reach_error(void);\nint main(void) { int k = 0; for (int i = 0; i < 1000; i++) k++;"
    shown = regions_of(tmp_path, f"{text} if (k != 1000) reach_error(); }}\n")
    sentences = [step.sentence for step in shown.steps]
    assert sum("begins anew: there are lemmas" in sentence for sentence in sentences) == 1
    assert sum(sentence.startswith("The analysis of the start begins: ") for sentence in sentences) == 1
    assert sentences[-1] == "No abstract path is left: proved."
    assert not any("Stopped" in sentence for sentence in sentences)


def test_pictures_of_one_run_have_the_same_places(absolute: Regions) -> None:
    runs: dict[int, list[Picture]] = {}
    for step in absolute.steps:
        runs.setdefault(step.run, []).append(step.picture)
    assert len(runs) == 3
    for run in runs.values():
        assert len({tuple(box.label for box in picture.boxes) for picture in run}) == 1
        places = {tuple(re.findall(r'id="p0b\d+" transform="[^"]*"', svg)) for svg in frames_svg(run)}
        assert len(places) == 1


def test_lines_that_are_gone_keep_their_place_only() -> None:
    there = Picture("a", (Box("x", "", (), ()), Box("y", "", (), ())), (Edge(0, 1, "link", "t"),))
    gone = Picture("b", there.boxes, (Edge(0, 1, "none", "t"),))
    first, second = frames_svg([there, gone])
    assert 'class="edge link"' in first
    assert ">t<" in first
    assert "edge" not in second
    assert ">t<" not in second


def test_limits_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = regions_of(tmp_path, CALL, iterations=3)
    assert stopped.title.startswith("program.c: unknown: iteration limit")
    assert stopped.steps[-1].sentence == "Stopped before the end: iteration limit."
    monkeypatch.setattr(view, "MOST_STEPS", 4)
    few = regions_of(tmp_path, ABS, entry="absolute")
    # the first ones, and how it ended
    assert len(few.steps) == 5
    assert few.title.endswith("13 steps (8 of them not shown)")
    assert few.steps[-1].sentence.startswith("The error is reached")
    assert len(few.ends) == 2
    assert [box.label for box in few.ends[1].boxes] == ["0", "1", "2", "2", "3", "4"]


def test_many_regions_are_summed_up(tmp_path: Path) -> None:
    count = 12
    names = [f"p{i} = __VERIFIER_nondet_int(), l{i} = 0" for i in range(count)]
    text = "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\nint main(void) {\n"
    text += f"int {', '.join(names)};\n"
    text += "".join(f"if (p{i}) l{i} = 1;\n" for i in range(count))
    text += "".join(f"if (p{i}) {{ if (l{i} != 1) reach_error(); }}\n" for i in range(count)) + "return 0; }\n"
    regions = regions_of(tmp_path, text)
    assert "safe" in regions.title
    assert "places as when checking" in regions.title
    end = max(regions.ends, key=lambda picture: len(picture.boxes))
    assert len(end.boxes) <= MOST_REGIONS
    counted = [int(box.source[0].split()[0]) for box in end.boxes if box.source and box.source[0].endswith(" regions")]
    assert counted
    assert sum(counted) + len(end.boxes) - len(counted) > MOST_REGIONS


def test_predicates_say_nothing_twice() -> None:
    a, b = var("a", BOOL), var("b", BOOL)
    assert simpler([a, not_(and_(a, b))]) == [a, not_(b)]
    assert simpler([not_(a), not_(and_(a, b))]) == [not_(a)]
    assert simpler([or_(a, b), not_(a)]) == [b, not_(a)]
    assert simpler([or_(a, b), eq(a, b)]) == [or_(a, b), eq(a, b)]


# ---------------------------------------------------------------- pages


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_the_page_has_all_steps_and_nothing_from_outside(absolute: Regions) -> None:
    text = page(absolute)
    reader = _Reader()
    reader.feed(text)
    assert [a.get("data-graph") for tag, a in reader.tags if tag == "section"] == [str(s.graph) for s in absolute.steps]
    assert sum(tag == "script" for tag, _ in reader.tags) == 1
    assert not any(name in a for _, a in reader.tags for name in ("src", "href", "onclick", "onload"))
    assert "http" not in text.replace("http-equiv", "")
    assert "ArrowLeft" in text
    for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        ET.fromstring(svg)


HOSTILE = "</title><script>alert(1)</script>&\"'"


def test_text_of_programs_stays_text() -> None:
    box = Box("0", HOSTILE, (HOSTILE,), (HOSTILE,), "region")
    picture = Picture(HOSTILE, (box,), (Edge(0, 0, "link", HOSTILE, HOSTILE),))
    text = page(Regions(HOSTILE, HOSTILE, (HOSTILE,), (RegionStep(0, 1, HOSTILE, picture, 0, 0),), (picture,)))
    assert text.count("<script>") == 1
    assert "alert(1)</script>" not in text
    reader = _Reader()
    reader.feed(text)
    assert sum(tag == "script" for tag, _ in reader.tags) == 1
    assert sum(tag == "title" for tag, _ in reader.tags) == text.count("<title>")


# ---------------------------------------------------------------- the command


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "abs.c"
    file.write_text(ABS)
    asked = ["show", str(file), "--entry", "absolute", "--regions"]
    assert main([*asked, "--step", "9"]) == 0
    dot = capsys.readouterr().out
    assert dot.startswith('digraph "abs.c: unsafe')
    assert 'label="2  line 5\\la < 0\\l", color="#cf222e"' in dot
    assert main([*asked, "--step", "99"]) == 3
    assert "expected 1 to 13" in capsys.readouterr().err
    assert main([*asked, "--format", "svg", "-o", str(tmp_path / "abs.svg")]) == 0
    root = ET.parse(tmp_path / "abs.svg").getroot()
    assert root.tag.endswith("svg")
    page_text = api.show(file, "regions", format="html", entry="absolute")
    assert page_text.startswith("<!doctype html>")


def test_what_it_cannot_analyse_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "unknown.c"
    file.write_text(UNKNOWN_EFFECT)
    assert main(["show", str(file), "--regions"]) == 3
    assert "the operation havoc_memory" in capsys.readouterr().err
