"""Text in, Program out, nothing else: ``load`` finds the front end for a file.

Each language is a folder (``c``, ``llvm``, …) that knows no other; ``native`` joins the C driver, the library
models and the LLVM translator. Wrong input raises ``InputError``.
"""
