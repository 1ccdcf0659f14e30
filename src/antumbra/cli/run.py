"""One call of the program: from arguments to an exit status, whatever happens in between."""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from antumbra.cli.declared import Call, WrongCall
from antumbra.cli.leaving import leave_on_interrupt, say_unknown
from antumbra.cli.output import OutputError, complain, complain_of_ourselves, discard, flush, provide_streams, write
from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.report.sanitize import one_line
from antumbra.version import __version__

WRONG_CALL = 3
UNKNOWN = 2

#: what a place to write to says that takes no more
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    return _run(list(sys.argv[1:] if arguments is None else arguments), Call())


def run_and_leave() -> NoReturn:
    """Run one command and end the process at once: the system frees memory faster than we can."""
    gc.disable()  # until modules are loaded, which make thousands of objects and no garbage
    call = Call(leaving=True)  # keeps what the run still holds
    os._exit(_run(sys.argv[1:], call))


def _run(arguments: list[str], call: Call) -> int:
    """The exit status, whatever happens; nothing escapes as a traceback."""
    provide_streams()
    as_json = "--json" in arguments
    try:
        return _command(arguments, call, as_json=as_json)
    except OutputError as error:
        complain(f"antumbra: the output cannot be written: {error}")
        return WRONG_CALL
    except KeyboardInterrupt:  # while another error is told
        return UNKNOWN
    finally:
        if call.leaving:
            leave_on_interrupt(reported=True)
        flush()


def _command(arguments: list[str], call: Call, *, as_json: bool) -> int:
    try:
        return _called(arguments, call, as_json=as_json)
    except InputError as error:
        return _wrong_input(error, as_json=as_json)
    except BrokenPipeError:
        discard(sys.stdout)
        return UNKNOWN
    except KeyboardInterrupt:
        return say_unknown("interrupted", as_json=as_json)
    except MemoryError:
        return say_unknown("memory limit: the system has none left", as_json=as_json)
    except OutputError:
        raise
    except Exception as error:  # the last resort: our own bugs end as unknown, never as a verdict
        if isinstance(error, OSError) and error.errno in _FULL:
            raise OutputError(error.strerror or str(error)) from error
        complain_of_ourselves(error, verbose="--verbose" in arguments or "-v" in arguments)
        return say_unknown(f"internal error: {type(error).__name__}: {error}", as_json=as_json)


def _called(arguments: list[str], call: Call, *, as_json: bool) -> int:
    """Run the command that the words name."""
    if arguments == ["--version"]:
        write(f"antumbra {__version__}\n")
        return 0
    from antumbra.cli.app import COMMANDS
    from antumbra.cli.plain import plain

    call.words = tuple(arguments[1:])
    command = COMMANDS.get(arguments[0]) if arguments else None
    settings = plain(command, arguments[1:]) if command is not None else None
    if command is not None and settings is not None:
        try:
            return command.run(call, **settings)
        except WrongCall as error:
            return _wrong_call(str(error), f"antumbra {command.name}", as_json=as_json)
    from antumbra.cli.clicking import WrongWords, called

    try:
        return called(COMMANDS, arguments, call, WRONG_CALL)
    except WrongWords as error:
        return _wrong_call(error.message, error.path, as_json=as_json)


def _wrong_call(message: str, path: str, *, as_json: bool) -> int:
    complain(f"antumbra: {one_line(message)}\nTry: {path} --help")
    if as_json:
        _write_error(message, None)
    return WRONG_CALL


def _wrong_input(error: InputError, *, as_json: bool) -> int:
    complain("\n".join([f"antumbra: {one_line(str(error))}", *(f"  {one_line(note)}" for note in error.notes)]))
    if as_json:
        _write_error(str(error), error.location)
    return WRONG_CALL


def _write_error(message: str, location: Location | None) -> None:
    from antumbra.report.json_report import dumps, input_error

    write(dumps(input_error(message, location)) + "\n")
