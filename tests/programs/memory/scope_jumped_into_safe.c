// expect: safe
// options: --property unreach-call,valid-memsafety
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void put(int *place) { *place = 5; }
int main(void) {
  int c = __VERIFIER_nondet_int();
  switch (c) {
    int x;
  case 1:
    put(&x);
    break;
  case 2:
    x = 5;
    put(&x);
  }
  if (c > 5)
    goto inside;
  {
    int y;
    y = 1;
    put(&y);
  inside:
    put(&y);
    if (y != 5)
      reach_error();
  }
  int rounds = 0;
again:;
  int z;
  put(&z);
  if (z != 5)
    reach_error();
  if (rounds++ < 2)
    goto again;
  return 0;
}
