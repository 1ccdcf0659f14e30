"""The programs of benchmarks/interpolation: never decided wrongly, and the list of those not decided at all."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import antumbra
from antumbra.engines.interpolate import InterpolateOptions, Interpolator
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions

FOLDER = Path(__file__).parents[2] / "benchmarks" / "interpolation"


def module(name: str) -> ModuleType:
    """A file of the folder, which is no package."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    if spec is None or spec.loader is None:
        raise ImportError(name)
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[name] = loaded
    spec.loader.exec_module(loaded)
    return loaded
