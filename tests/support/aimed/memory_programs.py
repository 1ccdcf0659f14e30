"""Memory programs in which two paths differ in one attribute of one object, then meet, then use it."""

from __future__ import annotations

from random import Random
from typing import Literal

from support.aimed import objects
from support.aimed import syntax as S
from support.aimed.interpreter import TooLargeError, truth

STYLES: tuple[Literal["if", "switch", "goto", "ternary"], ...] = ("if", "if", "switch", "goto", "ternary")
STORAGES: tuple[S.Storage, ...] = ("locals",) * 8 + ("statics", "struct", "heap struct", "arrays")
VARIABLES: tuple[tuple[str, S.Type], ...] = (
    ("c", "int"),
    ("i", "int"),
    ("j", "int"),
    ("n", "int"),
    ("z", "int"),
    ("p", "ptr"),
    ("q", "ptr"),
)
ARRAYS = (
    S.GlobalArray("g4", 4),
    S.GlobalArray("g5", 5, (1, 2)),
    S.GlobalArray("k4", 4, (1, 0, 2), constant=True),
)
P, C = S.Var("p"), S.Var("c")


def generate(seed: int, most: int = 30) -> S.Program:
    """``most``: how many independent branches may stand before the use."""
    random = Random(seed)
    scenario = random.choice(SCENARIOS)
    wanted = random.choice(["safe", "one side", "one side", "one side"])
    while True:
        made = scenario(random, seed, most)
        if wanted == _aim(made):
            return made


def _aim(made: S.Program) -> str:
    """Whether nothing goes wrong, or something on one of the two sides: where both fail, every engine sees it."""
    try:
        runs = truth(made).runs
    except TooLargeError:
        return "too large"
    failing = {run.inputs[0] for run in runs if run.event}
    return ("safe", "one side", "both")[len(failing)]


def forget(random: Random, *names: str) -> S.Body:
    """After the meeting nothing but the object should tell the paths apart."""
    null = {"p", "q"}
    return tuple(S.Set(name, S.Null() if name in null else S.Num(0)) for name in names if random.random() < 0.85)


def program(
    random: Random,
    origin: str,
    body: S.Body,
    functions: tuple[S.Function, ...] = (),
    *,
    storage: S.Storage | None = None,
    extra: tuple[tuple[str, S.Type], ...] = (),
    tags: frozenset[str] = frozenset(),
) -> S.Program:
    if "t8" in arrays_of(body):
        body = (S.Fill(S.Array("t8"), S.Num(3), S.Num(8)), *body)
    local = tuple((name, int(name[1:])) for name in sorted(arrays_of(body)) if name in ("a4", "a5", "t8"))
    names = {name for name, _ in (*VARIABLES, *extra)} & set(names_of(body))
    variables = tuple(v for v in (*VARIABLES, *extra) if v[0] in names)
    main = S.Function("main", body, (), variables, local, "int")
    return S.Program(
        (*functions, main), (("G", "ptr"), ("H", "int")), ARRAYS, storage or random.choice(STORAGES), origin, tags
    )


def arrays_of(body: S.Body) -> set[str]:
    return {e.name for s in S.walk(body) for e in S.expressions(s) if isinstance(e, S.Array)}


def names_of(body: S.Body) -> set[str]:
    read = {e.name for s in S.walk(body) for e in S.expressions(s) if isinstance(e, S.Var)}
    return read | {name for s in S.walk(body) if (name := getattr(s, "name", None))}


def inputs(random: Random) -> S.Body:
    given: list[S.Stmt] = [S.Input("c", 2, random.choice(["leave", "modulo", "assume"]))]
    if random.random() < 0.25:
        given.append(S.Input("i", random.choice([2, 3, 4, 5]), random.choice(["leave", "modulo", "assume"])))
    else:
        given.append(S.Set("i", S.Num(random.choice([0, 2, 3, 4]))))
    return tuple(given)


def probes(random: Random, p: S.Expr) -> S.Body:
    body: S.Body = ()
    for _ in range(random.choice([1, 1, 1, 2])):
        found = objects.probe(random, p, "i", "z")
        if random.random() < 0.2:
            found = (S.If(S.Bin("==", S.Var("i"), S.Num(random.choice([0, 2, 3]))), found),)
        body = (*body, *found)
    return body


