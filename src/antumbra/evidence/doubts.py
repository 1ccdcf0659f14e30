"""What a native run took from the analysis although the real program would have had it from the C library.

An input, an uninitialised value, the result of a function of the user's that is not there: the world may give any of
these, so a run that is fed with them shows what can happen. What ``pow`` returns is defined, with a model or without
one, so a run that is fed with a made-up result shows nothing, unless the path is the same whatever the result is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from antumbra.engines.outcome import InputValue
from antumbra.evidence.values import decimal
from antumbra.frontends.llvm.library.names import ANY, CHANGED, WORLD, for_people
from antumbra.frontends.llvm.library.standard import is_standard
from antumbra.program.model import Source

#: heap objects go by the name of the function that made them
_MAKERS = frozenset({"malloc", "calloc", "realloc", "aligned_alloc"})
#: conditions that are told in full
_TOLD = 3


def doubt(inputs: Sequence[InputValue], externals: Collection[str]) -> str:
    """The condition on the C library under which a run is what it seems; empty if there is none.

    ``externals`` are the program's functions without a body or a model.
    """
    found = list(dict.fromkeys(_conditions(inputs, externals)))
    if len(found) > _TOLD:
        found[_TOLD:] = ["more of that kind"]
    return " and ".join(found)


def _conditions(inputs: Sequence[InputValue], externals: Collection[str]) -> Iterator[str]:
    unmodelled = [name for name in externals if is_standard(name)]
    for item in inputs:
        if not item.decisive:
            continue
        if item.source is Source.OPEN and item.name.startswith(CHANGED):
            yield f"{for_people(item.name)} is {_value(item)}"
        elif item.source is Source.OPEN:
            yield f"{item.name.removeprefix(ANY)} returns {_value(item)}"
        elif item.source is Source.EXTERNAL and is_standard(item.name.removesuffix("!")) and item.name not in _MAKERS:
            yield f"{item.name.removesuffix('!')} is {_value(item)}"
        elif item.source is Source.EXTERNAL and unmodelled and not _is_result(item.name, externals):
            # memory goes by the name of its object: any of the functions may have written it
            yield f"{' or '.join(unmodelled)} leaves {_value(item)} in {item.name}"


def _is_result(name: str, externals: Collection[str]) -> bool:
    return name in externals or name.startswith(WORLD)


def _value(item: InputValue) -> str:
    return decimal(item) if item.width <= 128 else "such bytes"
