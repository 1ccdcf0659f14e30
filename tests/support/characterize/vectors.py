"""Vectors of inputs to compare bounds on: special values, values near each other and near constants, and borders."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from support.characterize.native import Answer, Executable
from support.characterize.program import Slot

_NUMBER = re.compile(r"(?<![\w.])(0[xX][0-9a-fA-F]+|\d+)(?=[uUlL]*\b)|'([^'\\])'")
#: bit patterns of floats that matter: zeros, one, half, largest, smallest, infinities, not a number
_FLOATS = (
    0,
    0x80000000,
    0x3F800000,
    0x3F000000,
    0x3EFFFFFF,
    0x7F7FFFFF,
    0xFF7FFFFF,
    0x7F800000,
    0xFF800000,
    0x7FC00000,
    1,
)
_DOUBLES = (0, 1 << 63, 0x3FF << 52, 0x3FE << 52, (0x7FF << 52) - 1, 0x7FF << 52, 0xFFF << 52, 0x7FF8 << 48, 1)


def constants(*texts: str) -> list[int]:
    """Numbers and characters that texts of C mention."""
    found: set[int] = set()
    for number, char in (pair for text in texts for pair in _NUMBER.findall(text)):
        found.add(ord(char) if char else int(number, 16 if number[:2] in ("0x", "0X") else 10))
    return sorted(found)


def bits(slot: Slot, value: int) -> int:
    """The value as the slot holds it, sign extended."""
    value &= (1 << slot.width) - 1
    return value - (1 << slot.width) if slot.signed and value >> (slot.width - 1) else value


def special(slot: Slot, known: Sequence[int]) -> list[int]:
    if slot.type_name == "float":
        return list(_FLOATS)
    if slot.type_name == "double":
        return list(_DOUBLES)
    powers = [sign * (1 << n) + d for n in range(slot.width + 1) for sign in (1, -1) for d in (-1, 0, 1)]
    near = [sign * number + d for number in known for sign in (1, -1) for d in (-1, 0, 1)]
    return sorted({bits(slot, value) for value in (*powers, *near)})


def vectors(slots: Sequence[Slot], known: Sequence[int], chance: Random, number: int) -> Iterator[list[int]]:
    """``known``: constants that the program and its bounds mention."""
    values = [special(slot, known) for slot in slots]
    mentioned = [[bits(slot, k + d) for k in known for d in (-1, 0, 1)] or [0] for slot in slots]
    for place, some in enumerate(values):
        for value in some:
            yield [value if i == place else chance.choice(mentioned[i]) for i in range(len(slots))]
    for _ in range(number):
        way = chance.random()
        vector: list[int] = []
        for i, slot in enumerate(slots):
            roll = chance.random()
            if slot.type_name in ("float", "double"):
                value = chance.choice(values[i]) if roll < 0.3 else chance.getrandbits(slot.width)
            elif i and way < 0.3:
                # near, opposite to, or adding up to a constant with another one
                other, sign = chance.choice(vector[:i]), chance.choice((1, -1))
                value = sign * other + chance.choice((0, 0, *known)) + chance.randint(-2, 2)
            elif roll < 0.2 and way < 0.9:
                value = chance.choice(values[i])
            elif roll < 0.4 and way < 0.9:
                value = chance.choice(mentioned[i])
            elif way > 0.9:
                value = chance.randint(0, 6)
            elif roll < 0.8 and known:
                value = chance.randint(*sorted(chance.choices(known, k=2)))
            elif roll < 0.9:
                value = chance.randint(-300, 300)
            else:
                value = chance.getrandbits(chance.randint(1, slot.width))
            vector.append(bits(slot, value))
        yield vector


def _changed(
    answered: Sequence[tuple[list[int], Answer]],
    slots: Sequence[Slot],
    known: Sequence[int],
    chance: Random,
    number: int,
) -> Iterator[list[int]]:
    """Vectors that differ in one place from such as ended in a way that few did."""
    ends: dict[str, list[list[int]]] = {}
    for vector, answer in answered:
        ends.setdefault(f"{answer.end} {answer.fails}", []).append(vector)
    rare = sorted(ends.values(), key=len)
    others = list(vectors(slots, known, chance, number)) if slots else []
    for other in chance.sample(others, min(number, len(others))):
        vector = list(chance.choice(rare[0] if chance.random() < 0.7 else chance.choice(rare)))
        place = chance.randrange(len(slots))
        vector[place] = other[place]
        yield vector


def compared(
    executable: Executable, known: Sequence[int], chance: Random, number: int = 2000, pairs: int = 60
) -> list[tuple[list[int], Answer]]:
    """Vectors with their answers: chosen ones, then the borders between such as differ in an answer, by bisection."""
    slots = executable.slots
    asked = list(vectors(slots, known, chance, number))
    answered = list(zip(asked, executable.ask(asked), strict=True))
    for _ in range(4):
        changed = list(_changed(answered, slots, known, chance, number // 4))
        answered += zip(changed, executable.ask(changed), strict=True)
    kinds: dict[tuple[bool | None, bool | None, bool | None], list[list[int]]] = {}
    for vector, answer in answered:
        kinds.setdefault((answer.fails, answer.must, answer.may), []).append(vector)
    if len(kinds) < 2 or not slots:
        return answered
    names = sorted(kinds, key=str)
    border: list[tuple[list[int], list[int]]] = []
    for _ in range(pairs):
        first, second = chance.sample(names, 2)
        border.append((chance.choice(kinds[first]), chance.choice(kinds[second])))
    ends = {tuple(vector): (answer.fails, answer.must, answer.may) for vector, answer in answered}
    for _ in range(max(slot.width for slot in slots)):
        middles = [[(a + b) // 2 for a, b in zip(low, high, strict=True)] for low, high in border]
        told = executable.ask(middles)
        for place, (middle, answer) in enumerate(zip(middles, told, strict=True)):
            low, high = border[place]
            ends[tuple(middle)] = (answer.fails, answer.must, answer.may)
            border[place] = (middle, high) if ends[tuple(middle)] == ends[tuple(low)] else (low, middle)
            answered.append((middle, answer))
    around = [
        [
            bits(slot, value + (d if i == place else 0))
            for i, (slot, value) in enumerate(zip(slots, vector, strict=True))
        ]
        for pair in border
        for vector in pair
        for place in range(len(slots))
        for d in (-1, 0, 1)
    ]
    return answered + list(zip(around, executable.ask(around), strict=True))
