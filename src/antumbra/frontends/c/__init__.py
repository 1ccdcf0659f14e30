"""The C driver: compile with a clang from a Python wheel, and link our own models of the C library.

``libc/`` holds the models, in C; ``include/`` the headers that a program may include to speak to us.
"""
