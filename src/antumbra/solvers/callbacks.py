"""Code that a solver or the interpreter calls: what is raised there is lost, and its traceback printed."""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any, Final, TypeVar

_CODE: Final[set[CodeType]] = set()
#: frames above a callback in which a handler of signals may find itself
_DEPTH: Final = 8

Callback = TypeVar("Callback", bound=Callable[..., Any])


def called_by_solver(function: Callback) -> Callback:
    """Marks a callback."""
    _CODE.add(function.__code__)
    return function


def in_callback(frame: FrameType | None) -> bool:
    """Has a solver, or the end of an object, called what runs in this frame?"""
    for _ in range(_DEPTH):
        if frame is None:
            return False
        if frame.f_code in _CODE or frame.f_code.co_name == "__del__":
            return True
        frame = frame.f_back
    return False
