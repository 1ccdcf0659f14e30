"""Instructions: from the lines of a function's body to basic blocks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from antumbra.frontends.llvm.reading.instructions import (
    AddressJump,
    Alloca,
    AtomicUpdate,
    BasicBlock,
    Body,
    CallInstruction,
    Cast,
    Compare,
    CompareExchange,
    ConditionalJump,
    ElementPointer,
    IndexedOperation,
    Jump,
    Last,
    LoadInstruction,
    Nothing,
    Operation,
    Phi,
    Plain,
    ReturnInstruction,
    StoreInstruction,
    SwitchJump,
    Unreachable,
    Untranslatable,
    VariadicArgument,
)
from antumbra.frontends.llvm.reading.lexer import Cursor, ParseError, alignment, unquote, words
from antumbra.frontends.llvm.reading.parser import ValueParser
from antumbra.frontends.llvm.reading.quick import QuickLines
from antumbra.frontends.llvm.reading.types import POINTER, VOID, IntType, function_type
from antumbra.frontends.llvm.reading.values import IntConstant, Parameter, Value

_DEBUG_RECORD: Final = re.compile(r'#dbg_(?:value|declare|assign)\(\S+ %("[^"]*"|[-\w$.]+), !(\d+),')
_BINARY: Final = words("add sub mul udiv sdiv urem srem shl lshr ashr and or xor fadd fsub fmul fdiv frem")
_CASTS: Final = words(
    "trunc zext sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint ptrtoaddr inttoptr bitcast addrspacecast"
)
_LAST: Final = frozenset({Jump, ConditionalJump, SwitchJump, AddressJump, ReturnInstruction, Unreachable})


class BodyParser:
    def __init__(self, values: ValueParser) -> None:
        self._values = values
        self._quick = QuickLines(values.named)
        self._result = ""  # of the instruction being read
        self._debug: int | None = None
        self._kinds: dict[str, Callable[[Cursor], Plain | Last | Phi]] = {
            "icmp": self._compare,
            "fcmp": self._compare,
            "getelementptr": self._element_pointer,
            "load": self._load,
            "store": self._store,
            "alloca": self._alloca,
            "call": self._call,
            "phi": self._phi,
            "select": self._select,
            "br": self._branch,
            "switch": self._switch,
            "indirectbr": self._address_jump,
            "ret": self._return,
            "unreachable": lambda _: Unreachable(self._debug),
            "fneg": self._unary,
            "freeze": self._unary,
            "extractvalue": self._indexed,
            "insertvalue": self._indexed,
            "extractelement": self._listed,
            "insertelement": self._listed,
            "shufflevector": self._listed,
            "va_arg": self._variadic,
            "atomicrmw": self._atomic_update,
            "cmpxchg": self._compare_exchange,
            "fence": lambda _: Nothing(self._debug),
            **dict.fromkeys(_BINARY, self._binary),
            **dict.fromkeys(_CASTS, self._cast),
        }

    def parse(self, text: str, parameters: tuple[Parameter, ...]) -> Body:
        """``text`` is what stands between the braces."""
        entry = sum(1 for i, p in enumerate(parameters) if p.name == str(i))
        body = Body({})
        block: BasicBlock | None = None
        self._quick = QuickLines(self._values.named)
        for line in _logical_lines(text):
            if line[0] != " ":
                label = unquote(line[: line.index('":') + 1] if line[0] == '"' else line[: line.index(":")])
                block = body.blocks[label] = BasicBlock(label, [], [], Unreachable(None))
                continue
            if block is None:
                block = body.blocks[str(entry)] = BasicBlock(str(entry), [], [], Unreachable(None))
            if line[2] == " ":
                if match := _DEBUG_RECORD.match(line, 4):
                    body.variables.setdefault(unquote(match[1]), int(match[2]))
                    continue
                if line.startswith("    #dbg_"):
                    continue
            instruction: Any = self._instruction(line)
            kind = instruction.__class__
            if kind is Phi:
                block.phis.append(instruction)
            elif kind in _LAST or (kind is Untranslatable and _is_control(instruction)):
                block.last = instruction
            else:
                block.instructions.append(instruction)
        return body

    def _instruction(self, line: str) -> Plain | Last | Phi:
        head, _, tail = line.partition(", !dbg !")
        debug: int | None = None
        if tail:
            number = tail.partition(",")[0]
            debug = int(number) if number.isdigit() else None
        quick = self._quick.read(head, debug)
        if quick is not None:
            return quick
        c = Cursor(head)
        result = ""
        tokens = c.tokens
        if tokens[1] == "=" and tokens[0][0] == "%":
            result = unquote(tokens[0][1:])
            c.at = 2
        opcode = c.next()
        if opcode in ("tail", "musttail", "notail"):
            opcode = c.next()
        kind = self._kinds.get(opcode)
        if kind is None:
            return Untranslatable(result or None, opcode, debug)
        self._result, self._debug = result, debug
        return kind(c)

    # ------------------------------------------------------------ one method a shape

    def _binary(self, c: Cursor) -> Plain:
        opcode = c.tokens[c.at - 1]
        flags = _words(c, _FLAGS)
        type_ = self._values.type(c)
        left = self._values.value(c, type_)
        c.expect(",")
        return Operation(self._result, opcode, type_, (left, self._values.value(c, type_)), self._debug, flags)

    def _unary(self, c: Cursor) -> Plain:
        opcode = c.tokens[c.at - 1]
        while c.peek() in _FLAGS:
            c.at += 1
        operand = self._values.typed_value(c)
        return Operation(self._result, opcode, operand.type, (operand,), self._debug)

    def _compare(self, c: Cursor) -> Plain:
        prefix = "f" if c.tokens[c.at - 1] == "fcmp" else ""
        flags = _words(c, _FLAGS)
        predicate = c.next()
        type_ = self._values.type(c)
        left = self._values.value(c, type_)
        c.expect(",")
        return Compare(self._result, prefix + predicate, (left, self._values.value(c, type_)), self._debug, flags)

    def _cast(self, c: Cursor) -> Plain:
        opcode = c.tokens[c.at - 1]
        flags = _words(c, _FLAGS)
        operand = self._values.typed_value(c)
        c.expect("to")
        return Cast(self._result, opcode, operand, self._values.type(c), self._debug, flags)

    def _element_pointer(self, c: Cursor) -> Plain:
        while c.peek() in _FLAGS:
            if c.next() == "inrange":
                c.skip_group()
        source = self._values.type(c)
        c.expect(",")
        base = self._values.typed_value(c)
        indices: list[Value] = []
        while c.accept(","):
            if c.peek()[:1] == "!":
                break
            indices.append(self._values.typed_value(c))
        return ElementPointer(self._result, source, base, tuple(indices), self._debug)

    def _load(self, c: Cursor) -> Plain:
        flags = _words(c, _MEMORY_FLAGS)
        type_ = self._values.type(c)
        c.expect(",")
        address = self._values.typed_value(c)
        return LoadInstruction(self._result, type_, address, self._debug, "volatile" in flags, "atomic" in flags)

    def _store(self, c: Cursor) -> Plain:
        flags = _words(c, _MEMORY_FLAGS)
        value = self._values.typed_value(c)
        c.expect(",")
        return StoreInstruction(value, self._values.typed_value(c), self._debug, "atomic" in flags)

    def _alloca(self, c: Cursor) -> Plain:
        while c.peek() in ("inalloca", "swifterror"):
            c.at += 1
        type_ = self._values.type(c)
        count: Value | None = None
        if c.accept(",") and c.peek() not in ("align", "addrspace") and c.peek()[:1] != "!":
            count = self._values.typed_value(c)
            if isinstance(count, IntConstant) and count.value == 1:
                count = None
        return Alloca(self._result, type_, count, self._debug, alignment(c))

    def _call(self, c: Cursor) -> Plain:
        while c.peek() in _FLAGS or c.peek() in _CONVENTIONS:
            if c.next() == "cc":
                c.next()
        self._result_attributes(c)
        returned, type_ = self._values.call_type(c)
        callee = self._values.value(c, POINTER)
        arguments = self._values.arguments(c)
        attributes = " ".join(c.tokens[c.at :])
        if type_ is None:
            type_ = function_type(returned, tuple(a.value.type for a in arguments))
        return CallInstruction(self._result or None, type_, callee, arguments, attributes, self._debug)

    def _result_attributes(self, c: Cursor) -> None:
        """Attributes before a self._result type: words that are no types."""
        while (word := c.peek()) and word in _RESULT_ATTRIBUTES:
            c.at += 1
            if word == "align" and c.peek().isdigit():
                c.at += 1
            c.skip_group()

    def _phi(self, c: Cursor) -> Phi:
        while c.peek() in _FLAGS:
            c.at += 1
        type_ = self._values.type(c)
        incoming: list[tuple[Value, str]] = []
        while c.accept("["):
            value = self._values.value(c, type_)
            c.expect(",")
            incoming.append((value, unquote(c.next()[1:])))
            c.expect("]")
            c.accept(",")
        return Phi(self._result, type_, tuple(incoming), self._debug)

    def _select(self, c: Cursor) -> Plain:
        while c.peek() in _FLAGS:
            c.at += 1
        operands = self._list(c)
        return Operation(self._result, "select", operands[1].type, operands, self._debug)

    def _listed(self, c: Cursor) -> Plain:
        opcode = c.tokens[c.at - 1]
        operands = self._list(c)
        return Operation(self._result, opcode, operands[0].type, operands, self._debug)

    def _list(self, c: Cursor) -> tuple[Value, ...]:
        operands = [self._values.typed_value(c)]
        while c.accept(","):
            if c.peek()[:1] == "!":
                break
            operands.append(self._values.typed_value(c))
        return tuple(operands)

    def _indexed(self, c: Cursor) -> Plain:
        operands: list[Value] = [self._values.typed_value(c)]
        indices: list[int] = []
        while c.accept(","):
            word = c.peek()
            if word.isdigit():
                indices.append(int(c.next()))
            elif word[:1] == "!":
                break
            else:
                operands.append(self._values.typed_value(c))
        return IndexedOperation(self._result, tuple(operands), tuple(indices), self._debug)

    def _variadic(self, c: Cursor) -> Plain:
        address = self._values.typed_value(c)
        c.expect(",")
        return VariadicArgument(self._result, address, self._values.type(c), self._debug)

    def _atomic_update(self, c: Cursor) -> Plain:
        while c.peek() in _MEMORY_FLAGS:
            c.at += 1
        operation = c.next()
        address = self._values.typed_value(c)
        c.expect(",")
        return AtomicUpdate(self._result, operation, address, self._values.typed_value(c), self._debug)

    def _compare_exchange(self, c: Cursor) -> Plain:
        while c.peek() in _MEMORY_FLAGS:
            c.at += 1
        address = self._values.typed_value(c)
        c.expect(",")
        expected = self._values.typed_value(c)
        c.expect(",")
        return CompareExchange(self._result, address, expected, self._values.typed_value(c), self._debug)

    # ------------------------------------------------------------ control

    def _branch(self, c: Cursor) -> Last:
        if c.accept("label"):
            return Jump(unquote(c.next()[1:]), self._debug)
        condition = self._values.typed_value(c)
        c.expect(",")
        c.expect("label")
        then = unquote(c.next()[1:])
        c.expect(",")
        c.expect("label")
        return ConditionalJump(condition, then, unquote(c.next()[1:]), self._debug)

    def _switch(self, c: Cursor) -> Last:
        value = self._values.typed_value(c)
        c.expect(",")
        c.expect("label")
        default = unquote(c.next()[1:])
        c.expect("[")
        cases: list[tuple[int, str]] = []
        while not c.accept("]"):
            case = self._values.typed_value(c)
            if not isinstance(case, IntConstant) or not isinstance(case.type, IntType):
                raise ParseError("a switch case that is no integer")
            c.expect(",")
            c.expect("label")
            cases.append((case.value, unquote(c.next()[1:])))
        return SwitchJump(value, default, tuple(cases), self._debug)

    def _address_jump(self, c: Cursor) -> Last:
        address = self._values.typed_value(c)
        c.expect(",")
        c.expect("[")
        targets: list[str] = []
        while not c.accept("]"):
            c.expect("label")
            targets.append(unquote(c.next()[1:]))
            c.accept(",")
        return AddressJump(address, tuple(dict.fromkeys(targets)), self._debug)

    def _return(self, c: Cursor) -> Last:
        type_ = self._values.type(c)
        return ReturnInstruction(None if type_ is VOID else self._values.value(c, type_), self._debug)


def _is_control(instruction: Plain | Last | Phi) -> bool:
    return isinstance(instruction, Untranslatable) and instruction.what in _CONTROL


def _words(c: Cursor, known: frozenset[str]) -> tuple[str, ...]:
    found: tuple[str, ...] = ()
    while (word := c.peek()) in known:
        found = (*found, word)
        c.at += 1
    return found


def _logical_lines(text: str) -> list[str]:
    """Lines with their continuations joined: switch tables and the second lines of invoke and landingpad."""
    out: list[str] = []
    table: list[str] | None = None
    for line in text.split("\n"):
        if not line:
            continue
        if table is not None:
            table.append(line)
            if line.startswith("  ]"):
                out.append(" ".join(table))
                out[-1] = "  " + out[-1].lstrip()
                table = None
        elif line[0] == " " and line[-1] == "[" and line.lstrip().startswith("switch "):
            table = [line]
        elif line.startswith("      ") and out:
            out[-1] += line
        elif line[0] != ";":
            out.append(line)
    return out


_FLAGS: Final = words(
    "nuw nsw exact disjoint inbounds nusw nneg samesign inrange fast nnan ninf nsz arcp contract afn reassoc"
)
_MEMORY_FLAGS: Final = words("atomic volatile weak")
_CONVENTIONS: Final = words("ccc fastcc coldcc tailcc cc x86_stdcallcc x86_fastcallcc x86_regcallcc")
_RESULT_ATTRIBUTES: Final = words(
    "zeroext signext noext inreg noundef noalias nonnull align dereferenceable dereferenceable_or_null range "
    "nofpclass returned"
)
_CONTROL: Final = words("invoke callbr resume catchswitch catchret cleanupret catchpad cleanuppad")
