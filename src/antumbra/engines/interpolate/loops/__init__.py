"""Loops without a bound: one state for all iterations, explored in place of them."""
