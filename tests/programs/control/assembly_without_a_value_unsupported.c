// expect: unknown unsupported: inline assembly
int main(void) {
  int x;
  __asm__("" : "=r"(x));
  return x;
}
