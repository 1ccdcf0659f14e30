// expect: unsafe unreach-call
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int options, missing_values; // names that native replay has a use for, too
static int written;

int ways(int n) { return n < 2 ? 1 : ways(n - 1) + ways(n - 2); }
void finish(int n) { written = n; }
int find_object(int n) { return n + options; }

int main(void) {
  finish(__VERIFIER_nondet_int());
  if (written == 7 && find_object(ways(4)) == 5)
    reach_error(); // fails here
  return 0;
}
