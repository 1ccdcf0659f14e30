// expect: unsafe unreach-call
extern void reach_error(void);
extern int outside(int value);
int main(void) {
  if (outside(3) == 17)
    reach_error(); // fails here
  return 0;
}
