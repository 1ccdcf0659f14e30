"""C identifiers of our own making. What a program calls things is hostile text; only letters and digits of it are used.

An identifier is fit for C99 and C++ with the headers that bounds.c includes, and is a plain symbol of SMT-LIB.
"""

from __future__ import annotations

from typing import Final

from antumbra.patterns import pattern
from antumbra.terms.smtlib import encode_name

#: letters of a name that are used
LONGEST: Final = 40
#: numbers behind a name, and the prefix before it, come on top of that
_FIT: Final = pattern(r"[A-Za-z][A-Za-z0-9_]{0,79}")
_OTHER: Final = pattern(r"[^A-Za-z0-9_]+")
_PREFIX: Final = "in_"

_KEYWORDS: Final = """
alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept const consteval
constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do double dynamic_cast else
enum explicit export extern false far float for friend fortran goto if import inline int interrupt long module mutable
namespace near new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast
requires restrict return short signed sizeof static static_assert static_cast struct switch template this thread_local
throw true try typedef typeid typename typeof typeof_unqual union unsigned using virtual void volatile wchar_t while
xor xor_eq
"""
#: of string.h, and what compilers define before the first line
_LIBRARY: Final = """
NULL assert errno i386 linux unix sun vax mips arm hpux sgi main
memccpy memchr memcmp memcpy memmem memmove mempcpy memrchr memset rawmemchr bcmp bcopy bzero index rindex ffs ffsl
ffsll basename stpcpy stpncpy strcasecmp strcasestr strcat strchr strchrnul strcmp strcoll strcpy strcspn strdup
strdupa strerror strfry strlcat strlcpy strlen strncasecmp strncat strncmp strncpy strndup strndupa strnlen strpbrk
strrchr strsep strsignal strspn strstr strtok strxfrm strverscmp memfrob
must_fail may_fail
"""
_TAKEN: Final = frozenset((_KEYWORDS + _LIBRARY).split())
#: macros and types of stdint.h and float.h, and names of helper functions in bounds.c
_SYSTEM: Final = pattern(r"(?!in_)(?:(?:FLT|DBL|LDBL|DECIMAL)_.*|bounds_.*|.*_(?:t|MAX|MIN|C|WIDTH))")


def is_fit(identifier: str) -> bool:
    """May it stand in a C file and in SMT-LIB text as it is?"""
    return (
        _FIT.fullmatch(identifier) is not None
        and identifier not in _TAKEN
        and _SYSTEM.fullmatch(identifier) is None
        and encode_name(identifier) == identifier
    )


def identifier(name: str, taken: set[str], number: int = 1) -> str:
    """A fit identifier that reminds of a name; further ones get a number. It is added to those that are taken."""
    letters = _OTHER.sub("_", name).strip("_")[:LONGEST].strip("_")
    root = letters if letters and is_fit(letters) else f"{_PREFIX}{letters or 'put'}"
    chosen, more = (root if number <= 1 else f"{root}_{number}"), max(2, number)
    while chosen in taken or not is_fit(chosen):
        chosen, more = f"{root}_{more}", more + 1
    taken.add(chosen)
    return chosen
