"""How a violation was run again before anyone heard of it, in words: it depends on the language."""

from __future__ import annotations

from enum import Enum


class Replay(Enum):
    """The value is how an unconfirmed violation is told: "not confirmed by …"."""

    NATIVE = "native replay"
    MODEL = "a concrete run under the solver's model"
    TRACE = "the replay of its trace"

    def told(self, replayed: bool | None) -> str:
        """What the replay did; None: there was none."""
        return _WORDS[self][replayed]


_WORDS: dict[Replay, dict[bool | None, str]] = {
    Replay.NATIVE: {
        True: "Replayed as native code: it fails there too.",
        False: "Replayed as native code: it did NOT fail there.",
        None: "Not replayed as native code.",
    },
    Replay.MODEL: {
        True: "Confirmed by a concrete run under the solver's model: it fails at the same place.",
        False: "Run concretely under the solver's model: this did NOT confirm the violation.",
        None: "Not run concretely.",
    },
    Replay.TRACE: {
        True: "Replayed step by step.",
        False: "The replay did NOT end in the error.",
        None: "Not replayed.",
    },
}

#: by ``program.languages.Language.replay``
KINDS = {"native": Replay.NATIVE, "model": Replay.MODEL, "trace": Replay.TRACE}
