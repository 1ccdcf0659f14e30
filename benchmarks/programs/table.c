// A hash table with open addressing, N unknown keys inserted and one looked up; slots are found by unknown indices.
#include <assert.h>
#ifndef N
#define N 3
#endif
#define SLOTS 8
extern unsigned __VERIFIER_nondet_uint(void);

struct slot {
  unsigned key;
  int used;
};

static struct slot slots[SLOTS];

static unsigned home(unsigned key) { return (key ^ (key >> 5)) % SLOTS; }

static int insert(unsigned key) {
  unsigned i = home(key);
  for (int tries = 0; tries < SLOTS; tries++) {
    if (!slots[i].used) {
      slots[i].key = key;
      slots[i].used = 1;
      return 1;
    }
    if (slots[i].key == key)
      return 0;
    i = (i + 1) % SLOTS;
  }
  return 0;
}

static int find(unsigned key) {
  unsigned i = home(key);
  for (int tries = 0; tries < SLOTS && slots[i].used; tries++) {
    if (slots[i].key == key)
      return 1;
    i = (i + 1) % SLOTS;
  }
  return 0;
}

int main(void) {
  unsigned keys[N];
  int inserted = 0;
  for (int i = 0; i < N; i++) {
    keys[i] = __VERIFIER_nondet_uint();
    inserted += insert(keys[i]);
  }
  for (int i = 0; i < N; i++)
    assert(find(keys[i]));
  return inserted;
}
