// Pointers chosen by unknown values: an array of pointers to different objects, written and read N times.
#include <assert.h>
#include <stdlib.h>
#ifndef N
#define N 4
#endif
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

struct account {
  int id;
  int balance;
};

int main(void) {
  struct account *accounts[4];
  for (int i = 0; i < 4; i++) {
    accounts[i] = malloc(sizeof *accounts[i]);
    accounts[i]->id = i;
    accounts[i]->balance = 0;
  }
  int total = 0;
  for (int i = 0; i < N; i++) {
    unsigned who = __VERIFIER_nondet_uint() % 4;
    int amount = __VERIFIER_nondet_int();
    if (amount < 0 || amount > 1000)
      continue;
    accounts[who]->balance += amount;
    total += amount;
  }
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    sum += accounts[i]->balance;
    free(accounts[i]);
  }
  assert(sum == total);
  return 0;
}
