"""The functions that enumerate states, as LLVM text.

``run`` takes states from the queue, which is the array of all states, and visits their successors until there are none
left, room or time is up, or a property fails. ``enter`` visits the rows that Python wrote, ``find`` tells where rows
are, ``rehash`` fills a new table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Final

from antumbra.engines.abstract.explicit.code import Code
from antumbra.engines.abstract.explicit.layout import Layout
from antumbra.engines.abstract.explicit.ordering import Ordering
from antumbra.engines.abstract.explicit.sorting import sorting
from antumbra.engines.abstract.systems.system import Transition, TransitionSystem

#: transitions in one function: LLVM takes more than twice as long for twice as many
GROUP: Final = 48
#: what ``find`` says of a row that is not there
NOWHERE: Final = (1 << 64) - 1
_MIX: Final = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9)


class Head(IntEnum):
    """Words of the memory that functions are called with. STATES, TABLE, LINKS, ROWS and FOUND are addresses."""

    STATES = 0
    TABLE = 1  #: for each slot the number of a state, plus one
    LINKS = 2  #: the state before, and the transition in the upper half
    COUNT = 3
    NEXT = 4  #: the first state whose successors were not visited
    MASK = 5
    FULL = 6  #: with so many states there may be no room for the successors of one more
    PAUSE = 7  #: come back before this state
    EDGES = 8
    ROWS = 9
    FOUND = 10
    ASKED = 11  #: how many rows


class Answer(IntEnum):
    """Of ``run``."""

    DONE = 0
    ROOM = 1
    PAUSED = 2
    VIOLATED = 3


def text_of(system: TransitionSystem, layout: Layout, orderings: Sequence[Ordering]) -> str:
    words = layout.words
    groups = [system.transitions[k : k + GROUP] for k in range(0, len(system.transitions), GROUP)]
    parts = [
        _states(words),
        *(sorting(layout, one, number) for number, one in enumerate(orderings)),
        _visit(words, len(orderings)),
        *(_group(layout, group, number) for number, group in enumerate(groups)),
        _good(system, layout),
        _run(words, len(groups)),
        _rows(words),
    ]
    return "\n".join(parts)


def _given(words: int) -> str:
    return ", ".join(f"i64 %w{k}" for k in range(words))


def _at(head: Head) -> str:
    return f"getelementptr i64, ptr %h, i64 {int(head)}"


def _load(name: str, head: Head, kind: str = "i64") -> str:
    return f"  %{name}.at = {_at(head)}\n  %{name} = load {kind}, ptr %{name}.at"


def _states(words: int) -> str:
    """``hash`` and ``probe``: the slot of a state in the table, or the empty one where it belongs."""
    mixed: list[str] = []
    last = "0"
    for k in range(words):
        mixed.append(f"  %x{k} = xor i64 {last}, %w{k}\n  %m{k} = mul i64 %x{k}, {_MIX[k & 1]}")
        mixed.append(f"  %s{k} = lshr i64 %m{k}, 29\n  %h{k} = xor i64 %m{k}, %s{k}")
        last = f"%h{k}"
    same: list[str] = []
    for k in range(words):
        same.append(
            f"  %a{k} = getelementptr i64, ptr %row, i64 {k}\n  %b{k} = load i64, ptr %a{k}\n"
            f"  %e{k} = icmp eq i64 %b{k}, %w{k}"
        )
        if k:
            same.append(f"  %f{k} = and i1 {'%e0' if k == 1 else f'%f{k - 1}'}, %e{k}")
    equal = "%e0" if words == 1 else f"%f{words - 1}"
    return f"""\
define private i64 @hash({_given(words)}) {{
{chr(10).join(mixed)}
  %t = mul i64 {last}, {_MIX[1]}
  %u = lshr i64 %t, 32
  %v = xor i64 %t, %u
  ret i64 %v
}}

