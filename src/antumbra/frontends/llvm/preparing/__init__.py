"""What is done to the text of a module before it is read: unknown locals, scopes, LLVM's own passes."""
