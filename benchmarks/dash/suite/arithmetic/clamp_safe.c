// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x;
  if (y < 10) y = 10;
  else if (y > 20) y = 20;
  if (!(y >= 10 && y <= 20)) reach_error();
  return 0;
}
