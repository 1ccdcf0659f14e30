"""What the function ``run`` calls: copying words, writing rows, and arriving at a place."""

from __future__ import annotations

from typing import Final

from antumbra.engines.dash.native.layout import LOOK, SAMPLE, Head, Layout, Row


def helpers(layout: Layout) -> str:
    return "\n".join((_COPYING, _recording(layout), _arriving(layout)))


def _word(at: int | str) -> str:
    """The address of a word."""
    return f"getelementptr i64, ptr %m, i64 {at if isinstance(at, str) else int(at)}"


_COPYING: Final = """\
declare i64 @llvm.ctlz.i64(i64, i1)

define private void @copy(ptr %from, ptr %to, i64 %n) {
start:
  %none = icmp eq i64 %n, 0
  br i1 %none, label %done, label %loop
loop:
  %i = phi i64 [0, %start], [%j, %loop]
  %a = getelementptr i64, ptr %from, i64 %i
  %b = getelementptr i64, ptr %to, i64 %i
  %x = load i64, ptr %a
  store i64 %x, ptr %b
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

define private void @clear(ptr %to, i64 %n) {
start:
  br label %loop
loop:
  %i = phi i64 [0, %start], [%j, %loop]
  %b = getelementptr i64, ptr %to, i64 %i
  store i64 0, ptr %b
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
"""


def _recording(layout: Layout) -> str:
    """``write``: a row is written, if there is room for it. ``relevant``: a step depends on inputs."""
    return f"""\
define private void @write(ptr %m, i64 %flags, i64 %place, i64 %edge, i64 %words) {{
start:
  %rows_at = {_word(Head.ROWS)}
  %rows = load i64, ptr %rows_at
  %most_at = {_word(Head.MOST_ROWS)}
  %most = load i64, ptr %most_at
  %full = icmp uge i64 %rows, %most
  br i1 %full, label %stop, label %room
room:
  %offset = mul i64 %rows, {layout.row_words}
  %begin = add i64 %offset, {layout.rows}
  %row = {_word("%begin")}
  %edges_at = {_word(Head.EDGES)}
  %edges = load i64, ptr %edges_at
  %depth_at = {_word(Head.DEPTH)}
  %depth = load i64, ptr %depth_at
  store i64 %flags, ptr %row
  %r1 = getelementptr i64, ptr %row, i64 {int(Row.EDGES)}
  store i64 %edges, ptr %r1
  %r2 = getelementptr i64, ptr %row, i64 {int(Row.PLACE)}
  store i64 %place, ptr %r2
  %r3 = getelementptr i64, ptr %row, i64 {int(Row.DEPTH)}
  store i64 %depth, ptr %r3
  %r4 = getelementptr i64, ptr %row, i64 {int(Row.EDGE)}
  store i64 %edge, ptr %r4
  %r5 = getelementptr i64, ptr %row, i64 {len(Row)}
  %globals = {_word(layout.globals_at)}
  call void @copy(ptr %globals, ptr %r5, i64 {layout.global_words})
  %r6 = getelementptr i64, ptr %row, i64 {len(Row) + layout.global_words}
  %frame_at = {_word(Head.FRAME)}
  %frame = load i64, ptr %frame_at
  %from = {_word("%frame")}
  call void @copy(ptr %from, ptr %r6, i64 %words)
  %now = add i64 %rows, 1
  store i64 %now, ptr %rows_at
  ; a step writes at most two
  %soon = add i64 %now, 2
  %last = icmp ugt i64 %soon, %most
  br i1 %last, label %stop, label %done
stop:
  %limit_at = {_word(Head.LIMIT)}
  store i64 0, ptr %limit_at
  br label %done
done:
  ret void
}}

define private void @relevant(ptr %m, i64 %flags, i64 %place, i64 %edge, i64 %words) {{
start:
  %count_at = {_word(Head.RELEVANT)}
  %before = load i64, ptr %count_at
  %count = add i64 %before, 1
  store i64 %count, ptr %count_at
  %most_at = {_word(Head.MOST_RELEVANT)}
  %most = load i64, ptr %most_at
  %many = icmp uge i64 %count, %most
  br i1 %many, label %stop, label %look
stop:
  %limit_at = {_word(Head.LIMIT)}
  store i64 0, ptr %limit_at
  br label %look
look:
  %recording_at = {_word(Head.RECORDING)}
  %recording = load i64, ptr %recording_at
  %wanted = icmp ne i64 %recording, 0
  br i1 %wanted, label %record, label %done
record:
  call void @write(ptr %m, i64 %flags, i64 %place, i64 %edge, i64 %words)
  br label %done
done:
  ret void
}}
"""


