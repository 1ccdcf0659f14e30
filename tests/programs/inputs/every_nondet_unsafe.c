// expect: unsafe unreach-call
#include <stddef.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern size_t __VERIFIER_nondet_size_t(void);
int main(void) {
  if (__VERIFIER_nondet_bool() && __VERIFIER_nondet_char() == -3 && __VERIFIER_nondet_uchar() == 253 &&
      __VERIFIER_nondet_short() == -300 && __VERIFIER_nondet_ushort() == 65000 && __VERIFIER_nondet_int() == -70000 &&
      __VERIFIER_nondet_uint() == 4000000000u && __VERIFIER_nondet_long() == -5000000000L &&
      __VERIFIER_nondet_ulong() == 18000000000000000000UL && __VERIFIER_nondet_longlong() == 1LL << 50 &&
      __VERIFIER_nondet_float() == -0.5f && __VERIFIER_nondet_double() == 1e100 && __VERIFIER_nondet_size_t() == 12)
    reach_error(); // fails here
  return 0;
}
