// expect: unsafe
// Loops within each other, and a value that only running them tells.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned hash = 5381;
  for (int i = 0; i < 2000; i++)
    for (int j = 0; j < 500; j++)
      hash = (hash << 5) + hash + (unsigned)(i ^ j);
  unsigned guess = (unsigned)__VERIFIER_nondet_int();
  if (guess == (hash & 0xffff))
    reach_error();
  return 0;
}
