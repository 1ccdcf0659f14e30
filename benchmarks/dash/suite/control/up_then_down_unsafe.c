// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = 0, up = 0;
  while (x < 8 && __VERIFIER_nondet_int()) {
    x++;
    up++;
  }
  while (x > 0) {
    x--;
    up--;
  }
  if (!(up < 0)) reach_error();
  return 0;
}
