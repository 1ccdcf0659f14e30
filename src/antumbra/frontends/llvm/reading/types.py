"""LLVM types, interned: two types are equal exactly when they are the same object.

Pointers are opaque, so no type contains itself and a named structure is simply its fields.
"""

from __future__ import annotations

from typing import Final


class Type:
    """Any LLVM type. The subclasses are the kinds."""

    __slots__ = ()


class IntType(Type):
    __slots__ = ("width",)

    def __init__(self, width: int) -> None:
        self.width: Final = width

    def __repr__(self) -> str:
        return f"i{self.width}"


class FloatType(Type):
    """``name`` is LLVM's: half, bfloat, float, double, x86_fp80, fp128, ppc_fp128."""

    __slots__ = ("bits", "name")

    def __init__(self, name: str, bits: int) -> None:
        self.name: Final = name
        #: bits in memory, without padding
        self.bits: Final = bits

    def __repr__(self) -> str:
        return self.name


class PointerType(Type):
    __slots__ = ()

    def __repr__(self) -> str:
        return "ptr"


class SimpleType(Type):
    """A type without values that we compute with: void, label, metadata, token, x86_amx."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name: Final = name

    def __repr__(self) -> str:
        return self.name


class ArrayType(Type):
    __slots__ = ("count", "element")

    def __init__(self, count: int, element: Type) -> None:
        self.count: Final = count
        self.element: Final = element

    def __repr__(self) -> str:
        return f"[{self.count} x {self.element!r}]"


class VectorType(Type):
    __slots__ = ("count", "element", "scalable")

    def __init__(self, count: int, element: Type, scalable: bool) -> None:
        self.count: Final = count
        self.element: Final = element
        self.scalable: Final = scalable

    def __repr__(self) -> str:
        return f"<{'vscale x ' if self.scalable else ''}{self.count} x {self.element!r}>"


class StructType(Type):
    """``opaque`` structures have no fields and no size."""

    __slots__ = ("fields", "opaque", "packed")

    def __init__(self, fields: tuple[Type, ...], packed: bool, opaque: bool) -> None:
        self.fields: Final = fields
        self.packed: Final = packed
        self.opaque: Final = opaque

    def __repr__(self) -> str:
        if self.opaque:
            return "opaque"
        inner = ", ".join(map(repr, self.fields))
        return f"<{{ {inner} }}>" if self.packed else f"{{ {inner} }}"


class FunctionType(Type):
    __slots__ = ("parameters", "result", "variadic")

    def __init__(self, result: Type, parameters: tuple[Type, ...], variadic: bool) -> None:
        self.result: Final = result
        self.parameters: Final = parameters
        self.variadic: Final = variadic

    def __repr__(self) -> str:
        inner = ", ".join([*map(repr, self.parameters), *(["..."] if self.variadic else [])])
        return f"{self.result!r} ({inner})"


POINTER: Final = PointerType()
VOID: Final = SimpleType("void")
LABEL: Final = SimpleType("label")
METADATA: Final = SimpleType("metadata")
TOKEN: Final = SimpleType("token")
AMX: Final = SimpleType("x86_amx")

FLOATS: Final[dict[str, FloatType]] = {
    name: FloatType(name, bits)
    for name, bits in (
        ("half", 16),
        ("bfloat", 16),
        ("float", 32),
        ("double", 64),
        ("x86_fp80", 80),
        ("fp128", 128),
        ("ppc_fp128", 128),
    )
}

X86_FP80: Final = FLOATS["x86_fp80"]

_ints: Final[dict[int, IntType]] = {}
_composites: Final[dict[tuple[object, ...], Type]] = {}


def int_type(width: int) -> IntType:
    found = _ints.get(width)
    if found is None:
        found = _ints[width] = IntType(width)
    return found


def array_type(count: int, element: Type) -> ArrayType:
    found = _composites.get(("array", count, element))
    if not isinstance(found, ArrayType):
        found = _composites["array", count, element] = ArrayType(count, element)
    return found


def vector_type(count: int, element: Type, scalable: bool = False) -> VectorType:
    found = _composites.get(("vector", count, element, scalable))
    if not isinstance(found, VectorType):
        found = _composites["vector", count, element, scalable] = VectorType(count, element, scalable)
    return found


def struct_type(fields: tuple[Type, ...], packed: bool = False) -> StructType:
    found = _composites.get(("struct", fields, packed))
    if not isinstance(found, StructType):
        found = _composites["struct", fields, packed] = StructType(fields, packed, opaque=False)
    return found


def function_type(result: Type, parameters: tuple[Type, ...], variadic: bool = False) -> FunctionType:
    found = _composites.get(("function", result, parameters, variadic))
    if not isinstance(found, FunctionType):
        found = _composites["function", result, parameters, variadic] = FunctionType(result, parameters, variadic)
    return found


OPAQUE: Final = StructType((), packed=False, opaque=True)
BIT: Final = int_type(1)
#: type names that are one word
SIMPLE_TYPES: Final[dict[str, Type]] = {
    "ptr": POINTER,
    "void": VOID,
    "label": LABEL,
    "metadata": METADATA,
    "token": TOKEN,
    "x86_amx": AMX,
    **FLOATS,
    **{f"i{width}": int_type(width) for width in (1, 8, 16, 32, 64, 128)},
}


def mangled(type_: Type) -> str:
    """A type as a part of a name."""
    if isinstance(type_, VectorType):
        return f"v{type_.count}{type_.element!r}"
    return repr(type_)
