"""The benchmark programs: sizes to run, and the path counts that must come out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from reactive import Shape, generate

PROGRAMS = Path(__file__).parent / "programs"

#: The main loop of a RERS 2012 program, and the same with a bound.
_ENDLESS, _BOUNDED = "while(1)", "for(int k_ = 0; k_ < N; k_++)"


@dataclass(frozen=True, slots=True)
class Case:
    """One row: a program at one size."""

    program: str
    size: int
    paths: int | None = None  #: the number of paths there are; None where it depends on how a program is compiled
    quick: bool = True  #: part of a short run

    @property
    def name(self) -> str:
        return f"{self.program} {self.size}"


#: name of a generated program → its shape
REACTIVE = {
    "reactive-small": Shape(states=12, inputs=4, errors=2, seed=3),
    "reactive-medium": Shape(states=60, inputs=5, errors=6, seed=5),
    "reactive-large": Shape(states=300, inputs=6, errors=20, seed=7),
}

CASES = (
    Case("branches", 11, 2048),
    Case("branches", 14, 16384),
    Case("branches", 17, 131072, quick=False),
    Case("loop", 30_000, 2),
    Case("loop", 300_000, 2),
    Case("loop", 3_000_000, 2, quick=False),
    Case("sort", 5, 120),
    Case("sort", 6, 720),
    Case("sort", 7, 5040, quick=False),
    Case("bst", 4, 75),
    Case("bst", 5, 541),
    Case("bst", 6, 4683, quick=False),
    Case("regexp", 4),
    Case("regexp", 5),
    Case("regexp", 6, quick=False),
    Case("chain", 100, 101),
    Case("chain", 600, 601),
    Case("hash", 3),
    Case("hash_fnv", 2),
    Case("hash_fnv", 3, quick=False),
    Case("hash", 4),
    Case("hash", 5, quick=False),
    Case("list", 4),
    Case("list", 5),
    Case("list", 6, quick=False),
    Case("parser", 5),
    Case("parser", 6),
    Case("parser", 7, quick=False),
    Case("keyvalue", 6),
    Case("keyvalue", 7),
    Case("keyvalue", 8, quick=False),
    Case("strings", 3),
    Case("strings", 5),
    Case("strings", 7, quick=False),
    Case("table", 2),
    Case("table", 3),
    Case("table", 4, quick=False),
    Case("matrix", 3),
    Case("matrix", 4),
    Case("matrix", 6, quick=False),
    Case("protocol", 8),
    Case("protocol", 12),
    Case("protocol", 16, quick=False),
    Case("pointers", 3, 216),
    Case("pointers", 4, 1296),
    Case("pointers", 5, 7776, quick=False),
    Case("indices", 3),
    Case("indices", 4, quick=False),
    Case("sizes", 4),
    Case("sizes", 6),
    Case("sizes", 8, quick=False),
    Case("floats", 1),
    Case("floats", 2),
    Case("floats", 3, quick=False),
    Case("reactive-small", 6),
    Case("reactive-medium", 6),
    Case("reactive-large", 4),
    Case("reactive-large", 5, quick=False),
)

#: RERS 2012 Problem03 with 6 inputs, made from the public file (which is not ours to ship)
RERS = Case("rers-problem03", 6, 1051)


def source_of(case: Case, folder: Path, rers: Path | None) -> Path:
    """The C file of a case; generated and bounded ones are written to ``folder``."""
    if case.program in REACTIVE:
        path = folder / f"{case.program}.c"
        path.write_text(generate(REACTIVE[case.program]), encoding="utf-8")
        return path
    if case.program == RERS.program:
        if rers is None:
            raise ValueError("the RERS program needs --rers FILE")
        text = rers.read_text("utf-8")
        if text.count(_ENDLESS) != 1:
            raise ValueError(f"{rers}: expected exactly one {_ENDLESS}")
        path = folder / "rers-problem03.c"
        path.write_text(text.replace(_ENDLESS, _BOUNDED), encoding="utf-8")
        return path
    return PROGRAMS / f"{case.program}.c"
