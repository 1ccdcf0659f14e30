// expect: safe
// Figure 3.12: 1001 states before the frontier to pick from.
extern void reach_error(void);

int main(void) {
  int a = 1, i = 0;
  while (i < 1000) i++;
  if (a == 0) reach_error();
  return 0;
}
