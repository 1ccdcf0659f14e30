// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), held = 0;
  if (x < 0) goto out;
  held = 1;
  if (x == 5) goto out;
  x++;
unlock:
  held = 0;
out:
  if (held) reach_error();
  return 0;
}
