// expect: safe
extern void reach_error(void);
extern void fill(int *where);
int main(void) {
  int x = 1, y = 2;
  fill(&x);
  if (y != 2)
    reach_error();
  return 0;
}
