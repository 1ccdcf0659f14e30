/* Runs a program on vectors of inputs, one after the other in one process, and says how each run ended.
 *
 * Before this file come (native.py): SLOTS, slot_line, slot_number, LIMIT, UNASKED and ASKED (what a handler of undefined
 * behaviour says), and the functions told, must and may over a vector: 1, 0, or -1 where nothing is known. */
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum end { OK, FAILS, EXCLUDED, LATE, UNDEFINED };

int program_main(void);

static sigjmp_buf home;
static uint64_t values[SLOTS + 1];
static int reads[4096];
static long steps;
static uint64_t noise;

__attribute__((noreturn)) static void leave(enum end end) { siglongjmp(home, end + 1); }

uint64_t native_read(int line) {
  int number = ++reads[line];
  for (int i = 0; i < SLOTS; i++)
    if (slot_line[i] == line && slot_number[i] == number) return values[i];
  /* no slot: it must not matter, or nothing is said */
  noise = noise * 6364136223846793005u + 1442695040888963407u;
  return noise >> 29;
}
float native_read_float(int line) {
  uint32_t bits = (uint32_t)native_read(line);
  float x;
  memcpy(&x, &bits, 4);
  return x;
}
double native_read_double(int line) {
  uint64_t bits = native_read(line);
  double x;
  memcpy(&x, &bits, 8);
  return x;
}

void reach_error(void) { leave(ERROR); }
void __VERIFIER_error(void) { leave(ERROR); }
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
  (void)text, (void)file, (void)line, (void)function;
  leave(ERROR);
}
void __VERIFIER_assume(int condition) {
  if (!condition) leave(EXCLUDED);
}
void native_abort(void) { leave(OK); }
void native_exit(int status) {
  (void)status;
  leave(OK);
}
/* an index of memory of the heap */
int native_at(int index, int size) {
  if (index < 0 || index >= size) leave(DEREF);
  return index;
}
void __sanitizer_cov_trace_pc(void) {
  if (++steps > LIMIT) leave(LATE);
}
#define HANDLER(name, end) \
  void __ubsan_handle_##name##_minimal(void) { leave(end); }
HANDLER(add_overflow, OVERFLOW)
HANDLER(sub_overflow, OVERFLOW)
HANDLER(mul_overflow, OVERFLOW)
HANDLER(negate_overflow, OVERFLOW)
HANDLER(divrem_overflow, DIVISION)
HANDLER(shift_out_of_bounds, SHIFT)
HANDLER(out_of_bounds, DEREF)

static void fatal(int signal) {
  (void)signal;
  leave(UNDEFINED);
}

static enum end run(void) {
  memset(reads, 0, sizeof reads);
  steps = 0;
  int ended = sigsetjmp(home, 1);
  if (ended) return (enum end)(ended - 1);
  program_main();
  return OK;
}

static void print(enum end end) { printf("%d %d %d %d\n", end, told(values), must(values), may(values)); }

/* every vector of the ranges on the command line: how many end how, as the bounds say */
static int enumerate(char **ranges) {
  int64_t low[SLOTS + 1], high[SLOTS + 1], at[SLOTS + 1];
  long counts[5][2][2] = {0};
  int shown = 0;
  for (int i = 0; i < SLOTS; i++) {
    low[i] = atoll(ranges[2 * i]);
    high[i] = atoll(ranges[2 * i + 1]);
    at[i] = low[i];
  }
  for (;;) {
    for (int i = 0; i < SLOTS; i++)
      values[i] = (uint64_t)at[i];
    enum end end = run();
    int lower = must(values) > 0, upper = may(values) != 0;
    counts[end][lower][upper]++;
    if ((lower && end != FAILS) || (!upper && end == FAILS) || (lower && !upper))
      if (shown++ < 5) {
        printf("vector");
        for (int i = 0; i < SLOTS; i++)
          printf(" %lld", (long long)at[i]);
        printf(" end %d must %d may %d\n", end, lower, upper);
      }
    int i = SLOTS - 1;
    while (i >= 0 && at[i] == high[i]) {
      at[i] = low[i];
      i--;
    }
    if (i < 0) break;
    at[i]++;
  }
  for (int end = 0; end < 5; end++)
    for (int lower = 0; lower < 2; lower++)
      for (int upper = 0; upper < 2; upper++)
        if (counts[end][lower][upper]) printf("count %d %d %d %ld\n", end, lower, upper, counts[end][lower][upper]);
  return 0;
}

int main(int argc, char **argv) {
  static char line[4096];
  static char stack[1 << 16];
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&other, 0);
  struct sigaction action = {.sa_handler = fatal, .sa_flags = SA_ONSTACK | SA_NODEFER};
  sigaction(SIGFPE, &action, 0);
  sigaction(SIGSEGV, &action, 0);
  sigaction(SIGBUS, &action, 0);
  sigaction(SIGILL, &action, 0);
  if (argc > 1) return enumerate(argv + 1);
  while (fgets(line, sizeof line, stdin)) {
    char *at = line, *end;
    for (int i = 0; i < SLOTS; i++, at = end)
      values[i] = strtoull(at, &end, 16);
    print(NATIVE ? run() : LATE);
  }
  return 0;
}
