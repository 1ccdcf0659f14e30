"""Uninitialised locals as explicit unknowns, written into the module's text before LLVM's passes run.

To LLVM an uninitialised local is ``undef``, which may differ at each use, and SROA exploits that: it would turn
``if (c) x = y;  use(x)`` into ``use(y)``. So each local that SROA can take apart first gets a store of a call of
``antumbra.unknown.T()``, where its life begins. What SROA leaves in memory needs none of it, since memory has
unknown bytes of its own: those stores are taken out again (they carry our own metadata, so stores of the program
are safe from that), and so are calls nobody uses. The final text is what is translated and what is replayed.

To LLVM an access outside a local is undefined, too, and SROA deletes it or makes it fit. So only locals whose every
use is a load or a store of one of their own scalars, at constant indices within bounds, or a copy of the whole,
are left to SROA; the address of each other one is handed to a function that does not exist, until the passes are done.
"""

from __future__ import annotations

import re
from heapq import heapify, heappop, heappush
from typing import Final

from antumbra.frontends.llvm.library.names import OURS, UNKNOWN
from antumbra.frontends.llvm.preparing.literals import DECLARATIONS, DebugScopes, literals, mark
from antumbra.frontends.llvm.preparing.mentions import Mentions
from antumbra.frontends.llvm.reading.lexer import Cursor, ParseError, type_text, unquote
from antumbra.frontends.llvm.reading.module import Global, Module
from antumbra.frontends.llvm.reading.types import (
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    StructType,
    Type,
    VectorType,
    mangled,
)
from antumbra.records import dataclass, field

MAX_LEAVES: Final = 64

_NAME: Final = r'%(?:"[^"]*"|[-\w$.]+)'
_ALLOCA: Final = re.compile(rf"^  ({_NAME}) = alloca (?!inalloca)([^\n]*)", re.MULTILINE)
_LOCAL: Final = re.compile(_NAME)
_LIFETIME: Final = re.compile(
    rf"  call void @llvm\.lifetime\.(start|end)\.p0\((?:i64 (?:immarg )?-?\d+, )?ptr (?:[\w() ]+ )?({_NAME})\)"
)
_ELEMENT: Final = re.compile(
    rf"  ({_NAME}) = getelementptr (?:inbounds |nuw |nusw )*(.*), ptr ({_NAME})((?:, i\d+ \d+)+)(?:, !.*)?$"
)
_STORE_TO: Final = re.compile(rf"  store (.*), ptr ({_NAME})(?:, |$)")
_LOAD_FROM: Final = re.compile(rf"  {_NAME} = load (.*), ptr ({_NAME})(?:, |$)")
_BLOCK_COPY: Final = re.compile(
    r"  (?:tail )?call void @llvm\.mem(?:cpy|move|set)\.[\w.]+\((.*), i\d+ (\d+), i1 false\)"
)
_GLOBAL: Final = re.compile(r'@("[^"]*"|[-\w$.]+)')
_INDEX: Final = re.compile(r", i\d+ (\d+)")
_DECLARED: Final = re.compile(rf"    #dbg_declare\(ptr ({_NAME}), !(\d+),")
_DEBUG: Final = re.compile(r", !dbg !\d+")
_VARIABLE: Final = re.compile(r'\n!(\d+) = !DILocalVariable\(name: "([^"]*)"')
_OURS: Final = re.compile(r"%antu\.\d+\.\w+", re.ASCII)
_NO_WORD: Final = re.compile(r"\W", re.ASCII)
_MARK: Final = "!antumbra !{}"
_MARKED: Final = "!antumbra !"
_PIN: Final = f"{OURS}pin"
_PINNED: Final = re.compile(rf"\n(?:  call void @{re.escape(_PIN)}\(.*|declare .*@{re.escape(_PIN)}\(.*)(?=\n)")


@dataclass(slots=True)
class _Local:
    """One alloca: its type, and what became known of it."""

    type_text: str
    type: Type
    variable: str = ""
    scoped: bool = False  #: has lifetime markers
    taken_apart: bool = True  #: whether SROA may replace it
    starts: list[int] = field(default_factory=list[int])  #: lines behind which its life begins


