"""Variables by their types, enumerations, and channels with the variables that hold their messages."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.frontends.errors import InputError, suggestion
from antumbra.frontends.guarded import syntax as S
from antumbra.frontends.guarded.expressions import condition, constant, enumeration_of, number, values
from antumbra.frontends.guarded.scope import MOST, Cell, Channel, Scope
from antumbra.program.source import Location


def typed_cell(name: str, kind: S.Type, start: S.Expression | None, scope: Scope, place: Location) -> Cell:
    """One variable; without ``start`` it begins with any value. Raises InputError."""
    if start is not None and not isinstance(kind, S.TypeName) and enumeration_of(start, scope):
        raise InputError(f"{name} takes no value of {enumeration_of(start, scope)}", start.place)
    match kind:
        case "int":
            first = None if start is None else number(start, scope)
            if first is not None and first.op is not T.CONST:
                raise InputError("an initial value must be a constant; relate variables with init", place)
            return Cell(T.var(name, T.INT), "int", initial=first, place=place)
        case "bool":
            truth = None if start is None else condition(start, scope)
            if truth is not None and truth.op is not T.CONST:
                raise InputError("an initial value must be a constant; relate variables with init", place)
            value = None if truth is None else bool(truth.data)
            return Cell(T.var(name, T.BOOL), "bool", 0, 1, value, place)
        case S.Range() as over:
            numbers = values(over, scope)
            if not numbers:
                raise InputError("the range is empty", over.place)
            low, high = numbers[0], numbers[-1]
            begin = None if start is None else constant(start, scope, "an initial value")
            if begin is not None and begin not in numbers:
                raise InputError(f"the initial value {begin} is not in {low}..{high}", place)
            return _ranged(name, low, high, begin, place)
        case S.TypeName():
            return _enumerated(name, kind, start, scope, place)
        case _:
            raise InputError("expected int, bool, an enumeration or a range", place)


def _ranged(name: str, low: int, high: int, begin: int | None, place: Location, enumeration: str = "") -> Cell:
    width = max(1, (high - low).bit_length())
    return Cell(T.var(name, T.bv_sort(width)), "range", low, high, begin, place, enumeration)


def _enumerated(name: str, kind: S.TypeName, start: S.Expression | None, scope: Scope, place: Location) -> Cell:
    known = scope.enumerations.get(kind.name)
    if known is None:
        hint = suggestion(kind.name, ["int", "bool", *scope.enumerations])
        raise InputError(f"unknown type {kind.name!r}{hint}; expected int, bool, an enumeration or a range", kind.place)
    begin = None
    if start is not None:
        value = scope.value_of(start.name) if isinstance(start, S.Name) and not start.process else None
        if value is None or value[0] != kind.name:
            raise InputError(f"the initial value is no value of {kind.name}; expected {', '.join(known)}", start.place)
        begin = value[1]
    return _ranged(name, 0, len(known) - 1, begin, place, kind.name)


def declare_enumerations(file: S.File, scope: Scope) -> None:
    for one in file.enumerations:
        if one.name in scope.enumerations:
            raise InputError(f"enumeration {one.name} is declared twice", one.place)
        if len(one.values) > MOST:
            raise InputError(f"{len(one.values)} values are too many; expected at most {MOST}", one.place)
        for place, value in enumerate(one.values):
            if value in one.values[:place] or scope.value_of(value) or value in scope.parameters:
                raise InputError(f"{value} is declared twice", one.place)
        scope.enumerations[one.name] = one.values


def declare_channels(file: S.File, scope: Scope) -> None:
    for one in file.channels:
        if one.name in scope.channels:
            raise InputError(f"channel {one.name} is declared twice", one.place)
        if scope.elements("", None, one.name) or ("", None, one.name, None) in scope.cells:
            raise InputError(f"{one.name} already names a variable", one.place)
        capacity = constant(one.capacity, scope, "the capacity of a channel")
        if not 1 <= capacity <= MOST:
            raise InputError(f"a channel holds at least one message and at most {MOST}", one.capacity.place)
        elements: list[int | None] = [None] if one.over is None else [*values(one.over, scope)]
        if not elements or len(elements) * capacity * len(one.types) > MOST:
            raise InputError("expected at least one channel, and not too many", one.place)
        scope.channels[one.name] = {k: _channel(one, capacity, k, scope) for k in elements}


def _channel(one: S.Channel, capacity: int, element: int | None, scope: Scope) -> Channel:
    base = one.name if element is None else f"{one.name}[{element}]"
    length = _ranged(f"{base}.len", 0, capacity, 0, one.place)
    scope.cells["", None, f"{one.name}.len", element] = length
    slots: list[tuple[Cell, ...]] = []
    for slot in range(1, capacity + 1):
        message: list[Cell] = []
        for field, kind in enumerate(one.types, 1):
            part = f"{slot}" if len(one.types) == 1 else f"{slot}.{field}"
            cell = typed_cell(f"{base}.{part}", kind, None, scope, one.place)
            nothing = T.integer(0) if cell.type == "int" else cell.low if cell.type == "range" else False
            cell = Cell(cell.term, cell.type, cell.low, cell.high, nothing, cell.place, cell.enumeration)
            scope.cells["", None, f"{one.name}.{part}", element] = cell
            message.append(cell)
        slots.append(tuple(message))
    return Channel(base, length, tuple(slots))
