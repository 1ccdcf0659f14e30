// expect: safe
// options: --externals pure
extern void reach_error(void);
extern void look(const int *where);
int main(void) {
  int x = 1;
  look(&x);
  if (x == 17)
    reach_error();
  return 0;
}
