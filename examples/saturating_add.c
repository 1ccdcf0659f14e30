/* Expected: true.
 *
 * Adds without branches and without wrapping, and is compared with the obvious way for all 2^64 pairs of inputs. */
#include <limits.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int saturating_add(int a, int b)
{
    unsigned sum = (unsigned)a + (unsigned)b;
    unsigned limit = ((unsigned)a >> 31) + (unsigned)INT_MAX;
    /* The sum has left the range if both operands have a sign that the sum has not. */
    int overflow = (int)((((unsigned)a ^ sum) & ((unsigned)b ^ sum)) >> 31);
    return overflow ? (int)limit : (int)sum;
}

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();

    long long exact = (long long)a + b;
    long long expected = exact > INT_MAX ? INT_MAX : exact < INT_MIN ? INT_MIN : exact;
    if (saturating_add(a, b) != expected)
        reach_error();
    return 0;
}
