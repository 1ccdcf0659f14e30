"""Values: what constants hold and what evaluation returns.

bool for bool; unsigned int for bit-vectors; int for int; Fraction for real; the IEEE bit pattern
(an int, one canonical NaN) for floats; a name of :data:`ROUNDING_MODES` for rm; an
:class:`ArrayValue` for arrays; the number of an element (an int) for an uninterpreted sort; a
:class:`~antumbra.terms.datatypes.DatatypeValue` for a datatype.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from antumbra.terms.datatypes import DatatypeValue, buildable, datatype_value
from antumbra.terms.sorts import Sort

#: SMT-LIB's short names: to nearest even, nearest away, towards +inf, -inf, zero
ROUNDING_MODES: Final = ("RNE", "RNA", "RTP", "RTN", "RTZ")


class ArrayValue:
    """A finite table over a default: the value of an array. Immutable, compared by what it maps.

    Keys are index values, or tuples of them for maps of several arguments. The form is canonical: no
    entry equals the default, and where entries could cover half of a finite index domain the
    default is its most frequent value, so equal functions are equal objects. It is found when somebody
    asks for it: executions write arrays element by element, and only read elements in between.
    """

    __slots__ = ("_canonical", "_hash", "_table", "sort")

    def __init__(self, sort: Sort, default: Any, entries: Mapping[Any, Any]) -> None:
        self.sort: Final = sort
        #: replaced as a whole: an exception may come between any two assignments
        self._table: tuple[Any, dict[Any, Any]] = (default, dict(entries))
        self._canonical = False
        self._hash: int | None = None

    @property
    def default(self) -> Any:
        return self._settled()[0]

    @property
    def entries(self) -> Mapping[Any, Any]:
        return MappingProxyType(self._settled()[1])

    def _settled(self) -> tuple[Any, dict[Any, Any]]:
        """The table in its canonical form."""
        if not self._canonical:
            default, entries = self._table
            kept = {k: v for k, v in entries.items() if v != default}
            domain = _domain_size(self.sort)
            if domain is not None and len(kept) * 2 >= domain and kept:
                default, kept = _majority(self.sort, default, kept)
            self._table = (default, kept)
            self._canonical = True
        return self._table

    def get(self, key: Any) -> Any:
        """The value at an index (a tuple when there are several)."""
        default, entries = self._table
        return entries.get(key, default)

    def set(self, key: Any, value: Any) -> ArrayValue:
        """A copy with one entry changed."""
        if self.get(key) == value:
            return self
        default, entries = self._table
        copy = ArrayValue(self.sort, default, entries)
        copy._table[1][key] = value  # nobody has seen it yet
        return copy

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, ArrayValue)
            and self.sort is other.sort
            and hash(self) == hash(other)
            and self._settled() == other._settled()
        )

    def __hash__(self) -> int:
        if self._hash is None:
            default, entries = self._settled()
            self._hash = hash((self.sort, default, frozenset(entries.items())))
        return self._hash

    def __repr__(self) -> str:
        return f"ArrayValue({self.sort!r}, {self.default!r}, {dict(self.entries)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (ArrayValue, (self.sort, self.default, dict(self.entries)))


def _sort_size(sort: Sort) -> int | None:
    match sort.kind:
        case "bool":
            return 2
        case "bv":
            return 1 << sort.width
        case "rm":
            return len(ROUNDING_MODES)
        case "fp":
            # one NaN stands for all patterns with a full exponent and a fraction
            return (1 << sort.width) - 2 * ((1 << (sort.significand - 1)) - 1) + 1
        case _:
            return None


def _domain_size(sort: Sort) -> int | None:
    size = 1
    for index in sort.index:
        part = _sort_size(index)
        if part is None:
            return None
        size *= part
    return size


def _majority(sort: Sort, default: Any, entries: dict[Any, Any]) -> tuple[Any, dict[Any, Any]]:
    """The canonical default: the most frequent value, the one at the least index among equals."""
    keys = list(_all_keys(sort))
    counts: dict[Any, int] = {}
    for key in keys:
        value = entries.get(key, default)
        counts[value] = counts.get(value, 0) + 1
    best = max(counts.values())
    chosen = next(v for k in keys if counts[v := entries.get(k, default)] == best)
    return chosen, {k: v for k in keys if (v := entries.get(k, default)) != chosen}


def sort_values(sort: Sort) -> Iterable[Any]:
    """All values of a finite sort in a fixed order."""
    match sort.kind:
        case "bool":
            return (False, True)
        case "bv":
            return range(1 << sort.width)
        case "rm":
            return ROUNDING_MODES
        case "fp":
            nan = canonical_nan(sort)
            return (b for b in range(1 << sort.width) if b == nan or not is_nan_pattern(sort, b))
        case _:
            raise ValueError(f"{sort!r} has no finite list of values")


def _all_keys(sort: Sort) -> Iterable[Any]:
    if len(sort.index) == 1:
        return sort_values(sort.index[0])
    keys: list[tuple[Any, ...]] = [()]
    for index in sort.index:
        values = list(sort_values(index))
        keys = [(*key, value) for key in keys for value in values]
    return keys


def canonical_nan(sort: Sort) -> int:
    """The quiet NaN that stands for all NaNs: positive, only the top fraction bit set."""
    fraction = sort.significand - 1
    return (((1 << sort.exponent) - 1) << fraction) | (1 << (fraction - 1))


def is_nan_pattern(sort: Sort, bits: int) -> bool:
    """Whether an IEEE bit pattern is any NaN."""
    fraction = sort.significand - 1
    infinity = ((1 << sort.exponent) - 1) << fraction
    return (bits & ((1 << (sort.width - 1)) - 1)) > infinity


def default_value(sort: Sort) -> Any:
    """The value of a variable that a model leaves out."""
    match sort.kind:
        case "bool":
            return False
        case "real":
            return Fraction(0)
        case "rm":
            return "RNE"
        case "array":
            return ArrayValue(sort, default_value(element_of(sort)), {})
        case "datatype":
            return _default_of(sort)
        case _:
            return 0


def _default_of(sort: Sort) -> DatatypeValue:
    """A smallest value of a datatype. Raises ValueError when there is none."""
    smallest = buildable(sort)
    made: dict[Sort, DatatypeValue] = {}
    # in the order in which they were found to be buildable: what one needs is made before
    for datatype, constructor in smallest.items():
        fields = [made[s] if s in made else _field_default(s, made) for s in constructor.sorts]
        made[datatype] = datatype_value(constructor, fields)
    if sort not in made:
        raise ValueError(f"the datatype {sort!r} has no value")
    return made[sort]


def _field_default(sort: Sort, made: dict[Sort, DatatypeValue]) -> Any:
    if sort.kind == "array":
        element = element_of(sort)
        return ArrayValue(sort, made[element] if element in made else _field_default(element, made), {})
    return default_value(sort)


def element_of(sort: Sort) -> Sort:
    """The element sort of an array sort."""
    if sort.element is None:
        raise ValueError(f"{sort!r} is not an array sort")
    return sort.element


def normalise(value: Any, sort: Sort) -> Any:
    """A Python value in the one form a constant of this sort holds; raises when it does not fit."""
    kind = sort.kind
    if kind == "bv":
        if type(value) is int or isinstance(value, int):
            return int(value) & sort.mask
    elif kind == "bool":
        if value is True or value is False:
            return value
        if value == 0 or value == 1:
            return bool(value)
    elif kind == "fp":
        if isinstance(value, int) and 0 <= value < 1 << sort.width:
            return canonical_nan(sort) if is_nan_pattern(sort, value) else value
    elif kind == "real":
        if isinstance(value, int | Fraction):
            return Fraction(value)
    elif kind == "rm":
        if value in ROUNDING_MODES:
            return value
    elif kind == "array":
        if isinstance(value, ArrayValue) and value.sort is sort:
            return value
    elif kind == "datatype":
        if isinstance(value, DatatypeValue) and value.constructor.datatype is sort:
            return value
    elif isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ValueError(f"{value!r} is not a value of sort {sort!r}")


#: characters of a value that a user reads; values of datatypes share their parts and may be endlessly long
LONGEST_TEXT = 2000


def value_text(value: Any) -> str:
    """A value as a user reads it: a map as its entries and what it holds elsewhere."""
    out: list[str] = []
    length = 0
    stack: list[Any] = [value]
    while stack:
        top = stack.pop()
        text = top.text if isinstance(top, _Text) else _parts(top, stack)
        out.append(text)
        length += len(text)
        if length > LONGEST_TEXT:
            return "".join(out)[:LONGEST_TEXT] + "…"
    return "".join(out)


class _Text:
    """Something that is written as it is."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text: Final = text


def _parts(value: Any, stack: list[Any]) -> str:
    """The start of a value's text; what comes behind it goes onto the stack."""
    items: list[Any] = []
    if isinstance(value, ArrayValue):
        for key, entry in value.entries.items():
            several: Any = key
            keys = list[Any](several) if type(key) is tuple else [key]
            items += [x for k in keys for x in (k, _Text(", "))][:-1]
            items += [_Text(" -> "), entry, _Text(", ")]
        stack.extend(reversed([*items, _Text("else -> "), value.default, _Text("]")]))
        return "["
    if isinstance(value, DatatypeValue):
        items = [x for part in value.fields for x in (part, _Text(", "))][:-1]
        stack.extend(reversed([*items, _Text(")")]))
        return f"{value.constructor.name}("
    if value is True or value is False:
        return "true" if value else "false"
    return str(value)
