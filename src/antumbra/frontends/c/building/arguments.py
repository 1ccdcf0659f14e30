"""What a compiler's command line asks for, as gcc and clang have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from antumbra.patterns import pattern
from antumbra.records import dataclass

#: options whose value may be a word of its own
_WITH_VALUE: Final = frozenset(
    [
        "-o",
        "-x",
        "-I",
        "-D",
        "-U",
        "-L",
        "-l",
        "-F",
        "-A",
        "-T",
        "-u",
        "-z",
        "-e",
        "-h",
        "-G",
        "-B",
        "-b",
        "-V",
        "-include",
        "-include-pch",
        "-imacros",
        "-isystem",
        "-iquote",
        "-idirafter",
        "-iprefix",
        "-iwithprefix",
        "-iwithprefixbefore",
        "-isysroot",
        "--sysroot",
        "-MF",
        "-MT",
        "-MQ",
        "-MJ",
        "-Xlinker",
        "-Xassembler",
        "-Xpreprocessor",
        "-Xclang",
        "-Xanalyzer",
        "-mllvm",
        "-target",
        "--target",
        "-arch",
        "--param",
        "-framework",
        "-rpath",
        "-soname",
        "-aux-info",
        "-dumpbase",
        "-dumpbase-ext",
        "-dumpdir",
        "-wrapper",
        "-specs",
        "-install_name",
        "-undefined",
        "-Tdata",
        "-Tbss",
        "-Ttext",
        "--serialize-diagnostics",
        "-current_version",
        "-compatibility_version",
    ]
)
#: of these the value may also follow without a space
_JOINED: Final = (
    *("-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-MF", "-MT", "-MQ"),
    *("-o", "-x", "-I", "-D", "-U", "-L", "-l", "-F", "-T", "-B"),
)

#: steps that end before there is an object: nothing is carried
_EARLY: Final = frozenset(
    ["-E", "-S", "-M", "-MM", "-fsyntax-only", "--analyze", "-emit-llvm", "--precompile", "-###", "-emit-ast"]
)

C_SUFFIXES: Final = (".c", ".i")
_SOURCES: Final = (
    *C_SUFFIXES,
    ".s",
    ".S",
    ".sx",
    ".cc",
    ".cpp",
    ".cxx",
    ".C",
    ".c++",
    ".ii",
    ".m",
    ".mm",
    ".f",
    ".f90",
)
_OF_C: Final = ("c", "cpp-output", "c-cpp-output")

#: flags with which the same text means another program, or reads other files
_DIRECTORIES: Final = (
    "-I",
    "-iquote",
    "-isystem",
    "-idirafter",
    "-isysroot",
    "--sysroot",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
)
_FILES: Final = ("-include", "-imacros")
_MACROS: Final = ("-D", "-U")
_MEANING: Final = pattern(
    r"-std=[\w+:]+|-ansi|-trigraphs|-traditional-cpp|-undef|-pthread|-nostdinc|-nostdlibinc|-ffreestanding"
    r"|-f(?:no-)?(?:signed-char|unsigned-char|short-enums|short-wchar|common|gnu89-inline|gnu-keywords|asm|hosted"
    r"|ms-extensions|dollars-in-identifiers|lax-vector-conversions|signed-bitfields|unsigned-bitfields|openmp|blocks"
    r"|wchar|char8_t|plan9-extensions|declspec)"
    r"|-fpack-struct(?:=\d+)?|-f(?:exec|input|wide-exec)-charset=[\w-]+|-fconstexpr-depth=\d+|-fbracket-depth=\d+"
    r"|-flax-vector-conversions=\w+|-m(?!32\b|64\b|x32\b|16\b|llvm)[a-z0-9][\w.=-]*"
)


#: long names of options whose value follows, behind a sign or a space
_LONG: Final = {
    "--define-macro": "-D",
    "--undefine-macro": "-U",
    "--include-directory": "-I",
    "--include-directory-after": "-idirafter",
    "--include": "-include",
    "--imacros": "-imacros",
    "--output": "-o",
    "--language": "-x",
    "--library-directory": "-L",
}
_LONG_ALONE: Final = {
    "--ansi": "-ansi",
    "--trigraphs": "-trigraphs",
    "--no-standard-includes": "-nostdinc",
    "--signed-char": "-fsigned-char",
    "--unsigned-char": "-funsigned-char",
    "--compile": "-c",
    "--assemble": "-S",
    "--preprocess": "-E",
}
#: words behind which the next one is an option of an inner program, or its value
_INNER: Final = ("-Xclang", "-Xpreprocessor")


class ArgumentError(ValueError):
    """A command line that cannot be read."""


@dataclass(frozen=True, slots=True)
class Word:
    """An option with its value, or the name of a file. ``words`` are as they came."""

    words: tuple[str, ...]
    option: str = ""  #: empty: a file
    value: str = ""
    language: str = ""  #: of a file, as -x says

    @property
    def is_source(self) -> bool:
        return not self.option and (self.is_c or self.language not in ("", "none") or _suffix(self.value) in _SOURCES)

    @property
    def is_c(self) -> bool:
        if self.option:
            return False
        if self.language in ("", "none"):
            return _suffix(self.value) in C_SUFFIXES
        return self.language in _OF_C


def _suffix(name: str) -> str:
    return Path(name).suffix


class Call:
    """One call of a compiler, without the compiler's own name."""

    def __init__(self, arguments: Sequence[str], directory: Path) -> None:
        self.words: tuple[Word, ...] = tuple(_read(list(_expanded(arguments, directory))))

    def has(self, *options: str) -> bool:
        """Whether one of these was given."""
        return any(word.option in options for word in self.words)

    def value(self, option: str) -> str | None:
        """The last value of an option."""
        return next((word.value for word in reversed(self.words) if word.option == option), None)

    @property
    def sources(self) -> list[Word]:
        return [word for word in self.words if word.is_source]

    @property
    def linked(self) -> list[Word]:
        """Files that are only linked."""
        return [word for word in self.words if not word.option and not word.is_source]

    @property
    def early(self) -> bool:
        """Whether no object is made: only text, dependencies or messages."""
        if any(
            word.language.endswith("-header") or _suffix(word.value) == ".h" for word in self.words if not word.option
        ):
            return True  # a header that is compiled in advance
        return self.has(*_EARLY) or any(word.option.startswith(("-print-", "--print-")) for word in self.words)

    @property
    def compiles(self) -> bool:
        """Whether it ends with objects, before they are linked."""
        return self.has("-c")

    @property
    def data_model(self) -> str:
        """The sizes of C's types that the target has, as far as we know any."""
        for word in reversed(self.words):
            if word.option in ("-m32", "-m64", "-mx32", "-m16"):
                return {"-m32": "ILP32", "-m64": "LP64"}.get(word.option, word.option)
            if word.option in ("-target", "--target"):
                machine = word.value.split("-")[0]
                known = {"x86_64": "LP64", "amd64": "LP64", "i386": "ILP32", "i686": "ILP32", "x86": "ILP32"}
                return known.get(machine, word.value)
        return "LP64"

    def linker_words(self) -> list[str]:
        """What is handed on to the linker."""
        words = [part for word in self.words if word.option.startswith("-Wl,") for part in word.option.split(",")[1:]]
        return words + [word.value for word in self.words if word.option == "-Xlinker"]

    def libraries(self) -> list[Path]:
        """Static libraries that -l names, as far as they are in a folder of -L."""
        folders = [Path(word.value) for word in self.words if word.option == "-L"]
        static = self.has("-static")
        found: list[Path] = []
        for name in [word.value for word in self.words if word.option == "-l"]:
            endings = (".a",) if static else (".so", ".a")
            names = [name[1:]] if name[:1] == ":" else [f"lib{name}{ending}" for ending in endings]
            places = (folder / each for folder in folders for each in names)
            found += [place for place in places if place.is_file()][:1]
        return found

    def meaning(self) -> tuple[str, ...]:
        """The flags with which text means what it means here: macros, headers, standard, sizes. Not how it is
        optimised, warned about or written."""
        return tuple(_meaning(self.words))


