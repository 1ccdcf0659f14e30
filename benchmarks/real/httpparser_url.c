// docs/real-programs.md has the command
#include "klee/klee.h"
#include "http_parser.h"

int main(void) {
  char text[8];
  struct http_parser_url url;
  klee_make_symbolic(text, sizeof text, "text");
  http_parser_url_init(&url);
  if (http_parser_parse_url(text, sizeof text, 0, &url) == 0)
    for (int i = 0; i < UF_MAX; i++)
      if (url.field_set & (1 << i)) klee_assert(url.field_data[i].off + url.field_data[i].len <= sizeof text);
  return 0;
}
