/* A disk with faults: put before libc by LD_PRELOAD. FAULT_FILE holds an error number and how many of a hundred writes and syncs of files
   under FAULT_FOLDER fail with it, as "5 30"; it is read anew each time. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static const char *folder, *file;

/* At once: a build forgets its environment. */
__attribute__((constructor)) static void begin(void) {
  const char *given = getenv("FAULT_FOLDER");
  folder = given ? strdup(given) : 0;
  given = getenv("FAULT_FILE");
  file = given ? strdup(given) : 0;
}

static int refuses(int fd) {
  char link[64], path[4096], text[32];
  if (!folder || !file) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  if (strncmp(path, folder, strlen(folder))) return 0;
  int control = open(file, O_RDONLY);
  if (control < 0) return 0;
  length = read(control, text, sizeof text - 1);
  close(control);
  if (length <= 0) return 0;
  text[length] = 0;
  int number = 0, share = 0;
  if (sscanf(text, "%d %d", &number, &share) != 2 || random() % 100 >= share) return 0;
  errno = number;
  return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
  return refuses(fd) ? -1 : REAL(pwrite)(fd, bytes, count, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  return refuses(fd) ? -1 : REAL(pwrite64)(fd, bytes, count, at);
}
ssize_t write(int fd, const void *bytes, size_t count) { return refuses(fd) ? -1 : REAL(write)(fd, bytes, count); }
int fsync(int fd) { return refuses(fd) ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return refuses(fd) ? -1 : REAL(fdatasync)(fd); }
