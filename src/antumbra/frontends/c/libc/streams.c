// provides: stdin stdout stderr
#include "stdio.h"

static FILE input, output, error;
FILE *stdin = &input, *stdout = &output, *stderr = &error;
