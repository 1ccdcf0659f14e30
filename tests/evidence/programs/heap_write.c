// valid-deref: 5 fails, 4 does not
extern int __VERIFIER_nondet_int(void);
void *malloc(__SIZE_TYPE__);
void free(void *);

int main(void) {
  char *p = malloc(5);
  p[__VERIFIER_nondet_int()] = 1;  // error
  free(p);
  return 0;
}
