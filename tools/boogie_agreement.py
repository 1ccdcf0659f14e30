"""How far we agree with Boogie on its own test suite: the folder ``Test`` of its repository, no part of ours.

    python tools/boogie_agreement.py FOLDER [--libraries FOLDER] [--only PART] [--timeout 2] [--no-verdicts] [--list]

Reading: of the files that Boogie accepts we must accept all; of those it rejects with parse, name resolution or type
checking errors we must reject all, at the same lines. Verdicts: each implementation alone, calls by specification, as
Boogie verifies (``boogie_suite.modular``); an implementation holds if the ``.expect`` file names no line of it. Boogie
cuts loops at invariants and we execute them: where Boogie fails, we prove and there is a loop, that is no disagreement.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tools")]

from boogie_suite.expectations import Expectation, read_expectation  # noqa: E402
from boogie_suite.verdicts import KINDS, OTHER_QUESTIONS, compare  # noqa: E402

from antumbra.frontends.boogie.checking.check import check  # noqa: E402
from antumbra.frontends.boogie.reading.diagnostics import Diagnostics  # noqa: E402
from antumbra.frontends.boogie.reading.parser import parse  # noqa: E402
from antumbra.frontends.boogie.reading.pragmas import without_pragmas  # noqa: E402

#: CIVL's own language: its layers, movers, linear types and measures are read and neither checked nor executed
_CIVL = re.compile(r"\{\s*:(?:layer|linear\w*|yields)\b|\byield\s+(?:procedure|invariant|left|right|both)\b|\baction\b")

#: characters of a file whose verdicts are compared: each implementation is read and checked again
LARGEST = 150_000


class Suite:
    """Counts, and what deserves a look."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.reading: Counter[str] = Counter()
        self.lines: Counter[str] = Counter()
        self.verdicts: Counter[str] = Counter()

    def tell(self, kind: str, path: Path, detail: str) -> None:
        if self.options.list or kind.isupper():
            print(f"{kind}: {path.relative_to(self.options.folder)}: {detail}", flush=True)

    def file(self, path: Path) -> None:
        own = path.read_text("utf-8-sig", errors="replace")
        expected = read_expectation(path, own)
        if expected is None:
            self.reading["not run by the suite on its own"] += 1
            return
        civl = _CIVL.search(own) is not None
        text = self._whole(own, expected, civl=civl)
        diagnostics = Diagnostics(path.name)
        file = parse(text, diagnostics)
        if not diagnostics.errors:
            check(file, diagnostics, infer_modifies=expected.option("inferModifies") is not None)
        ours = "rejected" if diagnostics.errors else "accepted"
        theirs = {None: "not said", "": "accepted"}.get(expected.rejected, "rejected")
        suffix = " (CIVL)" if civl else ""
        self.reading[f"Boogie: {theirs}, ours: {ours}{suffix}"] += 1
        if theirs == "accepted" and ours == "rejected":
            self.tell("REJECTED" if not civl else "rejected, CIVL", path, diagnostics.lines()[0])
        if theirs == "rejected" and ours == "accepted":
            first = expected.errors[0] if expected.errors else None
            self.tell(
                "ACCEPTED" if not civl else "accepted, CIVL", path, f"{first.line}: {first.message}" if first else ""
            )
        if theirs == "rejected" and ours == "rejected" and not civl:
            self._compare_lines(path, expected, diagnostics)
        if theirs == ours == "accepted" and self.options.verdicts and not civl:
            self._compare_verdicts(path, text, expected)

    def _whole(self, own: str, expected: Expectation, *, civl: bool) -> str:
        """With the other files of the run and Boogie's libraries, behind the file itself so that its lines stay."""
        parts = [own]
        for number, other in enumerate(o for o in expected.others if o.is_file()):
            further = other.read_text("utf-8-sig", errors="replace")
            parts.append(without_pragmas(further, (f"FILE_{number + 1}",), Diagnostics(other.name)))
        libraries = dict.fromkeys(o[1:].partition(":")[2] for o in expected.options if o[1:].startswith("lib:"))
        if civl:
            libraries["base"] = None  # Boogie adds it to programs with layers
        for name in libraries:
            library = (self.options.libraries or Path()) / f"{name}.bpl"
            if library.is_file():
                parts.append(library.read_text("utf-8-sig"))
        return "\n".join(parts)

    def _compare_lines(self, path: Path, expected: Expectation, diagnostics: Diagnostics) -> None:
        theirs = {e.line for e in expected.errors if e.file == path.name}
        ours = {place[0] for place, _ in diagnostics.errors}
        self.lines["the same lines" if ours == theirs else "other lines"] += 1
        if ours != theirs:
            self.tell("LINES", path, f"only Boogie's {sorted(theirs - ours)}, only ours {sorted(ours - theirs)}")

    def _compare_verdicts(self, path: Path, text: str, expected: Expectation) -> None:
        if expected.verified is None or expected.rest or any(expected.option(o) is not None for o in OTHER_QUESTIONS):
            self.verdicts["(files) another question, or no plain summary"] += 1
            return
        named = {path.name, *(other.name for other in expected.others)}
        if (expected.failed or 0) > sum(e.file in named for e in expected.errors):
            self.verdicts["(files) errors without places"] += 1
            return
        if len(text) > LARGEST:
            self.verdicts["(files) too large"] += 1
            return
        self.verdicts["(files) compared"] += 1
        for compared in compare(path, text, expected, self.options.timeout):
            self.verdicts[compared.kind] += 1
            if compared.kind not in ("both prove", "both refute"):
                self.tell(compared.kind, path, f"{compared.unit}: {compared.detail}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--libraries", type=Path, help="the folder of base.bpl, for runs that name Boogie's libraries")
    parser.add_argument("--only", default="", help="files whose path contains this")
    parser.add_argument("--timeout", type=float, default=2.0, help="seconds for one implementation")
    parser.add_argument("--no-verdicts", dest="verdicts", action="store_false")
    parser.add_argument("--list", action="store_true", help="name every file or implementation that is not agreed on")
    suite = Suite(parser.parse_args())
    for path in sorted(suite.options.folder.rglob("*.bpl")):
        if suite.options.only in str(path.relative_to(suite.options.folder)):
            suite.file(path)
    for title, counts in (("Reading", suite.reading), ("Rejected by both", suite.lines), ("Verdicts", suite.verdicts)):
        print(f"\n{title}")
        for kind, count in sorted(counts.items()):
            print(f"{count:6} {kind}" + (f": {KINDS[kind]}" if kind in KINDS else ""))


if __name__ == "__main__":
    main()
