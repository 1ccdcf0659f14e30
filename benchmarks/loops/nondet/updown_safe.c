// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int up = 0, down = 0, level = 0;
  while (1) {
    if (__VERIFIER_nondet_int()) {
      if (up == 1000000) break;
      up++; level++;
    } else {
      if (level == 0) continue;
      down++; level--;
    }
    if (level < 0 || level != up - down) reach_error();
    if (down > 1000000) reach_error();
  }
  return 0;
}
