"""Dynamic symbolic execution with interpolation: TracerX (Jaffar, Maghareh, Godboley, Ha), sections 4 and 5.

Each program point learns why the subtree below it was safe (an interpolant, ``backprop``); a later state
that the reason covers is not explored again (``table``). ``trace`` reads back what was executed.
"""
