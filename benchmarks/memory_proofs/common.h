// What the programs of this folder share.
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void abort(void);
extern void *alloca(unsigned long);
#define check(c) do { if (!(c)) __VERIFIER_error(); } while (0)
#define given(c) do { if (!(c)) abort(); } while (0)
