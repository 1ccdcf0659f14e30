// expect: unsafe unreach-call
// options: --externals pure
extern void reach_error(void);
extern long outside(void);
int main(void) {
  if (outside() == -3)
    reach_error(); // fails here
  return 0;
}
