// expect: safe
// options: --entry swap --property unreach-call,valid-deref
// what looks like a clause in a comment or a string is none: __CPROVER_ensures(0)
#define REQUIRES(x) __CPROVER_requires(x)
const char *text = "__CPROVER_ensures(0) /*@ ensures 0; */";
int other(int x) __CPROVER_requires(x == 0) __CPROVER_ensures(__CPROVER_return_value == 1);
void swap(int *a, int *b) REQUIRES(__CPROVER_is_fresh(a, sizeof(*a)) && __CPROVER_is_fresh(b, sizeof(*b)))
  __CPROVER_assigns(*a, *b)
  __CPROVER_ensures(*a == __CPROVER_old(*b) && *b == __CPROVER_old(*a))
{
  int kept = *a;
  for (int i = 0; i < 2; i++)
    __CPROVER_loop_invariant(i <= 2)
    {
      *a = *b;
    }
  *b = kept;
}
int other(int x) { return x + 1; }