def split(random: Random, left: S.Body, right: S.Body) -> S.Body:
    """One of two bodies, as a branch, or by a flag that is read later."""
    style = random.choice(STYLES)
    if random.random() < 0.2:
        flag = S.If(C, (S.Set("n", S.Num(1)),), (S.Set("n", S.Num(2)),), random.choice(STYLES))
        return (flag, *objects.noise(random, 3), S.If(S.Bin("==", S.Var("n"), S.Num(1)), left, right, style))
    return (S.If(C, left, right, style),)


def attribute(random: Random, seed: int, most: int) -> S.Program:
    """Size, region, content, offset or life."""
    one, other, name = objects.pair(random)
    meeting = split(random, objects.make(one, "p", "n"), objects.make(other, "p", "n"))
    guard: S.Body = ()
    if random.random() < 0.15:  # an assertion before, that one side may fail
        guard = (S.Assert(S.Bin(random.choice(["!=", "=="]), C, S.Num(random.choice([0, 1, 2])))),)
    meeting = (*meeting, *guard, *forget(random, "c", "n"))
    body = (*inputs(random), *meeting, *objects.noise(random, most), *probes(random, P))
    if one.region == "malloc" and random.random() < 0.3:
        body = (*body, S.Free(P))
    return program(random, f"attribute {name} {seed}", body)


def plain(random: Random, seed: int, most: int) -> S.Program:
    """Nothing but two ways to make the object, perhaps a loop or many branches, and one use."""
    one, other, name = objects.pair(random) if random.random() < 0.3 else objects.silent_pair(random)
    left, right = objects.make(one, "p", "n"), objects.make(other, "p", "n")
    between: S.Body = random.choice(
        [
            (),
            (S.Noise("unknown", 1),),
            (S.Noise("loop", 2),),
            (S.Noise(random.choice(["branches", "diamond"]), random.randint(24, most)),) if most >= 24 else (),
        ]
    )
    use = objects.probe(random, P, "i", "z")
    # many branches before the meeting let `auto` change its engine
    many = (S.Noise(random.choice(["branches", "diamond"]), most),) if most >= 24 and random.random() < 0.3 else ()
    body = (*many, S.Input("c", 2), S.If(C, left, right, random.choice(STYLES)), S.Set("n", S.Num(0)), *between, *use)
    return program(random, f"plain {name} {seed}", body, storage="locals")


def owner(random: Random, seed: int, most: int) -> S.Program:
    """Which frame owns the object: the callee, its caller, nobody."""
    region = random.choice(["alloca", "array"])
    mine: S.Body = (S.Allocate("x", "alloca", S.Num(4)),) if region == "alloca" else (S.Set("x", S.Array("own")),)
    mine = (*mine, S.Fill(S.Var("x"), S.Num(1), S.Num(4)))
    given = S.Var("y")
    stored = S.If(
        S.Bin("==", S.Var("k"), S.Num(random.choice([0, 1]))),
        (S.Set("G", S.Var("x")),),
        (S.Set("G", given),),
        random.choice(["if", "switch", "goto"]),
    )
    inner = (*mine, stored, *objects.noise(random, 8 if random.random() < 0.8 else most))
    callee = S.Function(
        "keep", inner, (("y", "ptr"), ("k", "int")), (("x", "ptr"),), (("own", 4),) if region == "array" else ()
    )
    regions: tuple[objects.Region, ...] = ("alloca", "local", "global", "malloc")
    theirs = random.choice(regions)
    made = objects.make(objects.Made(theirs, content=random.choice(["zero", "full"])), "q", "n")
    called: S.Body = (S.Call(None, S.Func("keep"), (S.Var("q"), C)),)
    functions = [callee]
    if random.random() < 0.4:  # an owner in the middle
        # the middle frame gives its own object, which ends with it
        own: S.Body = (S.Allocate("m", "alloca", S.Num(4)), S.Fill(S.Var("m"), S.Num(2), S.Num(4)))
        passed = random.choice(["m", "y"])
        inside: S.Body = (
            *own,
            S.Call(None, S.Func("keep"), (S.Var(passed), S.Var("k"))),
            *objects.noise(random, 3),
            *((S.Put(S.Var("G"), S.Num(1), S.Num(2)),) if random.random() < 0.3 else ()),
        )
        functions.append(S.Function("middle", inside, (("y", "ptr"), ("k", "int")), (("m", "ptr"),)))
        called = (S.Call(None, S.Func("middle"), (S.Var("q"), C)),)
    rest = probes(random, S.Var("G"))
    if random.random() < 0.4:
        rest = (S.If(S.Bin("==", C, S.Num(random.choice([0, 1]))), rest),)
    else:
        called = (*called, *forget(random, "c", "n"))
    body = (*inputs(random), *made, *called, *objects.noise(random, most), *rest)
    return program(random, f"owner {region}/{theirs} {seed}", body, tuple(functions))


