"""LLVM IR text as lines that are safe to search: quoted strings masked, comments gone, parts named.

Expects text as LLVM itself prints it (one definition, declaration or instruction a line), which is
what ``canonical`` gives. Masking replaces every quoted string by a number in quotes, so no text of
the analysed program can look like an instruction, a comment or an attachment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from antumbra.patterns import pattern
from antumbra.program.source import Location
from antumbra.records import dataclass, field


class Refused(Exception):  # noqa: N818  (it names an outcome)
    """The module holds something that native replay does not run, with the reason."""


GLOBAL_NAME = r'@(?:[-a-zA-Z$._][-a-zA-Z$._0-9]*|"[0-9]+"|[0-9]+)'
LOCAL_NAME = r'%(?:[-a-zA-Z$._][-a-zA-Z$._0-9]*|"[0-9]+"|[0-9]+)'
_GLOBAL = pattern(GLOBAL_NAME)
_STRING = pattern(r'"[^"]*"')
_COMMENT = pattern(r"\s*;.*$", re.MULTILINE)
_DBG = pattern(r", !dbg (![0-9]+)")
_ATTACHED = pattern(r",? ![a-zA-Z_.$][-a-zA-Z0-9_.$]* ![0-9]+")
_METADATA = pattern(r"^(![0-9]+) = (?:distinct )?!(\w+)\((.*)\)$")
_FIELD = pattern(r'(\w+): ("[0-9]+"|![0-9]+|[0-9]+)')


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


class Strings:
    """The quoted strings of a module, by number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._texts: list[str] = []

    def mask(self, text: str) -> str:
        def number(match: re.Match[str]) -> str:
            quoted = match.group()
            known = self._numbers.get(quoted)
            if known is None:
                known = self._numbers[quoted] = len(self._texts)
                self._texts.append(quoted)
            return f'"{known}"'

        return _STRING.sub(number, text)

    def unmask(self, text: str) -> str:
        return _STRING.sub(lambda match: self._texts[int(match.group()[1:-1])], text)

    def content(self, masked: str) -> str:
        """What a masked string says, escapes decoded."""
        quoted = self._texts[int(masked.strip('"'))][1:-1]
        raw = re.sub(r"\\([0-9A-Fa-f]{2})", lambda match: chr(int(match.group(1), 16)), quoted)
        return raw.encode("latin-1", "replace").decode("utf-8", "replace")

    def is_empty(self, masked: str) -> bool:
        return self._texts[int(masked.strip('"'))] == '""'


@dataclass(slots=True)
class Function:
    """A definition: its name, its first line, its body's lines (attachments and debug records still there)."""

    name: str
    header: str
    body: list[str]


@dataclass(slots=True)
class Module:
    """The parts of one module. Names are masked global names with their ``@``."""

    strings: Strings
    types: list[str] = field(default_factory=list[str])
    globals: dict[str, str] = field(default_factory=dict[str, str])
    aliases: dict[str, str] = field(default_factory=dict[str, str])
    functions: dict[str, Function] = field(default_factory=dict[str, Function])
    declarations: dict[str, str] = field(default_factory=dict[str, str])
    attribute_groups: list[str] = field(default_factory=list[str])
    layout: str = ""
    metadata: dict[str, tuple[str, dict[str, str]]] = field(default_factory=dict[str, "tuple[str, dict[str, str]]"])

    def plain(self, name: str) -> str:
        """The symbol's name without ``@`` and quotes."""
        return self.strings.content(name[1:]) if name[1:2] == '"' else name[1:]

    def attribute_words(self, tail: str) -> str:
        """The attributes behind a call or declaration, with those of the groups it names."""
        words = tail
        for group in re.findall(r"#[0-9]+", tail):
            for line in self.attribute_groups:
                if line.startswith(f"attributes {group} "):
                    words += " " + line
        return words

    def location(self, line: str, function: str) -> Location | None:
        """Where an instruction or a function header comes from."""
        match = _DBG.search(line) or re.search(r" !dbg (![0-9]+)", line)
        if match is None or match.group(1) not in self.metadata:
            return None
        kind, fields = self.metadata[match.group(1)]
        if kind not in ("DILocation", "DISubprogram") or "line" not in fields:
            return None
        holder = fields if kind == "DISubprogram" else self.metadata.get(fields.get("scope", ""), ("", {}))[1]
        file_kind, file_fields = self.metadata.get(holder.get("file", ""), ("", {}))
        if file_kind != "DIFile" or "filename" not in file_fields:
            return None
        name = self.strings.content(file_fields["filename"])
        return Location(name, int(fields["line"]), int(fields.get("column", "0")), function)


def without_attachments(line: str) -> str:
    return _ATTACHED.sub("", line)


def names_used(text: str) -> Iterator[str]:
    for match in _GLOBAL.finditer(text):
        yield match.group()


