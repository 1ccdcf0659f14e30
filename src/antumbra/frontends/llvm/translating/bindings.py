"""Which variables of the C source hold which registers at the start of a block, from debug records.

A register keeps its name for ever, the variable that it was the value of does not: it may have another value, or be out
of scope, where the register is still used. What is said here is certain: along every way to the block the last record
of the variable names the register, and the variable is the only one of its name that the place can see.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Final

from antumbra.frontends.llvm.reading.debug import DebugInfo, Node
from antumbra.frontends.llvm.reading.lexer import unquote
from antumbra.frontends.llvm.reading.module import Module
from antumbra.program.text.c_expression import CVariable
from antumbra.records import dataclass, field

_NAME: Final = r'"[^"]*"|[-\w$.]+'
_LABEL: Final = re.compile(rf"^({_NAME}):", re.MULTILINE)
_SUCCESSOR: Final = re.compile(rf"label %({_NAME})")
_PHI: Final = re.compile(rf"^  %({_NAME}) = phi ")
_DEBUG: Final = re.compile(r", !dbg !(\d+)")
_VALUE: Final = re.compile(rf"#dbg_value\(\w+ %({_NAME}), !(\d+), !DIExpression\(\), !(\d+)\)")
_PLACE: Final = re.compile(rf"#dbg_declare\(ptr %({_NAME}), !(\d+), !DIExpression\(\), !\d+\)")
_RECORD: Final = re.compile(r"#dbg_\w+\(.*?, !(\d+), ")
_DECLARED: Final = re.compile(r'^!(\d+) = (?:distinct )?!DI(?:Local|Global)Variable\(name: "([^"]*)"', re.MULTILINE)
_PARAMETER: Final = re.compile(r'^!(\d+) = !DILocalVariable\(name: "[^"]*", arg: ', re.MULTILINE)

_ENCODINGS: Final = {
    "DW_ATE_signed": True,
    "DW_ATE_signed_char": True,
    "DW_ATE_unsigned": False,
    "DW_ATE_unsigned_char": False,
}
#: types that are other names of one, or kinds of one
_TRANSPARENT: Final = ("DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type")

#: variable → register that holds it; None if none does, or it is not known
Binding = dict[int, str | None]


@dataclass(slots=True)
class _Block:
    lines: list[str]
    successors: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class _Function:
    """``begin``: what holds variables at the start of each block that is reached. ``places``: where others lie."""

    blocks: dict[str, _Block]
    begin: dict[str, Binding]
    places: Binding


class Bindings:
    """Of one module's functions."""

    def __init__(self, text: str) -> None:
        self._module = Module(text)
        self._functions: dict[str, _Function | None] = {}
        #: name → numbers of the variables that have it, and are not parts of others
        self._declared: dict[str, list[int]] = {}
        for declared in _DECLARED.finditer(text):
            self._declared.setdefault(declared[2], []).append(int(declared[1]))
        self._parameters = frozenset(int(match[1]) for match in _PARAMETER.finditer(text))

    def at(self, function: str, label: str) -> dict[str, CVariable]:
        """Register → the variable that has its value where the block begins (behind its phis)."""
        known = self._flow(function)
        if known is None or label not in known.begin:
            return {}
        first = label == next(iter(known.blocks))
        block = known.blocks[label]
        held = _at_start(known.begin[label], block, self._parameters if first else frozenset())
        return self._visible(held, _scopes(self._module.debug, block))

    def places_at(self, function: str, label: str) -> dict[str, CVariable]:
        """Register → the variable that lies in memory where the register says, wherever it is in scope."""
        known = self._flow(function)
        if known is None or label not in known.blocks:
            return {}
        return self._visible(known.places, _scopes(self._module.debug, known.blocks[label]))

    def global_at(self, name: str, function: str, label: str) -> CVariable | None:
        """The global variable that is called so at a block."""
        known = self._flow(function)
        visible = _scopes(self._module.debug, known.blocks[label]) if known and label in known.blocks else None
        numbers = [n for n in self._declared.get(name, ()) if self._module.debug.node(n).kind == "DIGlobalVariable"]
        return self._variable(numbers[0], visible) if len(numbers) == 1 and visible else None

    def returned(self, function: str) -> tuple[bool, int] | None:
        """(signed, width) of the integer that a function returns."""
        if not self._module.defines(function):
            return None
        debug = self._module.debug
        kinds = debug.node(self._module.signature(function).debug or 0).reference("type")
        types = debug.elements(debug.node(kinds or 0).reference("types"))
        return integer_type(debug, types[0]) if types else None

    def _visible(self, held: Binding, scopes: set[int]) -> dict[str, CVariable]:
        found: dict[str, CVariable] = {}
        for variable, register in held.items():
            known = self._variable(variable, scopes) if register is not None else None
            if register is not None and known is not None:
                found.setdefault(register, known)
        return found

    def _variable(self, number: int, visible: set[int]) -> CVariable | None:
        """If it is the only one of its name that is visible (of two the inner one is meant)."""
        debug = self._module.debug
        name = debug.variable_name(number)
        scopes = [debug.node(n).reference("scope") for n in self._declared.get(name, ())]
        inner = [scope for scope in scopes if scope in visible]
        own = debug.node(number).reference("scope")
        if not name.isidentifier() or len(inner) > 1 or (inner and own not in visible):
            return None
        if not inner and debug.node(number).kind != "DIGlobalVariable":
            return None
        typed = integer_type(debug, debug.node(number).reference("type"))
        return None if typed is None else CVariable(name, *typed)

    def _flow(self, function: str) -> _Function | None:
        if function not in self._functions:
            self._functions[function] = self._read(function)
        return self._functions[function]

    def _read(self, function: str) -> _Function | None:
        text = self._module.body_text(function)
        if text is None or "llvm.dbg." in text or "!DILocation(" in text:
            return None
        if any(self._module.debug.node(int(m[3])).fields.get("inlinedAt") for m in _VALUE.finditer(text)):
            return None
        blocks = _blocks(text)
        records = {int(match[1]) for match in _RECORD.finditer(text)}
        places: Binding = {}
        for match in _PLACE.finditer(text):
            variable = int(match[2])
            places[variable] = None if variable in places else unquote(match[1])
        return _Function(blocks, _flow(blocks, records), places)


