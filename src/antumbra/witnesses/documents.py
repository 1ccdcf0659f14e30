"""YAML as plain values that know their places: texts stay texts, whatever they look like."""

from __future__ import annotations

from typing import Any, Final, cast

import yaml

from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.records import dataclass, field

MOST_BYTES: Final = 20_000_000
DEEPEST: Final = 20
MOST_NODES: Final = 400_000


@dataclass(frozen=True, slots=True)
class Value:
    """A text, a list or a mapping."""

    place: Location
    text: str | None = None
    items: tuple[Value, ...] | None = None
    fields: tuple[tuple[str, Value], ...] = field(default=())
    mapping: bool = False

    def get(self, name: str) -> Value | None:
        """A field of a mapping; of several of one name the first."""
        return next((value for key, value in self.fields if key == name), None)

    def words(self, name: str) -> str:
        """The text of a field; empty where there is none."""
        found = self.get(name)
        return found.text or "" if found is not None else ""

    @property
    def kind(self) -> str:
        return "a text" if self.text is not None else "a list" if self.items is not None else "a mapping"


def read_yaml(data: bytes, name: str) -> Value:
    """The document. Raises InputError with a place for what is no YAML, has aliases, or is too large or too deep."""
    if len(data) > MOST_BYTES:
        raise InputError(f"is larger than {MOST_BYTES // 1_000_000} MB, too large for a witness", Location(name))
    try:
        return _Builder(name).document(cast("Any", yaml).parse(data))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = Location(name, mark.line + 1, mark.column + 1) if mark else Location(name)
        raise InputError(f"not YAML: {error.problem}", place) from error
    except (yaml.YAMLError, ValueError, UnicodeError, RecursionError) as error:
        raise InputError(f"not YAML: {(str(error).splitlines() or ['?'])[0]}", Location(name)) from error


@dataclass(slots=True)
class _Open:
    """A collection that is being read. ``key``: of a mapping, the key whose value comes next."""

    place: Location
    mapping: bool
    items: list[Value] = field(default_factory=list[Value])
    fields: list[tuple[str, Value]] = field(default_factory=list[tuple[str, Value]])
    key: Value | None = None
    names: set[str] = field(default_factory=set[str])


class _Builder:
    """From events: no constructor of the library's runs, and nothing recurses."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._open: list[_Open] = []
        self._result: Value | None = None
        self._nodes = 0

    def document(self, events: Any) -> Value:
        for event in events:
            place = Location(self._name, event.start_mark.line + 1, event.start_mark.column + 1)
            if isinstance(event, yaml.AliasEvent):
                raise InputError("aliases are not allowed in a witness", place)
            if isinstance(event, yaml.CollectionStartEvent):
                if len(self._open) >= DEEPEST:
                    raise InputError("nested too deeply for a witness", place)
                self._open.append(_Open(place, isinstance(event, yaml.MappingStartEvent)))
            elif isinstance(event, yaml.CollectionEndEvent):
                self._close()
            elif isinstance(event, yaml.ScalarEvent):
                self._add(Value(place, text=cast("Any", event).value))
            elif isinstance(event, yaml.DocumentStartEvent) and self._result is not None:
                raise InputError("a second document; expected one", place)
        if self._result is None:
            raise InputError("the file is empty; expected a witness", Location(self._name))
        return self._result

    def _close(self) -> None:
        done = self._open.pop()
        items = None if done.mapping else tuple(done.items)
        self._add(Value(done.place, None, items, tuple(done.fields), done.mapping))

    def _add(self, value: Value) -> None:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise InputError("too many values for a witness", value.place)
        if not self._open:
            self._result = value
            return
        into = self._open[-1]
        if not into.mapping:
            into.items.append(value)
        elif into.key is None:
            if value.text is None:
                raise InputError("a key that is no text", value.place)
            if value.text in into.names:
                raise InputError(f"a second {value.text[:40]!r} in one mapping", value.place)
            into.names.add(value.text)
            into.key = value
        else:
            into.fields.append((into.key.text or "", value))
            into.key = None
