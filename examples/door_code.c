/* Expected: false(unreach-call).
 *
 * Written for KLEE: an automaton reads six unknown keys and must never open without the code. One wrong transition
 * (a repeated 7 does not go back to the start) lets another sequence in. */
#include "klee/klee.h"

enum state { START, SEVEN, SEVEN_THREE, SEVEN_THREE_NINE, OPEN };

static enum state next(enum state state, char key)
{
    switch (state) {
    case START:
        return key == '7' ? SEVEN : START;
    case SEVEN:
        return key == '3' ? SEVEN_THREE : key == '7' ? SEVEN_THREE : START;
    case SEVEN_THREE:
        return key == '9' ? SEVEN_THREE_NINE : START;
    case SEVEN_THREE_NINE:
        return key == '1' ? OPEN : START;
    default:
        return OPEN;
    }
}

int main(void)
{
    char keys[6];
    klee_make_symbolic(keys, sizeof keys, "keys");

    enum state state = START;
    int entered = 0;
    for (int i = 0; i < 6; i++) {
        klee_assume(keys[i] >= '0' & keys[i] <= '9');
        state = next(state, keys[i]);
        if (i >= 3)
            entered |= keys[i - 3] == '7' & keys[i - 2] == '3' & keys[i - 1] == '9' & keys[i] == '1';
    }
    klee_assert(state != OPEN || entered);
    return 0;
}
