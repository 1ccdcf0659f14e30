"""Files of a result that the user names: a disk that is full costs no verdict."""

from __future__ import annotations

from pathlib import Path

from antumbra.cli.output import complain
from antumbra.report.result import Result
from antumbra.version import __version__


def write_files(result: Result, sarif: Path | None, witness: Path | None, witness_format: str | None) -> None:
    """The SARIF report, and the witness where there is one."""
    if sarif is not None:
        _write("SARIF report", sarif, _sarif(result))
    if witness is not None and result.witness is not None:
        _write("witness", witness, _witness(result, witness, witness_format))


def _write(what: str, path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        complain(f"antumbra: the {what} was not written: {error}")


def _sarif(result: Result) -> str:
    from antumbra.report.json_report import dumps
    from antumbra.report.sarif import sarif

    return dumps(sarif(result, __version__)) + "\n"


def _witness(result: Result, path: Path, witness_format: str | None) -> str:
    if result.witness is None:
        return ""
    if witness_format == "graphml" or (witness_format is None and path.suffix.lower() == ".graphml"):
        from antumbra.witnesses.graphml_writing import graphml_text

        return graphml_text(result.witness)
    from antumbra.witnesses.yaml_writing import yaml_text

    return yaml_text(result.witness)
