"""States at the heads of loops: parts of lists are made there, and each state is one that was there before, or new.

Of what was there before nothing is followed again. So the walk ends if there are few shapes, and then every execution
was followed: what goes on from a head stands for whatever came there (abstract interpretation with sets of states;
summaries of lists after Predator: Dudka, Peringer, Vojnar, Byte-precise verification of low-level list manipulation,
2013).
"""

from __future__ import annotations

from collections.abc import Iterator

from antumbra import terms as T
from antumbra.program.source import Location
from antumbra.proofs.asking.judge import Judge
from antumbra.proofs.claims.places import unknown
from antumbra.proofs.ends import NotUnderstood
from antumbra.proofs.memory.contents import Content
from antumbra.proofs.order import Orders
from antumbra.proofs.shapes.covering import covers
from antumbra.proofs.shapes.folding import MOST_VALUES, Folder, options
from antumbra.proofs.shapes.living import Living
from antumbra.proofs.shapes.passing import Detail, Key, Passing
from antumbra.proofs.shapes.pointing import terms_of, terms_of_segment
from antumbra.proofs.shapes.unfolding import substitute, touched, unfolded
from antumbra.proofs.shapes.widening import widened
from antumbra.proofs.state import Condition, State, conditions_of
from antumbra.records import replace
from antumbra.terms import Term

#: states of different shapes at one head
MOST_SHAPES = 40
#: choices of pointers that are decided at one head
MOST_CHOICES = 64

#: what is tried, the finest first
LEVELS: tuple[tuple[Detail, bool], ...] = (
    (Detail.ALL, False),
    (Detail.HEAP, False),
    (Detail.HEAP, True),
    (Detail.NONE, True),
)


class Shapes:
    """The heads of one walk. ``level``: of LEVELS, counted from one."""

    def __init__(self, judge: Judge, orders: Orders, level: int) -> None:
        if "uninitialized" in judge.question.checks:
            raise NotUnderstood("what was never written, in lists")
        self._judge = judge
        self._orders = orders
        self._detail, loose = LEVELS[level - 1]
        leaks = bool(judge.question.checks & {"valid-memtrack", "valid-memcleanup"})
        self._folder = Folder(judge.world, loose, leaks)
        self._living = Living()
        self._known: dict[object, dict[Key, State]] = {}
        self.heads: set[tuple[str, str]] = set()
        self.too_many = False

    # ------------------------------------------------------------ nodes that commands look at

    def opened(self, state: State, value: Term, *, passed: bool) -> list[State] | None:
        """States with a node more that is an object of its own; None if all that is looked at is one."""
        end = touched(state, value, passed=passed)
        if end is None:
            return None
        found = unfolded(self._judge.world, state, end)
        return [each for each in found if self._judge.has_executions(each)]

    # ------------------------------------------------------------ heads

    def arrive(self, state: State) -> Iterator[State]:
        """What goes on in the place of a state at the head of a loop."""
        for each in self._decided(state):
            found = self._arrive(each)
            if found is not None:
                yield found.fork()

    def _arrive(self, state: State) -> State | None:
        self._cut_down(state)
        self._settle(state)
        self._folder.fold(state)
        place = tuple((frame.procedure.name, frame.label, frame.index) for frame in state.frames)
        known = self._known.setdefault(place, {})
        key = Passing(state, self._judge.world.null, self._detail).key
        general = known.get(key)
        if general is not None and covers(self._judge, self._folder, general, state):
            return None
        if general is None and any(covers(self._judge, self._folder, each, state) for each in known.values()):
            return None
        if general is None and len(known) >= MOST_SHAPES:
            self.too_many = True
            raise NotUnderstood("more shapes of memory than are followed", _location(state))
        self.heads.add((state.frame.procedure.name, state.frame.label))
        self._prune(state)
        if general is not None:
            arrived, state = state, widened(self._judge, general, state, self._detail)
            # states of one shape may still differ in what the world knows of their objects: alignments, marks
            if not covers(self._judge, self._folder, state, arrived):
                raise NotUnderstood("no state that stands for two", _location(arrived))
        state.abstract = state.abstract or f"the loop at {_location(state)}"
        known[key] = state
        return state

    # ------------------------------------------------------------ what is not needed

    def _cut_down(self, state: State) -> None:
        """Without variables that nobody reads, objects that are no more, and terms of which no part is known."""
        if state.facts or state.rests:
            raise NotUnderstood("lists in loops that claims are about", _location(state))
        top = len(state.frames) - 1
        for i, frame in enumerate(state.frames):
            state.frames[i] = self._living.only(frame, top=i == top)
        world = self._judge.world
        there = {item.base for item in state.objects.values()}
        gone = {v for term in _terms(state) for v in T.free_variables(term) if v in world.of_base and v not in there}
        if gone:
            # a pointer to what lives no longer is some number
            ordered = sorted(gone, key=lambda v: v.id)
            substitute(state, {v: world.unknown("gone", v.sort) for v in ordered})
        self._name(state, there)

    def _name(self, state: State, there: set[Term]) -> None:
        """Terms become unknowns, if the state does not know what they are made of by itself."""
        ends = {end for segment in state.segments.values() for end in (segment.first, segment.last)}
        words = list(dict.fromkeys(_terms(state)))
        fixed = {word for word in words if word.op is T.VAR} | there | ends
        fixed |= {word.args[0] for word in words if word.op is T.FP_FROM_BV and word.args[0].op is T.VAR}
        made: dict[Term, Term] = {}
        for word in words:
            free = T.free_variables(word)
            if word.args and free and not free <= fixed:
                made[word] = unknown(self._judge.world.unknown, word.sort)
        if made:
            _replace(state, made)
        for word, new in made.items():
            found = _numbers(word)
            if found:
                state.assume(T.or_(*(T.eq(new, number) for number in found)))

    def _settle(self, state: State) -> None:
        """Unknowns of which it is known what number they are."""
        known = {v: values[0] for v, values in options(state).items() if len(values) == 1}
        if known:
            substitute(state, known)

    def _prune(self, state: State) -> None:
        """Only conditions about what is left, and not where it lies: that a node is somewhere is known anyway."""
        said = {v for term in _terms(state) for v in T.free_variables(term)}
        said -= {item.base for item in state.objects.values()}
        said -= {end for segment in state.segments.values() for end in (segment.first, segment.last)}
        kept = [each for each in conditions_of(state.condition) if T.free_variables(each) <= said]
        state.condition = state.seen = state.model = None
        for each in kept:
            state.condition = Condition(each, state.condition)
        state.log = None

    # ------------------------------------------------------------ choices

    def _decided(self, state: State) -> list[State]:
        """A state for each way to decide between pointers, and on which objects live."""
        found: list[State] = []
        waiting = [state.fork()]
        while waiting:
            each = waiting.pop()
            choice = self._choice(each)
            if choice is None:
                found.append(each)
                continue
            if len(found) + len(waiting) > MOST_CHOICES:
                raise NotUnderstood("many choices between pointers", _location(state))
            for holds in (True, False):
                other = each.fork()
                other.assume(choice if holds else T.not_(choice))
                if self._judge.has_executions(other):
                    _decide(other, choice, holds=holds)
                    waiting.append(other)
        return found

    def _choice(self, state: State) -> Term | None:
        for item in state.objects.values():
            if item.alive.op is not T.CONST:
                return item.alive
        pointer, bases = self._judge.world.pointer, self._judge.world.of_base
        ends = {end for segment in state.segments.values() for end in (segment.first, segment.last)}
        for term in _terms(state):
            chosen = term.op is T.ITE and term.sort is pointer
            if chosen and any(v in bases or v in ends for v in T.free_variables(term)):
                return term.args[0]
        return None