def _arriving(layout: Layout) -> str:
    """``arrive``: a state is there; which are written is said in ``machine``."""
    return f"""\
define private void @arrive(ptr %m, i64 %place, i64 %words) {{
start:
  %edges_at = {_word(Head.EDGES)}
  %edges = load i64, ptr %edges_at
  %arrived_at = {_word(Head.ARRIVED)}
  store i64 %edges, ptr %arrived_at
  %muted_at = {_word(Head.MUTED)}
  %muted = load i64, ptr %muted_at
  %loud = icmp ugt i64 %edges, %muted
  %sample_i = add i64 %place, {layout.samples}
  %sample_at = {_word("%sample_i")}
  %left = load i64, ptr %sample_at
  %some = icmp ne i64 %left, 0
  %sampled = and i1 %loud, %some
  %less = zext i1 %sampled to i64
  %rest = sub i64 %left, %less
  store i64 %rest, ptr %sample_at
  %flag = select i1 %sampled, i64 {SAMPLE}, i64 0
  %depth_at = {_word(Head.DEPTH)}
  %depth = load i64, ptr %depth_at
  %bottom = icmp eq i64 %depth, 0
  br i1 %bottom, label %state, label %end
state:
  %states_at = {_word(Head.STATES)}
  %states = load i64, ptr %states_at
  %states_now = add i64 %states, 1
  store i64 %states_now, ptr %states_at
  %visit_i = add i64 %place, {layout.visits}
  %visit_at = {_word("%visit_i")}
  %visits = load i64, ptr %visit_at
  %visit = add i64 %visits, 1
  store i64 %visit, ptr %visit_at
  %dense_at = {_word(Head.DENSE)}
  %dense_to = load i64, ptr %dense_at
  %dense = icmp ule i64 %edges, %dense_to
  %zeros = call i64 @llvm.ctlz.i64(i64 %visit, i1 false)
  %few = icmp uge i64 %zeros, 57
  %shift = select i1 %few, i64 57, i64 %zeros
  %size = sub i64 57, %shift
  %unit = shl i64 1, %size
  %mask = sub i64 %unit, 1
  %lost = and i64 %visit, %mask
  %round = icmp eq i64 %lost, 0
  %chosen = or i1 %dense, %round
  %look_i = add i64 %place, {layout.looks}
  %look_at = {_word("%look_i")}
  %looks = load i64, ptr %look_at
  %looked = icmp ne i64 %looks, 0
  %seen = and i1 %chosen, %looked
  %after_at = {_word(Head.WANTED_AFTER)}
  %after = load i64, ptr %after_at
  %later = icmp ugt i64 %edges, %after
  %wanted_at = {_word(Head.WANTED_PLACE)}
  %wanted = load i64, ptr %wanted_at
  %there = icmp eq i64 %wanted, %place
  %sent = and i1 %later, %there
  %none = select i1 %sent, i64 -1, i64 %wanted
  store i64 %none, ptr %wanted_at
  %show = or i1 %seen, %sent
  %shown = and i1 %show, %loud
  %both = or i64 %flag, {LOOK}
  %flags_state = select i1 %shown, i64 %both, i64 %flag
  br i1 %loud, label %last, label %end
last:
  %offset = mul i64 %place, {layout.last_words}
  %begin = add i64 %offset, {layout.lasts}
  %row = {_word("%begin")}
  store i64 %edges, ptr %row
  %r1 = getelementptr i64, ptr %row, i64 1
  %globals = {_word(layout.globals_at)}
  call void @copy(ptr %globals, ptr %r1, i64 {layout.global_words})
  %r2 = getelementptr i64, ptr %row, i64 {1 + layout.global_words}
  %frame_at = {_word(Head.FRAME)}
  %frame = load i64, ptr %frame_at
  %from = {_word("%frame")}
  call void @copy(ptr %from, ptr %r2, i64 %words)
  br label %end
end:
  %flags = phi i64 [%flag, %start], [%flags_state, %state], [%flags_state, %last]
  %nothing = icmp eq i64 %flags, 0
  br i1 %nothing, label %done, label %tell
tell:
  call void @write(ptr %m, i64 %flags, i64 %place, i64 -1, i64 %words)
  br label %done
done:
  ret void
}}
"""
