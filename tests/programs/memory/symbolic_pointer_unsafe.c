// expect: unsafe unreach-call
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct cell {
  int value;
  struct cell *next;
};
int main(void) {
  struct cell c[4] = {{1, &c[2]}, {2, &c[0]}, {3, &c[1]}, {4, 0}};
  unsigned i = __VERIFIER_nondet_uint() % 4;
  struct cell *p = &c[i];
  if (p->next && p->next->next->value == 2)
    reach_error(); // fails here
  return 0;
}
