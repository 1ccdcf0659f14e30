// expect: unsafe unreach-call
extern void reach_error(void);
extern void fill(int *where);
int main(void) {
  int x = 1;
  fill(&x);
  if (x == 17)
    reach_error(); // fails here
  return 0;
}
