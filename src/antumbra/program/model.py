"""The one program form: procedures → blocks → guarded commands over terms.

A command reads variables (terms whose operator is VAR) and writes some. Every engine reads a
command in one of three ways: concretely, symbolically, or backwards (weakest precondition).
Memory is the only state besides variables: byte-addressed objects, reached by ``Load``/``Store``
through addresses that are plain bit-vectors of the pointer width.

An address is a pointer, and no number: where objects lie is ours to choose, and nothing that a program decides may
depend on it. A front end marks where a pointer becomes a number or is compared and where a number becomes a pointer
(the builtins of POINTER_BUILTINS), and which loads and stores are of pointers. Comparing with null, adding to a pointer
and copying it need no mark.

Phi nodes do not exist: a front end splits the edge and assigns in parallel.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from antumbra.program.assumptions import Assumption
from antumbra.program.source import Location
from antumbra.program.widths import pointer_width
from antumbra.records import dataclass, field
from antumbra.terms import Term

# ---------------------------------------------------------------- commands


@dataclass(frozen=True, slots=True)
class Assign:
    """Parallel assignment: all values are read before any target is written."""

    targets: tuple[Term, ...]
    values: tuple[Term, ...]
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Assume:
    """Executions where ``condition`` is false do not exist."""

    condition: Term
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Assert:
    """An execution where ``condition`` is false violates ``check`` (one of CHECKS) here.

    What is not asked for is not an error: when ``check`` is not among the properties of the run, a
    violating execution ends as undefined behaviour (which forbids ``safe``). Not so the checks of
    DEFINED_OTHERWISE, where it goes on: signed overflow wraps, and what a failed assertion does (it aborts) is
    in the commands that follow.
    """

    condition: Term
    check: str
    message: str
    location: Location | None = None


#: unknowns of source UNINITIALISED that native code does not ask for: it has values there
UNCHOSEN = frozenset({"undef", "missing"})
#: what another value of an unknown is called, where two executions are compared: its name comes before
OTHERWISE = " otherwise"


class Source(Enum):
    """Why a value is unknown; decides how a test supplies it."""

    INPUT = "input"  #: the program asked for it: a nondet function, klee_make_symbolic, a parameter
    UNINITIALISED = "uninitialised"  #: memory or a variable read before it was written
    EXTERNAL = "external"  #: result or effect of a function without a body
    OPEN = "open"  #: result of a function of the C library, which defines it: the analysis does not know it
    MACHINE = "machine"  #: sign and payload of a NaN that an operation made: a machine's or a compiler's choice
    HAVOC = "havoc"  #: Boogie's havoc and the like


@dataclass(frozen=True, slots=True)
class Havoc:
    """The target takes any value of its sort.

    ``name`` is what the user knows the input by (a nondet function's name, a variable);
    ``type_name`` is its C or Boogie type, used in reports and tests.
    """

    target: Term
    source: Source
    name: str
    type_name: str
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """Call a procedure; ``callee`` is its name, or a term that evaluates to its address.

    ``kinds``: of a call through an address, what the caller takes the callee for (see Procedure).
    """

    targets: tuple[Term, ...]
    callee: str | Term
    arguments: tuple[Term, ...]
    location: Location | None = None
    kinds: str = ""


@dataclass(frozen=True, slots=True)
class Load:
    """``target := memory[address …]``, little-endian, ``target.sort`` wide (bit-vector, whole bytes).

    ``pointer``: the target is a pointer. What was stored as the other kind is converted, as by ``number_of`` and
    ``pointer_of``.
    """

    target: Term
    address: Term
    location: Location | None = None
    pointer: bool = False

    @property
    def width(self) -> int:
        """Bytes, and the kind of cell."""
        return pointer_width(self.target.width // 8) if self.pointer else self.target.width // 8


@dataclass(frozen=True, slots=True)
class Store:
    """``memory[address …] := value``, little-endian (``value`` a bit-vector of whole bytes), a pointer or a number."""

    address: Term
    value: Term
    location: Location | None = None
    pointer: bool = False

    @property
    def width(self) -> int:
        """Bytes, and the kind of cell."""
        return pointer_width(self.value.width // 8) if self.pointer else self.value.width // 8


class Region(Enum):
    """Where an object lives; decides when it dies and what may free it."""

    GLOBAL = "global"
    STACK = "stack"  #: dies when the procedure that made it returns, or before (see LIFE and stack_restore)
    HEAP = "heap"
    CONSTANT = "constant"  #: global that must not be written
    CODE = "code"  #: a function's address: callable, neither readable nor writable


@dataclass(frozen=True, slots=True)
class Alloc:
    """``target := address of a new object`` of ``size`` bytes (a term of pointer width).

    Its bytes are unknown but fixed (each unwritten byte is one unknown value), or all zero. As a number, its address is
    a multiple of ``align`` (a power of two).
    """

    target: Term
    size: Term
    region: Region
    zeroed: bool = False
    name: str = ""
    location: Location | None = None
    align: int = 1


@dataclass(frozen=True, slots=True)
class Free:
    """End the life of the heap object at ``address``; nothing if the address is null."""

    address: Term
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Copy:
    """Copy ``size`` bytes; overlapping ranges behave as memmove."""

    destination: Term
    source: Term
    size: Term
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Fill:
    """Set ``size`` bytes to ``byte`` (a bv8)."""

    destination: Term
    byte: Term
    size: Term
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Builtin:
    """An operation on the execution state that terms cannot express. ``name`` is in BUILTINS."""

    targets: tuple[Term, ...]
    name: str
    arguments: tuple[Term, ...]
    text: str = ""
    location: Location | None = None


#: name → what it does. Arguments and targets in the order given.
BUILTINS: Mapping[str, str] = {
    "make_symbolic": "(address, size): the bytes become unknown input named by ``text``",
    "havoc_memory": "(address) → 1 if it leads to a function, else 0: the outside gets to know the pointer, and what "
    "it leads to becomes unknown",
    "havoc_number": "(number) → 1 or 0: the same, if the number is the address of an object",
    "havoc_escaped": "() → 1 or 0: the same for what the outside got to know before",
    "object_size": "(address) → size in bytes of the object it points into, from its start; error if none",
    "object_base": "(address) → start address of the object it points into; error if none",
    "is_symbolic": "(value) → 1 if the value is not a constant on this path, else 0",
    "check_access": "(address, size): error as a load there would",
    "accessible": "(address, size) → 1 if so many bytes there may be read (written, if ``text`` says so), else 0",
    "print": "(value): for debugging; no effect",
    "number_of": "(pointer) → the number that it is: unknown, but aligned, apart from other live objects, and not "
    "in the first page",
    "pointer_of": "(number) → the pointer that it is; not analysed if that depends on where objects lie",
    "same_address": "(pointer, pointer) → whether they are equal",
    "below": "(pointer, pointer) → whether the first is less",
    "distance": "(pointer, pointer) → bytes from the second to the first",
    "overlap": "(pointer, size, pointer, size) → whether ranges, each within a live object, share a byte",
    "overlap_in_part": "(pointer, size, pointer, size): the same, but false if both start at one place",
    "stay": "(pointer, pointer): the second is the first plus something; undefined behaviour if that leads from "
    "one object to the place of another",
    "reused": "(pointer, pointer): the second object may lie where the first, which has ended, was",
    "begin_life": "(address): the stack object that starts there lives, and none of its bytes has been written",
    "new_life": "(address) → address: begin_life, but in another place if a pointer to a former life is left",
    "end_life": "(address): the stack object that starts there lives no longer; its address stays its own",
    "stack_mark": "() → a mark for stack_restore",
    "stack_restore": "(mark): the stack objects that the procedure made since the mark are gone",
}

#: the text of ``accessible`` where writing is meant
WRITTEN = "written"
#: builtins that relate two pointers: they are about offsets if both point into one object
RELATIONS = frozenset({"same_address", "below", "distance"})
#: builtins that relate two ranges
OVERLAPS = frozenset({"overlap", "overlap_in_part"})
#: builtins that say when a stack object lives, within the call of the procedure that made it
LIFE = frozenset({"begin_life", "new_life", "end_life"})
Command = Assign | Assume | Assert | Havoc | Call | Load | Store | Alloc | Free | Copy | Fill | Builtin

# ---------------------------------------------------------------- terminators


@dataclass(frozen=True, slots=True)
class Goto:
    """Continue at any one of ``targets``; an engine must consider them all."""

    targets: tuple[str, ...]
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    condition: Term
    then: str
    otherwise: str
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """The block of the first case equal to ``value`` (a bit-vector), else ``default``."""

    value: Term
    cases: tuple[tuple[int, str], ...]
    default: str
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Return:
    values: tuple[Term, ...] = ()
    location: Location | None = None


class End(Enum):
    """Why an execution ends without returning from the entry procedure."""

    EXIT = "exit"  #: exit(), _exit(): a normal end
    ABORT = "abort"  #: abort(): ends the run; an error only where a property says so
    SILENT = "silent"  #: klee_silent_exit, a false assumption: no test
    UNSUPPORTED = "unsupported"  #: a construct we cannot execute; the verdict can no longer be safe
    BOUND = "bound"  #: a bound that the user set (rounds of a loop): no violation within it
    UNDEFINED = "undefined"  #: LLVM ``unreachable`` reached: undefined behaviour; neither safe nor unsafe


@dataclass(frozen=True, slots=True)
class Stop:
    """The whole execution ends."""

    end: End
    detail: str = ""
    location: Location | None = None


Terminator = Goto | Branch | Switch | Return | Stop

# ---------------------------------------------------------------- structure


@dataclass(slots=True)
class Block:
    label: str
    commands: list[Command]
    terminator: Terminator


@dataclass(slots=True)
class Procedure:
    """``parameters`` and ``results`` are VAR terms. The first block is the entry.

    ``blocks`` keeps source order. Every block label is unique in the procedure.
    """

    name: str
    parameters: tuple[Term, ...]
    results: tuple[Term, ...]
    blocks: dict[str, Block]
    location: Location | None = None
    #: variable name → the name in the user's source, where known
    source_names: dict[str, str] = field(default_factory=dict[str, str])
    #: which parameters and, behind a slash, which results are pointers (``p``), bits of floats (``f``) and other
    #: numbers (``n``): ``pnf/p``; empty if that is not known. A call through an address that takes it for something
    #: else is not executed
    kinds: str = ""


@dataclass(frozen=True, slots=True)
class StaticObject:
    """A global object, or a function's address, with its fixed place in the address space."""

    name: str
    address: int
    size: int
    region: Region
    #: (offset, width in bytes, value) cells, disjoint; bytes not covered are zero. A PointerWidth marks a pointer
    cells: tuple[tuple[int, int, int], ...] = ()
    #: extern global without initialiser: its bytes are unknown
    unknown: bool = False
    #: what its address as a number is a multiple of
    align: int = 1


@dataclass(frozen=True, slots=True)
class Layout:
    """The address space. Objects never share a page, and a page after each object stays empty."""

    pointer_width: int
    page_bits: int = 12
    #: first address free for run-time objects; a multiple of the page size
    first_free: int = 0x10000


#: what an execution can be blamed for, in the words of SV-COMP where it has them
CHECKS: Mapping[str, str] = {
    "unreach-call": "an error function is called or an assertion fails",
    "assert": "an assertion fails",
    "valid-deref": "memory is read or written outside a live object",
    "valid-free": "free of something that is not the start of a live heap object",
    "valid-memtrack": "a heap object is lost before it is freed",
    "valid-memcleanup": "a heap object is not freed when the program ends",
    "no-overflow": "signed integer overflow",
    "division-by-zero": "division or remainder by zero",
    "alignment": "memory is accessed at an address that is not a multiple of what its type needs",
    "uninitialized": "a branch depends on memory or a variable that was never written",
    "def-behavior": "other undefined behaviour",
    "abort": "the program calls abort",
}


#: checks whose violation has a meaning of its own when nobody asks for them
DEFINED_OTHERWISE = frozenset({"no-overflow", "unreach-call", "assert", "abort"})


@dataclass(frozen=True, slots=True)
class Alike:
    """A hint of a front end: parts that may be interchangeable (processes of one template). To be checked before use.

    ``parts`` are the variables of each part. ``arrays`` have an element for each part, and may belong to them.
    ``pointers`` are groups of variables, each with the values that may stand for the parts: all of a group or none.
    """

    parts: tuple[tuple[Term, ...], ...]
    arrays: tuple[tuple[Term, ...], ...] = ()
    pointers: tuple[tuple[tuple[Term, tuple[int, ...]], ...], ...] = ()


@dataclass(slots=True)
class Program:
    """A closed program: every callee named in it is one of ``procedures``.

    ``variables`` are global variables (VAR terms) with their initial values; a front end promotes a
    scalar global whose address is never taken to such a variable. ``externals`` lists functions without a body
    that were replaced by unknown effects, with the policy that was applied.
    """

    name: str
    language: str
    procedures: dict[str, Procedure]
    entry: str
    layout: Layout
    variables: dict[Term, Term | None] = field(default_factory=dict[Term, "Term | None"])
    objects: list[StaticObject] = field(default_factory=list[StaticObject])
    #: function address → procedure name, for calls through pointers
    functions: dict[int, str] = field(default_factory=dict[int, str])
    axioms: list[Term] = field(default_factory=list[Term])
    externals: dict[str, str] = field(default_factory=dict[str, str])
    #: what is taken for granted; part of every verdict that rests on it
    assumptions: list[Assumption] = field(default_factory=list[Assumption])
    #: source text by file name, for reports
    sources: dict[str, str] = field(default_factory=dict[str, str])
    alike: tuple[Alike, ...] = ()
