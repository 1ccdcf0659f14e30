"""Scopes of compound literals, which clang does not mark: they live until the block that they are in is left.

The scopes that locations name in the debug information are these blocks. The life of a literal begins where it is
first mentioned, which is where it is evaluated, and ends before the first instruction outside its scope. Without debug
information, and in the outermost block of a function, it lives as long as the call.
"""

from __future__ import annotations

import re
from typing import Final

from antumbra.records import dataclass, field

_LITERAL: Final = re.compile(r"^  (%\.compoundliteral[\d.]*) = alloca ")
_LOCATION: Final = re.compile(r"^!(\d+) = (?:distinct )?!DILocation\(line: (\d+),.*?\bscope: !(\d+)", re.MULTILINE)
_SCOPE: Final = re.compile(r"^!(\d+) = distinct !DILexicalBlock(?:File)?\(scope: !(\d+)", re.MULTILINE)
_AT: Final = re.compile(r", !dbg !(\d+)")
_LABEL: Final = re.compile(r'^("[^"]*"|[-\w$.]+):')
_TARGET: Final = re.compile(r'label %("[^"]*"|[-\w$.]+)')
_NAME: Final = re.compile(r"%[-\w$.]+")
DECLARATIONS: Final = {
    f"@llvm.lifetime.{edge}.p0": f"\ndeclare void @llvm.lifetime.{edge}.p0(ptr captures(none))\n"
    for edge in ("start", "end")
}


class DebugScopes:
    """Which block of the source a line of a module belongs to."""

    def __init__(self, text: str) -> None:
        # line 0 is code of the compiler's own, that may be anywhere
        self._scopes = {int(n): int(scope) for n, line, scope in _LOCATION.findall(text) if line != "0"}
        self._outer = {int(n): int(scope) for n, scope in _SCOPE.findall(text)}

    def of(self, line: str) -> int | None:
        found = _AT.search(line)
        return None if found is None else self._scopes.get(int(found[1]))

    def is_block(self, scope: int) -> bool:
        """Is it a block within a function?"""
        return scope in self._outer

    def within(self, scope: int, block: int) -> bool:
        while scope != block and scope in self._outer:
            scope = self._outer[scope]
        return scope == block


@dataclass(slots=True)
class _Block:
    """A basic block: its lines, and where it leads."""

    lines: list[int] = field(default_factory=list[int])
    targets: list[str] = field(default_factory=list[str])


def mark(lines: list[str], names: set[str], debug: DebugScopes) -> dict[int, list[str]]:
    """Markers for the literals of a body that stay in memory: number of a line → lines to be put before it."""
    found: dict[int, list[str]] = {}
    blocks: dict[str, _Block] = {}
    for name in sorted(names):
        first = next((i for i, line in enumerate(lines) if name in _NAME.findall(line) and not _is_made(line)), None)
        scope = None if first is None else debug.of(lines[first])
        if first is None or scope is None or not debug.is_block(scope):
            continue
        blocks = blocks or _blocks(lines)
        at = _AT.search(lines[first])
        found.setdefault(first, []).append(_marker("start", name, at[0] if at else ""))
        for end in _ends(lines, blocks, first, scope, debug):
            at = _AT.search(lines[end])
            found.setdefault(end, []).append(_marker("end", name, at[0] if at else ""))
    return found


def literals(lines: list[str]) -> set[str]:
    return {found[1] for line in lines if (found := _LITERAL.match(line))}


def _is_made(line: str) -> bool:
    return _LITERAL.match(line) is not None


def _marker(edge: str, name: str, at: str) -> str:
    return f"  call void @llvm.lifetime.{edge}.p0(ptr {name}){at}"


def _blocks(lines: list[str]) -> dict[str, _Block]:
    blocks: dict[str, _Block] = {}
    current = blocks[""] = _Block()
    for number, line in enumerate(lines):
        if label := _LABEL.match(line):
            current = blocks[label[1]] = _Block()
        elif line.startswith("  "):
            # no line that a marker cannot be put before
            if line[2] not in " ]" and " = phi " not in line:
                current.lines.append(number)
            current.targets += _TARGET.findall(line)
    return blocks


def _ends(lines: list[str], blocks: dict[str, _Block], first: int, scope: int, debug: DebugScopes) -> list[int]:
    """The first lines outside a scope on every way from a line."""
    found: dict[int, None] = {}
    start = next(label for label, block in blocks.items() if first in block.lines)
    work: list[tuple[str, list[int]]] = [(start, [number for number in blocks[start].lines if number > first])]
    seen: set[str] = set()
    while work:
        label, rest = work.pop()
        end = next((n for n in rest if (at := debug.of(lines[n])) is not None and not debug.within(at, scope)), None)
        if end is not None:
            found[end] = None
            continue
        for target in blocks[label].targets:
            if target not in seen and target in blocks:
                seen.add(target)
                work.append((target, blocks[target].lines))
    return list(found)
