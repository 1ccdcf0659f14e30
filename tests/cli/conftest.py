"""Runs of the program leave their results in a folder of the test."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # there a relative PYTHONPATH would mean another antumbra than the one under test
    monkeypatch.setenv("PYTHONPATH", str(Path(antumbra.__file__).parents[1]))
    monkeypatch.chdir(tmp_path)
