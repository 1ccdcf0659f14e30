"""Debug metadata: from a number on an instruction to a place in the user's source."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Final

from antumbra.frontends.llvm.reading.lexer import unescape
from antumbra.program.source import Location
from antumbra.records import dataclass

_FIELD: Final = re.compile(r'(\w+): (!\d+|"[^"]*"|-?\d+|\w[\w |]*)')


@dataclass(frozen=True, slots=True)
class Node:
    """One metadata node: ``!DIName(key: value, …)``, or a plain tuple with kind ""."""

    kind: str
    fields: Mapping[str, str]

    def text(self, key: str) -> str:
        value = self.fields.get(key, "")
        return unescape(value).decode("utf-8", "replace") if value[:1] == '"' else value

    def number(self, key: str) -> int:
        value = self.fields.get(key, "")
        return int(value) if value.lstrip("-").isdigit() else 0

    def reference(self, key: str) -> int | None:
        value = self.fields.get(key, "")
        return int(value[1:]) if value[:1] == "!" and value[1:].isdigit() else None


_LOCATION: Final = re.compile(
    r"\n!(\d+) = (?:distinct )?!DILocation\((?:line: (\d+), )?(?:column: (\d+), )?scope: !(\d+)"
)
_BLOCK: Final = re.compile(r"\n!(\d+) = distinct !DILexicalBlock\(scope: !(\d+), file: !(\d+),")
_LINE: Final = re.compile(r"\n!([^\s=]+) = ")
_ELEMENT: Final = re.compile(r"!(\d+)")
_EMPTY: Final = Node("", {})
#: what llvmlite says of a module that does not tell
_NO_NAMES: Final = ("", "<string>")


class DebugInfo:
    """Nodes are parsed when asked for and kept."""

    def __init__(self, text: str, begin: int, source_name: str) -> None:
        """``begin``: where the text's first line of metadata is."""
        #: each line of metadata is found by the end of the line before it
        self._text = text if begin else f"\n{text}"
        self._begin = max(begin - 1, 0)
        self._source_name = source_name
        self._nodes: dict[int, Node] = {}
        self._scopes: dict[int, tuple[str, str]] = {}
        self._files: dict[int, str] = {}
        self._main: str | None = None
        self.unnamed = ""  #: the file, where nothing in it tells
        self.main_name = ""  #: what the user calls the main file; empty: as the compiler was told

    # ------------------------------------------------------------ by one pass over the text, when first asked for

    @cached_property
    def _starts(self) -> dict[str, int]:
        """Number or name → where its line is."""
        return {match[1]: match.start() + 1 for match in _LINE.finditer(self._text, self._begin)}

    @cached_property
    def locations(self) -> dict[int, Location]:
        """Number → the place that a !DILocation names."""
        homes: dict[str, tuple[str, str]] = {}
        found = _LOCATION.findall(self._text, self._begin)
        for _, _, _, scope in found:
            if scope not in homes:
                homes[scope] = self._scope(int(scope))
        return {
            int(number): Location(home[0], int(line or 0), int(column or 0), home[1])
            for number, line, column, scope in found
            for home in (homes[scope],)
        }

    @cached_property
    def _blocks(self) -> dict[int, tuple[int, int]]:
        """Number → scope around it and file of a block in braces: most scopes are such."""
        return {int(block): (int(scope), int(file)) for block, scope, file in _BLOCK.findall(self._text, self._begin)}

    # ------------------------------------------------------------ nodes

    def node(self, number: int) -> Node:
        found = self._nodes.get(number)
        if found is None:
            found = self._nodes[number] = self._parse(number)
        return found

    def _parse(self, number: int) -> Node:
        start = self._starts.get(str(number))
        if start is None:
            return _EMPTY
        stop = self._text.find("\n", start)
        line = self._text[start : stop if stop >= 0 else len(self._text)]
        _, _, value = line.partition(" = ")
        value = value.removeprefix("distinct ")
        kind, _, inner = value.partition("(")
        return Node(kind.lstrip("!"), dict(_FIELD.findall(inner)))

    def elements(self, number: int | None) -> list[int]:
        """The nodes that a tuple (``!{!3, !4}``) names."""
        start = None if number is None else self._starts.get(str(number))
        if start is None:
            return []
        stop = self._text.find("\n", start)
        _, _, value = self._text[start : stop if stop >= 0 else len(self._text)].partition(" = !{")
        return [int(match[1]) for match in _ELEMENT.finditer(value)]

    def location(self, number: int | None) -> Location | None:
        """The place a !DILocation names."""
        if number is None:
            return None
        return self.locations.get(number) or Location(self.default_file())

    def function_location(self, number: int | None, name: str) -> Location:
        """Where a function is defined, from its !DISubprogram."""
        if number is None:
            return Location(self.default_file(), 0, 0, name)
        node = self.node(number)
        file = node.reference("file")
        return Location(
            self._file(file) if file is not None else self.default_file(),
            node.number("line"),
            0,
            node.text("name") or name,
        )

    def _scope(self, number: int) -> tuple[str, str]:
        """(file, function) of a scope; a block may lie in another file than its function."""
        chain: list[tuple[int, str]] = []  # scopes on the way up, with files of their own
        at: int | None = number
        outer = (self.default_file(), "")
        while at is not None:
            if at in self._scopes:
                outer = self._scopes[at]
                break
            block = self._blocks.get(at)
            if block is not None:
                chain.append((at, self._file(block[1])))
                at = block[0]
                continue
            node = self.node(at)
            own = node.reference("file")
            chain.append((at, self._file(own) if own is not None else ""))
            if node.kind == "DISubprogram":
                outer = (outer[0], node.text("name"))
                break
            at = node.reference("scope")
        for scope, file in reversed(chain):
            outer = (file or outer[0], outer[1])
            self._scopes[scope] = outer
        return outer

    def _file(self, number: int) -> str:
        found = self._files.get(number)
        if found is None:
            node = self.node(number)
            name = node.text("filename")
            directory = node.text("directory")
            # the compiler writes one file in several ways: relative to the folder it ran in, or to a shared parent
            if name in (self._main_file(), self._source_name) or _joined(directory, name) == self._main_path():
                found = self.main_name or name
            elif directory and not name.startswith("/") and directory != self._main_directory():
                found = f"{directory}/{name}"
            else:
                found = name
            self._files[number] = found
        return found

    def default_file(self) -> str:
        named = self.main_name or self._main_file() or self._source_name
        return self.unnamed or named if named in _NO_NAMES else named

    def _main_file(self) -> str:
        if self._main is None:
            self._main = self.node(unit_file).text("filename") if (unit_file := self._unit_file()) is not None else ""
        return self._main

    def _main_path(self) -> str:
        return _joined(self._main_directory(), self._main_file())

    def _main_directory(self) -> str:
        unit_file = self._unit_file()
        return self.node(unit_file).text("directory") if unit_file is not None else ""

    def _unit_file(self) -> int | None:
        """The file of the (first) compile unit, by way of !llvm.dbg.cu."""
        start = self._starts.get("llvm.dbg.cu")
        if start is None:
            return None
        match = _ELEMENT.search(self._text, start + len("!llvm.dbg.cu"))
        return self.node(int(match[1])).reference("file") if match else None

    def variable_name(self, number: int) -> str:
        """The source name of a !DILocalVariable or !DIGlobalVariable."""
        return self.node(number).text("name")


def _joined(directory: str, name: str) -> str:
    return name if name.startswith("/") or not directory else f"{directory}/{name}"
