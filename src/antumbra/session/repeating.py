"""The words of a command line that read a program in the same way again."""

from __future__ import annotations

from collections.abc import Iterator

from antumbra.frontends.options import LoadOptions

_DEFAULT = LoadOptions()
_FLAGS = {
    "entry": "--entry",
    "entry_pointers": "--entry-pointers",
    "entry_pointer_size": "--entry-pointer-size",
    "language": "--language",
    "data_model": "--data-model",
    "externals": "--externals",
    "clang": "--clang",
}


def reading_words(options: LoadOptions) -> tuple[str, ...]:
    """Further files and options that are not the defaults."""
    return tuple(_words(options))


def _words(options: LoadOptions) -> Iterator[str]:
    yield from options.link
    for name, flag in _FLAGS.items():
        value = getattr(options, name)
        if value != getattr(_DEFAULT, name):
            yield from (flag, str(value))
    for flag, values in (("-I", options.include_dirs), ("-D", options.defines), ("--cflag", options.cflags)):
        for value in values:
            yield from (flag, value) if flag != "--cflag" else (f"{flag}={value}",)
    if options.malloc_may_fail:
        yield "--malloc-may-fail"
