"""The function that puts like parts in order (``ordering``), as LLVM text."""

from __future__ import annotations

from antumbra.engines.abstract.explicit.layout import Layout
from antumbra.engines.abstract.explicit.ordering import Ordering
from antumbra.terms import Term


def sorting(layout: Layout, ordering: Ordering, number: int) -> str:
    """``sort``: neighbours of one family are exchanged in a packed state until all are in order."""
    return _Sorting(layout, ordering).text(number)


class _Sorting:
    """Variables of the family are taken apart into words of their own, and put together at the end."""

    def __init__(self, layout: Layout, ordering: Ordering) -> None:
        self._layout = layout
        self._ordering = ordering
        family = ordering.family
        variables = dict.fromkeys([v for part in family.parts for v in part] + [p for p, _ in family.pointers])
        self._slots = {v: k for k, v in enumerate(variables)}
        self._lines: list[str] = []
        self._names = 0

    def _do(self, text: str) -> str:
        self._names += 1
        self._lines.append(f"  %v{self._names} = {text}")
        return f"%v{self._names}"

    def _put(self, text: str) -> None:
        self._lines.append(f"  {text}")

    def _slot(self, variable: Term) -> str:
        return self._do(f"getelementptr i64, ptr %apart, i64 {self._slots[variable]}")

    def _load(self, variable: Term) -> str:
        return self._do(f"load i64, ptr {self._slot(variable)}")

    def text(self, number: int) -> str:
        parts = self._ordering.family.parts
        self._put(f"%apart = alloca [{len(self._slots)} x i64]")
        self._put("%swapped = alloca i1")
        self._taken_apart()
        self._put("br label %pass")
        self._lines.append("pass:")
        self._put("store i1 false, ptr %swapped")
        for place in range(len(parts) - 1):
            mine, next_ = self._key(place), self._key(place + 1)
            width = self._key_width()
            late = self._do(f"icmp ugt i{width} {mine}, {next_}")
            self._put(f"br i1 {late}, label %swap{place}, label %after{place}")
            self._lines.append(f"swap{place}:")
            self._exchange(place)
            self._put("store i1 true, ptr %swapped")
            self._put(f"br label %after{place}")
            self._lines.append(f"after{place}:")
        again = self._do("load i1, ptr %swapped")
        self._put(f"br i1 {again}, label %pass, label %done")
        self._lines.append("done:")
        self._put_together()
        self._put("ret void")
        body = "\n".join(self._lines)
        return f"define private void @sort{number}(ptr %state) {{\nstart:\n{body}\n}}\n"

    def _words(self) -> dict[int, list[Term]]:
        found: dict[int, list[Term]] = {}
        for variable in self._slots:
            found.setdefault(self._layout.fields[variable].word, []).append(variable)
        return found

    def _taken_apart(self) -> None:
        for word, variables in self._words().items():
            whole = self._do(f"load i64, ptr {self._do(f'getelementptr i64, ptr %state, i64 {word}')}")
            for variable in variables:
                field = self._layout.fields[variable]
                value = self._do(f"and i64 {self._do(f'lshr i64 {whole}, {field.shift}')}, {field.mask}")
                self._put(f"store i64 {value}, ptr {self._slot(variable)}")

    def _put_together(self) -> None:
        for word, variables in self._words().items():
            at = self._do(f"getelementptr i64, ptr %state, i64 {word}")
            whole = self._do(f"load i64, ptr {at}")
            kept = (1 << 64) - 1
            for variable in variables:
                kept &= ~(self._layout.fields[variable].mask << self._layout.fields[variable].shift)
            whole = self._do(f"and i64 {whole}, {kept}")
            for variable in variables:
                moved = self._do(f"shl i64 {self._load(variable)}, {self._layout.fields[variable].shift}")
                whole = self._do(f"or i64 {whole}, {moved}")
            self._put(f"store i64 {whole}, ptr {at}")

    def _key_width(self) -> int:
        one = self._ordering
        part = one.family.parts[0]
        widths = [self._layout.fields[part[k]].width for k in one.compared]
        return max(1, sum(widths) + len(one.own) + len(one.outside))

    def _key(self, place: int) -> str:
        """The variables of a part one after the other, as one number."""
        one = self._ordering
        part, pointers = one.family.parts[place], dict(one.family.pointers)
        width = self._key_width()
        key = "0"
        for k in one.compared:
            key = self._appended(key, self._load(part[k]), self._layout.fields[part[k]].width, width)
        named = [(part[k], pointers[part[k]][place]) for k in one.own]
        named += [(pointer, names[place]) for pointer, names in one.outside]
        for pointer, name in named:
            is_me = self._do(f"icmp eq i64 {self._load(pointer)}, {name}")
            key = self._appended(key, self._do(f"zext i1 {is_me} to i64"), 1, width)
        return key

    def _appended(self, key: str, value: str, bits: int, width: int) -> str:
        """The key with a value of so many bits behind it."""
        same = value
        if width != 64:
            same = self._do(f"{'trunc' if width < 64 else 'zext'} i64 {value} to i{width}")
        if key == "0":
            return same
        return self._do(f"or i{width} {self._do(f'shl i{width} {key}, {bits}')}, {same}")

    def _exchange(self, place: int) -> None:
        family = self._ordering.family
        for a, b in zip(family.parts[place], family.parts[place + 1], strict=True):
            one, two = self._load(a), self._load(b)
            self._put(f"store i64 {two}, ptr {self._slot(a)}")
            self._put(f"store i64 {one}, ptr {self._slot(b)}")
        for pointer, names in family.pointers:
            value = self._load(pointer)
            is_one = self._do(f"icmp eq i64 {value}, {names[place]}")
            is_two = self._do(f"icmp eq i64 {value}, {names[place + 1]}")
            other = self._do(f"select i1 {is_two}, i64 {names[place]}, i64 {value}")
            new = self._do(f"select i1 {is_one}, i64 {names[place + 1]}, i64 {other}")
            self._put(f"store i64 {new}, ptr {self._slot(pointer)}")
