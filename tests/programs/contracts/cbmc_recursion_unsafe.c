// expect: unsafe unreach-call
// options: --entry down
// what is required of the entry is not required of its calls
int down(unsigned n)
  __CPROVER_requires(n > 2 && n < 6)
  __CPROVER_ensures(__CPROVER_return_value == 0) // fails here
{
  if (n == 1) return 7;
  return down(n - 1);
}
