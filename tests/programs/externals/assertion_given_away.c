// expect: unsafe assert
// options: --property assert
// what is called when an assertion fails may be called by others
#include <assert.h>
extern void run(void *job);
int main(void) {
  run((void *)__assert_fail);
  return 0;
}
