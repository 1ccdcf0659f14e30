// expect: safe
extern void reach_error(void);

static const unsigned char next[4] = {2, 0, 3, 1};

int main(void) {
  unsigned s = 0;
  for (int i = 0; i < 4; i++) s = next[s];
  if (!(s == 0)) reach_error();
  return 0;
}
