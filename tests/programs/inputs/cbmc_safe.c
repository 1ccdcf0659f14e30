// expect: safe
// an input changes nothing else, and is of its type
__CPROVER_bool nondet_bool(void);
unsigned char nondet_uchar();
int global;
int main(void) {
  __CPROVER_bool b = nondet_bool();
  __CPROVER_size_t n = nondet_uchar();
  __CPROVER_assume(b || n > 255);
  __CPROVER_assert(b && n < 256, "of its type");
  __CPROVER_postcondition(global == 0, "unchanged");
  return 0;
}
