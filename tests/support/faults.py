"""Faults put into our own code on purpose: a rule that leaves something out forgets one of its conditions.

A fault replaces a piece of one function's text. The function object stays, only its code is exchanged, so that
everyone who holds the function runs the faulty one. Text that is no longer there, or there twice, is an error: the
table of faults has to follow the code.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any, cast


@dataclass(frozen=True, slots=True)
class Fault:
    """``mechanism`` leaves something out; the fault makes it forget a ``condition``. One of the killers must fail."""

    mechanism: str
    condition: str
    function: Any
    old: str
    new: str
    killers: tuple[Callable[[], None], ...]

    @property
    def name(self) -> str:
        return f"{self.mechanism}: {self.condition}"


class Stale(Exception):
    """The table of faults speaks of text that a function does not have."""


def faulty(fault: Fault) -> str:
    """The text of the function with the fault."""
    function = cast("FunctionType", inspect.unwrap(fault.function))
    source = textwrap.dedent(inspect.getsource(function))
    if source.count(fault.old) != 1:
        raise Stale(f"{fault.name}: {fault.old!r} occurs {source.count(fault.old)} times in {function.__qualname__}")
    return source.replace(fault.old, fault.new)


@contextmanager
def injected(fault: Fault) -> Iterator[None]:
    """Run with the fault."""
    function = cast("FunctionType", inspect.unwrap(fault.function))
    right, wrong = function.__code__, _compiled(function, faulty(fault))
    function.__code__ = wrong
    try:
        yield
    finally:
        function.__code__ = right


def _compiled(function: FunctionType, source: str) -> CodeType:
    """The code of a function with another text, in a scope that has its free variables (super() needs one)."""
    free = function.__code__.co_freevars
    text = source[re.search(r"^def ", source, re.MULTILINE).start() :]  # type: ignore[union-attr]
    if free:
        body = "".join(f"    {line}\n" for line in text.split("\n"))
        text = f"def scope({', '.join(free)}):\n{body}    return {function.__name__}\n"
    names: dict[str, Any] = {}
    text = f"from __future__ import annotations\n{text}"
    exec(compile(text, f"<fault in {function.__qualname__}>", "exec"), function.__globals__, names)
    made = names["scope"](*free) if free else names[function.__name__]
    return made.__code__


def killer_of(fault: Fault) -> str | None:
    """The first killer that notices the fault, or None."""
    with injected(fault):
        for killer in fault.killers:
            try:
                killer()
            except Exception:  # noqa: BLE001 - an assertion that fails, or a self-check of ours that raises
                return killer.__name__
    return None
