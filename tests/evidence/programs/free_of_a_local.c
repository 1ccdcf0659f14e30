// valid-free: 1 fails, 0 does not
extern int __VERIFIER_nondet_int(void);
void *malloc(__SIZE_TYPE__);
void free(void *);

int main(void) {
  int a;
  if (__VERIFIER_nondet_int()) free(&a);  // error
  return 0;
}
