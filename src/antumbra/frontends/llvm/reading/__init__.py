"""LLVM text to modules: types, operands, instructions, debug metadata."""
