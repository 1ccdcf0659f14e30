// valid-memcleanup: 1 fails, 0 does not
extern int __VERIFIER_nondet_int(void);
void *malloc(__SIZE_TYPE__);
void free(void *);

char *g;
int main(void) {
  g = malloc(3);
  if (!__VERIFIER_nondet_int()) free(g);
  return 0;
}