define private i64 @probe(ptr %h, {_given(words)}) {{
start:
{_load("states", Head.STATES, "ptr")}
{_load("table", Head.TABLE, "ptr")}
{_load("mask", Head.MASK)}
  %hash = call i64 @hash({_given(words)})
  %first = and i64 %hash, %mask
  br label %look
look:
  %slot = phi i64 [%first, %start], [%next, %other]
  %entry.at = getelementptr i32, ptr %table, i64 %slot
  %entry = load i32, ptr %entry.at
  %empty = icmp eq i32 %entry, 0
  br i1 %empty, label %found, label %compare
compare:
  %wide = zext i32 %entry to i64
  %number = sub i64 %wide, 1
  %offset = mul i64 %number, {words}
  %row = getelementptr i64, ptr %states, i64 %offset
{chr(10).join(same)}
  br i1 {equal}, label %found, label %other
other:
  %after = add i64 %slot, 1
  %next = and i64 %after, %mask
  br label %look
found:
  ret i64 %slot
}}
"""


def _visit(words: int, families: int) -> str:
    """Put a state into the table and the queue, unless it is there; with like parts the one that stands for it."""
    given = _given(words)
    turned = ""
    if families:
        lines = [f"  %turned = alloca [{words} x i64]"]
        lines += [
            f"  %t{k} = getelementptr i64, ptr %turned, i64 {k}\n  store i64 %g{k}, ptr %t{k}" for k in range(words)
        ]
        lines += [f"  call void @sort{number}(ptr %turned)" for number in range(families)]
        lines += [f"  %w{k} = load i64, ptr %t{k}" for k in range(words)]
        turned = "\n".join(lines)
    parameters = ", ".join(f"i64 %g{k}" for k in range(words)) if families else given
    stored = "\n".join(
        f"  %a{k} = getelementptr i64, ptr %row, i64 {k}\n  store i64 %w{k}, ptr %a{k}" for k in range(words)
    )
    return f"""\
define private void @visit(ptr %h, {parameters}, i64 %link) {{
start:
{turned}
{_load("edges", Head.EDGES)}
  %more = add i64 %edges, 1
  store i64 %more, ptr %edges.at
  %slot = call i64 @probe(ptr %h, {given})
{_load("table", Head.TABLE, "ptr")}
  %entry.at = getelementptr i32, ptr %table, i64 %slot
  %entry = load i32, ptr %entry.at
  %new = icmp eq i32 %entry, 0
  br i1 %new, label %add, label %done
add:
{_load("count", Head.COUNT)}
{_load("states", Head.STATES, "ptr")}
{_load("links", Head.LINKS, "ptr")}
  %offset = mul i64 %count, {words}
  %row = getelementptr i64, ptr %states, i64 %offset
{stored}
  %link.at = getelementptr i64, ptr %links, i64 %count
  store i64 %link, ptr %link.at
  %after = add i64 %count, 1
  store i64 %after, ptr %count.at
  %narrow = trunc i64 %after to i32
  store i32 %narrow, ptr %entry.at
  br label %done
done:
  ret void
}}
"""


def _group(layout: Layout, transitions: Sequence[Transition], number: int) -> str:
    """The successors of a state by some of the transitions. Guards are computed one after the other, whatever they
    say, so that parts which they share are computed once."""
    words = [f"%w{k}" for k in range(layout.words)]
    code = Code(layout, words)
    for place, transition in enumerate(transitions):
        guard = code.value(transition.guard)
        code.put(f"br i1 {guard}, label %do{place}, label %after{place}")
        code.begin(f"do{place}")
        known = dict(code.known)
        news = [*words]
        for variable, update in transition.updates.items():
            field = layout.fields[variable]
            cleared = code.do(f"and i64 {news[field.word]}, {~(field.mask << field.shift) & (1 << 64) - 1}")
            moved = code.do(f"shl i64 {code.number(update)}, {field.shift}")
            news[field.word] = code.do(f"or i64 {cleared}, {moved}")
        link = code.do(f"or i64 %me, {(number * GROUP + place) << 32}")
        code.put(f"call void @visit(ptr %h, {', '.join(f'i64 {w}' for w in news)}, i64 {link})")
        code.put(f"br label %after{place}")
        code.known = known
        code.begin(f"after{place}")
    code.put("ret void")
    body = "\n".join(code.lines)
    return f"define private void @group{number}(ptr %h, {_given(layout.words)}, i64 %me) {{\nstart:\n{body}\n}}\n"


def _good(system: TransitionSystem, layout: Layout) -> str:
    code = Code(layout, [f"%w{k}" for k in range(layout.words)])
    good = "true"
    for property_ in system.properties:
        good = code.do(f"and i1 {good}, {code.value(property_.good)}")
    code.put(f"ret i1 {good}")
    body = "\n".join(code.lines)
    return f"define private i1 @good({_given(layout.words)}) {{\nstart:\n{body}\n}}\n"


def _run(words: int, groups: int) -> str:
    calls = "\n".join(f"  call void @group{k}(ptr %h, {_given(words)}, i64 %next)" for k in range(groups))
    return f"""\
