/* SPDX-License-Identifier: MIT
 * Thread-local variables of a rank, which is a thread of its own: code asks __tls_get_addr for their
 * addresses (ELF Handling For Thread-Local Storage, section 3.4), and finds this one in the program. Its
 * variables begin as its copy of the program's data has them, and live until it ends. Threads that a rank
 * has made have variables of their own.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct Index {
  unsigned long module, offset;
};
extern intptr_t kasuri_thread_data[5];
static char *of_rank;

/* Where a thread that the rank has made keeps the address of its variables; null on the rank's own. */
char **kasuri_own_thread(void);

/* Threads of the rank that take turns (openmp.h) find theirs where the rank has its own, while they run. A
 * later thread of the same number goes on with them. */
int kasuri_thread_start(void (*run)(void *), void *data, void **place, void *word);
int kasuri_thread_number(void);
static char **of_threads;
static int threads;

static void give_back(void) {
  for (int i = 0; i < threads; ++i) {
    if (of_threads[i] != of_rank) free(of_threads[i]);
  }
  free(of_threads);
  free(of_rank);
  of_rank = NULL;
  of_threads = NULL;
  threads = 0;
}

static char *begin(void) {
  const char *table;
  const size_t bytes = (size_t)kasuri_thread_data[1], all = (size_t)kasuri_thread_data[2];
  size_t alignment = (size_t)kasuri_thread_data[3];
  __asm__("movq %%gs:8, %0" : "=r"(table));
  if (alignment < 16) alignment = 16;
  char *const mine = aligned_alloc(alignment, (all + alignment) / alignment * alignment);
  if (!mine) abort();
  memcpy(mine, table + kasuri_thread_data[0], bytes);
  memset(mine + bytes, 0, all - bytes);
  return mine;
}

struct Start {
  void (*part)(void *);
  void *data;
};
static void begin_thread(void *given) {
  const struct Start start = *(struct Start *)given;
  const int number = kasuri_thread_number();
  free(given);
  if (number >= threads) {
    of_threads = realloc(of_threads, (size_t)(number + 1) * sizeof *of_threads);
    if (!of_threads) abort();
    while (threads <= number) of_threads[threads++] = NULL;
  }
  of_rank = of_threads[number];
  start.part(start.data);
  of_threads[number] = of_rank;
}

__attribute__((visibility("hidden"))) int start_thread(void (*part)(void *), void *data) {
  struct Start *const start = malloc(sizeof *start);
  if (!start) abort();
  *start = (struct Start){part, data};
  return kasuri_thread_start(&begin_thread, start, (void **)&of_rank, NULL);
}

void *__tls_get_addr(struct Index *index) {
  if (index->module != (unsigned long)kasuri_thread_data[4]) {
    /* Of a library: a variable of the host's thread. */
    typedef void *Find(struct Index *);
    static Find *of_the_loader;
    if (!of_the_loader) of_the_loader = (Find *)dlsym(RTLD_DEFAULT, "__tls_get_addr");
    return of_the_loader(index);
  }
  char **const place = kasuri_own_thread();
  if (place) { /* the simulator frees it at the thread's end */
    if (!*place) *place = begin();
    return *place + index->offset;
  }
  if (!of_rank) {
    of_rank = begin();
    static int is_to_be_given_back;
    if (!is_to_be_given_back++) atexit(&give_back);
  }
  return of_rank + index->offset;
}

/* Destructors run when the rank ends, or the thread that it has made. */
int __cxa_atexit(void (*function)(void *), void *object, void *library);
int __cxa_thread_atexit_impl(void (*function)(void *), void *object, void *library);
int __wrap___cxa_thread_atexit(void (*function)(void *), void *object, void *library) {
  return kasuri_own_thread() ? __cxa_thread_atexit_impl(function, object, library)
                             : __cxa_atexit(function, object, library);
}
