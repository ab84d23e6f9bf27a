/* SPDX-License-Identifier: MIT
 * MGEN: message-passing programs for the simulator, as in NSIM. MPI's functions with another prefix;
 * the program is MGEN_Main, run by every rank, and computation is declared by MGEN_Comp.
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

#include <stddef.h> /* NULL */

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
typedef struct KasuriGroup *MGEN_Group;
typedef struct KasuriMessage *MGEN_Message;
typedef struct KasuriInfo *MGEN_Info; /* hints: there are none */
typedef struct KasuriErrhandler *MGEN_Errhandler;
typedef long MGEN_Aint;
typedef long long MGEN_Count;

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
#define MGEN_BSEND_OVERHEAD 64
#define MGEN_MAX_PROCESSOR_NAME 64
#define MGEN_THREAD_SINGLE 0
#define MGEN_THREAD_FUNNELED 1
#define MGEN_THREAD_SERIALIZED 2
#define MGEN_THREAD_MULTIPLE 3
#define MGEN_COMM_TYPE_SHARED 1
/* Of MGEN_Topo_test. */
#define MGEN_CART 1
#define MGEN_GRAPH 2
#define MGEN_DIST_GRAPH 3
#define MGEN_ORDER_C 0
#define MGEN_ORDER_FORTRAN 1
/* Of two communicators or groups. */
#define MGEN_IDENT 0
#define MGEN_CONGRUENT 1
#define MGEN_SIMILAR 2
#define MGEN_UNEQUAL 3

#define MGEN_STATUS_IGNORE ((MGEN_Status *)0)
#define MGEN_STATUSES_IGNORE ((MGEN_Status *)0)
#define MGEN_REQUEST_NULL ((MGEN_Request)0)
#define MGEN_COMM_NULL ((MGEN_Comm)0)
#define MGEN_COMM_WORLD ((MGEN_Comm)1)
#define MGEN_COMM_SELF ((MGEN_Comm)2)
#define MGEN_GROUP_NULL ((MGEN_Group)0)
#define MGEN_GROUP_EMPTY ((MGEN_Group)1)
#define MGEN_MESSAGE_NULL ((MGEN_Message)0)
#define MGEN_MESSAGE_NO_PROC ((MGEN_Message)1)
#define MGEN_INFO_NULL ((MGEN_Info)0)
#define MGEN_ERRHANDLER_NULL ((MGEN_Errhandler)0)
#define MGEN_ERRORS_ARE_FATAL ((MGEN_Errhandler)1)
#define MGEN_ERRORS_RETURN ((MGEN_Errhandler)2)
#define MGEN_UNWEIGHTED ((int *)1)
#define MGEN_WEIGHTS_EMPTY ((int *)2)
#define MGEN_BOTTOM ((void *)0)
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
/* The same by other names. */
#define MGEN_PACKED MGEN_BYTE
#define MGEN_C_BOOL MGEN_UNSIGNED_CHAR
#define MGEN_INT8_T MGEN_SIGNED_CHAR
#define MGEN_UINT8_T MGEN_UNSIGNED_CHAR
#define MGEN_INT16_T MGEN_SHORT
#define MGEN_UINT16_T MGEN_UNSIGNED_SHORT
#define MGEN_INT32_T MGEN_INT
#define MGEN_UINT32_T MGEN_UNSIGNED
#define MGEN_INT64_T MGEN_LONG
#define MGEN_UINT64_T MGEN_UNSIGNED_LONG
#define MGEN_AINT MGEN_LONG

/* A value and an index, as struct { float value; int index; }, …, for MGEN_MAXLOC and MGEN_MINLOC. */
#define MGEN_FLOAT_INT ((MGEN_Datatype)16)
#define MGEN_DOUBLE_INT ((MGEN_Datatype)17)
#define MGEN_LONG_INT ((MGEN_Datatype)18)
#define MGEN_2INT ((MGEN_Datatype)19)
#define MGEN_SHORT_INT ((MGEN_Datatype)20)

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
#define MGEN_MAXLOC ((MGEN_Op)11)
#define MGEN_MINLOC ((MGEN_Op)12)
/* inoutvec[i] = invec[i] op inoutvec[i] for i < *len. */
typedef void MGEN_User_function(void *invec, void *inoutvec, int *len, MGEN_Datatype *type);

