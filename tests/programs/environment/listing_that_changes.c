// expect: unknown readdir of a directory that has changed
// options: --sym-files 1 2
// A system may tell names that it has read ahead: "new" comes or does not.
#include <dirent.h>
#include <fcntl.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  DIR *all = opendir(".");
  struct dirent *entry;
  int seen = 0;
  if (!all || !readdir(all)) return 0;
  open("new", O_CREAT | O_RDWR, 0600);
  while ((entry = readdir(all))) seen |= !strcmp(entry->d_name, "new");
  if (!seen) reach_error();
  return 0;
}
