"""One symbolic state: everything a path carries, cheap to fork.

What does not change is shared; what does is either persistent (linked tuples), copied when the state
forks (small dictionaries), or copied on write (pages, by ownership token).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, NoReturn, Protocol

from antumbra.program.model import Source
from antumbra.program.source import Location
from antumbra.records import dataclass, field
from antumbra.semantics.compiling.regions import Regions
from antumbra.semantics.ends import Ended
from antumbra.semantics.memory.objects import Object, ObjectTable, Placed
from antumbra.semantics.memory.pages import PAGE_BITS, PageTable
from antumbra.solvers import Chain, Model, PathCondition, Values
from antumbra.terms import Sort, Term


@dataclass(frozen=True, slots=True)
class Unknown:
    """An input of a path: which variables (pieces) stand for its bits.

    A scalar has one piece. A memory object given by klee_make_symbolic gets pieces as it is read:
    ``group`` says which input a piece belongs to, ``offset`` where.
    """

    variable: Term | None
    source: Source
    name: str
    type_name: str
    location: Location | None
    width: int
    group: int = -1
    offset: int = 0
    #: the user's call in which a model of the library asks for it
    caller: Location | None = field(default=None, compare=False)


class Wanted(NamedTuple):
    """What an unknown is to be. ``bits``: of an array, how many of it are the program's."""

    sort: Sort
    source: Source
    name: str
    type_name: str
    location: Location | None
    group: int = -1
    offset: int = 0
    bits: int = 0


#: a suspended caller: (region to resume, saved values, caller's frame, caller's stack objects, call site)
Frame = tuple[int, tuple[Any, ...], "Frame | None", Any, Any]


class Host(Protocol):
    """What those who work on a state ask of the machine that runs it. Methods that find an error or give up end the
    path."""

    @property
    def chain(self) -> Chain: ...

    @property
    def compiler(self) -> Regions: ...

    @property
    def pointer_width(self) -> int: ...

    #: unknowns that may be any address: engines put them where pointers are, in a state that stands for others
    any_addresses: set[Term]

    @property
    def first_address(self) -> int:
        """Places below this one are nobody's."""
        ...

    @property
    def code(self) -> Sequence[int]:
        """Starts of pieces of code, ascending."""
        ...

    @property
    def largest_array(self) -> int | None:
        """Bytes of an object that may turn into an array; a path that needs a larger one is given up."""
        ...

    def fresh(self, state: State, wanted: Wanted) -> Any:
        """A new unknown."""
        ...

    def caller(self, state: State, location: Location | None) -> Location | None:
        """The user's innermost call, of a place in a model of the library."""
        ...

    def require(self, state: State, condition: Term, check: str, explain: Callable[[Any], str], site: int) -> None:
        """Report the inputs that violate a condition; go on with the others."""
        ...

    def expect(
        self, state: State, condition: Term, otherwise: str, site: int, reason: Ended = Ended.ADDRESS_SPACE
    ) -> None:
        """Go on where the condition holds; the rest, if there is any, is not analysed."""
        ...

    def fail(self, state: State, check: str, message: str, site: int) -> NoReturn:
        """All inputs of this path violate ``check`` here."""
        ...

    def cut(self, state: State, reason: Ended, detail: str, site: int) -> NoReturn:
        """The analysis stops on this path."""
        ...

    def give_up(self, state: State, what: str, site: int) -> NoReturn: ...

    def exhausted(self, state: State) -> NoReturn: ...

    def possible(self, state: State, condition: Term) -> bool:
        """Can the condition hold? Undecided counts as yes."""
        ...

    def must(self, state: State, condition: Term) -> bool:
        """Does the condition surely hold? Undecided counts as no."""
        ...

    def some_model(self, state: State, condition: Term, site: int) -> Model | None:
        """A model of the path and a condition, or None."""
        ...

    def values(self, state: State, value: Any, limit: int) -> Values:
        """Up to ``limit`` different values that a term can have, and what is left."""
        ...

    def widen(self, variables: Iterable[tuple[str, Term]], *, memory: bool) -> None:
        """Variables (procedure, variable) may hold terms from now on, and so may memory."""
        ...

    def leave(self, state: State, values: tuple[Any, ...]) -> tuple[int, tuple[Any, ...]]:
        """Return from the running procedure."""
        ...


