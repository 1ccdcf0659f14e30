/* Expected: false(unreach-call).
 *
 * Pointers chosen by unknown indices: a transfer between two accounts keeps the total, unless both pointers name the
 * same account, which then gets money from nowhere. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);

enum { ACCOUNTS = 4 };

static unsigned balance[ACCOUNTS] = {100, 100, 100, 100};

static void transfer(unsigned *from, unsigned *to, unsigned amount)
{
    if (amount > *from)
        return;
    unsigned left = *from - amount;
    unsigned right = *to + amount;
    *from = left;
    *to = right;
}

int main(void)
{
    unsigned from = __VERIFIER_nondet_uint();
    unsigned to = __VERIFIER_nondet_uint();
    __VERIFIER_assume(from < ACCOUNTS && to < ACCOUNTS);
    transfer(&balance[from], &balance[to], __VERIFIER_nondet_uint());

    unsigned total = 0;
    for (int i = 0; i < ACCOUNTS; i++)
        total += balance[i];
    assert(total == ACCOUNTS * 100);
    return 0;
}
