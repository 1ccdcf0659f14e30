// expect: unsafe unreach-call
// options: --sym-args 2 2 3
#include <assert.h>
#include <getopt.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  static int loud;
  static const struct option options[] = {{"l", no_argument, &loud, 1}, {"n", required_argument, 0, 'n'}, {0}};
  int found, number = 0;
  while ((found = getopt_long(argc, argv, "n:", options, 0)) != -1) {
    if (found == 'n') number = atoi(optarg);
    else if (found) return 1;
  }
  assert(!(loud && number == 7)); // fails here
  return 0;
}
