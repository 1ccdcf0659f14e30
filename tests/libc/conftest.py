from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

import pytest

from libc.native_models import library

if TYPE_CHECKING:
    from collections.abc import Callable

    Both = tuple[ctypes.CDLL, ctypes.CDLL]


@pytest.fixture(scope="session")
def ours(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """Our models as native code, each name with the prefix ``antu_``."""
    return library(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="session")
def host() -> ctypes.CDLL:
    """The machine's own C library."""
    return ctypes.CDLL("libc.so.6")


@pytest.fixture(scope="session")
def pair(ours: ctypes.CDLL, host: ctypes.CDLL) -> Callable[[str, object], tuple[Callable[..., object], ...]]:
    """A function's model and the original, with their result type set."""
    mathematics = ctypes.CDLL("libm.so.6")

    def functions(name: str, restype: object) -> tuple[Callable[..., object], ...]:
        model = getattr(ours, f"antu_{name}")
        original = getattr(host, name, None) or getattr(mathematics, name)
        model.restype = original.restype = restype
        return model, original

    return functions
