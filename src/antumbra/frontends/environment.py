"""What surrounds a program when it starts, where the user gives it: arguments, variables, files, standard input.

Each part is unknown within stated bounds. Its words are those of the command line (:meth:`Environment.words`), which
tests and the header ``antumbra/environment.h`` use, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, cast

from antumbra.patterns import pattern
from antumbra.program.errors import InputError
from antumbra.records import dataclass

#: arguments in all; files; bytes of one argument, variable or file
MOST_ARGUMENTS = 99
MOST_FILES = 26
MOST_BYTES = 1 << 16
_NAME = pattern(r"[A-Za-z_][A-Za-z0-9_]*")
#: what a suite of Test-Comp cannot say
NO_SUITE = "Test-Comp's format (.xml) has no arguments, variables, files and standard input"


@dataclass(frozen=True, slots=True)
class Arguments:
    """From ``least`` to ``most`` arguments in a row, each of at most ``length`` characters."""

    least: int
    most: int
    length: int


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of the environment: unset, or a text of at most ``length`` characters."""

    name: str
    length: int


@dataclass(frozen=True, slots=True)
class Files:
    """Files named A, B, …, each of at most ``size`` bytes."""

    count: int
    size: int

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(chr(ord("A") + number) for number in range(self.count))


@dataclass(frozen=True, slots=True)
class Environment:
    """``stdin`` is the most bytes of the standard input. With it or with ``files`` there are no other files."""

    arguments: tuple[Arguments, ...] = ()
    stdin: int | None = None
    files: Files | None = None
    variables: tuple[Variable, ...] = ()
    io_may_fail: bool = False  #: of files that are given: reads may be short, and each operation may fail

    @property
    def given(self) -> bool:
        return bool(self.arguments or self.variables or self.closed)

    @property
    def closed(self) -> bool:
        """Whether all files are known."""
        return self.stdin is not None or self.files is not None

    @property
    def argc(self) -> tuple[int, int]:
        least, most = sum(group.least for group in self.arguments), sum(group.most for group in self.arguments)
        return 1 + least, 1 + most

    @property
    def argc_text(self) -> str:
        least, most = self.argc
        return str(least) if least == most else f"{least} to {most}"

    def words(self) -> tuple[str, ...]:
        """The options of the command line that give it."""
        return tuple(self._words())

    def _words(self) -> Iterator[str]:
        for group in self.arguments:
            if (group.least, group.most) == (1, 1):
                yield from ("--sym-arg", str(group.length))
            else:
                yield from ("--sym-args", str(group.least), str(group.most), str(group.length))
        for variable in self.variables:
            yield from ("--sym-env", variable.name, str(variable.length))
        if self.files is not None:
            yield from ("--sym-files", str(self.files.count), str(self.files.size))
        if self.stdin is not None:
            yield from ("--sym-stdin", str(self.stdin))
        if self.io_may_fail:
            yield "--io-may-fail"

    def fixed(self, parameters: int, uses_files: bool) -> Iterator[str]:
        """What is fixed for a main with so many parameters, each in a few words."""
        if self.arguments:
            lengths = sorted({group.length for group in self.arguments})
            several = f"{lengths[0]} to " if len(lengths) > 1 else ""
            yield f"argc = {self.argc_text}"
            yield f"arguments of at most {several}{counted(lengths[-1], 'character')}"
        elif parameters:
            yield "argc = 1"
        if self.variables:
            texts = (f"{v.name} (unset, or at most {counted(v.length, 'character')})" for v in self.variables)
            yield f"no environment but {', '.join(texts)}"
        elif parameters > 2:
            yield "no environment"
        if self.closed and uses_files:
            yield f"stdin of at most {counted(self.stdin, 'byte')}" if self.stdin else "stdin is empty"
            if self.files is not None and self.files.count:
                yield f"no files but {', '.join(self.files.names)}, each of at most {counted(self.files.size, 'byte')}"
            else:
                yield "no files"
            if not self.io_may_fail:
                yield "no failing reads or writes"


NOTHING = Environment()


def counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def joined(one: Environment, other: Environment) -> Environment:
    """What ``one`` gives, and of the rest what ``other`` does."""
    return Environment(
        one.arguments or other.arguments,
        one.stdin if one.stdin is not None else other.stdin,
        one.files or other.files,
        one.variables or other.variables,
        one.io_may_fail or other.io_may_fail,
    )


# ---------------------------------------------------------------- reading


