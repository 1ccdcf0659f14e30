"""Bounds for people: exact or gap first, then what fails, what does not, and what is not known, in the program's names.

The last line is always ``RESULT: …``. Everything that comes from the program passes through ``one_line``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from antumbra import terms as T
from antumbra.bounds.against import Comparison
from antumbra.bounds.cfc import Failure, Parameter, Piece, Side
from antumbra.bounds.readable.cubes import cubes_of
from antumbra.bounds.readable.wording import Wording
from antumbra.program.text.readable import Name, condition_text
from antumbra.report.characterization import Characterization, Clause, Count, Neighbours
from antumbra.report.result import Input, Verdict
from antumbra.report.sanitize import one_line
from antumbra.report.text import PLAIN, Style, aligned, block, counted, fixed_line, show_value
from antumbra.terms import Term

#: clauses of a side, inputs, pairs of neighbours that are shown, and characters of a clause, unless all is asked for
MAX_CLAUSES: Final = 20
MAX_INPUTS: Final = 40
MAX_NEIGHBOURS: Final = 5
MAX_CLAUSE: Final = 200
#: operators of a piece whose condition is shown with its evidence
MAX_PIECE: Final = 100
#: digits of a number that is written out
MAX_DIGITS: Final = 21


def render(
    result: Characterization,
    style: Style = PLAIN,
    *,
    quiet: bool = False,
    verbose: bool = False,
    per_failure: bool = False,
) -> str:
    """The whole report as text, ending with the RESULT line and a line end."""
    lines: list[str] = []
    if not quiet:
        lines += _verdict(result, style)
        lines += block("MUST fail", _side(result, Side.MUST, verbose=verbose), style)
        lines += block("SAFE", _side(result, Side.SAFE, verbose=verbose), style)
        lines += block("MAY fail (nothing is known)", _may(result), style)
        if per_failure:
            lines += block("Failures", _failures(result, verbose=verbose), style)
        if result.comparison is not None:
            lines += block("Against the old bounds", comparison_lines(result.comparison), style)
        lines += block("Inputs", _inputs(result, verbose=verbose), style)
        lines += block("How many", _how_many(result), style)
        lines += block("At the border", _neighbours(result.neighbours, verbose=verbose), style)
        lines += block("Integers", [one_line(result.integers)] if result.integers else [], style)
        lines += block("Checked again", map(one_line, result.checks), style)
        lines += block("Notes", [f"- {one_line(note)}" for note in result.notes], style)
        if verbose:
            lines += block("Evidence", _evidence(result), style)
            lines += block("Phases", map(one_line, result.log), style)
        lines += ["", *(style.dim(line) for line in _search(result, verbose=verbose)), ""]
    lines.append(one_line(result.result_line))
    return "\n".join(lines) + "\n"


def _verdict(result: Characterization, style: Style) -> Iterator[str]:
    """Exact or not, before everything else."""
    file = one_line(result.file)
    if not result.exact:
        word = f"GAP: some inputs of {file} are neither known to fail nor known not to"
        if result.reason:
            word += f" ({one_line(result.reason)})"
    elif result.cfc.of(Side.MUST):
        word = f"EXACT: {file} fails for the inputs below, and for no others"
    else:
        word = f"EXACT: {file} fails for no input"
    verdict = result.verdict if result.exact else Verdict.UNKNOWN
    yield style.verdict(verdict, word)
    yield f"property {one_line(result.property)}, {_said(result.proof_checked)}"
    yield from fixed_line(result.fixed)
    if result.cfc.domain is not T.TRUE:
        yield f"looked at: inputs with {one_line(_domain(result))}"
    if result.assumptions:
        yield "This holds if all of this is true:"
    for assumption in result.assumptions:
        option = assumption.row.option
        yield f"  - {one_line(assumption.text)}" + (f" [{option}]" if option else "")


def _domain(result: Characterization) -> str:
    domain = result.cfc.domain
    if any(count > MAX_PIECE for count, _ in enumerate(T.subterms(domain))):
        return "a large condition (see bounds.json)"
    return " || ".join(map(Wording(result.cfc.parameters).cube, cubes_of(domain)))


def _said(proof_checked: bool | None) -> str:
    if proof_checked is None:
        return "bounds not checked again"
    return "bounds checked again" if proof_checked else "a second check did not confirm the bounds"


# ---------------------------------------------------------------- the three parts


def _side(result: Characterization, side: Side, *, verbose: bool) -> Iterator[str]:
    clauses = [clause for clause in result.clauses if clause.side is side]
    if not clauses:
        yield "no input" if not result.cfc.of(side) else "(not shown: see bounds.json)"
        return
    yield from _clauses(clauses, verbose=verbose)


def _clauses(clauses: Sequence[Clause], *, verbose: bool) -> Iterator[str]:
    shown = clauses if verbose else clauses[:MAX_CLAUSES]
    rows = [(_cut(one_line(clause.text), verbose=verbose), _told(clause)) for clause in shown]
    # one long clause must not push what follows the others off the screen
    short = [row for row in rows if len(row[0]) <= MAX_CLAUSE // 2]
    table = dict(zip(short, aligned(short), strict=True)) if short else {}
    yield from (table.get(row) or "  ".join(row).rstrip() for row in rows)
    if len(shown) < len(clauses):
        yield f"… and {len(clauses) - len(shown)} more (all of them with --verbose, or in bounds.json)"


def _cut(text: str, *, verbose: bool) -> str:
    return text if verbose or len(text) <= MAX_CLAUSE else f"{text[:MAX_CLAUSE]}… (in full with --verbose)"


def _told(clause: Clause) -> str:
    """What fails there, and the test that shows it."""
    parts = [failure_text(clause.failure)] if clause.failure is not None else []
    finding = clause.finding
    if finding is not None and finding.replayed is False:
        parts.append("not confirmed")
    if finding is not None and finding.test:
        parts.append(f"[{one_line(finding.test)}]")
    return f"  {' '.join(parts)}" if parts else ""


def failure_text(failure: Failure) -> str:
    return one_line(f"{failure.check} at {failure.location}" if failure.location else failure.check)


def _may(result: Characterization) -> Iterator[str]:
    if result.exact:
        return
    known = [side for side in Side if result.cfc.of(side)]
    yield "everything else" if known else "every input"
    if result.cfc.more_inputs:
        yield "runs may read more inputs than those below"


def _failures(result: Characterization, *, verbose: bool) -> Iterator[str]:
    for failure in result.cfc.failures:
        yield failure_text(failure)
        mine = [clause for clause in result.clauses if clause.side is Side.MUST and clause.failure == failure]
        yield from (f"  {line}" for line in _clauses(mine, verbose=verbose))
        yield "  at most: the same" if result.exact else "  at most: these, and what may fail"


# ---------------------------------------------------------------- inputs


def _inputs(result: Characterization, *, verbose: bool) -> Iterator[str]:
    parameters = result.cfc.parameters
    if not parameters:
        yield "none are read"
        return
    rows = [("name", "type", "read at", "")]
    ignored = frozenset(result.irrelevant)
    for parameter in parameters if verbose else parameters[:MAX_INPUTS]:
        matters = "" if parameter.name not in ignored else _ignored(result)
        rows.append((*_parameter(parameter), matters))
    yield from aligned(rows)
    if len(rows) <= len(parameters):
        yield f"… and {len(parameters) - len(rows) + 1} more (all of them with --verbose)"


def _parameter(parameter: Parameter) -> tuple[str, str, str]:
    place = parameter.input.place
    return one_line(parameter.name), one_line(parameter.type_name), one_line(str(place.location or ""))


def _ignored(result: Characterization) -> str:
    return "does not matter" if result.exact else "does not matter for what is known"


def _how_many(result: Characterization) -> Iterator[str]:
    """Nothing where nothing is known to count, or where numbers have no end."""
    counted, parameters = result.counted, result.cfc.parameters
    if counted is not None and not counted.unknown:
        yield from count_lines(counted)
    elif (
        result.cfc.pieces
        and parameters
        and all(parameter.variable.sort.kind in ("bv", "bool") for parameter in parameters)
    ):
        total = number(1 << sum(parameter.variable.sort.width or 1 for parameter in parameters))
        # how many of them are looked at was not counted either
        yield "not counted in time" + (f" (there are {total} inputs)" if result.cfc.domain is T.TRUE else "")


def count_lines(count: Count) -> Iterator[str]:
    total = f" of {number(count.total)}" if count.total is not None else ""
    if count.least is None and count.most is None:
        yield f"not counted in time{f' (there are {total[4:]} inputs)' if total else ''}"
        return
    if count.exact and count.least is not None:
        yield f"{number(count.least)}{total} inputs fail"
    else:
        least = number(count.least) if count.least is not None else "an unknown number"
        most = f"at most {number(count.most)}" if count.most is not None else "at most an unknown number"
        yield f"at least {least} and {most}{total} inputs fail"
    low, high = count.probability
    if low is None and high is None:
        return
    if low == high and low is not None:
        chance = percent(low)
    else:
        chance = f"between {percent(low or Fraction(0))} and {percent(Fraction(1) if high is None else high)}"
    yield one_line(f"probability of a failure: {chance} ({count.distribution} inputs)")


def number(value: int) -> str:
    """Written out, or rounded where that would be long."""
    if value.bit_length() > 3 * MAX_DIGITS + 6:
        exponent = int(value.bit_length() * 0.30103)
        head = Fraction(value, 10**exponent)
        while head >= 10:
            head, exponent = head / 10, exponent + 1
        while head < 1:
            head, exponent = head * 10, exponent - 1
        return f"about {float(head):.3f}e{exponent}"
    return f"{value:,}"


def percent(share: Fraction) -> str:
    if share in (0, 1):
        return f"{int(share) * 100} %"
    shown = f"{float(share * 100):.6g}"
    if shown in ("0", "100"):  # no rounding to certainty
        return "more than 99.999 %" if share > Fraction(1, 2) else "less than 1e-300 %"
    return f"{shown} %" if Fraction(shown) == share * 100 else f"about {shown} %"


def _neighbours(pairs: Sequence[Neighbours], *, verbose: bool) -> Iterator[str]:
    shown = pairs if verbose else pairs[:MAX_NEIGHBOURS]
    for pair in shown:
        fails, passes = _of(pair.fails, pair.parameter), _of(pair.passes, pair.parameter)
        name = one_line(pair.parameter)
        others = [f"{one_line(value.name)} = {show_value(value)}" for value in pair.fails if value is not fails]
        beside = f", with {', '.join(others)}" if others else ""
        again = {True: " (the failing one was run again)", False: " (not confirmed when they were run again)", None: ""}
        yield f"{name} = {_value(fails)} fails, {name} = {_value(passes)} does not{beside}{again[pair.replayed]}"
    if len(shown) < len(pairs):
        yield f"… and {len(pairs) - len(shown)} more (all of them with --verbose, or in bounds.json)"


def _of(values: Iterable[Input], name: str) -> Input | None:
    return next((value for value in values if value.name == name), None)


def _value(value: Input | None) -> str:
    return "?" if value is None else show_value(value)


# ---------------------------------------------------------------- why, and how


def _evidence(result: Characterization) -> Iterator[str]:
    names = {parameter.variable: parameter.name for parameter in result.cfc.parameters}

    def name(variable: Term) -> str:
        return names.get(variable, str(variable.data))

    for piece in result.cfc.pieces:
        evidence = piece.evidence
        told = f" [{failure_text(piece.failure)}]" if piece.failure is not None else ""
        yield one_line(f"{piece.side.value} by {evidence.phase} ({evidence.engine}): {evidence.claim}") + told
        yield f"  {one_line(_condition(piece, name))}"


def _condition(piece: Piece, name: Name) -> str:
    if any(count > MAX_PIECE for count, _ in enumerate(T.subterms(piece.condition))):
        return "(a large condition: see bounds.json)"
    return condition_text(piece.condition, name)


def _search(result: Characterization, *, verbose: bool) -> Iterator[str]:
    stats = result.stats
    pieces = result.cfc.pieces
    yield f"{counted(len(pieces), 'piece')}: {len(result.cfc.of(Side.MUST))} must, {len(result.cfc.of(Side.SAFE))} safe"
    if result.tests_dir is not None:
        yield f"files and tests in {one_line(result.tests_dir)}"
    if "wall_seconds" in stats:
        memory = f", memory: {stats['peak_memory_mb']:.0f} MB" if stats.get("peak_memory_mb") else ""
        yield f"time: {stats['wall_seconds']:.2f} s{memory}"
    if verbose:
        yield from (f"{name}: {value:g}" for name, value in sorted(stats.items()))


# ---------------------------------------------------------------- after a repair


def comparison_lines(comparison: Comparison) -> Iterator[str]:
    """What became of the inputs that failed, and whether others fail now."""
    yield one_line(comparison.summary)
    for part in comparison.parts:
        yield one_line(f"{part.title}: {part.text}")
    yield from (f"- {one_line(note)}" for note in comparison.notes)
