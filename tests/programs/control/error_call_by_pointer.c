// expect: unsafe unreach-call
// nobody calls it by its name
extern void reach_error(void);
static void fails(void) {
  reach_error(); // fails here
}
static void (*const table[2])(void) = {0, fails};
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i == 1)
    table[i]();
  return 0;
}
