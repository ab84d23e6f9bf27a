/* SPDX-License-Identifier: MIT
 * MGEN: message-passing programs for the simulator, as in NSIM. MPI's types, constants and functions
 * (mpi.h) with another prefix; the program is MGEN_Main, run by every rank, and computation is declared by
 * MGEN_Comp.
 *
 * Time is simulated: it passes in communication and in MGEN_Comp, not in the program's own code.
 * Messages carry their data. A NULL buffer means that only the size counts: what receives it stays as is,
 * and so does what is gathered or reduced from it. A job with `payload = false` touches no buffers at all.
 * Mistakes end the job with a message that names rank, call and simulated time.
 * Ranks share one copy of the program: it must not have writable globals or statics, unless the job
 * sets `private_globals = true`.
 */
#ifndef KASURI_MGEN_H
#define KASURI_MGEN_H

#include "mpi.h"

#include "mgen_names.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The program. Its return value is the rank's exit code. */
int MGEN_Main(int argc, char **argv);

/* The rank computes for so many simulated seconds. */
int MGEN_Comp(double seconds);

/* NSIM's extensions. How a message leaves its node: bits to be combined.
 *   MGEN_NIC(k)     its data by NIC k of the node, 0 to MGEN_Nics - 1, instead of the library's choice
 *   MGEN_ALL_NICS   its data in equal parts by all NICs at once; always a rendezvous
 *   MGEN_ZERO_COPY  straight from memory to memory: no rendezvous and no copies, whatever its size; the
 *                   send is complete when the data have left. If the receive has not begun when the
 *                   message comes, the receiver does copy it. */
#define MGEN_NIC(k) ((k) + 1)
#define MGEN_ALL_NICS 0x100
#define MGEN_ZERO_COPY 0x200
int MGEN_Nics(int *count); /* of each node */
int MGEN_Send_by(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                 int how);
int MGEN_Isend_by(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                  int how, MPI_Request *request);
/* A hint, free of charge: the caller is about to send to dest. Where power.policy heeds hints (early-wake,
 * hinted-wake), sleeping links on the way wake up now and stay up for the message. */
int MGEN_Expect_send(int dest, MPI_Comm comm);

/* ---- One-sided communication by the NICs, as in NSIM-ACE ----
 *
 * MGEN_acp_copy moves `size` bytes from the memory of rank `source` to that of rank `dest`, both of
 * MPI_COMM_WORLD, and returns at once: a put if the caller is the source, a get if it is the
 * destination; it may also be neither. Only sizes travel (acp.h moves data). MGEN_acp_complete waits
 * until that transfer is complete, once for each: a put when its acknowledgement has come back, a get
 * when the data are there.
 *
 * The target of a put learns of it by a receive or a probe with the tag ACP_PUT_TAG on MPI_COMM_WORLD,
 * which stands for polling its memory; it need not.
 *
 * By default the target's NIC acknowledges puts and the LMGEN functions are complete at once. With
 * `rdma.put_ack = "program"` a put is complete when the target has sent its control packet: for the
 * oldest put of rank `dest` to the caller. `flags` must be 0, `info` may be NULL. */
#define ACP_PUT_TAG (-100)
typedef long MGEN_acp_handle;
typedef struct t_NsimRoutingInfo {
  int unused;
} t_NsimRoutingInfo;
MGEN_acp_handle MGEN_acp_copy(int source, int dest, int size);
void MGEN_acp_complete(MGEN_acp_handle handle);
int LMGEN_Isend_acp_put_ctrl(int dest, MPI_Comm comm, MPI_Request *request, int flags,
                             t_NsimRoutingInfo *info);
int LMGEN_Wait_ctrl(MPI_Request *request, MPI_Status *status);

#ifdef __cplusplus
}
#endif

#endif
