"""The functions that enumerate states, as LLVM text.

``run`` takes states from the queue, which is the array of all states, and visits their successors until there are none
left, room or time is up, or a property fails. The table of states is that of ``terms.native.rows``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from antumbra.engines.abstract.explicit.code import Code
from antumbra.engines.abstract.explicit.layout import Layout
from antumbra.engines.abstract.explicit.ordering import Ordering
from antumbra.engines.abstract.explicit.sorting import sorting
from antumbra.engines.abstract.systems.system import Transition, TransitionSystem
from antumbra.terms.native.rows import Answer, Head, load, probing, reading, rows_functions, visiting, words_given

#: transitions in one function: LLVM takes more than twice as long for twice as many
GROUP: Final = 48


def text_of(system: TransitionSystem, layout: Layout, orderings: Sequence[Ordering]) -> str:
    words = layout.words
    groups = [system.transitions[k : k + GROUP] for k in range(0, len(system.transitions), GROUP)]
    parts = [
        probing(words),
        *(sorting(layout, one, number) for number, one in enumerate(orderings)),
        visiting(words, len(orderings)),
        *(_group(layout, group, number) for number, group in enumerate(groups)),
        _good(system, layout),
        _run(words, len(groups)),
        rows_functions(words),
    ]
    return "\n".join(parts)


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
    return f"define private void @group{number}(ptr %h, {words_given(layout.words)}, i64 %me) {{\nstart:\n{body}\n}}\n"


def _good(system: TransitionSystem, layout: Layout) -> str:
    code = Code(layout, [f"%w{k}" for k in range(layout.words)])
    good = "true"
    for property_ in system.properties:
        good = code.do(f"and i1 {good}, {code.value(property_.good)}")
    code.put(f"ret i1 {good}")
    body = "\n".join(code.lines)
    return f"define private i1 @good({words_given(layout.words)}) {{\nstart:\n{body}\n}}\n"


def _run(words: int, groups: int) -> str:
    calls = "\n".join(f"  call void @group{k}(ptr %h, {words_given(words)}, i64 %next)" for k in range(groups))
    return f"""\
define i64 @run(ptr %h) {{
start:
  br label %look
look:
{load("next", Head.NEXT)}
{load("count", Head.COUNT)}
  %none = icmp uge i64 %next, %count
  br i1 %none, label %empty, label %room
empty:
  ret i64 {int(Answer.DONE)}
room:
{load("full", Head.FULL)}
  %over = icmp ugt i64 %count, %full
  br i1 %over, label %grow, label %time
grow:
  ret i64 {int(Answer.ROOM)}
time:
{load("pause", Head.PAUSE)}
  %late = icmp uge i64 %next, %pause
  br i1 %late, label %stop, label %state
stop:
  ret i64 {int(Answer.PAUSED)}
state:
{load("states", Head.STATES, "ptr")}
  %offset = mul i64 %next, {words}
  %row = getelementptr i64, ptr %states, i64 %offset
{chr(10).join(reading("row", words))}
  %good = call i1 @good({words_given(words)})
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
