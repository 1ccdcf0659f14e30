// expect: unsafe unreach-call
// The registers are equal at the loop's head on both sides, memory is not.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int table[4];
int main(void) {
  if (__VERIFIER_nondet_int())
    ;
  else
    table[1] = 1;
  int i = 0;
  while (__VERIFIER_nondet_int()) i = 0;
  if (table[1] == 1) __VERIFIER_error();
  return i;
}