int MGEN_Init(int *argc, char ***argv);
int MGEN_Initialized(int *flag);
/* All requests must be complete and all messages received by then. */
int MGEN_Finalize(void);
int MGEN_Finalized(int *flag);
int MGEN_Abort(MGEN_Comm comm, int code);
/* A rank is one thread, whatever is required. */
int MGEN_Init_thread(int *argc, char ***argv, int required, int *provided);
int MGEN_Query_thread(int *provided);
/* "node 12" */
int MGEN_Get_processor_name(char *name, int *length);
int MGEN_Is_thread_main(int *flag);
/* Of MPI's standard, whose functions these are. */
int MGEN_Get_version(int *version, int *subversion);
#define MGEN_MAX_LIBRARY_VERSION_STRING 64
int MGEN_Get_library_version(char *version, int *length);
int MGEN_Alloc_mem(MGEN_Aint size, MGEN_Info info, void *address_of_pointer);
int MGEN_Free_mem(void *address);

/* ---- Messages between two ranks ---- */

int MGEN_Send(const void *buf, int count, MGEN_Datatype type, int dest, int tag, MGEN_Comm comm);
int MGEN_Ssend(const void *buf, int count, MGEN_Datatype type, int dest, int tag, MGEN_Comm comm);
int MGEN_Rsend(const void *buf, int count, MGEN_Datatype type, int dest, int tag, MGEN_Comm comm);
int MGEN_Bsend(const void *buf, int count, MGEN_Datatype type, int dest, int tag, MGEN_Comm comm);
int MGEN_Recv(void *buf, int count, MGEN_Datatype type, int source, int tag, MGEN_Comm comm,
              MGEN_Status *status);
int MGEN_Isend(const void *buf, int count, MGEN_Datatype type, int dest, int tag, MGEN_Comm comm,
               MGEN_Request *request);
int MGEN_Issend(const void *buf, int count, MGEN_Datatype type, int dest, int tag, MGEN_Comm comm,
                MGEN_Request *request);
int MGEN_Irsend(const void *buf, int count, MGEN_Datatype type, int dest, int tag, MGEN_Comm comm,
                MGEN_Request *request);
int MGEN_Ibsend(const void *buf, int count, MGEN_Datatype type, int dest, int tag, MGEN_Comm comm,
                MGEN_Request *request);
int MGEN_Irecv(void *buf, int count, MGEN_Datatype type, int source, int tag, MGEN_Comm comm,
               MGEN_Request *request);
int MGEN_Sendrecv(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, int dest, int sendtag,
                  void *recvbuf, int recvcount, MGEN_Datatype recvtype, int source, int recvtag,
                  MGEN_Comm comm, MGEN_Status *status);
int MGEN_Sendrecv_replace(void *buf, int count, MGEN_Datatype type, int dest, int sendtag, int source,
                          int recvtag, MGEN_Comm comm, MGEN_Status *status);
int MGEN_Get_count(const MGEN_Status *status, MGEN_Datatype type, int *count);
/* Predefined elements; of a datatype that has them in several sizes, MGEN_UNDEFINED if the last is cut. */
int MGEN_Get_elements(const MGEN_Status *status, MGEN_Datatype type, int *count);
int MGEN_Get_elements_x(const MGEN_Status *status, MGEN_Datatype type, MGEN_Count *count);
/* For buffered sends; detach waits until their messages have left. */
int MGEN_Buffer_attach(void *buffer, int size);
int MGEN_Buffer_detach(void *buffer_address, int *size);

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
int MGEN_Send_by(const void *buf, int count, MGEN_Datatype type, int dest, int tag, MGEN_Comm comm,
                 int how);
int MGEN_Isend_by(const void *buf, int count, MGEN_Datatype type, int dest, int tag, MGEN_Comm comm,
                  int how, MGEN_Request *request);
/* A hint, free of charge: the caller is about to send to dest. Where power.policy heeds hints (early-wake,
 * hinted-wake), sleeping links on the way wake up now and stay up for the message. */
int MGEN_Expect_send(int dest, MGEN_Comm comm);