def instrument(text: str) -> str:
    """The module's text with explicit unknowns; same meaning otherwise."""
    module = Module(text)
    metadata = max(text.find("\n!"), 0)  # behind all functions
    names = dict(_VARIABLE.findall(text, metadata))
    writer = _Writer()
    debug = DebugScopes(text) if ".compoundliteral" in text else None
    out: list[str] = []
    at = 0
    for start, end in module.body_spans():
        if "= alloca " not in text[start:end]:
            continue
        out.append(text[at:start])
        out.append(_instrument_body(text[start:end], module, names, writer, debug))
        at = end
    out.append(text[at:])
    if not writer.types and not writer.pins:
        return text
    if writer.literals:
        out += [line for name, line in DECLARATIONS.items() if f"declare void {name}(" not in text]
    if writer.pins:
        out.append(f"\ndeclare void @{_PIN}(ptr) nounwind willreturn\n")
    for name, text_of_type in writer.types.items():
        out.append(
            f"\ndeclare {text_of_type} @{UNKNOWN}{name}() nounwind willreturn memory(inaccessiblemem: readwrite)\n"
        )
    return "".join(out)


class _Writer:
    """Makes the inserted lines and remembers which functions they call."""

    def __init__(self) -> None:
        self._count = 0
        self.types: dict[str, str] = {}
        self.pins = False
        self.literals = False  #: whether markers of literals were written

    def pin(self, name: str) -> str:
        self.pins = True
        return f"  call void @{_PIN}(ptr {name})"

    def stores(self, name: str, local: _Local, debug: str) -> list[str]:
        lines: list[str] = []
        for path, leaf in _leaves(local.type, MAX_LEAVES) or []:
            self._count += 1
            kind = mangled(leaf)
            self.types.setdefault(kind, repr(leaf))
            value = f"%antu.{self._count}.{_NO_WORD.sub('_', local.variable) or 'local'}"
            lines.append(f"  {value} = call {leaf!r} @{UNKNOWN}{kind}(){debug}")
            place = name
            if path:
                place = f"%antp.{self._count}"
                indices = "".join(f", i32 {i}" for i in (0, *path))
                lines.append(f"  {place} = getelementptr inbounds {local.type_text}, ptr {name}{indices}{debug}")
            lines.append(f"  store {leaf!r} {value}, ptr {place}{debug}, {_MARK}")
        return lines


def _leaves(type_: Type, limit: int) -> list[tuple[tuple[int, ...], Type]] | None:
    """(indices, scalar type) of each scalar in a type; None if there are too many or one has no name."""
    match type_:
        case IntType() | FloatType() | PointerType():
            return [((), type_)]
        case VectorType(element=IntType() | FloatType() | PointerType()) if not type_.scalable:
            return [((), type_)]
        case ArrayType() if type_.count <= limit:
            parts: list[Type] = [type_.element] * type_.count
        case StructType() if not type_.opaque:
            parts = list(type_.fields)
        case _:
            return None
    out: list[tuple[tuple[int, ...], Type]] = []
    for i, part in enumerate(parts):
        inner = _leaves(part, limit - len(out))
        if inner is None or len(out) + len(inner) > limit:
            return None
        out.extend(((i, *path), leaf) for path, leaf in inner)
    return out


