// valid-free: 1 fails, 0 does not
extern int __VERIFIER_nondet_int(void);
void *malloc(__SIZE_TYPE__);
void free(void *);

int main(void) {
  char *p = malloc(5);
  free(p + __VERIFIER_nondet_int());  // error
  return 0;
}