define i64 @run(ptr %h) {{
start:
  br label %look
look:
{_load("next", Head.NEXT)}
{_load("count", Head.COUNT)}
  %none = icmp uge i64 %next, %count
  br i1 %none, label %empty, label %room
empty:
  ret i64 {int(Answer.DONE)}
room:
{_load("full", Head.FULL)}
  %over = icmp ugt i64 %count, %full
  br i1 %over, label %grow, label %time
grow:
  ret i64 {int(Answer.ROOM)}
time:
{_load("pause", Head.PAUSE)}
  %late = icmp uge i64 %next, %pause
  br i1 %late, label %stop, label %state
stop:
  ret i64 {int(Answer.PAUSED)}
state:
{_load("states", Head.STATES, "ptr")}
  %offset = mul i64 %next, {words}
  %row = getelementptr i64, ptr %states, i64 %offset
{chr(10).join(_read("row", words))}
  %good = call i1 @good({_given(words)})
  br i1 %good, label %expand, label %bad
bad:
  ret i64 {int(Answer.VIOLATED)}
expand:
{calls}
  %after = add i64 %next, 1
  store i64 %after, ptr %next.at
  br label %look
}}
"""


def _read(row: str, words: int) -> Iterator[str]:
    for k in range(words):
        yield f"  %r{k} = getelementptr i64, ptr %{row}, i64 {k}\n  %w{k} = load i64, ptr %r{k}"


def _rows(words: int) -> str:
    """``enter``, ``find`` and ``rehash``: the same loop over rows, with another thing to do for each."""
    enter = f"  call void @visit(ptr %h, {_given(words)}, i64 {NOWHERE})"
    find = f"""\
  %slot = call i64 @probe(ptr %h, {_given(words)})
{_load("table", Head.TABLE, "ptr")}
  %entry.at = getelementptr i32, ptr %table, i64 %slot
  %entry = load i32, ptr %entry.at
  %wide = zext i32 %entry to i64
  %number = sub i64 %wide, 1
{_load("found", Head.FOUND, "ptr")}
  %found.to = getelementptr i64, ptr %found, i64 %i
  store i64 %number, ptr %found.to"""
    rehash = f"""\
  %slot = call i64 @probe(ptr %h, {_given(words)})
{_load("table", Head.TABLE, "ptr")}
  %entry.at = getelementptr i32, ptr %table, i64 %slot
  %number = trunc i64 %j to i32
  store i32 %number, ptr %entry.at"""
    loops = (
        ("enter", Head.ROWS, Head.ASKED, enter),
        ("find", Head.ROWS, Head.ASKED, find),
        ("rehash", Head.STATES, Head.COUNT, rehash),
    )
    return "\n".join(_loop(words, *each) for each in loops)


def _loop(words: int, name: str, rows: Head, count: Head, body: str) -> str:
    return f"""\
define i64 @{name}(ptr %h) {{
start:
{_load("rows", rows, "ptr")}
{_load("asked", count)}
  br label %look
look:
  %i = phi i64 [0, %start], [%j, %each]
  %more = icmp ult i64 %i, %asked
  br i1 %more, label %each, label %done
each:
  %offset = mul i64 %i, {words}
  %row = getelementptr i64, ptr %rows, i64 %offset
{chr(10).join(_read("row", words))}
  %j = add i64 %i, 1
{body}
  br label %look
done:
  ret i64 0
}}
"""
