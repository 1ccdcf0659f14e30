// provides: stdin stdout stderr
#include "stdio.h"

static FILE input, output = {.descriptor = 1}, error = {.descriptor = 2};
FILE *stdin = &input, *stdout = &output, *stderr = &error;
