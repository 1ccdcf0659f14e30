"""``antumbra.records`` means what ``dataclasses`` means: each class here is made by both, and they are compared."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

import antumbra
from antumbra import records

MAKERS = (dataclasses, records)


def _point(m: Any, **options: bool) -> type[Any]:
    @m.dataclass(slots=True, **options)
    class Point:
        """A place."""

        x: int
        y: int = 2
        tags: list[str] = m.field(default_factory=list, compare=False)
        hidden: int = m.field(default=7, repr=False, init=False)
        kind: ClassVar[str] = "point"

        @property
        def sum(self) -> int:
            return self.x + self.y

    return Point


def _both(make: Callable[[Any], object]) -> None:
    standard, ours = (make(m) for m in MAKERS)
    assert ours == standard


def _raised(call: Callable[[], object]) -> str:
    try:
        call()
    except (AttributeError, TypeError, dataclasses.FrozenInstanceError) as error:
        return type(error).__name__
    return ""


OPTIONS = [{}, {"frozen": True}, {"eq": False}, {"frozen": True, "eq": False}, {"frozen": True, "order": True}]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_instances_are_the_same(options: dict[str, bool]) -> None:
    def seen(m: Any) -> object:
        kind = _point(m, **options)
        a, b, c = kind(1), kind(x=1, y=2, tags=["t"]), kind(1, 3)
        return (
            [repr(each).rpartition(".")[2] for each in (a, b, c)],
            [left == right for left in (a, b, c) for right in (a, b, c, 1)],
            [_raised(lambda each=each: each < c) or (each < c, each >= c) for each in (a, b, c)],
            _raised(lambda: hash(a)) or (hash(a) == hash(b), options.get("eq") is not False and hash(a)),
            [a.sum, a.kind, a.hidden, a.tags is not c.tags, kind.__slots__, kind.__match_args__, kind.__doc__],
            [_raised(call) for call in (kind, lambda: kind(1, 2, [], 4), lambda: kind(z=1))],
            _raised(lambda: setattr(kind(1), "x", 5)),
            _raised(lambda: delattr(kind(1), "x")),
            hasattr(a, "__dict__"),
        )

    _both(seen)


def test_functions_of_the_standard_library_work() -> None:
    def seen(m: Any) -> object:
        kind = _point(m, frozen=True)
        a = dataclasses.replace(kind(1, tags=["t"]), y=5)
        names = [
            (f.name, f.init, f.repr, f.compare, f.default is dataclasses.MISSING) for f in dataclasses.fields(kind)
        ]
        return dataclasses.is_dataclass(a), dataclasses.asdict(a), names

    _both(seen)


def test_fields_are_made_once() -> None:
    """Those of a class are no others than those of the class that it was made from."""

    @records.dataclass(slots=True)
    class One:
        a: int = 1

    @records.dataclass(slots=True)
    class Two(One):
        b: int = 2

    class Plain(Two):
        pass

    for kind, names in ((One, ["a"]), (Two, ["a", "b"]), (Plain, ["a", "b"]), (One, ["a"])):
        first = dataclasses.fields(kind)
        assert [each.name for each in first] == names
        assert dataclasses.fields(kind()) == first
        assert all(one is again for one, again in zip(dataclasses.fields(kind), first, strict=True))


def test_fields_and_replace() -> None:
    kind = _point(records, frozen=True)
    assert [(f.name, f.required) for f in records.fields(kind(1))] == [
        ("x", True),
        ("y", False),
        ("tags", False),
        ("hidden", False),
    ]
    assert records.values(kind(1, 3)) == {"x": 1, "y": 3, "tags": [], "hidden": 7}
    assert records.replace(kind(1, 3), x=4) == kind(4, 3)
    with pytest.raises(TypeError):
        records.replace(kind(1), z=1)


def test_inheritance() -> None:
    def seen(m: Any) -> object:
        @m.dataclass(slots=True, frozen=True)
        class Base:
            x: int
            y: int = 1

            def __post_init__(self) -> None:
                object.__setattr__(self, "x", abs(self.x))

        @m.dataclass(slots=True, frozen=True)
        class Derived(Base):
            z: int = 3
            y: int = 5

            def __repr__(self) -> str:
                return "derived"

        class Plain(Derived):
            __slots__ = ()

        made = Derived(-4), Plain(-4, 6), Base(-4)
        return (
            [(each.x, each.y) for each in made],
            repr(made[0]),
            repr(made[1]),
            Derived.__slots__,
            [left == right for left in made for right in made],
            _raised(lambda: setattr(made[1], "x", 1)),
        )

    _both(seen)


def test_classes_that_say_how_they_compare() -> None:
    def seen(m: Any) -> object:
        @m.dataclass(slots=True, frozen=True)
        class Compares:  # noqa: PLW1641
            x: int

            def __eq__(self, other: object) -> bool:
                return True

        @m.dataclass(slots=True)
        class Hashes:
            x: int

            def __hash__(self) -> int:
                return 5

        @m.dataclass(slots=True)
        class Starts:
            x: int

            def __init__(self) -> None:
                self.x = 9

        return Compares(1) == Compares(2), hash(Compares(1)), hash(Hashes(1)), Starts().x

    _both(seen)


def test_a_value_that_contains_itself_can_be_shown() -> None:
    def seen(m: Any) -> object:
        value = _point(m, eq=False)(1)
        value.tags.append(value)
        return repr(value).count("...")

    _both(seen)


def test_shared_defaults_are_refused() -> None:
    for m in MAKERS:
        with pytest.raises(ValueError):

            @m.dataclass(slots=True)
            class _Shares:
                names: list[str] = []  # noqa: RUF012


@records.dataclass(slots=True, frozen=True)
class Stored:
    first: int
    second: tuple[str, ...] = ()


def test_copies_are_equal() -> None:
    value = Stored(1, ("a",))
    assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == copy.copy(value) == value


def test_a_method_is_written_when_it_is_first_called() -> None:
    kind = _point(records, frozen=True)
    before = kind.__init__
    assert (kind(1), kind.__init__ is before) == (kind(1), False)
    after = kind.__init__
    assert kind(2) != kind(1)
    assert kind.__init__ is after


def test_a_class_is_made_by_one_of_the_two() -> None:
    @dataclasses.dataclass(frozen=True, slots=True)
    class Mixed(Stored):
        third: int = 0

    with pytest.raises(TypeError, match="Mixed was made by dataclasses"):
        records.fields(Mixed)


def test_our_classes_are_made_this_way() -> None:
    root = Path(antumbra.__file__).parent
    standard = [
        f"{path.relative_to(root)}: {line}"
        for path in sorted(root.rglob("*.py"))
        for line in path.read_text().splitlines()
        if line.startswith(("from dataclasses ", "import dataclasses"))
    ]
    assert standard == []
