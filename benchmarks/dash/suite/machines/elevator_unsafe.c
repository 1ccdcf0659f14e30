// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int floor = 0, up = 1;
  for (;;) {
    int call = __VERIFIER_nondet_int();
    if (call == 0) break;
    if (up) {
      if (floor == 4) up = 0;
      else floor++;
    } else {
      if (floor == -1) up = 1;
      else floor--;
    }
    if (floor < 0 || floor > 4) reach_error();
  }
  return 0;
}
