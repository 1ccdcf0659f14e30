// expect: safe
extern void reach_error(void);

extern int __VERIFIER_nondet_int(void);
int best(int level) {
  int found = level;
  while (__VERIFIER_nondet_int()) {
    int below = level > 0 ? best(level - 1) : 0;
    if (below > found) found = below;
  }
  return found;
}

int main(void) {
  int level = __VERIFIER_nondet_int();
  if (level < 0) return 0;
  int b = best(level);
  if (b != level) reach_error();
  return 0;
}
