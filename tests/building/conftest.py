"""A folder to build in, and calls of ``antumbra cc`` in it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from antumbra.frontends.c.building.wrapper import main

Build = Callable[..., None]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ANTUMBRA_CC", raising=False)
    return tmp_path


@pytest.fixture
def cc(folder: Path) -> Build:
    def call(*arguments: str, status: int = 0) -> None:
        assert main(arguments) == status

    return call


@pytest.fixture
def ar(folder: Path) -> Build:
    """zig has an ``ar``, too."""

    def call(library: str, *objects: str, flags: str = "rcs") -> None:
        subprocess.run([sys.executable, "-m", "ziglang", "ar", flags, library, *objects], check=True)

    return call


#: a program without a C library: the linker needs no parts of one
BARE = ("-nostdlib", "-Wl,-e,main")
