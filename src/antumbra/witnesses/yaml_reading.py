"""Witnesses in YAML, ours and those of other tools."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.witnesses.documents import Value
from antumbra.witnesses.values import (
    ACTIONS,
    FORMATS,
    WAYPOINTS,
    Expression,
    FunctionContract,
    InvariantAt,
    Producer,
    Segment,
    Task,
    Waypoint,
    Witness,
)

_LARGEST: Final = 10**9


def yaml_witness(document: Value) -> Witness:
    """The witness in a document. Raises InputError, with a place, where it cannot be understood."""
    entries = list(document.items) if document.items is not None else [document]
    if not entries:
        raise InputError("there is no entry; expected violation_sequence or invariant_set", document.place)
    kinds = [entry.words("entry_type") for entry in entries]
    if "violation_sequence" in kinds:
        if len(entries) > 1:
            raise InputError("a violation_sequence beside other entries; expected it alone", document.place)
        return _Reader().violation(entries[0])
    return _Reader().correctness(entries)


class _Reader:
    def __init__(self) -> None:
        self._unread: list[str] = []
        self._notes: list[str] = []

    def violation(self, entry: Value) -> Witness:
        content = entry.get("content")
        if content is None or not content.items:
            raise InputError("no segment; expected a list of segments as content", (content or entry).place)
        segments = tuple(self._segment(item) for item in content.items)
        for segment in segments[:-1]:
            if segment.follow.type == "target":
                raise InputError("a target that is not in the last segment", segment.follow.place)
        if segments[-1].follow.type != "target":
            raise InputError("the last segment has no target", segments[-1].follow.place)
        return self._witness(entry, violation=True, segments=segments)

    def correctness(self, entries: list[Value]) -> Witness:
        invariants: list[InvariantAt] = []
        contracts: list[FunctionContract] = []
        first: Value | None = None
        for entry in entries:
            kind = entry.words("entry_type")
            if kind in ("loop_invariant", "location_invariant"):  # 0.1: one entry each
                invariants.append(self._early(entry, kind))
            elif kind == "invariant_set":
                for item in self._content(entry):
                    self._claim(item, invariants, contracts)
            elif kind == "ghost_instrumentation":
                self._leave("ghost variables are not read", entry.place)
            elif kind.startswith("precondition_") or kind == "loop_invariant_certificate":
                self._leave(f"entries of type {kind} are not read", entry.place)
            else:
                what = f"entry_type is {kind!r}" if kind else "an entry without entry_type"
                raise InputError(f"{what}; expected violation_sequence or invariant_set", entry.place)
            first = first or entry
        if first is None:
            raise InputError("there is no entry", None)
        return self._witness(first, violation=False, invariants=tuple(invariants), contracts=tuple(contracts))

    # ---------------------------------------------------------------- parts

    def _witness(
        self,
        entry: Value,
        *,
        violation: bool,
        segments: tuple[Segment, ...] = (),
        invariants: tuple[InvariantAt, ...] = (),
        contracts: tuple[FunctionContract, ...] = (),
    ) -> Witness:
        metadata = entry.get("metadata")
        if metadata is None:
            self._notes.append("the witness has no metadata: whether it is about this program is not said")
            metadata = Value(entry.place, mapping=True)
        producer, task = metadata.get("producer"), metadata.get("task")
        return Witness(
            violation,
            self._task(task),
            Producer(producer.words("name"), producer.words("version"), producer.words("configuration"))
            if producer is not None
            else Producer(),
            metadata.words("creation_time"),
            metadata.words("uuid"),
            segments,
            invariants,
            contracts,
            tuple(self._unread),
            tuple(self._notes),
            metadata.words("format_version") or "2.0",
        )

    def _task(self, task: Value | None) -> Task:
        if task is None:
            return Task()
        files = task.get("input_files")
        names = tuple(item.text or "" for item in files.items or ()) if files is not None else ()
        if files is not None and files.text:
            names = (files.text,)
        hashes = task.get("input_file_hashes")
        pairs = tuple((name, value.text or "") for name, value in hashes.fields) if hashes is not None else ()
        return Task(names, pairs, task.words("specification"), task.words("data_model"), task.words("language"))

    def _segment(self, item: Value) -> Segment:
        inner = item.get("segment")
        waypoints = inner.items if inner is not None else None
        if not waypoints:
            raise InputError("expected a segment: a list of waypoints", item.place)
        found = [self._waypoint(each) for each in waypoints]
        avoid, follow = found[:-1], found[-1]
        if any(waypoint.action != "avoid" for waypoint in avoid) or follow.action != "follow":
            if any(waypoint.action == "cycle" for waypoint in found):
                raise InputError("segments of a cycle, about executions without end, are not read", item.place)
            raise InputError("expected some waypoints to avoid, and then one to follow", item.place)
        return Segment(follow, tuple(avoid))

    def _waypoint(self, item: Value) -> Waypoint:
        found = item.get("waypoint")
        if found is None:
            raise InputError("expected a waypoint", item.place)
        kind, action = found.words("type"), found.words("action")
        if kind not in WAYPOINTS:
            raise InputError(f"a waypoint of type {kind!r}; expected one of {', '.join(WAYPOINTS)}", found.place)
        if action not in ACTIONS:
            raise InputError(f"action is {action!r}; expected follow or avoid", found.place)
        constraint = found.get("constraint")
        expression: Expression | None = None
        if constraint is not None:
            value = constraint.get("value")
            if value is None or value.text is None:
                raise InputError("a constraint without a value", constraint.place)
            default = "acsl_expression" if kind == "function_return" else "c_expression"
            expression = Expression(value.text, constraint.words("format") or default, value.place)
        elif kind in ("assumption", "branching"):
            raise InputError(f"a waypoint of type {kind} needs a constraint", found.place)
        if expression is not None and kind == "target":
            raise InputError("a target has no constraint", found.place)
        return Waypoint(kind, action, self._location(found), expression, found.place)

    def _content(self, entry: Value) -> Iterator[Value]:
        content = entry.get("content")
        if content is None:
            raise InputError("an invariant_set without content", entry.place)
        if content.items is None and not (content.mapping and not content.fields) and content.text:
            raise InputError(f"content is {content.kind}; expected a list", content.place)
        yield from content.items or ()

    def _claim(self, item: Value, invariants: list[InvariantAt], contracts: list[FunctionContract]) -> None:
        claims = [value for key, value in item.fields if key in ("invariant", "contract", "location_invariant")]
        found = claims[0] if len(claims) == 1 else None
        if found is None:
            names = ", ".join(key for key, _ in item.fields) or item.kind
            raise InputError(f"expected an invariant, found {names[:60]}", item.place)
        kind = found.words("type")
        if kind == "function_contract":
            contracts.append(
                FunctionContract(
                    self._location(found), self._expression(found, "requires"), self._expression(found, "ensures")
                )
            )
        elif kind in ("loop_invariant", "location_invariant"):
            invariants.append(
                InvariantAt(self._location(found), self._expression(found, "value"), kind == "loop_invariant")
            )
        elif kind.endswith("transition_invariant"):
            self._leave("transition invariants are not read", found.place)
        else:
            raise InputError(
                f"an invariant of type {kind!r}; expected loop_invariant or location_invariant", found.place
            )

    def _early(self, entry: Value, kind: str) -> InvariantAt:
        """Version 0.1 has an entry for each invariant."""
        inner = entry.get(kind)
        text = inner.get("string") if inner is not None else None
        if inner is None or text is None or text.text is None:
            raise InputError(f"an entry of type {kind} without its text", entry.place)
        return InvariantAt(
            self._location(entry), Expression(text.text, "c_expression", text.place), kind == "loop_invariant"
        )

    def _expression(self, found: Value, name: str) -> Expression:
        value = found.get(name)
        if value is None and name != "value":
            return Expression("1", "c_expression", found.place)
        if value is None or value.text is None:
            raise InputError(f"an invariant without {name}", found.place)
        written = found.words("format") or "c_expression"
        if written not in FORMATS:
            raise InputError(f"format is {written!r}; expected one of {', '.join(FORMATS)}", found.place)
        return Expression(value.text, written, value.place)

    def _location(self, found: Value) -> Location:
        location = found.get("location")
        if location is None:
            raise InputError("no location", found.place)
        line = _number(location, "line")
        if line is None:
            raise InputError("a location without a line", location.place)
        file = location.words("file_name") or location.words("file")
        return Location(file, line, _number(location, "column") or 0, location.words("function"))

    def _leave(self, what: str, place: Location) -> None:
        self._unread.append(f"{place}: {what}")


def _number(found: Value, name: str) -> int | None:
    value = found.get(name)
    if value is None or value.text in (None, "", "null", "~"):
        return None
    text = value.text or ""
    if not (text.isascii() and text.isdigit()) or len(text) > 10 or int(text) > _LARGEST:
        raise InputError(f"{name} is {text[:40]!r}; expected a number", value.place)
    return int(text)
