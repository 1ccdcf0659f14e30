"""Variables of the source, as debug information describes them: their values from bits, and parts from bytes.

A variable in memory is told by its parts that are scalars: ``p.left``, ``a[2]``. Of a large one the first parts are.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

from antumbra.frontends.llvm.reading.debug import DebugInfo, Node
from antumbra.records import dataclass

#: parts of one variable that are told
MOST_PARTS: Final = 4096
#: levels of structures within each other, and of names for a type
_DEEPEST: Final = 40

_TRANSPARENT: Final = frozenset(
    {"DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type", "DW_TAG_restrict_type", "DW_TAG_atomic_type"}
)
_FLOATS: Final = {32: "<f", 64: "<d"}


@dataclass(frozen=True, slots=True)
class Scalar:
    """How bits of so many bytes are read."""

    kind: str  #: signed, unsigned, char, bool, float, pointer
    size: int

    def text(self, bits: int) -> str:
        bits &= (1 << 8 * self.size) - 1
        match self.kind:
            case "bool":
                return "true" if bits & 1 else "false"
            case "float":
                return repr(struct.unpack(_FLOATS[8 * self.size], bits.to_bytes(self.size, "little"))[0])
            case "pointer":
                return f"{bits:#x}" if bits else "null"
            case "unsigned":
                return str(bits)
            case _:
                number = bits - (1 << 8 * self.size) if bits >> (8 * self.size - 1) else bits
                letter = f" '{chr(number)}'" if self.kind == "char" and 32 < number < 127 else ""
                return f"{number}{letter}"


@dataclass(frozen=True, slots=True)
class Part:
    """A scalar in a variable: where it lies, and what comes behind the variable's name."""

    offset: int
    scalar: Scalar
    path: str = ""


@dataclass(frozen=True, slots=True)
class Variable:
    """``number``: of its node. ``parts``: the variable itself if it is a scalar; none if its type is not understood."""

    number: int
    name: str
    is_global: bool
    parts: tuple[Part, ...]


class Variables:
    """Of one module."""

    def __init__(self, debug: DebugInfo) -> None:
        self._debug = debug
        self._known: dict[int, Variable] = {}
        self._names: dict[tuple[int | None, str], set[int]] = {}

    def variable(self, number: int) -> Variable:
        found = self._known.get(number)
        if found is None:
            found = self._known[number] = self._read(number)
            self._names.setdefault((self._function(number), found.name), set()).add(number)
        return found

    def title(self, variable: Variable) -> str:
        """Its name, with the line that declares it where the function has two of that name."""
        if len(self._names[self._function(variable.number), variable.name]) == 1:
            return variable.name
        return f"{variable.name} (line {self._debug.node(variable.number).number('line')})"

    def _function(self, number: int) -> int | None:
        at = self._debug.node(number).reference("scope")
        for _ in range(1000):
            if at is None or self._debug.node(at).kind == "DISubprogram":
                return at
            at = self._debug.node(at).reference("scope")
        return None

    def _read(self, number: int) -> Variable:
        node = self._debug.node(number)
        parts: list[Part] = []
        for part in self._parts(node.reference("type"), 0, "", 0):
            if len(parts) == MOST_PARTS:
                break
            parts.append(part)
        return Variable(number, node.text("name") or "?", node.kind == "DIGlobalVariable", tuple(parts))

    def _type(self, number: int | None) -> Node | None:
        for _ in range(_DEEPEST):
            if number is None:
                return None
            node = self._debug.node(number)
            if node.text("tag") not in _TRANSPARENT:
                return node
            number = node.reference("baseType")
        return None

    def _parts(self, number: int | None, offset: int, path: str, depth: int) -> Iterator[Part]:
        node = self._type(number)
        if node is None or depth > _DEEPEST:
            return
        scalar = self._scalar(node)
        if scalar is not None:
            yield Part(offset, scalar, path)
        elif node.text("tag") == "DW_TAG_array_type":
            yield from self._array(node, offset, path, depth)
        elif node.text("tag") in ("DW_TAG_structure_type", "DW_TAG_union_type"):
            for element in self._debug.elements(node.reference("elements")):
                member = self._debug.node(element)
                if member.text("tag") == "DW_TAG_member" and "DIFlagBitField" not in member.text("flags"):
                    at = offset + member.number("offset") // 8
                    name = member.text("name")
                    inner = f"{path}.{name}" if name else path
                    yield from self._parts(member.reference("baseType"), at, inner, depth + 1)

    def _array(self, node: Node, offset: int, path: str, depth: int) -> Iterator[Part]:
        counts = [
            self._debug.node(element).number("count") for element in self._debug.elements(node.reference("elements"))
        ]
        whole = 1
        for count in counts:
            whole *= count
        if whole <= 0:
            return
        size = node.number("size") // 8 // whole
        for index in range(min(whole, MOST_PARTS)):
            inner, rest = "", index
            for count in reversed(counts):
                rest, at = divmod(rest, count)
                inner = f"[{at}]{inner}"
            yield from self._parts(node.reference("baseType"), offset + index * size, path + inner, depth + 1)

    def _scalar(self, node: Node) -> Scalar | None:
        if node.text("tag") == "DW_TAG_pointer_type":
            return Scalar("pointer", (node.number("size") or 64) // 8)
        if node.text("tag") == "DW_TAG_enumeration_type":
            base = self._type(node.reference("baseType"))
            return Scalar("unsigned", node.number("size") // 8) if base is None else self._scalar(base)
        if node.kind != "DIBasicType":
            return None
        size = node.number("size")
        kinds = {
            "DW_ATE_signed": "signed",
            "DW_ATE_unsigned": "unsigned",
            "DW_ATE_signed_char": "char",
            "DW_ATE_unsigned_char": "unsigned",
            "DW_ATE_boolean": "bool",
            "DW_ATE_float": "float",
        }
        kind = kinds.get(node.text("encoding"))
        if kind is None or size not in (8, 16, 32, 64) or (kind == "float" and size not in _FLOATS):
            return None
        return Scalar(kind, size // 8)