def _blocks(text: str) -> dict[str, _Block]:
    found: dict[str, _Block] = {}
    current = _Block([])
    for line in text.split("\n"):
        label = _LABEL.match(line)
        if label is not None:
            current = found[unquote(label[1])] = _Block([])
        elif line:
            if not found:  # the first block has no name
                current = found[""] = _Block([])
            current.lines.append(line)
            current.successors += [unquote(name) for name in _SUCCESSOR.findall(line)]
    return found


def _flow(blocks: dict[str, _Block], variables: set[int]) -> dict[str, Binding]:
    """What holds variables at the start of each block that is reached. "" is a register that nothing is."""
    first = next(iter(blocks))
    begin: dict[str, Binding] = {first: dict.fromkeys(sorted(variables), "")}
    # in the order of the text, which mostly has blocks behind those before them: else joins are done again and again
    labels = list(blocks)
    number = {label: i for i, label in enumerate(labels)}
    work, waiting = [0], {first}
    while work:
        label = labels[heappop(work)]
        waiting.remove(label)
        end = dict(begin[label])
        for line in blocks[label].lines:
            _record(line, end)
        for successor in blocks[label].successors:
            if successor not in blocks:
                continue
            known = begin.get(successor)
            joined = end if known is None else {v: r if end[v] == r else None for v, r in known.items()}
            if joined != known:
                begin[successor] = dict(joined)
                if successor not in waiting:
                    waiting.add(successor)
                    heappush(work, number[successor])
    return begin


def _record(line: str, binding: Binding) -> None:
    record = _RECORD.search(line)
    if record is not None:
        value = _VALUE.search(line)
        binding[int(record[1])] = None if value is None else unquote(value[1])


def _at_start(binding: Binding, block: _Block, parameters: frozenset[int]) -> Binding:
    """With what the phis of the block are, and ``parameters`` where they are given. A phi that two variables have is
    one's value, and assigned to the other."""
    held = {variable: register or None for variable, register in binding.items()}
    phis: set[str] = set()
    owners: dict[str, list[int]] = {}
    for line in block.lines:
        phi = _PHI.match(line)
        value = _VALUE.search(line)
        if phi is not None:
            phis.add(unquote(phi[1]))
        elif value is not None and (unquote(value[1]) in phis or int(value[2]) in parameters):
            owners.setdefault(unquote(value[1]), []).append(int(value[2]))
        elif not line.lstrip().startswith("#dbg_"):
            break
    for register, variables in owners.items():
        for variable in variables:
            held[variable] = register if len(variables) == 1 else None
    return held


def _scopes(debug: DebugInfo, block: _Block) -> set[int]:
    """The scopes that a block's end is in."""
    match = _DEBUG.search(block.lines[-1]) if block.lines else None
    found: set[int] = set()
    at = None if match is None else debug.node(int(match[1])).reference("scope")
    while at is not None and at not in found:
        found.add(at)
        node = debug.node(at)
        at = None if node.kind == "DISubprogram" else node.reference("scope")
    return found


def integer_type(debug: DebugInfo, number: int | None) -> tuple[bool, int] | None:
    """(signed, width) of an integer type."""
    for node in _underlying(debug, number):
        if node.kind == "DIBasicType":
            signed = _ENCODINGS.get(node.text("encoding"))
            return None if signed is None else (signed, node.number("size"))
    return None


def _underlying(debug: DebugInfo, number: int | None) -> Iterator[Node]:
    for _ in range(20):
        if number is None:
            return
        node = debug.node(number)
        yield node
        enumeration = node.kind == "DICompositeType" and node.text("tag") == "DW_TAG_enumeration_type"
        if not enumeration and node.text("tag") not in _TRANSPARENT:
            return
        number = node.reference("baseType")
