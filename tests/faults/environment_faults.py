"""What arguments, variables and files that are given leave out: other sizes, other numbers, what buffers hide."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from antumbra.frontends import environment
from antumbra.frontends.c import models, surroundings
from antumbra.frontends.llvm.library import known
from faults.reading_faults import verdict
from support.faults import Fault

_HEAD = "extern void reach_error(void); void *fopen(const char *, const char *); int fgetc(void *), getchar(void);\n"


def _killer(name: str, body: str, expected: str, **options: Any) -> Callable[[], None]:
    """A program must get the verdict, from models that are read anew."""

    def run() -> None:
        models.models.cache_clear()
        try:
            assert verdict(_HEAD + body, **options) == expected
        finally:
            models.models.cache_clear()

    run.__name__ = name
    return run


_fewer = _killer(
    "fewer_arguments",
    "int main(int argc, char **argv) { if (argc == 1) reach_error(); }",
    "unsafe",
    sym_args=[(0, 1, 1)],
)
_unset = _killer(
    "an_unset_variable",
    'char *getenv(const char *); int main(void) { if (!getenv("A")) reach_error(); }',
    "unsafe",
    sym_env=[("A", 1)],
)
_shorter = _killer("an_empty_input", "int main(void) { if (getchar() == -1) reach_error(); }", "unsafe", sym_stdin=2)
_other = _killer(
    "options_win",
    'static const char __antumbra_environment_0[] __attribute__((used)) = "--sym-arg 1";\n'
    "int main(int argc, char **argv) { if (argc != 3) reach_error(); }",
    "safe",
    sym_args=[1, 1],
)
_none = _killer("no_other_file", 'int main(void) { if (fopen("zzz", "r")) reach_error(); }', "safe", sym_files=(1, 1))
_buffer = _killer(
    "a_buffer",
    "int open(const char *, int, ...); long read(int, void *, unsigned long); int fputc(int, void *);\n"
    'int main(void) { char c; void *out = fopen("x", "w"); int in = open("x", 0); fputc(65, out);\n'
    "  if (read(in, &c, 1) == 1) reach_error(); }",
    "unknown",
    sym_files=(0, 0),
)
_stale = _killer(
    "what_was_read_ahead",
    "int open(const char *, int, ...); long write(int, const void *, unsigned long);\n"
    'int main(void) { void *in = fopen("A", "r"); int out = open("A", 1); int first = fgetc(in);\n'
    "  if (first == -1) return 0; write(out, \"xyz\", 3); if (fgetc(in) == 'y') reach_error(); }",
    "unknown",
    sym_files=(1, 2),
)
_lost = _killer(
    "a_write_that_failed",
    "int fputc(int, void *), fflush(void *);\n"
    'int main(void) { void *out = fopen("x", "w"); if (!out) return 0; if (fputc(65, out) != 65) return 0;\n'
    '  if (!fflush(out)) return 0; void *in = fopen("x", "r"); if (in && fgetc(in) == 65) reach_error(); }',
    "unknown",
    sym_files=(0, 0),
    io_may_fail=True,
)
_redirected = _killer(
    "a_descriptor_that_goes",
    "int printf(const char *, ...), open(const char *, int, ...), dup2(int, int), fflush(void *);\n"
    "long read(int, void *, unsigned long);\n"
    'int main(void) { char c; printf("a"); int out = open("x", 0102, 0644); dup2(out, 1); printf("b"); fflush(0);\n'
    "  if (read(open(\"x\", 0), &c, 1) == 1 && c == 'b') reach_error(); }",
    "unknown",
    sym_files=(0, 0),
)
_missing = _killer(
    "a_function_that_is_missing",
    "int open(const char *, int, ...), chmod(const char *, unsigned);\n"
    'int main(void) { chmod("A", 0); if (open("A", 0) == -1) reach_error(); }',
    "unknown",
    sym_files=(1, 1),
)


_listing = _killer(
    "a_listing_that_changes",
    "void *opendir(const char *); struct entry { char head[19], name[256]; } *readdir(void *);\n"
    "int mkdir(const char *, unsigned);\n"
    'int main(void) { struct entry *e; int seen = 0; void *all = opendir("."); mkdir("n", 0755);\n'
    "  while ((e = readdir(all))) seen |= e->name[0] == 'n'; if (!seen) reach_error(); }",
    "unknown",
    sym_files=(0, 0),
)
_rewound = _killer(
    "rewind_of_a_pipe",
    "extern void *stdin; void rewind(void *); int feof(void *);\n"
    "int main(void) { while (getchar() != -1) ; rewind(stdin); if (feof(stdin)) reach_error(); }",
    "unknown",
    sym_stdin=1,
)
_width = _killer(
    "a_width_at_the_end",
    "extern void *stdin; int scanf(const char *, ...), feof(void *);\n"
    'int main(void) { int i; if (scanf("%1d", &i) == 1 && !feof(stdin)) reach_error(); }',
    "unknown",
    sym_stdin=1,
)
_base = _killer(
    "a_base_that_there_is_not",
    "long strtol(const char *, char **, int);\n"
    'int main(void) { char *end = 0; strtol("7", &end, 1); if (end) reach_error(); }',
    "unknown",
)
_no_memory = _killer(
    "no_memory",
    "int *__errno_location(void); void *malloc(unsigned long);\n"
    "int main(void) { if (!malloc(3) && *__errno_location() == 12) reach_error(); }",
    "unsafe",
    malloc_may_fail=True,
)


def _in_c(condition: str, old: str, new: str, killer: Callable[[], None]) -> Fault:
    """A fault in the text of a model."""
    text = 'read_text("utf-8")'
    return Fault("files", condition, models._text, text, f"{text}.replace({old!r}, {new!r})", (killer,))


_begin = partial(Fault, "environment", function=surroundings._begin)

FAULTS = [
    _begin("the least arguments", old="klee_range({group.least}", new="klee_range({group.most}", killers=(_fewer,)),
    _begin("variables may be unset", old="klee_range(0, 2,", new="klee_range(1, 2,", killers=(_unset,)),
    _begin("files may be shorter", old="klee_range(0, {size", new="klee_range({size}, {size", killers=(_shorter,)),
    Fault("environment", "options count more", environment.joined, "one.arguments or other.arguments",
          "other.arguments or one.arguments", (_other,)),
    Fault("environment", "files that are given are all", models.models_for, "(FILES, environment.closed)",
          "(FILES, False)", (_none,)),
    _in_c("what is in a buffer is not in the file", "(nodes[node].dirty && ", "(0 && ", _buffer),
    _in_c("what was read ahead is old", "(writes && others)", "0", _stale),
    _in_c("a write that failed leaves anything", "nodes[descriptions[it].node].spoiled = 1", "(void)0", _lost),
    _in_c("streams hold what goes elsewhere", "if (!streams[i]->unbuffered)", "if (0)", _redirected),
    _in_c("names are read ahead", "now ? now != then", "0 ? 1", _listing),
    _in_c("libraries differ about the end", "(stream, 0, 0) && stream->ended", "(stream, 0, 0) && 0", _rewound),
    _in_c("libraries differ behind a width", "if (c == EOF) __antumbra", "if (0) __antumbra", _width),
    _in_c("libraries differ about wrong bases", "if (end) __antumbra_unsupported", "if (0) __antumbra_unsupported",
          _base),
    Fault("heap", "errno says that there is no memory", known._no_memory, "symbol.name == names.ERRNO", "False",
          (_no_memory,)),
    _in_c("what is not modelled ends", "tempnam chmod", "tempnam", _missing),
]  # fmt: skip
