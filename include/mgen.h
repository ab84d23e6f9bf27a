/* SPDX-License-Identifier: MIT
 * MGEN: message-passing programs for the simulator, as in NSIM. MPI's functions with another prefix;
 * the program is MGEN_Main, run by every rank, and computation is declared by MGEN_Comp.
 *
 * Time is simulated: it passes in communication and in MGEN_Comp, not in the program's own code.
 * Unless the job sets `payload = true`, only sizes travel: buffers are neither read nor written and
 * may be NULL. Mistakes end the job with a message that names rank, call and simulated time.
 * Ranks share one copy of the program: it must not have writable globals or statics.
 */
#ifndef KASURI_MGEN_H
#define KASURI_MGEN_H

#ifdef __cplusplus
extern "C" {
#endif

/* The program. Its return value is the rank's exit code. */
int MGEN_Main(int argc, char **argv);

/* Handles are opaque. */
typedef struct KasuriComm *MGEN_Comm;
typedef struct KasuriDatatype *MGEN_Datatype;
typedef struct KasuriOp *MGEN_Op;
typedef struct KasuriRequest *MGEN_Request;

typedef struct MGEN_Status {
  int MGEN_SOURCE;
  int MGEN_TAG;
  int MGEN_ERROR;
  int internal[5];
} MGEN_Status;

#define MGEN_SUCCESS 0
#define MGEN_ANY_SOURCE (-1)
#define MGEN_ANY_TAG (-1)
#define MGEN_PROC_NULL (-2)
#define MGEN_UNDEFINED (-32766)
#define MGEN_TAG_UB 2147483647

#define MGEN_STATUS_IGNORE ((MGEN_Status *)0)
#define MGEN_STATUSES_IGNORE ((MGEN_Status *)0)
#define MGEN_REQUEST_NULL ((MGEN_Request)0)
#define MGEN_COMM_NULL ((MGEN_Comm)0)
#define MGEN_COMM_WORLD ((MGEN_Comm)1)
#define MGEN_IN_PLACE ((void *)1)

#define MGEN_DATATYPE_NULL ((MGEN_Datatype)0)
#define MGEN_BYTE ((MGEN_Datatype)1)
#define MGEN_CHAR ((MGEN_Datatype)2)
#define MGEN_SIGNED_CHAR ((MGEN_Datatype)3)
#define MGEN_UNSIGNED_CHAR ((MGEN_Datatype)4)
#define MGEN_SHORT ((MGEN_Datatype)5)
#define MGEN_UNSIGNED_SHORT ((MGEN_Datatype)6)
#define MGEN_INT ((MGEN_Datatype)7)
#define MGEN_UNSIGNED ((MGEN_Datatype)8)
#define MGEN_LONG ((MGEN_Datatype)9)
#define MGEN_UNSIGNED_LONG ((MGEN_Datatype)10)
#define MGEN_LONG_LONG ((MGEN_Datatype)11)
#define MGEN_LONG_LONG_INT MGEN_LONG_LONG
#define MGEN_UNSIGNED_LONG_LONG ((MGEN_Datatype)12)
#define MGEN_FLOAT ((MGEN_Datatype)13)
#define MGEN_DOUBLE ((MGEN_Datatype)14)
#define MGEN_LONG_DOUBLE ((MGEN_Datatype)15)

#define MGEN_OP_NULL ((MGEN_Op)0)
#define MGEN_SUM ((MGEN_Op)1)
#define MGEN_PROD ((MGEN_Op)2)
#define MGEN_MAX ((MGEN_Op)3)
#define MGEN_MIN ((MGEN_Op)4)
#define MGEN_LAND ((MGEN_Op)5)
#define MGEN_LOR ((MGEN_Op)6)
#define MGEN_LXOR ((MGEN_Op)7)
#define MGEN_BAND ((MGEN_Op)8)
#define MGEN_BOR ((MGEN_Op)9)
#define MGEN_BXOR ((MGEN_Op)10)

int MGEN_Init(int *argc, char ***argv);
int MGEN_Finalize(void);
int MGEN_Abort(MGEN_Comm comm, int code);
int MGEN_Comm_rank(MGEN_Comm comm, int *rank);
int MGEN_Comm_size(MGEN_Comm comm, int *size);

int MGEN_Send(const void *buf, int count, MGEN_Datatype type, int dest, int tag, MGEN_Comm comm);
int MGEN_Recv(void *buf, int count, MGEN_Datatype type, int source, int tag, MGEN_Comm comm,
              MGEN_Status *status);
int MGEN_Isend(const void *buf, int count, MGEN_Datatype type, int dest, int tag, MGEN_Comm comm,
               MGEN_Request *request);
int MGEN_Irecv(void *buf, int count, MGEN_Datatype type, int source, int tag, MGEN_Comm comm,
               MGEN_Request *request);
int MGEN_Wait(MGEN_Request *request, MGEN_Status *status);
int MGEN_Waitall(int count, MGEN_Request requests[], MGEN_Status statuses[]);
/* A test that finds nothing takes the time `mpi.poll_time`, so that polling loops end. */
int MGEN_Test(MGEN_Request *request, int *flag, MGEN_Status *status);
int MGEN_Sendrecv(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, int dest, int sendtag,
                  void *recvbuf, int recvcount, MGEN_Datatype recvtype, int source, int recvtag,
                  MGEN_Comm comm, MGEN_Status *status);
int MGEN_Get_count(const MGEN_Status *status, MGEN_Datatype type, int *count);

int MGEN_Barrier(MGEN_Comm comm);
int MGEN_Bcast(void *buf, int count, MGEN_Datatype type, int root, MGEN_Comm comm);
int MGEN_Reduce(const void *sendbuf, void *recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                int root, MGEN_Comm comm);
int MGEN_Allreduce(const void *sendbuf, void *recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                   MGEN_Comm comm);
int MGEN_Alltoall(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                  int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm);

/* The rank computes for so many simulated seconds. */
int MGEN_Comp(double seconds);
/* Simulated seconds since the start of the simulation. */
double MGEN_Wtime(void);

#ifdef __cplusplus
}
#endif

#endif
