// docs/real-programs.md has the command
#include "klee/klee.h"
#include "picohttpparser.h"

int main(void) {
  char text[12];
  const char *message;
  size_t messages, headers = 2;
  int minor, status;
  struct phr_header header[2];
  klee_make_symbolic(text, sizeof text, "text");
  phr_parse_response(text, sizeof text, &minor, &status, &message, &messages, header, &headers, 0);
  return 0;
}
