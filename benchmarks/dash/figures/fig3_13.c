// expect: safe
// Figure 3.13: endless without the loop optimisation.
extern void reach_error(void);

int main(void) {
  int b = 0, i = 0;
  while (i < 1) i++;
  if (b == 1) reach_error();
  return 0;
}
