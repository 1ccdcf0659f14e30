"""Terms as SMT-LIB text (``write``), and back (``read``, which few runs need)."""

from antumbra.terms.smtlib.write import Printer, declarations, decode_name, encode_name, script, to_smtlib

__all__ = ["Printer", "declarations", "decode_name", "encode_name", "script", "to_smtlib"]
