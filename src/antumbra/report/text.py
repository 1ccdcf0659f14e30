"""The result for people: what was checked, the verdict, the failing input, where it fails, what limits it.

The last line is always ``RESULT: …``. Everything that comes from the analysed program passes through ``sanitize``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from antumbra.program.source import Location
from antumbra.program.steps import BranchTaken, TraceStep
from antumbra.proofs.proof import Condition, Invariant, Proof, RegionGraph
from antumbra.records import dataclass
from antumbra.report.coverage.text import coverage_line, coverage_notes, coverage_rows
from antumbra.report.result import Check, Finding, Input, Reached, Result, Status, Target, Verdict
from antumbra.report.sanitize import as_file, one_line
from antumbra.report.values import text_of

#: rows of the table of failing inputs, and characters of one value, before they are cut
MAX_INPUTS = 40
MAX_VALUE = 60
#: rows of the table of targets, unless all are asked for
MAX_TARGETS = 60
#: conditions of one loop, or of calls of one procedure, unless all are asked for
MAX_CONDITIONS = 8
#: branches of a path that are shown, the last ones
MAX_BRANCHES = 20
#: lines that cost most
MAX_HOT = 8
#: lines of source shown before the line that fails
CONTEXT = 2


@dataclass(frozen=True, slots=True)
class Style:
    """Colours, or none."""

    colour: bool = False

    def _paint(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text

    def bold(self, text: str) -> str:
        return self._paint("1", text)

    def dim(self, text: str) -> str:
        return self._paint("2", text)

    def red(self, text: str) -> str:
        return self._paint("1;31", text)

    def verdict(self, verdict: Verdict, text: str) -> str:
        return self._paint({Verdict.SAFE: "1;32", Verdict.UNSAFE: "1;31", Verdict.UNKNOWN: "1;33"}[verdict], text)


PLAIN = Style()


def render(result: Result, style: Style = PLAIN, *, quiet: bool = False, verbose: bool = False) -> str:
    """The whole report as text, ending with the RESULT line and a line end."""
    lines: list[str] = []
    if not quiet:
        lines += _verdict(result, style)
        if result.finding is not None:
            lines += ["", *finding_lines(result.finding, result, style, verbose=verbose)]
        lines += block("Properties", _parts(result), style)
        if result.proof is not None:
            lines += block("Proof", _proof(result.proof, verbose=verbose), style)
        lines += block("Targets", target_table(result.targets, verbose=verbose), style)
        lines += block("Checks", check_table(result.checks, verbose=verbose), style)
        lines += block("Also found", _others(result), style)
        lines += block("External functions without a body", _externals(result), style)
        lines += block("Notes", [f"- {one_line(note)}" for note in result.notes], style)
        lines += block("Tests", _tests(result), style)
        lines += block("Page", _page(result), style)
        lines += block("Coverage", _coverage(result, verbose=verbose), style)
        lines += block("Hot spots", _hot_spots(result), style)
        lines += ["", *(style.dim(line) for line in search_lines(result, verbose=verbose)), ""]
    lines.append(one_line(result.result_line))
    return "\n".join(lines) + "\n"


def _verdict(result: Result, style: Style) -> Iterator[str]:
    file = one_line(result.file)
    yield f"{style.bold(file)}: property {one_line(result.property)}, engine {result.engine}"
    yield from fixed_line(result.fixed)
    yield ""
    match result.verdict:
        case Verdict.SAFE:
            word, claim = "SAFE", "no execution violates the property"
        case Verdict.UNSAFE:
            word, claim = "UNSAFE", f"{one_line(result.violated or '')} is violated"
        case Verdict.UNKNOWN:
            word, claim = "UNKNOWN", one_line(result.reason or "no reason given")
    yield style.verdict(
        result.verdict, f"{word}, if all of this is true ({claim}):" if _has_conditions(result) else f"{word}: {claim}"
    )
    yield from _conditions(result, style)


def fixed_line(fixed: Sequence[str]) -> Iterator[str]:
    """What is fixed of the environment, where nobody can miss it."""
    if fixed:
        yield one_line(f"fixed: {', '.join(fixed)}")


def _has_conditions(result: Result) -> bool:
    return bool(result.assumptions) and result.verdict is not Verdict.UNKNOWN


def _conditions(result: Result, style: Style) -> Iterator[str]:
    """What the verdict rests on, where nobody can miss it."""
    if result.assumptions and not _has_conditions(result):
        yield style.bold("What is said of targets and checks holds if")
    for assumption in result.assumptions:
        option = assumption.row.option
        yield f"  - {one_line(assumption.text)}" + (f" [{option}]" if option else "")


def block(title: str, body: Iterable[str], style: Style) -> Iterator[str]:
    """A title and the lines below it; nothing where there are none."""
    body = list(body)
    if body:
        yield ""
        yield style.bold(title)
        yield from (f"  {line}" for line in body)


# ---------------------------------------------------------------- findings


def finding_lines(finding: Finding, result: Result, style: Style = PLAIN, *, verbose: bool = False) -> Iterator[str]:
    """One finding in full: message, source excerpt, call stack, failing input, how to run it again."""
    yield f"  {one_line(finding.text)}"
    if finding.location is not None:
        yield ""
        yield from (f"  {line}" for line in excerpt(finding.location, result.sources, style))
    if finding.callers:
        yield ""
        yield "  called from"
        yield from (f"    {_frame(frame)}" for frame in finding.callers)
    if finding.trace:
        yield from block("Trace", trace_table(finding.trace), style)
    else:
        yield from block("Failing input", input_table(finding.inputs), style)
    if verbose:
        yield from block("Path", _path(finding.path), style)
    if result.engine == "native":
        return
    yield ""
    told = finding.replay.told(finding.replayed)
    yield style.red(told) if finding.replayed is False else told
    if finding.test:
        from shlex import join

        words = ("antumbra", "replay", as_file(result.file), *result.reading, as_file(finding.test))
        yield f"  {one_line(join(words))}"
    yield from (f"  {one_line(note)}" for note in finding.notes)


def _path(path: Sequence[BranchTaken]) -> Iterator[str]:
    """The last branches."""
    if len(path) > MAX_BRANCHES:
        yield f"… {len(path) - MAX_BRANCHES:,} branches before (all of them are in the JSON object)"
    for location, taken in path[-MAX_BRANCHES:]:
        yield one_line(f"{location or '?'}: {'then' if taken else 'else'}")


def trace_table(trace: Sequence[TraceStep]) -> Iterator[str]:
    """One line a transition: its inputs, and the variables that it changed (the first line has them all)."""
    known: dict[str, int | str] = {}
    width = max(len(one_line(step.name)) for step in trace)
    for number, step in enumerate(trace):
        changed = [f"{name} = {value}" for name, value in step.values if known.get(name) != value or not number]
        known.update(step.values)
        given = [f"{name} := {value} (input)" for name, value in step.inputs] if number else []
        yield one_line(f"{number:>3}  {step.name:<{width}}  {', '.join([*given, *changed])}")


def _parts(result: Result) -> Iterator[str]:
    """The parts of the property that have a verdict of their own."""
    verdicts = {verdict.value for verdict in Verdict}
    parts = [t for t in result.targets if t.verdict in verdicts]
    if all(t.verdict == Verdict.UNKNOWN.value for t in parts):
        return
    width = max((len(t.id) for t in parts), default=0)
    yield from (one_line(f"{t.id:<{width}}  {t.verdict} (line {t.line})") for t in parts)


def _proof(proof: Proof, *, verbose: bool) -> Iterator[str]:
    using = f", with {counted(len(proof.predicates), 'predicate')}" if proof.predicates else ""
    yield one_line(f"{f'by {proof.check}{using}, ' if proof.check else ''}{_checked(proof)}")
    yield from (one_line(f"  {predicate.text}") for predicate in proof.predicates)
    if proof.states:
        yield f"{counted(len(proof.states), 'abstract state')} in the closed set"
        if verbose:
            yield from (one_line(f"  {state.text}") for state in proof.states)
    for place, group in groupby(proof.invariants, _loop):
        yield one_line(f"in every round of the loop at {place}:")
        yield from _conditions_shown([invariant.condition for invariant in group], verbose=verbose)
    for contract in proof.contracts:
        name = one_line(contract.location.function or contract.procedure if contract.location else contract.procedure)
        for when, conditions in (("call", contract.before), ("return", contract.after)):
            if conditions:
                yield f"at every {when} of {name}:"
                yield from _conditions_shown(conditions, verbose=verbose)
    for graph in proof.regions:
        yield from _regions(graph, verbose=verbose)


def _regions(graph: RegionGraph, *, verbose: bool) -> Iterator[str]:
    yield one_line(f"{counted(len(graph.regions), 'region')} of {graph.procedure}:")
    for place, group in groupby(graph.regions, lambda region: _at(region.location, graph.procedure, region.block)):
        yield one_line(f" at {place}:")
        yield from _conditions_shown([region.condition for region in group], verbose=verbose)


def _loop(invariant: Invariant) -> str:
    return _at(invariant.location, invariant.procedure, invariant.block)


def _at(place: Location | None, procedure: str, block: str) -> str:
    return f"{place} in {place.function or procedure}" if place else f"{block} in {procedure}"


def _conditions_shown(conditions: Sequence[Condition], *, verbose: bool) -> Iterator[str]:
    shown = conditions if verbose or len(conditions) <= MAX_CONDITIONS else conditions[: MAX_CONDITIONS - 1]
    yield from (one_line(f"  {condition.text}") for condition in shown)
    if len(shown) < len(conditions):
        yield f"  … and {len(conditions) - len(shown)} more (all of them with --verbose, or in the JSON object)"


def _checked(proof: Proof) -> str:
    match proof.result:
        case "confirmed":
            return f"confirmed by an independent check ({proof.checker})"
        case "refuted":
            return f"refuted by an independent check ({proof.checker}): {proof.reason}"
        case "unchecked":
            return f"not checked independently: {proof.reason}"


def excerpt(location: Location, sources: Mapping[str, str], style: Style = PLAIN) -> Iterator[str]:
    """The place, and where the source is at hand the line with a caret under the column."""
    where = f" in {one_line(location.function)}" if location.function else ""
    yield f"{one_line(str(location))}{where}"
    source = sources.get(location.file, "").split("\n")
    if not 1 <= location.line <= len(source):
        return
    first = max(1, location.line - CONTEXT)
    width = len(str(location.line))
    for number in range(first, location.line + 1):
        marker = ">" if number == location.line else " "
        line = f"{marker} {number:>{width}} | {one_line(source[number - 1].rstrip())}"
        yield style.bold(line) if number == location.line else line
    if location.column:
        before = one_line(source[location.line - 1][: location.column - 1])
        yield f"  {'':>{width}} | {' ' * len(before)}{style.red('^')}"


def _frame(frame: Location) -> str:
    name = one_line(frame.function) if frame.function else "?"
    return f"{name} at {one_line(str(frame))}"


def input_table(inputs: Sequence[Input]) -> list[str]:
    """The inputs in the order the program asked for them, as aligned columns; equal neighbours share a row."""
    if not inputs:
        return ["none: the program fails without any input"]
    rows = [("#", "name", "type", "value", "asked for at")]
    number = 0
    for cells, group in groupby(_cells(value) for value in inputs):
        first, number = number + 1, number + len(list(group))
        rows.append((str(first) if first == number else f"{first}-{number}", *cells))
        if len(rows) > MAX_INPUTS:
            break
    table = aligned(rows)
    if number < len(inputs):
        table.append(f"… and {len(inputs) - number} more (all of them are in the test)")
    return table


def _cells(value: Input) -> tuple[str, str, str, str]:
    place = one_line(str(value.location)) if value.location else ""
    source = "" if value.source == "input" else f" ({value.source})"
    return one_line(value.name), one_line(value.type), show_value(value), place + source


def show_value(value: Input) -> str:
    text = one_line(str(value.value))
    shown = shortened(text)
    spelled = text_of(value.value) if value.type == "bytes" and isinstance(value.value, str) else ""
    return f"{shown} {spelled}" if spelled and len(spelled) <= MAX_VALUE else shown


def finding_line(finding: Finding) -> str:
    """One finding on one line."""
    place = f"{finding.location}: " if finding.location else ""
    state = ""
    if not finding.asked:
        state = " (outside the property)"
    elif finding.condition:
        state = f" (if {finding.condition}, which is not known)"
    elif finding.replayed is False:
        state = f" (not confirmed by {finding.replay.value})"
    test = f" [{finding.test}]" if finding.test else ""
    return one_line(f"{place}{finding.check}: {finding.text}{state}{test}")


def _others(result: Result) -> Iterator[str]:
    for other in result.others:
        yield finding_line(other)
        if other.replayed is False and not other.condition:
            yield from (f"  {one_line(note)}" for note in other.notes)


# ---------------------------------------------------------------- targets


def target_table(targets: Sequence[Target], *, verbose: bool = False) -> list[str]:
    """How many targets have which verdict, then each of them; of very many, those that were not decided come first."""
    if not targets:
        return []
    counts = dict.fromkeys((*(verdict.value for verdict in Reached), *(t.verdict for t in targets)), 0)
    for target in targets:
        counts[target.verdict] += 1
    summary = ", ".join(f"{count:,} {one_line(verdict)}" for verdict, count in counts.items() if count)
    shown = list(targets)
    if len(shown) > MAX_TARGETS and not verbose:
        shown = sorted(shown, key=lambda target: target.verdict != Reached.UNKNOWN.value)[:MAX_TARGETS]
    rows = [("target", "line", "verdict", "test")]
    rows += [
        (one_line(t.id), str(t.line) if t.line else "", one_line(t.verdict), one_line(t.test or "")) for t in shown
    ]
    table = [f"{counted(len(targets), 'target')}: {summary}", *aligned(rows)]
    if len(shown) < len(targets):
        table.append(f"… and {len(targets) - len(shown)} more (all of them with --verbose, or in the JSON object)")
    return table


def check_table(checks: Sequence[Check], *, verbose: bool = False) -> list[str]:
    """How many checks have which status, then each of them; of very many, those that hold come last."""
    if not checks:
        return []
    counts = {status: sum(check.status is status for check in checks) for status in Status}
    summary = ", ".join(f"{count:,} {status.value}" for status, count in counts.items() if count)
    shown = list(checks)
    if len(shown) > MAX_TARGETS and not verbose:
        shown = sorted(shown, key=lambda check: check.status in (Status.HOLDS, Status.UNREACHABLE))[:MAX_TARGETS]
    rows = [("check", "place", "status", "violated if", "test")]
    rows += [
        (
            one_line(c.id),
            one_line(str(c.location)) if c.location else "",
            c.status.value,
            shortened(one_line(c.text)),
            one_line(c.test or ""),
        )
        for c in shown
    ]
    table = [f"{counted(len(checks), 'check')}: {summary}", *aligned(rows)]
    if len(shown) < len(checks):
        table.append(f"… and {len(checks) - len(shown)} more (all of them with --verbose, or in the JSON object)")
    return table


def shortened(text: str) -> str:
    return text if len(text) <= MAX_VALUE else f"{text[:MAX_VALUE]}…"


def aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


# ---------------------------------------------------------------- what the verdict rests on


def _externals(result: Result) -> Iterator[str]:
    meaning = {
        "havoc": "any result, and it changes whatever code in another file could",
        "pure": "any result, nothing else changes",
        "fail": "a path that calls it ends there",
    }
    for name, policy in result.externals.items():
        yield one_line(f"{name}: {policy} ({meaning.get(policy, 'as chosen')})")


def _tests(result: Result) -> Iterator[str]:
    if result.tests_dir is not None:
        yield f"{counted(result.tests_written, 'test')} in {one_line(result.tests_dir)}"


def _page(result: Result) -> Iterator[str]:
    if result.page is not None:
        yield one_line(result.page)


def _coverage(result: Result, *, verbose: bool) -> Iterator[str]:
    """By file, where tests and coverage are what the run is about."""
    if result.tests_dir is not None or verbose:
        yield from aligned(list(coverage_rows(result.covered, verbose=verbose)))
        yield from coverage_notes(result.covered, verbose=verbose)


def _hot_spots(result: Result) -> Iterator[str]:
    """The lines that cost most: by solver time, then by instructions."""
    spots = sorted(result.hot_spots, key=lambda s: (s.solver_microseconds, s.instructions), reverse=True)
    if not spots:
        return
    rows = [("line", "function", "instructions", "forks", "queries", "solver")]
    for s in spots[:MAX_HOT]:
        seconds = f"{s.solver_microseconds / 1e6:.3f} s"
        place = one_line(f"{s.file or '?'}:{s.line}")
        rows.append((place, one_line(s.function), f"{s.instructions:,}", f"{s.forks:,}", f"{s.queries:,}", seconds))
    yield from aligned(rows)


def search_lines(result: Result, *, verbose: bool = False) -> Iterator[str]:
    """How the search went, in KLEE's words where it has them."""
    stats = result.stats
    if result.coverage is not None:
        yield f"coverage: {coverage_line(result.coverage)}"
    if "iterations" in stats:
        yield (
            f"iterations: {_number(stats, 'iterations')}, predicates: {_number(stats, 'predicates')}, symbolic states: "
            f"{_number(stats, 'symbolic_states')}, abstract states: {_number(stats, 'abstract_states')}, "
            f"prover queries: {_number(stats, 'solver_queries')} ({stats.get('solver_seconds', 0.0):.2f} s)"
        )
    elif "explicit_states" in stats:
        yield f"states: {_number(stats, 'explicit_states')}, transitions: {_number(stats, 'explicit_edges')}"
    elif "paths" in stats:
        yield (
            f"completed paths: {_number(stats, 'paths')}, forks: {_number(stats, 'forks')}, "
            f"instructions: {_number(stats, 'instructions')}"
        )
        yield (
            f"queries: {_number(stats, 'queries')}, of which {_number(stats, 'solver_queries')} reached a solver "
            f"({stats.get('solver_seconds', 0.0):.2f} s)"
        )
    if "tree_nodes" in stats:
        yield f"pruning: {_pruning(stats)}"
    if "wall_seconds" in stats:
        memory = f", memory: {stats['peak_memory_mb']:.0f} MB" if stats.get("peak_memory_mb") else ""
        yield f"time: {stats['wall_seconds']:.2f} s{memory}"
    if verbose:
        yield from (f"{name}: {value:g}" for name, value in sorted(stats.items()))


def _pruning(stats: Mapping[str, float]) -> str:
    """What interpolants bought, and what they cost."""
    equal = f", {_number(stats, 'covered_exactly')} of them equal states" if stats.get("covered_exactly") else ""
    parts = [
        counted(int(stats["tree_nodes"]), "tree node"),
        f"{_number(stats, 'subsumed')} subsumed{equal}",
    ]
    if stats.get("loops_closed"):
        parts.append(f"{counted(int(stats['loops_closed']), 'loop')} closed")
    stored = int(stats.get("interpolants", 0))
    size = f" of {stats.get('interpolant_literals', 0) / stored:.1f} literals on average" if stored else ""
    parts.append(f"{counted(stored, 'interpolant')}{size}")
    parts.append(counted(int(stats.get("subsumption_tests", 0)), "subsumption test"))
    if "interpolation_seconds" in stats:
        parts.append(f"{stats['interpolation_seconds']:.2f} s spent on them")
    return ", ".join(parts)


def _number(stats: Mapping[str, float], key: str) -> str:
    return f"{int(stats.get(key, 0)):,}"


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
