"""Leave out what the entry cannot reach, on the text, before LLVM reads it.

A program uses a small part of a large file; reading, checking and rewriting the rest would cost far more than
finding it. What is kept can only be too much: any ``@name`` in a kept part keeps what it names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from antumbra.frontends.llvm.reading.lexer import unquote

_REFERENCE = re.compile(r'@("[^"]*"|[-\w$.]+)')
_LOCAL = re.compile(r'@(?:"[^"]*"|[-\w$.]+) = (?:private|internal) ')
#: symbols that LLVM itself gives a meaning
_SPECIAL = ("llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors")
#: code and pointers to functions that run before or after main because of the section that they are in
_RUN_BY_SECTION = re.compile(
    r'^(?:define [^@\n]*)?@("[^"]*"|[-\w$.]+).*'
    r' section "\.(?:preinit_array|init_array|fini_array|init|fini|ctors|dtors)[".]',
    re.MULTILINE,
)


def run_by_section(text: str) -> str | None:
    """The first global or function that runs because of its section, without a use in the module."""
    found = _RUN_BY_SECTION.search(text) if ' section ".' in text else None
    return unquote(found[1]) if found is not None else None


def _visible_pointers(text: str, chunks: Mapping[str, tuple[int, int]]) -> list[str]:
    """Globals and aliases that other code can name, and that hold the address of something."""
    return [
        name
        for name, (start, stop) in chunks.items()
        if text[start] == "@" and not _LOCAL.match(text, start, stop) and len(_REFERENCE.findall(text, start, stop)) > 1
    ]


def prune(text: str, roots: Iterable[str], known: Callable[[str], bool] | None = None) -> str:
    """The module without functions and globals that no root needs; the whole text if a root is not defined there.

    Functions that are only declared and not ``known`` are other code, which may use any global that is visible to it
    and holds the address of something: those stay as well, once such a function is needed. None: no such code.
    """
    chunks: dict[str, tuple[int, int]] = {}
    declared: set[str] = set()
    wanted: list[str] = [*roots, *_SPECIAL]
    if (found := run_by_section(text)) is not None:
        wanted.append(found)
    at, end = 0, len(text)
    while at < end:
        stop = text.find("\n", at)
        stop = end if stop < 0 else stop
        first = text[at : at + 1]
        if first == "d" and text.startswith("define ", at):
            close = text.find("\n}", stop)
            if close < 0:
                return text
            name = _REFERENCE.search(text, at, stop)
            stop = close + 2
            if name is not None:
                chunks[unquote(name[1])] = (at, stop)
        elif first == "d" and text.startswith("declare ", at):
            name = _REFERENCE.search(text, at, stop)
            if name is not None:
                declared.add(unquote(name[1]))
        elif first == "@":
            name = _REFERENCE.match(text, at)
            if name is not None:
                chunks[unquote(name[1])] = (at, stop)
        elif first == "!" and text.find("@", at, stop) >= 0:
            wanted.extend(unquote(name) for name in _REFERENCE.findall(text, at, stop))
        at = stop + 1
    if not all(root in chunks for root in roots):
        return text
    kept: set[str] = set()
    other_code = False
    while wanted:
        name = wanted.pop()
        if name in chunks and name not in kept:
            kept.add(name)
            wanted.extend(unquote(found) for found in _REFERENCE.findall(text, *chunks[name]))
        elif known is not None and not other_code and name in declared and not name.startswith("llvm."):
            other_code = not known(name)
            wanted.extend(_visible_pointers(text, chunks) if other_code else ())
    if len(kept) == len(chunks):
        return text
    parts: list[str] = []
    position = 0
    for name, (start, stop) in chunks.items():
        if name not in kept:
            parts.append(text[position:start])
            position = stop
    parts.append(text[position:])
    return "".join(parts)
