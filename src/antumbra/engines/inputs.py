"""What a path was given: its unknowns with the values of its model.

An object may be larger than this machine's memory. What a model says of its bytes is little, so no loop goes over
bytes: only over what the model names.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from antumbra.engines.decisive import idle_results
from antumbra.engines.outcome import InputValue
from antumbra.records import replace
from antumbra.semantics.state import State, Unknown
from antumbra.solvers import PathCondition
from antumbra.terms.values import ArrayValue, default_value, value_text

#: bytes of one input that are kept; what lies behind them is not told unless it is zero
MOST_BYTES: Final = 1 << 26

#: kinds of values that bits do not express; memory in array form has a size in bits, a map of a program has not
_TEXTS: Final = frozenset({"int", "real", "uninterpreted", "datatype", "rm"})


def input_values(state: State, path: PathCondition) -> tuple[InputValue, ...]:
    """The unknowns of a path with the values of its model."""
    model = path.model
    unknowns = state.unknowns()
    idle = idle_results(unknowns, path)
    pieces: dict[int, list[Unknown]] = {}
    for unknown in unknowns:
        if unknown.variable is not None and unknown.group >= 0:
            pieces.setdefault(unknown.group, []).append(unknown)
    result: list[InputValue] = []
    for number, unknown in enumerate(unknowns):
        if unknown.variable is None:
            result.append(_valued(unknown, pieces.get(number, ()), model))
        elif unknown.group < 0:
            sort = unknown.variable.sort
            if sort.kind in _TEXTS or (sort.kind == "array" and unknown.width <= 1):
                text = value_text(model.get(unknown.variable, default_value(sort)))
                result.append(_input(unknown, 0, text))
            elif sort.kind == "array":
                result.append(_valued(unknown, (unknown,), model))
            else:
                result.append(_input(unknown, int(model.get(unknown.variable) or 0)))
        else:
            continue  # a piece of one that has its own place
        if number in idle:
            result[-1] = replace(result[-1], decisive=False)
    return tuple(result)


def _input(unknown: Unknown, value: int, text: str = "") -> InputValue:
    return InputValue(
        unknown.name, unknown.type_name, unknown.source, unknown.width, value, unknown.location, text, unknown.caller
    )


def _valued(unknown: Unknown, pieces: Iterable[Unknown], model: Any) -> InputValue:
    """An input whose bits are in these pieces of it."""
    base = unknown.offset if unknown.variable is not None else 0
    found: list[tuple[int, int]] = []  # offset in bytes, bits from there on
    lost = False
    for piece in pieces:
        value = model.get(piece.variable)
        offset = piece.offset - base
        if isinstance(value, ArrayValue):
            bits, whole = _array_bits(value, min(piece.width // 8, MOST_BYTES), piece.width // 8)
            lost = lost or not whole
        else:
            bits = int(value) if value is not None else 0
        if bits and offset + bits.bit_length() // 8 >= MOST_BYTES:
            lost = True
        elif bits:
            found.append((offset, bits))
    text = f"the first {MOST_BYTES} of {unknown.width // 8} bytes" if lost else ""
    return _input(unknown, _joined(found) & ((1 << min(unknown.width, 8 * MOST_BYTES)) - 1), text)


def _joined(pieces: list[tuple[int, int]]) -> int:
    """The pieces side by side; where they overlap, the bits of both."""
    if len(pieces) < 2:
        return pieces[0][1] << (8 * pieces[0][0]) if pieces else 0
    ends = [offset + (bits.bit_length() + 7) // 8 for offset, bits in pieces]
    data = bytearray(max(ends))
    for (offset, bits), end in zip(pieces, ends, strict=True):
        there = int.from_bytes(data[offset:end], "little")
        data[offset:end] = (there | bits).to_bytes(end - offset, "little")
    return int.from_bytes(data, "little")


def _array_bits(value: ArrayValue, room: int, size: int) -> tuple[int, bool]:
    """The elements of an array side by side, as far as there is room, and whether that is all of its ``size``."""
    element = (value.sort.element.width if value.sort.element is not None else 8) // 8
    entries = {at: v for at, v in value.entries.items() if at % element == 0 and at + element <= size}
    kept = {at: v for at, v in entries.items() if at + element <= room}
    if not value.default:
        room = min(room, max(kept, default=-element) + element)
    data = bytearray(value.default.to_bytes(element, "little") * (room // element))
    for at, bits in kept.items():
        data[at : at + element] = bits.to_bytes(element, "little")
    whole = len(kept) == len(entries) and (not value.default or size <= MOST_BYTES)
    return int.from_bytes(data, "little"), whole