def environment(
    arguments: Sequence[int | Sequence[int]] = (),
    stdin: int | None = None,
    files: Sequence[int] | None = None,
    variables: Sequence[tuple[str, int]] = (),
    *,
    io_may_fail: bool = False,
) -> Environment:
    """Raises InputError where a number or a name is not one that there can be."""
    groups = tuple(_group((item,) if isinstance(item, int) else _several("--sym-args", item)) for item in arguments)
    if sum(group.most for group in groups) > MOST_ARGUMENTS:
        raise InputError(f"--sym-args: more than {MOST_ARGUMENTS} arguments")
    found = Environment(
        groups,
        None if stdin is None else _number("--sym-stdin", stdin, MOST_BYTES),
        None if files is None else _files(_several("--sym-files", files)),
        tuple(_variable(_several("--sym-env", item)) for item in variables),
        io_may_fail,
    )
    names = [variable.name for variable in found.variables]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"--sym-env: {name} is given twice")
    return found


def _several(option: str, value: object) -> tuple[Any, ...]:
    """What Python callers give is not checked by a parser."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return tuple(cast("Sequence[Any]", value))
    raise InputError(f"{option}: expected a sequence, found {value!r}")


def _number(option: str, value: object, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise InputError(f"{option}: expected a number from 0 to {most}, found {value!r}")
    return value


def _group(numbers: tuple[Any, ...]) -> Arguments:
    if len(numbers) == 1:
        return Arguments(1, 1, _number("--sym-arg", numbers[0], MOST_BYTES))
    if len(numbers) != 3:
        raise InputError("--sym-args: expected three numbers, MIN MAX LEN")
    least, most = (_number("--sym-args", number, MOST_ARGUMENTS) for number in numbers[:2])
    if least > most:
        raise InputError(f"--sym-args: the least number of arguments, {least}, is more than the most, {most}")
    return Arguments(least, most, _number("--sym-args", numbers[2], MOST_BYTES))


def _files(numbers: tuple[Any, ...]) -> Files:
    if len(numbers) != 2:
        raise InputError("--sym-files: expected two numbers, N SIZE")
    return Files(_number("--sym-files", numbers[0], MOST_FILES), _number("--sym-files", numbers[1], MOST_BYTES))


def _variable(given: tuple[Any, ...]) -> Variable:
    if len(given) != 2:
        raise InputError("--sym-env: expected a name and a number, NAME LEN")
    name, length = given
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise InputError(f"--sym-env: expected a name of letters, digits and _, found {name!r}")
    return Variable(name, _number("--sym-env", length, MOST_BYTES))


def from_words(words: Sequence[str]) -> Environment:
    """The environment that options give, KLEE's spelling with one dash included. Raises InputError for other words."""
    arguments: list[tuple[int, ...]] = []
    variables: list[tuple[str, int]] = []
    stdin: int | None = None
    files: tuple[int, ...] | None = None
    may_fail = False
    rest = list(words)
    while rest:
        option = rest.pop(0)
        match f"-{option}" if re.match(r"-\w", option) else option:
            case "--sym-arg":
                arguments.append(_take(rest, option, 1))
            case "--sym-args":
                arguments.append(_take(rest, option, 3))
            case "--sym-stdin":
                stdin = _take(rest, option, 1)[0]
            case "--sym-files":
                files = _take(rest, option, 2)
            case "--sym-env":
                name = rest.pop(0) if rest else ""
                variables.append((name, _take(rest, option, 1)[0]))
            case "--io-may-fail":
                may_fail = True
            case _:
                raise InputError(f"{option!r} says nothing of the environment; expected --sym-args and its kin")
    return environment(arguments, stdin, files, variables, io_may_fail=may_fail)


def _take(rest: list[str], option: str, count: int) -> tuple[int, ...]:
    numbers = [rest.pop(0) for _ in range(min(count, len(rest)))]
    if len(numbers) < count or not all(re.fullmatch(r"[0-9]{1,9}", number) for number in numbers):
        raise InputError(f"{option}: expected {count} number{'s' if count > 1 else ''}")
    return tuple(map(int, numbers))


# ---------------------------------------------------------------- inputs by name

COUNT = "n_args"
_ARGUMENT = pattern(r"argv\[([0-9]+)\]")


def argument(number: int) -> str:
    return f"argv[{number}]"


def file(name: str) -> str:
    return f"file {name}"


def variable(name: str) -> str:
    return f"env {name}"


def is_set(name: str) -> str:
    return f"env {name} is set"


STDIN = "stdin"


def size(name: str) -> str:
    """The input that says how many bytes of the input ``name`` count."""
    return f"size of {name}"
