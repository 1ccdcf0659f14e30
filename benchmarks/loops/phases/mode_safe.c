// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int mode = 0, level = 0;
  while (__VERIFIER_nondet_int()) {
    if (mode == 0) {
      level += 2;
      if (level >= 40) mode = 1;
    } else {
      level -= 3;
      if (level <= 3) mode = 0;
    }
    if (level < 0 || level > 41) reach_error();
  }
  return 0;
}
