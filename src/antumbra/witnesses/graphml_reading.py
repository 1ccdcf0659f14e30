"""Witnesses in GraphML 1.0, ours and those of other tools."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, Final
from xml.parsers import expat

from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.records import dataclass, field
from antumbra.witnesses.documents import DEEPEST, MOST_BYTES, MOST_NODES
from antumbra.witnesses.values import Expression, InvariantAt, Producer, Segment, Task, Waypoint, Witness

_TRUE: Final = ("true", "1")
_CONTROL: Final = {"condition-true": "true", "condition-false": "false"}
_MODELS: Final = {"32bit": "ILP32", "64bit": "LP64"}


@dataclass(slots=True)
class _Item:
    """A node, an edge or the graph, with its data."""

    place: Location
    attributes: dict[str, str]
    data: dict[str, tuple[str, Location]] = field(default_factory=dict[str, "tuple[str, Location]"])

    def get(self, key: str) -> str:
        return self.data[key][0].strip() if key in self.data else ""

    def line(self) -> int:
        text = self.get("startline")
        if not text:
            return 0
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise InputError(f"startline is {text[:40]!r}; expected a number", self.data["startline"][1])
        return int(text)


class _Graph:
    """What the parser finds. No entity is ever expanded."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.graph: _Item | None = None
        self.nodes: dict[str, _Item] = {}
        self.edges: list[_Item] = []
        self._open: list[_Item | None] = []
        self._text: list[str] | None = None
        self._key = ""
        self._count = 0
        self._parser = expat.ParserCreate(namespace_separator=" ")

    def read(self, data: bytes) -> None:
        parser: Any = self._parser
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.StartDoctypeDeclHandler = self._refuse
        parser.EntityDeclHandler = self._refuse
        try:
            parser.Parse(data, True)
        except expat.ExpatError as error:
            raise InputError(f"not XML: {expat.ErrorString(error.code)}", self._place()) from error
        except (ValueError, UnicodeError, LookupError) as error:
            raise InputError(f"not XML: {error}", self._place()) from error

    def _place(self) -> Location:
        return Location(self.name, max(1, self._parser.CurrentLineNumber), self._parser.CurrentColumnNumber + 1)

    def _refuse(self, *_: object) -> None:
        raise InputError("a DOCTYPE is not allowed in a witness", self._place())

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MOST_NODES or len(self._open) > DEEPEST:
            raise InputError("too large or too deep for a witness", self._place())
        name = tag.rpartition(" ")[2]
        item = _Item(self._place(), attributes)
        match name:
            case "graph":
                if self.graph is not None:
                    raise InputError("a second graph; expected one", item.place)
                self.graph = item
            case "node":
                if attributes.get("id", "") in self.nodes:
                    raise InputError(f"a second node {attributes.get('id', '')[:40]!r}", item.place)
                self.nodes[attributes.get("id", "")] = item
            case "edge":
                self.edges.append(item)
            case "data":
                self._key, self._text = attributes.get("key", ""), []
                self._open.append(None)
                return
            case _:
                self._open.append(None)
                return
        self._open.append(item)

    def _end(self, tag: str) -> None:
        self._open.pop()
        if tag.rpartition(" ")[2] == "data" and self._text is not None:
            owner = next((item for item in reversed(self._open) if item is not None), None)
            if owner is not None:
                text = "".join(self._text)
                if owner.data.setdefault(self._key, (text, self._place()))[0] != text:
                    raise InputError(
                        f"a second {self._key[:40]!r} of one {'graph' if owner is self.graph else 'part'}",
                        self._place(),
                    )
            self._text = None

    def _characters(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)


def graphml_witness(data: bytes, name: str) -> Witness:
    """The witness in a text. Raises InputError, with a place, where it cannot be understood."""
    if len(data) > MOST_BYTES:
        raise InputError(f"is larger than {MOST_BYTES // 1_000_000} MB, too large for a witness", Location(name))
    graph = _Graph(name)
    graph.read(data)
    top = graph.graph
    if top is None:
        raise InputError("there is no graph", Location(name))
    kind = top.get("witness-type")
    if kind not in ("violation_witness", "correctness_witness"):
        raise InputError(f"witness-type is {kind[:40]!r}; expected violation_witness or correctness_witness", top.place)
    entries = [node for node, item in graph.nodes.items() if item.get("entry").lower() in _TRUE]
    if len(entries) != 1:
        raise InputError(f"{len(entries)} entry nodes; expected one", top.place)
    file, found = top.get("programfile"), top.get("programhash")
    model = top.get("architecture")
    task = Task(
        (file,), ((file, found),), top.get("specification"), _MODELS.get(model, model), top.get("sourcecodelang")
    )
    words = top.get("producer").split(" ", 2)
    producer = Producer(*[*words, "", "", ""][:3])
    created = top.get("creationtime")
    if kind == "violation_witness":
        segments = tuple(_segments(graph, entries[0], file))
        return Witness(True, task, producer, created, segments=segments, format="1.0")
    invariants, unread = _invariants(graph, file)
    return Witness(False, task, producer, created, invariants=tuple(invariants), unread=tuple(unread), format="1.0")