/* ---- One-sided communication by the NICs, as in NSIM-ACE ----
 *
 * MGEN_acp_copy moves `size` bytes from the memory of rank `source` to that of rank `dest`, both of
 * MGEN_COMM_WORLD, and returns at once: a put if the caller is the source, a get if it is the
 * destination; it may also be neither. Only sizes travel (acp.h moves data). MGEN_acp_complete waits
 * until that transfer is complete, once for each: a put when its acknowledgement has come back, a get
 * when the data are there.
 *
 * The target of a put learns of it by a receive or a probe with the tag ACP_PUT_TAG on MGEN_COMM_WORLD,
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
int LMGEN_Isend_acp_put_ctrl(int dest, MGEN_Comm comm, MGEN_Request *request, int flags,
                             t_NsimRoutingInfo *info);
int LMGEN_Wait_ctrl(MGEN_Request *request, MGEN_Status *status);

/* ---- Completion. A test that finds nothing takes the time `mpi.poll_time`, so that polling loops
 * end; so do probes that find nothing. ---- */

int MGEN_Wait(MGEN_Request *request, MGEN_Status *status);
int MGEN_Waitall(int count, MGEN_Request requests[], MGEN_Status statuses[]);
int MGEN_Waitany(int count, MGEN_Request requests[], int *index, MGEN_Status *status);
int MGEN_Waitsome(int incount, MGEN_Request requests[], int *outcount, int indices[],
                  MGEN_Status statuses[]);
int MGEN_Test(MGEN_Request *request, int *flag, MGEN_Status *status);
int MGEN_Testall(int count, MGEN_Request requests[], int *flag, MGEN_Status statuses[]);
int MGEN_Testany(int count, MGEN_Request requests[], int *index, int *flag, MGEN_Status *status);
int MGEN_Testsome(int incount, MGEN_Request requests[], int *outcount, int indices[],
                  MGEN_Status statuses[]);
int MGEN_Request_get_status(MGEN_Request request, int *flag, MGEN_Status *status);
int MGEN_Request_free(MGEN_Request *request);
/* Withdraws a receive that no message has met; sends are not withdrawn. */
int MGEN_Cancel(MGEN_Request *request);
int MGEN_Test_cancelled(const MGEN_Status *status, int *flag);

int MGEN_Send_init(const void *buf, int count, MGEN_Datatype type, int dest, int tag, MGEN_Comm comm,
                   MGEN_Request *request);
int MGEN_Ssend_init(const void *buf, int count, MGEN_Datatype type, int dest, int tag, MGEN_Comm comm,
                    MGEN_Request *request);
int MGEN_Rsend_init(const void *buf, int count, MGEN_Datatype type, int dest, int tag, MGEN_Comm comm,
                    MGEN_Request *request);
int MGEN_Bsend_init(const void *buf, int count, MGEN_Datatype type, int dest, int tag, MGEN_Comm comm,
                    MGEN_Request *request);
int MGEN_Recv_init(void *buf, int count, MGEN_Datatype type, int source, int tag, MGEN_Comm comm,
                   MGEN_Request *request);
int MGEN_Start(MGEN_Request *request);
int MGEN_Startall(int count, MGEN_Request requests[]);

int MGEN_Probe(int source, int tag, MGEN_Comm comm, MGEN_Status *status);
int MGEN_Iprobe(int source, int tag, MGEN_Comm comm, int *flag, MGEN_Status *status);
int MGEN_Mprobe(int source, int tag, MGEN_Comm comm, MGEN_Message *message, MGEN_Status *status);
int MGEN_Improbe(int source, int tag, MGEN_Comm comm, int *flag, MGEN_Message *message,
                 MGEN_Status *status);
int MGEN_Mrecv(void *buf, int count, MGEN_Datatype type, MGEN_Message *message, MGEN_Status *status);
int MGEN_Imrecv(void *buf, int count, MGEN_Datatype type, MGEN_Message *message,
                MGEN_Request *request);

/* ---- Communicators, groups, Cartesian topologies ---- */

