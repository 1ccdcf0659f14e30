// provides: lgamma lgammaf lgammal lgamma_r lgammaf_r lgammal_r signgam gamma gammaf gammal
// What they return is left open.
#include "antumbra.h"

OPEN_RESULT(double, lgamma);
OPEN_RESULT(float, lgammaf);
OPEN_RESULT(long double, lgammal);
OPEN_RESULT(int, signgam);

int signgam;

static int sign(void) {
  int open = __antumbra_any_signgam();
  errno += (ERANGE - errno) & -(open >> 1 & 1);
  return (open & 1) * 2 - 1;
}

double lgamma_r(double x, int *to) {
  (void)x;
  *to = sign();
  return __antumbra_any_lgamma();
}

float lgammaf_r(float x, int *to) {
  (void)x;
  *to = sign();
  return __antumbra_any_lgammaf();
}

long double lgammal_r(long double x, int *to) {
  (void)x;
  *to = sign();
  return __antumbra_any_lgammal();
}

double lgamma(double x) {
  return lgamma_r(x, &signgam);
}

float lgammaf(float x) {
  return lgammaf_r(x, &signgam);
}

long double lgammal(long double x) {
  return lgammal_r(x, &signgam);
}

double gamma(double x) {
  return lgamma(x);
}

float gammaf(float x) {
  return lgammaf(x);
}

long double gammal(long double x) {
  return lgammal(x);
}
