"""Native replay: the analysed modules, instrumented, linked with a freestanding harness, run confined."""
