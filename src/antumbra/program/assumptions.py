"""Everything that a verdict may take for granted, as one table.

A front end picks the rows that bear on a program (:func:`assume`); reports print those that a verdict rests on;
``docs/assumptions.md`` lists them all, and a test has a program for each whose verdict changes when it is lifted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final

from antumbra.records import dataclass

#: names in one line of a report before the rest is counted
MOST_NAMES = 6


class Bears(Enum):
    """Which verdict an assumption weakens."""

    SAFE = "safe"  #: it leaves executions out
    UNSAFE = "unsafe"  #: it supposes that an execution exists
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Row:
    """``text`` is what is taken for granted, with ``{names}`` and the like to fill in; ``when`` and ``lift`` are for
    readers: which verdicts rest on it, and what to do about it."""

    id: str
    text: str
    when: str
    lift: str
    bears: Bears = Bears.SAFE
    #: the violations it bears on, if it bears on ``unsafe``; none means all
    checks: tuple[str, ...] = ()

    @property
    def option(self) -> str:
        """The option that lifts it; empty if there is none."""
        return self.lift[1 : self.lift.index("`", 1)] if self.lift.startswith("`-") else ""

    def supports(self, check: str) -> bool:
        """Whether a violation of ``check`` may rest on it."""
        return self.bears is not Bears.SAFE and (not self.checks or check in self.checks)


@dataclass(frozen=True, slots=True)
class Assumption:
    """A row of the table as it applies to one program."""

    id: str
    text: str

    @property
    def row(self) -> Row:
        return TABLE[self.id]


def assume(id: str, names: Iterable[str] = (), **details: object) -> Assumption:  # noqa: A002 - the word of the table
    """A row filled in. ``names`` are what it is about: functions, parameters, places."""
    return Assumption(id, TABLE[id].text.format(names=listed(list(names)), **details))


def unseen(kinds: Sequence[str]) -> Assumption:
    """Of undefined behaviour, whole: kinds that are left out of a list would be taken for checked."""
    return Assumption("undefined", TABLE["undefined"].text.format(names="; ".join(kinds)))


#: seen if `alignment` is asked for
MISALIGNED: Final = "accesses that are misaligned"
#: seen if `uninitialized` is asked for
UNWRITTEN: Final = "uses of values that were never written"
#: kinds of undefined behaviour that no check sees, in C; LLVM has lost more
UNSEEN: Final = (
    "overflow and left shifts of signed numbers",
    "pointers that are computed outside their object, or from null",
    "pointers into different objects that are compared or subtracted",
    "accesses of another type than the object",
    MISALIGNED,
    UNWRITTEN,
    "calls of a function as another type, or without its return value",
    "writes to const locals",
    "values outside an enumeration",
    "indices outside arrays of one element, or of none, that end a structure",
    "restrict, and arguments that a library function must not get, but for memory that is copied over itself",
)
UNSEEN_IN_LLVM: Final = (*UNSEEN, "indices outside an array within an object", "arrays of negative size")


def listed(names: Sequence[str]) -> str:
    shown = list(names[:MOST_NAMES])
    if len(names) > MOST_NAMES:
        shown.append(f"{len(names) - MOST_NAMES} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}" if shown else ""


_NO_OPTION = "no option"

_ROWS: Final = (
    # ------------------------------------------------------------ where execution begins (C, LLVM)
    Row(
        "arguments",
        "main is called without arguments: argc is 1",
        "C and LLVM: main has parameters, and no arguments are given",
        "`--sym-args MIN MAX LEN`, or `--sym-arg LEN`",
    ),
    Row(
        "argument-bounds",
        "argc is {argc}, and arguments have at most {length} characters",
        "`--sym-args`, `--sym-arg`",
        "`--sym-args MIN MAX LEN` with larger numbers",
    ),
    Row(
        "no-environment",
        "the environment that main gets is empty",
        "C and LLVM: main has a third parameter, and no variables are given",
        "`--sym-env NAME LEN`",
    ),
    Row(
        "variable-bounds",
        "no variables of the environment are set but these, of at most so many characters: {names}",
        "`--sym-env`",
        "`--sym-env NAME LEN` for others, and with larger numbers",
    ),
    Row(
        "file-bounds",
        "the standard input has at most {stdin} bytes and is no terminal, and there are no files but {names}, of at "
        "most {size} bytes, and those that the program makes; the working directory is the root, everything may be "
        "read and written, and the umask is 022",
        "`--sym-files` or `--sym-stdin`, and files are used",
        "`--sym-files N SIZE` and `--sym-stdin N` with larger numbers; without them files are unknown",
    ),
    Row(
        "io",
        "nothing that is done with files fails without a reason, and reads give all there is",
        "`--sym-files` or `--sym-stdin`, and files are used",
        "`--io-may-fail`",
    ),
    Row(
        "entry-not-null",
        "no pointer parameter of {entry} is null: {names}",
        "`--entry` with a function that has pointer parameters",
        "`--entry-pointers maybe-null`, or `any`; `--pointer NAME=maybe-null`",
    ),
    Row(
        "entry-null",
        "pointer parameters of {entry} are null: {names}",
        "`--entry`, and `--pointer NAME=null`",
        "another meaning: `--pointer NAME=maybe-null`",
    ),
    Row(
        "entry-separate",
        "no two pointer parameters of {entry} lead to the same memory: {names}",
        "`--entry` with a function that has several pointer parameters",
        "`--entry-pointers any`, `--pointer NAME=may-alias`: they may be equal",
    ),
    Row(
        "entry-overlap",
        "pointer parameters of {entry} are equal or lead to different objects: {names}",
        "`--entry` with several pointer parameters, and `--entry-pointers any` or `--pointer NAME=may-alias`",
        f"{_NO_OPTION}: memory that overlaps in part needs a main of its own",
    ),
    Row(
        "entry-size",
        "each pointer parameter of {entry} leads to an object of {size} bytes, aligned as malloc would: {names}",
        "`--entry` with a function that has pointer parameters",
        "`--entry-pointer-size N`, `--pointer NAME=valid:SIZE`",
        Bears.BOTH,
        ("valid-deref",),
    ),
    Row(
        "entry-string",
        "pointer parameters of {entry} lead to strings of at most {size} characters: {names}",
        "`--entry`, and `--pointer NAME=string:N`",
        "`--pointer NAME=valid:SIZE`",
        Bears.BOTH,
        ("valid-deref",),
    ),
    Row(
        "entry-globals",
        "global variables hold their initial values when {entry} is called",
        "`--entry` with a function other than main, and global variables that are not constant",
        f"{_NO_OPTION}: a main that gives them unknown values",
        Bears.BOTH,
    ),
    # ------------------------------------------------------------ functions without a body
    Row(
        "external-pure",
        "functions without a body change nothing and call nothing back: {names}",
        "`--externals pure`, and such a function may be called",
        "`--externals havoc`, the default",
    ),
    Row(
        "external-by-name",
        "functions without a body call functions of this program only through pointers that they can find: {names}",
        "`--externals havoc`, and such a function may be called",
        "`--externals fail`, or give them a body",
    ),
    Row(
        "external-correct",
        "functions without a body violate nothing themselves, and end or return to where they were called: {names}",
        "such a function may be called, unless with `--externals fail`",
        "`--externals fail`, or give them a body",
    ),
    Row(
        "external-frees",
        "functions without a body free no memory of the program: {names}",
        "`--externals havoc`, such a function may be called, and there are heap objects",
        "`--externals fail`, or give them a body",
        Bears.BOTH,
        ("valid-memtrack", "valid-memcleanup"),
    ),
    Row(
        "external-environment",
        "functions without a body neither use nor change the files, the standard input and the variables that are "
        "given: {names}",
        "`--sym-files`, `--sym-stdin` or `--sym-env`, and such a function may be called, unless with "
        "`--externals fail`",
        "`--externals fail`, or give them a body",
        Bears.BOTH,
    ),
    Row(
        "external-results",
        "what lies outside the program gives the values of the failing input: {names}",
        "a failing input with results of functions without a body, or with what they or others left in variables",
        "`--externals fail`, or give them a body",
        Bears.UNSAFE,
    ),
    Row(
        "outside-pointers",
        "pointers that come from outside are null or lead to a heap object of {size} bytes each, which nothing else "
        "leads to: {names}",
        "`--outside-pointers`, and an input or the result of a function without a body is a pointer",
        "another size: `--outside-pointers BYTES`; without the option they are any number, and following one ends as "
        "unknown",
        Bears.BOTH,
    ),
    Row(
        "weak-absent",
        "weak symbols have no definition elsewhere: {names}",
        "LLVM's extern_weak, weak or linkonce is used",
        "define them",
    ),
    Row(
        "unsized",
        "an external array without a size has 4096 bytes: {names}",
        "such an array is used",
        "declare it with its size",
        Bears.BOTH,
        ("valid-deref",),
    ),
    # ------------------------------------------------------------ memory
    Row(
        "heap",
        "memory never runs out: malloc and its kin never return NULL",
        "heap objects are made",
        "`--malloc-may-fail`",
    ),
    Row(
        "stack",
        "the stack never overflows",
        "functions that call themselves, local objects of variable size or of more than 1 MiB together",
        _NO_OPTION,
    ),
    Row(
        "uninitialised",
        "memory that was never written holds the values of the failing input: {names}",
        "a failing input with such values",
        "write it first",
        Bears.UNSAFE,
    ),
    # ------------------------------------------------------------ what runs besides
    Row(
        "signals",
        "no signal arrives: handlers do not run, sleeping is not interrupted",
        "signal, sigaction, alarm, sleep or their kin are called",
        "call the handler where the signal may arrive",
    ),
    Row(
        "threads",
        "nothing runs at the same time: atomic operations, mutexes and barriers only serve the one thread there is, "
        "and none fails without a reason",
        "atomic operations, pthread_mutex functions or assembly that is a barrier",
        _NO_OPTION,
    ),
    Row(
        "volatile",
        "volatile objects change only when the program writes them",
        "a volatile object is read",
        "read an input instead",
    ),
    # ------------------------------------------------------------ numbers
    Row(
        "wrapping",
        "signed integers wrap around where they overflow (C leaves it open)",
        "C with integer arithmetic, LLVM with nsw or signed division, and no-overflow is not checked",
        "`--property …,no-overflow`",
    ),
    Row(
        "undefined",
        "there is no undefined behaviour of these kinds, which nobody looks at: {names}",
        "`def-behavior` is checked (not as a part of `klee`)",
        f"{_NO_OPTION}: compilers' sanitizers look at most of them, `no-overflow` at the first",
    ),
    Row(
        "undefined-calls",
        "undefined behaviour, which was not looked for, calls no error function: nothing in the program does",
        "`--engine auto`: C and LLVM programs in which nothing calls an error function or asserts anything",
        "`--engine explore`",
    ),
    Row(
        "promises",
        "what LLVM's code says of its pointers, floats and arguments is true, and each undef is one value: {names}",
        "LLVM: flags, attributes and metadata that make a value poison (inbounds, nnan, nonnull, range, …), or undef",
        "take them out",
    ),
    Row(
        "float-evaluation",
        "each floating-point operation is rounded as written: neither contracted nor in excess precision",
        "C or LLVM with floating-point arithmetic",
        f"{_NO_OPTION}: compile with -ffp-contract=off -msse2 -mfpmath=sse",
    ),
    Row(
        "float-environment",
        "floating-point numbers are rounded to nearest, and nothing traps",
        "floating-point arithmetic, and `--entry` or functions without a body that may set another mode",
        "start at main, and give those functions a body",
    ),
    # ------------------------------------------------------------ the C library
    Row(
        "library",
        "the C library's functions do what the C standard and POSIX say: {names}",
        "functions of the C library are called that have a model",
        "define them in the program",
        Bears.BOTH,
    ),
    Row(
        "locale",
        'the locale is "C", and there is no other',
        "setlocale is called",
        "define setlocale in the program",
    ),
    Row(
        "timezone",
        "the time zone is UTC: {names}",
        "localtime, mktime, ctime or strftime are called",
        "define localtime and mktime in the program",
        Bears.BOTH,
    ),
    Row(
        "sorting",
        "qsort keeps the order of elements that compare equal",
        "qsort is called",
        "define qsort in the program",
    ),
    Row(
        "glibc",
        "results of which only the sign or the truth is specified are glibc's (comparisons: the difference of the "
        "first characters that differ): {names}",
        "memcmp, strcmp, isalpha or their kin are called",
        "define them in the program",
        Bears.BOTH,
    ),
    Row(
        "mathematics",
        "functions of <math.h> are exact where C says so (Annex F), for whole powers too, stay in their ranges, and "
        "are else at most 4 units in the last place from the true result: {names}",
        "sin, exp, pow or their kin are called",
        "define them in the program",
    ),
    Row(
        "environment",
        "variables of the environment have at most 4095 characters",
        "getenv is called",
        "define getenv in the program",
    ),
    # ------------------------------------------------------------ what the program itself assumes
    Row(
        "assumed",
        "what the program assumes is true: {names}",
        "`__VERIFIER_assume`, `klee_assume`, Boogie's `assume`",
        "take them out",
    ),
    # ------------------------------------------------------------ Boogie
    Row(
        "axioms",
        "axioms, unique constants and where clauses hold, and do not contradict each other: {names}",
        "Boogie with any of these",
        "`--check-assumptions` asks a solver whether they contradict each other",
    ),
    Row(
        "dead-axioms",
        "axioms and other declarations that nothing uses are consistent ({reason})",
        "Boogie: there are such declarations, and no solver could tell",
        "`--disable dead-declarations`",
        Bears.UNSAFE,
    ),
    Row(
        "entry-requires",
        "the requires and where clauses of what is checked hold when it is called: {names}",
        "Boogie: an entry has such clauses; C: `--entry` with a function that has preconditions of CBMC or ACSL",
        "take them out",
    ),
    Row(
        "entry-frame",
        "what the contract of {entry} says beside its conditions is true, and nobody looks at it: {names}",
        "C: `--entry` with a function whose contract says what it assigns or frees, or that it ends",
        "no option: assertions say it of single variables",
    ),
    Row(
        "free-contracts",
        "free clauses (requires, ensures, invariants) and the requires clauses of free calls hold: {names}",
        "Boogie with such clauses or calls",
        "write them without free",
    ),
    Row(
        "specifications",
        "procedures without a body keep their ensures and modifies clauses: {names}",
        "Boogie: such a procedure is called",
        "give them a body",
        Bears.BOTH,
    ),
    Row(
        "trusted",
        "{names}",
        "Boogie: `{:start_checking_here}`, `{:verified_under}`",
        "take the attribute out",
    ),
    Row(
        "existential",
        "constants marked {{:existential}} are {value}: candidate invariants are switched {word}",
        "Boogie with such constants",
        "`--existential`",
        Bears.BOTH,
    ),
    # ------------------------------------------------------------ guarded commands
    Row(
        "initial",
        "the initial conditions of the file hold at the start: {names}",
        "guarded commands with `init`",
        "take them out",
    ),
    Row(
        "parameters",
        "the protocol has the parameters that were checked: {names}",
        "guarded commands with parameters",
        "`-D NAME=VALUE` for other values",
        Bears.BOTH,
    ),
)

TABLE: Final[dict[str, Row]] = {row.id: row for row in _ROWS}


def as_markdown() -> str:
    """The table as it stands in ``docs/assumptions.md``."""
    lines = ["| id | taken for granted | when | lifted by | weakens |", "|---|---|---|---|---|"]
    for row in _ROWS:
        text = row.text.replace("{{", "{").replace("}}", "}")
        weakens = {Bears.SAFE: "safe", Bears.UNSAFE: "unsafe", Bears.BOTH: "safe, unsafe"}[row.bears]
        checks = f" ({', '.join(row.checks)})" if row.checks else ""
        lines.append(f"| `{row.id}` | {text} | {row.when} | {row.lift} | {weakens}{checks} |")
    return "\n".join(lines) + "\n"
