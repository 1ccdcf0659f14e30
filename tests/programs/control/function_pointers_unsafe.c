// expect: unsafe unreach-call
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }
static int (*const operations[])(int, int) = {add, subtract, multiply};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 3 || j >= 3)
    return 0;
  if (operations[j](operations[i](7, 5), 3) == 36)
    reach_error(); // fails here
  return 0;
}
