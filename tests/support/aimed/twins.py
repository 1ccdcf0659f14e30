"""Twins: sites that may violate are deleted until the program is safe; then one is put back."""

from __future__ import annotations

from random import Random

from support.aimed import memory_programs, objects
from support.aimed import syntax as S
from support.aimed.interpreter import TooLargeError, truth
from support.aimed.reduce import without

Twins = tuple[S.Program, S.Program]


def generate(seed: int) -> S.Program:
    """One of the twins; two seeds that differ in the last bit give both."""
    return twins(seed // 2)[seed % 2]


def twins(seed: int) -> Twins:
    """A safe program, and the same with one more site that violates."""
    random = Random(f"twins {seed}")
    while True:
        found = _twins(random, seed)
        if found is not None:
            return found


def _twins(random: Random, seed: int) -> Twins | None:
    program = _many_sites(random, seed)
    gone: list[S.Stmt] = []
    try:
        while events := truth(without(program, frozenset(gone))).places:
            # the statements of the original carry the identity; a deletion inside a branch remakes the branch
            sites = [s for _, s in events if s in set(program.statements())]
            if not sites:
                return None
            gone.append(random.choice(sites))
        # put one back that violates without the others
        for site in random.sample(gone, len(gone)):
            rest = frozenset(s for s in gone if s is not site)
            unsafe = without(program, rest)
            if truth(unsafe).events:
                safe = without(program, frozenset(gone))
                return safe, unsafe
    except TooLargeError:
        pass
    return None


def _many_sites(random: Random, seed: int) -> S.Program:
    """Two objects, and a mixture of uses that stand in branches and loops."""
    one, other, _ = objects.pair(random)
    p, q, c = S.Var("p"), S.Var("q"), S.Var("c")
    body: list[S.Stmt] = [
        *memory_programs.inputs(random),
        *memory_programs.split(random, objects.make(one, "p", "n"), objects.make(other, "p", "n")),
        *objects.make(objects.anything(random), "q", "n"),
    ]
    if random.random() < 0.5:
        body += memory_programs.forget(random, "c", "n")
    for _ in range(random.randint(3, 6)):
        site = objects.probe(random, random.choice([p, p, q]), "i", "z")
        match random.choice(["plain", "plain", "if", "loop", "unknown", "noise"]):
            case "plain":
                body += site
            case "if":
                test = S.Bin("==", random.choice([c, S.Var("i")]), S.Num(random.choice([0, 1])))
                body.append(S.If(test, site, (S.Set("z", S.Num(1)),), random.choice(["if", "switch", "goto"])))
            case "loop":
                body.append(S.Repeat("k", S.Num(random.choice([1, 2])), site, random.choice(["for", "while", "goto"])))
            case "unknown" if not any(isinstance(s, S.Free) for s in site):
                body.append(S.Unknown(site))
            case _:
                body += [*objects.noise(random, 8), *site]
    return memory_programs.program(random, f"twins {seed}", tuple(body), extra=(("k", "int"),))
