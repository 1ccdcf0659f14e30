"""A witness from a file, whatever its format."""

from __future__ import annotations

from pathlib import Path

from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.witnesses.documents import MOST_BYTES
from antumbra.witnesses.values import Witness


def read_witness(path: Path, name: str) -> Witness:
    """``name``: of the file, for messages. Raises InputError, with a place, for what is no witness."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}; expected a witness", Location(name)) from error
    return witness_of(data, name)


def witness_of(data: bytes, name: str) -> Witness:
    """The witness in a text: GraphML where it begins as XML does, else YAML."""
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        from antumbra.witnesses.graphml_reading import graphml_witness

        return graphml_witness(data, name)
    from antumbra.witnesses.documents import read_yaml
    from antumbra.witnesses.yaml_reading import yaml_witness

    return yaml_witness(read_yaml(data, name))
