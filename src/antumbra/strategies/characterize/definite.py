"""DEFINITE: the under-approximating side. Each explored path says for all its inputs how they end.

A path that ended in a violation is a piece of MUST, one that ended otherwise a piece of SAFE. Conditions may speak of
what nobody chooses (memory that nobody wrote, addresses, payloads of NaN, functions that only axioms know). Such a path
alone says nothing; when all paths are known, an input fails surely if none of its values leads to another end
(``_settle``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from antumbra import terms as T
from antumbra.bounds.asking import Asker, holds
from antumbra.bounds.cfc import EXPLORED, Evidence, Failure, Piece, Side, union
from antumbra.engines.contract import OnProgress
from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.naming import condition_over_inputs
from antumbra.engines.outcome import Kind, PathEnd, Reason
from antumbra.program import model as P
from antumbra.program.restricting.assuming import conjuncts
from antumbra.records import dataclass
from antumbra.semantics.contract import Pending
from antumbra.strategies.characterize.known import Known
from antumbra.strategies.characterize.reading import Reading
from antumbra.terms import Term

#: steps of one directed exploration
DIRECTED_STEPS = 4_000_000
ENGINE = "explore"


def failure_of(end: PathEnd) -> Failure:
    return Failure(end.check, end.blamed[0], end.message)


@dataclass(frozen=True, slots=True)
class _Open:
    """An end that depends on more than inputs: what is left of its condition without that (weaker), and whether it was
    all inputs."""

    condition: Term
    whole: bool


class Definite:
    """Explores a program in turns and tells what is known. ``make``: options of exploration, limits included."""

    def __init__(
        self,
        program: P.Program,
        known: Known,
        reading: Reading,
        make: Callable[[], ExploreOptions],
        before: Definite | None = None,
        outside: Term = T.TRUE,
        asker: Callable[[], Asker] = Asker,
    ) -> None:
        """``before``: an exploration with other bounds; what it has seen is seen. ``outside``: what the program assumes
        of inputs only because the rest is known: of that, its ends say nothing."""
        self._program = program
        self._outside = outside
        self._asker = asker
        self._known = known
        self._reading = reading
        self._make = make
        self.explorer = Explorer(program, make())
        #: nondeterministic choices: no path alone says what becomes of its inputs
        self.choices = has_choices(program)
        self._fails: list[tuple[_Open, Failure]] = []
        self._passes: list[_Open] = []
        self._cuts: list[Term] = []
        self._settled = False
        #: ends of failing paths by their failure, for tests
        self.failing: list[PathEnd] = [] if before is None else before.failing
        #: conjuncts, and whether they apply functions without a meaning
        self._functions: dict[Term, bool] = {}
        #: atoms of conditions over inputs that can be computed, in the order in which they were met
        self.atoms: dict[Term, None] = {} if before is None else before.atoms

    @property
    def complete(self) -> bool:
        """Was every execution looked at?"""
        return self.explorer.complete

    @property
    def unfinished(self) -> bool:
        return self.explorer.unfinished

    def run(self, steps: int, on_progress: OnProgress | None = None) -> None:
        """Explore on, for about so many steps."""
        for end in self.explorer.run(on_progress, steps=steps):
            self._ended(end)
        if not self.explorer.unfinished and not self._settled and self._all_told:
            self._settled = True
            self._settle()

    @property
    def _all_told(self) -> bool:
        """Has every execution an end among those that were told? Cuts of the run itself leave some without."""
        missing = {Reason.TIME, Reason.STEPS, Reason.MEMORY, Reason.INTERRUPT, Reason.PATHS, Reason.FORKS}
        return not any(cut.reason in missing for cut in self.explorer.cuts)

    def by_failure(self) -> dict[Failure, list[PathEnd]]:
        """Ends of failing paths."""
        found: dict[Failure, list[PathEnd]] = {}
        for end in self.failing:
            found.setdefault(failure_of(end), []).append(end)
        return found

    def directed(self, values: Mapping[Term, int], on_progress: OnProgress | None = None) -> bool:
        """Follow one input vector alone, and learn the condition of its path. Was anything learnt?"""
        explorer = Directed(self._program, self._make(), values)
        learnt = False
        for end in explorer.run(on_progress, steps=DIRECTED_STEPS):
            condition = self._condition(end)
            if condition is None or holds(condition, values) is False:
                continue
            self._reading.note(end.asked)
            fails = end.reason is Reason.VIOLATION
            if end.reason.kind is Kind.CUT or self.choices or not self._inputs_only(condition):
                continue
            self._note_atoms(condition)
            evidence = Evidence(EXPLORED, ENGINE, "the condition of one path, followed with one input")
            failure = failure_of(end) if fails else None
            self._known.merge_path(Piece(condition, Side.MUST if fails else Side.SAFE, evidence, failure))
            if fails:
                self.failing.append(end)
            learnt = True
        return learnt

    # ------------------------------------------------------------ ends of paths

    def _condition(self, end: PathEnd) -> Term | None:
        """The inputs that an end speaks of. Where it is an assumption that ends, this may be the one about inputs."""
        condition = end.input_condition
        if condition is None or end.reason is not Reason.ASSUMPTION or self._outside is T.TRUE:
            return condition
        return None if self._asker().impossible(condition, self._outside) else T.and_(condition, self._outside)

    def _ended(self, end: PathEnd) -> None:
        condition = self._condition(end)
        if condition is None:
            return
        self._reading.note(end.asked)
        if end.reason.kind is Kind.CUT:
            self._reading.more |= end.reason is Reason.BOUND
            self._cuts.append(self._weaker(condition))
            return
        fails = end.reason is Reason.VIOLATION
        if fails:
            self.failing.append(end)
        self._note_atoms(condition)
        if self.choices and end.reason in (Reason.ASSUMPTION, Reason.SILENT):
            return  # another choice may go on with the same input: this is no execution
        whole = self._inputs_only(condition)
        if self.choices or not whole:
            found = _Open(self._weaker(condition), whole)
            if fails:
                self._fails.append((found, failure_of(end)))
            else:
                self._passes.append(found)
            return
        evidence = Evidence(EXPLORED, ENGINE, f"the condition of a path that ends so: {end.reason.text}")
        side = Side.MUST if fails else Side.SAFE
        self._known.merge_path(Piece(condition, side, evidence, failure_of(end) if fails else None))

    def _inputs_only(self, condition: Term) -> bool:
        """Nothing else: no other unknowns, and no functions, which only axioms know."""
        if not all(self._reading.has(variable) for variable in T.free_variables(condition)):
            return False
        return not any(self._has_functions(part) for part in conjuncts(condition))

    def _has_functions(self, part: Term) -> bool:
        found = self._functions.get(part)
        if found is None:
            found = self._functions[part] = any(term.op is T.APPLY for term in T.subterms(part))
        return found

    def _weaker(self, condition: Term) -> Term:
        """The condition without the conjuncts that speak of more than inputs."""
        return T.and_(T.TRUE, *(part for part in conjuncts(condition) if self._inputs_only(part)))

    def _note_atoms(self, condition: Term) -> None:
        for part in conjuncts(condition):
            if self._inputs_only(part) and not _quantified(part):
                self.atoms[part.args[0] if part.op is T.NOT else part] = None

    def _settle(self) -> None:
        """Every path is known. An input that has an end of one kind only, whatever else is chosen, ends so."""
        cut = union(self._cuts)
        passes = union([*(p.condition for p in self._known.of(Side.SAFE)), *(p.condition for p in self._passes)])
        fails = union([*(p.condition for p in self._known.of(Side.MUST)), *(f.condition for f, _ in self._fails)])
        evidence = Evidence(EXPLORED, ENGINE, "all paths are known, and whatever nobody chooses, they end like this")
        surely = T.not_(T.or_(passes, cut))
        for found, failure in self._fails:
            # with choices, a failing execution must exist: what is left of a condition does not say so
            if found.whole or not self.choices:
                condition = T.and_(found.condition, surely)
                elsewhere = self._elsewhere(failure)
                self._known.merge(Piece(T.and_(condition, T.not_(elsewhere)), Side.MUST, evidence, failure))
                self._known.merge(Piece(T.and_(condition, elsewhere), Side.MUST, evidence))
        never = T.not_(T.or_(fails, cut))
        for found in self._passes:
            self._known.merge(Piece(T.and_(found.condition, never), Side.SAFE, evidence))
        if not self._fails and not self._passes and not self._cuts:
            every = Evidence(EXPLORED, ENGINE, "all paths are known, and none of the others fails")
            self._known.rest_is_safe(every)

    def _elsewhere(self, failure: Failure) -> Term:
        """Inputs that may fail at other places, by what nobody chooses."""
        known = [p.whole for p in self._known.of(Side.MUST) if p.failure != failure]
        return union([*known, *(f.condition for f, other in self._fails if other != failure)])


class Directed(Explorer):
    """Exploration that follows one input vector: what it does not lead to is left out."""

    def __init__(self, program: P.Program, options: ExploreOptions, values: Mapping[Term, int]) -> None:
        self._values = values
        super().__init__(program, options)

    def split(self, children: Sequence[Pending]) -> bool:
        # whoever dives goes on with the first of all children
        self.searcher.add([child for child in children if self._leads(child)])
        return False

    def _leads(self, child: Pending) -> bool:
        condition = condition_over_inputs(child.state, self.recording.tight.of(child.state.path))
        return holds(condition, self._values) is not False


def _quantified(term: Term) -> bool:
    return any(part.op in (T.FORALL, T.EXISTS, T.LAMBDA) for part in T.subterms(term))


def has_choices(program: P.Program) -> bool:
    """Is there a goto with several targets?"""
    return any(len(goto.targets) > 1 for goto in _gotos(program))


def _gotos(program: P.Program) -> Iterator[P.Goto]:
    for procedure in program.procedures.values():
        for block in procedure.blocks.values():
            if isinstance(block.terminator, P.Goto):
                yield block.terminator
