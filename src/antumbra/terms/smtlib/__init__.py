"""Terms as SMT-LIB text (``write``), and back (``read``)."""

from antumbra.terms.smtlib.read import SmtlibError, parse_script, parse_term
from antumbra.terms.smtlib.write import Printer, declarations, decode_name, encode_name, script, to_smtlib

__all__ = [
    "Printer",
    "SmtlibError",
    "declarations",
    "decode_name",
    "encode_name",
    "parse_script",
    "parse_term",
    "script",
    "to_smtlib",
]
