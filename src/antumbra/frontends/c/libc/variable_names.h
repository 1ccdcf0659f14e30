// Names of variables of the environment.
#ifndef ANTUMBRA_VARIABLE_NAMES_H
#define ANTUMBRA_VARIABLE_NAMES_H

// A name has characters, and no = among them.
static int is_name(const char *name) {
  const char *at = name;
  while (*at && *at != '=') at++;
  if (*name && !*at) return 1;
  errno = EINVAL;
  return 0;
}

#endif
