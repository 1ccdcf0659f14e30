"""Inputs that nobody chose."""

from __future__ import annotations

from random import Random
from typing import Any

from antumbra.terms import Term

#: how often an input is a small number
SMALL = 0.8


class AnyInputs(dict[Term, Any]):
    """A model with any values: small ones first."""

    def __init__(self, random: Random, number: int) -> None:
        super().__init__()
        self._random = random
        self._number = number

    def get(self, key: Term, default: Any = None) -> Any:
        found = super().get(key)
        if found is None:
            sort, random = key.sort, self._random
            match sort.kind:
                case "bool":
                    found = bool(random.getrandbits(1))
                case "bv":
                    small = random.randrange(-1 - self._number, 2 + self._number) & sort.mask
                    found = small if random.random() < SMALL else random.getrandbits(sort.width)
                case "int":
                    found = random.randrange(-1 - self._number, 2 + self._number)
                case _:
                    return default
            self[key] = found
        return found
