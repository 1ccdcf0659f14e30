"""Types, operands, parameters: the parts that instructions and globals are made of."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Final

from antumbra.frontends.llvm.reading.lexer import Cursor, ParseError, unescape, unquote, words
from antumbra.frontends.llvm.reading.types import (
    METADATA,
    OPAQUE,
    SIMPLE_TYPES,
    VOID,
    FloatType,
    FunctionType,
    IntType,
    SimpleType,
    Type,
    VectorType,
    array_type,
    function_type,
    int_type,
    struct_type,
    vector_type,
)
from antumbra.frontends.llvm.reading.values import (
    Aggregate,
    Argument,
    BlockAddress,
    Bytes,
    Expression,
    FloatConstant,
    GlobalAddress,
    IntConstant,
    Local,
    MetadataOperand,
    Opaque,
    Parameter,
    Undefined,
    Value,
    Zero,
)

#: how inline assembly is called in messages, followed by its first line
ASSEMBLY: Final = "inline assembly "

#: words that begin an operand, so are no attributes of it
_VALUE_WORDS: Final = words(
    "true false null undef poison none zeroinitializer splat asm blockaddress dso_local_equivalent no_cfi "
    "getelementptr ptrtoint ptrtoaddr inttoptr bitcast addrspacecast trunc zext sext add sub mul xor and or shl lshr "
    "ashr extractelement insertelement shufflevector ptrauth"
)
_CASTS: Final = words("ptrtoint ptrtoaddr inttoptr bitcast addrspacecast trunc zext sext")


class ValueParser:
    """Reads from a cursor; ``named`` gives the structure type of a name."""

    def __init__(self, named: Callable[[str], Type]) -> None:
        self.named = named

    # ------------------------------------------------------------ types

    def type(self, c: Cursor) -> Type:
        word = c.next()
        found = SIMPLE_TYPES.get(word)
        if found is None:
            found = self._composite(c, word)
        if c.tokens[c.at] == "addrspace":
            c.at += 1
            c.skip_group()
        return found

    def _composite(self, c: Cursor, word: str) -> Type:
        if word[:1] == "%":
            return self.named(unquote(word[1:]))
        if word[:1] == "i" and word[1:].isdigit():
            return int_type(int(word[1:]))
        if word == "[":
            count = int(c.next())
            c.expect("x")
            element = self.type(c)
            c.expect("]")
            return array_type(count, element)
        if word == "{":
            return struct_type(self._fields(c))
        if word == "<":
            if c.accept("{"):
                fields = self._fields(c)
                c.expect(">")
                return struct_type(fields, packed=True)
            scalable = c.accept("vscale")
            if scalable:
                c.expect("x")
            count = int(c.next())
            c.expect("x")
            element = self.type(c)
            c.expect(">")
            return vector_type(count, element, scalable)
        if word == "opaque":
            return OPAQUE
        if word == "target":
            c.skip_group()
            return SimpleType("target")
        raise ParseError(f"expected a type but found {word!r} in: {' '.join(c.tokens)[:200]}")

    def _fields(self, c: Cursor) -> tuple[Type, ...]:
        fields: list[Type] = []
        while not c.accept("}"):
            fields.append(self.type(c))
            c.accept(",")
        return tuple(fields)

    def call_type(self, c: Cursor) -> tuple[Type, FunctionType | None]:
        """What stands before a callee: its result type, or its whole function type."""
        result = self.type(c)
        if c.tokens[c.at] != "(":
            return result, None
        c.at += 1
        parameters: list[Type] = []
        variadic = False
        while not c.accept(")"):
            if c.accept("..."):
                variadic = True
            else:
                parameters.append(self.type(c))
            c.accept(",")
        return result, function_type(result, tuple(parameters), variadic)

    # ------------------------------------------------------------ values

    def typed_value(self, c: Cursor) -> Value:
        type_ = self.type(c)
        return self.value(c, type_)

    def value(self, c: Cursor, type_: Type) -> Value:
        word = c.next()
        first = word[:1]
        if first == "%":
            return Local(type_, unquote(word[1:]))
        if first.isdigit() or first == "-":
            return _number(word, type_)
        if first == "@":
            return GlobalAddress(type_, unquote(word[1:]))
        if type_ is METADATA or first == "!":
            c.skip_group()
            return MetadataOperand(type_, word)
        return self._special(c, word, type_)

    def _special(self, c: Cursor, word: str, type_: Type) -> Value:
        match word:
            case "null" | "zeroinitializer" | "none":
                return Zero(type_)
            case "undef" | "poison":
                return Undefined(type_, word == "poison")
            case "true":
                return IntConstant(type_, 1)
            case "false":
                return IntConstant(type_, 0)
            case "[":
                return Aggregate(type_, self._elements(c, "]"))
            case "{":
                return Aggregate(type_, self._elements(c, "}"))
            case "<":
                if c.accept("{"):
                    elements = self._elements(c, "}")
                    c.expect(">")
                    return Aggregate(type_, elements)
                return Aggregate(type_, self._elements(c, ">"))
            case "splat":
                c.expect("(")
                element = self.typed_value(c)
                c.expect(")")
                count = type_.count if isinstance(type_, VectorType) else 1
                return Aggregate(type_, (element,) * count)
            case "asm":
                return self._assembly(c, type_)
            case "dso_local_equivalent" | "no_cfi":
                return self.value(c, type_)
            case "blockaddress":
                c.expect("(")
                function = unquote(c.next()[1:])
                c.expect(",")
                label = unquote(c.next()[1:])
                c.expect(")")
                return BlockAddress(type_, function, label)
            case "ptrauth":
                c.skip_group()
                return Opaque(type_, word)
            case _ if word.startswith('c"'):
                return Bytes(type_, unescape(word))
            case _ if word in _VALUE_WORDS:
                return self._expression(c, word, type_)
            case _:
                raise ParseError(f"expected a value but found {word!r} in: {' '.join(c.tokens)[:200]}")

    def _elements(self, c: Cursor, close: str) -> tuple[Value, ...]:
        elements: list[Value] = []
        while not c.accept(close):
            elements.append(self.typed_value(c))
            c.accept(",")
        return tuple(elements)

    def _assembly(self, c: Cursor, type_: Type) -> Value:
        while c.peek() and c.peek()[:1] != '"':
            c.next()
        text = unescape(c.next()).decode("utf-8", "replace")
        constraints = unescape(c.next()).decode("utf-8", "replace") if c.accept(",") else ""
        first, *more = text.strip().splitlines() or [""]
        return Opaque(type_, ASSEMBLY + first.strip() + (" …" if more else ""), text, constraints)

    def _expression(self, c: Cursor, operation: str, type_: Type) -> Value:
        while c.peek() and c.peek() != "(":  # flags such as inbounds, nuw
            if c.next() == "inrange":
                c.skip_group()
        c.expect("(")
        source = type_
        if operation == "getelementptr":
            source = self.type(c)
            c.expect(",")
        operands: list[Value] = []
        while not c.accept(")"):
            if operation in _CASTS and operands:
                c.expect("to")
                self.type(c)
                continue
            operands.append(self.typed_value(c))
            c.accept(",")
        return Expression(type_, operation, tuple(operands), source)

    # ------------------------------------------------------------ parameters and arguments

    def attributes(self, c: Cursor) -> Type | None:
        """Skip attributes of a parameter or result; the pointee of byval."""
        by_value: Type | None = None
        tokens = c.tokens
        while True:
            word = tokens[c.at]
            first = word[:1]
            if first == '"':
                c.at += 1
                if c.accept("="):
                    c.next()
            elif (first.isalpha() or first == "_") and word not in _VALUE_WORDS and not word.startswith('c"'):
                c.at += 1
                if word == "align" and tokens[c.at].isdigit():
                    c.at += 1
                elif word == "byval" and tokens[c.at] == "(":
                    c.at += 1
                    by_value = self.type(c)
                    c.expect(")")
                elif tokens[c.at] == "(":
                    c.skip_group()
            else:
                return by_value

    def arguments(self, c: Cursor) -> tuple[Argument, ...]:
        c.expect("(")
        out: list[Argument] = []
        while not c.accept(")"):
            type_ = self.type(c)
            if type_ is METADATA:
                out.append(Argument(self._metadata(c)))
            else:
                by_value = self.attributes(c)
                out.append(Argument(self.value(c, type_), by_value))
            c.accept(",")
        return tuple(out)

    def _metadata(self, c: Cursor) -> Value:
        start, depth = c.at, 0
        while word := c.peek():
            if depth == 0 and word in (",", ")"):
                break
            depth += (word in ("(", "{")) - (word in (")", "}"))
            c.next()
        return MetadataOperand(METADATA, "".join(c.tokens[start : c.at]))

    def parameters(self, c: Cursor) -> tuple[tuple[Parameter, ...], bool]:
        """The list of a define or declare line; unnamed parameters are numbered."""
        c.expect("(")
        out: list[Parameter] = []
        variadic = False
        unnamed = 0
        while not c.accept(")"):
            if c.accept("..."):
                variadic = True
                continue
            type_ = self.type(c)
            by_value = self.attributes(c)
            if c.peek()[:1] == "%":
                name = unquote(c.next()[1:])
                unnamed += name == str(unnamed)
            else:
                name, unnamed = str(unnamed), unnamed + 1
            out.append(Parameter(type_, name, by_value))
            c.accept(",")
        return tuple(out), variadic


def _number(word: str, type_: Type) -> Value:
    if isinstance(type_, IntType):
        return IntConstant(type_, int(word, 0) & ((1 << type_.width) - 1))
    if isinstance(type_, FloatType):
        return FloatConstant(type_, _float_bits(word, type_))
    if type_ is VOID:
        raise ParseError(f"a number of type void: {word}")
    return IntConstant(type_, int(word, 0))


_DOUBLE_INFINITY: Final = 0x7FF << 52


def _float_bits(word: str, type_: FloatType) -> int:
    """IEEE bits of a float constant. Plain hexadecimal is always the bits of a double."""
    if word.startswith("0x"):
        if not word[2].isdigit() and word[2] in "KLMHR":
            raw = int(word[3:], 16)
            if word[2] == "L":  # the low word is printed first
                return (raw & ((1 << 64) - 1)) << 64 | raw >> 64
            return raw
        raw = int(word, 16)
        if type_.name == "float" and raw & _DOUBLE_INFINITY == _DOUBLE_INFINITY:
            # infinities and NaN: a conversion by the machine would lose what NaN they are
            return raw >> 63 << 31 | raw >> 29 & 0x7FFFFFFF
        double = struct.unpack("<d", raw.to_bytes(8, "little"))[0]
    else:
        double = float(word)
    match type_.name:
        case "float":
            return int.from_bytes(struct.pack("<f", double), "little")
        case "half":
            return int.from_bytes(struct.pack("<e", double), "little")
        case "bfloat":
            return int.from_bytes(struct.pack("<f", double), "little") >> 16
        case _:
            return int.from_bytes(struct.pack("<d", double), "little")
