/* SPDX-License-Identifier: MIT
 * The functions of OpenMP (omp.h, omp_lib) (openmp.h). As Fortran calls them, names end in _,
 * and in _8_ with INTEGER(8).
 */
#include <stdlib.h>
#include <string.h>

#include "openmp.h"

double MPI_Wtime(void);
double MPI_Wtick(void);

/* Each core is a place of its own. */
enum { kBindClose = 3 };
static int core(void) { return has_threads() ? kasuri_thread_number() % cores() : 0; }

#define GET(name, value)                \
  int omp_##name(void) { return value; } \
  int32_t omp_##name##_(void) { return omp_##name(); }
GET(get_num_threads, openmp()->team->size)
GET(get_max_threads, openmp()->controls.threads)
GET(get_thread_num, openmp()->id)
GET(get_num_procs, cores())
GET(get_thread_limit, thread_limit())
GET(in_parallel, openmp()->team->active_level > 0)
GET(get_active_level, openmp()->team->active_level)
GET(get_level, openmp()->team->level)
GET(in_final, openmp()->is_final)
GET(get_dynamic, openmp()->controls.dynamic)
GET(get_nested, openmp()->controls.levels > 1)
GET(get_max_active_levels, openmp()->controls.levels)
GET(get_supported_active_levels, 255)
GET(get_cancellation, may_cancel())
GET(get_proc_bind, cores() > 1 ? kBindClose : 0)
GET(get_num_places, cores() > 1 ? cores() : 0)
GET(get_place_num, cores() > 1 ? core() : -1)
GET(get_partition_num_places, cores() > 1 ? cores() : 0)
GET(get_default_device, openmp()->controls.device)
GET(get_num_devices, 0)
GET(get_device_num, 0)
GET(get_initial_device, 0)
GET(is_initial_device, 1)
GET(get_num_teams, 1)
GET(get_team_num, 0)
GET(get_max_teams, 0)
GET(get_teams_thread_limit, 0)
GET(get_max_task_priority, 0)

#define SET(name, action)                                          \
  void omp_##name(int value) { action; }                           \
  void omp_##name##_(const int32_t *value) { omp_##name(*value); } \
  void omp_##name##_8_(const int64_t *value) { omp_##name(*value > INT32_MAX ? INT32_MAX : (int)*value); }
SET(set_num_threads, if (value > 0) openmp()->controls.threads = value < thread_limit() ? value : thread_limit())
SET(set_num_teams, (void)value)
SET(set_teams_thread_limit, (void)value)
SET(set_dynamic, openmp()->controls.dynamic = value != 0)
SET(set_nested, openmp()->controls.levels = value ? 255 : 1)
SET(set_max_active_levels, if (value >= 0) openmp()->controls.levels = value < 255 ? value : 255)
SET(set_default_device, openmp()->controls.device = value)
SET(display_env, (void)value)

/* The thread around this code at a level, and its team. */
static int of_level(int level, bool wants_size) {
  const struct OpenMp *const s = openmp();
  const struct Team *team = s->team;
  int id = s->id;
  if (level < 0 || level > team->level) return -1;
  for (; team->level > level; team = team->outer) id = team->id_of_maker;
  return wants_size ? team->size : id;
}
#define OF_LEVEL(name, wants_size)                                              \
  int omp_##name(int level) { return of_level(level, wants_size); }             \
  int32_t omp_##name##_(const int32_t *level) { return omp_##name(*level); }    \
  int32_t omp_##name##_8_(const int64_t *level) { return omp_##name((int)*level); }
OF_LEVEL(get_ancestor_thread_num, false)
OF_LEVEL(get_team_size, true)

double omp_get_wtime(void) { return MPI_Wtime(); }
double omp_get_wtick(void) { return MPI_Wtick(); }
double omp_get_wtime_(void) { return MPI_Wtime(); }
double omp_get_wtick_(void) { return MPI_Wtick(); }

