"""C text that starts a reproducer again with the arguments, variables, files and standard input of a test.

A constructor runs before main: it makes the files in a new folder, which becomes the working directory, and runs the
program anew with what the test says. All text from the test is given as numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from antumbra.evidence.surroundings import Surroundings

_HEAD = """\
extern int antumbra_open(const char *, int, ...) __asm__("open");
extern __INTPTR_TYPE__ antumbra_write(int, const void *, __SIZE_TYPE__) __asm__("write");
extern int antumbra_close(int) __asm__("close");
extern int antumbra_dup2(int, int) __asm__("dup2");
extern int antumbra_unlink(const char *) __asm__("unlink");
extern int antumbra_chdir(const char *) __asm__("chdir");
extern char *antumbra_mkdtemp(char *) __asm__("mkdtemp");
extern char *antumbra_getenv(const char *) __asm__("getenv");
extern int antumbra_unsetenv(const char *) __asm__("unsetenv");
extern int antumbra_putenv(char *) __asm__("putenv");
extern int antumbra_execve(const char *, char *const *, char *const *) __asm__("execve");
extern char **antumbra_environ __asm__("environ");
static int antumbra_file(const char *name, const void *bytes, __SIZE_TYPE__ size) {
  int file = antumbra_open(name, 0102, 0644);
  if (file < 0 || antumbra_write(file, bytes, size) != (__INTPTR_TYPE__)size) __builtin_abort();
  antumbra_close(file);
  return antumbra_open(name, 0);
}
"""


def launcher(around: Surroundings) -> str:
    return "".join(_lines(around))


def _bytes(data: bytes) -> str:
    return ", ".join(map(str, data))


def _text(data: bytes) -> str:
    """As a string: what comes before the first zero."""
    return _bytes(data.split(b"\0")[0] + b"\0")


def _lines(around: Surroundings) -> Iterator[str]:
    yield _HEAD
    for number, argument in enumerate(around.arguments, 1):
        yield f"static char antumbra_argument_{number}[] = {{{_text(argument)}}};\n"
    named = {name: value for name, value in around.variables.items() if value is not None}
    for number, (name, value) in enumerate(named.items()):
        yield f"static char antumbra_variable_{number}[] = {{{_text(name.encode() + b'=' + value)}}};\n"
    arguments = "".join(f", antumbra_argument_{number}" for number in range(1, len(around.arguments) + 1))
    variables = "".join(f", antumbra_variable_{number}" for number in range(len(named)))
    yield "__attribute__((constructor)) static void antumbra_launch(void) {\n"
    yield '  static char mark[] = "ANTUMBRA_REPRODUCER=1", folder[] = "/tmp/antumbra-XXXXXX";\n'
    yield f'  static char program[] = "program", *arguments[] = {{program{arguments}, 0}};\n'
    # a sanitizer has read its options by the time that this runs again
    yield '  static char sanitizer[] = "ASAN_OPTIONS=detect_stack_use_after_return=1";\n'
    yield f"  static char *variables[] = {{mark, sanitizer{variables}, 0}};\n"
    yield '  if (antumbra_getenv("ANTUMBRA_REPRODUCER")) {\n'
    yield '    antumbra_unsetenv("ANTUMBRA_REPRODUCER");\n'
    yield '    antumbra_unsetenv("ASAN_OPTIONS");\n    return;\n  }\n' if around.variables else "    return;\n  }\n"
    if around.stdin is not None:
        yield "  if (!antumbra_mkdtemp(folder) || antumbra_chdir(folder)) __builtin_abort();\n"
        contents = [("stdin", around.stdin), *around.files.items()]
        for number, (name, data) in enumerate(contents):
            yield f"  static const unsigned char file_{number}[] = {{{_bytes(data or bytes(1))}}};\n"
            made = f'antumbra_file("{name}", file_{number}, {len(data)})'
            if name == "stdin":
                yield f'  if (antumbra_dup2({made}, 0) || antumbra_unlink("stdin")) __builtin_abort();\n'
            else:
                yield f"  antumbra_close({made});\n"
        # only 0, 1 and 2 are open when a program starts
        yield "  for (int file = 3; file < 64; file++) antumbra_close(file);\n"
    if not around.variables:
        yield "  antumbra_putenv(mark);\n"
    chosen = "variables" if around.variables else "antumbra_environ"
    yield f'  antumbra_execve("/proc/self/exe", arguments, {chosen});\n  __builtin_abort();\n}}\n'
