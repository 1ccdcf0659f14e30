"""What C's names of types say: whether a type has a sign, and how wide it is wherever C programs run."""

from __future__ import annotations

from typing import Final

from antumbra.patterns import pattern

_SIGNED: Final = pattern(
    r"\b(?:char|signed|short|int|long|__int128|u?int(?:8|16|32|64|ptr)_t|ssize_t|ptrdiff_t|l?off_t)\b"
)
_UNSIGNED: Final = pattern(r"\b(?:unsigned|uint\w*)\b|\*")

#: types of one width in every data model; ``char`` is signed, as on x86
FIXED: Final[dict[str, tuple[str, int]]] = {
    "_Bool": ("_Bool", 1),
    "char": ("signed char", 8),
    "signed char": ("signed char", 8),
    "unsigned char": ("unsigned char", 8),
    "short": ("short", 16),
    "unsigned short": ("unsigned short", 16),
    "int": ("int", 32),
    "unsigned int": ("unsigned int", 32),
    "long long": ("long long", 64),
    "unsigned long long": ("unsigned long long", 64),
    "float": ("float", 32),
    "double": ("double", 64),
}
#: types that CBMC knows without a declaration
CBMC_TYPES: Final[dict[str, str]] = {"__CPROVER_bool": "_Bool", "__CPROVER_size_t": "__SIZE_TYPE__"}
FLOATING: Final = frozenset({"float", "double"})


def is_signed(type_name: str) -> bool:
    return bool(_SIGNED.search(type_name)) and not _UNSIGNED.search(type_name)
