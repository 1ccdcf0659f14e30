// expect: unsafe unreach-call
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int stack = 0, pushed = 0, popped = 0;
  while (pushed < n) {
    pushed++;
    stack++;
  }
  while (stack > 0) {
    popped++;
    stack--;
  }
  if (n > 0 && popped >= 9 && 500 < n) reach_error();
  return 0;
}
