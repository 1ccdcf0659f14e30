"""What a test says of arguments, variables, files and standard input, as the bytes that a real run would get.

The inputs of an environment come before all others, in the order in which ``frontends.c.surroundings`` makes them.
"""

from __future__ import annotations

from collections.abc import Callable

from antumbra.engines.outcome import InputValue
from antumbra.evidence.testcase import TestCase
from antumbra.evidence.values import in_memory
from antumbra.frontends import environment as E
from antumbra.program.errors import InputError
from antumbra.program.model import Source
from antumbra.records import dataclass, field


@dataclass(slots=True)
class Surroundings:
    """``lengths`` of arguments as the options give them; an argument ends at its first zero byte."""

    arguments: list[bytes] = field(default_factory=list[bytes])
    lengths: list[int] = field(default_factory=list[int])
    #: None: not set
    variables: dict[str, bytes | None] = field(default_factory=dict[str, "bytes | None"])
    files: dict[str, bytes] = field(default_factory=dict[str, bytes])
    stdin: bytes | None = None


def surroundings(test: TestCase) -> tuple[Surroundings | None, list[InputValue]]:
    """What surrounds the run, and the inputs that the program itself asks for. None: nothing was given."""
    inputs = [item for item in test.inputs if item.source in (Source.INPUT, Source.HAVOC)]
    try:
        environment = E.from_words(test.environment)
    except InputError:
        return None, inputs
    if not environment.given:
        return None, inputs
    return _taken(environment, inputs), inputs


def _taken(environment: E.Environment, inputs: list[InputValue]) -> Surroundings:
    """Takes what belongs to the environment from the start of ``inputs``."""
    found = Surroundings()

    def take(name: str) -> bytes:
        return in_memory(inputs.pop(0)) if inputs and inputs[0].name == name else b""

    for group in environment.arguments:
        count = int.from_bytes(take(E.COUNT), "little") if group.least < group.most else group.least
        for _ in range(min(count, group.most)):
            found.arguments.append(take(E.argument(len(found.arguments) + 1)))
            found.lengths.append(group.length)
    for variable in environment.variables:
        is_set = any(take(E.is_set(variable.name)))
        found.variables[variable.name] = take(E.variable(variable.name)) if is_set else None
    if environment.closed:
        if environment.files is not None:
            for name in environment.files.names:
                found.files[name] = _content(E.file(name), take)
        found.stdin = _content(E.STDIN, take)
    return found


def _content(name: str, take: Callable[[str], bytes]) -> bytes:
    data = take(name)
    return data[: int.from_bytes(take(E.size(name)), "little")]


# ---------------------------------------------------------------- and back


def inputs_of(found: Surroundings) -> tuple[E.Environment, list[InputValue]]:
    """An environment of just these parts, and its inputs."""
    inputs: list[InputValue] = []

    def give(name: str, data: bytes) -> None:
        if data:
            inputs.append(InputValue(name, "bytes", Source.INPUT, 8 * len(data), int.from_bytes(data, "little")))

    def number(name: str, value: int) -> None:
        inputs.append(InputValue(name, "int", Source.INPUT, 32, value))

    for index, (text, length) in enumerate(zip(found.arguments, found.lengths, strict=True), 1):
        give(E.argument(index), text.ljust(length, b"\0")[:length])
    for name, value in found.variables.items():
        number(E.is_set(name), int(value is not None))
        if value is not None:
            give(E.variable(name), value)
    size = max(map(len, found.files.values()), default=0)
    for name, data in found.files.items():
        give(E.file(name), data.ljust(size, b"\0"))
        if size:
            number(E.size(E.file(name)), len(data))
    if found.stdin:
        give(E.STDIN, found.stdin)
        number(E.size(E.STDIN), len(found.stdin))
    environment = E.Environment(
        tuple(E.Arguments(1, 1, length) for length in found.lengths),
        None if found.stdin is None else len(found.stdin),
        E.Files(len(found.files), size) if found.files else None,
        tuple(E.Variable(name, len(value or b"")) for name, value in found.variables.items()),
    )
    return environment, inputs
