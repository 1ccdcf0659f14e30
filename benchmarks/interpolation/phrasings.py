"""The same programs in other words: interpolants must not depend on how a text is phrased (phrased.py has the texts).

    python benchmarks/interpolation/phrasings.py [graph branches machine locks] [--size N] [--seconds 20] [--only NAME]
    python benchmarks/interpolation/phrasings.py --print graph/assume 14

A row for each: verdict, is the proof confirmed, paths, what was pruned, processor seconds. All programs are safe.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from measure import markdown, measure
from phrased import KINDS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--size", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--engine", default="interpolate")
    parser.add_argument("--only", default="")
    parser.add_argument("--print", dest="shown", action="store_true", help="KIND/NAME SIZE: the text of one")
    options = parser.parse_args()
    if options.shown:
        kind, _, name = options.kinds[0].partition("/")
        print(KINDS[kind][0][name](int(options.kinds[1])), end="")
        return 0
    wrong = 0
    for kind in options.kinds:
        texts, usual = KINDS[kind]
        rows: list[list[str]] = []
        for name, text in texts.items():
            if options.only in name:
                rows.append(_row(name, text(options.size or usual), options.engine, options.seconds))
                print(f"  {kind}: {' '.join(rows[-1])}", file=sys.stderr, flush=True)
                wrong += rows[-1][1] == "unsafe"
        print(f"\n{kind}, size {options.size or usual}, {options.engine}\n")
        print(markdown(["phrasing", "verdict", "proof", "paths", "subsumed", "forks", "cpu s"], rows))
    return int(bool(wrong))


def _row(name: str, text: str, engine: str, seconds: float) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="antumbra-phrasings-") as folder:
        file = Path(folder) / "phrased.c"
        file.write_text(text, "utf-8")
        run = measure(("check", str(file), "--engine", engine), seconds)
    told = run.stats
    counts = [str(told.get(what, "–")) for what in ("paths", "subsumed", "forks")]
    verdict = run.verdict if run.verdict != "unknown" else f"unknown ({run.reason.partition(':')[0]})"
    return [name, verdict, "confirmed" if run.confirmed else "–", *counts, f"{run.cpu_seconds:.1f}"]


if __name__ == "__main__":
    sys.exit(main())
