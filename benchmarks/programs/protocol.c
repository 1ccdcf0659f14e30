// A state machine that reads a packet of N unknown bytes: version, flags, length, options, checksum.
#include <stdint.h>
#include <string.h>
#ifndef N
#define N 8
#endif
extern void klee_make_symbolic(void *address, unsigned long size, const char *name);

enum state { START, FLAGS, LENGTH, OPTION, OPTION_LENGTH, PAYLOAD, DONE, BAD };

struct packet {
  uint8_t flags, length, options;
  uint8_t payload[16];
  uint16_t sum;
};

static enum state step(enum state s, struct packet *p, uint8_t byte, int *left) {
  p->sum = (uint16_t)(p->sum + byte);
  switch (s) {
  case START:
    return byte >> 4 == 4 ? FLAGS : BAD;
  case FLAGS:
    p->flags = byte;
    if (byte & 0xf0)
      return BAD;
    return LENGTH;
  case LENGTH:
    if (byte > sizeof p->payload)
      return BAD;
    p->length = byte;
    *left = byte;
    return p->flags & 1 ? OPTION : byte ? PAYLOAD : DONE;
  case OPTION:
    if (byte == 0)
      return *left ? PAYLOAD : DONE;
    p->options++;
    return byte == 1 ? OPTION : OPTION_LENGTH;
  case OPTION_LENGTH:
    return byte < 2 ? BAD : OPTION;
  case PAYLOAD:
    p->payload[p->length - *left] = byte;
    return --*left ? PAYLOAD : DONE;
  default:
    return s;
  }
}

int main(void) {
  uint8_t buffer[N];
  struct packet p;
  memset(&p, 0, sizeof p);
  klee_make_symbolic(buffer, sizeof buffer, "buffer");
  enum state s = START;
  int left = 0;
  for (int i = 0; i < N && s != DONE && s != BAD; i++)
    s = step(s, &p, buffer[i], &left);
  if (s != DONE)
    return 1;
  if (p.sum % 251 == 0)
    return 2;
  return p.options;
}
