// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[4] = {7, 7, 2, 9}, x = __VERIFIER_nondet_int(), found = -1;
  for (int i = 0; i < 4; i++)
    if (a[i] == x && found < 0) found = i;
  if (found == 2) reach_error();
  if (found >= 0) if (!(a[found] == x)) reach_error();
  return 0;
}
