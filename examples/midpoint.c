/* Expected: false(unreach-call), and false(no-overflow) with --property no-overflow.
 *
 * The midpoint of a binary search, as it was written for decades: low + high does not fit an int
 * when both are large, and the midpoint lands before the range. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

static int midpoint(int low, int high)
{
    return (low + high) / 2;
}

int main(void)
{
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= low && low <= high);

    int middle = midpoint(low, high);
    assert(low <= middle && middle <= high);
    return 0;
}