def _meaning(words: Iterable[Word]) -> Iterator[str]:
    inner: list[str] = []
    for word in words:
        if word.option not in _INNER and inner:
            yield from _meaning(_read(inner))
            inner = []
        if word.option in (*_MACROS, *_DIRECTORIES, *_FILES):
            yield from (word.option, word.value) if not word.option.startswith("--") else word.words
        elif word.option.startswith("-Wp,"):
            yield from _meaning(_read(word.option.split(",")[1:]))
        elif word.option in _INNER:
            inner.append(word.value)
        elif word.option and _MEANING.fullmatch(word.option):
            yield word.option
    if inner:
        yield from _meaning(_read(inner))


def lasting(arguments: Iterable[str]) -> tuple[str, ...]:
    """Of the flags that :meth:`Call.meaning` gives, those that count for text with all headers in it."""
    kept: list[str] = []
    for word in _read(list(arguments)):
        if word.option in _MACROS:
            kept += [word.option, word.value]
        elif _MEANING.fullmatch(word.option):
            kept.append(word.option)
    return tuple(kept)


def anywhere(arguments: Iterable[str], directory: Path) -> Iterator[str]:
    """The same for a call in any folder: what is a path from ``directory`` is an absolute one."""
    for word in _read(list(_expanded(arguments, directory))):
        path = directory / word.value
        if word.option not in (*_DIRECTORIES, *_FILES, "-L", "") or not word.value or not path.exists():
            yield from word.words
        elif word.option.startswith("--"):
            yield f"{word.option}={path.absolute()}"
        else:
            yield from (*([word.option] if word.option else []), str(path.absolute()))


