// expect: safe
// options: --sym-files 1 4
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char text[4];
  struct stat about;
  int file = open("A", O_RDONLY);
  if (file < 0 || fstat(file, &about)) reach_error();
  if (read(file, text, 4) != about.st_size) reach_error();
  return 0;
}
