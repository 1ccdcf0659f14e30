"""What pointer parameters of an entry function mean: null, equal to each other, how large what they lead to is.

A meaning is written in words separated by commas: ``valid``, ``valid:16``, ``valid:1..16``, ``string:8``, ``null``,
``maybe-null``, ``may-alias``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final, Literal

from antumbra.patterns import pattern
from antumbra.program.errors import InputError
from antumbra.records import dataclass, replace

Null = Literal["never", "maybe", "always"]
#: how all pointer parameters are meant that nobody names
EntryPointers = Literal["valid", "maybe-null", "any"]

#: sizes that one parameter may have, and bytes that it may lead to
MOST_SIZES: Final = 256
MOST_BYTES: Final = 1 << 20

#: the input that says whether a pointer is null: its name comes before
NULL: Final = " is null"
#: the input that says whether a function gives null (``--outside-pointers``): the function's name comes before
GIVES_NULL: Final = " gives null"
#: the input that says how large the object of a pointer is, by the pointer's name; no C name begins so
SIZE: Final = "size of "

_NAMED: Final = pattern(r"\s*([^=\s]+)\s*=\s*(.*?)\s*\Z", re.DOTALL)
_VALID: Final = pattern(r"valid:([0-9]{1,8})(?:\.\.([0-9]{1,8}))?\Z")
_STRING: Final = pattern(r"string:([0-9]{1,8})\Z")
_EXPECTED: Final = "words such as null, valid:16, valid:1..16, string:8, maybe-null, may-alias, separated by commas"


@dataclass(frozen=True, slots=True)
class Meaning:
    """One pointer parameter. ``least`` and ``most``: bytes of its object; a ``string`` ends with a zero there."""

    null: Null = "never"
    equal: bool = False  #: it may be equal to another one
    least: int = 64
    most: int = 64
    string: bool = False
    step: int = 1  #: from one size to the next
    required: bool = False  #: a contract says so

    @property
    def sizes(self) -> range:
        return range(self.least, self.most + 1, self.step)

    @property
    def size(self) -> str:
        """For people."""
        if self.least == self.most:
            return str(self.most)
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        return f"{self.least} to {self.most}{steps}"


@dataclass(frozen=True, slots=True)
class Meanings:
    """``named`` parameters, and the ``default`` of all others."""

    default: Meaning = Meaning()
    named: tuple[tuple[str, Meaning], ...] = ()

    def of(self, number: int, *names: str) -> Meaning:
        """The meaning of the parameter of this position (from 1 on), by any of its names."""
        known = dict(self.named)
        found = (known[name] for name in (*names, str(number)) if name in known)
        return next(found, self.default)

    def check_names(self, known: Collection[str], shown: Sequence[str], entry: str) -> None:
        """Raises InputError for a name that no pointer parameter has."""
        for name, _ in self.named:
            if name not in known:
                has = f"its pointer parameters are {', '.join(shown)}" if shown else "it has no pointer parameters"
                raise InputError(f"{entry} has no pointer parameter {name!r}; {has}")


def may_be_equal(one: Meaning, other: Meaning) -> bool:
    return one.equal or other.equal


def default_meaning(pointers: EntryPointers, size: int) -> Meaning:
    return Meaning("never" if pointers == "valid" else "maybe", pointers == "any", size, size)


def meanings(default: Meaning, texts: Sequence[str]) -> Meanings:
    """What ``NAME=WORDS`` say, each. Raises InputError."""
    named: dict[str, Meaning] = {}
    for text in texts:
        match = _NAMED.match(text)
        if match is None:
            raise InputError(f"{text!r} says nothing of a pointer; expected NAME= and {_EXPECTED}")
        if match[1] in named:
            raise InputError(f"the pointer {match[1]!r} has two meanings")
        named[match[1]] = _meaning(match[2], replace(default, null="never", equal=False))
    return Meanings(default, tuple(named.items()))


def _meaning(text: str, meaning: Meaning) -> Meaning:
    words = [part.strip() for part in text.split(",")]
    if "null" in words and len(words) > 1:
        raise InputError(f"{text!r}: a pointer that is null leads to nothing")
    for word in words:
        if word == "valid":
            continue
        if word == "null":
            meaning = replace(meaning, null="always")
        elif word == "maybe-null":
            meaning = replace(meaning, null="maybe")
        elif word == "may-alias":
            meaning = replace(meaning, equal=True)
        elif match := _VALID.match(word):
            least, most = int(match[1]), int(match[2] or match[1])
            meaning = replace(meaning, least=least, most=most, string=False)
        elif match := _STRING.match(word):
            meaning = replace(meaning, least=int(match[1]) + 1, most=int(match[1]) + 1, string=True)
        else:
            raise InputError(f"{word!r} is no meaning of a pointer; expected {_EXPECTED}")
    if not 0 < meaning.least <= meaning.most <= MOST_BYTES:
        raise InputError(f"{text!r}: sizes are 1 to {MOST_BYTES} bytes, the smaller one first")
    if meaning.most - meaning.least >= MOST_SIZES:
        raise InputError(f"{text!r}: no more than {MOST_SIZES} different sizes")
    return meaning
