"""What runs engines in turn: one strategy for each way to combine them.

``auto.py``: turns that grow, in steps (``antumbra.engines.effort``), until one engine decides. Which engines take part
is said by the language (``antumbra.program.languages``) and by what was asked (``antumbra.session.standard``).
"""