def _read(arguments: list[str]) -> Iterator[Word]:
    language = ""
    at = 0
    only_files = False
    while at < len(arguments):
        word = arguments[at]
        at += 1
        if only_files or not word.startswith("-") or word == "-":
            yield Word((word,), value=word, language=language)
        elif word == "--":
            only_files = True
        elif (long := word.partition("="))[0] in _LONG:
            value = long[2] if long[1] else "".join(arguments[at : at + 1])
            words = (word,) if long[1] else (word, value)
            at += len(words) - 1
            name = _LONG[long[0]]
            if name == "-x":
                language = value
            yield Word(words, name, value)
        elif word in _WITH_VALUE:
            value = arguments[at] if at < len(arguments) else ""
            at += 1
            if word == "-x":
                language = value
            yield Word((word, value), word, value)
        elif word in _LONG_ALONE or word.startswith("--std="):
            yield Word((word,), _LONG_ALONE.get(word, word[1:]))
        elif word.startswith(("--sysroot=", "--target=")):
            name, _, value = word.partition("=")
            yield Word((word,), name, value)
        else:
            joined = next((name for name in _JOINED if word.startswith(name)), "")
            if joined == "-x":
                language = word[2:]
            yield Word((word,), joined or word, word[len(joined) :] if joined else "")


def _expanded(arguments: Iterable[str], directory: Path, depth: int = 0) -> Iterator[str]:
    """With the words of response files (``@file``) in their place."""
    for argument in arguments:
        path = directory / argument[1:]
        if argument[:1] != "@" or not path.is_file():
            yield argument
        elif depth > 9:
            raise ArgumentError(f"response files are nested too deeply: {argument}")
        else:
            yield from _expanded(words_of(path.read_text("utf-8", "surrogateescape")), directory, depth + 1)


def words_of(text: str) -> list[str]:
    """The words of a command that is written as a shell would read it."""
    from shlex import split

    try:
        return split(text)
    except ValueError as error:
        raise ArgumentError(f"a command cannot be read: {error}") from error
