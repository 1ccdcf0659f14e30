// expect: unsafe unreach-call
extern void reach_error(void);

int main(void) {
  unsigned lost = 0, i;
  for (i = 0; i != 300000000; i++)
    if (lost > 2100000000u - 100) reach_error();
    else lost += 7;
  return 0;
}
