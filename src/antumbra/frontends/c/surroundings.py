"""The C file that makes the inputs of an environment: arguments, variables, files, standard input.

It is generated from numbers; the name of a variable is given as the numbers of its letters. All inputs are made before
anything else of the program runs, in a fixed order (arguments, variables, files, standard input), so that a test
of another tool, which has them all, can be read.
"""

from __future__ import annotations

from collections.abc import Iterator

from antumbra.frontends import environment as E
from antumbra.frontends.c.models import Model

NAME = "surroundings.c"
BEGIN, ARGC, ARGV, ENVP = "antumbra.begin", "antumbra.argc", "antumbra.argv", "antumbra.envp"
FILES = ("antumbra.file_count", "antumbra.file_data", "antumbra.file_sizes", "antumbra.io_may_fail")


def surroundings(environment: E.Environment) -> Model:
    """A model of the library; what it makes is found by the names above and by ``environ``."""
    text = "\n".join((*_declarations(environment), *_begin(environment))) + "\n"
    symbols = frozenset((BEGIN, ARGC, ARGV, ENVP, "environ", *FILES))
    return Model(NAME, text, symbols, host=False)


def _declarations(environment: E.Environment) -> Iterator[str]:
    count = environment.files.count if environment.files is not None else 0
    yield '#include "antumbra.h"'
    yield "int klee_range(int begin, int end, const char *name);"
    yield 'static char program[] = "program";'
    yield f"static char *arguments[{environment.argc[1] + 1}] = {{program}};"
    yield "static int count = 1;"
    yield f"static char *variables[{len(environment.variables) + 1}];"
    yield "static int variable_count;"
    if environment.variables:
        yield "char **environ = variables;"
    for number, group in enumerate(environment.arguments):
        for index in range(group.most):
            yield f"static char argument_{number}_{index}[{group.length + 1}];"
    for number, variable in enumerate(environment.variables):
        letters = ", ".join(str(byte) for byte in f"{variable.name}=".encode("ascii"))
        yield f"static char variable_{number}[{len(variable.name) + 2 + variable.length}] = {{{letters}}};"
    sizes = [environment.files.size if environment.files is not None else 0] * count + [environment.stdin or 0]
    for number, size in enumerate(sizes):
        yield f"static byte file_{number}[{max(size, 1)}];"
    yield f'const int __antumbra_file_count ANTUMBRA_OURS("file_count") = {count};'
    yield 'extern byte *const __antumbra_file_data[] ANTUMBRA_OURS("file_data");'
    yield f"byte *const __antumbra_file_data[] = {{{', '.join(f'file_{n}' for n in range(count + 1))}}};"
    yield f'int __antumbra_file_sizes[{count + 1}] ANTUMBRA_OURS("file_sizes");'
    yield f'const int __antumbra_io_may_fail ANTUMBRA_OURS("io_may_fail") = {int(environment.io_may_fail)};'
    yield f'int __antumbra_argc(void) ANTUMBRA_OURS("{ARGC[9:]}");'
    yield f'char **__antumbra_argv(void) ANTUMBRA_OURS("{ARGV[9:]}");'
    yield f'char **__antumbra_envp(void) ANTUMBRA_OURS("{ENVP[9:]}");'
    yield f'void __antumbra_begin(void) ANTUMBRA_OURS("{BEGIN[9:]}");'
    yield "int __antumbra_argc(void) { return count; }"
    yield "char **__antumbra_argv(void) { return arguments; }"
    yield "char **__antumbra_envp(void) { return variables; }"


def _begin(environment: E.Environment) -> Iterator[str]:
    yield "void __antumbra_begin(void) {"
    yield "  int n;"
    least = most = 1  # where the next argument may stand
    for number, group in enumerate(environment.arguments):
        if group.least < group.most:
            yield f'  n = klee_range({group.least}, {group.most + 1}, "{E.COUNT}");'
        else:
            yield f"  n = {group.least};"
        for index in range(group.most):
            yield f"  if ({index} < n) {{"
            room = f"argument_{number}_{index}"
            for place in range(least + index, most + index + 1) if group.length else ():
                # the last character of the room stays zero
                made = f'klee_make_symbolic({room}, {group.length}, "{E.argument(place)}");'
                yield f"    {made}" if least == most else f"    if (count == {place}) {made}"
            yield f"    arguments[count++] = {room};"
            yield "  }"
        least, most = least + group.least, most + group.most
    for number, variable in enumerate(environment.variables):
        yield f'  if (klee_range(0, 2, "{E.is_set(variable.name)}")) {{'
        start = len(variable.name) + 1
        room = f"variable_{number}"
        if variable.length:
            yield f'    klee_make_symbolic({room} + {start}, {variable.length}, "{E.variable(variable.name)}");'
        yield f"    variables[variable_count++] = {room};"
        yield "  }"
    inputs = [(E.file(name), environment.files.size) for name in environment.files.names] if environment.files else []
    for number, (name, size) in enumerate([*inputs, (E.STDIN, environment.stdin or 0)]):
        if size:
            yield f'  klee_make_symbolic(file_{number}, {size}, "{name}");'
            yield f'  __antumbra_file_sizes[{number}] = klee_range(0, {size + 1}, "{E.size(name)}");'
    yield "}"
