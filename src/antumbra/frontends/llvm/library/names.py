"""Names with a meaning of their own, as data: SV-COMP's and CBMC's inputs, KLEE's no-ops, what we refuse."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from antumbra.frontends.llvm.reading.lexer import words

#: SV-COMP's, and what users of CBMC and ESBMC declare
NONDET: Final = "__VERIFIER_nondet_"
INPUTS: Final = (NONDET, "nondet_")
#: fills memory instead of returning a value
NONDET_MEMORY: Final = f"{NONDET}memory"
#: names of ours begin like this. No C identifier has a dot, and a module that defines one is refused
OURS: Final = "antumbra."
#: uninitialised locals, inserted by :mod:`antumbra.frontends.llvm.preparing.unknowns`: the type of the result follows
UNKNOWN: Final = f"{OURS}unknown."
#: what the world decides in a library function (a byte that is read, a call that fails): what it is follows
WORLD: Final = f"{OURS}world."
#: results that a library model leaves open although the real function defines them: the function's name follows
ANY: Final = f"{OURS}any."
#: the variable that says whether a longjmp is on its way
JUMPING: Final = f"{OURS}jumping"
#: a local variable that was changed between setjmp and longjmp, without being volatile: its type follows
CHANGED: Final = f"{ANY}setjmp_local_"


#: the one variable of our library models that other code of the C library's users may write
ERRNO: Final = "__antumbra_errno"


def for_people(name: str) -> str:
    """The name of an unknown, without what makes it ours."""
    if name.startswith(CHANGED):
        return "a local changed after setjmp"
    return name.removeprefix(WORLD).removeprefix(ANY)


#: the unknown value that says which function of ours is called back: 1 for the first, and so on, else none
CALLS_BACK: Final = "function called back"


def argument_of(name: str) -> str:
    """What an argument of a function that is called back is known by."""
    return f"argument of {name}"


def is_input(name: str) -> bool:
    """Whether a function of the name, without a body and without parameters, is an input."""
    return name.startswith(INPUTS)


def input_suffix(name: str) -> str:
    """What follows in the name of an input function: its type, mostly."""
    return name.removeprefix(NONDET).removeprefix(INPUTS[1])


_OTHERS: Final = ("__CPROVER_", "__ESBMC_", "__VERIFIER_", "klee_")
_CLAIM: Final = re.compile(r"assert|assume", re.IGNORECASE)


def means_something(name: str) -> str:
    """Why a function of the name is no stranger that may be left out: it says something of the program. Or nothing."""
    if name.startswith(_OTHERS) and not is_input(name):
        return "a verifier's name that means nothing here"
    found = _CLAIM.search(name)
    return f"no body says what it {found[0].lower()}s" if found else ""


#: suffix of a nondet function → the C type it returns
C_TYPES: Final[Mapping[str, str]] = {
    "bool": "_Bool",
    "_Bool": "_Bool",
    "char": "char",
    "schar": "signed char",
    "uchar": "unsigned char",
    "unsigned_char": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "int": "int",
    "uint": "unsigned int",
    "unsigned": "unsigned int",
    "long": "long",
    "ulong": "unsigned long",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
    "int128": "__int128",
    "uint128": "unsigned __int128",
    "float": "float",
    "double": "double",
    "longdouble": "long double",
    "pointer": "void *",
    "charp": "char *",
    "const_char_pointer": "const char *",
    "pchar": "char *",
    "size_t": "size_t",
    "ssize_t": "ssize_t",
    "loff_t": "loff_t",
    "off_t": "off_t",
    "sector_t": "sector_t",
    "pthread_t": "pthread_t",
    "u8": "unsigned char",
    "u16": "unsigned short",
    "u32": "unsigned int",
    "u64": "unsigned long",
    "S8": "signed char",
    "S16": "short",
    "S32": "int",
    "S64": "long",
    "U8": "unsigned char",
    "U16": "unsigned short",
    "U32": "unsigned int",
    "U64": "unsigned long",
}

#: functions without any effect here, and why; a result they have is zero
NOTHING: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        words("klee_prefer_cex klee_posix_prefer_cex klee_set_forking klee_open_merge klee_close_merge"),
        "a hint for KLEE's search",
    ),
    **dict.fromkeys(words("klee_warning klee_warning_once klee_stack_trace klee_print_range"), "a message of KLEE's"),
    "klee_mark_global": "KLEE's bookkeeping of leaks",
    "klee_is_replay": "the analysis is no replay of a test",
    **dict.fromkeys(
        words(
            "__VERIFIER_atomic_begin __VERIFIER_atomic_end __CPROVER_atomic_begin __CPROVER_atomic_end __CPROVER_fence "
            "__ESBMC_atomic_begin __ESBMC_atomic_end"
        ),
        "there is one thread",
    ),
    **dict.fromkeys(words("__CPROVER_input __CPROVER_output __CPROVER_printf"), "a line in CBMC's trace"),
    **dict.fromkeys(words("__CPROVER_cover __ESBMC_cover"), "a goal of coverage, not a check"),
}

#: function → what it needs that we do not have
REFUSED: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        words(
            "pthread_create pthread_join pthread_exit pthread_detach pthread_cancel pthread_cond_wait "
            "pthread_cond_timedwait pthread_barrier_wait thrd_create thrd_join"
        ),
        "threads",
    ),
    **dict.fromkeys(
        words("setjmp _setjmp __setjmp sigsetjmp __sigsetjmp longjmp _longjmp siglongjmp __longjmp_chk"),
        "this use of setjmp",
    ),
    **dict.fromkeys(words("getcontext setcontext makecontext swapcontext"), "contexts"),
    **dict.fromkeys(words("fork vfork clone"), "fork"),
    **dict.fromkeys(
        words("kill killpg tgkill pthread_kill sigqueue setitimer ualarm timer_settime pause sigsuspend sigwait"),
        "signals that are sent or waited for",
    ),
    **dict.fromkeys(words("execv execve execvp execl execlp execle posix_spawn"), "exec"),
    **dict.fromkeys(words("fesetround fesetenv feupdateenv feholdexcept"), "other rounding modes"),
    "klee_define_fixed_object": "objects at fixed addresses",
    "klee_alias_function": "functions that are replaced at run time",
    "dlopen": "dynamic loading",
    "dlsym": "dynamic loading",
}

#: functions that check a condition, their first argument, and what other argument is its text (none: -1)
ASSERTIONS: Final[Mapping[str, int]] = {
    "assert": -1,
    "klee_assert": -1,
    "__VERIFIER_assert": -1,
    "__CPROVER_assert": 1,
    "__CPROVER_precondition": 1,
    "__CPROVER_postcondition": 1,
    "__ESBMC_assert": 1,
}

#: assertion handlers, which are called when one has failed → position of the argument that is the assertion's text
ASSERTION_FAILS: Final[Mapping[str, int]] = {
    "__assert_fail": 0,
    "__assert_perror_fail": 1,
    "__assert": 0,
    "_assert": 0,
    "__assert_rtn": 3,
    "__assert2": 3,
    "klee_assert_fail": 0,
    "__klee_assert_fail": 0,
}
