/* Expected: false(unreach-call).
 *
 * The average of two numbers lies between them, unless their sum is too large for a double. */
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    double a = __VERIFIER_nondet_double();
    double b = __VERIFIER_nondet_double();
    __VERIFIER_assume(isfinite(a) && isfinite(b) && a <= b);

    double average = (a + b) / 2.0;
    assert(a <= average && average <= b);
    return 0;
}
