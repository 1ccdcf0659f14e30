"""What happens in a model of the C library is told at the user's call, with the name of the function."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from antumbra import Result
from antumbra.engines.outcome import Cut, Reason
from antumbra.frontends.load import load
from antumbra.program.source import Location, blamed
from antumbra.report.json_report import from_json, to_json
from antumbra.report.sarif import sarif
from antumbra.report.text import render
from antumbra.session.findings import at_calls
from support.size import some

COPIES = """#include <stdio.h>
#include <string.h>
static void copy(char *to) {
  strcpy(to, "too long for it");
}
int main(void) {
  char a[4];
  int c = getchar();
  if (c == 'a') copy(a);
  if (c == 'b') return strcpy(a, "long too")[0];
  return 0;
}
"""

NUMBERED = """#include <stdio.h>
int main(void) {
  char b[20];
  return snprintf(b, 20, "%2$d", 1, 2);
}
"""

SORTED = """#include <stdlib.h>
static int order(const void *a, const void *b) {
  return *(const int *)a / *(const int *)b;
}
int main(void) {
  int v[2] = {0, 0};
  qsort(v, 2, sizeof(int), order);
  return 0;
}
"""

ENGINES = some(["explore"], ["explore", "interpolate", "dash"])


def place(location: Location | None) -> str:
    assert location is not None
    return f"{Path(location.file).name}:{location.line}:{location.column} {location.function}"


def checked(folder: Path, text: str, **settings: object) -> Result:
    path = folder / "program.c"
    path.write_text(text)
    return antumbra.check(path, timeout=60, **{"property": "klee", **settings})  # type: ignore[arg-type]


def places(result: Result) -> list[str]:
    """Of all results of the SARIF document."""
    found = [one["locations"][0]["physicalLocation"] for one in sarif(result, "0")["runs"][0]["results"]]
    return [f"{Path(p['artifactLocation']['uri']).name}:{p['region']['startLine']}" for p in found]


def test_every_call_is_told(tmp_path: Path) -> None:
    """Two calls fail at one line of the model: they are two findings."""
    path = tmp_path / "program.c"
    path.write_text(COPIES)
    result = antumbra.explore(path, out=tmp_path / "out", timeout=60)
    assert result.finding is not None
    found = [result.finding, *result.others]
    assert sorted((place(f.location), f.called, f.replayed) for f in found) == [
        ("program.c:10:24 main", "strcpy", True),
        ("program.c:4:3 copy", "strcpy", True),
    ]
    inner = next(f for f in found if f.location and f.location.line == 4)
    assert [place(frame) for frame in inner.callers] == ["program.c:9:17 main"]
    assert [place(i.location) for f in found for i in f.inputs] == ["program.c:8:11 main"] * 2
    assert sorted(places(result)) == ["program.c:10", "program.c:4"]
    text = render(result)
    assert "strcpy: write of 16 bytes at offset 0 of local 'a' (4 bytes)" in text
    assert "<libc>" not in text
    assert from_json(to_json(result)).finding == result.finding
    errors = [file.read_text() for file in sorted((tmp_path / "out/tests").glob("*.err"))]
    assert [("Error: strcpy: write of" in e, f"File: {path}" in e) for e in errors] == [(True, True)] * 2
    tests = [file.read_text() for file in sorted((tmp_path / "out/tests").glob("*.c"))]
    assert sum(" in strcpy, at line " in test and "of program.c" in test for test in tests) == 2
    again = antumbra.replay(path, tmp_path / "out" / "tests" / Path(str(inner.test)).name)
    assert again.finding is not None
    assert (place(again.location), again.finding.called) == ("program.c:4:3 copy", "strcpy")
    assert "<libc>" not in render(again)


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_not_supported(tmp_path: Path, engine: str) -> None:
    result = checked(tmp_path, NUMBERED, engine=engine, max_iterations=3 if engine == "dash" else None)
    text = f"unsupported: snprintf: printf with numbered arguments at {tmp_path}/program.c:4:10"
    assert text in (result.reason, *result.notes)
    if engine != "dash":
        assert place(result.location) == "program.c:4:10 main"
        assert to_json(result)["location"]["line"] == 4
        assert from_json(to_json(result)).location == result.location
        assert places(result) == ["program.c:4"]


@pytest.mark.parametrize("engine", ENGINES)
def test_functions_that_the_library_calls_are_the_users(tmp_path: Path, engine: str) -> None:
    result = checked(tmp_path, SORTED, engine=engine)
    assert result.finding is not None
    assert (place(result.location), result.finding.called) == ("program.c:3:26 order", "")


def test_outside_the_property(tmp_path: Path) -> None:
    result = checked(tmp_path, COPIES, property="unreach-call", engine="explore")
    assert result.verdict.value == "unknown"
    assert result.reason is not None
    assert result.reason.startswith("undefined behaviour: strcpy: valid-deref: write of")
    assert [f.called for f in result.others] == ["strcpy", "strcpy"]


def test_bounds(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(COPIES)
    result = antumbra.characterize(path, property="klee", timeout=60)
    assert sorted(place(f.location) for f in result.cfc.failures) == ["program.c:10:24 main", "program.c:4:3 copy"]


def test_places_without_a_stack(tmp_path: Path) -> None:
    """Of an engine that follows no path: the first call that leads there."""
    path = tmp_path / "program.c"
    path.write_text(COPIES)
    loaded = load(path)
    inner = next(
        command.location
        for procedure in loaded.program.procedures.values()
        for block in procedure.blocks.values()
        for command in block.commands
        if command.location is not None and command.location.file == "<libc>/string_copy.c"
    )
    users = Cut(Reason.UNSUPPORTED, "x", Location("a.c", 3, 1, "main"))
    nowhere = Cut(Reason.UNSUPPORTED, "x", Location("<libc>/nothing.c", 3, 1))
    found = list(at_calls([users, Cut(Reason.NOT_TAKEN, "x", inner), nowhere], loaded))
    assert (found[0], found[2]) == (users, nowhere)
    assert (place(found[1].location), found[1].called) == ("program.c:4:3 copy", "strcpy")


def test_who_is_blamed() -> None:
    user, model, helper = Location("a.c", 3, 1, "f"), Location("<libc>/s.c", 9, 2, "g"), Location("<libc>/h.h", 1, 1)
    assert blamed(user, (user,)) == (user, "")
    assert blamed(helper, (helper, model, user)) == (user, "g")
    assert blamed(helper, (helper, model)) == (helper, "")
    assert blamed(None, (user,)) == (None, "")
