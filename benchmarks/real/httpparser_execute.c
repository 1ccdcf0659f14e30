// docs/real-programs.md has the command
#include "klee/klee.h"
#include "http_parser.h"

int main(void) {
  char text[8];
  http_parser parser;
  http_parser_settings settings;
  klee_make_symbolic(text, sizeof text, "text");
  http_parser_settings_init(&settings);
  http_parser_init(&parser, HTTP_BOTH);
  klee_assert(http_parser_execute(&parser, &settings, text, sizeof text) <= sizeof text);
  return 0;
}
