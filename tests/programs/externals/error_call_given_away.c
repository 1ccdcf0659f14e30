// expect: unsafe unreach-call
// a function without a body calls what it is given, be it the error function itself
extern void reach_error(void);
extern void run(void (*job)(void));
int main(void) {
  run(reach_error);
  return 0;
}
