// expect: unknown unsupported
int main(void) {
  int x = 1;
  __asm__ volatile("addl $1, %0" : "+r"(x));
  return x;
}
