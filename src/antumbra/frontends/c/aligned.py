"""Checks of alignment in clang's IR, before every access whose address clang takes to be a multiple of a number.

Clang's own sanitizer leaves accesses out: ``(*p)++``, structures that are copied, complex numbers, atomic operations,
structures that are passed. The IR says of each what it relies on (``align 4``); nothing is checked of variables
that are accessed by their names, since their places are clang's own choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from antumbra.patterns import pattern

#: what is called where an access is not aligned, as with ``-fsanitize=alignment``
_HANDLER: Final = "@__ubsan_handle_type_mismatch_minimal"

FUNCTION: Final = pattern(r"^define .*?^\}$", re.MULTILINE | re.DOTALL)
_LABEL: Final = pattern(r'^([\w.$-]+|"[^"]*"):')
_RESULT: Final = pattern(r"^  (%\S+) = ")
_PLACE: Final = pattern(r", (!dbg !\d+)")
_ALIGN: Final = pattern(r"align (\d+)")
_ORDERED: Final = pattern(r'( syncscope\("[^"]*"\))?( (?:unordered|monotonic|acquire|release|acq_rel|seq_cst))*$')
#: of accesses the operand that is the address
_ADDRESS: Final = {"load": 1, "store": 1, "atomicrmw": 0, "cmpxchg": 0}
_POINTER: Final = pattern(r"(?:^| )ptr (.*)$")
_CALL: Final = pattern(
    r'^  (?:%\S+ = )?(?:\w+ )?call .*?(?:@(llvm\.mem(?:cpy|move|set)\.)?[\w.$]*|@"[^"]*"|%[\w.$-]+)\('
)
#: arguments that are copied: by these functions, or because structures are passed and returned in memory
_RELYING: Final = pattern(r"@llvm\.mem(?:cpy|move|set)\.|\bbyval\(|\bsret\(")
_ARGUMENT: Final = pattern(r"^ptr .*?\balign (\d+) (\S.*)$")


def with_checks(ir: str, pointer: str) -> str:
    """The module with a check before each access; ``pointer`` is the type of integers as wide as addresses."""
    made = FUNCTION.sub(lambda function: _function(function[0], pointer), ir)
    if _HANDLER in made and f"declare void {_HANDLER}(" not in made:
        made += f"\ndeclare void {_HANDLER}()\n"
    return made


def _function(text: str, pointer: str) -> str:
    lines: list[str] = []
    ends: dict[str, str] = {}  # block → the one in which it ends now
    own: set[str] = set()  # addresses in variables of the function
    block, made = "", 0
    for line in text.split("\n"):
        label = _LABEL.match(line)
        if label:
            block = label[1]
        result = _RESULT.match(line)
        if result and (" = alloca " in line or _is_within(line, own)):
            own.add(result[1])
        for address, alignment in accesses(line):
            if alignment < 2 or address in own or address.startswith("@"):
                continue
            made += 1
            place = _PLACE.search(line)
            at = f", {place[1]}" if place else ""
            lines += _check(f"antumbra.aligned.{made}", address, alignment, pointer, at)
            ends[block] = f"antumbra.aligned.{made}.yes"
        lines.append(line)
    return "\n".join(lines) if not ends else _with_ends(lines, ends)


def _check(name: str, address: str, alignment: int, pointer: str, at: str) -> Iterator[str]:
    yield f"  %{name}.number = ptrtoint ptr {address} to {pointer}{at}"
    yield f"  %{name}.rest = and {pointer} %{name}.number, {alignment - 1}{at}"
    yield f"  %{name}.holds = icmp eq {pointer} %{name}.rest, 0{at}"
    yield f"  br i1 %{name}.holds, label %{name}.yes, label %{name}.no{at}"
    yield ""
    yield f"{name}.no:"
    yield f"  call void {_HANDLER}(){at}"
    yield f"  br label %{name}.yes{at}"
    yield ""
    yield f"{name}.yes:"


def _with_ends(lines: list[str], ends: dict[str, str]) -> str:
    """Values come out of the block in which theirs ends now."""
    phi = re.compile(r'%([\w.$-]+|"[^"]*") \]')
    return "\n".join(
        phi.sub(lambda match: f"%{ends.get(match[1], match[1])} ]", line) if " = phi " in line else line
        for line in lines
    )


def accesses(line: str) -> Iterator[tuple[str, int]]:
    """Addresses that an instruction relies on, and the numbers of which it takes them to be multiples."""
    words = line.split()
    if not line.startswith("  ") or not words:
        return
    kind = words[2] if len(words) > 2 and words[1] == "=" else words[0]
    if kind in _ADDRESS:
        operands = _operands(line)
        alignment = next((int(match[1]) for each in operands if (match := _ALIGN.fullmatch(each))), 1)
        address = _POINTER.search(operands[_ADDRESS[kind]])
        if address:
            yield _ORDERED.sub("", address[1]), alignment
    elif (call := _CALL.match(line)) and _RELYING.search(line):
        for argument in _operands(line[call.end() :]):
            match = _ARGUMENT.match(argument)
            if match and (call[1] or _RELYING.search(argument)):
                yield match[2], int(match[1])


def _is_within(line: str, own: set[str]) -> bool:
    """Whether it is an address in a variable, from its own."""
    if " = getelementptr " not in line:
        return False
    base = _operands(line)[1].removeprefix("ptr ")
    return base in own or base.startswith("@")


def _operands(line: str) -> list[str]:
    """Parts between commas, but not those in brackets."""
    parts: list[str] = []
    depth = start = 0
    quoted = False
    for at, character in enumerate(line):
        if character == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif character in "([{<":
            depth += 1
        elif character in ")]}>":
            depth -= 1
            if depth < 0:
                parts.append(line[start:at].strip())
                return parts
        elif character == "," and depth == 0:
            parts.append(line[start:at].strip())
            start = at + 1
    parts.append(line[start:].strip())
    return parts
