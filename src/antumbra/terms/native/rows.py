"""Rows of words that were met: a table of them and a queue, as LLVM text; memory for both is in ``row_table``.

``visit`` puts a row into the table and the queue, ``enter`` visits the rows that Python wrote, ``find`` tells where
rows are, ``rehash`` fills a new table. Who writes ``run`` says what follows a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Final

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


def words_given(words: int) -> str:
    return ", ".join(f"i64 %w{k}" for k in range(words))


def at_head(head: Head) -> str:
    return f"getelementptr i64, ptr %h, i64 {int(head)}"


def load(name: str, head: Head, kind: str = "i64") -> str:
    return f"  %{name}.at = {at_head(head)}\n  %{name} = load {kind}, ptr %{name}.at"


def probing(words: int) -> str:
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
define private i64 @hash({words_given(words)}) {{
{chr(10).join(mixed)}
  %t = mul i64 {last}, {_MIX[1]}
  %u = lshr i64 %t, 32
  %v = xor i64 %t, %u
  ret i64 %v
}}

define private i64 @probe(ptr %h, {words_given(words)}) {{
start:
{load("states", Head.STATES, "ptr")}
{load("table", Head.TABLE, "ptr")}
{load("mask", Head.MASK)}
  %hash = call i64 @hash({words_given(words)})
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


def visiting(words: int, families: int) -> str:
    """Put a state into the table and the queue, unless it is there; with like parts the one that stands for it."""
    given = words_given(words)
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
{load("edges", Head.EDGES)}
  %more = add i64 %edges, 1
  store i64 %more, ptr %edges.at
  %slot = call i64 @probe(ptr %h, {given})
{load("table", Head.TABLE, "ptr")}
  %entry.at = getelementptr i32, ptr %table, i64 %slot
  %entry = load i32, ptr %entry.at
  %new = icmp eq i32 %entry, 0
  br i1 %new, label %add, label %done
add:
{load("count", Head.COUNT)}
{load("states", Head.STATES, "ptr")}
{load("links", Head.LINKS, "ptr")}
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


def reading(row: str, words: int) -> Iterator[str]:
    for k in range(words):
        yield f"  %r{k} = getelementptr i64, ptr %{row}, i64 {k}\n  %w{k} = load i64, ptr %r{k}"


def rows_functions(words: int) -> str:
    """``enter``, ``find`` and ``rehash``: the same loop over rows, with another thing to do for each."""
    enter = f"  call void @visit(ptr %h, {words_given(words)}, i64 {NOWHERE})"
    find = f"""\
  %slot = call i64 @probe(ptr %h, {words_given(words)})
{load("table", Head.TABLE, "ptr")}
  %entry.at = getelementptr i32, ptr %table, i64 %slot
  %entry = load i32, ptr %entry.at
  %wide = zext i32 %entry to i64
  %number = sub i64 %wide, 1
{load("found", Head.FOUND, "ptr")}
  %found.to = getelementptr i64, ptr %found, i64 %i
  store i64 %number, ptr %found.to"""
    rehash = f"""\
  %slot = call i64 @probe(ptr %h, {words_given(words)})
{load("table", Head.TABLE, "ptr")}
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
{load("rows", rows, "ptr")}
{load("asked", count)}
  br label %look
look:
  %i = phi i64 [0, %start], [%j, %each]
  %more = icmp ult i64 %i, %asked
  br i1 %more, label %each, label %done
each:
  %offset = mul i64 %i, {words}
  %row = getelementptr i64, ptr %rows, i64 %offset
{chr(10).join(reading("row", words))}
  %j = add i64 %i, 1
{body}
  br label %look
done:
  ret i64 0
}}
"""