def _instrument_body(
    body: str, module: Module, names: dict[str, str], writer: _Writer, debug: DebugScopes | None
) -> str:
    locals_: dict[str, _Local] = {}
    for name, rest in _ALLOCA.findall(body):
        cursor = Cursor(rest)
        try:
            type_ = module.parse_type(cursor)
        except (ParseError, ValueError):
            continue
        counted = cursor.accept(",") and cursor.peek() not in ("align", "addrspace") and cursor.peek()[:1] != "!"
        if not counted and _leaves(type_, MAX_LEAVES):
            locals_[name] = _Local(type_text(rest), type_)
    lines = body.split("\n")
    _Uses(locals_, names, module, lines).scan(lines)
    inserted: dict[int, list[str]] = {}
    for name, local in locals_.items():
        if local.taken_apart:
            for line in local.starts:
                found = _DEBUG.search(lines[line])
                inserted.setdefault(line, []).extend(writer.stores(name, local, found[0] if found else ""))
    made = literals(lines) if debug is not None else set[str]()
    kept = {name for name in made if name not in locals_ or not locals_[name].taken_apart}
    markers = mark(lines, kept, debug) if debug is not None and kept else {}
    writer.literals = writer.literals or bool(markers)
    pins: dict[int, str] = {}
    for number in [number for number, line in enumerate(lines) if "= alloca " in line]:
        match = _ALLOCA.match(lines[number])
        local = locals_.get(match[1]) if match is not None else None
        if match is not None and (local is None or not local.taken_apart):
            pins[number] = writer.pin(match[1])
    out: list[str] = []
    at = 0
    for number in sorted({*markers, *inserted, *pins}):
        out += lines[at:number]
        out += markers.get(number, ())
        out.append(lines[number])
        out += inserted.get(number, ())
        if number in pins:
            out.append(pins[number])
        at = number + 1
    return "\n".join(out + lines[at:])


class _Uses:
    """One pass over the lines that mention locals: where lives begin, and which locals SROA may take apart."""

    def __init__(self, locals_: dict[str, _Local], names: dict[str, str], module: Module, lines: list[str]) -> None:
        self._locals = locals_
        self._names = names
        self._module = module
        self._mentions = Mentions(lines)
        self._waiting: list[int] = []  # numbers of lines, a heap
        self._at = 0
        self._derived: dict[str, tuple[str, Type]] = {}  # constant element address → its local, and its type
        self._fresh: dict[str, int] = {}  # local → line its life began, nothing read since

    def scan(self, lines: list[str]) -> None:
        for line in [line for line in lines if "@llvm.lifetime." in line]:
            match = _LIFETIME.match(line)
            local = self._locals.get(match[2]) if match is not None else None
            if local is not None:
                local.scoped = True
        self._waiting = list({number for name in self._locals for number in self._mentions.lines(name)})
        heapify(self._waiting)
        last = -1
        while self._waiting:
            number = heappop(self._waiting)
            if number != last and lines[number][:1] == " ":
                self._line(number, lines[number])
            last = number

    def _line(self, number: int, line: str) -> None:
        self._at = number
        locals_, derived = self._locals, self._derived
        found = [name for name in _LOCAL.findall(line) if name in locals_ or name in derived]
        if not found:
            return
        if line.startswith("    #dbg_"):
            if (match := _DECLARED.match(line)) and match[1] in self._locals:
                self._locals[match[1]].variable = self._names.get(match[2], "")
            return
        if line.startswith("  store ") or " = load " in line:
            if not (len(found) == 1 and self._known_use(line, found[0])):
                self._give_up(found)
        elif match := _ALLOCA.match(line):
            if not self._locals[match[1]].scoped:
                self._begin(match[1], number)
        elif match := _LIFETIME.match(line):
            if match[1] == "start" and match[2] in self._locals:
                self._begin(match[2], number)
        elif self._is_whole_copy(line, found):
            for name in found:
                self._fresh.pop(self._owner(name), None)
        elif not (len(found) == 1 and self._known_use(line, found[0])):
            self._give_up(found)

    def _give_up(self, names: list[str]) -> None:
        for name in names:
            self._locals[self._owner(name)].taken_apart = False

    def _is_whole_copy(self, line: str, names: list[str]) -> bool:
        """Whether the line copies or fills exactly the locals, or parts of them, that it names.

        The other side must be a local or a global of that size, too: SROA would drop a copy into fields nobody reads,
        and with it a read through a bad pointer.
        """
        match = _BLOCK_COPY.match(line)
        if match is None or len(_LOCAL.findall(match[1])) != len(names):
            return False
        sizes = [self._module.layout.size(self._type(n)) for n in names]
        return all(size == int(match[2]) for size in sizes) and self._is_big_global(match[1], int(match[2]))

    def _is_big_global(self, operands: str, size: int) -> bool:
        """Whether a global among the operands, if there is one, has at least so many bytes."""
        found = _GLOBAL.findall(operands)
        if not found:
            return True
        name = unquote(found[0])
        if len(found) > 1 or "(" in operands or not self._module.is_global(name):
            return False
        entity = self._module.global_entity(name)
        return isinstance(entity, Global) and self._module.layout.size(entity.type) >= size

    def _known_use(self, line: str, name: str) -> bool:
        """Whether the line reads or writes a scalar of a local, or computes the address of a part of it."""
        type_ = self._type(name)
        if line.startswith("  store ") and (match := _STORE_TO.match(line)):
            if match[2] != name or not _is_scalar(type_) or not match[1].startswith(f"{type_!r} "):
                return False
            self._stored(name)
            return True
        self._fresh.pop(self._owner(name), None)
        if " = load " in line and (match := _LOAD_FROM.match(line)):
            return match[2] == name and _is_scalar(type_) and match[1] == repr(type_)
        match = _ELEMENT.match(line)
        if match is None or match[3] != name or repr(self._module.parse_type(Cursor(match[2]))) != repr(type_):
            return False
        element = _element(type_, [int(index) for index in _INDEX.findall(match[4])])
        if element is None:
            return False
        self._derived[match[1]] = (self._owner(name), element)
        for each in self._mentions.lines(match[1], self._at + 1):
            heappush(self._waiting, each)
        return True

    def _owner(self, name: str) -> str:
        return self._derived[name][0] if name in self._derived else name

    def _type(self, name: str) -> Type:
        return self._derived[name][1] if name in self._derived else self._locals[name].type

    def _begin(self, name: str, line: int) -> None:
        self._locals[name].starts.append(line)
        self._fresh[name] = line

    def _stored(self, name: str) -> None:
        """A store of the whole local right after its life began: there was no uninitialised value to see."""
        line = self._fresh.pop(self._owner(name), None)
        if line is not None and name in self._locals and not self._mentions.are_apart(line, self._at):
            self._locals[name].starts.remove(line)


