// expect: safe
#include <assert.h>
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
static long sum(int count, ...) {
  va_list list, again;
  long total = 0;
  va_start(list, count);
  va_copy(again, list);
  for (int i = 0; i < count; i++)
    total += va_arg(list, int);
  for (int i = 0; i < count; i++)
    total -= va_arg(again, int);
  va_end(list);
  va_end(again);
  return total;
}
static double mixed(const char *format, ...) {
  va_list list;
  double total = 0;
  va_start(list, format);
  for (; *format; format++)
    switch (*format) {
    case 'i':
      total += va_arg(list, int);
      break;
    case 'd':
      total += va_arg(list, double);
      break;
    case 'l':
      total += (double)va_arg(list, long long);
      break;
    case 'p':
      total += *va_arg(list, int *);
    }
  va_end(list);
  return total;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), four = 4;
  assert(sum(9, x, 1, 2, 3, 4, 5, 6, 7, 8) == 0);
  assert(mixed("iidlp", 1, 2, 0.5, 100LL, &four) == 107.5);
  assert(mixed("ddddddddddi", 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1) == 11);
  return 0;
}
