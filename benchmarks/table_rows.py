"""The rows of the docs' tables as calls of antumbra, so that two versions can be compared on them (old_new.py)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "interpolation"), str(HERE / "protocols"), str(HERE.parent / "tools")]

from cases import CASES, RERS, source_of  # noqa: E402
from figures import FIGURES  # noqa: E402
from paper_rows import FIGURE_7, FIGURE_8, GROWTH, PAPERS_WAY, PAST  # noqa: E402
from reactive import generate  # noqa: E402
from svcomp import tasks_of  # noqa: E402
from table import ALL_PATHS, FIGURE_SIZES, programs  # noqa: E402
from targets import SERIES, expected_targets  # noqa: E402

ENGINES = ("explore", "interpolate")


@dataclass(frozen=True, slots=True)
class Row:
    """One call: its words after ``antumbra``, and the processor seconds it may take."""

    table: str
    name: str
    arguments: tuple[str, ...]
    limit: float


@dataclass(frozen=True, slots=True)
class Sources:
    """Where programs are, and where those that are made can be put."""

    scratch: Path
    sv_comp: Path | None = None  #: its folder ``c``
    gpu: Path | None = None  #: a folder of symbooglix/gpu


def rows(sources: Sources) -> Iterator[Row]:
    """The tables that matter most come first."""
    yield from _start(sources.scratch)
    yield from _figures(sources.scratch)
    yield from _protocols()
    yield from _beyond()
    yield from _reactive(sources.scratch)
    yield from _explore(sources)
    yield from _all_paths()
    if sources.gpu is not None:
        yield from _gpu(sources.gpu)
    if sources.sv_comp is not None:
        yield from _sv_comp(sources.sv_comp)


def _check(table: str, name: str, file: Path, engine: str, limit: float, *options: str) -> Row:
    return Row(table, f"{name}, {engine}", ("check", str(file), "--engine", engine, *options), limit)


def _start(scratch: Path) -> Iterator[Row]:
    """What a run takes that has nothing to do: the programs are the smallest of their languages."""
    smallest = {"c": "int main(void) { return 0; }\n", "bpl": "procedure main() { assert true; }\n"}
    smallest["gcl"] = (
        "var x: int = 0;\nprocess P { location a, b; go: a -> b do x := 1; }\nproperty small: invariant x <= 1;\n"
    )
    for suffix, text in smallest.items():
        file = scratch / f"smallest.{suffix}"
        file.write_text(text)
        yield Row("start", f"check, .{suffix}", ("check", str(file)), 10)
    yield Row("start", "explore, .c", ("explore", str(scratch / "smallest.c")), 10)


def _figures(scratch: Path) -> Iterator[Row]:
    for figure, name, sizes in FIGURE_SIZES:
        for size in sizes:
            file = scratch / f"{name}{size}.c"
            file.write_text(FIGURES[name](size))
            yield _check("figures", f"{figure} {size}", file, "interpolate", 400)


def _protocols() -> Iterator[Row]:
    papers = (("Fig. 7", FIGURE_7, PAPERS_WAY), ("Fig. 8", FIGURE_8, PAPERS_WAY))
    for figure, cases, options in (*papers, ("UR", FIGURE_7, ("--baseline", "ur")), ("past", PAST, ())):
        for name, file, given, _ in cases:
            yield _protocol(f"{figure} {name}", file, given, options)
    for name, file, parameter, values in GROWTH:
        for value in values:
            yield _protocol(f"growth {name} {value}", file, {parameter: value}, ())


def _protocol(name: str, file: str, given: dict[str, int], options: tuple[str, ...]) -> Row:
    program, *more = file.split(" ")
    defines = [word for key, value in given.items() for word in ("-D", f"{key}={value}")]
    return Row("protocols", name, ("check", str(HERE / "protocols" / f"{program}.gcl"), *more, *defines, *options), 120)


def _beyond() -> Iterator[Row]:
    for file, _, options in programs():
        for engine, limit in (("interpolate", 4), ("explore", 2)):
            yield _check("beyond", f"{file.parent.name}/{file.stem}", file, engine, limit, *options)


def _reactive(scratch: Path) -> Iterator[Row]:
    limits = {"size": 12, "depth": 6, "unreachable": 6, "rounds": 15}
    for name, series in SERIES.items():
        for number, (shape, inputs) in enumerate(series):
            file = scratch / f"reactive_{name}{number}.c"
            file.write_text(generate(shape))
            options = ["--targets", ",".join(map(str, expected_targets(file)))]
            options += ["-D", f"N={inputs}"] if inputs else []
            for engine in ENGINES:
                yield _check("reactive", f"{name} {number}", file, engine, limits[name], *options)


def _explore(sources: Sources) -> Iterator[Row]:
    public = sources.sv_comp and sources.sv_comp / "eca-rers2012" / "Problem03_label00_true-unreach-call.c"
    for case in [*CASES, *([RERS] if public else [])]:
        file = source_of(case, sources.scratch, public)
        yield Row("explore", case.name, ("explore", str(file), "-D", f"N={case.size}"), 60)


def _all_paths() -> Iterator[Row]:
    for name, sizes in ALL_PATHS.items():
        for size in sizes:
            for engine in ENGINES:
                file = HERE / "interpolation" / "all_paths" / f"{name}.c"
                yield _check("all-paths", f"{name} {size}", file, engine, 20, "-D", f"N={size}")


def _gpu(folder: Path) -> Iterator[Row]:
    for file in sorted(folder.rglob("*.bpl")):
        for engine in ("auto", "explore"):
            yield _check("gpu", str(file.relative_to(folder)), file, engine, 10)


def _sv_comp(suite: Path) -> Iterator[Row]:
    families = ("locks", "loops", "recursive-simple", "recursive", "bitvector-regression", "ssh-simplified")
    families += ("bitvector", "array-examples", "list-properties", "signedintegeroverflow-regression", "eca-rers2012")
    for family in families:
        for task in tasks_of(suite, family):
            for engine in ENGINES:
                yield _check(f"sv-comp {family}", task.file.name, task.file, engine, 4, *task.words)
