"""Terms as machine code: ``expressions`` makes LLVM instructions of them, ``machine_code`` functions of LLVM text."""
