// expect: unsafe valid-deref
// options: --outside-pointers 16 --property valid-memsafety
// it may be null
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
  int *p = __VERIFIER_nondet_pointer();
  *p = 1; // fails here
  return 0;
}
