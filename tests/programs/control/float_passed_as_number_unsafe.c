// expect: unsafe unreach-call
extern void reach_error(void);
// a float comes in another register than a number: nobody knows what this gets
static int is_one(float x) { return x == 1.0f; }
int main(void) {
  int (*f)(int) = (int (*)(int))(void *)is_one;
  if (!f(0x3f800000))
    reach_error(); // fails here
  return 0;
}
