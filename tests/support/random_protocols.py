"""Random small protocols as text."""

from __future__ import annotations

import random


def linear(choose: random.Random, names: list[str]) -> str:
    parts = [f"{choose.choice((-2, -1, 1, 1, 1, 2, 3))} * {n}" for n in choose.sample(names, choose.randint(1, 2))]
    return " + ".join([*parts, str(choose.randint(-3, 3))])


def comparison(choose: random.Random, names: list[str]) -> str:
    return f"{linear(choose, names)} {choose.choice(('<=', '<', '=', '!=', '>='))} {choose.randint(-3, 4)}"


def random_program(choose: random.Random, *, inputs: bool) -> str:
    """Two or three integers, a process with locations, a finite variable; steps keep integers bounded by guards."""
    names = ["x", "y", "z"][: choose.randint(2, 3)]
    lines: list[str] = []
    for name in names:
        start = "" if inputs and choose.random() < 0.3 else f" = {choose.randint(-1, 2)}"
        lines.append(f"var {name}: int{start};")
        if not start:
            lines.append(f"init {name} >= -2 && {name} <= {choose.randint(0, 3)};")
    lines.append("var flag: bool = false;")
    lines.append("process P { location a, b;")
    for number in range(choose.randint(2, 4)):
        source, target = choose.choice("ab"), choose.choice("ab")
        guard = [comparison(choose, names)] if choose.random() < 0.8 else []
        if choose.random() < 0.3:
            guard.append(choose.choice(("flag", "!flag")))
        assigned: list[str] = []
        for name in choose.sample(names, choose.randint(1, len(names))):
            kind = choose.random()
            if inputs and kind < 0.35:
                assigned.append(f"{name} := nondet")
            elif kind < 0.75:
                step = choose.choice((-1, 1, 1, 2))
                guard.append(f"{name} < 5" if step > 0 else f"{name} > -5")
                assigned.append(f"{name} := {name} + {step}")
            elif kind < 0.9:
                assigned.append(f"{name} := {choose.choice(names)}")
            else:
                assigned.append(f"{name} := {choose.randint(-2, 3)}")
        if choose.random() < 0.3:
            assigned.append(choose.choice(("flag := !flag", "flag := true", f"flag := {comparison(choose, names)}")))
        when = f"when {' && '.join(guard)}" if guard else ""
        lines.append(f"  t{number}: {source} -> {target} {when} do {', '.join(assigned)};")
    lines.append("}")
    bad = [f"!({comparison(choose, names)} && {comparison(choose, names)})", f"!(P@b && {comparison(choose, names)})"]
    lines.append("property deadlock_free;" if choose.random() < 0.1 else f"property invariant {choose.choice(bad)};")
    return "\n".join(lines)


def random_template(choose: random.Random, *, inputs: bool) -> str:
    """Processes of one template with a local variable, an element of an array, a variable that names a process, and now
    and then something that tells them apart."""
    count = choose.randint(2, 3)
    names = ["x", "a[i]", "my"]
    lines = [
        f"var x: int = {choose.randint(-1, 1)}, a[1..{count}]: int = 0;",
        f"var last: 0..{count} = 0;",
        f"process P[i: 1..{count}] {{ location idle, busy; var my: int = 0;",
    ]
    for number in range(choose.randint(2, 3)):
        source, target = choose.choice(("idle", "busy")), choose.choice(("idle", "busy"))
        guard = [comparison(choose, names)] if choose.random() < 0.6 else []
        if choose.random() < 0.3:
            guard.append(choose.choice(("last = i", "last != i", "last = 0")))
        if choose.random() < 0.25:
            guard.append(f"forall j: 1..{count} where j != i ({choose.choice(('P[j].my', 'a[j]'))} <= my)")
        if choose.random() < 0.1:
            guard.append(choose.choice(("x <= i", "my < i", f"forall j: 1..{count} where j < i (P[j]@idle)")))
        assigned: list[str] = []
        for name in choose.sample(names, choose.randint(1, 2)):
            kind = choose.random()
            if inputs and kind < 0.2:
                assigned.append(f"{name} := nondet")
            elif kind < 0.7:
                step = choose.choice((-1, 1, 1, 2))
                guard.append(f"{name} < 2" if step > 0 else f"{name} > -2")
                assigned.append(f"{name} := {name} + {step}")
            elif kind < 0.9:
                assigned.append(f"{name} := {choose.choice(names)}")
            else:
                assigned.append(f"{name} := {choose.randint(-1, 2)}")
        if choose.random() < 0.4:
            assigned.append(choose.choice(("last := i", "last := 0", "last := last")))
        when = f"when {' && '.join(guard)}" if guard else ""
        lines.append(f"  t{number}: {source} -> {target} {when} do {', '.join(assigned)};")
    lines.append("}")
    if choose.random() < 0.35:
        lines += _second_template(choose, choose.choice((2, count)))
    some = [n.replace("[i]", "[j]").replace("my", "P[j].my") for n in names]
    bad = comparison(choose, some)
    lines.append(
        choose.choice(
            (
                "property mutex P@busy;",
                f"property invariant forall j: 1..{count} (!(P[j]@busy && {bad}));",
                f"property invariant forall j: 1..{count} (!({bad} && {comparison(choose, some)}));",
                f"property invariant !({comparison(choose, ['x', 'a[1]', 'P[2].my'])} && P[1]@busy);",
                "property deadlock_free;",
            )
        )
    )
    return "\n".join(lines)


def _second_template(choose: random.Random, count: int) -> list[str]:
    """Other processes beside the first ones, perhaps with as many of them and with a word in who is last."""
    step = choose.choice(("x := x + 1", "own := own + 1, x := own", f"last := {choose.choice(('i', '0'))}", "own := x"))
    guard = choose.choice(("x < 2 && own < 2", "x <= own && own < 2", "last = i && x < 2 && own < 2"))
    return [
        f"process Q[i: 1..{count}] {{ location off, on; var own: int = 0;",
        f"  up: off -> on when {guard} do {step};",
        f"  down: on -> off when {choose.choice(('last != i', 'own <= x', 'true'))};",
        "}",
    ]


def random_inputs(choose: random.Random) -> str:
    """Integers that take inputs, copies and counts without bounds, and a property that relates them: here an input that
    makes a transition exact can still lead elsewhere."""
    names = ["x", "y", "c", "d"][: choose.randint(2, 4)]
    lines = [f"var {name}: int = {choose.randint(0, 1)};" for name in names]
    for number in range(choose.randint(1, 2)):
        assigned: list[str] = []
        for name in names:
            kind = choose.random()
            if kind < 0.3:
                assigned.append(f"{name} := nondet")
            elif kind < 0.55:
                assigned.append(f"{name} := {name} + 1")
            elif kind < 0.8:
                assigned.append(f"{name} := {choose.choice(names)}")
            elif kind < 0.9:
                assigned.append(f"{name} := {choose.randint(1, 3)}")
        when = f"when {comparison(choose, names)} " if choose.random() < 0.3 else ""
        lines.append(f"t{number}: {when}do {', '.join(assigned or [f'{names[0]} := nondet'])};")
    bad = choose.choice(
        (
            f"{linear(choose, names)} = {choose.randint(0, 3)}",
            f"{comparison(choose, names)} && {comparison(choose, names)}",
            f"0 < {choose.choice(names)} && {names[0]} < {names[1]}",
        )
    )
    lines.append(f"property invariant !({bad});")
    return "\n".join(lines)
