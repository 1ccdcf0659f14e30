"""Sorts: the types of terms. Interned, so sorts are compared with ``is``."""

from __future__ import annotations

from typing import Final


class Sort:
    """A sort. ``kind`` is one of ``bool bv int real fp rm array uninterpreted datatype``.

    Never built directly: use ``BOOL``, ``INT``, ``REAL``, ``RM``, :func:`bv_sort`, :func:`fp_sort`, :func:`array_sort`,
    :func:`uninterpreted_sort` and :func:`antumbra.terms.datatypes.datatype_sort`.
    """

    __slots__ = ("element", "exponent", "index", "kind", "mask", "name", "significand", "width")

    def __init__(
        self,
        kind: str,
        *,
        width: int = 0,
        exponent: int = 0,
        significand: int = 0,
        index: tuple[Sort, ...] = (),
        element: Sort | None = None,
        name: str = "",
    ) -> None:
        self.kind: Final = kind
        #: bits of a value of this sort: bit-vectors and floats, else 0
        self.width: Final = width
        #: all ones of this width for a bit-vector, else 0 (so it also tells bit-vectors from the rest)
        self.mask: Final = (1 << width) - 1 if kind == "bv" else 0
        self.exponent: Final = exponent
        #: significand bits including the hidden one, as in SMT-LIB's (_ FloatingPoint e s)
        self.significand: Final = significand
        #: index sorts of an array or map; Boogie's maps have several
        self.index: Final = index
        self.element: Final = element
        self.name: Final = name

    def __repr__(self) -> str:
        match self.kind:
            case "bv":
                return f"bv{self.width}"
            case "fp":
                return f"fp{self.exponent}_{self.significand}"
            case "array":
                return f"[{','.join(map(repr, self.index))}]{self.element!r}"
            case "uninterpreted" | "datatype":
                return self.name
            case _:
                return self.kind

    def __reduce__(self) -> tuple[object, ...]:
        if self.kind == "datatype":
            raise TypeError(f"the datatype {self.name} belongs to this process")
        return (_restore, (self.kind, self.width, self.exponent, self.significand, self.index, self.element, self.name))


def _restore(
    kind: str, width: int, exponent: int, significand: int, index: tuple[Sort, ...], element: Sort | None, name: str
) -> Sort:
    match kind:
        case "bv":
            return bv_sort(width)
        case "fp":
            return fp_sort(exponent, significand)
        case "array":
            if element is None:
                raise ValueError("array sort without element sort")
            return array_sort(index, element)
        case "uninterpreted":
            return uninterpreted_sort(name)
        case _:
            return {"bool": BOOL, "int": INT, "real": REAL, "rm": RM}[kind]


BOOL: Final = Sort("bool")
INT: Final = Sort("int")
REAL: Final = Sort("real")
#: rounding modes of floating-point operations
RM: Final = Sort("rm")

_bv: dict[int, Sort] = {}
_fp: dict[tuple[int, int], Sort] = {}
_array: dict[tuple[tuple[Sort, ...], Sort], Sort] = {}
_uninterpreted: dict[str, Sort] = {}


def bv_sort(width: int) -> Sort:
    """Bit-vectors of ``width`` >= 1 bits."""
    sort = _bv.get(width)
    if sort is None:
        if width < 1:
            raise ValueError(f"bit-vector width {width}")
        sort = _bv[width] = Sort("bv", width=width)
    return sort


def fp_sort(exponent: int, significand: int) -> Sort:
    """IEEE floats, ``significand`` counting the hidden bit."""
    sort = _fp.get((exponent, significand))
    if sort is None:
        if exponent < 2 or significand < 2:
            raise ValueError(f"float format ({exponent}, {significand})")
        sort = Sort("fp", width=exponent + significand, exponent=exponent, significand=significand)
        _fp[exponent, significand] = sort
    return sort


def array_sort(index: Sort | tuple[Sort, ...], element: Sort) -> Sort:
    """Arrays and maps; several index sorts make a map of several arguments."""
    key = (index if isinstance(index, tuple) else (index,), element)
    sort = _array.get(key)
    if sort is None:
        sort = _array[key] = Sort("array", index=key[0], element=element)
    return sort


def uninterpreted_sort(name: str) -> Sort:
    """A sort with no structure but equality."""
    sort = _uninterpreted.get(name)
    if sort is None:
        sort = _uninterpreted[name] = Sort("uninterpreted", name=name)
    return sort


FLOAT16: Final = fp_sort(5, 11)
FLOAT32: Final = fp_sort(8, 24)
FLOAT64: Final = fp_sort(11, 53)
#: x86's long double, without its explicit integer bit
FLOAT80: Final = fp_sort(15, 64)
FLOAT128: Final = fp_sort(15, 113)
