"""Random protocols all of whose variables are finite, as text."""

from __future__ import annotations

import random


def random_finite(choose: random.Random) -> str:
    """Like processes with a location, a number, a number in an array and one that names a process; now and then
    something that tells them apart. Values may leave their ranges."""
    count = choose.randint(2, 3)
    high = choose.randint(2, 3)
    lines = [
        f"var x: -1..{high} = {choose.randint(-1, 1)}, b: bool = false, a[1..{count}]: 0..{high} = 0;",
        f"var last: 0..{count} = 0;",
        f"process P[i: 1..{count}] {{ location idle, busy, gone; var my: 0..{high} = 0;",
    ]
    for number in range(choose.randint(3, 5)):
        source, target = choose.choice(("idle", "busy")), choose.choice(("idle", "busy", "gone"))
        guard = [_guard(choose, count) for _ in range(choose.randint(0, 2))]
        assigned = _assigned(choose, high)
        when = f"when {' && '.join(guard)}" if guard else ""
        lines.append(f"  t{number}: {source} -> {target} {when} do {', '.join(assigned)};")
    lines.append("}")
    bad = choose.choice(
        (
            f"a[1] + a[2] = {2 * high}",
            f"P[1].my - P[2].my > {high - 1}",
            "x = a[1] + 2 && b",
            "P[1]@gone && P[2]@busy && x > 0",
        )
    )
    lines.append(choose.choice(("property deadlock_free;", f"property unreachable {bad};", "property mutex P@busy;")))
    return "\n".join(lines)


def _guard(choose: random.Random, count: int) -> str:
    others = f"forall j: 1..{count} where j != i"
    if choose.random() < 0.1:
        return "i = 1 || x = 0"
    return choose.choice(
        (
            "b",
            "!b",
            "x < 1 || b",
            "x >= my",
            "last != i",
            "last = 0 || last = i",
            "a[i] + my <= 2",
            f"{others} (P[j].my <= my)",
            f"{others} (P[j]@idle || a[j] = x)",
            f"exists j: 1..{count} where j != i (last = j)",
        )
    )


def _assigned(choose: random.Random, high: int) -> list[str]:
    choices = [
        choose.choice(("x := x + 1", "x := my", "x := nondet", "x := 0 - x")),
        choose.choice(("b := !b", "b := x > 0", "b := nondet")),
        choose.choice(("last := i", "last := 0")),
        choose.choice(("my := my + 1", f"my := {high} - my", "my := a[i]")),
        choose.choice(("a[i] := 1", "a[i] := my", f"a[i] := {high}")),
    ]
    return choose.sample(choices, choose.randint(1, 3))
