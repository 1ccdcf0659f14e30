"""Transition systems: from programs, with calls inlined; predicates and constraints over them."""
