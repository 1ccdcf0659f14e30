// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void free(void *pointer);
extern void reach_error(void);

int main(void) {
  int *p = malloc(sizeof(int));
  if (!p) return 0;
  *p = __VERIFIER_nondet_int();
  int *q = p;
  int old = *p;
  *q = old / 2;
  if (!(*p == old / 2)) reach_error();
  free(p);
  return 0;
}
