"""What a command means, written once: programs compiled to Python, memory, states."""