void omp_set_schedule(int kind, int chunk) {
  openmp()->controls.schedule = kind;
  openmp()->controls.chunk = chunk;
}
void omp_get_schedule(int *kind, int *chunk) {
  *kind = openmp()->controls.schedule;
  *chunk = openmp()->controls.chunk;
}
void omp_set_schedule_(const int32_t *kind, const int32_t *chunk) { omp_set_schedule(*kind, *chunk); }
void omp_set_schedule_8_(const int32_t *kind, const int64_t *chunk) { omp_set_schedule(*kind, (int)*chunk); }
void omp_get_schedule_(int32_t *kind, int32_t *chunk) { omp_get_schedule(kind, chunk); }
void omp_get_schedule_8_(int32_t *kind, int64_t *chunk) {
  int c;
  omp_get_schedule(kind, &c);
  *chunk = c;
}

/* ---- Places: the cores of the rank, if it has several ---- */

static bool is_place(int place) { return cores() > 1 && place >= 0 && place < cores(); }
int omp_get_place_num_procs(int place) { return is_place(place); }
int32_t omp_get_place_num_procs_(const int32_t *place) { return omp_get_place_num_procs(*place); }
int32_t omp_get_place_num_procs_8_(const int64_t *place) { return omp_get_place_num_procs((int)*place); }
void omp_get_place_proc_ids(int place, int *ids) {
  if (is_place(place)) *ids = place;
}
void omp_get_place_proc_ids_(const int32_t *place, int32_t *ids) { omp_get_place_proc_ids(*place, ids); }
void omp_get_place_proc_ids_8_(const int64_t *place, int64_t *ids) {
  if (is_place((int)*place)) *ids = *place;
}
void omp_get_partition_place_nums(int *places) {
  for (int i = 0; i < omp_get_partition_num_places(); ++i) places[i] = i;
}
void omp_get_partition_place_nums_(int32_t *places) { omp_get_partition_place_nums(places); }
void omp_get_partition_place_nums_8_(int64_t *places) {
  for (int i = 0; i < omp_get_partition_num_places(); ++i) places[i] = i;
}
int omp_pause_resource(int kind, int device) { return (void)kind, (void)device, 0; }
int omp_pause_resource_all(int kind) { return (void)kind, 0; }
int32_t omp_pause_resource_(const int32_t *kind, const int32_t *device) { return (void)kind, (void)device, 0; }
int32_t omp_pause_resource_all_(const int32_t *kind) { return (void)kind, 0; }

/* ---- Locks: those of Fortran are kept in place, too ---- */

void omp_init_lock(int32_t *lock) { *lock = 0; }
void omp_init_lock_with_hint(int32_t *lock, int hint) { *lock = 0, (void)hint; }
void omp_destroy_lock(int32_t *lock) { (void)lock; }
int omp_test_lock(int32_t *lock) {
  turn(1);
  return try_lock(lock, 1);
}
void omp_set_lock(int32_t *lock) { take_lock(lock, 1); }
void omp_unset_lock(int32_t *lock) { give_lock(lock); }

struct NestLock {
  int32_t owner, count;
};
void omp_init_nest_lock(struct NestLock *lock) { *lock = (struct NestLock){0, 0}; }
void omp_init_nest_lock_with_hint(struct NestLock *lock, int hint) { omp_init_nest_lock(lock), (void)hint; }
void omp_destroy_nest_lock(struct NestLock *lock) { (void)lock; }
static bool is_own(const struct NestLock *lock) {
  return __atomic_load_n(&lock->owner, __ATOMIC_RELAXED) == openmp()->number;
}
int omp_test_nest_lock(struct NestLock *lock) {
  turn(1);
  return is_own(lock) || try_lock(&lock->owner, openmp()->number) ? ++lock->count : 0;
}
void omp_set_nest_lock(struct NestLock *lock) {
  if (!is_own(lock)) take_lock(&lock->owner, openmp()->number);
  ++lock->count;
}
void omp_unset_nest_lock(struct NestLock *lock) {
  if (--lock->count == 0) give_lock(&lock->owner);
}

#define LOCK_OF_FORTRAN(kind, type)                                              \
  void omp_init_##kind##_(type *lock) { omp_init_##kind(lock); }                 \
  void omp_destroy_##kind##_(type *lock) { omp_destroy_##kind(lock); }           \
  void omp_set_##kind##_(type *lock) { omp_set_##kind(lock); }                   \
  void omp_unset_##kind##_(type *lock) { omp_unset_##kind(lock); }               \
  int32_t omp_test_##kind##_(type *lock) { return omp_test_##kind(lock); }