def _numbers(word: Term) -> list[Term]:
    """What a choice between numbers may be; nothing of other terms."""
    found: dict[Term, None] = {}
    work = [word]
    while work:
        term = work.pop()
        if term.op is T.ITE:
            work += term.args[1:]
        elif term.op is T.CONST and len(found) < MOST_VALUES:
            found[term] = None
        else:
            return []
    return list(found)


def _location(state: State) -> Location | None:
    frame = state.frame
    block = frame.procedure.blocks[frame.label]
    return next((c.location for c in block.commands if c.location), None) or block.terminator.location


def _terms(state: State) -> Iterator[Term]:
    """All words of a state."""
    for frame in state.frames:
        yield from frame.values.values()
    yield from state.variables.values()
    for item in state.objects.values():
        yield from terms_of(item.content)
        yield item.size
    for segment in state.segments.values():
        yield from terms_of_segment(segment)


def _replace(state: State, made: dict[Term, Term]) -> None:
    """Whole words, and where they are part of what is known."""
    for i, frame in enumerate(state.frames):
        state.frames[i] = replace(frame, values={x: made.get(v, v) for x, v in frame.values.items()})
    for x, value in state.variables.items():
        state.variables[x] = made.get(value, value)
    for number, item in state.objects.items():
        content = item.content
        cells = {offset: (made.get(word, word), place) for offset, (word, place) in content.cells.items()}
        array = None if content.array is None else made.get(content.array, content.array)
        changed = Content(made.get(content.default, content.default), cells, array)
        state.objects[number] = replace(item, content=changed, size=made.get(item.size, item.size))
    for number, segment in state.segments.items():
        cells_ = tuple((o, w, tuple(made.get(v, v) for v in values)) for o, w, values in segment.cells)
        state.segments[number] = replace(
            segment,
            before=made.get(segment.before, segment.before),
            after=made.get(segment.after, segment.after),
            cells=cells_,
        )
    known = conditions_of(state.condition)
    state.condition = state.seen = state.model = None
    for condition in known:
        state.condition = Condition(_without(condition, made), state.condition)


def _without(condition: Term, made: dict[Term, Term]) -> Term:
    """The same with unknowns in place of terms."""
    done: dict[Term, Term] = {}
    for part in T.subterms(condition):
        if part in made:
            done[part] = made[part]
        else:
            args = tuple(done[a] for a in part.args)
            done[part] = part if args == part.args else T.make(part.op, args, part.data)
    return done[condition]


def _decide(state: State, choice: Term, *, holds: bool) -> None:
    def decided(term: Term) -> Term:
        while term.op is T.ITE and term.args[0] is choice:
            term = term.args[1 if holds else 2]
        return term

    for i, frame in enumerate(state.frames):
        state.frames[i] = replace(frame, values={x: decided(v) for x, v in frame.values.items()})
    for x, value in state.variables.items():
        state.variables[x] = decided(value)
    for number, item in list(state.objects.items()):
        alive = item.alive
        if alive is choice:
            alive = T.TRUE if holds else T.FALSE
        elif alive is T.not_(choice):
            alive = T.FALSE if holds else T.TRUE
        if alive is T.FALSE and not item.scoped:
            del state.objects[number]
            continue
        cells = {offset: (decided(word), place) for offset, (word, place) in item.content.cells.items()}
        content = Content(item.content.default, cells, item.content.array)
        state.objects[number] = replace(item, alive=alive, content=content)
    for number, segment in state.segments.items():
        before, after = decided(segment.before), decided(segment.after)
        state.segments[number] = replace(segment, before=before, after=after)
