// docs/real-programs.md has the command
#include "klee/klee.h"
#include "picohttpparser.h"

int main(void) {
  char text[8];
  const char *method, *path;
  size_t methods, paths, headers = 2;
  int minor;
  struct phr_header header[2];
  klee_make_symbolic(text, sizeof text, "text");
  phr_parse_request(text, sizeof text, &method, &methods, &path, &paths, &minor, header, &headers, 0);
  return 0;
}
