// SPDX-License-Identifier: MIT
// The functions that programs call. Written by tools/mpi-faces from src/mpi/api/mpi_*.txt: do not edit.

#include "mpi/api/returned_error.h"

using kasuri::mpi::refuse_null;
using kasuri::mpi::ReturnedError;

extern "C" {

int MPI_Pcontrol(int level, ...) try {
  return MGEN_Pcontrol(level);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Init(int *argc, char ***argv) try {
  return MGEN_Init(argc, argv);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Initialized(int *flag) try {
  if (!flag) refuse_null("MGEN_Initialized", "flag");
  return MGEN_Initialized(flag);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Finalize(void) try {
  return MGEN_Finalize();
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Finalized(int *flag) try {
  if (!flag) refuse_null("MGEN_Finalized", "flag");
  return MGEN_Finalized(flag);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Abort(MPI_Comm comm, int code) try {
  return MGEN_Abort(comm, code);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) try {
  return MGEN_Init_thread(argc, argv, required, provided);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Query_thread(int *provided) try {
  if (!provided) refuse_null("MGEN_Query_thread", "provided");
  return MGEN_Query_thread(provided);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Get_processor_name(char *name, int *length) try {
  if (!length) refuse_null("MGEN_Get_processor_name", "length");
  return MGEN_Get_processor_name(name, length);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Is_thread_main(int *flag) try {
  if (!flag) refuse_null("MGEN_Is_thread_main", "flag");
  return MGEN_Is_thread_main(flag);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Get_version(int *version, int *subversion) try {
  if (!version) refuse_null("MGEN_Get_version", "version");
  if (!subversion) refuse_null("MGEN_Get_version", "subversion");
  return MGEN_Get_version(version, subversion);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Get_library_version(char *version, int *length) try {
  if (!length) refuse_null("MGEN_Get_library_version", "length");
  return MGEN_Get_library_version(version, length);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *address_of_pointer) try {
  return MGEN_Alloc_mem(size, info, address_of_pointer);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Free_mem(void *address) try {
  return MGEN_Free_mem(address);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) try {
  return MGEN_Send(buf, count, datatype, dest, tag, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) try {
  return MGEN_Send_c(buf, count, datatype, dest, tag, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) try {
  return MGEN_Ssend(buf, count, datatype, dest, tag, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ssend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) try {
  return MGEN_Ssend_c(buf, count, datatype, dest, tag, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) try {
  return MGEN_Rsend(buf, count, datatype, dest, tag, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Rsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) try {
  return MGEN_Rsend_c(buf, count, datatype, dest, tag, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) try {
  return MGEN_Bsend(buf, count, datatype, dest, tag, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Bsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) try {
  return MGEN_Bsend_c(buf, count, datatype, dest, tag, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Status *status) try {
  return MGEN_Recv(buf, count, datatype, source, tag, comm, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Recv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Status *status) try {
  return MGEN_Recv_c(buf, count, datatype, source, tag, comm, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Isend", "request");
  return MGEN_Isend(buf, count, datatype, dest, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Isend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Isend", "request");
  return MGEN_Isend_c(buf, count, datatype, dest, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Issend", "request");
  return MGEN_Issend(buf, count, datatype, dest, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Issend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Issend", "request");
  return MGEN_Issend_c(buf, count, datatype, dest, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Irsend", "request");
  return MGEN_Irsend(buf, count, datatype, dest, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Irsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Irsend", "request");
  return MGEN_Irsend_c(buf, count, datatype, dest, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ibsend", "request");
  return MGEN_Ibsend(buf, count, datatype, dest, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ibsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ibsend", "request");
  return MGEN_Ibsend_c(buf, count, datatype, dest, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Irecv", "request");
  return MGEN_Irecv(buf, count, datatype, source, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Irecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Irecv", "request");
  return MGEN_Irecv_c(buf, count, datatype, source, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
    void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
    MPI_Status *status) try {
  return MGEN_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
      recvtag, comm, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
    MPI_Status *status) try {
  return MGEN_Sendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
      source, recvtag, comm, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source,
    int recvtag, MPI_Comm comm, MPI_Status *status) try {
  return MGEN_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag,
    int source, int recvtag, MPI_Comm comm, MPI_Status *status) try {
  return MGEN_Sendrecv_replace_c(buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
    void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Isendrecv", "request");
  return MGEN_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
      recvtag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Isendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
    int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
    MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Isendrecv", "request");
  return MGEN_Isendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
      source, recvtag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source,
    int recvtag, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Isendrecv_replace", "request");
  return MGEN_Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Isendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag,
    int source, int recvtag, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Isendrecv_replace", "request");
  return MGEN_Isendrecv_replace_c(buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count) try {
  if (!count) refuse_null("MGEN_Get_count", "count");
  return MGEN_Get_count(status, datatype, count);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) try {
  if (!count) refuse_null("MGEN_Get_count", "count");
  return MGEN_Get_count_c(status, datatype, count);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count) try {
  if (!count) refuse_null("MGEN_Get_elements", "count");
  return MGEN_Get_elements(status, datatype, count);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) try {
  if (!count) refuse_null("MGEN_Get_elements", "count");
  return MGEN_Get_elements_c(status, datatype, count);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count) try {
  return MGEN_Status_set_elements_x(status, datatype, count);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int count) try {
  return MGEN_Status_set_elements(status, datatype, count);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Status_set_cancelled(MPI_Status *status, int flag) try {
  return MGEN_Status_set_cancelled(status, flag);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) try {
  if (!count) refuse_null("MGEN_Get_elements_x", "count");
  return MGEN_Get_elements_x(status, datatype, count);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Buffer_attach(void *buffer, int size) try {
  return MGEN_Buffer_attach(buffer, size);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Buffer_attach_c(void *buffer, MPI_Count size) try {
  return MGEN_Buffer_attach_c(buffer, size);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Buffer_detach(void *buffer_address, int *size) try {
  if (!size) refuse_null("MGEN_Buffer_detach", "size");
  return MGEN_Buffer_detach(buffer_address, size);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Buffer_detach_c(void *buffer_address, MPI_Count *size) try {
  if (!size) refuse_null("MGEN_Buffer_detach", "size");
  return MGEN_Buffer_detach_c(buffer_address, size);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Wait(MPI_Request *request, MPI_Status *status) try {
  if (!request) refuse_null("MGEN_Wait", "request");
  return MGEN_Wait(request, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) try {
  return MGEN_Waitall(count, requests, statuses);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Waitany(int count, MPI_Request requests[], int *index, MPI_Status *status) try {
  if (!index) refuse_null("MGEN_Waitany", "index");
  return MGEN_Waitany(count, requests, index, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Waitsome(int incount, MPI_Request requests[], int *outcount, int indices[],
    MPI_Status statuses[]) try {
  if (!outcount) refuse_null("MGEN_Waitsome", "outcount");
  return MGEN_Waitsome(incount, requests, outcount, indices, statuses);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) try {
  if (!request) refuse_null("MGEN_Test", "request");
  if (!flag) refuse_null("MGEN_Test", "flag");
  return MGEN_Test(request, flag, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Testall(int count, MPI_Request requests[], int *flag, MPI_Status statuses[]) try {
  if (!flag) refuse_null("MGEN_Testall", "flag");
  return MGEN_Testall(count, requests, flag, statuses);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Testany(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status) try {
  if (!index) refuse_null("MGEN_Testany", "index");
  if (!flag) refuse_null("MGEN_Testany", "flag");
  return MGEN_Testany(count, requests, index, flag, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Testsome(int incount, MPI_Request requests[], int *outcount, int indices[],
    MPI_Status statuses[]) try {
  if (!outcount) refuse_null("MGEN_Testsome", "outcount");
  return MGEN_Testsome(incount, requests, outcount, indices, statuses);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status) try {
  if (!flag) refuse_null("MGEN_Request_get_status", "flag");
  return MGEN_Request_get_status(request, flag, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Request_get_status_all(int count, const MPI_Request requests[], int *flag,
    MPI_Status statuses[]) try {
  if (!flag) refuse_null("MGEN_Request_get_status_all", "flag");
  return MGEN_Request_get_status_all(count, requests, flag, statuses);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Request_get_status_any(int count, const MPI_Request requests[], int *index, int *flag,
    MPI_Status *status) try {
  if (!index) refuse_null("MGEN_Request_get_status_any", "index");
  if (!flag) refuse_null("MGEN_Request_get_status_any", "flag");
  return MGEN_Request_get_status_any(count, requests, index, flag, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Request_get_status_some(int incount, const MPI_Request requests[], int *outcount, int indices[],
    MPI_Status statuses[]) try {
  if (!outcount) refuse_null("MGEN_Request_get_status_some", "outcount");
  return MGEN_Request_get_status_some(incount, requests, outcount, indices, statuses);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Status_get_source(const MPI_Status *status, int *source) try {
  if (!source) refuse_null("MGEN_Status_get_source", "source");
  return MGEN_Status_get_source(status, source);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Status_get_tag(const MPI_Status *status, int *tag) try {
  if (!tag) refuse_null("MGEN_Status_get_tag", "tag");
  return MGEN_Status_get_tag(status, tag);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Status_get_error(const MPI_Status *status, int *error) try {
  if (!error) refuse_null("MGEN_Status_get_error", "error");
  return MGEN_Status_get_error(status, error);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Status_set_source(MPI_Status *status, int source) try {
  return MGEN_Status_set_source(status, source);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Status_set_tag(MPI_Status *status, int tag) try {
  return MGEN_Status_set_tag(status, tag);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Status_set_error(MPI_Status *status, int error) try {
  return MGEN_Status_set_error(status, error);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Request_free(MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Request_free", "request");
  return MGEN_Request_free(request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Cancel(MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Cancel", "request");
  return MGEN_Cancel(request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Test_cancelled(const MPI_Status *status, int *flag) try {
  if (!flag) refuse_null("MGEN_Test_cancelled", "flag");
  return MGEN_Test_cancelled(status, flag);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Send_init", "request");
  return MGEN_Send_init(buf, count, datatype, dest, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Send_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Send_init", "request");
  return MGEN_Send_init_c(buf, count, datatype, dest, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ssend_init", "request");
  return MGEN_Ssend_init(buf, count, datatype, dest, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ssend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ssend_init", "request");
  return MGEN_Ssend_init_c(buf, count, datatype, dest, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Rsend_init", "request");
  return MGEN_Rsend_init(buf, count, datatype, dest, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Rsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Rsend_init", "request");
  return MGEN_Rsend_init_c(buf, count, datatype, dest, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Bsend_init", "request");
  return MGEN_Bsend_init(buf, count, datatype, dest, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Bsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Bsend_init", "request");
  return MGEN_Bsend_init_c(buf, count, datatype, dest, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Recv_init", "request");
  return MGEN_Recv_init(buf, count, datatype, source, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Recv_init", "request");
  return MGEN_Recv_init_c(buf, count, datatype, source, tag, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Grequest_start(MPI_Grequest_query_function *query, MPI_Grequest_free_function *release,
    MPI_Grequest_cancel_function *cancel, void *extra, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Grequest_start", "request");
  return MGEN_Grequest_start(query, release, cancel, extra, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Grequest_complete(MPI_Request request) try {
  return MGEN_Grequest_complete(request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Start(MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Start", "request");
  return MGEN_Start(request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Startall(int count, MPI_Request requests[]) try {
  return MGEN_Startall(count, requests);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) try {
  return MGEN_Probe(source, tag, comm, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) try {
  if (!flag) refuse_null("MGEN_Iprobe", "flag");
  return MGEN_Iprobe(source, tag, comm, flag, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) try {
  if (!message) refuse_null("MGEN_Mprobe", "message");
  return MGEN_Mprobe(source, tag, comm, message, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
    MPI_Status *status) try {
  if (!flag) refuse_null("MGEN_Improbe", "flag");
  if (!message) refuse_null("MGEN_Improbe", "message");
  return MGEN_Improbe(source, tag, comm, flag, message, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status) try {
  if (!message) refuse_null("MGEN_Mrecv", "message");
  return MGEN_Mrecv(buf, count, datatype, message, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Mrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
    MPI_Status *status) try {
  if (!message) refuse_null("MGEN_Mrecv", "message");
  return MGEN_Mrecv_c(buf, count, datatype, message, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
    MPI_Request *request) try {
  if (!message) refuse_null("MGEN_Imrecv", "message");
  if (!request) refuse_null("MGEN_Imrecv", "request");
  return MGEN_Imrecv(buf, count, datatype, message, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Imrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
    MPI_Request *request) try {
  if (!message) refuse_null("MGEN_Imrecv", "message");
  if (!request) refuse_null("MGEN_Imrecv", "request");
  return MGEN_Imrecv_c(buf, count, datatype, message, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_rank(MPI_Comm comm, int *rank) try {
  if (!rank) refuse_null("MGEN_Comm_rank", "rank");
  return MGEN_Comm_rank(comm, rank);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_size(MPI_Comm comm, int *size) try {
  if (!size) refuse_null("MGEN_Comm_size", "size");
  return MGEN_Comm_size(comm, size);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm) try {
  if (!newcomm) refuse_null("MGEN_Comm_dup", "newcomm");
  return MGEN_Comm_dup(comm, newcomm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm) try {
  if (!newcomm) refuse_null("MGEN_Comm_dup_with_info", "newcomm");
  return MGEN_Comm_dup_with_info(comm, info, newcomm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) try {
  if (!newcomm) refuse_null("MGEN_Comm_idup", "newcomm");
  if (!request) refuse_null("MGEN_Comm_idup", "request");
  return MGEN_Comm_idup(comm, newcomm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request) try {
  if (!newcomm) refuse_null("MGEN_Comm_idup_with_info", "newcomm");
  if (!request) refuse_null("MGEN_Comm_idup_with_info", "request");
  return MGEN_Comm_idup_with_info(comm, info, newcomm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_test_inter(MPI_Comm comm, int *flag) try {
  if (!flag) refuse_null("MGEN_Comm_test_inter", "flag");
  return MGEN_Comm_test_inter(comm, flag);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info) try {
  return MGEN_Comm_set_info(comm, info);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_get_info(MPI_Comm comm, MPI_Info *info) try {
  if (!info) refuse_null("MGEN_Comm_get_info", "info");
  return MGEN_Comm_get_info(comm, info);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_set_name(MPI_Comm comm, const char *name) try {
  return MGEN_Comm_set_name(comm, name);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_get_name(MPI_Comm comm, char *name, int *length) try {
  if (!length) refuse_null("MGEN_Comm_get_name", "length");
  return MGEN_Comm_get_name(comm, name, length);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm) try {
  if (!newcomm) refuse_null("MGEN_Comm_split", "newcomm");
  return MGEN_Comm_split(comm, color, key, newcomm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *newcomm) try {
  if (!newcomm) refuse_null("MGEN_Comm_split_type", "newcomm");
  return MGEN_Comm_split_type(comm, type, key, info, newcomm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm) try {
  if (!newcomm) refuse_null("MGEN_Comm_create", "newcomm");
  return MGEN_Comm_create(comm, group, newcomm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm) try {
  if (!newcomm) refuse_null("MGEN_Comm_create_group", "newcomm");
  return MGEN_Comm_create_group(comm, group, tag, newcomm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info,
    MPI_Errhandler handler, MPI_Comm *newcomm) try {
  if (!newcomm) refuse_null("MGEN_Comm_create_from_group", "newcomm");
  return MGEN_Comm_create_from_group(group, stringtag, info, handler, newcomm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_remote_size(MPI_Comm comm, int *size) try {
  if (!size) refuse_null("MGEN_Comm_remote_size", "size");
  return MGEN_Comm_remote_size(comm, size);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group) try {
  if (!group) refuse_null("MGEN_Comm_remote_group", "group");
  return MGEN_Comm_remote_group(comm, group);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Intercomm_create(MPI_Comm local, int leader, MPI_Comm peer, int remote_leader, int tag,
    MPI_Comm *newcomm) try {
  if (!newcomm) refuse_null("MGEN_Intercomm_create", "newcomm");
  return MGEN_Intercomm_create(local, leader, peer, remote_leader, tag, newcomm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Intercomm_create_from_groups(MPI_Group local, int leader, MPI_Group remote, int remote_leader,
    const char *stringtag, MPI_Info info, MPI_Errhandler handler, MPI_Comm *newcomm) try {
  if (!newcomm) refuse_null("MGEN_Intercomm_create_from_groups", "newcomm");
  return MGEN_Intercomm_create_from_groups(local, leader, remote, remote_leader, stringtag, info, handler,
      newcomm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Intercomm_merge(MPI_Comm inter, int high, MPI_Comm *newcomm) try {
  if (!newcomm) refuse_null("MGEN_Intercomm_merge", "newcomm");
  return MGEN_Intercomm_merge(inter, high, newcomm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_compare(MPI_Comm a, MPI_Comm b, int *result) try {
  if (!result) refuse_null("MGEN_Comm_compare", "result");
  return MGEN_Comm_compare(a, b, result);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_free(MPI_Comm *comm) try {
  if (!comm) refuse_null("MGEN_Comm_free", "comm");
  return MGEN_Comm_free(comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_get_parent(MPI_Comm *parent) try {
  if (!parent) refuse_null("MGEN_Comm_get_parent", "parent");
  return MGEN_Comm_get_parent(parent);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_group(MPI_Comm comm, MPI_Group *group) try {
  if (!group) refuse_null("MGEN_Comm_group", "group");
  return MGEN_Comm_group(comm, group);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Group_rank(MPI_Group group, int *rank) try {
  if (!rank) refuse_null("MGEN_Group_rank", "rank");
  return MGEN_Group_rank(group, rank);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Group_size(MPI_Group group, int *size) try {
  if (!size) refuse_null("MGEN_Group_size", "size");
  return MGEN_Group_size(group, size);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup) try {
  if (!newgroup) refuse_null("MGEN_Group_incl", "newgroup");
  return MGEN_Group_incl(group, n, ranks, newgroup);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup) try {
  if (!newgroup) refuse_null("MGEN_Group_excl", "newgroup");
  return MGEN_Group_excl(group, n, ranks, newgroup);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) try {
  if (!newgroup) refuse_null("MGEN_Group_range_incl", "newgroup");
  return MGEN_Group_range_incl(group, n, ranges, newgroup);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) try {
  if (!newgroup) refuse_null("MGEN_Group_range_excl", "newgroup");
  return MGEN_Group_range_excl(group, n, ranges, newgroup);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Group_union(MPI_Group a, MPI_Group b, MPI_Group *newgroup) try {
  if (!newgroup) refuse_null("MGEN_Group_union", "newgroup");
  return MGEN_Group_union(a, b, newgroup);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Group_intersection(MPI_Group a, MPI_Group b, MPI_Group *newgroup) try {
  if (!newgroup) refuse_null("MGEN_Group_intersection", "newgroup");
  return MGEN_Group_intersection(a, b, newgroup);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Group_difference(MPI_Group a, MPI_Group b, MPI_Group *newgroup) try {
  if (!newgroup) refuse_null("MGEN_Group_difference", "newgroup");
  return MGEN_Group_difference(a, b, newgroup);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Group_translate_ranks(MPI_Group a, int n, const int ranks[], MPI_Group b, int result[]) try {
  return MGEN_Group_translate_ranks(a, n, ranks, b, result);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Group_compare(MPI_Group a, MPI_Group b, int *result) try {
  if (!result) refuse_null("MGEN_Group_compare", "result");
  return MGEN_Group_compare(a, b, result);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Group_free(MPI_Group *group) try {
  if (!group) refuse_null("MGEN_Group_free", "group");
  return MGEN_Group_free(group);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Topo_test(MPI_Comm comm, int *kind) try {
  if (!kind) refuse_null("MGEN_Topo_test", "kind");
  return MGEN_Topo_test(comm, kind);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Dims_create(int nodes, int ndims, int dims[]) try {
  return MGEN_Dims_create(nodes, ndims, dims);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Cart_create(MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder,
    MPI_Comm *cart) try {
  if (!cart) refuse_null("MGEN_Cart_create", "cart");
  return MGEN_Cart_create(comm, ndims, dims, periods, reorder, cart);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Cart_sub(MPI_Comm cart, const int remain[], MPI_Comm *newcomm) try {
  if (!newcomm) refuse_null("MGEN_Cart_sub", "newcomm");
  return MGEN_Cart_sub(cart, remain, newcomm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Cartdim_get(MPI_Comm cart, int *ndims) try {
  if (!ndims) refuse_null("MGEN_Cartdim_get", "ndims");
  return MGEN_Cartdim_get(cart, ndims);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Cart_get(MPI_Comm cart, int maxdims, int dims[], int periods[], int coords[]) try {
  return MGEN_Cart_get(cart, maxdims, dims, periods, coords);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Cart_rank(MPI_Comm cart, const int coords[], int *rank) try {
  if (!rank) refuse_null("MGEN_Cart_rank", "rank");
  return MGEN_Cart_rank(cart, coords, rank);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Cart_coords(MPI_Comm cart, int rank, int maxdims, int coords[]) try {
  return MGEN_Cart_coords(cart, rank, maxdims, coords);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Cart_shift(MPI_Comm cart, int dimension, int displacement, int *source, int *dest) try {
  if (!source) refuse_null("MGEN_Cart_shift", "source");
  if (!dest) refuse_null("MGEN_Cart_shift", "dest");
  return MGEN_Cart_shift(cart, dimension, displacement, source, dest);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *rank) try {
  if (!rank) refuse_null("MGEN_Cart_map", "rank");
  return MGEN_Cart_map(comm, ndims, dims, periods, rank);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Graph_create(MPI_Comm comm, int nodes, const int index[], const int edges[], int reorder,
    MPI_Comm *graph) try {
  if (!graph) refuse_null("MGEN_Graph_create", "graph");
  return MGEN_Graph_create(comm, nodes, index, edges, reorder, graph);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Graphdims_get(MPI_Comm graph, int *nodes, int *edges) try {
  if (!nodes) refuse_null("MGEN_Graphdims_get", "nodes");
  if (!edges) refuse_null("MGEN_Graphdims_get", "edges");
  return MGEN_Graphdims_get(graph, nodes, edges);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Graph_get(MPI_Comm graph, int maxindex, int maxedges, int index[], int edges[]) try {
  return MGEN_Graph_get(graph, maxindex, maxedges, index, edges);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Graph_neighbors_count(MPI_Comm graph, int rank, int *count) try {
  if (!count) refuse_null("MGEN_Graph_neighbors_count", "count");
  return MGEN_Graph_neighbors_count(graph, rank, count);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Graph_neighbors(MPI_Comm graph, int rank, int maxneighbors, int neighbors[]) try {
  return MGEN_Graph_neighbors(graph, rank, maxneighbors, neighbors);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Graph_map(MPI_Comm comm, int nodes, const int index[], const int edges[], int *rank) try {
  if (!rank) refuse_null("MGEN_Graph_map", "rank");
  return MGEN_Graph_map(comm, nodes, index, edges, rank);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int indegree, const int sources[],
    const int *sourceweights, int outdegree, const int destinations[], const int *destweights,
    MPI_Info info, int reorder, MPI_Comm *graph) try {
  if (!graph) refuse_null("MGEN_Dist_graph_create_adjacent", "graph");
  return MGEN_Dist_graph_create_adjacent(comm, indegree, sources, sourceweights, outdegree, destinations,
      destweights, info, reorder, graph);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Dist_graph_create(MPI_Comm comm, int n, const int sources[], const int degrees[],
    const int destinations[], const int *weights, MPI_Info info, int reorder, MPI_Comm *graph) try {
  if (!graph) refuse_null("MGEN_Dist_graph_create", "graph");
  return MGEN_Dist_graph_create(comm, n, sources, degrees, destinations, weights, info, reorder, graph);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Dist_graph_neighbors_count(MPI_Comm graph, int *indegree, int *outdegree, int *weighted) try {
  if (!indegree) refuse_null("MGEN_Dist_graph_neighbors_count", "indegree");
  if (!outdegree) refuse_null("MGEN_Dist_graph_neighbors_count", "outdegree");
  if (!weighted) refuse_null("MGEN_Dist_graph_neighbors_count", "weighted");
  return MGEN_Dist_graph_neighbors_count(graph, indegree, outdegree, weighted);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Dist_graph_neighbors(MPI_Comm graph, int maxindegree, int sources[], int *sourceweights,
    int maxoutdegree, int destinations[], int *destweights) try {
  return MGEN_Dist_graph_neighbors(graph, maxindegree, sources, sourceweights, maxoutdegree, destinations,
      destweights);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *erase,
    int *keyval, void *extra) try {
  if (!keyval) refuse_null("MGEN_Comm_create_keyval", "keyval");
  return MGEN_Comm_create_keyval(copy, erase, keyval, extra);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_free_keyval(int *keyval) try {
  if (!keyval) refuse_null("MGEN_Comm_free_keyval", "keyval");
  return MGEN_Comm_free_keyval(keyval);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_set_attr(MPI_Comm comm, int keyval, void *value) try {
  return MGEN_Comm_set_attr(comm, keyval, value);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_get_attr(MPI_Comm comm, int keyval, void *address_of_value, int *flag) try {
  if (!flag) refuse_null("MGEN_Comm_get_attr", "flag");
  return MGEN_Comm_get_attr(comm, keyval, address_of_value, flag);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_delete_attr(MPI_Comm comm, int keyval) try {
  return MGEN_Comm_delete_attr(comm, keyval);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_keyval(MPI_Type_copy_attr_function *copy, MPI_Type_delete_attr_function *erase,
    int *keyval, void *extra) try {
  if (!keyval) refuse_null("MGEN_Type_create_keyval", "keyval");
  return MGEN_Type_create_keyval(copy, erase, keyval, extra);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_free_keyval(int *keyval) try {
  if (!keyval) refuse_null("MGEN_Type_free_keyval", "keyval");
  return MGEN_Type_free_keyval(keyval);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_set_attr(MPI_Datatype datatype, int keyval, void *value) try {
  return MGEN_Type_set_attr(datatype, keyval, value);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_get_attr(MPI_Datatype datatype, int keyval, void *address_of_value, int *flag) try {
  if (!flag) refuse_null("MGEN_Type_get_attr", "flag");
  return MGEN_Type_get_attr(datatype, keyval, address_of_value, flag);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_delete_attr(MPI_Datatype datatype, int keyval) try {
  return MGEN_Type_delete_attr(datatype, keyval);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function *function, MPI_Errhandler *handler) try {
  if (!handler) refuse_null("MGEN_Comm_create_errhandler", "handler");
  return MGEN_Comm_create_errhandler(function, handler);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler) try {
  return MGEN_Comm_set_errhandler(comm, handler);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *handler) try {
  if (!handler) refuse_null("MGEN_Comm_get_errhandler", "handler");
  return MGEN_Comm_get_errhandler(comm, handler);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Comm_call_errhandler(MPI_Comm comm, int code) try {
  return MGEN_Comm_call_errhandler(comm, code);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Errhandler_free(MPI_Errhandler *handler) try {
  if (!handler) refuse_null("MGEN_Errhandler_free", "handler");
  return MGEN_Errhandler_free(handler);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Error_class(int code, int *errorclass) try {
  if (!errorclass) refuse_null("MGEN_Error_class", "errorclass");
  return MGEN_Error_class(code, errorclass);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Error_string(int code, char *string, int *length) try {
  if (!length) refuse_null("MGEN_Error_string", "length");
  return MGEN_Error_string(code, string, length);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Add_error_class(int *errorclass) try {
  if (!errorclass) refuse_null("MGEN_Add_error_class", "errorclass");
  return MGEN_Add_error_class(errorclass);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Add_error_code(int errorclass, int *errorcode) try {
  if (!errorcode) refuse_null("MGEN_Add_error_code", "errorcode");
  return MGEN_Add_error_code(errorclass, errorcode);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Add_error_string(int errorcode, const char *string) try {
  return MGEN_Add_error_string(errorcode, string);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Remove_error_class(int errorclass) try {
  return MGEN_Remove_error_class(errorclass);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Remove_error_code(int errorcode) try {
  return MGEN_Remove_error_code(errorcode);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Remove_error_string(int errorcode) try {
  return MGEN_Remove_error_string(errorcode);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_contiguous", "newtype");
  return MGEN_Type_contiguous(count, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_contiguous_c(MPI_Count count, MPI_Datatype old, MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_contiguous", "newtype");
  return MGEN_Type_contiguous_c(count, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype old, MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_vector", "newtype");
  return MGEN_Type_vector(count, blocklength, stride, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype old,
    MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_vector", "newtype");
  return MGEN_Type_vector_c(count, blocklength, stride, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype old,
    MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_hvector", "newtype");
  return MGEN_Type_create_hvector(count, blocklength, stride, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype old,
    MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_hvector", "newtype");
  return MGEN_Type_create_hvector_c(count, blocklength, stride, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_resized(MPI_Datatype old, MPI_Aint lower, MPI_Aint extent,
    MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_resized", "newtype");
  return MGEN_Type_create_resized(old, lower, extent, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_resized_c(MPI_Datatype old, MPI_Count lower, MPI_Count extent,
    MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_resized", "newtype");
  return MGEN_Type_create_resized_c(old, lower, extent, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_indexed(int count, const int blocklengths[], const int displs[], MPI_Datatype old,
    MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_indexed", "newtype");
  return MGEN_Type_indexed(count, blocklengths, displs, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_indexed_c(MPI_Count count, const MPI_Count blocklengths[], const MPI_Count displs[],
    MPI_Datatype old, MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_indexed", "newtype");
  return MGEN_Type_indexed_c(count, blocklengths, displs, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_indexed_block(int count, int blocklength, const int displs[], MPI_Datatype old,
    MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_indexed_block", "newtype");
  return MGEN_Type_create_indexed_block(count, blocklength, displs, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count displs[],
    MPI_Datatype old, MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_indexed_block", "newtype");
  return MGEN_Type_create_indexed_block_c(count, blocklength, displs, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_hindexed(int count, const int blocklengths[], const MPI_Aint displs[],
    MPI_Datatype old, MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_hindexed", "newtype");
  return MGEN_Type_create_hindexed(count, blocklengths, displs, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count blocklengths[], const MPI_Count displs[],
    MPI_Datatype old, MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_hindexed", "newtype");
  return MGEN_Type_create_hindexed_c(count, blocklengths, displs, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_hindexed_block(int count, int blocklength, const MPI_Aint displs[], MPI_Datatype old,
    MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_hindexed_block", "newtype");
  return MGEN_Type_create_hindexed_block(count, blocklength, displs, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count displs[],
    MPI_Datatype old, MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_hindexed_block", "newtype");
  return MGEN_Type_create_hindexed_block_c(count, blocklength, displs, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_struct(int count, const int blocklengths[], const MPI_Aint displs[],
    const MPI_Datatype types[], MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_struct", "newtype");
  return MGEN_Type_create_struct(count, blocklengths, displs, types, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_struct_c(MPI_Count count, const MPI_Count blocklengths[], const MPI_Count displs[],
    const MPI_Datatype types[], MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_struct", "newtype");
  return MGEN_Type_create_struct_c(count, blocklengths, displs, types, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_subarray(int ndims, const int sizes[], const int subsizes[], const int starts[],
    int order, MPI_Datatype old, MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_subarray", "newtype");
  return MGEN_Type_create_subarray(ndims, sizes, subsizes, starts, order, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_subarray_c(int ndims, const MPI_Count sizes[], const MPI_Count subsizes[],
    const MPI_Count starts[], int order, MPI_Datatype old, MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_subarray", "newtype");
  return MGEN_Type_create_subarray_c(ndims, sizes, subsizes, starts, order, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_darray(int size, int rank, int ndims, const int gsizes[], const int distribs[],
    const int dargs[], const int psizes[], int order, MPI_Datatype old, MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_darray", "newtype");
  return MGEN_Type_create_darray(size, rank, ndims, gsizes, distribs, dargs, psizes, order, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_darray_c(int size, int rank, int ndims, const MPI_Count gsizes[],
    const int distribs[], const int dargs[], const int psizes[], int order, MPI_Datatype old,
    MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_darray", "newtype");
  return MGEN_Type_create_darray_c(size, rank, ndims, gsizes, distribs, dargs, psizes, order, old,
      newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_get_envelope(MPI_Datatype datatype, int *integers, int *addresses, int *datatypes,
    int *combiner) try {
  if (!integers) refuse_null("MGEN_Type_get_envelope", "integers");
  if (!addresses) refuse_null("MGEN_Type_get_envelope", "addresses");
  if (!datatypes) refuse_null("MGEN_Type_get_envelope", "datatypes");
  if (!combiner) refuse_null("MGEN_Type_get_envelope", "combiner");
  return MGEN_Type_get_envelope(datatype, integers, addresses, datatypes, combiner);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes,
    int integers[], MPI_Aint addresses[], MPI_Datatype datatypes[]) try {
  return MGEN_Type_get_contents(datatype, max_integers, max_addresses, max_datatypes, integers, addresses,
      datatypes);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_dup(MPI_Datatype old, MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_dup", "newtype");
  return MGEN_Type_dup(old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_set_name(MPI_Datatype datatype, const char *name) try {
  return MGEN_Type_set_name(datatype, name);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_get_name(MPI_Datatype datatype, char *name, int *length) try {
  if (!length) refuse_null("MGEN_Type_get_name", "length");
  return MGEN_Type_get_name(datatype, name, length);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_get_value_index(MPI_Datatype value, MPI_Datatype index, MPI_Datatype *pair) try {
  if (!pair) refuse_null("MGEN_Type_get_value_index", "pair");
  return MGEN_Type_get_value_index(value, index, pair);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype) try {
  if (!datatype) refuse_null("MGEN_Type_match_size", "datatype");
  return MGEN_Type_match_size(typeclass, size, datatype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_commit(MPI_Datatype *datatype) try {
  if (!datatype) refuse_null("MGEN_Type_commit", "datatype");
  return MGEN_Type_commit(datatype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_free(MPI_Datatype *datatype) try {
  if (!datatype) refuse_null("MGEN_Type_free", "datatype");
  return MGEN_Type_free(datatype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_size(MPI_Datatype datatype, int *size) try {
  if (!size) refuse_null("MGEN_Type_size", "size");
  return MGEN_Type_size(datatype, size);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size) try {
  if (!size) refuse_null("MGEN_Type_size", "size");
  return MGEN_Type_size_c(datatype, size);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lower, MPI_Aint *extent) try {
  if (!lower) refuse_null("MGEN_Type_get_extent", "lower");
  if (!extent) refuse_null("MGEN_Type_get_extent", "extent");
  return MGEN_Type_get_extent(datatype, lower, extent);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lower, MPI_Count *extent) try {
  if (!lower) refuse_null("MGEN_Type_get_extent", "lower");
  if (!extent) refuse_null("MGEN_Type_get_extent", "extent");
  return MGEN_Type_get_extent_c(datatype, lower, extent);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *lower, MPI_Aint *extent) try {
  if (!lower) refuse_null("MGEN_Type_get_true_extent", "lower");
  if (!extent) refuse_null("MGEN_Type_get_true_extent", "extent");
  return MGEN_Type_get_true_extent(datatype, lower, extent);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *lower, MPI_Count *extent) try {
  if (!lower) refuse_null("MGEN_Type_get_true_extent", "lower");
  if (!extent) refuse_null("MGEN_Type_get_true_extent", "extent");
  return MGEN_Type_get_true_extent_c(datatype, lower, extent);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size) try {
  if (!size) refuse_null("MGEN_Type_size_x", "size");
  return MGEN_Type_size_x(datatype, size);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lower, MPI_Count *extent) try {
  if (!lower) refuse_null("MGEN_Type_get_extent_x", "lower");
  if (!extent) refuse_null("MGEN_Type_get_extent_x", "extent");
  return MGEN_Type_get_extent_x(datatype, lower, extent);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *lower, MPI_Count *extent) try {
  if (!lower) refuse_null("MGEN_Type_get_true_extent_x", "lower");
  if (!extent) refuse_null("MGEN_Type_get_true_extent_x", "extent");
  return MGEN_Type_get_true_extent_x(datatype, lower, extent);
} catch (const ReturnedError& e) {
  return e.code;
}

MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint displacement) {
  return MGEN_Aint_add(base, displacement);
}

MPI_Aint MPI_Aint_diff(MPI_Aint a, MPI_Aint b) {
  return MGEN_Aint_diff(a, b);
}

int MPI_Get_address(const void *location, MPI_Aint *address) try {
  if (!address) refuse_null("MGEN_Get_address", "address");
  return MGEN_Get_address(location, address);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize,
    int *position, MPI_Comm comm) try {
  if (!position) refuse_null("MGEN_Pack", "position");
  return MGEN_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf,
    MPI_Count outsize, MPI_Count *position, MPI_Comm comm) try {
  if (!position) refuse_null("MGEN_Pack", "position");
  return MGEN_Pack_c(inbuf, incount, datatype, outbuf, outsize, position, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount,
    MPI_Datatype datatype, MPI_Comm comm) try {
  if (!position) refuse_null("MGEN_Unpack", "position");
  return MGEN_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf,
    MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm) try {
  if (!position) refuse_null("MGEN_Unpack", "position");
  return MGEN_Unpack_c(inbuf, insize, position, outbuf, outcount, datatype, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Pack_external(const char *datarep, const void *inbuf, int incount, MPI_Datatype datatype,
    void *outbuf, MPI_Aint outsize, MPI_Aint *position) try {
  if (!position) refuse_null("MGEN_Pack_external", "position");
  return MGEN_Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize, position);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Pack_external_c(const char *datarep, const void *inbuf, MPI_Count incount, MPI_Datatype datatype,
    void *outbuf, MPI_Count outsize, MPI_Count *position) try {
  if (!position) refuse_null("MGEN_Pack_external", "position");
  return MGEN_Pack_external_c(datarep, inbuf, incount, datatype, outbuf, outsize, position);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Unpack_external(const char *datarep, const void *inbuf, MPI_Aint insize, MPI_Aint *position,
    void *outbuf, int outcount, MPI_Datatype datatype) try {
  if (!position) refuse_null("MGEN_Unpack_external", "position");
  return MGEN_Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, datatype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Unpack_external_c(const char *datarep, const void *inbuf, MPI_Count insize, MPI_Count *position,
    void *outbuf, MPI_Count outcount, MPI_Datatype datatype) try {
  if (!position) refuse_null("MGEN_Unpack_external", "position");
  return MGEN_Unpack_external_c(datarep, inbuf, insize, position, outbuf, outcount, datatype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Pack_external_size(const char *datarep, int incount, MPI_Datatype datatype, MPI_Aint *size) try {
  if (!size) refuse_null("MGEN_Pack_external_size", "size");
  return MGEN_Pack_external_size(datarep, incount, datatype, size);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Pack_external_size_c(const char *datarep, MPI_Count incount, MPI_Datatype datatype,
    MPI_Count *size) try {
  if (!size) refuse_null("MGEN_Pack_external_size", "size");
  return MGEN_Pack_external_size_c(datarep, incount, datatype, size);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size) try {
  if (!size) refuse_null("MGEN_Pack_size", "size");
  return MGEN_Pack_size(incount, datatype, comm, size);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size) try {
  if (!size) refuse_null("MGEN_Pack_size", "size");
  return MGEN_Pack_size_c(incount, datatype, comm, size);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Op_create(MPI_User_function *function, int commute, MPI_Op *op) try {
  if (!op) refuse_null("MGEN_Op_create", "op");
  return MGEN_Op_create(function, commute, op);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Op_free(MPI_Op *op) try {
  if (!op) refuse_null("MGEN_Op_free", "op");
  return MGEN_Op_free(op);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Op_commutative(MPI_Op op, int *commute) try {
  if (!commute) refuse_null("MGEN_Op_commutative", "commute");
  return MGEN_Op_commutative(op, commute);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op) try {
  return MGEN_Reduce_local(inbuf, inoutbuf, count, datatype, op);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op) try {
  return MGEN_Reduce_local_c(inbuf, inoutbuf, count, datatype, op);
} catch (const ReturnedError& e) {
  return e.code;
}

double MPI_Wtime(void) {
  return MGEN_Wtime();
}

double MPI_Wtick(void) {
  return MGEN_Wtick();
}

int MPI_Barrier(MPI_Comm comm) try {
  return MGEN_Barrier(comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ibarrier", "request");
  return MGEN_Ibarrier(comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Barrier_init", "request");
  return MGEN_Barrier_init(comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Bcast(void *buf, int count, MPI_Datatype datatype, int root, MPI_Comm comm) try {
  return MGEN_Bcast(buf, count, datatype, root, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Bcast_c(void *buf, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) try {
  return MGEN_Bcast_c(buf, count, datatype, root, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ibcast(void *buf, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ibcast", "request");
  return MGEN_Ibcast(buf, count, datatype, root, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ibcast_c(void *buf, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ibcast", "request");
  return MGEN_Ibcast_c(buf, count, datatype, root, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Bcast_init(void *buf, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Bcast_init", "request");
  return MGEN_Bcast_init(buf, count, datatype, root, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Bcast_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Bcast_init", "request");
  return MGEN_Bcast_init_c(buf, count, datatype, root, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
    MPI_Comm comm) try {
  return MGEN_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    int root, MPI_Comm comm) try {
  return MGEN_Reduce_c(sendbuf, recvbuf, count, datatype, op, root, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
    MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ireduce", "request");
  return MGEN_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    int root, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ireduce", "request");
  return MGEN_Ireduce_c(sendbuf, recvbuf, count, datatype, op, root, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Reduce_init", "request");
  return MGEN_Reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Reduce_init", "request");
  return MGEN_Reduce_init_c(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) try {
  return MGEN_Allreduce(sendbuf, recvbuf, count, datatype, op, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) try {
  return MGEN_Allreduce_c(sendbuf, recvbuf, count, datatype, op, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Iallreduce", "request");
  return MGEN_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Iallreduce", "request");
  return MGEN_Iallreduce_c(sendbuf, recvbuf, count, datatype, op, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Allreduce_init", "request");
  return MGEN_Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Allreduce_init", "request");
  return MGEN_Allreduce_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm) try {
  return MGEN_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) try {
  return MGEN_Gather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Igather", "request");
  return MGEN_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Igather", "request");
  return MGEN_Igather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Gather_init", "request");
  return MGEN_Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Gather_init", "request");
  return MGEN_Gather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm) try {
  return MGEN_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root,
    MPI_Comm comm) try {
  return MGEN_Gatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Igatherv", "request");
  return MGEN_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Igatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Igatherv", "request");
  return MGEN_Igatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Gatherv_init", "request");
  return MGEN_Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root,
      comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Gatherv_init", "request");
  return MGEN_Gatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root,
      comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm) try {
  return MGEN_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) try {
  return MGEN_Scatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Iscatter", "request");
  return MGEN_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Iscatter", "request");
  return MGEN_Iscatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Scatter_init", "request");
  return MGEN_Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Scatter_init", "request");
  return MGEN_Scatter_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
    void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) try {
  return MGEN_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
    MPI_Comm comm) try {
  return MGEN_Scatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
    void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Iscatterv", "request");
  return MGEN_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Iscatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
    MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Iscatterv", "request");
  return MGEN_Iscatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[],
    MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Scatterv_init", "request");
  return MGEN_Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root,
      comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Scatterv_init", "request");
  return MGEN_Scatterv_init_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root,
      comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, MPI_Comm comm) try {
  return MGEN_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) try {
  return MGEN_Allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Iallgather", "request");
  return MGEN_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Iallgather", "request");
  return MGEN_Iallgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Allgather_init", "request");
  return MGEN_Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Allgather_init", "request");
  return MGEN_Allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) try {
  return MGEN_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) try {
  return MGEN_Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Iallgatherv", "request");
  return MGEN_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Iallgatherv", "request");
  return MGEN_Iallgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Allgatherv_init", "request");
  return MGEN_Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm,
      info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Allgatherv_init", "request");
  return MGEN_Allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm,
      info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, MPI_Comm comm) try {
  return MGEN_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) try {
  return MGEN_Alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ialltoall", "request");
  return MGEN_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ialltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ialltoall", "request");
  return MGEN_Ialltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Alltoall_init", "request");
  return MGEN_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Alltoall_init", "request");
  return MGEN_Alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
    void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
    MPI_Comm comm) try {
  return MGEN_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,
      comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm) try {
  return MGEN_Alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,
      comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ialltoallv", "request");
  return MGEN_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,
      comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ialltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ialltoallv", "request");
  return MGEN_Ialltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,
      comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Alltoallv_init", "request");
  return MGEN_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
      recvtype, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Alltoallv_init", "request");
  return MGEN_Alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
      recvtype, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm) try {
  return MGEN_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
      comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm) try {
  return MGEN_Alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
      recvtypes, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ialltoallw", "request");
  return MGEN_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
      comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ialltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ialltoallw", "request");
  return MGEN_Ialltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
      recvtypes, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Alltoallw_init", "request");
  return MGEN_Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
      recvtypes, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Alltoallw_init", "request");
  return MGEN_Alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
      recvtypes, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm) try {
  return MGEN_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) try {
  return MGEN_Reduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ireduce_scatter", "request");
  return MGEN_Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ireduce_scatter", "request");
  return MGEN_Ireduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[],
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Reduce_scatter_init", "request");
  return MGEN_Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Reduce_scatter_init", "request");
  return MGEN_Reduce_scatter_init_c(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm) try {
  return MGEN_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) try {
  return MGEN_Reduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ireduce_scatter_block", "request");
  return MGEN_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ireduce_scatter_block", "request");
  return MGEN_Ireduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Reduce_scatter_block_init", "request");
  return MGEN_Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Reduce_scatter_block_init", "request");
  return MGEN_Reduce_scatter_block_init_c(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) try {
  return MGEN_Scan(sendbuf, recvbuf, count, datatype, op, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) try {
  return MGEN_Scan_c(sendbuf, recvbuf, count, datatype, op, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Iscan", "request");
  return MGEN_Iscan(sendbuf, recvbuf, count, datatype, op, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Iscan", "request");
  return MGEN_Iscan_c(sendbuf, recvbuf, count, datatype, op, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Scan_init", "request");
  return MGEN_Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Scan_init", "request");
  return MGEN_Scan_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) try {
  return MGEN_Exscan(sendbuf, recvbuf, count, datatype, op, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) try {
  return MGEN_Exscan_c(sendbuf, recvbuf, count, datatype, op, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Iexscan", "request");
  return MGEN_Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Iexscan", "request");
  return MGEN_Iexscan_c(sendbuf, recvbuf, count, datatype, op, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Exscan_init", "request");
  return MGEN_Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Exscan_init", "request");
  return MGEN_Exscan_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm) try {
  return MGEN_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) try {
  return MGEN_Neighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ineighbor_allgather", "request");
  return MGEN_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ineighbor_allgather", "request");
  return MGEN_Ineighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Neighbor_allgather_init", "request");
  return MGEN_Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
      info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Neighbor_allgather_init", "request");
  return MGEN_Neighbor_allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
      info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) try {
  return MGEN_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
      comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
    MPI_Comm comm) try {
  return MGEN_Neighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
      comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ineighbor_allgatherv", "request");
  return MGEN_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
      comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
    MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ineighbor_allgatherv", "request");
  return MGEN_Ineighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
      comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Neighbor_allgatherv_init", "request");
  return MGEN_Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
      recvtype, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Neighbor_allgatherv_init", "request");
  return MGEN_Neighbor_allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
      recvtype, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm) try {
  return MGEN_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) try {
  return MGEN_Neighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ineighbor_alltoall", "request");
  return MGEN_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ineighbor_alltoall", "request");
  return MGEN_Ineighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Neighbor_alltoall_init", "request");
  return MGEN_Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
      info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Neighbor_alltoall_init", "request");
  return MGEN_Neighbor_alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
      info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm) try {
  return MGEN_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
      recvtype, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm) try {
  return MGEN_Neighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
      recvtype, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ineighbor_alltoallv", "request");
  return MGEN_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
      recvtype, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ineighbor_alltoallv", "request");
  return MGEN_Ineighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
      recvtype, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Neighbor_alltoallv_init", "request");
  return MGEN_Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
      rdispls, recvtype, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Neighbor_alltoallv_init", "request");
  return MGEN_Neighbor_alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
      rdispls, recvtype, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm) try {
  return MGEN_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
      recvtypes, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm) try {
  return MGEN_Neighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
      recvtypes, comm);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ineighbor_alltoallw", "request");
  return MGEN_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
      recvtypes, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Ineighbor_alltoallw", "request");
  return MGEN_Ineighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
      recvtypes, comm, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Neighbor_alltoallw_init", "request");
  return MGEN_Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
      rdispls, recvtypes, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Neighbor_alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Neighbor_alltoallw_init", "request");
  return MGEN_Neighbor_alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
      rdispls, recvtypes, comm, info, request);
} catch (const ReturnedError& e) {
  return e.code;
}

MPI_Fint MPI_Comm_c2f(MPI_Comm comm) {
  return MGEN_Comm_c2f(comm);
}

MPI_Comm MPI_Comm_f2c(MPI_Fint comm) {
  return MGEN_Comm_f2c(comm);
}

MPI_Fint MPI_Type_c2f(MPI_Datatype datatype) {
  return MGEN_Type_c2f(datatype);
}

MPI_Datatype MPI_Type_f2c(MPI_Fint datatype) {
  return MGEN_Type_f2c(datatype);
}

MPI_Fint MPI_Group_c2f(MPI_Group group) {
  return MGEN_Group_c2f(group);
}

MPI_Group MPI_Group_f2c(MPI_Fint group) {
  return MGEN_Group_f2c(group);
}

MPI_Fint MPI_Request_c2f(MPI_Request request) {
  return MGEN_Request_c2f(request);
}

MPI_Request MPI_Request_f2c(MPI_Fint request) {
  return MGEN_Request_f2c(request);
}

MPI_Fint MPI_Op_c2f(MPI_Op op) {
  return MGEN_Op_c2f(op);
}

MPI_Op MPI_Op_f2c(MPI_Fint op) {
  return MGEN_Op_f2c(op);
}

MPI_Fint MPI_Info_c2f(MPI_Info info) {
  return MGEN_Info_c2f(info);
}

MPI_Info MPI_Info_f2c(MPI_Fint info) {
  return MGEN_Info_f2c(info);
}

MPI_Fint MPI_Errhandler_c2f(MPI_Errhandler handler) {
  return MGEN_Errhandler_c2f(handler);
}

MPI_Errhandler MPI_Errhandler_f2c(MPI_Fint handler) {
  return MGEN_Errhandler_f2c(handler);
}

MPI_Fint MPI_File_c2f(MPI_File file) {
  return MGEN_File_c2f(file);
}

MPI_File MPI_File_f2c(MPI_Fint file) {
  return MGEN_File_f2c(file);
}

MPI_Fint MPI_Win_c2f(MPI_Win win) {
  return MGEN_Win_c2f(win);
}

MPI_Win MPI_Win_f2c(MPI_Fint win) {
  return MGEN_Win_f2c(win);
}

MPI_Fint MPI_Message_c2f(MPI_Message message) {
  return MGEN_Message_c2f(message);
}

MPI_Message MPI_Message_f2c(MPI_Fint message) {
  return MGEN_Message_f2c(message);
}

int MPI_Status_c2f(const MPI_Status *status, MPI_Fint *fortran) try {
  if (!fortran) refuse_null("MGEN_Status_c2f", "fortran");
  return MGEN_Status_c2f(status, fortran);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Status_f2c(const MPI_Fint *fortran, MPI_Status *status) try {
  return MGEN_Status_f2c(fortran, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_f90_real(int digits, int exponent, MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_f90_real", "newtype");
  return MGEN_Type_create_f90_real(digits, exponent, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_f90_complex(int digits, int exponent, MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_f90_complex", "newtype");
  return MGEN_Type_create_f90_complex(digits, exponent, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_create_f90_integer(int digits, MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_create_f90_integer", "newtype");
  return MGEN_Type_create_f90_integer(digits, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Info_create(MPI_Info *info) try {
  if (!info) refuse_null("MGEN_Info_create", "info");
  return MGEN_Info_create(info);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Info_create_env(int argc, char *argv[], MPI_Info *info) try {
  if (!info) refuse_null("MGEN_Info_create_env", "info");
  return MGEN_Info_create_env(argc, argv, info);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Info_dup(MPI_Info info, MPI_Info *newinfo) try {
  if (!newinfo) refuse_null("MGEN_Info_dup", "newinfo");
  return MGEN_Info_dup(info, newinfo);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Info_free(MPI_Info *info) try {
  if (!info) refuse_null("MGEN_Info_free", "info");
  return MGEN_Info_free(info);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Info_set(MPI_Info info, const char *key, const char *value) try {
  return MGEN_Info_set(info, key, value);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Info_delete(MPI_Info info, const char *key) try {
  return MGEN_Info_delete(info, key);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Info_get(MPI_Info info, const char *key, int length, char *value, int *flag) try {
  if (!flag) refuse_null("MGEN_Info_get", "flag");
  return MGEN_Info_get(info, key, length, value, flag);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Info_get_string(MPI_Info info, const char *key, int *length, char *value, int *flag) try {
  if (!length) refuse_null("MGEN_Info_get_string", "length");
  if (!flag) refuse_null("MGEN_Info_get_string", "flag");
  return MGEN_Info_get_string(info, key, length, value, flag);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Info_get_valuelen(MPI_Info info, const char *key, int *length, int *flag) try {
  if (!length) refuse_null("MGEN_Info_get_valuelen", "length");
  if (!flag) refuse_null("MGEN_Info_get_valuelen", "flag");
  return MGEN_Info_get_valuelen(info, key, length, flag);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Info_get_nkeys(MPI_Info info, int *keys) try {
  if (!keys) refuse_null("MGEN_Info_get_nkeys", "keys");
  return MGEN_Info_get_nkeys(info, keys);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Info_get_nthkey(MPI_Info info, int n, char *key) try {
  return MGEN_Info_get_nthkey(info, n, key);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
    MPI_Win *win) try {
  if (!win) refuse_null("MGEN_Win_create", "win");
  return MGEN_Win_create(base, size, disp_unit, info, comm, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
    MPI_Win *win) try {
  if (!win) refuse_null("MGEN_Win_create", "win");
  return MGEN_Win_create_c(base, size, disp_unit, info, comm, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
    MPI_Win *win) try {
  if (!win) refuse_null("MGEN_Win_allocate", "win");
  return MGEN_Win_allocate(size, disp_unit, info, comm, baseptr, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
    MPI_Win *win) try {
  if (!win) refuse_null("MGEN_Win_allocate", "win");
  return MGEN_Win_allocate_c(size, disp_unit, info, comm, baseptr, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
    MPI_Win *win) try {
  if (!win) refuse_null("MGEN_Win_allocate_shared", "win");
  return MGEN_Win_allocate_shared(size, disp_unit, info, comm, baseptr, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
    void *baseptr, MPI_Win *win) try {
  if (!win) refuse_null("MGEN_Win_allocate_shared", "win");
  return MGEN_Win_allocate_shared_c(size, disp_unit, info, comm, baseptr, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr) try {
  if (!size) refuse_null("MGEN_Win_shared_query", "size");
  if (!disp_unit) refuse_null("MGEN_Win_shared_query", "disp_unit");
  return MGEN_Win_shared_query(win, rank, size, disp_unit, baseptr);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit,
    void *baseptr) try {
  if (!size) refuse_null("MGEN_Win_shared_query", "size");
  if (!disp_unit) refuse_null("MGEN_Win_shared_query", "disp_unit");
  return MGEN_Win_shared_query_c(win, rank, size, disp_unit, baseptr);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win) try {
  if (!win) refuse_null("MGEN_Win_create_dynamic", "win");
  return MGEN_Win_create_dynamic(info, comm, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_attach(MPI_Win win, void *base, MPI_Aint size) try {
  return MGEN_Win_attach(win, base, size);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_detach(MPI_Win win, const void *base) try {
  return MGEN_Win_detach(win, base);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_free(MPI_Win *win) try {
  if (!win) refuse_null("MGEN_Win_free", "win");
  return MGEN_Win_free(win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_get_group(MPI_Win win, MPI_Group *group) try {
  if (!group) refuse_null("MGEN_Win_get_group", "group");
  return MGEN_Win_get_group(win, group);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_set_info(MPI_Win win, MPI_Info info) try {
  return MGEN_Win_set_info(win, info);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_get_info(MPI_Win win, MPI_Info *info) try {
  if (!info) refuse_null("MGEN_Win_get_info", "info");
  return MGEN_Win_get_info(win, info);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_set_name(MPI_Win win, const char *name) try {
  return MGEN_Win_set_name(win, name);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_get_name(MPI_Win win, char *name, int *length) try {
  if (!length) refuse_null("MGEN_Win_get_name", "length");
  return MGEN_Win_get_name(win, name, length);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_create_keyval(MPI_Win_copy_attr_function *copy, MPI_Win_delete_attr_function *erase,
    int *keyval, void *extra) try {
  if (!keyval) refuse_null("MGEN_Win_create_keyval", "keyval");
  return MGEN_Win_create_keyval(copy, erase, keyval, extra);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_free_keyval(int *keyval) try {
  if (!keyval) refuse_null("MGEN_Win_free_keyval", "keyval");
  return MGEN_Win_free_keyval(keyval);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_set_attr(MPI_Win win, int keyval, void *value) try {
  return MGEN_Win_set_attr(win, keyval, value);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_get_attr(MPI_Win win, int keyval, void *address_of_value, int *flag) try {
  if (!flag) refuse_null("MGEN_Win_get_attr", "flag");
  return MGEN_Win_get_attr(win, keyval, address_of_value, flag);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_delete_attr(MPI_Win win, int keyval) try {
  return MGEN_Win_delete_attr(win, keyval);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_create_errhandler(MPI_Win_errhandler_function *function, MPI_Errhandler *handler) try {
  if (!handler) refuse_null("MGEN_Win_create_errhandler", "handler");
  return MGEN_Win_create_errhandler(function, handler);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler handler) try {
  return MGEN_Win_set_errhandler(win, handler);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *handler) try {
  if (!handler) refuse_null("MGEN_Win_get_errhandler", "handler");
  return MGEN_Win_get_errhandler(win, handler);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_call_errhandler(MPI_Win win, int code) try {
  return MGEN_Win_call_errhandler(win, code);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Put(const void *origin, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
    MPI_Datatype target_type, MPI_Win win) try {
  return MGEN_Put(origin, count, type, target, disp, target_count, target_type, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Put_c(const void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Win win) try {
  return MGEN_Put_c(origin, count, type, target, disp, target_count, target_type, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Get(void *origin, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
    MPI_Datatype target_type, MPI_Win win) try {
  return MGEN_Get(origin, count, type, target, disp, target_count, target_type, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Get_c(void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Win win) try {
  return MGEN_Get_c(origin, count, type, target, disp, target_count, target_type, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Accumulate(const void *origin, int count, MPI_Datatype type, int target, MPI_Aint disp,
    int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win) try {
  return MGEN_Accumulate(origin, count, type, target, disp, target_count, target_type, op, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Accumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win) try {
  return MGEN_Accumulate_c(origin, count, type, target, disp, target_count, target_type, op, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Get_accumulate(const void *origin, int count, MPI_Datatype type, void *result, int result_count,
    MPI_Datatype result_type, int target, MPI_Aint disp, int target_count, MPI_Datatype target_type,
    MPI_Op op, MPI_Win win) try {
  return MGEN_Get_accumulate(origin, count, type, result, result_count, result_type, target, disp,
      target_count, target_type, op, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Get_accumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, void *result,
    MPI_Count result_count, MPI_Datatype result_type, int target, MPI_Aint disp, MPI_Count target_count,
    MPI_Datatype target_type, MPI_Op op, MPI_Win win) try {
  return MGEN_Get_accumulate_c(origin, count, type, result, result_count, result_type, target, disp,
      target_count, target_type, op, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Fetch_and_op(const void *origin, void *result, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Op op, MPI_Win win) try {
  return MGEN_Fetch_and_op(origin, result, type, target, disp, op, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Compare_and_swap(const void *origin, const void *compare, void *result, MPI_Datatype type,
    int target, MPI_Aint disp, MPI_Win win) try {
  return MGEN_Compare_and_swap(origin, compare, result, type, target, disp, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Rput(const void *origin, int count, MPI_Datatype type, int target, MPI_Aint disp,
    int target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Rput", "request");
  return MGEN_Rput(origin, count, type, target, disp, target_count, target_type, win, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Rput_c(const void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Rput", "request");
  return MGEN_Rput_c(origin, count, type, target, disp, target_count, target_type, win, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Rget(void *origin, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
    MPI_Datatype target_type, MPI_Win win, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Rget", "request");
  return MGEN_Rget(origin, count, type, target, disp, target_count, target_type, win, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Rget_c(void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Rget", "request");
  return MGEN_Rget_c(origin, count, type, target, disp, target_count, target_type, win, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Raccumulate(const void *origin, int count, MPI_Datatype type, int target, MPI_Aint disp,
    int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Raccumulate", "request");
  return MGEN_Raccumulate(origin, count, type, target, disp, target_count, target_type, op, win, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Raccumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Raccumulate", "request");
  return MGEN_Raccumulate_c(origin, count, type, target, disp, target_count, target_type, op, win,
      request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Rget_accumulate(const void *origin, int count, MPI_Datatype type, void *result, int result_count,
    MPI_Datatype result_type, int target, MPI_Aint disp, int target_count, MPI_Datatype target_type,
    MPI_Op op, MPI_Win win, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Rget_accumulate", "request");
  return MGEN_Rget_accumulate(origin, count, type, result, result_count, result_type, target, disp,
      target_count, target_type, op, win, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Rget_accumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, void *result,
    MPI_Count result_count, MPI_Datatype result_type, int target, MPI_Aint disp, MPI_Count target_count,
    MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_Rget_accumulate", "request");
  return MGEN_Rget_accumulate_c(origin, count, type, result, result_count, result_type, target, disp,
      target_count, target_type, op, win, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_fence(int assertion, MPI_Win win) try {
  return MGEN_Win_fence(assertion, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_post(MPI_Group group, int assertion, MPI_Win win) try {
  return MGEN_Win_post(group, assertion, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_start(MPI_Group group, int assertion, MPI_Win win) try {
  return MGEN_Win_start(group, assertion, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_complete(MPI_Win win) try {
  return MGEN_Win_complete(win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_wait(MPI_Win win) try {
  return MGEN_Win_wait(win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_test(MPI_Win win, int *flag) try {
  if (!flag) refuse_null("MGEN_Win_test", "flag");
  return MGEN_Win_test(win, flag);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_lock(int type, int rank, int assertion, MPI_Win win) try {
  return MGEN_Win_lock(type, rank, assertion, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_unlock(int rank, MPI_Win win) try {
  return MGEN_Win_unlock(rank, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_lock_all(int assertion, MPI_Win win) try {
  return MGEN_Win_lock_all(assertion, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_unlock_all(MPI_Win win) try {
  return MGEN_Win_unlock_all(win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_flush(int rank, MPI_Win win) try {
  return MGEN_Win_flush(rank, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_flush_all(MPI_Win win) try {
  return MGEN_Win_flush_all(win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_flush_local(int rank, MPI_Win win) try {
  return MGEN_Win_flush_local(rank, win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_flush_local_all(MPI_Win win) try {
  return MGEN_Win_flush_local_all(win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Win_sync(MPI_Win win) try {
  return MGEN_Win_sync(win);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh) try {
  if (!fh) refuse_null("MGEN_File_open", "fh");
  return MGEN_File_open(comm, filename, amode, info, fh);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_close(MPI_File *fh) try {
  if (!fh) refuse_null("MGEN_File_close", "fh");
  return MGEN_File_close(fh);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_delete(const char *filename, MPI_Info info) try {
  return MGEN_File_delete(filename, info);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_set_size(MPI_File fh, MPI_Offset size) try {
  return MGEN_File_set_size(fh, size);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_preallocate(MPI_File fh, MPI_Offset size) try {
  return MGEN_File_preallocate(fh, size);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_get_size(MPI_File fh, MPI_Offset *size) try {
  if (!size) refuse_null("MGEN_File_get_size", "size");
  return MGEN_File_get_size(fh, size);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_get_group(MPI_File fh, MPI_Group *group) try {
  if (!group) refuse_null("MGEN_File_get_group", "group");
  return MGEN_File_get_group(fh, group);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_get_amode(MPI_File fh, int *amode) try {
  if (!amode) refuse_null("MGEN_File_get_amode", "amode");
  return MGEN_File_get_amode(fh, amode);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_set_info(MPI_File fh, MPI_Info info) try {
  return MGEN_File_set_info(fh, info);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_get_info(MPI_File fh, MPI_Info *info) try {
  if (!info) refuse_null("MGEN_File_get_info", "info");
  return MGEN_File_get_info(fh, info);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
    const char *datarep, MPI_Info info) try {
  return MGEN_File_set_view(fh, disp, etype, filetype, datarep, info);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype,
    char *datarep) try {
  if (!disp) refuse_null("MGEN_File_get_view", "disp");
  if (!etype) refuse_null("MGEN_File_get_view", "etype");
  if (!filetype) refuse_null("MGEN_File_get_view", "filetype");
  return MGEN_File_get_view(fh, disp, etype, filetype, datarep);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status) try {
  return MGEN_File_read_at(fh, offset, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) try {
  return MGEN_File_read_at_c(fh, offset, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status) try {
  return MGEN_File_read_at_all(fh, offset, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Status *status) try {
  return MGEN_File_read_at_all_c(fh, offset, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iread_at", "request");
  return MGEN_File_iread_at(fh, offset, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iread_at", "request");
  return MGEN_File_iread_at_c(fh, offset, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iread_at_all", "request");
  return MGEN_File_iread_at_all(fh, offset, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iread_at_all", "request");
  return MGEN_File_iread_at_all_c(fh, offset, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status) try {
  return MGEN_File_write_at(fh, offset, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Status *status) try {
  return MGEN_File_write_at_c(fh, offset, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
    MPI_Datatype datatype, MPI_Status *status) try {
  return MGEN_File_write_at_all(fh, offset, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Status *status) try {
  return MGEN_File_write_at_all_c(fh, offset, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iwrite_at", "request");
  return MGEN_File_iwrite_at(fh, offset, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iwrite_at", "request");
  return MGEN_File_iwrite_at_c(fh, offset, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
    MPI_Datatype datatype, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iwrite_at_all", "request");
  return MGEN_File_iwrite_at_all(fh, offset, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iwrite_at_all", "request");
  return MGEN_File_iwrite_at_all_c(fh, offset, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) try {
  return MGEN_File_read(fh, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) try {
  return MGEN_File_read_c(fh, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) try {
  return MGEN_File_read_all(fh, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) try {
  return MGEN_File_read_all_c(fh, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status) try {
  return MGEN_File_read_shared(fh, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) try {
  return MGEN_File_read_shared_c(fh, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status) try {
  return MGEN_File_read_ordered(fh, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_ordered_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) try {
  return MGEN_File_read_ordered_c(fh, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iread(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iread", "request");
  return MGEN_File_iread(fh, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iread_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iread", "request");
  return MGEN_File_iread_c(fh, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iread_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iread_all", "request");
  return MGEN_File_iread_all(fh, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iread_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iread_all", "request");
  return MGEN_File_iread_all_c(fh, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iread_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iread_shared", "request");
  return MGEN_File_iread_shared(fh, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iread_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iread_shared", "request");
  return MGEN_File_iread_shared_c(fh, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status) try {
  return MGEN_File_write(fh, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) try {
  return MGEN_File_write_c(fh, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status) try {
  return MGEN_File_write_all(fh, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) try {
  return MGEN_File_write_all_c(fh, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status) try {
  return MGEN_File_write_shared(fh, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) try {
  return MGEN_File_write_shared_c(fh, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status) try {
  return MGEN_File_write_ordered(fh, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_ordered_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) try {
  return MGEN_File_write_ordered_c(fh, buf, count, datatype, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iwrite", "request");
  return MGEN_File_iwrite(fh, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iwrite_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iwrite", "request");
  return MGEN_File_iwrite_c(fh, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iwrite_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iwrite_all", "request");
  return MGEN_File_iwrite_all(fh, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iwrite_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iwrite_all", "request");
  return MGEN_File_iwrite_all_c(fh, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iwrite_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iwrite_shared", "request");
  return MGEN_File_iwrite_shared(fh, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_iwrite_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) try {
  if (!request) refuse_null("MGEN_File_iwrite_shared", "request");
  return MGEN_File_iwrite_shared_c(fh, buf, count, datatype, request);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count,
    MPI_Datatype datatype) try {
  return MGEN_File_read_at_all_begin(fh, offset, buf, count, datatype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
    MPI_Datatype datatype) try {
  return MGEN_File_read_at_all_begin_c(fh, offset, buf, count, datatype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status) try {
  return MGEN_File_read_at_all_end(fh, buf, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype) try {
  return MGEN_File_read_all_begin(fh, buf, count, datatype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_all_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype) try {
  return MGEN_File_read_all_begin_c(fh, buf, count, datatype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_all_end(MPI_File fh, void *buf, MPI_Status *status) try {
  return MGEN_File_read_all_end(fh, buf, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype) try {
  return MGEN_File_read_ordered_begin(fh, buf, count, datatype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_ordered_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype) try {
  return MGEN_File_read_ordered_begin_c(fh, buf, count, datatype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status) try {
  return MGEN_File_read_ordered_end(fh, buf, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count,
    MPI_Datatype datatype) try {
  return MGEN_File_write_at_all_begin(fh, offset, buf, count, datatype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype) try {
  return MGEN_File_write_at_all_begin_c(fh, offset, buf, count, datatype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status) try {
  return MGEN_File_write_at_all_end(fh, buf, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype) try {
  return MGEN_File_write_all_begin(fh, buf, count, datatype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_all_begin_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype) try {
  return MGEN_File_write_all_begin_c(fh, buf, count, datatype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_all_end(MPI_File fh, const void *buf, MPI_Status *status) try {
  return MGEN_File_write_all_end(fh, buf, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype) try {
  return MGEN_File_write_ordered_begin(fh, buf, count, datatype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_ordered_begin_c(MPI_File fh, const void *buf, MPI_Count count,
    MPI_Datatype datatype) try {
  return MGEN_File_write_ordered_begin_c(fh, buf, count, datatype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status) try {
  return MGEN_File_write_ordered_end(fh, buf, status);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_seek(MPI_File fh, MPI_Offset offset, int whence) try {
  return MGEN_File_seek(fh, offset, whence);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_get_position(MPI_File fh, MPI_Offset *offset) try {
  if (!offset) refuse_null("MGEN_File_get_position", "offset");
  return MGEN_File_get_position(fh, offset);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp) try {
  if (!disp) refuse_null("MGEN_File_get_byte_offset", "disp");
  return MGEN_File_get_byte_offset(fh, offset, disp);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence) try {
  return MGEN_File_seek_shared(fh, offset, whence);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset) try {
  if (!offset) refuse_null("MGEN_File_get_position_shared", "offset");
  return MGEN_File_get_position_shared(fh, offset);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent) try {
  if (!extent) refuse_null("MGEN_File_get_type_extent", "extent");
  return MGEN_File_get_type_extent(fh, datatype, extent);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent) try {
  if (!extent) refuse_null("MGEN_File_get_type_extent", "extent");
  return MGEN_File_get_type_extent_c(fh, datatype, extent);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Register_datarep(const char *datarep, MPI_Datarep_conversion_function *read,
    MPI_Datarep_conversion_function *write, MPI_Datarep_extent_function *extent, void *extra) try {
  return MGEN_Register_datarep(datarep, read, write, extent, extra);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Register_datarep_c(const char *datarep, MPI_Datarep_conversion_function_c *read,
    MPI_Datarep_conversion_function_c *write, MPI_Datarep_extent_function *extent, void *extra) try {
  return MGEN_Register_datarep_c(datarep, read, write, extent, extra);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_set_atomicity(MPI_File fh, int flag) try {
  return MGEN_File_set_atomicity(fh, flag);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_get_atomicity(MPI_File fh, int *flag) try {
  if (!flag) refuse_null("MGEN_File_get_atomicity", "flag");
  return MGEN_File_get_atomicity(fh, flag);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_sync(MPI_File fh) try {
  return MGEN_File_sync(fh);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_create_errhandler(MPI_File_errhandler_function *function, MPI_Errhandler *handler) try {
  if (!handler) refuse_null("MGEN_File_create_errhandler", "handler");
  return MGEN_File_create_errhandler(function, handler);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_set_errhandler(MPI_File fh, MPI_Errhandler handler) try {
  return MGEN_File_set_errhandler(fh, handler);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_get_errhandler(MPI_File fh, MPI_Errhandler *handler) try {
  if (!handler) refuse_null("MGEN_File_get_errhandler", "handler");
  return MGEN_File_get_errhandler(fh, handler);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_File_call_errhandler(MPI_File fh, int code) try {
  return MGEN_File_call_errhandler(fh, code);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_init_thread(int required, int *provided) try {
  return MGEN_T_init_thread(required, provided);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_finalize(void) try {
  return MGEN_T_finalize();
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_enum_get_info(MPI_T_enum type, int *number, char *name, int *length) try {
  return MGEN_T_enum_get_info(type, number, name, length);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_enum_get_item(MPI_T_enum type, int index, int *value, char *name, int *length) try {
  return MGEN_T_enum_get_item(type, index, value, name, length);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_cvar_get_num(int *number) try {
  return MGEN_T_cvar_get_num(number);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_cvar_get_info(int index, char *name, int *name_length, int *verbosity, MPI_Datatype *datatype,
    MPI_T_enum *type, char *text, int *text_length, int *bind, int *scope) try {
  return MGEN_T_cvar_get_info(index, name, name_length, verbosity, datatype, type, text, text_length,
      bind, scope);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_cvar_get_index(const char *name, int *index) try {
  return MGEN_T_cvar_get_index(name, index);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_cvar_handle_alloc(int index, void *object, MPI_T_cvar_handle *handle, int *count) try {
  return MGEN_T_cvar_handle_alloc(index, object, handle, count);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_cvar_handle_free(MPI_T_cvar_handle *handle) try {
  return MGEN_T_cvar_handle_free(handle);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_cvar_read(MPI_T_cvar_handle handle, void *buf) try {
  return MGEN_T_cvar_read(handle, buf);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_cvar_write(MPI_T_cvar_handle handle, const void *buf) try {
  return MGEN_T_cvar_write(handle, buf);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_pvar_get_num(int *number) try {
  return MGEN_T_pvar_get_num(number);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_pvar_get_info(int index, char *name, int *name_length, int *verbosity, int *kind,
    MPI_Datatype *datatype, MPI_T_enum *type, char *text, int *text_length, int *bind, int *readonly,
    int *continuous, int *atomic) try {
  return MGEN_T_pvar_get_info(index, name, name_length, verbosity, kind, datatype, type, text,
      text_length, bind, readonly, continuous, atomic);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_pvar_get_index(const char *name, int kind, int *index) try {
  return MGEN_T_pvar_get_index(name, kind, index);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_pvar_session_create(MPI_T_pvar_session *session) try {
  return MGEN_T_pvar_session_create(session);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_pvar_session_free(MPI_T_pvar_session *session) try {
  return MGEN_T_pvar_session_free(session);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_pvar_handle_alloc(MPI_T_pvar_session session, int index, void *object,
    MPI_T_pvar_handle *handle, int *count) try {
  return MGEN_T_pvar_handle_alloc(session, index, object, handle, count);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle) try {
  return MGEN_T_pvar_handle_free(session, handle);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle) try {
  return MGEN_T_pvar_start(session, handle);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle) try {
  return MGEN_T_pvar_stop(session, handle);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf) try {
  return MGEN_T_pvar_read(session, handle, buf);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buf) try {
  return MGEN_T_pvar_write(session, handle, buf);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle) try {
  return MGEN_T_pvar_reset(session, handle);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf) try {
  return MGEN_T_pvar_readreset(session, handle, buf);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_category_get_num(int *number) try {
  return MGEN_T_category_get_num(number);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_category_get_info(int index, char *name, int *name_length, char *text, int *text_length,
    int *cvars, int *pvars, int *categories) try {
  return MGEN_T_category_get_info(index, name, name_length, text, text_length, cvars, pvars, categories);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_category_get_index(const char *name, int *index) try {
  return MGEN_T_category_get_index(name, index);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_category_get_cvars(int category, int length, int indices[]) try {
  return MGEN_T_category_get_cvars(category, length, indices);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_category_get_pvars(int category, int length, int indices[]) try {
  return MGEN_T_category_get_pvars(category, length, indices);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_category_get_categories(int category, int length, int indices[]) try {
  return MGEN_T_category_get_categories(category, length, indices);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_T_category_changed(int *stamp) try {
  return MGEN_T_category_changed(stamp);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Address(void *location, MPI_Aint *address) try {
  if (!address) refuse_null("MGEN_Address", "address");
  return MGEN_Address(location, address);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Attr_put(MPI_Comm comm, int keyval, void *value) try {
  return MGEN_Attr_put(comm, keyval, value);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Attr_get(MPI_Comm comm, int keyval, void *address_of_value, int *flag) try {
  if (!flag) refuse_null("MGEN_Attr_get", "flag");
  return MGEN_Attr_get(comm, keyval, address_of_value, flag);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Attr_delete(MPI_Comm comm, int keyval) try {
  return MGEN_Attr_delete(comm, keyval);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Keyval_create(MPI_Copy_function *copy, MPI_Delete_function *erase, int *keyval, void *extra) try {
  if (!keyval) refuse_null("MGEN_Keyval_create", "keyval");
  return MGEN_Keyval_create(copy, erase, keyval, extra);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Keyval_free(int *keyval) try {
  if (!keyval) refuse_null("MGEN_Keyval_free", "keyval");
  return MGEN_Keyval_free(keyval);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Errhandler_create(MPI_Handler_function *function, MPI_Errhandler *handler) try {
  if (!handler) refuse_null("MGEN_Errhandler_create", "handler");
  return MGEN_Errhandler_create(function, handler);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler handler) try {
  return MGEN_Errhandler_set(comm, handler);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *handler) try {
  if (!handler) refuse_null("MGEN_Errhandler_get", "handler");
  return MGEN_Errhandler_get(comm, handler);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_extent(MPI_Datatype datatype, MPI_Aint *extent) try {
  if (!extent) refuse_null("MGEN_Type_extent", "extent");
  return MGEN_Type_extent(datatype, extent);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_lb(MPI_Datatype datatype, MPI_Aint *lower) try {
  if (!lower) refuse_null("MGEN_Type_lb", "lower");
  return MGEN_Type_lb(datatype, lower);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_ub(MPI_Datatype datatype, MPI_Aint *upper) try {
  if (!upper) refuse_null("MGEN_Type_ub", "upper");
  return MGEN_Type_ub(datatype, upper);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype old,
    MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_hvector", "newtype");
  return MGEN_Type_hvector(count, blocklength, stride, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_hindexed(int count, int blocklengths[], MPI_Aint displs[], MPI_Datatype old,
    MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_hindexed", "newtype");
  return MGEN_Type_hindexed(count, blocklengths, displs, old, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

int MPI_Type_struct(int count, int blocklengths[], MPI_Aint displs[], MPI_Datatype types[],
    MPI_Datatype *newtype) try {
  if (!newtype) refuse_null("MGEN_Type_struct", "newtype");
  return MGEN_Type_struct(count, blocklengths, displs, types, newtype);
} catch (const ReturnedError& e) {
  return e.code;
}

}  // extern "C"