# ---------------------------------------------------------------- correctness


def _invariants(graph: _Graph, file: str) -> tuple[list[InvariantAt], list[str]]:
    found: list[InvariantAt] = []
    unread: list[str] = []
    for name, node in graph.nodes.items():
        text = node.get("invariant")
        if text.rstrip(";").strip() in ("", "1", "true", "( 1 )", "(1)"):
            continue
        place = node.data["invariant"][1]
        lines = _loop_lines(graph, name)
        if not lines:
            unread.append(f"{place}: an invariant that is not at the head of a loop is not read")
            continue
        expression = Expression(text.rstrip("; "), "c_expression", place)
        found += [InvariantAt(Location(file, line, 0, ""), expression) for line in lines]
    return found, unread


def _loop_lines(graph: _Graph, node: str) -> list[int]:
    """The line of the loop whose head a node is: where its condition is, or what an edge to it says."""
    into = [e for e in graph.edges if e.attributes.get("target") == node and e.get("enterLoopHead").lower() in _TRUE]
    if not into:
        return []
    leaving = [e for e in graph.edges if e.attributes.get("source") == node and e.get("control") in _CONTROL]
    lines = dict.fromkeys(line for e in leaving if (line := e.line())) or dict.fromkeys(
        line for e in into if (line := e.line())
    )
    return list(lines)


# ---------------------------------------------------------------- violations


def _segments(graph: _Graph, entry: str, file: str) -> Iterator[Segment]:
    path = _path(graph, entry)
    for number, edge in enumerate(path):
        last = number == len(path) - 1
        for waypoint in _waypoints(edge, file, last=last):
            yield Segment(waypoint)
        if last:
            place = Location(file, edge.line(), 0, "")
            yield Segment(Waypoint("target", "follow", place, None, edge.place))


def _path(graph: _Graph, entry: str) -> list[_Item]:
    """The shortest way to a violation."""
    leaving: dict[str, list[_Item]] = {}
    for edge in graph.edges:
        leaving.setdefault(edge.attributes.get("source", ""), []).append(edge)
    before: dict[str, _Item] = {}
    waiting, seen = deque([entry]), {entry}
    while waiting:
        node = waiting.popleft()
        item = graph.nodes.get(node)
        if item is not None and item.get("violation").lower() in _TRUE:
            return _back(before, entry, node)
        if item is not None and item.get("sink").lower() in _TRUE:
            continue
        for edge in leaving.get(node, ()):
            target = edge.attributes.get("target", "")
            if target not in graph.nodes:
                raise InputError(f"an edge to {target[:40]!r}, which is no node", edge.place)
            if target not in seen:
                seen.add(target)
                before[target] = edge
                waiting.append(target)
    raise InputError("no way leads from the entry to a violation", graph.graph.place if graph.graph else None)


def _back(before: dict[str, _Item], entry: str, node: str) -> list[_Item]:
    path: list[_Item] = []
    while node != entry:
        edge = before[node]
        path.append(edge)
        node = edge.attributes.get("source", "")
    if not path:
        raise InputError("the entry itself is a violation", Location("", 0))
    path.reverse()
    return path


def _waypoints(edge: _Item, file: str, *, last: bool) -> Iterator[Waypoint]:
    line = edge.line()
    where = Location(file, line, 0, "")
    if control := edge.get("control"):
        place = edge.data["control"][1]
        if control not in _CONTROL:
            raise InputError(f"control is {control[:40]!r}; expected condition-true or condition-false", place)
        if not line:
            raise InputError("a condition without a line", place)
        yield Waypoint("branching", "follow", where, Expression(_CONTROL[control], "", place), edge.place)
    if edge.get("assumption") and not last:
        place = edge.data["assumption"][1]
        if not line:
            raise InputError("an assumption without a line", place)
        of = edge.get("assumption.resultfunction")
        for text in filter(None, (part.strip() for part in edge.get("assumption").split(";"))):
            if "\\result" in text:
                expression = Expression(text, "acsl_expression", place)
                yield Waypoint("function_return", "follow", where, expression, edge.place, result_of=of)
            else:
                expression = Expression(text, "c_expression", place)
                yield Waypoint("assumption", "follow", where, expression, edge.place, after=True)
