"""Every witness we write validates: programs of our own, each with each engine, in both formats.

    python tools/witness_table.py [--engines explore,interpolate] [--seconds 5] [FILE ...]

For each engine: how many programs it decides, how many of these have a witness (the reasons of the others), how many
invariants it says, and what `validate` makes of it. Files without names: all of tests/programs that expect safe or
unsafe. The status is 1 if a witness of ours is refuted, or confirmed as what it is not.
"""

from __future__ import annotations

import argparse
import re
import shlex
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import antumbra
from antumbra.cli.app import COMMANDS
from antumbra.cli.plain import plain
from antumbra.program.errors import InputError
from antumbra.report.result import Result, Verdict
from antumbra.witnesses.graphml_writing import graphml_text
from antumbra.witnesses.yaml_writing import yaml_text

ROOT = Path(__file__).parents[1]
FORMS = {"yaml": yaml_text, "graphml": graphml_text}
#: options of a program's second line that both commands take
BOTH = ("property", "data_model")


def programs() -> list[Path]:
    found = sorted((ROOT / "tests" / "programs").rglob("*.c"))
    return [file for file in found if re.match(r"// expect: (?:safe|unsafe)\b", file.read_text("utf-8", "replace"))]


def settings(file: Path) -> dict[str, Any]:
    """What the program's own second line asks for."""
    match = re.search(r"^// options: (.*)$", file.read_text("utf-8", "replace"), re.MULTILINE)
    read = plain(COMMANDS["check"], shlex.split(match[1]) if match else []) or {}
    renamed = {"property": read.get("property_"), "data_model": read.get("data_model")}
    others = ("entry", "malloc_may_fail", "externals", "sym_args", "sym_stdin", "sym_files", "sym_env", "include_dirs")
    renamed |= {name: read[name] for name in others if read.get(name)}
    return {name: value for name, value in renamed.items() if value is not None}


def outcome(result: Result, expected: Verdict) -> str:
    if result.verdict is expected:
        return "confirmed"
    if result.verdict is not Verdict.UNKNOWN:
        return "WRONG"
    return "refuted" if (result.reason or "").startswith("refuted") else "unknown"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engines", default="explore,interpolate,dash,houdini")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--every", type=int, default=1, help="one of so many programs")
    parser.add_argument("files", nargs="*", type=Path)
    arguments = parser.parse_args()
    bad = False
    for engine in arguments.engines.split(","):
        count: Counter[str] = Counter()
        for file in (arguments.files or programs())[:: arguments.every]:
            given = settings(file)
            try:
                result = antumbra.check(file, engine=engine, witness=True, timeout=arguments.seconds, **given)
            except InputError:
                continue
            count[str(result.verdict)] += 1
            if result.witness is None:
                reason = next((note for note in result.notes if note.startswith("no witness")), "")
                count[reason.split(":")[-1].strip()[:50] if result.verdict is not Verdict.UNKNOWN else "-"] += 1
                continue
            count["witnesses"] += 1
            count["invariants"] += len(result.witness.invariants)
            reading = {name: value for name, value in given.items() if name not in BOTH}
            with tempfile.TemporaryDirectory() as folder:
                for form, text_of in FORMS.items():
                    witness = Path(folder) / f"w.{form}"
                    witness.write_text(text_of(result.witness), "utf-8")
                    again = antumbra.validate(file, witness, timeout=4 * arguments.seconds, **reading)
                    said = outcome(again, result.verdict)
                    count[f"{form} {said}"] += 1
                    if said != "confirmed":
                        print(f"  {engine} {file} {form}: {result.result_line} {again.result_line}", flush=True)
                    bad |= said in ("refuted", "WRONG")
        print(engine, dict(sorted(count.items())), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