class State:
    """A path in progress. Generated code reads and writes its attributes directly."""

    __slots__ = (
        "addresses",
        "arrays",
        "calls",
        "choices",
        "depth",
        "fixed",
        "frame",
        "input_count",
        "inputs",
        "locals",
        "log",
        "machine",
        "new_coverage",
        "next_page",
        "node",
        "objects",
        "own_objects",
        "pages",
        "path",
        "resolved",
        "steps",
        "token",
        "trace",
        "unsettled",
        "variables",
    )

    def __init__(self, machine: Host, path: PathCondition) -> None:
        self.machine = machine
        #: pages of memory
        self.pages = PageTable()
        #: ownership token: pages with this owner may be written in place
        self.token: object = object()
        #: values of global variables
        self.variables: list[Any] = []
        #: objects in array form: base → (element width in bytes, array term)
        self.arrays: dict[int, tuple[int, Term]] = {}
        #: objects whose address was asked for as a number, by base; replaced, never changed
        self.addresses: dict[int, Placed] = {}
        self.objects = ObjectTable()
        self.own_objects = True
        self.path = path
        self.frame: Frame | None = None
        #: stack objects of the running procedure, a linked list (base, rest)
        self.locals: Any = None
        self.calls = 0
        self.depth = 0
        self.steps = 0
        self.inputs: Any = None  # linked list (Unknown, rest)
        self.input_count = 0
        self.next_page = 0
        #: the way taken, a linked list (branch location, taken, condition if that tells the sides apart, rest); or,
        #: where two states became one, (Ways, None, None, what they have in common)
        self.trace: Any = None
        #: conditions of sides that nobody has asked about yet, newest first: (condition, place, rest); see ``merging``
        self.unsettled: Any = None
        #: which way each nondeterministic goto went, a linked list (number of the target, rest)
        self.choices: Any = None
        #: blocks that it was the first to reach, and no test tells yet, a linked list (number, rest)
        self.new_coverage: Any = None
        #: remaining values for inputs in concrete mode, else None
        self.fixed: list[int] | None = None
        #: place in the execution tree, for features
        self.node: Any = None
        #: the object that the last access at a symbolic address was in, or the only address it could be
        self.resolved: Object | int | None = None
        #: what was executed since a feature last emptied it, when the machine traces
        self.log: list[Any] = []

    def fork(self) -> State:
        """A twin. Both lose ownership of their pages."""
        twin = State.__new__(self.__class__)
        twin.machine = self.machine
        twin.pages = PageTable(self.pages)
        twin.token = object()
        self.token = object()
        twin.variables = self.variables.copy()
        twin.arrays = self.arrays.copy() if self.arrays else {}
        twin.addresses = self.addresses
        twin.objects = self.objects
        twin.own_objects = self.own_objects = False
        twin.path = self.path
        twin.frame = self.frame
        twin.locals = self.locals
        twin.calls = self.calls
        twin.depth = self.depth
        twin.steps = self.steps
        twin.inputs = self.inputs
        twin.input_count = self.input_count
        twin.next_page = self.next_page
        twin.trace = self.trace
        twin.unsettled = self.unsettled
        twin.choices = self.choices
        twin.new_coverage = None
        twin.fixed = self.fixed
        twin.node = self.node
        twin.resolved = None
        twin.log = []
        return twin

    def put_object(self, item: Object) -> None:
        """Enter or replace an object; the table is shared between states until one changes it."""
        self._own_objects()
        self.objects.put(item)

    def remove_object(self, item: Object) -> None:
        self._own_objects()
        self.objects.remove(item)

    def _own_objects(self) -> None:
        if not self.own_objects:
            self.objects = self.objects.copy()
            self.own_objects = True

    def pages_of(self, item: Object) -> list[int]:
        """Numbers of the pages that hold cells of an object, ascending."""
        first = item.base >> PAGE_BITS
        if item.pages <= len(self.pages):
            return [number for number in range(first, first + item.pages) if number in self.pages]
        return sorted(number for number in self.pages if first <= number < first + item.pages)

    def add_input(self, unknown: Unknown) -> None:
        self.inputs = (unknown, self.inputs)
        self.input_count += 1

    def unknowns(self) -> list[Unknown]:
        """The inputs of this path, oldest first."""
        result: list[Unknown] = []
        link = self.inputs
        while link is not None:
            result.append(link[0])
            link = link[1]
        result.reverse()
        return result
