"""Costs by line, in callgrind's format."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import antumbra
from antumbra.cli import main
from antumbra.report.coverage.callgrind import EVENTS, HotSpot, callgrind

PROGRAM = """#include <string.h>
#include "klee/klee.h"
static int count(const char *text) {
  int found = 0;
  for (int i = 0; i < 3; i++)
    if (text[i] == 'x')
      found++;
  return found;
}
int main(void) {
  char text[4];
  unsigned n;
  klee_make_symbolic(text, sizeof text, "text");
  klee_make_symbolic(&n, sizeof n, "n");
  if (n * n == 1234321)
    return 9;
  return count(text) + (int)strlen("xx");
}
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    file = tmp_path / "p.c"
    file.write_text(PROGRAM)
    return file


def test_costs_are_where_they_arise(program: Path) -> None:
    result = antumbra.explore(program, profile=True)
    spots = {(Path(spot.file).name, spot.function, spot.line): spot for spot in result.hot_spots}
    assert spots["p.c", "count", 6].forks == 7
    assert spots["p.c", "main", 15].solver_queries > 0
    assert spots["p.c", "main", 15].solver_microseconds > 0
    assert spots["p.c", "main", 16].instructions == 2
    assert spots["string_length.c", "strlen", 6].instructions > 8
    for total, name in ((result.stats["forks"], "forks"), (result.stats["queries"], "queries")):
        assert sum(getattr(spot, name) for spot in spots.values()) == total
    assert antumbra.explore(program).hot_spots == ()
    with pytest.raises(antumbra.InputError):
        antumbra.explore(program, profile=True, prune=True)


@pytest.mark.skipif(shutil.which("callgrind_annotate") is None, reason="valgrind's callgrind_annotate is not installed")
def test_valgrind_reads_it(program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", str(program), "--profile", "--out", str(tmp_path / "out")]) == 0
    assert re.search(r"Hot spots\n.*\n  .*p.c:15 +main ", capsys.readouterr().out)
    file = tmp_path / "out" / "callgrind.out"
    done = subprocess.run(["callgrind_annotate", str(file)], capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == ""
    assert f"Events recorded:  {' '.join(EVENTS)}" in done.stdout
    assert re.search(r" 7 \(\s*[\d.]+%\).*if \(text\[i\] == 'x'\)", done.stdout)


def test_names_stay_on_their_line() -> None:
    nasty = "(1)\nfn=x\x1b"
    text = callgrind(nasty, [HotSpot(nasty, nasty, 3, 5, 1, 2, 0, 7), HotSpot("", "", 0, 1, 0, 0, 0, 0)])
    assert text.splitlines()[-8:] == [
        "summary: 6 1 2 0 7", "",
        "fl=_(1)\\x0afn=x\\x1b", "fn=_(1)\\x0afn=x\\x1b", "3 5 1 2 0 7", "",
        "fl=(unknown)", "fn=(unknown)", "0 1 0 0 0 0",
    ][-8:]  # fmt: skip
    assert "summary: 0 0 0 0 0\n" in callgrind("p", [])