def _is_scalar(type_: Type) -> bool:
    return isinstance(type_, (IntType, FloatType, PointerType))


def _element(type_: Type, indices: list[int]) -> Type | None:
    """The type of the part at constant indices; None if they leave the type."""
    if indices[0] != 0:
        return None
    for index in indices[1:]:
        if isinstance(type_, ArrayType) and index < type_.count:
            type_ = type_.element
        elif isinstance(type_, StructType) and not type_.opaque and index < len(type_.fields):
            type_ = type_.fields[index]
        else:
            return None
    return type_


def drop_unused(text: str) -> str:
    """Take out the unknowns that nobody reads, the marked stores into memory that has stayed memory, and the pins."""
    text = _PINNED.sub("", text)
    uses: dict[str, list[tuple[int, int]]] = {}
    for match in _OURS.finditer(text):
        start = text.rfind("\n", 0, match.start()) + 1
        uses.setdefault(match[0], []).append((start, text.index("\n", start)))
    removed: set[tuple[int, int]] = set()
    forgotten: dict[tuple[int, int], list[str]] = {}
    for name, lines in uses.items():
        debug = [span for span in lines if text.startswith("    #dbg_", span[0])]
        real = [span for span in lines if span not in debug]
        ours = [span for span in real[1:] if _MARKED in text[span[0] : span[1]]]
        removed.update(ours)
        if len(real) - len(ours) == 1 and f" @{UNKNOWN}" in text[real[0][0] : real[0][1]]:
            removed.add(real[0])
            for span in debug:
                forgotten.setdefault(span, []).append(name)
    if not removed:
        return text
    out: list[str] = []
    at = 0
    for start, end in sorted(removed | set(forgotten)):
        out.append(text[at:start])
        if (start, end) in forgotten:
            line = text[start : end + 1]
            for name in forgotten[start, end]:
                line = re.sub(rf"{re.escape(name)}\b", "poison", line)
            out.append(line)
        at = end + 1
    out.append(text[at:])
    return "".join(out)
