// expect: safe
extern void reach_error(void);

struct flags {
  unsigned ready : 1;
  unsigned count : 3;
};

int main(void) {
  struct flags f = {1, 0};
  for (int i = 0; i < 7; i++) f.count++;
  if (!(f.ready == 1 && f.count == 7)) reach_error();
  return 0;
}