def owner_alone(random: Random, seed: int, most: int) -> S.Program:
    """One object in all, made by the caller or by the callee: nothing but its owner differs."""
    side = random.choice([0, 1])
    allocated = S.Allocate("x", "alloca", S.Num(4))
    theirs: S.Body = (S.Allocate("q", "alloca", S.Num(4)), S.Set("G", S.Var("q")), S.Set("q", S.Null()))
    mine: S.Body = (allocated, S.Set("G", S.Var("x")), S.Set("x", S.Null()))
    callee = S.Function(
        "keep",
        (
            S.If(S.Bin("!=", S.Var("k"), S.Num(side)), mine),
            S.Set("k", S.Num(0)),
            *random.choice([(S.Noise("unknown", 1),), (S.Noise("loop", 2),), objects.noise(random, 3)]),
        ),
        (("k", "int"),),
        (("x", "ptr"),),
    )
    body = (
        S.Input("c", 2),
        S.If(S.Bin("==", C, S.Num(side)), theirs),
        S.Call(None, S.Func("keep"), (C,)),
        S.Set("c", S.Num(0)),
        *objects.noise(random, most),
        *objects.probe(random, S.Var("G"), "i", "z"),
    )
    return program(random, f"owner alone {seed}", body, (callee,))


def target(random: Random, seed: int, most: int) -> S.Program:
    """Which function a pointer calls."""
    functions = tuple(
        S.Function(
            name,
            (
                *_simple_probe(random, S.Var("x"), S.Var("k")),
                S.Return(S.Num(random.choice([0, 1, 2]))),
            ),
            (("x", "ptr"), ("k", "int")),
            (),
            (),
            "int",
        )
        for name in ("one", "two")
    )
    chosen = S.If(C, (S.Set("f", S.Func("one")),), (S.Set("f", S.Func("two")),), random.choice(STYLES))
    made = objects.make(objects.anything(random), "p", "n")
    body = (
        *inputs(random),
        *made,
        chosen,
        *forget(random, "c", "n"),
        *objects.noise(random, most),
        S.Call("z", S.Var("f"), (P, S.Var("i"))),
        S.If(S.Bin("==", S.Var("z"), S.Num(random.choice([0, 1, 2]))), probes(random, P)),
    )
    return program(random, f"target {seed}", body, functions, extra=(("f", "fun"),))


def _simple_probe(random: Random, p: S.Expr, k: S.Expr) -> S.Body:
    i = random.choice([k, S.Num(random.choice([0, 2, 3, 4]))])
    return random.choice(
        [
            (S.Put(p, i, S.Num(1)),),
            (S.If(S.Bin("==", S.Get(p, i), S.Num(random.choice([0, 1, 2]))), (S.Error(),)),),
            (S.Free(p),),
            (),
            (S.If(S.Bin(">=", k, S.Num(3)), (S.Error(),)),),
        ]
    )


