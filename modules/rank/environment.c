/* SPDX-License-Identifier: MIT
 * The environment of each rank (POSIX.1-2017, getenv, setenv, unsetenv, putenv; clearenv and secure_getenv of
 * the GNU C library): at first that of the process, a copy from the first change on. Programs that a rank
 * starts get that of the process.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Kasuri's: results depend on what is asked for. Those who go through `environ` ask for everything. */
void kasuri_note_variable(const char *name);
char **kasuri_environment(void);

static char **own; /* null: as the process has it */
static size_t count;

static char **variables(void) { return own ? own : kasuri_environment(); }

/* The place of a name of this length; null if it is not set. */
static char **find(const char *name, size_t length) {
  char **place = variables();
  for (; place && *place; ++place) {
    if (!strncmp(*place, name, length) && (*place)[length] == '=') return place;
  }
  return NULL;
}

static int take(char **from, size_t entries) {
  char **const copy = malloc((entries + 1) * sizeof *copy);
  if (!copy) return -1;
  if (entries) memcpy(copy, from, entries * sizeof *copy);
  copy[entries] = NULL;
  own = copy;
  count = entries;
  return 0;
}

static int take_of_process(void) {
  size_t entries = 0;
  if (own) return 0;
  char **const all = kasuri_environment();
  while (all && all[entries]) ++entries;
  return take(all, entries);
}

static int set(char *text, size_t length) {
  if (take_of_process()) return -1;
  char **const place = find(text, length);
  if (place) {
    *place = text;
    return 0;
  }
  char **const more = realloc(own, (count + 2) * sizeof *more);
  if (!more) return -1;
  own = more;
  own[count++] = text;
  own[count] = NULL;
  return 0;
}

static int is_name(const char *name) {
  if (name && *name && !strchr(name, '=')) return 1;
  errno = EINVAL;
  return 0;
}

char *getenv(const char *name) {
  kasuri_note_variable(name);
  const size_t length = strlen(name);
  char **const place = length ? find(name, length) : NULL;
  return place ? *place + length + 1 : NULL;
}

char *secure_getenv(const char *name) { return getenv(name); }

int setenv(const char *name, const char *value, int overwrite) {
  if (!is_name(name)) return -1;
  const size_t length = strlen(name), bytes = strlen(value) + 1;
  if (!overwrite && find(name, length)) return 0;
  char *const text = malloc(length + 1 + bytes); /* it stays: getenv() has given such texts away */
  if (!text) return -1;
  memcpy(text, name, length);
  text[length] = '=';
  memcpy(text + length + 1, value, bytes);
  return set(text, length);
}

int unsetenv(const char *name) {
  if (!is_name(name)) return -1;
  if (take_of_process()) return -1;
  const size_t length = strlen(name);
  for (char **place; (place = find(name, length)) != NULL; --count) {
    memmove(place, place + 1, (size_t)(own + count - place) * sizeof *place);
  }
  return 0;
}

int putenv(char *text) {
  const char *const end = strchr(text, '=');
  return end ? set(text, (size_t)(end - text)) : unsetenv(text);
}

int clearenv(void) { return take(NULL, 0); }
