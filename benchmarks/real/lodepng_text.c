// docs/real-programs.md has the command
#include "klee/klee.h"
#include "lodepng.h"

int main(void) {
  LodePNGInfo info;
  lodepng_info_init(&info);
  for (int i = 0; i < 3; i++)
    if (klee_range(0, 2, "clear")) lodepng_clear_text(&info);
    else lodepng_add_text(&info, "key", "text");
  lodepng_info_cleanup(&info);
  return 0;
}
