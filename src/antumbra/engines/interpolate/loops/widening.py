"""Closing a loop: a state that stands for all its iterations, explored in place of one of them.

What changed since the last iteration, and what is unknown anyway, becomes a fresh unknown; of it only guesses are
known (``invariants.templates``). If everything below is safe and every way back to the head satisfies the guesses,
they are an inductive invariant, and the state that asked is covered. A guess that fails is dropped and the trial
begins again; a violation ends it, since it may be one of no real execution: then the loop is unrolled further.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from antumbra import terms as T
from antumbra.engines.backward.evaluation import Environment, Evaluation
from antumbra.engines.backward.formula import Builder, Formula
from antumbra.engines.backward.locations import LARGEST_OBJECT, Locations
from antumbra.engines.backward.trace import Point, Start
from antumbra.engines.interpolate.tree.nodes import Node
from antumbra.engines.invariants import templates
from antumbra.engines.invariants.sentinels import up_to_a_zero
from antumbra.program.model import Region
from antumbra.records import dataclass, field
from antumbra.semantics.machine import Machine
from antumbra.semantics.memory.arrays import as_array
from antumbra.semantics.memory.memory_state import gone_pages, same_skeleton
from antumbra.semantics.memory.pages import PAGE_BITS
from antumbra.semantics.runtime import from_term, to_term
from antumbra.semantics.state import Frame, State
from antumbra.solvers import Chain, PathCondition
from antumbra.terms import Term

#: guesses of one trial
MOST_GUESSES = 120
#: places in a state that are compared
MOST_LOCATIONS = 400


@dataclass(slots=True)
class Trial:
    """A state for all iterations: which locations are unknown, and what is guessed of them."""

    point: Point
    start: Start
    #: location → the fresh unknown it holds
    fresh: dict[Term, Term]
    #: every other location with its value
    fixed: dict[Term, Any]
    #: objects in array form, which become unknown as a whole
    arrays: dict[int, tuple[int, Term]]
    #: those that stay what they are; with them what is known of inputs, and locations that hold terms of these
    kept: dict[int, tuple[int, Term]]
    guesses: list[Term]
    state: State
    arguments: tuple[Any, ...]
    #: what every state of the trial satisfies, if that can be put into words
    formula: Formula | None
    #: locations that turned out to change, with the value that showed it, and guesses that did not hold
    changed: dict[Term, Any] = field(default_factory=dict[Term, Any])
    refuted: set[Term] = field(default_factory=set[Term])
    failed: bool = False

    @property
    def wrong(self) -> bool:
        """It did not work out this way."""
        return self.failed or bool(self.changed or self.refuted)


class Widening:
    """Makes trials, and judges states that come back to their heads."""

    def __init__(self, machine: Machine, locations: Locations, evaluation: Evaluation, chain: Chain) -> None:
        self._machine = machine
        self._locations = locations
        self._evaluation = evaluation
        self._chain = chain
        self._count = 0

    # ------------------------------------------------------------ locations

    def locations_of(self, state: State, start: Start, arguments: tuple[Any, ...]) -> dict[Term, Any] | None:
        """Every location of a state; None if there are too many."""
        values: dict[Term, Any] = self._evaluation.environment(state, start, arguments)
        for number in sorted(state.pages):
            page = state.pages[number]
            if page is self._evaluation.initial_pages.get(number):
                continue
            for address, width, value in page:
                values[self._locations.cell(address, width)] = value
            if len(values) > MOST_LOCATIONS:
                return None
        return values

    # ------------------------------------------------------------ trials

    def trials(
        self, before: Node, state: State, start: Start, arguments: tuple[Any, ...], point: Point
    ) -> Iterator[Trial]:
        """Trials for a state and the node of the iteration before it, with more and more guesses."""
        earlier = before.snapshot
        if earlier is None or not same_skeleton(earlier, state):
            return
        filled = self._filled(earlier, state)
        shaped = [s for one in (earlier, state) if (s := self._as_arrays(one, filled)) is not None]
        if len(shaped) < 2 or not self._comparable(*shaped):
            return
        earlier, state = shaped
        first = self.locations_of(earlier, before.start, before.values)
        later = self.locations_of(state, start, arguments)
        if first is None or later is None or first.keys() != later.keys():
            return
        yield from self._keeping(earlier, first, state, start, arguments, point, later)
        unknown = [x for x, value in later.items() if value.__class__ is Term or value != first[x]]
        if not unknown:
            return
        tried = -1
        for guesses in self._guesses(unknown, earlier, first, state, later, start):
            # the fewer are needed, the more the proof says
            if len(guesses) > tried:
                tried = len(guesses)
                trial = self.generalised(unknown, guesses, state, start, arguments, point, later)
                if trial is not None:
                    yield trial

    def _keeping(
        self,
        earlier: State,
        first: Environment,
        state: State,
        start: Start,
        arguments: tuple[Any, ...],
        point: Point,
        later: Environment,
    ) -> Iterator[Trial]:
        """A trial in which inputs stay what they are, and with them content that no round has changed: for loops that
        end at a zero in there. It stands for what comes after this state, and says nothing of others."""
        before, now = _unknown(earlier), _unknown(state)
        kept = {base: form for base, form in now.items() if before[base] == form}
        unknown = [x for x, value in later.items() if value is not first[x] and value != first[x]]
        if not kept or not unknown:
            return
        arrays = [(base, *form) for base, form in sorted(kept.items())]
        ends = list(up_to_a_zero(unknown, arrays, earlier.path.conditions()))
        if not ends:
            return
        chosen: list[Term] = []
        held = {v: x for x, v in first.items() if v.__class__ is Term and v.op is T.VAR}
        simple = templates.candidates(
            unknown,
            lambda f: self._evaluation.evaluate(f, first, earlier),
            lambda f: self._evaluation.evaluate(f, later, state),
        )
        for guess in (*ends, *simple):
            if self._chain.out_of_time or len(chosen) >= MOST_GUESSES:
                break
            # where a location holds the input, that is what others have words for
            guess = T.substitute(guess, {v: held[v] for v in T.free_variables(guess) if v in held})
            if self._satisfies(guess, first, earlier) and self._satisfies(guess, later, state):
                chosen.append(guess)
        trial = self.generalised(unknown, chosen, state, start, arguments, point, later, kept=kept)
        if trial is not None:
            yield trial

    def again(self, trial: Trial, state: State, arguments: tuple[Any, ...]) -> Trial | None:
        """The trial without what was refuted."""
        shaped = self._as_arrays(state, _widths(trial.arrays | trial.kept))
        if shaped is None or not (trial.changed or trial.refuted):
            return None
        state, later = shaped, self.locations_of(shaped, trial.start, arguments)
        if later is None:
            return None
        unknown = [x for x in later if x in trial.fresh or x in trial.changed]
        guesses = [g for g in trial.guesses if g not in trial.refuted]
        for x, value in trial.changed.items():
            if value.__class__ is not Term and x.sort.kind in ("bv", "bool"):
                # two values may be all it ever has
                guesses.append(T.or_(T.eq(x, T.const(later[x], x.sort)), T.eq(x, T.const(value, x.sort))))
        return self.generalised(unknown, guesses, state, trial.start, arguments, trial.point, later, kept=trial.kept)

    def _filled(self, earlier: State, state: State) -> dict[int, int]:
        """Objects that have cells in one state and not in the other, or are an array in one: base → element width."""
        cells = [
            {
                address: width
                for number, page in one.pages.items()
                if page is not self._evaluation.initial_pages.get(number)
                for address, width, _ in page
            }
            for one in (earlier, state)
        ]
        found = _widths(_unknown(earlier)) | _widths(_unknown(state))
        for address in cells[0].keys() ^ cells[1].keys():
            item = state.objects.find(address)
            if item is not None and item.base not in found:
                found[item.base] = cells[0].get(address) or cells[1][address]
        return found

    def _as_arrays(self, state: State, bases: dict[int, int]) -> State | None:
        """The state with these objects in array form, all of their elements so wide; None if they are not."""
        if all(base in state.arrays for base in bases):
            return state
        state = state.fork()
        for base, width in sorted(bases.items()):
            item = state.objects.find(base)
            if item is None or (item.size.__class__ is int and item.size > LARGEST_OBJECT):
                return None
            if item.size.__class__ is not int and state.arrays.get(base, (width,))[0] != width:
                return None
            if as_array(state, item, 0, width, 0)[0] != width:
                return None
        return state

    def _comparable(self, earlier: State, state: State) -> bool:
        """Do two states differ in nothing but the values of their cells and arrays? (Both have the same locations.)"""
        initial = self._evaluation.initial_pages
        return (
            same_skeleton(earlier, state)
            and _widths(_unknown(earlier)) == _widths(_unknown(state))
            and gone_pages(earlier, initial) == gone_pages(state, initial)
        )

    def _guesses(
        self, unknown: list[Term], earlier: State, first: Environment, state: State, later: Environment, start: Start
    ) -> Iterator[list[Term]]:
        """None; what the program compares; what the path has assumed as well; and templates."""
        yield []
        evaluate = self._evaluation.evaluate
        held = {v: x for x, v in first.items() if v.__class__ is Term and v.op is T.VAR}
        procedure = self._machine.program.procedures[self._machine.compiler.entries[start.region].procedure]
        depth = len(start.callers)
        sources = (
            templates.compared(procedure, depth, self._locations, self._evaluation, later, state),
            templates.from_path(earlier.path.conditions(), held),
            templates.candidates(unknown, lambda f: evaluate(f, first, earlier), lambda f: evaluate(f, later, state)),
        )
        chosen: dict[Term, None] = {}
        aim = frozenset(unknown)
        for source in sources:
            for guess in source:
                if self._chain.out_of_time:
                    return
                free = T.free_variables(guess)
                if guess in chosen or aim.isdisjoint(free) or not free <= later.keys() or len(chosen) >= MOST_GUESSES:
                    continue
                if self._satisfies(guess, first, earlier) and self._satisfies(guess, later, state):
                    chosen[guess] = None
            yield list(chosen)

    def _satisfies(self, guess: Term, environment: Environment, state: State) -> bool:
        if T.free_variables(guess) <= environment.keys():
            value = self._evaluation.evaluate(guess, environment, state)
        else:  # it speaks of inputs as well, which are what they are
            value = from_term(T.substitute(guess, _terms(guess, environment)))
        if value is None or value.__class__ is not Term:
            return value is True
        return self._chain.must(state.path, value) is True

    def generalised(
        self,
        unknown: list[Term],
        guesses: list[Term],
        like: State,
        start: Start,
        arguments: tuple[Any, ...],
        point: Point,
        values: Environment,
        *,
        kept: dict[int, tuple[int, Term]] | None = None,
    ) -> Trial | None:
        """A trial like a state, some locations unknown but for what is guessed of them, which the state satisfies.
        With ``kept`` all else is what it is in the state, for the same inputs."""
        self._count += 1
        fresh = {x: T.var(f"w{self._count} {i}", x.sort) for i, x in enumerate(unknown)}
        width = self._machine.pointer_width
        self._machine.any_addresses.update(v for v in fresh.values() if v.sort.kind == "bv" and v.sort.width == width)
        fixed = {x: value for x, value in values.items() if x not in fresh}
        held: dict[Term, Any] = {**fixed, **fresh}
        state = like.fork()
        path: Any = like.path
        if not kept:
            path = PathCondition.with_model(_model(like, {fresh[x]: values[x] for x in unknown}))
        needed: list[Term] = []
        for guess in guesses:
            if not kept and not T.free_variables(guess) <= held.keys():
                return None
            condition = T.substitute(guess, _terms(guess, held))
            if self._chain.must(path, condition) is True:
                continue
            needed.append(guess)
            path = self._chain.assume(path, condition)
            if not isinstance(path, PathCondition):
                return None
        state.path = path
        arrays: dict[int, tuple[int, Term]] = {}
        for number, (base, (width, term)) in enumerate(sorted(_unknown(state).items())):
            if kept and base in kept:
                continue
            arrays[base] = (width, T.var(f"w{self._count} array{number}", term.sort))
        state.arrays = state.arrays | arrays
        arguments = self._refill(state, start, arguments, held, fresh)
        formula = None if arrays or kept else self._formula(like, fixed, needed)
        return Trial(point, start, fresh, fixed, arrays, kept or {}, guesses, state, arguments, formula)

    def _refill(
        self, state: State, start: Start, arguments: tuple[Any, ...], held: dict[Term, Any], fresh: dict[Term, Term]
    ) -> tuple[Any, ...]:
        """Put the values of locations into a state; the arguments of its region."""
        entries = self._machine.compiler.entries
        local = self._locations.local
        made: list[tuple[str, Term]] = []
        for i, variable in enumerate(self._machine.program.variables):
            state.variables[i] = held[variable]
            if variable in fresh:
                made.append(("", variable))

        def taken(region: int, values: tuple[Any, ...], depth: int) -> tuple[Any, ...]:
            entry = entries[region]
            result: list[Any] = list(values)
            for i, parameter in enumerate(entry.parameters[: len(values)]):
                location = local(depth, parameter)
                result[i] = held[location]
                if location in fresh:
                    made.append((entry.procedure, parameter))
            return tuple(result)

        frames: list[Frame] = []
        frame = state.frame
        while frame is not None:
            frames.append(frame)
            frame = frame[2]
        depth = len(start.callers)
        arguments = taken(start.region, arguments, depth)
        rebuilt: Frame | None = None
        for below, old in enumerate(reversed(frames)):
            rebuilt = (old[0], taken(old[0], old[1], below), rebuilt, old[3], old[4])
        state.frame = rebuilt
        cells = [x for x in held if x in self._locations.cells]
        for location in cells:
            address, width = self._locations.cells[location]
            number = address >> PAGE_BITS
            page = state.pages[number]
            if page.owner is not state.token:
                page = state.pages[number] = page.copy(state.token)
            page.cells(width)[address] = held[location]
        self._machine.widen(made, memory=any(x in fresh for x in cells) or bool(state.arrays))
        return arguments

    def _formula(self, state: State, fixed: dict[Term, Any], guesses: list[Term]) -> Formula | None:
        """What all states of a trial have in common, over locations; None if it cannot be said in few words."""
        builder = Builder()
        if not self._evaluation.memory(state, builder):
            return None
        for location, value in fixed.items():
            if value.__class__ is Term or location.sort.kind not in ("bv", "bool"):
                return None
            builder.pin(location, int(value))
        for guess in guesses:
            builder.add(guess)
        return builder.build()

    # ------------------------------------------------------------ states that come back

    def arrive(self, trial: Trial, state: State, arguments: tuple[Any, ...]) -> bool:
        """Is a state at the trial's head one of those that it stands for? If not, the trial learns why."""
        shaped = self._as_arrays(state, _widths(trial.arrays | trial.kept))
        values = None if shaped is None else self.locations_of(shaped, trial.start, arguments)
        if shaped is None or values is None or not self._comparable(trial.state, shaped):
            trial.failed = True
            return False
        state = shaped
        arrays = _unknown(state)
        if values.keys() != trial.fresh.keys() | trial.fixed.keys() or _widths(arrays) != _widths(
            trial.arrays | trial.kept
        ):
            trial.failed = True
            return False
        if any(arrays[base] != form for base, form in trial.kept.items()):
            trial.failed = True
            return False
        for location, value in trial.fixed.items():
            # a term is the same for the same inputs, which only a trial that keeps them stands for
            if values[location] is not value and (values[location].__class__ is Term or values[location] != value):
                trial.changed[location] = values[location]
        if not trial.changed:
            for guess in trial.guesses:
                if not self._satisfies(guess, values, state):
                    trial.refuted.add(guess)
        return not trial.changed and not trial.refuted


def _terms(guess: Term, held: Environment) -> dict[Term, Term]:
    """The values of the locations that a guess speaks of."""
    return {x: to_term(held[x], x.sort) for x in T.free_variables(guess) if x in held}


def _unknown(state: State) -> dict[int, tuple[int, Term]]:
    """The objects in array form that can change; a constant may be in any form."""
    return {
        base: form
        for base, form in state.arrays.items()
        if (item := state.objects.find(base)) is None or item.region is not Region.CONSTANT
    }


def _model(state: State, values: dict[Term, Any]) -> dict[Term, Any]:
    """The values of variables in some execution of a state, as far as they are not arrays."""
    inputs = state.path.model
    found: dict[Term, Any] = {}
    for x, value in values.items():
        if x.sort.kind in ("bv", "bool"):
            # a quantifier has no value of its own: any is as good as another to begin with
            with suppress(T.EvaluationError):
                found[x] = T.evaluate(value, inputs) if value.__class__ is Term else value
    return found


def _widths(arrays: dict[int, tuple[int, Term]]) -> dict[int, int]:
    return {base: width for base, (width, _) in arrays.items()}