int MGEN_Comm_rank(MGEN_Comm comm, int *rank);
int MGEN_Comm_size(MGEN_Comm comm, int *size);
int MGEN_Comm_dup(MGEN_Comm comm, MGEN_Comm *newcomm);
int MGEN_Comm_dup_with_info(MGEN_Comm comm, MGEN_Info info, MGEN_Comm *newcomm);
/* Its members agree at once, as in MGEN_Comm_dup; the request is complete. */
int MGEN_Comm_idup(MGEN_Comm comm, MGEN_Comm *newcomm, MGEN_Request *request);
int MGEN_Comm_test_inter(MGEN_Comm comm, int *flag); /* never */
int MGEN_Comm_set_info(MGEN_Comm comm, MGEN_Info info);
int MGEN_Comm_get_info(MGEN_Comm comm, MGEN_Info *info);
#define MGEN_MAX_OBJECT_NAME 128
int MGEN_Comm_set_name(MGEN_Comm comm, const char *name);
int MGEN_Comm_get_name(MGEN_Comm comm, char *name, int *length);
int MGEN_Comm_split(MGEN_Comm comm, int color, int key, MGEN_Comm *newcomm);
/* With MGEN_COMM_TYPE_SHARED: one for the ranks of each node. */
int MGEN_Comm_split_type(MGEN_Comm comm, int type, int key, MGEN_Info info, MGEN_Comm *newcomm);
int MGEN_Comm_create(MGEN_Comm comm, MGEN_Group group, MGEN_Comm *newcomm);
int MGEN_Comm_create_group(MGEN_Comm comm, MGEN_Group group, int tag, MGEN_Comm *newcomm);
int MGEN_Comm_compare(MGEN_Comm a, MGEN_Comm b, int *result);
int MGEN_Comm_free(MGEN_Comm *comm);
int MGEN_Comm_group(MGEN_Comm comm, MGEN_Group *group);

int MGEN_Group_rank(MGEN_Group group, int *rank);
int MGEN_Group_size(MGEN_Group group, int *size);
int MGEN_Group_incl(MGEN_Group group, int n, const int ranks[], MGEN_Group *newgroup);
int MGEN_Group_excl(MGEN_Group group, int n, const int ranks[], MGEN_Group *newgroup);
int MGEN_Group_range_incl(MGEN_Group group, int n, int ranges[][3], MGEN_Group *newgroup);
int MGEN_Group_range_excl(MGEN_Group group, int n, int ranges[][3], MGEN_Group *newgroup);
int MGEN_Group_union(MGEN_Group a, MGEN_Group b, MGEN_Group *newgroup);
int MGEN_Group_intersection(MGEN_Group a, MGEN_Group b, MGEN_Group *newgroup);
int MGEN_Group_difference(MGEN_Group a, MGEN_Group b, MGEN_Group *newgroup);
int MGEN_Group_translate_ranks(MGEN_Group a, int n, const int ranks[], MGEN_Group b, int result[]);
int MGEN_Group_compare(MGEN_Group a, MGEN_Group b, int *result);
int MGEN_Group_free(MGEN_Group *group);

int MGEN_Topo_test(MGEN_Comm comm, int *kind);
int MGEN_Dims_create(int nodes, int ndims, int dims[]);
int MGEN_Cart_create(MGEN_Comm comm, int ndims, const int dims[], const int periods[], int reorder,
                     MGEN_Comm *cart);
int MGEN_Cart_sub(MGEN_Comm cart, const int remain[], MGEN_Comm *newcomm);
int MGEN_Cartdim_get(MGEN_Comm cart, int *ndims);
int MGEN_Cart_get(MGEN_Comm cart, int maxdims, int dims[], int periods[], int coords[]);
int MGEN_Cart_rank(MGEN_Comm cart, const int coords[], int *rank);
int MGEN_Cart_coords(MGEN_Comm cart, int rank, int maxdims, int coords[]);
int MGEN_Cart_shift(MGEN_Comm cart, int dimension, int displacement, int *source, int *dest);

int MGEN_Cart_map(MGEN_Comm comm, int ndims, const int dims[], const int periods[], int *rank);

/* A graph that every rank gives whole; and one of which each gives a part. Ranks keep their order. */
int MGEN_Graph_create(MGEN_Comm comm, int nodes, const int index[], const int edges[], int reorder,
                      MGEN_Comm *graph);
