"""Code that a solver or the interpreter calls: what is raised there is lost, and its traceback printed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import CodeType, FrameType
from typing import Any, Final, TypeVar, cast

_CODE: Final[set[CodeType]] = set()
#: frames above a callback in which a handler of signals may find itself
_DEPTH: Final = 8

Callback = TypeVar("Callback", bound=Callable[..., Any])


#: callbacks that run just now
_RUNNING: Final[list[None]] = []


def called_by_solver(function: Callback) -> Callback:
    """Marks a callback."""

    @wraps(function)
    def noted(*arguments: Any) -> Any:
        _RUNNING.append(None)
        try:
            return function(*arguments)
        finally:
            _RUNNING.pop()

    marked = cast("Callback", noted)
    _CODE.update((function.__code__, marked.__code__))
    return marked


def callback_runs() -> bool:
    """For another thread than the one that asks the solver. It must not look at that one's frames: who holds a frame
    may be the last to do so, and what was in it then ends in the wrong thread, a solver of Z3's for example."""
    return bool(_RUNNING)


def in_callback(frame: FrameType | None) -> bool:
    """Has a solver, or the end of an object, called what runs in this frame?"""
    for _ in range(_DEPTH):
        if frame is None:
            return False
        if frame.f_code in _CODE or frame.f_code.co_name == "__del__":
            return True
        frame = frame.f_back
    return False
