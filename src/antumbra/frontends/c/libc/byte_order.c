// provides: htons htonl ntohs ntohl
#include "antumbra.h"

uint16_t htons(uint16_t n) {
  return (uint16_t)(n << 8 | n >> 8);
}

uint32_t htonl(uint32_t n) {
  return n << 24 | (n & 0xff00) << 8 | (n >> 8 & 0xff00) | n >> 24;
}

uint16_t ntohs(uint16_t n) {
  return htons(n);
}

uint32_t ntohl(uint32_t n) {
  return htonl(n);
}
