// expect: safe
#include <assert.h>
#include <string.h>
struct point {
  int x, y;
};
static const int primes[] = {2, 3, 5, 7, 11, [9] = 29};
static struct point path[3] = {{1, 2}, {.y = 4}};
static const char *names[] = {"one", "two", 0};
static struct {
  struct point *where;
  int (*compare)(const char *, const char *);
} config = {&path[1], strcmp};
static char text[8] = "abc";
static int zero[100];
int main(void) {
  assert(sizeof primes / sizeof primes[0] == 10 && primes[4] == 11 && primes[5] == 0 && primes[9] == 29);
  assert(path[0].y == 2 && path[1].x == 0 && path[1].y == 4 && path[2].y == 0);
  assert(config.where->y == 4 && config.compare(names[1], "two") == 0);
  assert(text[3] == 0 && text[7] == 0 && strlen(text) == 3);
  for (int i = 0; i < 100; i++)
    assert(zero[i] == 0);
  int local[4] = {1, 2};
  assert(local[1] == 2 && local[3] == 0);
  return 0;
}