def read(text: str) -> Module:
    """Split a module. Raises ``Refused`` for what must not run natively."""
    strings = Strings()
    module = Module(strings)
    lines = iter(_COMMENT.sub("", strings.mask(text)).split("\n"))
    for line in lines:
        if not line or line.startswith(("source_filename", "target triple", "$")):
            continue
        if line.startswith("!"):
            match = _METADATA.match(line)
            if match:
                module.metadata[match.group(1)] = (match.group(2), dict(_FIELD.findall(match.group(3))))
        elif line.startswith("@"):
            _read_global(module, line)
        elif line.startswith("%"):
            module.types.append(line)
        elif line.startswith("declare "):
            name = _GLOBAL.search(line)
            if name is None:
                raise Refused(f"declaration not understood: {line[:80]}")
            module.declarations[name.group()] = line
        elif line.startswith("define "):
            _read_function(module, line, lines)
        elif line.startswith("attributes "):
            module.attribute_groups.append(line)
        elif line.startswith("target datalayout"):
            module.layout = line
        elif line.startswith("module asm"):
            raise Refused("module-level assembly is not run natively")
        elif not line.startswith(("uselistorder", "^")):
            raise Refused(f"not understood at module level: {line[:80]}")
    return module


def _read_global(module: Module, line: str) -> None:
    match = _GLOBAL.match(line)
    if match is None:
        raise Refused(f"global not understood: {line[:80]}")
    rest = line[match.end() :]
    if re.match(r" = [^(\[{<]*?\bifunc\b", rest):
        raise Refused("indirect functions (ifunc) are not run natively")
    if re.match(r" = [^(\[{<]*?\balias\b", rest):
        module.aliases[match.group()] = line
    else:
        module.globals[match.group()] = line


def _read_function(module: Module, line: str, lines: Iterator[str]) -> None:
    name = _GLOBAL.search(line)
    if name is None or not line.endswith("{"):
        raise Refused(f"definition not understood: {line[:80]}")
    body: list[str] = []
    for inner in lines:
        if inner == "}":
            break
        if inner and not inner.startswith("uselistorder"):
            body.append(inner)
    module.functions[name.group()] = Function(name.group(), line, body)


# ---------------------------------------------------------------- pieces of a line

_OPEN = "([{<"
_CLOSE = ")]}>"
_SIMPLE_TYPE = pattern(
    r"(?:void|ptr(?: addrspace\([0-9]+\))?|i[0-9]+|half|bfloat|float|double|x86_fp80|fp128|ppc_fp128|label|metadata"
    rf"|token|{LOCAL_NAME})(?![-\w.$])"
)


def take_balanced(text: str, start: int) -> int:
    """End of the bracketed text that begins at ``start``."""
    depth = 0
    for at in range(start, len(text)):
        if text[at] in _OPEN:
            depth += 1
        elif text[at] in _CLOSE:
            depth -= 1
            if depth == 0:
                return at + 1
    raise Refused(f"brackets not closed: {text[start : start + 60]}")


def take_type(text: str, start: int = 0) -> int:
    """End of the type that begins at ``start``, or ``start`` if none does."""
    if start < len(text) and text[start] in "[{<":
        return take_balanced(text, start)
    match = _SIMPLE_TYPE.match(text, start)
    return match.end() if match else start


def take_operand(text: str, start: int) -> int:
    """End of the operand at ``start``: up to a comma outside brackets, or the end."""
    depth = 0
    for at in range(start, len(text)):
        char = text[at]
        if char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth -= 1
        elif char == "," and depth == 0:
            return at
    return len(text)


def split_operands(text: str) -> list[str]:
    """Split at commas outside brackets."""
    parts: list[str] = []
    start = 0
    while start < len(text):
        end = take_operand(text, start)
        parts.append(text[start:end].strip())
        start = end + 1
    return parts


_ATTRIBUTE = pattern(
    r"(?:(?:noundef|nonnull|noalias|nocapture|readonly|readnone|writeonly|zeroext|signext|inreg|returned|immarg|nofree|nest"
    r"|writable|dead_on_unwind|dead_on_return|noext|swiftself|swiftasync|swifterror|align [0-9]+|allocalign|allocptr"
    r"|(?:dereferenceable|dereferenceable_or_null|align|captures|initializes|nofpclass|range|byval|byref|sret|inalloca"
    r"|elementtype|preallocated|alignstack)\([^()]*(?:\([^()]*\)[^()]*)*\)) ?)+"
)


def split_argument(text: str) -> tuple[str, str, str]:
    """``TYPE ATTRIBUTES VALUE`` of an argument or parameter (the value may be empty)."""
    end = take_type(text)
    if end == 0:
        raise Refused(f"type not understood: {text[:80]}")
    kind, rest = text[:end], text[end:].strip()
    match = _ATTRIBUTE.match(rest + " ")
    attributes = match.group().strip() if match else ""
    return kind, attributes, rest[len(attributes) :].strip()


_PREFIX_WORD = pattern(
    r"(?:private|internal|available_externally|linkonce|weak|common|appending|extern_weak|linkonce_odr|weak_odr|external"
    r"|dso_local|dso_preemptable|default|hidden|protected|dllimport|dllexport|ccc|fastcc|coldcc|preserve_mostcc"
    r"|preserve_allcc|tailcc|swiftcc|x86_\w+cc|cc ?[0-9]+|define|declare|fast|nnan|ninf|nsz|arcp|contract|afn|reassoc"
    r"|tail|musttail|notail|call|addrspace\([0-9]+\)) "
)


def strip_prefix(text: str) -> str:
    """The text behind linkage words, calling convention and return attributes: it begins with the type."""
    while True:
        match = _PREFIX_WORD.match(text) or _ATTRIBUTE.match(text)
        if match is None or match.end() == 0:
            return text
        text = text[match.end() :].lstrip()
