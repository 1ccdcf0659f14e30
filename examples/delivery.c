/* Expected: true.
 *
 * Three choices, each dear or cheap: the bill never exceeds 95. What the dear side of a choice proves covers the cheap
 * side too, so of the 8 paths one is followed to its end: `antumbra show --tree` draws why. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int express = __VERIFIER_nondet_int(), gift = __VERIFIER_nondet_int(), insured = __VERIFIER_nondet_int();
    int bill = 0;

    if (express)
        bill += 50;
    else
        bill += 20;

    if (gift)
        bill += 15;

    if (insured)
        bill += 10;
    else
        bill += 2;

    assert(bill <= 95);
    return 0;
}
