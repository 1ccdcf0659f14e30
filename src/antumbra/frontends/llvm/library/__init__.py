"""Functions that mean something to a verifier: intrinsics, inputs, the C library, functions without a body."""
