/* SPDX-License-Identifier: MIT
 * ACP's basic layer: one-sided communication between the memories of ranks, done by the NICs. The
 * rest of the program is as in mgen.h, whose functions may be used beside these; `main` becomes
 * MGEN_Main.
 *
 * Time is simulated: it passes in calls and in MGEN_Comp. A loop that reads memory until another rank
 * has written to it must call kasuri_acp_wait (or another function that takes time), or it never
 * ends. Data move unless the job sets `payload = false`; then only sizes do.
 *
 * Not there: the middle layers (channels, vectors, lists).
 */
#ifndef KASURI_ACP_H
#define KASURI_ACP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

int MGEN_Main(int argc, char **argv);
#ifndef KASURI_KEEP_MAIN
#define main MGEN_Main
#endif

/* ---- Infrastructure ---- */

int acp_init(int *argc, char ***argv);
/* Completes what this rank has begun, and waits for all ranks. */
int acp_finalize(void);
/* Completes what this rank has begun, forgets registered memory, zeroes starter memory, and gives the
 * caller the number `rank`; each number must be asked for once. Waits for all ranks. MGEN's stay. */
int acp_reset(int rank);
void acp_abort(const char *message);
/* A barrier over all ranks. */
int acp_sync(void);
int acp_rank(void);
int acp_procs(void);
/* With rdma.nics = "by-colour" the NICs of a node, else 1. */
int acp_colors(void);

/* ---- Global memory: a global address names a rank and a byte of its memory ---- */

typedef uint64_t acp_atkey_t;
typedef uint64_t acp_ga_t;
#define ACP_ATKEY_NULL 0
#define ACP_GA_NULL 0

/* Memory of `rdma.starter_memory` bytes that each rank has from the start, zero at first. */
acp_ga_t acp_query_starter_ga(int rank);
/* Takes the CPU rdma.registration_time + size / rdma.registration_rate. At most 254 pieces of up to
 * 16 GiB at a time (half as much for each doubling of acp_colors() past two); ACP_ATKEY_NULL if there
 * are more. Data go by the NIC of the `color` of the destination's address, or of the source's if the
 * destination is the caller's own memory; starter memory has colour 0. */
acp_atkey_t acp_register_memory(void *address, size_t size, int color);
int acp_unregister_memory(acp_atkey_t key);
acp_ga_t acp_query_ga(acp_atkey_t key, void *address);
/* NULL if it is another rank's. */
void *acp_query_address(acp_ga_t ga);
int acp_query_rank(acp_ga_t ga);
int acp_query_color(acp_ga_t ga);

/* ---- Global memory access ----
 *
 * Each returns at once, with a handle; handles of a rank count up. `order` says when it may start:
 *   ACP_HANDLE_NULL   at once
 *   a handle          when that one and all begun before it are complete
 *   ACP_HANDLE_ALL    when all begun before are complete
 *   ACP_HANDLE_CONT   right after the one begun last: what goes from the caller's memory to the same
 *                     rank as that follows it without a wait and arrives after it; else it starts
 *                     when that one and all before it are complete
 * Both ends may be memory of other ranks. Atomic operations are executed by the owner's NIC, in the
 * order in which they reach it, at an address that is a multiple of their size; dst gets the old
 * value. */

typedef int64_t acp_handle_t;
#define ACP_HANDLE_NULL 0
#define ACP_HANDLE_ALL (-1)
#define ACP_HANDLE_CONT (-2)

acp_handle_t acp_copy(acp_ga_t dst, acp_ga_t src, size_t size, acp_handle_t order);
acp_handle_t acp_cas4(acp_ga_t dst, acp_ga_t src, uint32_t oldval, uint32_t newval,
                      acp_handle_t order);
acp_handle_t acp_cas8(acp_ga_t dst, acp_ga_t src, uint64_t oldval, uint64_t newval,
                      acp_handle_t order);
acp_handle_t acp_swap4(acp_ga_t dst, acp_ga_t src, uint32_t value, acp_handle_t order);
acp_handle_t acp_swap8(acp_ga_t dst, acp_ga_t src, uint64_t value, acp_handle_t order);
acp_handle_t acp_add4(acp_ga_t dst, acp_ga_t src, uint32_t value, acp_handle_t order);
acp_handle_t acp_add8(acp_ga_t dst, acp_ga_t src, uint64_t value, acp_handle_t order);
acp_handle_t acp_xor4(acp_ga_t dst, acp_ga_t src, uint32_t value, acp_handle_t order);
acp_handle_t acp_xor8(acp_ga_t dst, acp_ga_t src, uint64_t value, acp_handle_t order);
acp_handle_t acp_or4(acp_ga_t dst, acp_ga_t src, uint32_t value, acp_handle_t order);
acp_handle_t acp_or8(acp_ga_t dst, acp_ga_t src, uint64_t value, acp_handle_t order);
acp_handle_t acp_and4(acp_ga_t dst, acp_ga_t src, uint32_t value, acp_handle_t order);
acp_handle_t acp_and8(acp_ga_t dst, acp_ga_t src, uint64_t value, acp_handle_t order);

/* Waits until that one and all begun before it are complete. */
void acp_complete(acp_handle_t handle);
/* 0 if that one and all begun before it are complete; else 1, after `mpi.poll_time`. */
int acp_inquire(acp_handle_t handle);

/* Kasuri's: waits until another rank has written to the caller's memory since the last call. */
void kasuri_acp_wait(void);

#ifdef __cplusplus
}
#endif

#endif
