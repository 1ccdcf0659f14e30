"""Pages in a real browser: opened, stepped through, filtered, printed, dark and light, narrow; hostile, and large.

Skipped, saying so, where there is no Chromium.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from antumbra.program.source import Location
from antumbra.program.steps import Change, Step, Walk
from antumbra.records import replace
from antumbra.report.coverage.values import FileCoverage
from antumbra.report.page.html import run_page
from antumbra.report.page.reading import read_run
from antumbra.report.result import Result
from report.page.hostile import hostile_result
from report.page.test_pages import written
from report.results import UNSAFE
from support.browser import MISSING, PROGRAM, Browser, browser

pytestmark = pytest.mark.skipif(PROGRAM is None, reason=MISSING)

WHERE = "document.querySelector('.where').innerText"
CURRENT = "document.querySelector('.row.current .no').innerText"
#: what of the text is wider than the window
WIDER = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def shown() -> Iterator[Browser]:
    with browser() as one:
        yield one


def opened(shown: Browser, result: Result, folder: Path) -> None:
    page = written(result, folder) / "page.html"
    page.write_text(run_page(read_run(folder)), "utf-8")
    shown.size(1280, 900)
    shown.media()
    shown.open(page.as_uri())


def stepping(lines: int = 6) -> Result:
    finding = UNSAFE.finding
    assert finding is not None
    steps = [Step(Location("a.c", 1, 0, "main"), 1, True)]
    steps += [Step(Location("a.c", n, 1, "main"), 1, False, (Change(1, "x", str(n)),)) for n in range(2, lines)]
    return replace(UNSAFE, finding=replace(finding, walk=Walk(tuple(steps))))


def test_open_and_step(shown: Browser, tmp_path: Path) -> None:
    opened(shown, stepping(), tmp_path / "out")
    assert shown.run("document.querySelector('h1').innerText") == "UNSAFE: unreach-call is violated"
    assert shown.run(WHERE).startswith("Step 5 of 5\nmain, line 5")
    assert shown.run(CURRENT) == "5"
    shown.key("ArrowLeft")
    assert shown.run(CURRENT) == "4"
    assert shown.run("document.querySelector('.frame .now').innerText").split() == ["x", "3", "→", "4"]
    shown.key("Home")
    assert shown.run(CURRENT) == "1"
    assert shown.run("document.querySelector('.frame') === null")
    shown.key("ArrowLeft")
    assert shown.run(CURRENT) == "1"
    shown.run("[...document.querySelectorAll('.walk button')].find((b) => b.innerText === 'Next').click()")
    assert shown.run(CURRENT) == "2"
    shown.run("document.querySelectorAll('.row .no')[3].click()")
    assert shown.run(CURRENT) == "4"
    assert (shown.problems, len(shown.requests)) == ([], 1)


def test_dark_light_narrow_and_printed(shown: Browser, tmp_path: Path) -> None:
    opened(shown, stepping(), tmp_path / "out")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = shown.run(paper)
    shown.media(scheme="dark")
    dark = shown.run(paper)
    assert sum(map(int, light[4:-1].split(","))) > 600 > 200 > sum(map(int, dark[4:-1].split(",")))
    assert shown.run(_CONTRAST) >= 4.5
    shown.media()
    assert shown.run(_CONTRAST) >= 4.5
    shown.size(360, 700)
    assert shown.run(WIDER) <= 0
    shown.size(1280, 900)
    shown.media(kind="print")
    assert shown.run("getComputedStyle(document.querySelector('.nav')).display") == "none"
    heads = "[...document.querySelectorAll('th button, .more:not([hidden])')].map((b) => getComputedStyle(b).display)"
    assert "none" not in shown.run(heads)
    assert shown.run("getComputedStyle(document.querySelector('td') || document.body).overflowWrap") != "anywhere"
    assert shown.printed().startswith(b"%PDF")
    assert shown.problems == []


#: the least contrast of text and what is behind it, as WCAG counts it
_CONTRAST = """(() => {
  const parts = (c) => {
    const n = c.match(/[\\d.]+/g).map(Number);
    return n.length < 4 || n[3] > 0 ? n.slice(0, 3) : null;
  };
  const bright = (c) => c.map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
  let least = 99;
  for (const node of document.querySelectorAll("#page *")) {
    const text = [...node.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!text || !node.offsetParent || node.closest("button:disabled, .sr")) continue;
    let back = null;
    for (let at = node; at && !back; at = at.parentElement) back = parts(getComputedStyle(at).backgroundColor);
    const both = [bright(parts(getComputedStyle(node).color)), bright(back || [255, 255, 255])];
    const [one, other] = both.sort((a, b) => b - a);
    least = Math.min(least, (one + 0.05) / (other + 0.05));
  }
  return least;
})()"""


def test_hostile_texts_stay_texts(shown: Browser, tmp_path: Path) -> None:
    opened(shown, hostile_result(), tmp_path / "out")
    assert shown.run("window.pwned") is None
    assert shown.run("document.querySelectorAll('#page script, #page img[src=x], #page iframe').length") == 0
    assert shown.run("document.querySelector('h1').innerText").startswith("UNSAFE")
    text = shown.run("document.body.innerText")
    assert "</script><script>window.pwned = 1</script>" in text
    assert "\\u202e" in text
    assert not set(text) & set("\u2028\u2029\u202e\u2066\x00\x1b")
    shown.key("Home")
    assert shown.run("window.pwned") is None
    assert (shown.problems, len([r for r in shown.requests if not r.startswith("data:image/svg")])) == ([], 1)


def test_a_large_result(shown: Browser, tmp_path: Path) -> None:
    """10 MB in under two seconds, of the processor: others have it too."""
    lines = 125_000
    source = "\n".join(f"    value_{n} = step(value_{n - 1}, {n} * 3, mode); /* line {n} */" for n in range(lines))
    finding = UNSAFE.finding
    assert finding is not None
    steps = [
        Step(Location("a.c", 1 + 23 * n, 1, "main"), 1, n == 0, (Change(1, f"value_{n % 50}", str(n)),))
        for n in range(5_000)
    ]
    covered = {"a.c": FileCoverage({n: n % 3 for n in range(1, lines, 2)})}
    result = replace(
        UNSAFE, sources={"a.c": source}, covered=covered, finding=replace(finding, walk=Walk(tuple(steps)))
    )
    before = shown.processor()
    opened(shown, result, tmp_path / "out")
    assert (tmp_path / "out" / "page.html").stat().st_size > 10_000_000
    assert shown.processor() - before < 2
    shown.key("Home")
    assert shown.run(CURRENT) == "1"
    shown.key("End")
    assert shown.run(CURRENT) == str(1 + 23 * 4999)
    assert shown.problems == []