LOCK_OF_FORTRAN(lock, int32_t)
LOCK_OF_FORTRAN(nest_lock, struct NestLock)

/* ---- Memory: all of one kind; of the traits of an allocator, the alignment matters ---- */

struct Trait {
  int key;
  uintptr_t value;
};
struct Allocator {
  size_t alignment;
};
enum { kAlignment = 2, kDefaultAllocator = 1, kLastPredefined = 8 };

static size_t alignment_of(uintptr_t allocator, size_t least) {
  const size_t own = allocator > kLastPredefined ? ((const struct Allocator *)allocator)->alignment : 0;
  const size_t wish = own > least ? own : least;
  return wish < 16 ? 16 : wish;
}

uintptr_t omp_init_allocator(uintptr_t space, int traits, const struct Trait *all) {
  struct Allocator *const a = calloc(1, sizeof *a);
  (void)space;
  for (int i = 0; a && i < traits; ++i) {
    if (all[i].key == kAlignment && all[i].value != (uintptr_t)-1) a->alignment = all[i].value;
  }
  return (uintptr_t)a;
}
void omp_destroy_allocator(uintptr_t allocator) {
  if (allocator > kLastPredefined) free((void *)allocator);
}
static uintptr_t default_allocator = kDefaultAllocator;
void omp_set_default_allocator(uintptr_t a) { default_allocator = a ? a : kDefaultAllocator; }
uintptr_t omp_get_default_allocator(void) { return default_allocator; }

void *omp_aligned_alloc(size_t alignment, size_t bytes, uintptr_t allocator) {
  const size_t a = alignment_of(allocator ? allocator : default_allocator, alignment);
  return bytes == 0 ? NULL : aligned_alloc(a, (bytes + a - 1) / a * a);
}
void *omp_alloc(size_t bytes, uintptr_t allocator) { return omp_aligned_alloc(1, bytes, allocator); }
void *omp_aligned_calloc(size_t alignment, size_t n, size_t each, uintptr_t allocator) {
  size_t bytes;
  void *const block =
      __builtin_mul_overflow(n, each, &bytes) ? NULL : omp_aligned_alloc(alignment, bytes, allocator);
  return block ? memset(block, 0, bytes) : NULL;
}
void *omp_calloc(size_t n, size_t each, uintptr_t allocator) {
  return omp_aligned_calloc(1, n, each, allocator);
}
void omp_free(void *block, uintptr_t allocator) { (void)allocator, free(block); }
void *omp_realloc(void *block, size_t bytes, uintptr_t allocator, uintptr_t free_allocator) {
  (void)free_allocator;
  if (alignment_of(allocator, 1) <= 16) return realloc(block, bytes);
  void *const grown = realloc(block, bytes);
  if (!grown || (uintptr_t)grown % alignment_of(allocator, 1) == 0) return grown;
  void *const aligned = omp_alloc(bytes, allocator);
  if (aligned) memcpy(aligned, grown, bytes);
  free(grown);
  return aligned;
}
void *GOMP_alloc(size_t alignment, size_t bytes, uintptr_t allocator) {
  void *const block = omp_aligned_alloc(alignment, bytes ? bytes : 1, allocator);
  if (!block) abort();
  return block;
}
void GOMP_free(void *block, uintptr_t allocator) { omp_free(block, allocator); }

uintptr_t omp_init_allocator_(const intptr_t *space, const int32_t *traits, const struct Trait *all) {
  return omp_init_allocator((uintptr_t)*space, *traits, all);
}
uintptr_t omp_init_allocator_8_(const intptr_t *space, const int64_t *traits, const struct Trait *all) {
  return omp_init_allocator((uintptr_t)*space, (int)*traits, all);
}
void omp_destroy_allocator_(const uintptr_t *allocator) { omp_destroy_allocator(*allocator); }
void omp_set_default_allocator_(const uintptr_t *allocator) { omp_set_default_allocator(*allocator); }
uintptr_t omp_get_default_allocator_(void) { return default_allocator; }
