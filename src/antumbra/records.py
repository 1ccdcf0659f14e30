"""Dataclasses whose code is written when it is first used.

The decorator of the standard library writes and compiles up to nine functions for each class while its module is
imported: for the classes of a small run that is a third of the whole run. This one has the same name and the same
meaning, for the options that are used here and always with slots; a method is written when it is first called. The
functions of the standard library (``fields``, ``replace``, ``asdict``, …) work on these classes too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, TypeVar, cast, dataclass_transform, overload

Kind = TypeVar("Kind", bound=type)
Value = TypeVar("Value")

_FIELDS: Final = "__record_fields__"
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class _Missing:
    """Neither a default nor a value was given."""


_MISSING: Final = _Missing()


class Field:
    """What is known of one field. ``default`` is there unless ``required``; ``make`` makes one for each instance."""

    __slots__ = ("compare", "default", "init", "make", "metadata", "name", "repr")

    def __init__(
        self,
        default: object = _MISSING,
        make: Callable[[], object] | None = None,
        *,
        init: bool = True,
        repr: bool = True,  # noqa: A002 - the words of the standard library
        compare: bool = True,
        metadata: Mapping[str, Any] = _NOTHING,
    ) -> None:
        self.name = ""
        self.default: Any = default
        self.make = make
        self.init = init
        self.repr = repr
        self.compare = compare
        self.metadata = metadata

    @property
    def required(self) -> bool:
        return self.default is _MISSING and self.make is None


@overload
def field(
    *,
    default: Value,
    init: bool = True,
    repr: bool = True,
    compare: bool = True,
    metadata: Mapping[str, Any] = _NOTHING,
) -> Value: ...
@overload
def field(
    *, default_factory: Callable[[], Value], init: bool = True, repr: bool = True, compare: bool = True
) -> Value: ...
@overload
def field(*, init: bool = True, repr: bool = True, compare: bool = True) -> Any: ...
def field(
    *,
    default: Any = _MISSING,
    default_factory: Callable[[], Any] | None = None,
    init: bool = True,
    repr: bool = True,  # noqa: A002
    compare: bool = True,
    metadata: Mapping[str, Any] = _NOTHING,
) -> Any:
    """A field that is more than a type and a default."""
    return Field(default, default_factory, init=init, repr=repr, compare=compare, metadata=metadata)


def fields(record: object) -> tuple[Field, ...]:
    """The fields of a record or of its class, in order."""
    kind = record if isinstance(record, type) else type(record)
    if isinstance(kind.__dict__.get("__dataclass_fields__"), dict):
        raise TypeError(f"{kind.__qualname__} was made by dataclasses.dataclass, and is to be by antumbra.records")
    return tuple(getattr(record, _FIELDS).values())


def values(record: object) -> dict[str, Any]:
    """The values of a record by the names of their fields."""
    return {name: getattr(record, name) for name in getattr(record, _FIELDS)}


def replace(record: Value, /, **changes: Any) -> Value:
    """The same with other values of some fields."""
    for each in getattr(record, _FIELDS).values():
        if each.init and each.name not in changes:
            changes[each.name] = getattr(record, each.name)
    return type(record)(**changes)


@dataclass_transform(field_specifiers=(field,))
def dataclass(
    *,
    slots: Literal[True],  # noqa: ARG001 - there is no other kind; readers and type checkers see what it is
    frozen: bool = False,
    eq: bool = True,
    order: bool = False,
) -> Callable[[Kind], Kind]:
    """A class whose annotated names are its fields, with slots for them: ``dataclasses.dataclass`` without the wait."""

    def decorate(kind: Kind) -> Kind:
        return cast("Kind", _record(kind, frozen=frozen, eq=eq, order=order))

    return decorate


def _record(kind: type, *, frozen: bool, eq: bool, order: bool) -> type:
    members = dict(kind.__dict__)
    for name in ("__dict__", "__weakref__"):
        members.pop(name, None)
    known: dict[str, Field] = {}
    for base in kind.__mro__[:0:-1]:
        known.update(base.__dict__.get(_FIELDS, _NOTHING))
    inherited = set(known)
    for name, annotation in kind.__annotations__.items():
        if not str(annotation).removeprefix("typing.").startswith("ClassVar"):
            known[name] = _field(name, members.pop(name, _MISSING))
    members["__slots__"] = tuple(name for name in known if name not in inherited)
    members[_FIELDS] = known
    members["__dataclass_fields__"] = _StandardFields()
    members["__dataclass_params__"] = _StandardParameters(frozen=frozen, eq=eq, order=order)
    members.setdefault("__match_args__", tuple(each.name for each in known.values() if each.init))
    written = ["__init__", "__repr__"]
    if eq:
        written.append("__eq__")
        if frozen:
            written.append("__hash__")
        elif "__hash__" not in members:
            members["__hash__"] = None
    if order:
        written.extend(_ORDERS)
    if frozen:
        members.setdefault("__setattr__", _refuse_to_set)
        members.setdefault("__delattr__", _refuse_to_set)
        members.setdefault("__getstate__", _state)
        members.setdefault("__setstate__", _set_state)
    record: list[type] = []
    for name in written:
        # Python says that a class has no hash when it only says how it compares
        if name not in members or (name == "__hash__" and members[name] is None and "__eq__" in kind.__dict__):
            members[name] = _later(record, name)
    record.append(type(kind)(kind.__name__, kind.__bases__, members))
    record[0].__qualname__ = kind.__qualname__
    return record[0]


def _field(name: str, given: object) -> Field:
    made = given if isinstance(given, Field) else Field(given)
    if made.default is not _MISSING and made.default.__class__.__hash__ is None:
        raise ValueError(f"all instances would share the default of {name}: use default_factory")
    made.name = name
    return made


def _later(record: list[type], name: str) -> Callable[..., Any]:
    """A method that writes itself when it is first called."""

    def first(self: object, *arguments: Any, **named: Any) -> Any:
        method = _write(record[0], name)
        setattr(record[0], name, method)
        return method(self, *arguments, **named)

    return first


def _write(record: type, name: str) -> Callable[..., Any]:
    every: tuple[Field, ...] = fields(record)
    names: dict[str, Any] = {"_MISSING": _MISSING}
    if name == "__init__":
        head, body = _initialisation(record, every, names)
    elif name == "__repr__":
        shown = ", ".join(f"{each.name}={{self.{each.name}!r}}" for each in every if each.repr)
        head, body = "self", [f'return f"{{self.__class__.__qualname__}}({shown})"']
    elif name == "__hash__":
        head, body = "self", [f"return hash({_compared('self', every)})"]
    else:
        operator = {**_ORDERS, "__eq__": "=="}[name]
        same = f"{_compared('self', every)} {operator} {_compared('other', every)}"
        head, body = "self, other", [f"return {same} if other.__class__ is self.__class__ else NotImplemented"]
    text = f"def {name}({head}):\n " + "\n ".join(body or ["pass"])
    exec(text, names)  # noqa: S102 - names of fields and nothing else
    method = names[name]
    method.__qualname__ = f"{record.__qualname__}.{name}"
    if name == "__repr__":
        from reprlib import recursive_repr

        return recursive_repr()(method)
    return method


def _compared(owner: str, every: tuple[Field, ...]) -> str:
    return "(" + "".join(f"{owner}.{each.name}, " for each in every if each.compare) + ")"


def _initialisation(record: type, every: tuple[Field, ...], names: dict[str, Any]) -> tuple[str, list[str]]:
    """Parameters and body of ``__init__``; ``names`` gets what they refer to."""
    head, body = ["self"], list[str]()
    frozen: bool = record.__dict__["__dataclass_params__"].frozen
    for each in every:
        value = name = each.name
        if each.make is not None:
            names[f"_make_{name}"] = each.make
            value = f"_make_{name}()"
            if each.init:
                head.append(f"{name}=_MISSING")
                value = f"{name} if {name} is not _MISSING else {value}"
        elif each.default is not _MISSING:
            names[f"_default_{name}"] = each.default
            if each.init:
                head.append(f"{name}=_default_{name}")
            else:
                value = f"_default_{name}"
        elif each.init:
            head.append(name)
        else:
            continue
        if frozen:
            names[f"_set_{name}"] = getattr(record, name).__set__  # the slot's own: the class refuses
            body.append(f"_set_{name}(self, {value})")
        else:
            body.append(f"self.{name} = {value}")
    if hasattr(record, "__post_init__"):
        body.append("self.__post_init__()")
    return ", ".join(head), body


_ORDERS: Final = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}


def _refuse_to_set(self: object, name: str, _value: object = None) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"{type(self).__name__} is frozen: cannot set or delete {name!r}")


def _state(self: object) -> list[object]:
    return [getattr(self, name) for name in getattr(self, _FIELDS)]


def _set_state(self: object, state: list[object]) -> None:
    for name, value in zip(getattr(self, _FIELDS), state, strict=True):
        object.__setattr__(self, name, value)


class _StandardParameters:
    """How the class was declared, for the standard library."""

    __slots__ = ("eq", "frozen", "order")
    init = repr = match_args = slots = True
    unsafe_hash = kw_only = weakref_slot = False

    def __init__(self, *, frozen: bool, eq: bool, order: bool) -> None:
        self.frozen = frozen
        self.eq = eq
        self.order = order


class _StandardFields:
    """The fields as the standard library has them, made when it first asks: it asks again for each instance."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[str, Any] | None = None

    def __get__(self, _instance: object, record: type) -> dict[str, Any]:
        if self._made is None:
            self._made = self._make(record)
        return self._made

    @staticmethod
    def _make(record: type) -> dict[str, Any]:
        import dataclasses

        made = [
            (
                each.name,
                object,
                dataclasses.field(
                    default=dataclasses.MISSING if each.default is _MISSING else each.default,
                    default_factory=each.make or dataclasses.MISSING,
                    init=each.init,
                    repr=each.repr,
                    compare=each.compare,
                    metadata=each.metadata,
                    kw_only=True,  # so that any order is right: not used for anything else
                ),
            )
            for each in fields(record)
        ]
        return dataclasses.make_dataclass(record.__name__, made).__dict__["__dataclass_fields__"]
