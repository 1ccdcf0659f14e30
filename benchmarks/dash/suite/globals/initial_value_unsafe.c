// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int first = 3, second;

int main(void) {
  if (__VERIFIER_nondet_int()) second = first;
  if (!(second == 0 || second == 2)) reach_error();
  return 0;
}
