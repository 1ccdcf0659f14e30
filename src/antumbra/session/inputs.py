"""Inputs of a path, as reports show them."""

from __future__ import annotations

from antumbra.engines.outcome import InputValue
from antumbra.report.result import Input
from antumbra.report.values import present


def shown(value: InputValue) -> Input:
    """An input's value as its type says."""
    bits = present(value.type_name, value.width, value.value)
    return Input(value.name, value.type_name, bits, value.location, value.source.value)
