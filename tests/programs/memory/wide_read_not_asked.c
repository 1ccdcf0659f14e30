// expect: unknown undefined
extern void reach_error(void);
int main(void) {
  char narrow = 50;
  void *p = &narrow;
  if (*(int *)p != 50)
    reach_error();
  return 0;
}
