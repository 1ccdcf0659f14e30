// expect: unknown undefined
// options: --engine explore
// Nobody uses the remainder, and the property says nothing of it: but what comes after it is no proof.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int())
    1u % 0u;
  return 0;
}
