// expect: unsafe unreach-call
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int total = 0, rows = 0;
  while (__VERIFIER_nondet_int() && rows < 1000) {
    int cells = 0;
    while (cells < 8) {
      cells += 2;
      total += 2;
    }
    rows++;
    if (total != 8 * (rows % 100)) reach_error();
  }
  return 0;
}
