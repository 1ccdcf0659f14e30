// expect: unsafe
// A commit needs both votes.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int phase = 0, votes = 0, committed = 0;
  while (phase < 3) {
    if (phase == 0) {
      votes = 0;
      phase = 1;
    } else if (phase == 1) {
      if (__VERIFIER_nondet_int()) votes++;
      if (__VERIFIER_nondet_int()) votes++;
      phase = 2;
    } else {
      if (votes >= 1) committed = 1, phase = 3;
      else phase = __VERIFIER_nondet_int() ? 0 : 3;
    }
  }
  if (committed && votes != 2) reach_error();
  return 0;
}
