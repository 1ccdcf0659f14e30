"""How often the paper's own two checks err: ``python benchmarks/protocols/literal.py [--programs N]``.

Random small protocols, with and without inputs. The paper's procedure answers "safe" in the first iteration in which
one of its checks holds. That is wrong if our analysis goes on and finds a trace, or if enumerating small values does.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from support.enumeration import error_depth
from support.protocols import engine
from support.random_protocols import random_inputs, random_program

WINDOW = 5


def without_inputs(choose: random.Random) -> str:
    return random_program(choose, inputs=False)


def bounded(choose: random.Random) -> str:
    return random_program(choose, inputs=True)


#: what a row is about, and the programs of it
KINDS: list[tuple[str, Callable[[random.Random], str]]] = [
    ("without inputs", without_inputs),
    ("with inputs, numbers kept small by guards", bounded),
    ("with inputs, numbers that grow", random_inputs),
]


def counted(kind: str, made: Callable[[random.Random], str], programs: int) -> str:
    said = wrong = proved = refuted = missed = 0
    by_check: dict[str, int] = {}
    for number in range(programs):
        text = made(random.Random(f"literal/{number}"))
        options = {"literal": True, "symmetry": False, "matching": "path", "fixpoint": False}
        analysis = engine(text, max_iterations=6, timeout=5.0, **options)
        depth, _ = error_depth(analysis.system, WINDOW)
        outcome = analysis.run()
        proved += outcome.proof is not None
        refuted += outcome.trace is not None
        missed += outcome.proof is not None and depth is not None
        literal = next((row.literal for row in outcome.iterations if row.literal), "")
        said += bool(literal)
        if literal and (depth is not None or outcome.trace is not None):
            wrong += 1
            by_check[literal] = by_check.get(literal, 0) + 1
    checks = ", ".join(f"{count} by {name}" for name, count in sorted(by_check.items())) or "–"
    return f"| {kind} | {programs} | {said} | {wrong} ({checks}) | {proved} | {missed} | {refuted} |"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=400)
    chosen = parser.parse_args()
    print("| programs | | the paper says safe | wrongly | here: safe | wrongly | unsafe |")
    print("|---|---|---|---|---|---|---|")
    for kind, made in KINDS:
        print(counted(kind, made, chosen.programs), flush=True)


if __name__ == "__main__":
    main()
