"""Growth on straight-line code: processor seconds for 100 to 10,000 statements, and for map writes at constants.

python benchmarks/boogie/straight.py
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import antumbra


def straight(count: int) -> str:
    lines = "".join(f"  x := x + {i % 7};\n" for i in range(count))
    return f"procedure main(a: int)\n{{\n  var x: int;\n  x := a;\n{lines}  assert x >= a;\n}}\n"


def writes(count: int) -> str:
    lines = "".join(f"  m[{i}] := {i};\n" for i in range(count))
    return f"procedure main()\n{{\n  var m: [int]int;\n{lines}  assert m[7] == 7;\n}}\n"


def main() -> None:
    print("| statements | sums, s | map writes, s |")
    print("|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "f.bpl"
        for count in (100, 1000, 10_000):
            seconds: list[str] = []
            for make in (straight, writes):
                path.write_text(make(count), "utf-8")
                started = time.process_time()
                result = antumbra.check(path)
                if result.verdict.value != "safe":
                    raise RuntimeError(f"{make.__name__} {count}: {result.verdict.value}")
                seconds.append(f"{time.process_time() - started:.2f}")
            print(f"| {count} | {' | '.join(seconds)} |", flush=True)


if __name__ == "__main__":
    main()
