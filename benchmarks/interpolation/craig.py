"""Do Bitwuzla's Craig interpolants find loop invariants? ``python benchmarks/interpolation/craig.py [FILE …]``

A trial to close a loop (``engines/interpolate/loops/widening.py``) that assumes nothing mostly ends at a violation
of no real execution. Then the states that were really at the loop's head (A) contradict the way to that violation (B),
and an interpolant of the two is a guess that excludes it. Each program is run with guesses from four sources: none,
interpolants of A (the strongest), negated interpolants of B (the weakest), and the templates that the engine uses. This
is the measurement behind a paragraph of docs/interpolation.md; the engine itself asks for no Craig interpolants.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bitwuzla

from antumbra import terms as T
from antumbra.engines.interpolate.dsei import Interpolator
from antumbra.engines.interpolate.loops.widening import Widening
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.engines.recording import Recording
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.semantics.runtime import to_term
from antumbra.solvers.backends.bitwuzla_terms import translator
from antumbra.terms import Term
from antumbra.terms.smtlib.read import parse_term

HERE = Path(__file__).parent
#: violations of one trial that are excluded one after the other
ROUNDS = 6


class Craig:
    """Guesses from the violations that trials run into; what they were like."""

    def __init__(self, source: str) -> None:
        self.dual = source == "dual"
        self.violations: list[list[Term]] = []
        self.sizes: list[int] = []
        #: interpolants that say no more than which states there were
        self.same_as_states = 0

    def guess(self, states: Term, values: list[Term], way: list[Term]) -> Term | None:
        options = bitwuzla.Options()
        options.set(bitwuzla.Option.PRODUCE_INTERPOLANTS, True)
        options.set(bitwuzla.Option.TIME_LIMIT_PER, 1000)
        made = translator()
        solver = bitwuzla.Bitwuzla(made.manager, options)
        first, rest = made.term(states), [made.term(part) for part in way]
        for handle in (first, *rest):
            solver.assert_formula(handle)
        if solver.check_sat() != bitwuzla.Result.UNSAT:
            return None
        known = T.free_variables(T.and_(states, *way))
        found = parse_term(str(solver.get_interpolant(rest if self.dual else [first])), known)
        found = T.not_(found) if self.dual else found
        self.sizes.append(T.size(found))
        self.same_as_states += _implies(found, T.or_(*values))
        return found


def _implies(left: Term, right: Term) -> bool:
    made = translator()
    solver = bitwuzla.Bitwuzla(made.manager, bitwuzla.Options())
    solver.assert_formula(made.term(T.and_(left, T.not_(right))))
    return solver.check_sat() == bitwuzla.Result.UNSAT


def run(file: Path, source: str, seconds: float) -> tuple[str, float, Craig]:
    """One program with guesses from one source."""
    craig = Craig(source)
    patched = (Widening._guesses, Widening.generalised, Recording.violated)
    original, generalised, violated = patched
    unknowns: list[dict[Term, Term]] = [{}]

    def guesses(self: Widening, *given: Any) -> Iterator[list[Term]]:
        if source == "templates":
            yield from original(self, *given)
            return
        craig.violations.clear()
        yield []
        _, earlier, first, state, later, _ = given
        chosen: list[Term] = []
        while source in ("craig", "dual") and craig.violations and len(chosen) < ROUNDS:
            fresh = unknowns[0]
            values = [T.and_(*(T.eq(w, to_term(held[x], x.sort)) for x, w in fresh.items())) for held in (first, later)]
            paths = [T.and_(*one.path.conditions()) for one in (earlier, state)]
            states = T.or_(*(T.and_(v, p) for v, p in zip(values, paths, strict=True)))
            found = craig.guess(states, values, craig.violations[-1])
            craig.violations.clear()
            if found is None or not T.free_variables(found) <= set(fresh.values()):
                return
            back = {w: x for x, w in fresh.items()}
            chosen.append(T.substitute(found, back))
            yield list(chosen)

    def general(self: Widening, *given: Any) -> Any:
        trial = generalised(self, *given)
        if trial is not None:
            unknowns[0] = trial.fresh
        return trial

    def violation(self: Recording, state: Any, path: Any, *rest: Any) -> None:
        craig.violations.append(path.conditions())
        violated(self, state, path, *rest)

    Widening._guesses, Widening.generalised, Recording.violated = guesses, general, violation  # type: ignore[method-assign]
    begun = time.process_time()
    try:
        program = load(file, LoadOptions()).program
        engine = Interpolator(program, InterpolateOptions(checks=frozenset({"assert"}), timeout=seconds))
        violations = sum(1 for end in engine.run() if end.check)
        verdict = "unsafe" if violations else "safe" if engine.complete else "–"
        verdict += f" ({engine.loops.closed_loops} closed)" if engine.loops.closed_loops else ""
    finally:
        Widening._guesses, Widening.generalised, Recording.violated = patched
    return verdict, time.process_time() - begun, craig


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--timeout", type=float, default=3, metavar="S")
    options = parser.parse_args()
    files = options.files or sorted((HERE / "beyond" / "loops").glob("*_safe.c"))
    head = "| program | no guesses | Craig | interpolants | nodes | the states themselves | dual | nodes | templates |"
    print(head)
    print("|---" + "|--:" * (head.count("|") - 2) + "|")
    for file in files:
        runs = {source: run(file, source, options.timeout) for source in ("none", "craig", "dual", "templates")}
        craig, dual = runs["craig"][2], runs["dual"][2]
        cells = {source: f"{verdict}, {seconds:.1f} s" for source, (verdict, seconds, _) in runs.items()}
        row = [file.stem, cells["none"], cells["craig"], str(len(craig.sizes)), _mean(craig.sizes)]
        row += [str(craig.same_as_states), cells["dual"], _mean(dual.sizes), cells["templates"]]
        print("| " + " | ".join(row) + " |", flush=True)


def _mean(sizes: list[int]) -> str:
    return f"{sum(sizes) / len(sizes):.0f}" if sizes else "–"


if __name__ == "__main__":
    main()
