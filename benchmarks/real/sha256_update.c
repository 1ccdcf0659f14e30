// docs/real-programs.md has the command
#include "klee/klee.h"
#include "sha256.h"

int main(void) {
  BYTE data[130], hash[SHA256_BLOCK_SIZE];
  SHA256_CTX context;
  size_t length = klee_range(0, sizeof data + 1, "length");
  klee_make_symbolic(data, sizeof data, "data");
  sha256_init(&context);
  sha256_update(&context, data, length);
  sha256_final(&context, hash);
  return 0;
}
