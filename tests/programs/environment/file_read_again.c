// expect: safe
// options: --sym-files 1 2
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char text[8], back[16];
  FILE *in = fopen("A", "r"), *out = fopen("copy", "w+");
  assert(in && out);
  size_t count = fread(text, 1, sizeof text, in);
  assert(count <= 2 && feof(in));
  assert(fprintf(out, "%zu:", count) == 2 && fwrite(text, 1, count, out) == count);
  assert(ftell(out) == (long)count + 2);
  rewind(out);
  assert(fgetc(out) == '0' + (int)count && fgetc(out) == ':');
  assert(fread(back, 1, sizeof back, out) == count);
  assert(memcmp(text, back, count) == 0);
  assert(fclose(in) == 0 && fclose(out) == 0);
  assert(!fopen("missing", "r"));
  assert(rename("copy", "A") == 0 && !fopen("copy", "r"));
  in = fopen("A", "a+");
  assert(in && fgetc(in) == '0' + (int)count);
  return fclose(in);
}
