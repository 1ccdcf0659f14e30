"""The engine through the command line and the API: verdicts, exit status, JSON, pictures, C programs."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import antumbra
from antumbra.cli.run import run
from antumbra.engines.abstract import refine
from antumbra.engines.abstract.pictures import abstract_picture
from support.protocols import PROTOCOLS, engine, protocol


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = run(arguments)
    return status, capsys.readouterr().out


def test_safe_with_its_proof(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = called(capsys, "check", str(PROTOCOLS / "fig1.gcl"), "--json")
    result = json.loads(out)
    assert status == 0
    assert result["verdict"] == "safe"
    assert result["engine"] == "abstract"
    assert result["proof_checked"] is True
    assert result["proof"]["check"] == "safe-fragment"
    assert sorted(result["proof"]["predicates"]) == ["b = 2", "x <= y"]
    assert len(result["proof"]["states"]) == 4
    assert result["stats"]["iterations"] == 1


def test_unsafe_with_a_replayed_trace(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = called(capsys, "check", str(PROTOCOLS / "ticket_any_broken.gcl"), "--json")
    result = json.loads(out)
    assert status == 1
    assert result["replayed"] is True
    assert result["violated"] == "mutex"
    assert result["trace"][0]["transition"] == "initial"
    assert len(result["trace"]) == 5
    assert {entry["name"] for entry in result["inputs"]} >= {"next", "served"}
    assert result["location"]["line"] == 14


def test_the_last_line_is_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = called(capsys, "check", str(PROTOCOLS / "ticket_broken.gcl"))
    assert out.splitlines()[-1] == "RESULT: false(mutex)"
    assert "P[2].enter" in out
    status, out = called(capsys, "check", str(PROTOCOLS / "ticket.gcl"), "--max-iterations", "1", "--no-fixpoint")
    assert status == 2
    assert out.splitlines()[-1] == "RESULT: unknown(iteration limit: 1; no violation within it)"


def test_parameters_by_definition(capsys: pytest.CaptureFixture[str]) -> None:
    status, _ = called(capsys, "check", str(PROTOCOLS / "fischer.gcl"), "-D", "WAIT=0")
    assert status == 1
    status, _ = called(capsys, "check", str(PROTOCOLS / "fischer.gcl"), "-D", "NOSUCH=0")
    assert status == 3


SEVERAL = """
var x: int = 0;
up: when x < 9 do x := x + 1;
property low: invariant x >= 0;
property five: unreachable x = 5;
property invariant x <= 7;
property invariant x != 11;
"""


def test_every_property_has_a_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "several.gcl"
    file.write_text(SEVERAL)
    status, out = called(capsys, "check", str(file), "--json")
    result = json.loads(out)
    assert status == 1
    assert result["violated"] == "five"
    assert [(t["id"], t["line"], t["verdict"]) for t in result["targets"]] == [
        ("low", 4, "safe"),
        ("five", 5, "unsafe"),
        ("invariant:6", 6, "unsafe"),
        ("invariant:7", 7, "safe"),
    ]
    _, out = called(capsys, "check", str(file))
    assert "invariant:6  unsafe (line 6)" in out


def test_properties_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "several.gcl"
    file.write_text(SEVERAL)
    status, out = called(capsys, "check", str(file), "--property", "low", "--json")
    result = json.loads(out)
    assert status == 0
    assert result["property"] == "low"
    assert result["targets"] == []
    status, out = called(capsys, "check", str(file), "--property", "invariant,low", "--json")
    assert [t["verdict"] for t in json.loads(out)["targets"]] == ["unsafe", "safe", "safe"]
    # deadlock freedom can be asked of every file
    status, out = called(capsys, "check", str(file), "--property", "deadlock_free")
    assert status == 1
    assert out.splitlines()[-1] == "RESULT: false(deadlock_free)"
    assert run(["check", str(file), "--property", "lo"]) == 3
    assert "there is no property 'lo'; expected low, five, invariant, deadlock_free; did you mean low?" in (
        capsys.readouterr().err
    )


def test_properties_beyond_the_limit_are_unknown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "several.gcl"
    text = "var x: int = 0, y: int = 0;\nup: do x := x + 1, y := y + x;\nproperty a: invariant y >= 0;\n"
    file.write_text(text + "property b: invariant y != 3;\n")
    _, out = called(capsys, "check", str(file), "--json", "--max-iterations", "3")
    result = json.loads(out)
    assert [t["verdict"] for t in result["targets"]] == ["unknown", "unsafe"]
    assert "the other properties are not decided: iteration limit" in result["notes"]
    _, out = called(capsys, "check", str(file), "--json", "--max-iterations", "1")
    assert [t["verdict"] for t in json.loads(out)["targets"]] == ["unknown", "unknown"]


def test_wrong_input_says_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wrong.gcl"
    file.write_text("var x: int = 0;\nproperty invariant x >;\n")
    assert run(["check", str(file)]) == 3
    assert f"{file}:2:23: expected an expression, found ';'" in capsys.readouterr().err


def test_the_literal_answer_is_only_a_note(tmp_path: Path) -> None:
    file = tmp_path / "literal.gcl"
    file.write_text(
        "var x: int = 0, y: int = 0;\nstep: do x := nondet, y := y + 1;\nproperty invariant 3 * x != y + 1;\n"
    )
    result = antumbra.check(file, options={"literal": True})
    assert result.verdict is antumbra.Verdict.UNSAFE
    assert any("safe-fragment says safe" in note and "does not confirm" in note for note in result.notes)


@pytest.mark.parametrize(("format_", "start"), [("dot", "digraph"), ("svg", "<svg"), ("html", "<!doctype html>")])
def test_pictures(format_: str, start: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = called(capsys, "show", str(PROTOCOLS / "fig1.gcl"), "--abstract", "--format", format_)
    assert status == 0
    assert out.startswith(start)
    assert "P1.t2" in out


class Tags(HTMLParser):
    """The tags that are open, what refers to something, and the names of things."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.names: list[str] = []
        self.references: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.see(attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.see(attrs)

    def see(self, attrs: list[tuple[str, str | None]]) -> None:
        self.names += [value or "" for name, value in attrs if name == "id"]
        self.references += [v or "" for name, v in attrs if name in ("href", "xlink:href", "src", "marker-end")]

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.parametrize("name", ["fig1", "ticket_broken", "fischer"])
def test_a_page_is_whole(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tags are balanced, references stay inside, the picture is XML, and odd names are escaped."""
    file = tmp_path / f"{name}<b>&amp.gcl"
    file.write_text(protocol(name))
    _, out = called(capsys, "show", str(file), "--abstract", "--format", "html")
    tags = Tags()
    tags.feed(out)
    tags.close()
    assert not tags.open
    assert not tags.wrong
    assert len(set(tags.names)) == len(tags.names)
    assert {r for r in tags.references if r[:5] != "url(#" or r[5:-1] not in tags.names} == set()
    assert f"{name}<b>&amp" in tags.words
    ET.fromstring(out[out.index("<svg") : out.index("</svg>") + 6])


def test_a_transition_is_only_drawn_as_what_it_is_known_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = engine(protocol("fig1"), symmetry=False, picture=True)
    known = {e.kind for e in abstract_picture(analysis.system, analysis.run()).edges}
    assert known == {"start", "exact", "inexact"}
    monkeypatch.setattr(refine, "MOST_EDGES", 3)
    analysis = engine(protocol("fig1"), symmetry=False, picture=True)
    assert {e.kind for e in abstract_picture(analysis.system, analysis.run()).edges} == {"start", "plain"}


def test_finite_variables_have_the_values_of_their_range(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = called(capsys, "show", str(PROTOCOLS / "peterson.gcl"), "--abstract", "--format", "dot")
    assert "turn = 1" in out
    assert "turn = 2" in out
    assert "turn = 0" not in out


def test_a_symmetric_proof_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = called(capsys, "check", str(PROTOCOLS / "ticket.gcl"), "-D", "N=3", "--json")
    result = json.loads(out)
    assert result["notes"] == ["states stand for all orders of P[1], P[2], P[3]"]
    assert result["stats"]["abstract_states"] == 7
    _, out = called(capsys, "check", str(PROTOCOLS / "ticket.gcl"), "-D", "N=3", "--json", "--no-symmetry")
    assert json.loads(out)["stats"]["abstract_states"] == 31


def test_programs_of_other_front_ends(tmp_path: Path) -> None:
    file = tmp_path / "count.c"
    text = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    if (x < 10) { x++; y++; } else { x = 0; y = 0; }
    if (x != y) reach_error();
  }
  return 0;
}
"""
    file.write_text(text)
    assert antumbra.check(file, engine="abstract", timeout=60).verdict is antumbra.Verdict.SAFE
    file.write_text(text.replace("y++", "y += 2"))
    result = antumbra.check(file, engine="abstract", timeout=60)
    assert result.verdict is antumbra.Verdict.UNSAFE
    assert result.replayed is True
    file.write_text(
        "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
        "static int inc(int v) { return v + 1; }\n"
        "int main(void) { int x = __VERIFIER_nondet_int(); int y = inc(x); if (x == 7 && y != 8) reach_error();\n"
        "  if (x == 41 && inc(y) == 43) reach_error(); return 0; }\n"
    )
    result = antumbra.check(file, engine="abstract", timeout=60)
    assert [entry.value for entry in result.inputs or ()] == [41]
    file.write_text("int a[3]; int main(int n, char **v) { a[n % 3] = 1; return a[0]; }")
    result = antumbra.check(file, engine="abstract", timeout=60)
    assert result.verdict is antumbra.Verdict.UNKNOWN
    assert "the engine abstract takes no memory" in (result.reason or "")
