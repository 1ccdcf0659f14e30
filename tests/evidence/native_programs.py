"""Helpers: C text to LLVM IR as the C front end makes it, and tests with given inputs."""

from __future__ import annotations

from pathlib import Path

from antumbra.engines.outcome import InputValue, Reason
from antumbra.evidence.replay import Replayer, ReplayOptions
from antumbra.evidence.testcase import TestCase
from antumbra.frontends.c.compile import CSource, compile_c
from antumbra.frontends.options import LoadOptions
from antumbra.program.model import Source
from antumbra.program.properties import UNREACH_CALL, PropertySet
from antumbra.program.source import Location

FILE = "program.c"
OVERFLOW = PropertySet(frozenset({"no-overflow"}), name="no-overflow")


def ir_of(text: str, data_model: str = "LP64", overflow: bool = False) -> str:
    model = "ILP32" if data_model == "ILP32" else "LP64"
    options = LoadOptions(data_model=model, properties=OVERFLOW if overflow else UNREACH_CALL)
    return compile_c(CSource(text.encode(), FILE, Path()), options)


def value(number: int, bits: int = 32, source: Source = Source.INPUT, name: str = "x") -> InputValue:
    return InputValue(name, "int", source, bits, number & ((1 << bits) - 1))


def failing(check: str, *inputs: InputValue | int, line: int = 0) -> TestCase:
    """A test that is said to violate ``check`` (at ``line``)."""
    items = tuple(item if isinstance(item, InputValue) else value(item) for item in inputs)
    return TestCase(items, Reason.VIOLATION, check, location=Location(FILE, line) if line else None)


def replayer(text: str, data_model: str = "LP64", overflow: bool = False, **options: object) -> Replayer:
    chosen = ReplayOptions(data_model=data_model, **options)  # pyright: ignore[reportArgumentType]
    return Replayer([ir_of(text, data_model, overflow)], chosen)
