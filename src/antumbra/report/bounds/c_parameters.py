"""The parameters of must_fail and may_fail: C types, and how the bits of an input are read from them.

Bytes of one object are one array. What is wider than any type of C99 is an array of its bytes, the lowest first.
A type whose width depends on the machine is one of stdint.h instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from antumbra.bounds.cfc import Parameter
from antumbra.bounds.identifiers import identifier, is_fit
from antumbra.program.c_types import FIXED, FLOATING
from antumbra.program.inputs import InputPlace
from antumbra.program.text.c_expression import CVariable
from antumbra.records import dataclass
from antumbra.report.bounds.c_lowering import WIDEST, WORD
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class CParameter:
    """``declaration``: in the parameter list. ``inputs``: each input that it holds, with the C expression of its bits
    (of an array of more than 64 bits: of the array), and as a variable for readable expressions where it is one."""

    declaration: str
    name: str
    inputs: tuple[CInput, ...]


@dataclass(frozen=True, slots=True)
class CInput:
    parameter: Parameter
    bits: str
    helper: str | None = None
    variable: CVariable | None = None
    #: bytes of the array, for what is wider than a number
    size: int = 0


_BITS: Final = {8: "uint8_t", 16: "uint16_t", 32: "uint32_t", 64: "uint64_t"}
_ROUND: Final = (8, 16, 32, 64)


def check_identifiers(parameters: Sequence[Parameter]) -> None:
    """Whatever is written uses identifiers as they are: none may be the program's text."""
    names = [parameter.identifier for parameter in parameters]
    if not all(map(is_fit, names)) or len(set(names)) < len(names):
        raise ValueError("a parameter has a name that is no identifier of our making")


def c_parameters(parameters: Sequence[Parameter]) -> tuple[list[CParameter], list[Parameter]]:
    """Those that C has a type for, in order, and those that it has none for."""
    check_identifiers(parameters)
    taken = {parameter.identifier for parameter in parameters}
    objects: dict[tuple[InputPlace, int], list[Parameter]] = {}
    for parameter in parameters:
        if parameter.input.offset is not None and parameter.input.place.sort.width == 8:
            objects.setdefault((parameter.input.place, parameter.input.number), []).append(parameter)
    made: list[CParameter] = []
    without: list[Parameter] = []
    for parameter in parameters:
        group = objects.get((parameter.input.place, parameter.input.number))
        if group is not None and parameter in group:
            if group[0] is parameter:
                made.append(_array(group, taken))
        elif (one := _one(parameter)) is not None:
            made.append(one)
        else:
            without.append(parameter)
    return made, without


def _array(group: Sequence[Parameter], taken: set[str]) -> CParameter:
    """The bytes of one object."""
    first = group[0].input
    name = identifier(first.place.name, taken, first.number)
    size = 1 + max(parameter.input.offset or 0 for parameter in group)
    inputs: list[CInput] = []
    for parameter in group:
        text = f"{name}[{parameter.input.offset}]"
        inputs.append(CInput(parameter, text, variable=CVariable(text, signed=False, width=8)))
    return CParameter(f"const unsigned char {name}[{size}]", name, tuple(inputs))


def _one(parameter: Parameter) -> CParameter | None:
    sort, name = parameter.input.place.sort, parameter.identifier
    if sort.kind == "bool":
        known = CInput(parameter, name, variable=CVariable(name, signed=False, width=1))
        return CParameter(f"_Bool {name}", name, (known,))
    if sort.kind == "int":
        return CParameter(f"int64_t {name}", name, (CInput(parameter, f"(uint64_t){name}"),))
    if sort.kind != "bv" or sort.width > WIDEST:
        return None
    if sort.width > WORD:
        size = (sort.width + 7) // 8
        return CParameter(f"const unsigned char {name}[{size}]", name, (CInput(parameter, name, size=size),))
    return _number(parameter, sort.width, name)


def _number(parameter: Parameter, width: int, name: str) -> CParameter:
    c_type, of_type = FIXED.get(parameter.type_name, ("", 0))
    if c_type in FLOATING and of_type == width:
        helper = f"bounds_bits{width}"
        return CParameter(f"{c_type} {name}", name, (CInput(parameter, f"{helper}({name})", helper),))
    full = next(size for size in _ROUND if size >= width)
    if of_type != width or c_type in FLOATING or c_type == "_Bool":
        c_type = _BITS[full] if not parameter.signed else _BITS[full][1:]
    bits = f"({_BITS[full]}){name}"
    if full != width:
        return CParameter(f"{c_type} {name}", name, (CInput(parameter, f"{bits} & UINT64_C({(1 << width) - 1:#x})"),))
    variable = CVariable(name, parameter.signed, width)
    return CParameter(f"{c_type} {name}", name, (CInput(parameter, bits, variable=variable),))


def variables(parameters: Sequence[CParameter]) -> dict[Term, CVariable]:
    """Inputs as variables of readable expressions."""
    inputs = [given for parameter in parameters for given in parameter.inputs]
    return {given.parameter.variable: given.variable for given in inputs if given.variable is not None}
