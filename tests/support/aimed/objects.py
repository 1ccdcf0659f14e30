"""Two ways to make an object that differ in one attribute, what is done with it, and what stands between."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from support.aimed import syntax as S

SIZES = (2, 3, 4, 5)
#: arrays that every program has: name → size
LOCAL = {"a4": 4, "a5": 5}
GLOBAL = {"g4": 4, "g5": 5}
CONSTANT = {"k4": 4}


Region = Literal["malloc", "calloc", "alloca", "local", "global", "constant", "null"]


@dataclass(frozen=True)
class Made:
    """How a pointer comes about; one field is one attribute that engines may forget."""

    region: Region = "malloc"
    size: int = 4
    sized: Literal["constant", "variable"] = "constant"
    content: Literal["none", "zero", "part", "full", "one", "symbolic"] = "none"
    value: int = 1
    offset: int = 0
    life: Literal["live", "freed", "again", "grown", "shrunk"] = "live"


def anything(random: Random) -> Made:
    if random.random() < 0.6:  # the plainest: nothing else tells the two apart
        return Made(
            random.choice(["malloc", "malloc", "calloc", "alloca"]), random.choice(SIZES), value=random.choice([0, 1])
        )
    return Made(
        region=random.choice(["malloc", "malloc", "malloc", "calloc", "alloca", "local", "global", "constant"]),
        size=random.choice([4, 4, 4, *SIZES]),
        sized=random.choice(["constant", "constant", "variable"]),
        content=random.choice(["none", "none", "zero", "full", "part", "one", "symbolic"]),
        value=random.choice([0, 1, 1, 2]),
        offset=random.choice([0, 0, 0, 0, 1, 2]),
        life=random.choice(["live", "live", "live", "live", "live", "live", "freed", "again", "grown", "shrunk"]),
    )


#: attribute → what it may become
OFTEN = ("region", "region", "size", "size", "content", "content", "sized", "value", "offset", "life")
ATTRIBUTES: dict[str, tuple[object, ...]] = {
    "region": ("malloc", "calloc", "alloca", "local", "global", "constant", "null"),
    "size": SIZES,
    "sized": ("constant", "variable"),
    "content": ("none", "zero", "part", "full", "one", "symbolic"),
    "value": (0, 1, 2, 7),
    "offset": (0, 1, 2, 3),
    "life": ("live", "freed", "again", "grown", "shrunk"),
}


def pair(random: Random) -> tuple[Made, Made, str]:
    """Two that differ in one attribute, and its name."""
    one = anything(random)
    name = random.choice(OFTEN)
    if name == "value" and one.content not in ("full", "part", "one"):
        one = replace(one, content="full")
    if name == "size" and one.region in ("constant", "local", "global"):
        one = replace(one, region="malloc")
    if name == "life" and one.region not in ("malloc", "calloc"):
        one = replace(one, region="malloc")
    if name == "region" and random.random() < 0.5:
        one = replace(one, content="none", life="live")
    now = getattr(one, name)
    other = replace(one, **{name: random.choice([v for v in ATTRIBUTES[name] if v != now])})
    return (one, other, name) if random.random() < 0.5 else (other, one, name)


def silent_pair(random: Random) -> tuple[Made, Made, str]:
    """Two that nothing is written to: only the object itself differs."""
    regions: tuple[Region, ...] = ("malloc", "calloc", "alloca")
    one = Made(random.choice(regions), random.choice(SIZES))
    if random.random() < 0.5:
        return one, replace(one, size=random.choice([n for n in SIZES if n != one.size])), "size"
    return one, replace(one, region=random.choice([r for r in regions if r != one.region])), "region"


def make(made: Made, to: str, size_variable: str, in_main: bool = True) -> S.Body:
    """Statements that let the pointer ``to`` point to such an object."""
    body: list[S.Stmt] = []
    pointer = S.Var(to)
    size = made.size
    match made.region:
        case "malloc" | "calloc" | "alloca":
            given: S.Expr = S.Num(size)
            if made.sized == "variable":
                body.append(S.Set(size_variable, S.Num(size)))
                given = S.Var(size_variable)
            body.append(S.Allocate(to, made.region, given))
        case "local":
            size = 5 if size > 4 else 4
            body.append(S.Set(to, S.Array(f"a{size}" if in_main else f"g{size}")))
        case "global":
            size = 5 if size > 4 else 4
            body.append(S.Set(to, S.Array(f"g{size}")))
        case "constant":
            size = 4
            body.append(S.Set(to, S.Array("k4")))
        case "null":
            return (S.Set(to, S.Null()),)
    if made.region != "constant":
        body += content(made, pointer, size)
    if made.region in ("malloc", "calloc"):
        match made.life:
            case "live":
                pass
            case "freed":
                body.append(S.Free(pointer))
            case "again":
                body += [S.Free(pointer), S.Allocate(to, "malloc", S.Num(size))]
            case "grown":
                body.append(S.Reallocate(to, pointer, S.Num(size + 2)))
            case "shrunk":
                body.append(S.Reallocate(to, pointer, S.Num(size - 1)))
    if made.offset:
        body.append(S.Set(to, S.Bin("+", pointer, S.Num(made.offset))))
    return tuple(body)


def content(made: Made, pointer: S.Expr, size: int) -> list[S.Stmt]:
    match made.content:
        case "none":
            return []
        case "zero":
            return [S.Fill(pointer, S.Num(0), S.Num(size))]
        case "full":
            return [S.Fill(pointer, S.Num(made.value), S.Num(size))]
        case "part":
            return [S.Fill(pointer, S.Num(made.value), S.Num(size - 1))]
        case "one":
            return [S.Put(pointer, S.Num(min(2, size - 1)), S.Num(made.value))]
        case "symbolic":
            # beginning at the object's start: KLEE's function takes whole objects
            return [S.Symbolic(pointer, size, "klee" if made.region != "alloca" and made.value else "loop")]


def index(random: Random, variable: str | None = None) -> S.Expr:
    if variable is not None and random.random() < 0.4:
        return S.Var(variable)
    return S.Num(random.choice([0, 1, 2, 2, 3, 3, 4, 4]))


def noise(random: Random, most: int = 30) -> S.Body:
    """What stands between the meeting and the use; ``most`` bounds the branches."""
    kinds: list[S.Stmt] = []
    for _ in range(random.choice([0, 0, 0, 0, 1, 1, 2])):
        count = random.choice([1, 2, 2, 3])
        kinds.append(
            S.Noise(random.choice(["branches", "loop", "unknown", "unknown", "call", "recursion", "diamond"]), count)
        )
    if most > 8 and random.random() < 0.15:
        kinds.append(S.Noise(random.choice(["branches", "diamond"]), random.randint(24, most)))
    return tuple(kinds)


def probe(random: Random, p: S.Expr, variable: str, out: str) -> S.Body:
    """A use of the pointer whose validity or result depends on what it points to."""
    i = index(random, variable)
    byte = S.Get(p, i)
    number = S.Num(random.choice([0, 0, 1, 2, 7]))
    equal = S.Bin(random.choice(["==", "!="]), byte, number)
    match random.choice(
        [
            "store",
            "load",
            "error",
            "error",
            "error",
            "free",
            "fill",
            "copy",
            "length",
            "assert",
            "divide",
            "index",
            "loop",
        ]
    ):
        case "store":
            return (S.Put(p, i, number),)
        case "load":
            return (S.Set(out, byte),)
        case "error":
            return (S.If(equal, (S.Error(),), style=random.choice(["if", "switch", "goto"])),)
        case "free":
            return (S.Free(p),)
        case "fill":
            return (S.Fill(p, number, i),)
        case "copy":
            if random.random() < 0.5:
                return (
                    S.Copy(S.Array("t8"), p, i),
                    S.If(S.Bin("==", S.Get(S.Array("t8"), S.Num(1)), number), (S.Error(),)),
                )
            return (S.Copy(p, S.Array("k4"), S.Num(random.choice([2, 3, 4]))),)
        case "length":
            return (S.Length(out, p), S.If(S.Bin(">=", S.Var(out), S.Num(2)), (S.Error(),)))
        case "assert":
            return (S.Assert(equal), S.Put(p, i, S.Num(1)))
        case "divide":
            return (S.Divide(out, S.Num(10), byte),)
        case "index":
            return (S.If(S.Bin("<", byte, S.Num(8)), (S.Put(S.Array("t8"), byte, S.Num(1)),)),)
        case _:
            loop = S.Repeat("j", S.Bin("+", i, S.Num(1)), (S.Put(p, S.Var("j"), number),))
            return (loop,)