int MGEN_Graphdims_get(MGEN_Comm graph, int *nodes, int *edges);
int MGEN_Graph_get(MGEN_Comm graph, int maxindex, int maxedges, int index[], int edges[]);
int MGEN_Graph_neighbors_count(MGEN_Comm graph, int rank, int *count);
int MGEN_Graph_neighbors(MGEN_Comm graph, int rank, int maxneighbors, int neighbors[]);
int MGEN_Graph_map(MGEN_Comm comm, int nodes, const int index[], const int edges[], int *rank);
int MGEN_Dist_graph_create_adjacent(MGEN_Comm comm, int indegree, const int sources[],
                                    const int *sourceweights, int outdegree,
                                    const int destinations[], const int *destweights,
                                    MGEN_Info info, int reorder, MGEN_Comm *graph);
int MGEN_Dist_graph_create(MGEN_Comm comm, int n, const int sources[], const int degrees[],
                           const int destinations[], const int *weights, MGEN_Info info,
                           int reorder, MGEN_Comm *graph);
int MGEN_Dist_graph_neighbors_count(MGEN_Comm graph, int *indegree, int *outdegree, int *weighted);
int MGEN_Dist_graph_neighbors(MGEN_Comm graph, int maxindegree, int sources[], int *sourceweights,
                              int maxoutdegree, int destinations[], int *destweights);

/* ---- Attributes of communicators ---- */

typedef int MGEN_Comm_copy_attr_function(MGEN_Comm comm, int keyval, void *extra, void *value,
                                         void *copy, int *flag);
typedef int MGEN_Comm_delete_attr_function(MGEN_Comm comm, int keyval, void *value, void *extra);
#define MGEN_COMM_NULL_COPY_FN ((MGEN_Comm_copy_attr_function *)0)
#define MGEN_COMM_NULL_DELETE_FN ((MGEN_Comm_delete_attr_function *)0)
MGEN_Comm_copy_attr_function MGEN_COMM_DUP_FN;
#define MGEN_KEYVAL_INVALID (-1)
/* Keys of attributes that are there: pointers to int. MGEN_TAG_UB is its own value. */
#define MGEN_HOST 2147483646
#define MGEN_IO 2147483645
#define MGEN_WTIME_IS_GLOBAL 2147483644
#define MGEN_UNIVERSE_SIZE 2147483643
#define MGEN_APPNUM 2147483642
#define MGEN_LASTUSEDCODE 2147483641
int MGEN_Comm_create_keyval(MGEN_Comm_copy_attr_function *copy,
                            MGEN_Comm_delete_attr_function *erase, int *keyval, void *extra);
int MGEN_Comm_free_keyval(int *keyval);
int MGEN_Comm_set_attr(MGEN_Comm comm, int keyval, void *value);
int MGEN_Comm_get_attr(MGEN_Comm comm, int keyval, void *address_of_value, int *flag);
int MGEN_Comm_delete_attr(MGEN_Comm comm, int keyval);

/* ---- Errors. A mistake ends the job with a message, whatever the error handler: functions that return
 * have succeeded. Handlers are kept, and run by MGEN_Comm_call_errhandler. ---- */

#define MGEN_ERR_BUFFER 1
#define MGEN_ERR_COUNT 2
#define MGEN_ERR_TYPE 3
#define MGEN_ERR_TAG 4
#define MGEN_ERR_COMM 5
#define MGEN_ERR_RANK 6
#define MGEN_ERR_REQUEST 7
#define MGEN_ERR_ROOT 8
#define MGEN_ERR_GROUP 9
#define MGEN_ERR_OP 10
#define MGEN_ERR_TOPOLOGY 11
#define MGEN_ERR_DIMS 12
#define MGEN_ERR_ARG 13
#define MGEN_ERR_UNKNOWN 14
#define MGEN_ERR_TRUNCATE 15
#define MGEN_ERR_OTHER 16
#define MGEN_ERR_INTERN 17
#define MGEN_ERR_PENDING 18
#define MGEN_ERR_IN_STATUS 19
#define MGEN_ERR_KEYVAL 20
#define MGEN_ERR_NO_MEM 21
#define MGEN_ERR_LASTCODE 63
#define MGEN_MAX_ERROR_STRING 128
typedef void MGEN_Comm_errhandler_function(MGEN_Comm *comm, int *code, ...);
int MGEN_Comm_create_errhandler(MGEN_Comm_errhandler_function *function, MGEN_Errhandler *handler);
int MGEN_Comm_set_errhandler(MGEN_Comm comm, MGEN_Errhandler handler);
int MGEN_Comm_get_errhandler(MGEN_Comm comm, MGEN_Errhandler *handler);
int MGEN_Comm_call_errhandler(MGEN_Comm comm, int code);
int MGEN_Errhandler_free(MGEN_Errhandler *handler);
int MGEN_Error_class(int code, int *errorclass);
int MGEN_Error_string(int code, char *string, int *length);

