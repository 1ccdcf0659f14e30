"""Guarded commands (``.gcl``): concurrent protocols over unbounded integers, as a Program.

``tokens`` and ``parser`` read the text, ``syntax`` is what they hand on, ``scope`` and ``expressions`` give it meaning
for one choice of the parameters, ``build`` makes the Program. The language is described in docs/protocols.md.
"""
