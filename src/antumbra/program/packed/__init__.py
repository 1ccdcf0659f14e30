"""Programs as bytes and back, so that what was read once need not be read again.

``forms`` says which fields each part of a program has; ``packing`` takes a program apart into columns of numbers and
texts, ``unpacking`` makes it again.
"""
