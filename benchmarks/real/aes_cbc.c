// docs/real-programs.md has the command
#include "klee/klee.h"
#include "aes.h"

int main(void) {
  struct AES_ctx context;
  uint8_t key[AES_KEYLEN] = {1}, iv[16] = {2}, block[32];
  klee_make_symbolic(block, sizeof block, "block");
  AES_init_ctx_iv(&context, key, iv);
  AES_CBC_encrypt_buffer(&context, block, sizeof block);
  return 0;
}
