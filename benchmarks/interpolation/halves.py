"""What interpolate would gain from several processes: a tree cut in two at the first input, each half by itself.

    python benchmarks/interpolation/halves.py

Figures are steps (about a microsecond each; the same on every machine). Nothing shared: both halves run at once, and
the longer one is how long it takes. Shared as values: at best whoever does the second half has the interpolants of the
first when it begins, as one process has it; but there are none before ends of the first are done. So what is left of
the second half, after the first, is the least that a second process could have to do, and it would have to wait for it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAMS = Path(__file__).parent / "all_paths"
#: program → its first input's function and type, and what the first half of its values is
CUT = {
    "hash": ("__VERIFIER_nondet_int", "int", "v != 0"),
    "bits": ("__VERIFIER_nondet_int", "int", "v != 0"),
    "permutation": ("__VERIFIER_nondet_int", "int", "v >= 0 && v < 3"),
    "queens": ("__VERIFIER_nondet_int", "int", "v >= 0 && v < 2"),
    "symbolic_hash": ("__VERIFIER_nondet_uchar", "unsigned char", "v > 127"),
    "text": ("__VERIFIER_nondet_char", "char", "(v >= '0' && v <= '9') || (v >= 'a' && v <= 'z')"),
}
_HEAD = """extern {type} {name}(void);
extern void __VERIFIER_assume(int);
static int calls;
static {type} first_of_two(void) {{
  {type} v = {name}();
  if (calls++ == 0) __VERIFIER_assume({condition});
  return v;
}}
#define {name} first_of_two
"""


def steps(name: str, condition: str, folder: Path) -> tuple[int, int]:
    """Steps and paths of one run; the condition is on the first input."""
    function, kind, _ = CUT[name]
    text = (PROGRAMS / f"{name}.c").read_text(encoding="utf-8")
    text = text.replace(f"extern {kind} {function}(void);", "")
    file = folder / f"{name}.c"
    file.write_text(_HEAD.format(type=kind, name=function, condition=condition) + text, encoding="utf-8")
    command = [sys.executable, "-m", "antumbra", "check", str(file), "--engine", "interpolate", "--json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    result = json.loads(done.stdout)
    if result["verdict"] != "safe":
        raise SystemExit(f"{name}: {result['verdict']} {result['reason']}")
    return int(result["stats"]["steps"]), int(result["stats"]["paths"])


def main() -> int:
    print("| | one process | halves, nothing shared | times as fast | second half, after the first |")
    print("|---|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory(prefix="antumbra-bench-") as folder:
        for name, (_, _, condition) in CUT.items():
            whole, first, second = (steps(name, each, Path(folder))[0] for each in ("1", condition, f"!({condition})"))
            ratio = whole / max(first, second)
            print(
                f"| {name} | {whole:,} | {first:,}, {second:,} | {ratio:.2f} | {max(0, whole - first):,} |", flush=True
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