/* ---- Datatypes ---- */

int MGEN_Type_contiguous(int count, MGEN_Datatype old, MGEN_Datatype *newtype);
int MGEN_Type_vector(int count, int blocklength, int stride, MGEN_Datatype old,
                     MGEN_Datatype *newtype);
int MGEN_Type_create_hvector(int count, int blocklength, MGEN_Aint stride, MGEN_Datatype old,
                             MGEN_Datatype *newtype);
int MGEN_Type_create_resized(MGEN_Datatype old, MGEN_Aint lower, MGEN_Aint extent,
                             MGEN_Datatype *newtype);
int MGEN_Type_indexed(int count, const int blocklengths[], const int displs[], MGEN_Datatype old,
                      MGEN_Datatype *newtype);
int MGEN_Type_create_indexed_block(int count, int blocklength, const int displs[], MGEN_Datatype old,
                                   MGEN_Datatype *newtype);
int MGEN_Type_create_hindexed(int count, const int blocklengths[], const MGEN_Aint displs[],
                              MGEN_Datatype old, MGEN_Datatype *newtype);
int MGEN_Type_create_hindexed_block(int count, int blocklength, const MGEN_Aint displs[],
                                    MGEN_Datatype old, MGEN_Datatype *newtype);
int MGEN_Type_create_struct(int count, const int blocklengths[], const MGEN_Aint displs[],
                            const MGEN_Datatype types[], MGEN_Datatype *newtype);
int MGEN_Type_create_subarray(int ndims, const int sizes[], const int subsizes[], const int starts[],
                              int order, MGEN_Datatype old, MGEN_Datatype *newtype);
int MGEN_Type_dup(MGEN_Datatype old, MGEN_Datatype *newtype);
int MGEN_Type_commit(MGEN_Datatype *type);
int MGEN_Type_free(MGEN_Datatype *type);
int MGEN_Type_size(MGEN_Datatype type, int *size);
int MGEN_Type_get_extent(MGEN_Datatype type, MGEN_Aint *lower, MGEN_Aint *extent);

int MGEN_Type_get_true_extent(MGEN_Datatype type, MGEN_Aint *lower, MGEN_Aint *extent);
int MGEN_Type_size_x(MGEN_Datatype type, MGEN_Count *size);
int MGEN_Type_get_extent_x(MGEN_Datatype type, MGEN_Count *lower, MGEN_Count *extent);
int MGEN_Type_get_true_extent_x(MGEN_Datatype type, MGEN_Count *lower, MGEN_Count *extent);

MGEN_Aint MGEN_Aint_add(MGEN_Aint base, MGEN_Aint displacement);
MGEN_Aint MGEN_Aint_diff(MGEN_Aint a, MGEN_Aint b);
int MGEN_Get_address(const void *location, MGEN_Aint *address);
/* Without `payload = true`, only positions move. */
int MGEN_Pack(const void *inbuf, int incount, MGEN_Datatype type, void *outbuf, int outsize,
              int *position, MGEN_Comm comm);
int MGEN_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount,
                MGEN_Datatype type, MGEN_Comm comm);
int MGEN_Pack_size(int incount, MGEN_Datatype type, MGEN_Comm comm, int *size);

int MGEN_Op_create(MGEN_User_function *function, int commute, MGEN_Op *op);
int MGEN_Op_free(MGEN_Op *op);
int MGEN_Op_commutative(MGEN_Op op, int *commute);
int MGEN_Reduce_local(const void *inbuf, void *inoutbuf, int count, MGEN_Datatype type, MGEN_Op op);

#include "mgen_collectives.h"

/* ---- Time ---- */

/* The rank computes for so many simulated seconds. */
int MGEN_Comp(double seconds);
/* Simulated seconds since the start of the simulation. */
double MGEN_Wtime(void);
double MGEN_Wtick(void);

#ifdef __cplusplus
}
#endif

#endif