def which(random: Random, seed: int, most: int) -> S.Program:
    """Which of two objects; both stay, one is changed through the other name."""
    one, other, name = objects.pair(random)
    first, second = objects.make(one, "p", "n"), objects.make(other, "q", "n")
    pick = S.If(C, (S.Set("G", P),), (S.Set("G", S.Var("q")),), random.choice(STYLES))
    between: S.Body = random.choice(
        [
            (),
            (S.Free(P),),
            (S.Put(P, S.Num(2), S.Num(2)),),
            (S.Free(S.Var("q")),),
            (S.Reallocate("q", S.Var("q"), S.Num(3)),),
            (S.Set("H", S.Choose(C, S.Num(2), S.Num(4))),),
        ]
    )
    body = (
        *inputs(random),
        *first,
        *second,
        pick,
        *forget(random, "c", "n"),
        *objects.noise(random, most),
        *between,
        *objects.noise(random, 3),
        *probes(random, S.Var("G")),
    )
    return program(random, f"which {name} {seed}", body)


def stored(random: Random, seed: int, most: int) -> S.Program:
    """A constant access that only one side makes: the value that decides is a flag."""
    made = objects.make(objects.anything(random), "p", "n")
    low, high = random.sample([0, 1, 2, 3, 4], 2)
    flag = S.If(C, (S.Set("z", S.Num(low)),), (S.Set("z", S.Num(high)),), random.choice(STYLES))
    array = random.choice([S.Array("a4"), S.Array("g4"), P])
    use: S.Body = random.choice(
        [
            (S.Put(array, S.Num(random.choice([1, 3, 4])), S.Num(1)),),
            (S.Put(array, S.Var("z"), S.Num(1)),),
            (S.Free(P),),
            (S.Divide("H", S.Num(4), S.Bin("-", S.Var("z"), S.Num(high))),),
            (S.Set("H", S.Get(array, S.Num(4))),),
            (S.Call(None, S.Func("touch"), (array, S.Num(random.choice([3, 4])))),),
        ]
    )
    touch = S.Function("touch", (S.Put(S.Var("x"), S.Var("k"), S.Num(1)),), (("x", "ptr"), ("k", "int")))
    guarded = S.If(S.Bin("==", S.Var("z"), S.Num(random.choice([low, high, high]))), use)
    body = (
        *inputs(random),
        *made,
        flag,
        *forget(random, "c", "n"),
        *objects.noise(random, most),
        guarded,
        *objects.noise(random, 2),
    )
    if random.random() < 0.4:
        body = (*body, *probes(random, P))
    return program(random, f"stored {seed}", body, (touch,))


def stretched(random: Random, seed: int, most: int) -> S.Program:
    """The object changes in a loop of unknown length, or of few rounds."""
    one, other, name = objects.pair(random)
    change: S.Body = random.choice(
        [
            (S.Put(P, S.Num(random.choice([0, 1, 2])), S.Num(random.choice([0, 1, 2]))),),
            (S.If(S.Bin("<", S.Var("z"), S.Num(2)), (S.Set("z", S.Bin("+", S.Var("z"), S.Num(1))),)),),
            (S.If(S.Bin("==", S.Var("z"), S.Num(0)), (S.Free(P), S.Set("z", S.Num(1)))),),
            (S.If(S.Bin("==", S.Var("z"), S.Num(0)), (*objects.make(other, "p", "n"), S.Set("z", S.Num(1)))),),
            (S.If(C, (S.Set("p", S.Var("q")),)),),
            (S.Set("H", S.Get(P, S.Num(0))),),
        ]
    )
    loop: S.Stmt = (
        S.Unknown(change) if random.random() < 0.6 else S.Repeat("j", S.Num(random.choice([1, 2, 3])), change)
    )
    body = (
        *inputs(random),
        *objects.make(other, "q", "n"),
        *split(random, objects.make(one, "p", "n"), objects.make(other, "p", "n")),
        loop,
        *forget(random, "c", "n"),
        *objects.noise(random, most),
        *probes(random, P if random.random() < 0.7 else S.Bin("+", P, S.Var("z"))),
    )
    return program(random, f"stretched {name} {seed}", body)


SCENARIOS = (*[plain] * 4, *[attribute] * 4, owner, *[owner_alone] * 2, target, which, *[stored] * 2, stretched)
