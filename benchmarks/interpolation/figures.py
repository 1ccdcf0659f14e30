"""The programs of the paper's figures, of any size, as C: ``python benchmarks/interpolation/figures.py graph 25``.

``graph`` is Fig. 1 with a complete acyclic graph of N nodes and random distances, and the length of its shortest path
as BOUND, so that it just holds (one more is violated). Fig. 4 comes in three forms: ``separate`` as printed,
``branches`` with the sum taken on the way, ``rounds`` as a loop. ``abduction`` is Example 5.5 (Fig. 8), of one size.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

_HEAD = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n"


def distances(nodes: int, seed: int) -> list[list[int]]:
    """The distance from each node (1 to ``nodes``) to each later one; 0 where there is no edge."""
    chance = random.Random(seed)
    return [[chance.randint(10, 250) if 0 < i < j else 0 for j in range(nodes + 1)] for i in range(nodes + 1)]


def shortest(table: list[list[int]]) -> int:
    """The length of the shortest path from node 1 to the last one."""
    nodes = len(table) - 1
    best = [0] * (nodes + 1)
    for node in range(nodes - 1, 0, -1):
        best[node] = min(table[node][later] + best[later] for later in range(node + 1, nodes + 1))
    return best[1]


def graph(nodes: int, seed: int = 1, more: int = 0) -> str:
    """Fig. 1; the assertion holds if and only if ``more`` is not positive."""
    table = distances(nodes, seed)
    rows = ",\n  ".join("{" + ", ".join(map(str, row)) + "}" for row in table)
    return f"""{_HEAD}
static const unsigned char graph[{nodes + 1}][{nodes + 1}] = {{
  {rows}}};

int main(void) {{
  int node = 1, d = 0;
  while (node < {nodes}) {{
    int next = __VERIFIER_nondet_int(), i;
    for (i = node + 1; i < {nodes}; i++)
      if (next == i) break;
    d += graph[node][i];
    node = i;
  }}
  assert(d >= {shortest(table) + more});
  return 0;
}}
"""


def branches(count: int) -> str:
    """Fig. 4: N branches, each of which sets a variable of its own; the postcondition is about their sum."""
    declared = "".join(f"  int x{i};\n" for i in range(1, count + 1))
    lines = "".join(
        f"  if (__VERIFIER_nondet_int()) x{i} = 1; else x{i} = -1;\n  sum += x{i};\n" for i in range(1, count + 1)
    )
    return f"""{_HEAD}
int main(void) {{
  int sum = 0;
{declared}{lines}  assert(sum >= -{count} && sum <= {count});
  return 0;
}}
"""


def separate(count: int) -> str:
    """Fig. 4 to the letter: the sum is taken only after all branches."""
    declared = "".join(f"  int x{i};\n" for i in range(1, count + 1))
    lines = "".join(f"  if (__VERIFIER_nondet_int()) x{i} = 1; else x{i} = -1;\n" for i in range(1, count + 1))
    total = " + ".join(f"x{i}" for i in range(1, count + 1))
    return f"""{_HEAD}
int main(void) {{
{declared}{lines}  int sum = {total};
  assert(sum >= -{count} && sum <= {count});
  return 0;
}}
"""


def rounds(count: int) -> str:
    """Fig. 4 as a loop."""
    return f"""{_HEAD}
int main(void) {{
  int x = 0;
  for (int i = 0; i < {count}; i++) {{
    if (__VERIFIER_nondet_int()) x++;
    else x--;
  }}
  assert(x >= -{count} && x <= {count});
  return 0;
}}
"""


def abduction(_: int = 0) -> str:
    """Example 5.5: at <2b> the values of y and z are others than at <2a>, but the reason of <2a> covers them."""
    return f"""{_HEAD}
int main(void) {{
  int x = __VERIFIER_nondet_int(), t = __VERIFIER_nondet_int(), y, z;
  if (x <= -1 || x >= 2) return 0;
  if (t > 0) {{ y = 0; z = 1; }}
  else {{ y = 2; z = 3; }}
  /* <2> */
  if (x > 0) {{ /* <3a> */
    x = x + 1;
    z = z + 33;
  }} else {{ /* <3b> */
    int old = y;
    x = x + 3;
    y = z - 2;
    z = old;
  }}
  /* <4> */
  assert(-3 < x && x < 6);
  assert(y < z);
  return 0;
}}
"""


FIGURES: dict[str, Callable[[int], str]] = {
    "graph": graph,
    "branches": branches,
    "separate": separate,
    "rounds": rounds,
    "abduction": abduction,
}


def main() -> None:
    if len(sys.argv) != 3 or sys.argv[1] not in FIGURES:
        raise SystemExit(f"expected one of {', '.join(FIGURES)} and a size")
    print(FIGURES[sys.argv[1]](int(sys.argv[2])), end="")


if __name__ == "__main__":
    main()
