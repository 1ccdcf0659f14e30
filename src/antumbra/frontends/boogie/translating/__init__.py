"""Checked Boogie to the program form."""
