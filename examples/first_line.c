/* Expected: false(valid-deref) with --property valid-memsafety.
 *
 * Prints the first line of a file, or of the standard input, without its end. A file may hold any bytes: if the first
 * one is zero, the line that was read has no length, and the zero that should replace its end goes elsewhere. */
#include "antumbra/environment.h"
#include <stdio.h>
#include <string.h>

/* what is unknown when the program starts; the same options on the command line would count more */
ANTUMBRA_ENVIRONMENT("--sym-args 0 1 1 --sym-files 1 3 --sym-stdin 3")

int main(int argc, char **argv)
{
    char line[80];
    FILE *file = argc > 1 ? fopen(argv[1], "r") : stdin;

    if (file == NULL) {
        perror(argv[1]);
        return 1;
    }
    if (fgets(line, sizeof line, file) != NULL) {
        line[strlen(line) - 1] = '\0';
        puts(line);
    }
    if (file != stdin)
        fclose(file);
    return 0;
}
