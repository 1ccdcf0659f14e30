"""What BenchExec has to know of Antumbra: how it is called, and what its answers mean.

Options of a run definition come first: ``check`` (the default), ``explore`` or ``validate``, then the command's own.
A task with a goal of Test-Comp's is explored; one that names a witness is validated.
"""

# pyright: reportMissingImports=false, reportUntypedBaseClass=false

from __future__ import annotations

from pathlib import Path
from typing import Any

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task

COMMANDS = ("check", "explore", "validate")


class Tool(benchexec.tools.template.BaseTool2):
    """Tool info for Antumbra: a workbench that verifies C programs."""

    REQUIRED_PATHS = ["."]  # noqa: RUF012 - as the base class has it

    def executable(self, tool_locator: Any) -> str:
        return tool_locator.find_executable("antumbra", subdir="bin")

    def name(self) -> str:
        return "Antumbra"

    def version(self, executable: str) -> str:
        return self._version_from_tool(executable, line_prefix="antumbra")

    def cmdline(self, executable: str, options: list[str], task: Any, rlimits: Any) -> list[str]:
        words = list(options)
        given = words.pop(0) if words and words[0] in COMMANDS else None
        files = list(task.input_files_or_identifier)
        witness = task.options.get("witness_input_file") if isinstance(task.options, dict) else None
        command = given or ("validate" if witness else "explore" if _covers(task.property_file) else "check")
        if task.property_file:
            words += ["--property", task.property_file]
        model = get_data_model_from_task(task, {ILP32: "--32", LP64: "--64"})
        if model and model not in words:
            words.append(model)
        if rlimits.cputime and not {"--timeout", "-t"} & set(words):
            words += ["--timeout", f"{rlimits.cputime}s"]
        if witness:
            files.sort(key=lambda name: Path(name).name == witness)  # the program, then the witness
        return [executable, command, *words, *files]

    def determine_result(self, run: Any) -> str:
        for line in reversed(list(run.output)):
            if line.startswith("RESULT: "):
                return self._answer(line.removeprefix("RESULT: ").strip(), run)
        return result.RESULT_TIMEOUT if run.was_timeout else result.RESULT_ERROR

    def _answer(self, answer: str, run: Any) -> str:
        if "explore" in list(run.cmdline)[:2]:
            return result.RESULT_DONE
        if answer == "true":
            return result.RESULT_TRUE_PROP
        if answer.startswith("false("):
            return answer
        return f"{result.RESULT_UNKNOWN}{answer.removeprefix('unknown')}"


def _covers(file: str | None) -> bool:
    """Is it a goal that tests are to cover?"""
    try:
        return file is not None and Path(file).read_text("utf-8").lstrip().startswith("COVER")
    except (OSError, UnicodeDecodeError):
        return False
