"""The protocols of benchmarks/protocols/finite once more, in plain Python: what is true of them, and how many states.

Nothing of the product is used. A state is a tuple; ``explored`` visits all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

State = Any
Model = tuple[Iterable[State], Callable[[State], Iterator[State]], Callable[[State], bool], bool]


def explored(model: Model) -> tuple[bool, int]:
    """Is a bad state reachable (or one without a successor, where that is bad), and how many states are there?"""
    initial, successors, bad, deadlock = model
    seen = dict.fromkeys(initial)
    pending, violated = list(seen), False
    while pending:
        state = pending.pop()
        following = list(successors(state))
        violated = violated or bad(state) or (deadlock and not following)
        for after in following:
            if after not in seen:
                seen[after] = None
                pending.append(after)
    return violated, len(seen)


def put(row: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*row[:place], value, *row[place + 1 :])


def peterson(n: int, fault: int) -> Model:
    def successors(state: State) -> Iterator[State]:
        at, level, last, room = state
        for i in range(n):
            r = room[i]
            free = last[r - 1] != i + 1 or all(level[k] < r for k in range(n) if k != i)
            if at[i] == "idle":
                yield put(at, i, "name"), put(level, i, 1), last, put(room, i, 1)
            elif at[i] == "name":
                yield put(at, i, "waiting"), level, put(last, r - 1, i + 1), room
            elif at[i] == "waiting" and r < n - 1 and free:
                yield put(at, i, "name"), put(level, i, r + 1), last, put(room, i, r + 1)
            elif at[i] == "waiting" and r == n - 1 and (fault or free):
                yield put(at, i, "critical"), level, last, room
            elif at[i] == "critical":
                yield put(at, i, "idle"), put(level, i, 0), last, put(room, i, 1)

    first = (("idle",) * n, (0,) * n, (0,) * (n - 1), (1,) * n)
    return [first], successors, lambda s: s[0].count("critical") > 1, False


def bakery(n: int, fault: int, m: int = 3) -> Model:
    def successors(state: State) -> Iterator[State]:
        at, number, my = state
        for i in range(n):
            if at[i] == "idle" and max(number) < m:
                yield put(at, i, "choosing"), number, put(my, i, max(number) + 1)
            elif at[i] == "choosing":
                yield put(at, i, "waiting"), put(number, i, my[i]), put(my, i, 0)
            elif at[i] == "waiting" and all(
                (fault or at[j] != "choosing") and (number[j] == 0 or (number[j], j) > (number[i], i))
                for j in range(n)
                if j != i
            ):
                yield put(at, i, "critical"), number, my
            elif at[i] == "critical":
                yield put(at, i, "idle"), put(number, i, 0), my

    return [(("idle",) * n, (0,) * n, (0,) * n)], successors, lambda s: s[0].count("critical") > 1, False


def leader(n: int, fault: int) -> Model:
    def successors(state: State) -> Iterator[State]:
        at, m, link = state
        for i in range(n):
            me, next_ = i + 1, (i + 1) % n
            room = len(link[next_]) < n
            if at[i] == "start" and room:
                yield put(at, i, "active"), m, put(link, next_, (*link[next_], me))
            elif at[i] == "active" and link[i]:
                yield put(at, i, "forward"), put(m, i, link[i][0]), put(link, i, link[i][1:])
            elif at[i] == "forward":
                if m[i] > me and room:
                    yield put(at, i, "active"), put(m, i, 1), put(link, next_, (*link[next_], m[i]))
                if m[i] < me and not fault:
                    yield put(at, i, "active"), put(m, i, 1), link
                if m[i] == me or (fault and m[i] < me):
                    yield put(at, i, "leader"), put(m, i, 1), link

    def bad(state: State) -> bool:
        at = state[0]
        return at.count("leader") > 1 or "leader" in at[:-1]

    return [(("start",) * n, (1,) * n, ((),) * n)], successors, bad, False


def token(n: int, fault: int) -> Model:
    def successors(state: State) -> Iterator[State]:
        pos, started, has, at = state
        if not started or fault:
            yield pos, True, put(has, pos, True), at
        for i in range(n):
            if at[i] == "idle" and has[i]:
                yield pos, started, has, put(at, i, "critical")
            elif at[i] == "critical":
                yield pos, started, put(put(has, i, False), (i + 1) % n, True), put(at, i, "idle")

    initial = [(pos, False, (False,) * n, ("idle",) * n) for pos in range(n)]
    return initial, successors, lambda s: s[3].count("critical") > 1, True


def philosophers(n: int, fault: int) -> Model:
    def successors(state: State) -> Iterator[State]:
        at, held, taken = state
        for i in range(n):
            first, second = i, (i + 1) % n
            if i == 0 and not fault:
                first, second = second, first
            if at[i] == "thinking" and not taken[first]:
                yield put(at, i, "one"), put(held, i, first), put(taken, first, True)
            elif at[i] == "one" and not taken[second]:
                yield put(at, i, "eating"), held, put(taken, second, True)
            elif at[i] == "eating":
                yield put(at, i, "thinking"), put(held, i, 0), put(put(taken, first, False), second, False)

    return [(("thinking",) * n, (0,) * n, (False,) * n)], successors, lambda _: False, True


def alternating_bit(n: int, fault: int, v: int = 2) -> Model:
    def successors(state: State) -> Iterator[State]:
        b, x, data, ack, c, expected, wrong = state
        if len(data) < n:
            yield b, x, (*data, (b, x)), ack, c, expected, wrong
        if ack and ack[0] == b:
            yield not b, (x + 1) % (v + 1), data, ack[1:], c, expected, wrong
        elif ack:
            yield b, x, data, ack[1:], c, expected, wrong
        if data and len(ack) < n:
            bit, value = data[0]
            answered = (*ack, bit)
            if fault or bit == c:
                yield b, x, data[1:], answered, not c, (expected + 1) % (v + 1), wrong or value != expected
            else:
                yield b, x, data[1:], answered, c, expected, wrong
        if data:
            yield b, x, data[1:], ack, c, expected, wrong
        if ack:
            yield b, x, data, ack[1:], c, expected, wrong

    return [(False, 0, (), (), False, 0, False)], successors, lambda s: s[-1], False


def mesi(n: int, fault: int) -> Model:
    def successors(state: State) -> Iterator[State]:
        for i in range(n):
            mine, others = state[i], [k for k in range(n) if k != i]
            if mine == "I" and all(state[j] == "I" for j in others):
                yield put(state, i, "E")
            if mine == "I" and any(state[j] == "S" for j in others):
                yield put(state, i, "S")
            for k in others:
                if mine == "I" and state[k] in "EM":
                    yield put(put(state, i, "S"), k, "S")
            if mine == "E":
                yield put(state, i, "M")
            if mine != "M" and not fault:
                yield put(("I",) * n, i, "M")
            if mine == "S" and fault:
                yield put(state, i, "M")
            if mine != "I":
                yield put(state, i, "I")

    def bad(state: State) -> bool:
        return any(one in "EM" and state[j] != "I" for i, one in enumerate(state) for j in range(n) if j != i)

    return [("I",) * n], successors, bad, False


def readers_writers(n: int, fault: int) -> Model:
    def successors(state: State) -> Iterator[State]:
        at, readers, writing = state
        for i in range(n):
            if at[i] == "idle" and not writing:
                yield put(at, i, "reading"), readers + 1, writing
            if at[i] == "idle" and not writing and readers <= fault:
                yield put(at, i, "writer"), readers, True
            if at[i] == "reading":
                yield put(at, i, "idle"), readers - 1, writing
            if at[i] == "writer":
                yield put(at, i, "idle"), readers, False

    def bad(state: State) -> bool:
        at = state[0]
        return at.count("writer") > 1 or ("writer" in at and "reading" in at)

    return [(("idle",) * n, 0, False)], successors, bad, False


#: file, model, the parameter that grows
MODELS: dict[str, tuple[Callable[[int, int], Model], str]] = {
    "peterson": (peterson, "N"),
    "bakery": (bakery, "N"),
    "leader": (leader, "N"),
    "token": (token, "N"),
    "philosophers": (philosophers, "N"),
    "alternating_bit": (alternating_bit, "K"),
    "mesi": (mesi, "N"),
    "readers_writers": (readers_writers, "N"),
}
