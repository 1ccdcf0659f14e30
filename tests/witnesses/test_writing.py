"""Witnesses that are written: their structure is what SV-COMP's schema demands, and what they say is right."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from antumbra.frontends.load import load
from antumbra.program.graphs.flow import FlowGraph
from antumbra.session import wording
from antumbra.witnesses.graphml_writing import graphml_text
from antumbra.witnesses.reading import witness_of
from antumbra.witnesses.values import Witness
from antumbra.witnesses.yaml_writing import yaml_text
from witnesses.witnessed import BRANCHES, COUNTING, HEAD, checked, entries, written

KEYS = {"format_version", "uuid", "creation_time", "producer", "task"}
WAYPOINTS = {"assumption", "target", "function_enter", "function_return", "branching"}


def follows_schema(document: Any) -> None:
    """The rules of the schema that are about structure."""
    assert isinstance(document, list)
    for entry in document:
        assert set(entry) == {"entry_type", "metadata", "content"}
        metadata = entry["metadata"]
        assert set(metadata) == KEYS
        assert metadata["format_version"] in ("2.0", "2.1")
        assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", metadata["uuid"])
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", metadata["creation_time"])
        assert {"name", "version"} <= set(metadata["producer"]) <= {"name", "version", "configuration"}
        task = metadata["task"]
        assert set(task) == {"input_files", "input_file_hashes", "specification", "data_model", "language"}
        assert set(task["input_files"]) == set(task["input_file_hashes"])
        assert all(re.fullmatch(r"[0-9a-f]{64}", found) for found in task["input_file_hashes"].values())
        assert task["data_model"] in ("LP64", "ILP32")
        assert task["language"] == "C"
        if entry["entry_type"] == "violation_sequence":
            sequence(entry["content"])
        else:
            assert entry["entry_type"] == "invariant_set"
            for item in entry["content"]:
                claim(item)


def sequence(content: list[Any]) -> None:
    assert content
    for number, item in enumerate(content):
        waypoints = [each["waypoint"] for each in item["segment"]]
        assert [w["action"] for w in waypoints] == [*("avoid" for _ in waypoints[1:]), "follow"]
        assert (waypoints[-1]["type"] == "target") is (number == len(content) - 1)
        for waypoint in waypoints:
            assert waypoint["type"] in WAYPOINTS
            located(waypoint["location"])
            assert ("constraint" in waypoint) is (waypoint["type"] not in ("target", "function_enter"))


def claim(item: dict[str, Any]) -> None:
    ((kind, found),) = item.items()
    located(found["location"])
    assert found["format"] in ("c_expression", "acsl_expression")
    if kind == "invariant":
        assert found["type"] in ("loop_invariant", "location_invariant")
        assert isinstance(found["value"], str)
    else:
        assert kind == "contract"
        assert found["type"] == "function_contract"
        assert isinstance(found["requires"], str)
        assert isinstance(found["ensures"], str)


def located(location: dict[str, Any]) -> None:
    assert set(location) == {"file_name", "line", "column", "function"}
    assert location["line"] >= 1
    assert location["column"] >= 1


def follows_linter(text: str) -> None:
    """What the linter of GraphML witnesses demands."""
    root = ET.fromstring(text)
    space = "{http://graphml.graphdrawing.org/xmlns}"
    assert root.tag == f"{space}graphml"
    keys = {key.get("id") for key in root.iter(f"{space}key")}
    assert {data.get("key") for data in root.iter(f"{space}data")} <= keys
    graph = root.find(f"{space}graph")
    assert graph is not None
    told = {data.get("key"): data.text for data in graph.findall(f"{space}data")}
    assert {"witness-type", "sourcecodelang", "producer", "specification", "programfile", "programhash"} <= set(told)
    assert told["architecture"] in ("32bit", "64bit")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", told["creationtime"] or "")
    nodes = {node.get("id") for node in graph.findall(f"{space}node")}
    for edge in graph.findall(f"{space}edge"):
        assert {edge.get("source"), edge.get("target")} <= nodes
        assert edge.get("source") != edge.get("target")


def test_violation(tmp_path: Path) -> None:
    file = written(tmp_path / "a b.c", BRANCHES)
    _, witness = checked(file)
    follows_schema(entries(witness))
    (entry,) = entries(witness)
    assert entry["metadata"]["task"]["input_file_hashes"] == {str(file): hashlib.sha256(file.read_bytes()).hexdigest()}
    first, last = (item["segment"][0]["waypoint"] for item in entry["content"])
    assert first["type"] == "function_return"
    assert (first["location"]["line"], first["location"]["column"]) == (6, 33)  # the closing bracket
    assert re.fullmatch(r"\\result == \d+", first["constraint"]["value"])
    assert (last["location"]["line"], last["location"]["column"]) == (12, 5)
    follows_linter(graphml_text(witness))


def test_inputs_of_a_loop_come_in_order(tmp_path: Path) -> None:
    loop = "int main(void) { int s = 0; for (int i = 0; i < 3; i++) { int x = __VERIFIER_nondet_int(); "
    loop += "s = s * 4 + (x & 3); }"
    file = written(tmp_path / "a.c", f"{HEAD}{loop} if (s == 27) reach_error(); return 0; }}\n")
    _, witness = checked(file)
    values = [s.follow.constraint.text for s in witness.segments if s.follow.constraint is not None]
    assert [int(v.rpartition(" ")[2]) & 3 for v in values] == [1, 2, 3]


@pytest.mark.parametrize("engine", ["interpolate", "houdini", "dash"])
def test_invariant_at_its_loop(tmp_path: Path, engine: str) -> None:
    file = written(tmp_path / "safe.c", COUNTING)
    _, witness = checked(file, engine)
    follows_schema(entries(witness))
    follows_linter(graphml_text(witness))
    assert [(i.location.line, i.location.column, i.loop) for i in witness.invariants][:1] == [(8, 3, True)]
    texts = [i.expression.text for i in witness.invariants]
    expected = {"!(i != n && n <= i)", "!(n != i && n <= i)"} if engine == "dash" else {"i <= n"}
    assert expected & set(texts)


def test_values_that_rounds_change_are_gone(tmp_path: Path) -> None:
    program = load(written(tmp_path / "a.c", COUNTING)).program
    procedure = program.procedures["main"]
    (head,) = FlowGraph(procedure).loop_heads
    kept = {str(v.data) for v in wording._kept(program, procedure, head).values()}
    assert "n.call" in kept
    assert not any(name.startswith("i.") for name in kept)


def test_do_loops_and_labels_are_told_where_they_begin(tmp_path: Path) -> None:
    body = """int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  if (n < 1) return 0;
  do {
    i++;
  } while (i < n);
  if (i != n) reach_error();
  return 0;
}
"""
    file = written(tmp_path / "do.c", HEAD + body)
    _, witness = checked(file, "interpolate")
    assert [(i.location.line, i.location.column, i.loop) for i in witness.invariants][:1] == [(10, 5, False)]
    turned = body.replace("do {", "again:").replace("  } while (i < n);", "  if (i < n) goto again;")
    file = written(tmp_path / "goto.c", HEAD + turned)
    _, witness = checked(file, "interpolate")
    assert [(i.location.line, i.location.column, i.loop) for i in witness.invariants][:1] == [(9, 3, False)]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    for name, text, engine in (("bad.c", BRANCHES, "explore"), ("good.c", COUNTING, "interpolate")):
        _, witness = checked(written(tmp_path / name, text), engine)
        again = witness_of(yaml_text(witness).encode(), "w.yml")
        assert places(again) == places(witness)
        assert (again.task, again.producer, again.uuid) == (witness.task, witness.producer, witness.uuid)
        graph = witness_of(graphml_text(witness).encode(), "w.graphml")
        assert graph.task.hashes == witness.task.hashes
        assert [line for line, _ in places(graph)] == [line for line, _ in places(witness)]


def places(witness: Witness) -> list[tuple[int, str]]:
    waypoints = [(s.follow.location.line, s.follow.constraint) for s in witness.segments]
    found = [(line, "" if constraint is None else constraint.text) for line, constraint in waypoints]
    return found + [(i.location.line, i.expression.text) for i in witness.invariants]


def test_why_there_is_none(tmp_path: Path) -> None:
    import antumbra

    file = written(tmp_path / "a.c", BRANCHES)
    result = antumbra.check(file, witness=True, property="division-by-zero")
    assert result.witness is None
    assert any("no witness: the property division-by-zero has no formula" in note for note in result.notes)
    result = antumbra.check(written(tmp_path / "s.c", COUNTING), engine="explore", max_paths=2, witness=True)
    assert any("no witness: an unknown verdict" in note for note in result.notes)
