// expect: safe
// Also where parts are merged: the row "sorting" of the assumptions.
#include <stdlib.h>
#include <assert.h>
struct p { int k, i; };
static int cmp(const void *a, const void *b) { return ((const struct p*)a)->k - ((const struct p*)b)->k; }
int main(void) { struct p v[40]; for (int i = 0; i < 40; i++) { v[i].k = i * 7 % 5; v[i].i = i; } qsort(v, 40, sizeof v[0], cmp);
 for (int i = 1; i < 40; i++) assert(v[i-1].k < v[i].k || (v[i-1].k == v[i].k && v[i-1].i < v[i].i)); return 0; }
