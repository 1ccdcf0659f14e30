"""The objects of a program as far as they can be told apart, and what points to them."""
