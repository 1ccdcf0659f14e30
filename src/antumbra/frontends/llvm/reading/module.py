"""A module of LLVM text, cut into top-level chunks; everything inside them is parsed when asked for.

Programs are large and mostly not reached from the entry, so the first pass only notes where things
are. The text is what LLVM itself prints, hence one chunk a line, except functions, which end at a closing
brace in the first column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from antumbra.frontends.llvm.reading.body import BodyParser
from antumbra.frontends.llvm.reading.debug import DebugInfo
from antumbra.frontends.llvm.reading.instructions import Body
from antumbra.frontends.llvm.reading.layout import DataLayout
from antumbra.frontends.llvm.reading.lexer import Cursor, ParseError, alignment, unescape, unquote, words
from antumbra.frontends.llvm.reading.parser import ValueParser
from antumbra.frontends.llvm.reading.types import OPAQUE, POINTER, Type, function_type
from antumbra.frontends.llvm.reading.values import Signature, Undefined, Value
from antumbra.records import dataclass

_NAME: Final = re.compile(r'@("[^"]*"|[-\w$.]+)')
_LOCAL: Final = re.compile(r"\b(?:internal|private)\b")
#: before a line that is no metadata: most of a large text is
_NO_METADATA: Final = re.compile(r"\n(?=[^!\n])")
_SYMBOL_DEBUG: Final = re.compile(r"!dbg !(\d+)")
_LINKAGES: Final = words(
    "private internal available_externally linkonce weak common appending extern_weak linkonce_odr weak_odr external"
)


@dataclass(frozen=True, slots=True, eq=False)
class Global:
    """A global variable. ``initializer`` is None for one that is defined elsewhere."""

    name: str
    linkage: str
    type: Type
    constant: bool
    initializer: Value | None
    align: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Alias:
    name: str
    target: Value


@dataclass(frozen=True, slots=True)
class _FunctionChunk:
    head: str
    body: tuple[int, int] | None
    local: bool
    linkage: str


class Module:
    """Symbols by name; ``defines`` and ``is_local`` are cheap, the rest parses on first use."""

    def __init__(self, text: str) -> None:
        self.text: Final = text
        self.source_name = ""
        self.triple = ""
        self.assembly = False  #: has ``module asm``
        layout = ""
        self._types: dict[str, str] = {}
        self._globals: dict[str, str] = {}
        self._functions: dict[str, _FunctionChunk] = {}
        self._groups: dict[str, str] = {}
        metadata = -1
        at, end = 0, len(text)
        while at < end:
            stop = text.find("\n", at)
            if stop < 0:
                stop = end
            match text[at : at + 1]:
                case "!":
                    metadata = at if metadata < 0 else metadata
                    other = _NO_METADATA.search(text, at)
                    stop = end if other is None else other.start()
                case "d" if text.startswith("define ", at):
                    close = text.find("\n}", stop)
                    if close < 0:
                        raise ParseError("a function without its closing brace")
                    self._add_function(text[at:stop], (stop + 1, close))
                    stop = close + 2
                case "d" if text.startswith("declare ", at):
                    self._add_function(text[at:stop], None)
                case "@":
                    line = text[at:stop]
                    if match := _NAME.match(line):
                        self._globals[unquote(match[1])] = line
                case "%":
                    name, _, definition = text[at:stop].partition(" = type ")
                    self._types[unquote(name[1:])] = definition
                case "a" if text.startswith("attributes #", at):
                    name, _, words = text[at + 11 : stop].partition(" = ")
                    self._groups[name] = words
                case "t" if text.startswith("target datalayout", at):
                    layout = _string(text[at:stop])
                case "t" if text.startswith("target triple", at):
                    self.triple = _string(text[at:stop])
                case "s" if text.startswith("source_filename", at):
                    self.source_name = _string(text[at:stop])
                case "m" if text.startswith("module asm", at):
                    self.assembly = True
                case _:
                    pass
            at = stop + 1
        self.layout: Final = DataLayout(layout)
        self.debug: Final = DebugInfo(text, metadata if metadata >= 0 else end, self.source_name)
        self._type_cache: dict[str, Type] = {}
        self._values: Final = ValueParser(self.named_type)
        self._bodies: Final = BodyParser(self._values)
        self._signatures: dict[str, Signature] = {}
        self._parsed: dict[str, Global | Alias] = {}

    def _add_function(self, head: str, body: tuple[int, int] | None) -> None:
        name = _NAME.search(head)
        if name is None:
            raise ParseError(f"a function without a name: {head[:100]}")
        words = head[: name.start()]
        linkage = next((w for w in words.split() if w in _LINKAGES), "external")
        self._functions[unquote(name[1])] = _FunctionChunk(head, body, bool(_LOCAL.search(words)), linkage)

    # ------------------------------------------------------------ symbols

    def global_names(self) -> list[str]:
        return list(self._globals)

    def bodies(self) -> Iterator[tuple[str, str, str]]:
        """Name, first line and body of each function that is defined here."""
        for name, chunk in self._functions.items():
            if chunk.body is not None:
                yield name, chunk.head, self.text[slice(*chunk.body)]

    def global_text(self, name: str) -> str:
        return self._globals[name]

    def is_function(self, name: str) -> bool:
        return name in self._functions

    def is_global(self, name: str) -> bool:
        return name in self._globals

    def defines(self, name: str) -> bool:
        """Whether the module holds the body, value or target of the symbol."""
        chunk = self._functions.get(name)
        if chunk is not None:
            return chunk.body is not None
        if name not in self._globals:
            return False
        entity = self.global_entity(name)
        return isinstance(entity, Alias) or entity.initializer is not None

    def is_local(self, name: str) -> bool:
        """Whether the symbol is visible in this module only."""
        chunk = self._functions.get(name)
        if chunk is not None:
            return chunk.local
        line = self._globals.get(name)
        return line is not None and bool(_LOCAL.search(line[: line.find(" ", line.find("= ") + 2)]))

    def linkage(self, name: str) -> str:
        chunk = self._functions.get(name)
        if chunk is not None:
            return chunk.linkage
        entity = self.global_entity(name)
        return entity.linkage if isinstance(entity, Global) else "external"

    # ------------------------------------------------------------ parsed on demand

    def named_type(self, name: str) -> Type:
        found = self._type_cache.get(name)
        if found is None:
            text = self._types.get(name)
            found = OPAQUE if text is None else self._values.type(Cursor(text))
            self._type_cache[name] = found
        return found

    def parse_type(self, c: Cursor) -> Type:
        return self._values.type(c)

    def body_spans(self) -> list[tuple[int, int]]:
        """Where function bodies are in the text, in order."""
        return [chunk.body for chunk in self._functions.values() if chunk.body is not None]

    def body_text(self, name: str) -> str | None:
        """What is between the braces of a function; None if it has no body."""
        chunk = self._functions.get(name)
        return None if chunk is None or chunk.body is None else self.text[slice(*chunk.body)]

    def signature(self, name: str) -> Signature:
        found = self._signatures.get(name)
        if found is None:
            found = self._signatures[name] = self._parse_signature(name)
        return found

    def _parse_signature(self, name: str) -> Signature:
        head = self._functions[name].head
        at = _NAME.search(head)
        if at is None:
            raise ParseError(f"a function without a name: {head[:100]}")
        # the result type is what stands before the name, behind linkage and attributes
        before = Cursor(head[: at.start()])
        result = self._result_type(before)
        after = Cursor(head[at.end() :])
        parameters, variadic = self._values.parameters(after)
        rest = [token for token in after.tokens[after.at :] if token]
        words = [self._groups.get(token, "") if token[0] == "#" else token for token in rest]
        debug = _SYMBOL_DEBUG.search(head)
        return Signature(
            name,
            function_type(result, tuple(p.type for p in parameters), variadic),
            parameters,
            " ".join(words),
            int(debug[1]) if debug else None,
        )

    def _result_type(self, c: Cursor) -> Type:
        """The last type before a function's name: try each place until one type reaches the end."""
        for start in range(len(c.tokens) - 1):
            c.at = start
            try:
                found = self._values.type(c)
            except (ParseError, ValueError):
                continue
            if not c.peek():
                return found
        raise ParseError(f"no result type in: {' '.join(c.tokens)}")

    def body(self, name: str) -> Body:
        """Parsed anew at each call: bodies are large and needed once."""
        chunk = self._functions[name]
        if chunk.body is None:
            raise KeyError(name)
        return self._bodies.parse(self.text[chunk.body[0] : chunk.body[1]], self.signature(name).parameters)

    def function_text(self, name: str) -> str:
        """A function's head and body."""
        chunk = self._functions[name]
        return chunk.head if chunk.body is None else f"{chunk.head}\n{self.text[chunk.body[0] : chunk.body[1]]}"

    def attribute_words(self, text: str) -> str:
        """Attributes with ``#n`` groups replaced by what they stand for."""
        if "#" not in text:
            return text
        return " ".join(self._groups.get(word, "") if word[:1] == "#" else word for word in text.split())

    def global_entity(self, name: str) -> Global | Alias:
        found = self._parsed.get(name)
        if found is None:
            found = self._parsed[name] = self._parse_global(name)
        return found

    def _parse_global(self, name: str) -> Global | Alias:
        c = Cursor(self._globals[name])
        c.at = 2
        linkage = "external"
        declared = outside = False
        while True:
            word = c.next()
            if word in _LINKAGES:
                linkage = word
                declared = word in ("external", "extern_weak")
            elif word == "externally_initialized":
                outside = True
            elif word in ("global", "constant"):
                type_ = self._values.type(c)
                initializer = None if declared else self._values.value(c, type_)
                if outside and initializer is not None:
                    initializer = Undefined(type_)
                return Global(name, linkage, type_, word == "constant", initializer, alignment(c))
            elif word in ("alias", "ifunc"):
                self._values.call_type(c)
                c.expect(",")
                self._values.type(c)
                return Alias(name, self._values.value(c, POINTER))
            elif not word:
                raise ParseError(f"neither a global nor an alias: {self._globals[name][:100]}")
            else:
                c.skip_group()


def read_module(text: str) -> Module:
    """Cut a module's text into chunks. The text must be LLVM's own print of a verified module."""
    return Module(text)


def _string(line: str) -> str:
    return unescape(line[line.index('"') :].rstrip()).decode("utf-8", "replace")
