"""The lines that most of a program consists of, read word by word and not token by token.

Only lines of a plain shape are read here: so many words, scalar types, operands that are registers, globals or numbers,
names without quotes. Every other line is for :class:`~antumbra.frontends.llvm.reading.body.BodyParser`, which gives the
same for these lines, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from antumbra.frontends.llvm.reading.instructions import (
    Cast,
    Compare,
    ConditionalJump,
    ElementPointer,
    Jump,
    Last,
    LoadInstruction,
    Operation,
    Phi,
    Plain,
    StoreInstruction,
)
from antumbra.frontends.llvm.reading.types import BIT, POINTER, SIMPLE_TYPES, IntType, PointerType, Type
from antumbra.frontends.llvm.reading.values import GlobalAddress, IntConstant, Local, Value

#: scalars as they stand before an operand, and before a comma
_TYPES: Final[dict[str, Type]] = {
    word: type_ for word, type_ in SIMPLE_TYPES.items() if isinstance(type_, IntType | PointerType)
}
_TYPES_AND_COMMA: Final = {f"{word},": type_ for word, type_ in _TYPES.items()}
_BINARY: Final = ("add", "sub", "mul", "and", "or", "xor", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr")
_NUMBER: Final = frozenset("-0123456789")


class QuickLines:
    """Reads lines of one function. Operands that are written alike are one value."""

    def __init__(self, named: Callable[[str], Type]) -> None:
        """``named`` gives the type that has a name."""
        self._named = named
        self._values: dict[Type, dict[str, Value]] = {type_: {} for type_ in _TYPES.values()}
        #: opcode → reader of a line that has a result; the first word of other lines → its reader
        self._defining: dict[str, Callable[[list[str], int | None], Plain | Phi | None]] = {
            "load": self._load,
            "icmp": self._compare,
            "phi": self._phi,
            "getelementptr": self._element_pointer,
            **dict.fromkeys(_BINARY, self._binary),
            **dict.fromkeys(("zext", "sext", "trunc"), self._cast),
        }

    def read(self, head: str, debug: int | None) -> Plain | Phi | Last | None:
        """The instruction of a line, without its metadata; None if it has another shape than those known here."""
        words = head.split(" ")
        if len(words) < 5 or '"' in head:
            return None
        if words[3] == "=":
            reader = self._defining.get(words[4])
            return None if reader is None else reader(words, debug)
        if words[2] == "br":
            return self._branch(words, debug)
        return self._store(words, debug) if words[2] == "store" else None

    def _value(self, type_: Type, word: str) -> Value | None:
        known = self._values[type_]
        found = known.get(word)
        if found is None:
            first = word[0]
            if first == "%":
                found = known[word] = Local(type_, word[1:])
            elif first == "@":
                found = known[word] = GlobalAddress(type_, word[1:])
            elif first in _NUMBER and isinstance(type_, IntType):
                found = known[word] = IntConstant(type_, int(word) & ((1 << type_.width) - 1))
        return found

    # ------------------------------------------------------------ with a result: "", "", %result, =, opcode, …

    def _load(self, words: list[str], debug: int | None) -> Plain | None:
        if len(words) != 10 or words[6] != "ptr" or words[8] != "align":
            return None
        type_ = _TYPES_AND_COMMA.get(words[5])
        address = self._value(POINTER, words[7][:-1])
        return None if type_ is None or address is None else LoadInstruction(words[2][1:], type_, address, debug)

    def _compare(self, words: list[str], debug: int | None) -> Plain | None:
        type_ = _TYPES.get(words[6])
        if len(words) != 9 or type_ is None:
            return None
        left, right = self._value(type_, words[7][:-1]), self._value(type_, words[8])
        return None if left is None or right is None else Compare(words[2][1:], words[5], (left, right), debug)

    def _binary(self, words: list[str], debug: int | None) -> Plain | None:
        flags = ()
        if len(words) == 9 and words[5] == "nsw":
            flags = ("nsw",)
        elif len(words) != 8:
            return None
        type_ = _TYPES.get(words[-3])
        if type_ is None:
            return None
        left, right = self._value(type_, words[-2][:-1]), self._value(type_, words[-1])
        if left is None or right is None:
            return None
        return Operation(words[2][1:], words[4], type_, (left, right), debug, flags)

    def _cast(self, words: list[str], debug: int | None) -> Plain | None:
        if len(words) != 9 or words[7] != "to":
            return None
        source, target = _TYPES.get(words[5]), _TYPES.get(words[8])
        value = None if source is None else self._value(source, words[6])
        return None if value is None or target is None else Cast(words[2][1:], words[4], value, target, debug)

    def _element_pointer(self, words: list[str], debug: int | None) -> Plain | None:
        at = 6 if words[5] == "inbounds" else 5
        if len(words) < at + 5 or len(words) % 2 == at % 2 or words[at + 1] != "ptr" or words[at][-1] != ",":
            return None
        source = _TYPES_AND_COMMA.get(words[at])
        if source is None and words[at][0] == "%":
            source = self._named(words[at][1:-1])
        base = self._value(POINTER, words[at + 2][:-1])
        indices: list[Value] = []
        for number in range(at + 3, len(words), 2):
            type_ = _TYPES.get(words[number])
            index = None if type_ is None else self._value(type_, words[number + 1].removesuffix(","))
            if index is None:
                return None
            indices.append(index)
        if source is None or base is None:
            return None
        return ElementPointer(words[2][1:], source, base, tuple(indices), debug)

    def _phi(self, words: list[str], debug: int | None) -> Phi | None:
        type_ = _TYPES.get(words[5])
        if type_ is None or len(words) % 4 != 2:
            return None
        incoming: list[tuple[Value, str]] = []
        for at in range(6, len(words), 4):
            value = self._value(type_, words[at + 1][:-1])
            if value is None or words[at] != "[" or words[at + 3] not in ("],", "]"):
                return None
            incoming.append((value, words[at + 2][1:]))
        return Phi(words[2][1:], type_, tuple(incoming), debug)

    # ------------------------------------------------------------ without: "", "", opcode, …

    def _branch(self, words: list[str], debug: int | None) -> Last | None:
        if len(words) == 5 and words[3] == "label":
            return Jump(words[4][1:], debug)
        if len(words) != 9 or words[3] != "i1" or words[4][0] != "%" or words[5] != "label" or words[7] != "label":
            return None
        condition = self._value(BIT, words[4][:-1])
        return None if condition is None else ConditionalJump(condition, words[6][1:-1], words[8][1:], debug)

    def _store(self, words: list[str], debug: int | None) -> Plain | None:
        type_ = _TYPES.get(words[3])
        if len(words) != 9 or type_ is None or words[5] != "ptr" or words[7] != "align":
            return None
        value, address = self._value(type_, words[4][:-1]), self._value(POINTER, words[6][:-1])
        return None if value is None or address is None else StoreInstruction(value, address, debug)
