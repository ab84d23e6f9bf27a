/* SPDX-License-Identifier: MIT
 * MPI's functions as Fortran calls them. Written by tools/mpi-faces from src/mpi/api/mpi_*.txt: do not edit.
 */
#include "fortran.h"

void F(initialized)(int *flag, int *ierror) {
  finish(ierror, M(Initialized)(flag));
}
ALSO(initialized)

void F(finalize)(int *ierror) {
  finish(ierror, M(Finalize)());
}
ALSO(finalize)

void F(finalized)(int *flag, int *ierror) {
  finish(ierror, M(Finalized)(flag));
}
ALSO(finalized)

void F(abort)(int *comm, int *code, int *ierror) {
  finish(ierror, M(Abort)(HANDLE(MPI_Comm, *comm), *code));
}
ALSO(abort)

void F(query_thread)(int *provided, int *ierror) {
  finish(ierror, M(Query_thread)(provided));
}
ALSO(query_thread)

void F(get_processor_name)(char *name, int *length, int *ierror, size_t name_length) {
  char name_c[MPI_MAX_LIBRARY_VERSION_STRING + 1] = "";
  const int result_c = M(Get_processor_name)(name_c, length);
  pad(name, name_length, name_c);
  *length = (int)strnlen(name_c, name_length);
  finish(ierror, result_c);
}
ALSO(get_processor_name)

void F(is_thread_main)(int *flag, int *ierror) {
  finish(ierror, M(Is_thread_main)(flag));
}
ALSO(is_thread_main)

void F(get_version)(int *version, int *subversion, int *ierror) {
  finish(ierror, M(Get_version)(version, subversion));
}
ALSO(get_version)

void F(get_library_version)(char *version, int *length, int *ierror, size_t version_length) {
  char version_c[MPI_MAX_LIBRARY_VERSION_STRING + 1] = "";
  const int result_c = M(Get_library_version)(version_c, length);
  pad(version, version_length, version_c);
  *length = (int)strnlen(version_c, version_length);
  finish(ierror, result_c);
}
ALSO(get_library_version)

void F(alloc_mem)(MPI_Aint *size, int *info, void *address_of_pointer, int *ierror) {
  finish(ierror, M(Alloc_mem)(*size, HANDLE(MPI_Info, *info), address_of_pointer));
}
ALSO(alloc_mem)

void F(free_mem)(void *address, int *ierror) {
  finish(ierror, M(Free_mem)(buffer_of(address)));
}
ALSO(free_mem)

void F(send)(void *buf, int *count, int *datatype, int *dest, int *tag, int *comm, int *ierror) {
  finish(ierror, M(Send)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm)));
}
ALSO(send)

void F(send_c)(void *buf, MPI_Count *count, int *datatype, int *dest, int *tag, int *comm, int *ierror) {
  finish(ierror, M(Send_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm)));
}
ALSO(send_c)

void F(ssend)(void *buf, int *count, int *datatype, int *dest, int *tag, int *comm, int *ierror) {
  finish(ierror, M(Ssend)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm)));
}
ALSO(ssend)

void F(ssend_c)(void *buf, MPI_Count *count, int *datatype, int *dest, int *tag, int *comm, int *ierror) {
  finish(ierror, M(Ssend_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm)));
}
ALSO(ssend_c)

void F(rsend)(void *buf, int *count, int *datatype, int *dest, int *tag, int *comm, int *ierror) {
  finish(ierror, M(Rsend)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm)));
}
ALSO(rsend)

void F(rsend_c)(void *buf, MPI_Count *count, int *datatype, int *dest, int *tag, int *comm, int *ierror) {
  finish(ierror, M(Rsend_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm)));
}
ALSO(rsend_c)

void F(bsend)(void *buf, int *count, int *datatype, int *dest, int *tag, int *comm, int *ierror) {
  finish(ierror, M(Bsend)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm)));
}
ALSO(bsend)

void F(bsend_c)(void *buf, MPI_Count *count, int *datatype, int *dest, int *tag, int *comm, int *ierror) {
  finish(ierror, M(Bsend_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm)));
}
ALSO(bsend_c)

void F(recv)(void *buf, int *count, int *datatype, int *source, int *tag, int *comm, MPI_Status *status,
    int *ierror) {
  finish(ierror, M(Recv)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *source, *tag,
      HANDLE(MPI_Comm, *comm), status_of(status)));
}
ALSO(recv)

void F(recv_c)(void *buf, MPI_Count *count, int *datatype, int *source, int *tag, int *comm,
    MPI_Status *status, int *ierror) {
  finish(ierror, M(Recv_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *source, *tag,
      HANDLE(MPI_Comm, *comm), status_of(status)));
}
ALSO(recv_c)

void F(isend)(void *buf, int *count, int *datatype, int *dest, int *tag, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Isend)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(isend)

void F(isend_c)(void *buf, MPI_Count *count, int *datatype, int *dest, int *tag, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Isend_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(isend_c)

void F(issend)(void *buf, int *count, int *datatype, int *dest, int *tag, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Issend)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(issend)

void F(issend_c)(void *buf, MPI_Count *count, int *datatype, int *dest, int *tag, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Issend_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(issend_c)

void F(irsend)(void *buf, int *count, int *datatype, int *dest, int *tag, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Irsend)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(irsend)

void F(irsend_c)(void *buf, MPI_Count *count, int *datatype, int *dest, int *tag, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Irsend_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(irsend_c)

void F(ibsend)(void *buf, int *count, int *datatype, int *dest, int *tag, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ibsend)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ibsend)

void F(ibsend_c)(void *buf, MPI_Count *count, int *datatype, int *dest, int *tag, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ibsend_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ibsend_c)

void F(irecv)(void *buf, int *count, int *datatype, int *source, int *tag, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Irecv)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *source, *tag,
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(irecv)

void F(irecv_c)(void *buf, MPI_Count *count, int *datatype, int *source, int *tag, int *comm,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Irecv_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *source, *tag,
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(irecv_c)

void F(sendrecv)(void *sendbuf, int *sendcount, int *sendtype, int *dest, int *sendtag, void *recvbuf,
    int *recvcount, int *recvtype, int *source, int *recvtag, int *comm, MPI_Status *status,
    int *ierror) {
  finish(ierror, M(Sendrecv)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype), *dest,
      *sendtag, buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *source, *recvtag,
      HANDLE(MPI_Comm, *comm), status_of(status)));
}
ALSO(sendrecv)

void F(sendrecv_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, int *dest, int *sendtag,
    void *recvbuf, MPI_Count *recvcount, int *recvtype, int *source, int *recvtag, int *comm,
    MPI_Status *status, int *ierror) {
  finish(ierror, M(Sendrecv_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype), *dest,
      *sendtag, buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *source, *recvtag,
      HANDLE(MPI_Comm, *comm), status_of(status)));
}
ALSO(sendrecv_c)

void F(sendrecv_replace)(void *buf, int *count, int *datatype, int *dest, int *sendtag, int *source,
    int *recvtag, int *comm, MPI_Status *status, int *ierror) {
  finish(ierror, M(Sendrecv_replace)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest,
      *sendtag, *source, *recvtag, HANDLE(MPI_Comm, *comm), status_of(status)));
}
ALSO(sendrecv_replace)

void F(sendrecv_replace_c)(void *buf, MPI_Count *count, int *datatype, int *dest, int *sendtag,
    int *source, int *recvtag, int *comm, MPI_Status *status, int *ierror) {
  finish(ierror, M(Sendrecv_replace_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest,
      *sendtag, *source, *recvtag, HANDLE(MPI_Comm, *comm), status_of(status)));
}
ALSO(sendrecv_replace_c)

void F(isendrecv)(void *sendbuf, int *sendcount, int *sendtype, int *dest, int *sendtag, void *recvbuf,
    int *recvcount, int *recvtype, int *source, int *recvtag, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Isendrecv)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      *dest, *sendtag, buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *source, *recvtag,
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(isendrecv)

void F(isendrecv_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, int *dest, int *sendtag,
    void *recvbuf, MPI_Count *recvcount, int *recvtype, int *source, int *recvtag, int *comm,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Isendrecv_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      *dest, *sendtag, buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *source, *recvtag,
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(isendrecv_c)

void F(isendrecv_replace)(void *buf, int *count, int *datatype, int *dest, int *sendtag, int *source,
    int *recvtag, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Isendrecv_replace)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype),
      *dest, *sendtag, *source, *recvtag, HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(isendrecv_replace)

void F(isendrecv_replace_c)(void *buf, MPI_Count *count, int *datatype, int *dest, int *sendtag,
    int *source, int *recvtag, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Isendrecv_replace_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype),
      *dest, *sendtag, *source, *recvtag, HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(isendrecv_replace_c)

void F(get_count)(MPI_Status *status, int *datatype, int *count, int *ierror) {
  finish(ierror, M(Get_count)(status_of(status), HANDLE(MPI_Datatype, *datatype), count));
}
ALSO(get_count)

void F(get_count_c)(MPI_Status *status, int *datatype, MPI_Count *count, int *ierror) {
  finish(ierror, M(Get_count_c)(status_of(status), HANDLE(MPI_Datatype, *datatype), count));
}
ALSO(get_count_c)

void F(get_elements)(MPI_Status *status, int *datatype, int *count, int *ierror) {
  finish(ierror, M(Get_elements)(status_of(status), HANDLE(MPI_Datatype, *datatype), count));
}
ALSO(get_elements)

void F(get_elements_c)(MPI_Status *status, int *datatype, MPI_Count *count, int *ierror) {
  finish(ierror, M(Get_elements_c)(status_of(status), HANDLE(MPI_Datatype, *datatype), count));
}
ALSO(get_elements_c)

void F(status_set_elements_x)(MPI_Status *status, int *datatype, MPI_Count *count, int *ierror) {
  finish(ierror, M(Status_set_elements_x)(status_of(status), HANDLE(MPI_Datatype, *datatype), *count));
}
ALSO(status_set_elements_x)

void F(status_set_elements)(MPI_Status *status, int *datatype, int *count, int *ierror) {
  finish(ierror, M(Status_set_elements)(status_of(status), HANDLE(MPI_Datatype, *datatype), *count));
}
ALSO(status_set_elements)

void F(status_set_cancelled)(MPI_Status *status, int *flag, int *ierror) {
  finish(ierror, M(Status_set_cancelled)(status_of(status), *flag));
}
ALSO(status_set_cancelled)

void F(get_elements_x)(MPI_Status *status, int *datatype, MPI_Count *count, int *ierror) {
  finish(ierror, M(Get_elements_x)(status_of(status), HANDLE(MPI_Datatype, *datatype), count));
}
ALSO(get_elements_x)

void F(buffer_attach)(void *buffer, int *size, int *ierror) {
  finish(ierror, M(Buffer_attach)(buffer_of(buffer), *size));
}
ALSO(buffer_attach)

void F(buffer_attach_c)(void *buffer, MPI_Count *size, int *ierror) {
  finish(ierror, M(Buffer_attach_c)(buffer_of(buffer), *size));
}
ALSO(buffer_attach_c)

void F(buffer_detach_c)(void *buffer_address, MPI_Count *size, int *ierror) {
  finish(ierror, M(Buffer_detach_c)(buffer_of(buffer_address), size));
}
ALSO(buffer_detach_c)

void F(wait)(int *request, MPI_Status *status, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Wait)(&request_c, status_of(status));
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(wait)

void F(waitall)(int *count, int *requests, MPI_Status *statuses, int *ierror) {
  MPI_Request *requests_c = (void *)requests_of((int *)requests, *count);
  const int result_c = M(Waitall)(*count, requests_c, statuses_of(statuses));
  give_back_requests(requests, (void *)requests_c, *count);
  finish(ierror, result_c);
}
ALSO(waitall)

void F(waitany)(int *count, int *requests, int *index, MPI_Status *status, int *ierror) {
  MPI_Request *requests_c = (void *)requests_of((int *)requests, *count);
  const int result_c = M(Waitany)(*count, requests_c, index, status_of(status));
  give_back_requests(requests, (void *)requests_c, *count);
  if (*index >= 0) ++*index;
  finish(ierror, result_c);
}
ALSO(waitany)

void F(waitsome)(int *incount, int *requests, int *outcount, int *indices, MPI_Status *statuses,
    int *ierror) {
  MPI_Request *requests_c = (void *)requests_of((int *)requests, *incount);
  const int result_c = M(Waitsome)(*incount, requests_c, outcount, indices, statuses_of(statuses));
  give_back_requests(requests, (void *)requests_c, *incount);
  for (int i = 0; i < *outcount; ++i) ++indices[i];
  finish(ierror, result_c);
}
ALSO(waitsome)

void F(test)(int *request, int *flag, MPI_Status *status, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Test)(&request_c, flag, status_of(status));
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(test)

void F(testall)(int *count, int *requests, int *flag, MPI_Status *statuses, int *ierror) {
  MPI_Request *requests_c = (void *)requests_of((int *)requests, *count);
  const int result_c = M(Testall)(*count, requests_c, flag, statuses_of(statuses));
  give_back_requests(requests, (void *)requests_c, *count);
  finish(ierror, result_c);
}
ALSO(testall)

void F(testany)(int *count, int *requests, int *index, int *flag, MPI_Status *status, int *ierror) {
  MPI_Request *requests_c = (void *)requests_of((int *)requests, *count);
  const int result_c = M(Testany)(*count, requests_c, index, flag, status_of(status));
  give_back_requests(requests, (void *)requests_c, *count);
  if (*index >= 0) ++*index;
  finish(ierror, result_c);
}
ALSO(testany)

void F(testsome)(int *incount, int *requests, int *outcount, int *indices, MPI_Status *statuses,
    int *ierror) {
  MPI_Request *requests_c = (void *)requests_of((int *)requests, *incount);
  const int result_c = M(Testsome)(*incount, requests_c, outcount, indices, statuses_of(statuses));
  give_back_requests(requests, (void *)requests_c, *incount);
  for (int i = 0; i < *outcount; ++i) ++indices[i];
  finish(ierror, result_c);
}
ALSO(testsome)

void F(request_get_status)(int *request, int *flag, MPI_Status *status, int *ierror) {
  finish(ierror, M(Request_get_status)(HANDLE(MPI_Request, *request), flag, status_of(status)));
}
ALSO(request_get_status)

void F(request_get_status_all)(int *count, int *requests, int *flag, MPI_Status *statuses, int *ierror) {
  MPI_Request *requests_c = types_of(requests, *count);
  const int result_c = M(Request_get_status_all)(*count, requests_c, flag, statuses_of(statuses));
  free(requests_c);
  finish(ierror, result_c);
}
ALSO(request_get_status_all)

void F(request_get_status_any)(int *count, int *requests, int *index, int *flag, MPI_Status *status,
    int *ierror) {
  MPI_Request *requests_c = types_of(requests, *count);
  const int result_c = M(Request_get_status_any)(*count, requests_c, index, flag, status_of(status));
  free(requests_c);
  if (*index >= 0) ++*index;
  finish(ierror, result_c);
}
ALSO(request_get_status_any)

void F(request_get_status_some)(int *incount, int *requests, int *outcount, int *indices,
    MPI_Status *statuses, int *ierror) {
  MPI_Request *requests_c = types_of(requests, *incount);
  const int result_c = M(Request_get_status_some)(*incount, requests_c, outcount, indices,
      statuses_of(statuses));
  free(requests_c);
  for (int i = 0; i < *outcount; ++i) ++indices[i];
  finish(ierror, result_c);
}
ALSO(request_get_status_some)

void F(status_get_source)(MPI_Status *status, int *source, int *ierror) {
  finish(ierror, M(Status_get_source)(status_of(status), source));
}
ALSO(status_get_source)

void F(status_get_tag)(MPI_Status *status, int *tag, int *ierror) {
  finish(ierror, M(Status_get_tag)(status_of(status), tag));
}
ALSO(status_get_tag)

void F(status_get_error)(MPI_Status *status, int *error, int *ierror) {
  finish(ierror, M(Status_get_error)(status_of(status), error));
}
ALSO(status_get_error)

void F(status_set_source)(MPI_Status *status, int *source, int *ierror) {
  finish(ierror, M(Status_set_source)(status_of(status), *source));
}
ALSO(status_set_source)

void F(status_set_tag)(MPI_Status *status, int *tag, int *ierror) {
  finish(ierror, M(Status_set_tag)(status_of(status), *tag));
}
ALSO(status_set_tag)

void F(status_set_error)(MPI_Status *status, int *error, int *ierror) {
  finish(ierror, M(Status_set_error)(status_of(status), *error));
}
ALSO(status_set_error)

void F(request_free)(int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Request_free)(&request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(request_free)

void F(cancel)(int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Cancel)(&request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(cancel)

void F(test_cancelled)(MPI_Status *status, int *flag, int *ierror) {
  finish(ierror, M(Test_cancelled)(status_of(status), flag));
}
ALSO(test_cancelled)

void F(send_init)(void *buf, int *count, int *datatype, int *dest, int *tag, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Send_init)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(send_init)

void F(send_init_c)(void *buf, MPI_Count *count, int *datatype, int *dest, int *tag, int *comm,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Send_init_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest,
      *tag, HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(send_init_c)

void F(ssend_init)(void *buf, int *count, int *datatype, int *dest, int *tag, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ssend_init)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ssend_init)

void F(ssend_init_c)(void *buf, MPI_Count *count, int *datatype, int *dest, int *tag, int *comm,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ssend_init_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest,
      *tag, HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ssend_init_c)

void F(rsend_init)(void *buf, int *count, int *datatype, int *dest, int *tag, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Rsend_init)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(rsend_init)

void F(rsend_init_c)(void *buf, MPI_Count *count, int *datatype, int *dest, int *tag, int *comm,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Rsend_init_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest,
      *tag, HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(rsend_init_c)

void F(bsend_init)(void *buf, int *count, int *datatype, int *dest, int *tag, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Bsend_init)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest, *tag,
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(bsend_init)

void F(bsend_init_c)(void *buf, MPI_Count *count, int *datatype, int *dest, int *tag, int *comm,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Bsend_init_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *dest,
      *tag, HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(bsend_init_c)

void F(recv_init)(void *buf, int *count, int *datatype, int *source, int *tag, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Recv_init)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *source,
      *tag, HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(recv_init)

void F(recv_init_c)(void *buf, MPI_Count *count, int *datatype, int *source, int *tag, int *comm,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Recv_init_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *source,
      *tag, HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(recv_init_c)

void F(grequest_complete)(int *request, int *ierror) {
  finish(ierror, M(Grequest_complete)(HANDLE(MPI_Request, *request)));
}
ALSO(grequest_complete)

void F(start)(int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Start)(&request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(start)

void F(startall)(int *count, int *requests, int *ierror) {
  MPI_Request *requests_c = (void *)requests_of((int *)requests, *count);
  const int result_c = M(Startall)(*count, requests_c);
  give_back_requests(requests, (void *)requests_c, *count);
  finish(ierror, result_c);
}
ALSO(startall)

void F(probe)(int *source, int *tag, int *comm, MPI_Status *status, int *ierror) {
  finish(ierror, M(Probe)(*source, *tag, HANDLE(MPI_Comm, *comm), status_of(status)));
}
ALSO(probe)

void F(iprobe)(int *source, int *tag, int *comm, int *flag, MPI_Status *status, int *ierror) {
  finish(ierror, M(Iprobe)(*source, *tag, HANDLE(MPI_Comm, *comm), flag, status_of(status)));
}
ALSO(iprobe)

void F(mprobe)(int *source, int *tag, int *comm, int *message, MPI_Status *status, int *ierror) {
  MPI_Message message_c = HANDLE(MPI_Message, *message);
  const int result_c = M(Mprobe)(*source, *tag, HANDLE(MPI_Comm, *comm), &message_c, status_of(status));
  *message = NUMBER(message_c);
  finish(ierror, result_c);
}
ALSO(mprobe)

void F(improbe)(int *source, int *tag, int *comm, int *flag, int *message, MPI_Status *status,
    int *ierror) {
  MPI_Message message_c = HANDLE(MPI_Message, *message);
  const int result_c = M(Improbe)(*source, *tag, HANDLE(MPI_Comm, *comm), flag, &message_c,
      status_of(status));
  *message = NUMBER(message_c);
  finish(ierror, result_c);
}
ALSO(improbe)

void F(mrecv)(void *buf, int *count, int *datatype, int *message, MPI_Status *status, int *ierror) {
  MPI_Message message_c = HANDLE(MPI_Message, *message);
  const int result_c = M(Mrecv)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), &message_c,
      status_of(status));
  *message = NUMBER(message_c);
  finish(ierror, result_c);
}
ALSO(mrecv)

void F(mrecv_c)(void *buf, MPI_Count *count, int *datatype, int *message, MPI_Status *status,
    int *ierror) {
  MPI_Message message_c = HANDLE(MPI_Message, *message);
  const int result_c = M(Mrecv_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), &message_c,
      status_of(status));
  *message = NUMBER(message_c);
  finish(ierror, result_c);
}
ALSO(mrecv_c)

void F(imrecv)(void *buf, int *count, int *datatype, int *message, int *request, int *ierror) {
  MPI_Message message_c = HANDLE(MPI_Message, *message);
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Imrecv)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), &message_c,
      &request_c);
  *message = NUMBER(message_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(imrecv)

void F(imrecv_c)(void *buf, MPI_Count *count, int *datatype, int *message, int *request, int *ierror) {
  MPI_Message message_c = HANDLE(MPI_Message, *message);
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Imrecv_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), &message_c,
      &request_c);
  *message = NUMBER(message_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(imrecv_c)

void F(comm_rank)(int *comm, int *rank, int *ierror) {
  finish(ierror, M(Comm_rank)(HANDLE(MPI_Comm, *comm), rank));
}
ALSO(comm_rank)

void F(comm_size)(int *comm, int *size, int *ierror) {
  finish(ierror, M(Comm_size)(HANDLE(MPI_Comm, *comm), size));
}
ALSO(comm_size)

void F(comm_dup)(int *comm, int *newcomm, int *ierror) {
  MPI_Comm newcomm_c = HANDLE(MPI_Comm, *newcomm);
  const int result_c = M(Comm_dup)(HANDLE(MPI_Comm, *comm), &newcomm_c);
  *newcomm = NUMBER(newcomm_c);
  finish(ierror, result_c);
}
ALSO(comm_dup)

void F(comm_dup_with_info)(int *comm, int *info, int *newcomm, int *ierror) {
  MPI_Comm newcomm_c = HANDLE(MPI_Comm, *newcomm);
  const int result_c = M(Comm_dup_with_info)(HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info, *info),
      &newcomm_c);
  *newcomm = NUMBER(newcomm_c);
  finish(ierror, result_c);
}
ALSO(comm_dup_with_info)

void F(comm_idup)(int *comm, int *newcomm, int *request, int *ierror) {
  MPI_Comm newcomm_c = HANDLE(MPI_Comm, *newcomm);
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Comm_idup)(HANDLE(MPI_Comm, *comm), &newcomm_c, &request_c);
  *newcomm = NUMBER(newcomm_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(comm_idup)

void F(comm_idup_with_info)(int *comm, int *info, int *newcomm, int *request, int *ierror) {
  MPI_Comm newcomm_c = HANDLE(MPI_Comm, *newcomm);
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Comm_idup_with_info)(HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info, *info),
      &newcomm_c, &request_c);
  *newcomm = NUMBER(newcomm_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(comm_idup_with_info)

void F(comm_test_inter)(int *comm, int *flag, int *ierror) {
  finish(ierror, M(Comm_test_inter)(HANDLE(MPI_Comm, *comm), flag));
}
ALSO(comm_test_inter)

void F(comm_set_info)(int *comm, int *info, int *ierror) {
  finish(ierror, M(Comm_set_info)(HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info, *info)));
}
ALSO(comm_set_info)

void F(comm_get_info)(int *comm, int *info, int *ierror) {
  MPI_Info info_c = HANDLE(MPI_Info, *info);
  const int result_c = M(Comm_get_info)(HANDLE(MPI_Comm, *comm), &info_c);
  *info = NUMBER(info_c);
  finish(ierror, result_c);
}
ALSO(comm_get_info)

void F(comm_set_name)(int *comm, char *name, int *ierror, size_t name_length) {
  char *name_c = text_of(name, name_length);
  const int result_c = M(Comm_set_name)(HANDLE(MPI_Comm, *comm), name_c);
  free(name_c);
  finish(ierror, result_c);
}
ALSO(comm_set_name)

void F(comm_get_name)(int *comm, char *name, int *length, int *ierror, size_t name_length) {
  char name_c[MPI_MAX_LIBRARY_VERSION_STRING + 1] = "";
  const int result_c = M(Comm_get_name)(HANDLE(MPI_Comm, *comm), name_c, length);
  pad(name, name_length, name_c);
  *length = (int)strnlen(name_c, name_length);
  finish(ierror, result_c);
}
ALSO(comm_get_name)

void F(comm_split)(int *comm, int *color, int *key, int *newcomm, int *ierror) {
  MPI_Comm newcomm_c = HANDLE(MPI_Comm, *newcomm);
  const int result_c = M(Comm_split)(HANDLE(MPI_Comm, *comm), *color, *key, &newcomm_c);
  *newcomm = NUMBER(newcomm_c);
  finish(ierror, result_c);
}
ALSO(comm_split)

void F(comm_split_type)(int *comm, int *type, int *key, int *info, int *newcomm, int *ierror) {
  MPI_Comm newcomm_c = HANDLE(MPI_Comm, *newcomm);
  const int result_c = M(Comm_split_type)(HANDLE(MPI_Comm, *comm), *type, *key, HANDLE(MPI_Info, *info),
      &newcomm_c);
  *newcomm = NUMBER(newcomm_c);
  finish(ierror, result_c);
}
ALSO(comm_split_type)

void F(comm_create)(int *comm, int *group, int *newcomm, int *ierror) {
  MPI_Comm newcomm_c = HANDLE(MPI_Comm, *newcomm);
  const int result_c = M(Comm_create)(HANDLE(MPI_Comm, *comm), HANDLE(MPI_Group, *group), &newcomm_c);
  *newcomm = NUMBER(newcomm_c);
  finish(ierror, result_c);
}
ALSO(comm_create)

void F(comm_create_group)(int *comm, int *group, int *tag, int *newcomm, int *ierror) {
  MPI_Comm newcomm_c = HANDLE(MPI_Comm, *newcomm);
  const int result_c = M(Comm_create_group)(HANDLE(MPI_Comm, *comm), HANDLE(MPI_Group, *group), *tag,
      &newcomm_c);
  *newcomm = NUMBER(newcomm_c);
  finish(ierror, result_c);
}
ALSO(comm_create_group)

void F(comm_create_from_group)(int *group, char *stringtag, int *info, int *handler, int *newcomm,
    int *ierror, size_t stringtag_length) {
  char *stringtag_c = text_of(stringtag, stringtag_length);
  MPI_Comm newcomm_c = HANDLE(MPI_Comm, *newcomm);
  const int result_c = M(Comm_create_from_group)(HANDLE(MPI_Group, *group), stringtag_c, HANDLE(MPI_Info,
      *info), HANDLE(MPI_Errhandler, *handler), &newcomm_c);
  free(stringtag_c);
  *newcomm = NUMBER(newcomm_c);
  finish(ierror, result_c);
}
ALSO(comm_create_from_group)

void F(comm_remote_size)(int *comm, int *size, int *ierror) {
  finish(ierror, M(Comm_remote_size)(HANDLE(MPI_Comm, *comm), size));
}
ALSO(comm_remote_size)

void F(comm_remote_group)(int *comm, int *group, int *ierror) {
  MPI_Group group_c = HANDLE(MPI_Group, *group);
  const int result_c = M(Comm_remote_group)(HANDLE(MPI_Comm, *comm), &group_c);
  *group = NUMBER(group_c);
  finish(ierror, result_c);
}
ALSO(comm_remote_group)

void F(intercomm_create)(int *local, int *leader, int *peer, int *remote_leader, int *tag, int *newcomm,
    int *ierror) {
  MPI_Comm newcomm_c = HANDLE(MPI_Comm, *newcomm);
  const int result_c = M(Intercomm_create)(HANDLE(MPI_Comm, *local), *leader, HANDLE(MPI_Comm, *peer),
      *remote_leader, *tag, &newcomm_c);
  *newcomm = NUMBER(newcomm_c);
  finish(ierror, result_c);
}
ALSO(intercomm_create)

void F(intercomm_create_from_groups)(int *local, int *leader, int *remote, int *remote_leader,
    char *stringtag, int *info, int *handler, int *newcomm, int *ierror, size_t stringtag_length) {
  char *stringtag_c = text_of(stringtag, stringtag_length);
  MPI_Comm newcomm_c = HANDLE(MPI_Comm, *newcomm);
  const int result_c = M(Intercomm_create_from_groups)(HANDLE(MPI_Group, *local), *leader,
      HANDLE(MPI_Group, *remote), *remote_leader, stringtag_c, HANDLE(MPI_Info, *info),
      HANDLE(MPI_Errhandler, *handler), &newcomm_c);
  free(stringtag_c);
  *newcomm = NUMBER(newcomm_c);
  finish(ierror, result_c);
}
ALSO(intercomm_create_from_groups)

void F(intercomm_merge)(int *inter, int *high, int *newcomm, int *ierror) {
  MPI_Comm newcomm_c = HANDLE(MPI_Comm, *newcomm);
  const int result_c = M(Intercomm_merge)(HANDLE(MPI_Comm, *inter), *high, &newcomm_c);
  *newcomm = NUMBER(newcomm_c);
  finish(ierror, result_c);
}
ALSO(intercomm_merge)

void F(comm_compare)(int *a, int *b, int *result, int *ierror) {
  finish(ierror, M(Comm_compare)(HANDLE(MPI_Comm, *a), HANDLE(MPI_Comm, *b), result));
}
ALSO(comm_compare)

void F(comm_free)(int *comm, int *ierror) {
  MPI_Comm comm_c = HANDLE(MPI_Comm, *comm);
  const int result_c = M(Comm_free)(&comm_c);
  *comm = NUMBER(comm_c);
  finish(ierror, result_c);
}
ALSO(comm_free)

void F(comm_get_parent)(int *parent, int *ierror) {
  MPI_Comm parent_c = HANDLE(MPI_Comm, *parent);
  const int result_c = M(Comm_get_parent)(&parent_c);
  *parent = NUMBER(parent_c);
  finish(ierror, result_c);
}
ALSO(comm_get_parent)

void F(comm_group)(int *comm, int *group, int *ierror) {
  MPI_Group group_c = HANDLE(MPI_Group, *group);
  const int result_c = M(Comm_group)(HANDLE(MPI_Comm, *comm), &group_c);
  *group = NUMBER(group_c);
  finish(ierror, result_c);
}
ALSO(comm_group)

void F(group_rank)(int *group, int *rank, int *ierror) {
  finish(ierror, M(Group_rank)(HANDLE(MPI_Group, *group), rank));
}
ALSO(group_rank)

void F(group_size)(int *group, int *size, int *ierror) {
  finish(ierror, M(Group_size)(HANDLE(MPI_Group, *group), size));
}
ALSO(group_size)

void F(group_incl)(int *group, int *n, int *ranks, int *newgroup, int *ierror) {
  MPI_Group newgroup_c = HANDLE(MPI_Group, *newgroup);
  const int result_c = M(Group_incl)(HANDLE(MPI_Group, *group), *n, ranks, &newgroup_c);
  *newgroup = NUMBER(newgroup_c);
  finish(ierror, result_c);
}
ALSO(group_incl)

void F(group_excl)(int *group, int *n, int *ranks, int *newgroup, int *ierror) {
  MPI_Group newgroup_c = HANDLE(MPI_Group, *newgroup);
  const int result_c = M(Group_excl)(HANDLE(MPI_Group, *group), *n, ranks, &newgroup_c);
  *newgroup = NUMBER(newgroup_c);
  finish(ierror, result_c);
}
ALSO(group_excl)

void F(group_range_incl)(int *group, int *n, int *ranges, int *newgroup, int *ierror) {
  MPI_Group newgroup_c = HANDLE(MPI_Group, *newgroup);
  const int result_c = M(Group_range_incl)(HANDLE(MPI_Group, *group), *n, (int(*)[3])ranges, &newgroup_c);
  *newgroup = NUMBER(newgroup_c);
  finish(ierror, result_c);
}
ALSO(group_range_incl)

void F(group_range_excl)(int *group, int *n, int *ranges, int *newgroup, int *ierror) {
  MPI_Group newgroup_c = HANDLE(MPI_Group, *newgroup);
  const int result_c = M(Group_range_excl)(HANDLE(MPI_Group, *group), *n, (int(*)[3])ranges, &newgroup_c);
  *newgroup = NUMBER(newgroup_c);
  finish(ierror, result_c);
}
ALSO(group_range_excl)

void F(group_union)(int *a, int *b, int *newgroup, int *ierror) {
  MPI_Group newgroup_c = HANDLE(MPI_Group, *newgroup);
  const int result_c = M(Group_union)(HANDLE(MPI_Group, *a), HANDLE(MPI_Group, *b), &newgroup_c);
  *newgroup = NUMBER(newgroup_c);
  finish(ierror, result_c);
}
ALSO(group_union)

void F(group_intersection)(int *a, int *b, int *newgroup, int *ierror) {
  MPI_Group newgroup_c = HANDLE(MPI_Group, *newgroup);
  const int result_c = M(Group_intersection)(HANDLE(MPI_Group, *a), HANDLE(MPI_Group, *b), &newgroup_c);
  *newgroup = NUMBER(newgroup_c);
  finish(ierror, result_c);
}
ALSO(group_intersection)

void F(group_difference)(int *a, int *b, int *newgroup, int *ierror) {
  MPI_Group newgroup_c = HANDLE(MPI_Group, *newgroup);
  const int result_c = M(Group_difference)(HANDLE(MPI_Group, *a), HANDLE(MPI_Group, *b), &newgroup_c);
  *newgroup = NUMBER(newgroup_c);
  finish(ierror, result_c);
}
ALSO(group_difference)

void F(group_translate_ranks)(int *a, int *n, int *ranks, int *b, int *result, int *ierror) {
  finish(ierror, M(Group_translate_ranks)(HANDLE(MPI_Group, *a), *n, ranks, HANDLE(MPI_Group, *b),
      result));
}
ALSO(group_translate_ranks)

void F(group_compare)(int *a, int *b, int *result, int *ierror) {
  finish(ierror, M(Group_compare)(HANDLE(MPI_Group, *a), HANDLE(MPI_Group, *b), result));
}
ALSO(group_compare)

void F(group_free)(int *group, int *ierror) {
  MPI_Group group_c = HANDLE(MPI_Group, *group);
  const int result_c = M(Group_free)(&group_c);
  *group = NUMBER(group_c);
  finish(ierror, result_c);
}
ALSO(group_free)

void F(topo_test)(int *comm, int *kind, int *ierror) {
  finish(ierror, M(Topo_test)(HANDLE(MPI_Comm, *comm), kind));
}
ALSO(topo_test)

void F(dims_create)(int *nodes, int *ndims, int *dims, int *ierror) {
  finish(ierror, M(Dims_create)(*nodes, *ndims, dims));
}
ALSO(dims_create)

void F(cart_create)(int *comm, int *ndims, int *dims, int *periods, int *reorder, int *cart,
    int *ierror) {
  MPI_Comm cart_c = HANDLE(MPI_Comm, *cart);
  const int result_c = M(Cart_create)(HANDLE(MPI_Comm, *comm), *ndims, dims, periods, *reorder, &cart_c);
  *cart = NUMBER(cart_c);
  finish(ierror, result_c);
}
ALSO(cart_create)

void F(cart_sub)(int *cart, int *remain, int *newcomm, int *ierror) {
  MPI_Comm newcomm_c = HANDLE(MPI_Comm, *newcomm);
  const int result_c = M(Cart_sub)(HANDLE(MPI_Comm, *cart), remain, &newcomm_c);
  *newcomm = NUMBER(newcomm_c);
  finish(ierror, result_c);
}
ALSO(cart_sub)

void F(cartdim_get)(int *cart, int *ndims, int *ierror) {
  finish(ierror, M(Cartdim_get)(HANDLE(MPI_Comm, *cart), ndims));
}
ALSO(cartdim_get)

void F(cart_get)(int *cart, int *maxdims, int *dims, int *periods, int *coords, int *ierror) {
  finish(ierror, M(Cart_get)(HANDLE(MPI_Comm, *cart), *maxdims, dims, periods, coords));
}
ALSO(cart_get)

void F(cart_rank)(int *cart, int *coords, int *rank, int *ierror) {
  finish(ierror, M(Cart_rank)(HANDLE(MPI_Comm, *cart), coords, rank));
}
ALSO(cart_rank)

void F(cart_coords)(int *cart, int *rank, int *maxdims, int *coords, int *ierror) {
  finish(ierror, M(Cart_coords)(HANDLE(MPI_Comm, *cart), *rank, *maxdims, coords));
}
ALSO(cart_coords)

void F(cart_shift)(int *cart, int *dimension, int *displacement, int *source, int *dest, int *ierror) {
  finish(ierror, M(Cart_shift)(HANDLE(MPI_Comm, *cart), *dimension, *displacement, source, dest));
}
ALSO(cart_shift)

void F(cart_map)(int *comm, int *ndims, int *dims, int *periods, int *rank, int *ierror) {
  finish(ierror, M(Cart_map)(HANDLE(MPI_Comm, *comm), *ndims, dims, periods, rank));
}
ALSO(cart_map)

void F(graph_create)(int *comm, int *nodes, int *index, int *edges, int *reorder, int *graph,
    int *ierror) {
  MPI_Comm graph_c = HANDLE(MPI_Comm, *graph);
  const int result_c = M(Graph_create)(HANDLE(MPI_Comm, *comm), *nodes, index, edges, *reorder, &graph_c);
  *graph = NUMBER(graph_c);
  finish(ierror, result_c);
}
ALSO(graph_create)

void F(graphdims_get)(int *graph, int *nodes, int *edges, int *ierror) {
  finish(ierror, M(Graphdims_get)(HANDLE(MPI_Comm, *graph), nodes, edges));
}
ALSO(graphdims_get)

void F(graph_get)(int *graph, int *maxindex, int *maxedges, int *index, int *edges, int *ierror) {
  finish(ierror, M(Graph_get)(HANDLE(MPI_Comm, *graph), *maxindex, *maxedges, index, edges));
}
ALSO(graph_get)

void F(graph_neighbors_count)(int *graph, int *rank, int *count, int *ierror) {
  finish(ierror, M(Graph_neighbors_count)(HANDLE(MPI_Comm, *graph), *rank, count));
}
ALSO(graph_neighbors_count)

void F(graph_neighbors)(int *graph, int *rank, int *maxneighbors, int *neighbors, int *ierror) {
  finish(ierror, M(Graph_neighbors)(HANDLE(MPI_Comm, *graph), *rank, *maxneighbors, neighbors));
}
ALSO(graph_neighbors)

void F(graph_map)(int *comm, int *nodes, int *index, int *edges, int *rank, int *ierror) {
  finish(ierror, M(Graph_map)(HANDLE(MPI_Comm, *comm), *nodes, index, edges, rank));
}
ALSO(graph_map)

void F(dist_graph_create_adjacent)(int *comm, int *indegree, int *sources, int *sourceweights,
    int *outdegree, int *destinations, int *destweights, int *info, int *reorder, int *graph,
    int *ierror) {
  MPI_Comm graph_c = HANDLE(MPI_Comm, *graph);
  const int result_c = M(Dist_graph_create_adjacent)(HANDLE(MPI_Comm, *comm), *indegree, sources,
      weights_of(sourceweights), *outdegree, destinations, weights_of(destweights), HANDLE(MPI_Info,
      *info), *reorder, &graph_c);
  *graph = NUMBER(graph_c);
  finish(ierror, result_c);
}
ALSO(dist_graph_create_adjacent)

void F(dist_graph_create)(int *comm, int *n, int *sources, int *degrees, int *destinations, int *weights,
    int *info, int *reorder, int *graph, int *ierror) {
  MPI_Comm graph_c = HANDLE(MPI_Comm, *graph);
  const int result_c = M(Dist_graph_create)(HANDLE(MPI_Comm, *comm), *n, sources, degrees, destinations,
      weights_of(weights), HANDLE(MPI_Info, *info), *reorder, &graph_c);
  *graph = NUMBER(graph_c);
  finish(ierror, result_c);
}
ALSO(dist_graph_create)

void F(dist_graph_neighbors_count)(int *graph, int *indegree, int *outdegree, int *weighted,
    int *ierror) {
  finish(ierror, M(Dist_graph_neighbors_count)(HANDLE(MPI_Comm, *graph), indegree, outdegree, weighted));
}
ALSO(dist_graph_neighbors_count)

void F(dist_graph_neighbors)(int *graph, int *maxindegree, int *sources, int *sourceweights,
    int *maxoutdegree, int *destinations, int *destweights, int *ierror) {
  finish(ierror, M(Dist_graph_neighbors)(HANDLE(MPI_Comm, *graph), *maxindegree, sources,
      weights_of(sourceweights), *maxoutdegree, destinations, weights_of(destweights)));
}
ALSO(dist_graph_neighbors)

void F(comm_free_keyval)(int *keyval, int *ierror) {
  finish(ierror, M(Comm_free_keyval)(keyval));
}
ALSO(comm_free_keyval)

void F(comm_set_attr)(int *comm, int *keyval, MPI_Aint *value, int *ierror) {
  finish(ierror, M(Comm_set_attr)(HANDLE(MPI_Comm, *comm), *keyval, kept_number(*value)));
}
ALSO(comm_set_attr)

void F(comm_get_attr)(int *comm, int *keyval, MPI_Aint *address_of_value, int *flag, int *ierror) {
  void *address_of_value_c = NULL;
  const int result_c = M(Comm_get_attr)(HANDLE(MPI_Comm, *comm), *keyval, &address_of_value_c, flag);
  if (*flag) *address_of_value = attribute_of(*keyval, address_of_value_c);
  finish(ierror, result_c);
}
ALSO(comm_get_attr)

void F(comm_delete_attr)(int *comm, int *keyval, int *ierror) {
  finish(ierror, M(Comm_delete_attr)(HANDLE(MPI_Comm, *comm), *keyval));
}
ALSO(comm_delete_attr)

void F(type_free_keyval)(int *keyval, int *ierror) {
  finish(ierror, M(Type_free_keyval)(keyval));
}
ALSO(type_free_keyval)

void F(type_set_attr)(int *datatype, int *keyval, MPI_Aint *value, int *ierror) {
  finish(ierror, M(Type_set_attr)(HANDLE(MPI_Datatype, *datatype), *keyval, kept_number(*value)));
}
ALSO(type_set_attr)

void F(type_get_attr)(int *datatype, int *keyval, MPI_Aint *address_of_value, int *flag, int *ierror) {
  void *address_of_value_c = NULL;
  const int result_c = M(Type_get_attr)(HANDLE(MPI_Datatype, *datatype), *keyval, &address_of_value_c,
      flag);
  if (*flag) *address_of_value = attribute_of(*keyval, address_of_value_c);
  finish(ierror, result_c);
}
ALSO(type_get_attr)

void F(type_delete_attr)(int *datatype, int *keyval, int *ierror) {
  finish(ierror, M(Type_delete_attr)(HANDLE(MPI_Datatype, *datatype), *keyval));
}
ALSO(type_delete_attr)

void F(comm_set_errhandler)(int *comm, int *handler, int *ierror) {
  finish(ierror, M(Comm_set_errhandler)(HANDLE(MPI_Comm, *comm), HANDLE(MPI_Errhandler, *handler)));
}
ALSO(comm_set_errhandler)

void F(comm_get_errhandler)(int *comm, int *handler, int *ierror) {
  MPI_Errhandler handler_c = HANDLE(MPI_Errhandler, *handler);
  const int result_c = M(Comm_get_errhandler)(HANDLE(MPI_Comm, *comm), &handler_c);
  *handler = NUMBER(handler_c);
  finish(ierror, result_c);
}
ALSO(comm_get_errhandler)

void F(comm_call_errhandler)(int *comm, int *code, int *ierror) {
  finish(ierror, M(Comm_call_errhandler)(HANDLE(MPI_Comm, *comm), *code));
}
ALSO(comm_call_errhandler)

void F(errhandler_free)(int *handler, int *ierror) {
  MPI_Errhandler handler_c = HANDLE(MPI_Errhandler, *handler);
  const int result_c = M(Errhandler_free)(&handler_c);
  *handler = NUMBER(handler_c);
  finish(ierror, result_c);
}
ALSO(errhandler_free)

void F(error_class)(int *code, int *errorclass, int *ierror) {
  finish(ierror, M(Error_class)(*code, errorclass));
}
ALSO(error_class)

void F(error_string)(int *code, char *string, int *length, int *ierror, size_t string_length) {
  char string_c[MPI_MAX_LIBRARY_VERSION_STRING + 1] = "";
  const int result_c = M(Error_string)(*code, string_c, length);
  pad(string, string_length, string_c);
  *length = (int)strnlen(string_c, string_length);
  finish(ierror, result_c);
}
ALSO(error_string)

void F(add_error_class)(int *errorclass, int *ierror) {
  finish(ierror, M(Add_error_class)(errorclass));
}
ALSO(add_error_class)

void F(add_error_code)(int *errorclass, int *errorcode, int *ierror) {
  finish(ierror, M(Add_error_code)(*errorclass, errorcode));
}
ALSO(add_error_code)

void F(add_error_string)(int *errorcode, char *string, int *ierror, size_t string_length) {
  char *string_c = text_of(string, string_length);
  const int result_c = M(Add_error_string)(*errorcode, string_c);
  free(string_c);
  finish(ierror, result_c);
}
ALSO(add_error_string)

void F(remove_error_class)(int *errorclass, int *ierror) {
  finish(ierror, M(Remove_error_class)(*errorclass));
}
ALSO(remove_error_class)

void F(remove_error_code)(int *errorcode, int *ierror) {
  finish(ierror, M(Remove_error_code)(*errorcode));
}
ALSO(remove_error_code)

void F(remove_error_string)(int *errorcode, int *ierror) {
  finish(ierror, M(Remove_error_string)(*errorcode));
}
ALSO(remove_error_string)

void F(type_contiguous)(int *count, int *old, int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_contiguous)(*count, HANDLE(MPI_Datatype, *old), &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_contiguous)

void F(type_contiguous_c)(MPI_Count *count, int *old, int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_contiguous_c)(*count, HANDLE(MPI_Datatype, *old), &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_contiguous_c)

void F(type_vector)(int *count, int *blocklength, int *stride, int *old, int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_vector)(*count, *blocklength, *stride, HANDLE(MPI_Datatype, *old),
      &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_vector)

void F(type_vector_c)(MPI_Count *count, MPI_Count *blocklength, MPI_Count *stride, int *old, int *newtype,
    int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_vector_c)(*count, *blocklength, *stride, HANDLE(MPI_Datatype, *old),
      &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_vector_c)

void F(type_create_hvector)(int *count, int *blocklength, MPI_Aint *stride, int *old, int *newtype,
    int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_hvector)(*count, *blocklength, *stride, HANDLE(MPI_Datatype, *old),
      &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_hvector)

void F(type_create_hvector_c)(MPI_Count *count, MPI_Count *blocklength, MPI_Count *stride, int *old,
    int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_hvector_c)(*count, *blocklength, *stride, HANDLE(MPI_Datatype, *old),
      &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_hvector_c)

void F(type_create_resized)(int *old, MPI_Aint *lower, MPI_Aint *extent, int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_resized)(HANDLE(MPI_Datatype, *old), *lower, *extent, &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_resized)

void F(type_create_resized_c)(int *old, MPI_Count *lower, MPI_Count *extent, int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_resized_c)(HANDLE(MPI_Datatype, *old), *lower, *extent, &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_resized_c)

void F(type_indexed)(int *count, int *blocklengths, int *displs, int *old, int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_indexed)(*count, blocklengths, displs, HANDLE(MPI_Datatype, *old),
      &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_indexed)

void F(type_indexed_c)(MPI_Count *count, MPI_Count *blocklengths, MPI_Count *displs, int *old,
    int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_indexed_c)(*count, blocklengths, displs, HANDLE(MPI_Datatype, *old),
      &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_indexed_c)

void F(type_create_indexed_block)(int *count, int *blocklength, int *displs, int *old, int *newtype,
    int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_indexed_block)(*count, *blocklength, displs, HANDLE(MPI_Datatype,
      *old), &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_indexed_block)

void F(type_create_indexed_block_c)(MPI_Count *count, MPI_Count *blocklength, MPI_Count *displs, int *old,
    int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_indexed_block_c)(*count, *blocklength, displs, HANDLE(MPI_Datatype,
      *old), &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_indexed_block_c)

void F(type_create_hindexed)(int *count, int *blocklengths, MPI_Aint *displs, int *old, int *newtype,
    int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_hindexed)(*count, blocklengths, displs, HANDLE(MPI_Datatype, *old),
      &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_hindexed)

void F(type_create_hindexed_c)(MPI_Count *count, MPI_Count *blocklengths, MPI_Count *displs, int *old,
    int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_hindexed_c)(*count, blocklengths, displs, HANDLE(MPI_Datatype, *old),
      &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_hindexed_c)

void F(type_create_hindexed_block)(int *count, int *blocklength, MPI_Aint *displs, int *old, int *newtype,
    int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_hindexed_block)(*count, *blocklength, displs, HANDLE(MPI_Datatype,
      *old), &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_hindexed_block)

void F(type_create_hindexed_block_c)(MPI_Count *count, MPI_Count *blocklength, MPI_Count *displs,
    int *old, int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_hindexed_block_c)(*count, *blocklength, displs, HANDLE(MPI_Datatype,
      *old), &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_hindexed_block_c)

void F(type_create_struct)(int *count, int *blocklengths, MPI_Aint *displs, int *types, int *newtype,
    int *ierror) {
  MPI_Datatype *types_c = types_of(types, *count);
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_struct)(*count, blocklengths, displs, types_c, &newtype_c);
  free(types_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_struct)

void F(type_create_struct_c)(MPI_Count *count, MPI_Count *blocklengths, MPI_Count *displs, int *types,
    int *newtype, int *ierror) {
  MPI_Datatype *types_c = types_of(types, *count);
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_struct_c)(*count, blocklengths, displs, types_c, &newtype_c);
  free(types_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_struct_c)

void F(type_create_subarray)(int *ndims, int *sizes, int *subsizes, int *starts, int *order, int *old,
    int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_subarray)(*ndims, sizes, subsizes, starts, *order,
      HANDLE(MPI_Datatype, *old), &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_subarray)

void F(type_create_subarray_c)(int *ndims, MPI_Count *sizes, MPI_Count *subsizes, MPI_Count *starts,
    int *order, int *old, int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_subarray_c)(*ndims, sizes, subsizes, starts, *order,
      HANDLE(MPI_Datatype, *old), &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_subarray_c)

void F(type_create_darray)(int *size, int *rank, int *ndims, int *gsizes, int *distribs, int *dargs,
    int *psizes, int *order, int *old, int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_darray)(*size, *rank, *ndims, gsizes, distribs, dargs, psizes,
      *order, HANDLE(MPI_Datatype, *old), &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_darray)

void F(type_create_darray_c)(int *size, int *rank, int *ndims, MPI_Count *gsizes, int *distribs,
    int *dargs, int *psizes, int *order, int *old, int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_darray_c)(*size, *rank, *ndims, gsizes, distribs, dargs, psizes,
      *order, HANDLE(MPI_Datatype, *old), &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_darray_c)

void F(type_get_envelope)(int *datatype, int *integers, int *addresses, int *datatypes, int *combiner,
    int *ierror) {
  finish(ierror, M(Type_get_envelope)(HANDLE(MPI_Datatype, *datatype), integers, addresses, datatypes,
      combiner));
}
ALSO(type_get_envelope)

void F(type_get_contents)(int *datatype, int *max_integers, int *max_addresses, int *max_datatypes,
    int *integers, MPI_Aint *addresses, int *datatypes, int *ierror) {
  MPI_Datatype *datatypes_c = (void *)requests_of((int *)datatypes, *max_datatypes);
  const int result_c = M(Type_get_contents)(HANDLE(MPI_Datatype, *datatype), *max_integers,
      *max_addresses, *max_datatypes, integers, addresses, datatypes_c);
  give_back_requests(datatypes, (void *)datatypes_c, *max_datatypes);
  finish(ierror, result_c);
}
ALSO(type_get_contents)

void F(type_dup)(int *old, int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_dup)(HANDLE(MPI_Datatype, *old), &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_dup)

void F(type_set_name)(int *datatype, char *name, int *ierror, size_t name_length) {
  char *name_c = text_of(name, name_length);
  const int result_c = M(Type_set_name)(HANDLE(MPI_Datatype, *datatype), name_c);
  free(name_c);
  finish(ierror, result_c);
}
ALSO(type_set_name)

void F(type_get_name)(int *datatype, char *name, int *length, int *ierror, size_t name_length) {
  char name_c[MPI_MAX_LIBRARY_VERSION_STRING + 1] = "";
  const int result_c = M(Type_get_name)(HANDLE(MPI_Datatype, *datatype), name_c, length);
  pad(name, name_length, name_c);
  *length = (int)strnlen(name_c, name_length);
  finish(ierror, result_c);
}
ALSO(type_get_name)

void F(type_get_value_index)(int *value, int *index, int *pair, int *ierror) {
  MPI_Datatype pair_c = HANDLE(MPI_Datatype, *pair);
  const int result_c = M(Type_get_value_index)(HANDLE(MPI_Datatype, *value), HANDLE(MPI_Datatype, *index),
      &pair_c);
  *pair = NUMBER(pair_c);
  finish(ierror, result_c);
}
ALSO(type_get_value_index)

void F(type_match_size)(int *typeclass, int *size, int *datatype, int *ierror) {
  MPI_Datatype datatype_c = HANDLE(MPI_Datatype, *datatype);
  const int result_c = M(Type_match_size)(*typeclass, *size, &datatype_c);
  *datatype = NUMBER(datatype_c);
  finish(ierror, result_c);
}
ALSO(type_match_size)

void F(type_commit)(int *datatype, int *ierror) {
  MPI_Datatype datatype_c = HANDLE(MPI_Datatype, *datatype);
  const int result_c = M(Type_commit)(&datatype_c);
  *datatype = NUMBER(datatype_c);
  finish(ierror, result_c);
}
ALSO(type_commit)

void F(type_free)(int *datatype, int *ierror) {
  MPI_Datatype datatype_c = HANDLE(MPI_Datatype, *datatype);
  const int result_c = M(Type_free)(&datatype_c);
  *datatype = NUMBER(datatype_c);
  finish(ierror, result_c);
}
ALSO(type_free)

void F(type_size)(int *datatype, int *size, int *ierror) {
  finish(ierror, M(Type_size)(HANDLE(MPI_Datatype, *datatype), size));
}
ALSO(type_size)

void F(type_size_c)(int *datatype, MPI_Count *size, int *ierror) {
  finish(ierror, M(Type_size_c)(HANDLE(MPI_Datatype, *datatype), size));
}
ALSO(type_size_c)

void F(type_get_extent)(int *datatype, MPI_Aint *lower, MPI_Aint *extent, int *ierror) {
  finish(ierror, M(Type_get_extent)(HANDLE(MPI_Datatype, *datatype), lower, extent));
}
ALSO(type_get_extent)

void F(type_get_extent_c)(int *datatype, MPI_Count *lower, MPI_Count *extent, int *ierror) {
  finish(ierror, M(Type_get_extent_c)(HANDLE(MPI_Datatype, *datatype), lower, extent));
}
ALSO(type_get_extent_c)

void F(type_get_true_extent)(int *datatype, MPI_Aint *lower, MPI_Aint *extent, int *ierror) {
  finish(ierror, M(Type_get_true_extent)(HANDLE(MPI_Datatype, *datatype), lower, extent));
}
ALSO(type_get_true_extent)

void F(type_get_true_extent_c)(int *datatype, MPI_Count *lower, MPI_Count *extent, int *ierror) {
  finish(ierror, M(Type_get_true_extent_c)(HANDLE(MPI_Datatype, *datatype), lower, extent));
}
ALSO(type_get_true_extent_c)

void F(type_size_x)(int *datatype, MPI_Count *size, int *ierror) {
  finish(ierror, M(Type_size_x)(HANDLE(MPI_Datatype, *datatype), size));
}
ALSO(type_size_x)

void F(type_get_extent_x)(int *datatype, MPI_Count *lower, MPI_Count *extent, int *ierror) {
  finish(ierror, M(Type_get_extent_x)(HANDLE(MPI_Datatype, *datatype), lower, extent));
}
ALSO(type_get_extent_x)

void F(type_get_true_extent_x)(int *datatype, MPI_Count *lower, MPI_Count *extent, int *ierror) {
  finish(ierror, M(Type_get_true_extent_x)(HANDLE(MPI_Datatype, *datatype), lower, extent));
}
ALSO(type_get_true_extent_x)

MPI_Aint F(aint_add)(MPI_Aint *base, MPI_Aint *displacement) {
  return M(Aint_add)(*base, *displacement);
}
ALSO(aint_add)

MPI_Aint F(aint_diff)(MPI_Aint *a, MPI_Aint *b) {
  return M(Aint_diff)(*a, *b);
}
ALSO(aint_diff)

void F(get_address)(void *location, MPI_Aint *address, int *ierror) {
  finish(ierror, M(Get_address)(buffer_of(location), address));
}
ALSO(get_address)

void F(pack)(void *inbuf, int *incount, int *datatype, void *outbuf, int *outsize, int *position,
    int *comm, int *ierror) {
  finish(ierror, M(Pack)(buffer_of(inbuf), *incount, HANDLE(MPI_Datatype, *datatype), buffer_of(outbuf),
      *outsize, position, HANDLE(MPI_Comm, *comm)));
}
ALSO(pack)

void F(pack_c)(void *inbuf, MPI_Count *incount, int *datatype, void *outbuf, MPI_Count *outsize,
    MPI_Count *position, int *comm, int *ierror) {
  finish(ierror, M(Pack_c)(buffer_of(inbuf), *incount, HANDLE(MPI_Datatype, *datatype), buffer_of(outbuf),
      *outsize, position, HANDLE(MPI_Comm, *comm)));
}
ALSO(pack_c)

void F(unpack)(void *inbuf, int *insize, int *position, void *outbuf, int *outcount, int *datatype,
    int *comm, int *ierror) {
  finish(ierror, M(Unpack)(buffer_of(inbuf), *insize, position, buffer_of(outbuf), *outcount,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Comm, *comm)));
}
ALSO(unpack)

void F(unpack_c)(void *inbuf, MPI_Count *insize, MPI_Count *position, void *outbuf, MPI_Count *outcount,
    int *datatype, int *comm, int *ierror) {
  finish(ierror, M(Unpack_c)(buffer_of(inbuf), *insize, position, buffer_of(outbuf), *outcount,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Comm, *comm)));
}
ALSO(unpack_c)

void F(pack_external)(char *datarep, void *inbuf, int *incount, int *datatype, void *outbuf,
    MPI_Aint *outsize, MPI_Aint *position, int *ierror, size_t datarep_length) {
  char *datarep_c = text_of(datarep, datarep_length);
  const int result_c = M(Pack_external)(datarep_c, buffer_of(inbuf), *incount, HANDLE(MPI_Datatype,
      *datatype), buffer_of(outbuf), *outsize, position);
  free(datarep_c);
  finish(ierror, result_c);
}
ALSO(pack_external)

void F(pack_external_c)(char *datarep, void *inbuf, MPI_Count *incount, int *datatype, void *outbuf,
    MPI_Count *outsize, MPI_Count *position, int *ierror, size_t datarep_length) {
  char *datarep_c = text_of(datarep, datarep_length);
  const int result_c = M(Pack_external_c)(datarep_c, buffer_of(inbuf), *incount, HANDLE(MPI_Datatype,
      *datatype), buffer_of(outbuf), *outsize, position);
  free(datarep_c);
  finish(ierror, result_c);
}
ALSO(pack_external_c)

void F(unpack_external)(char *datarep, void *inbuf, MPI_Aint *insize, MPI_Aint *position, void *outbuf,
    int *outcount, int *datatype, int *ierror, size_t datarep_length) {
  char *datarep_c = text_of(datarep, datarep_length);
  const int result_c = M(Unpack_external)(datarep_c, buffer_of(inbuf), *insize, position,
      buffer_of(outbuf), *outcount, HANDLE(MPI_Datatype, *datatype));
  free(datarep_c);
  finish(ierror, result_c);
}
ALSO(unpack_external)

void F(unpack_external_c)(char *datarep, void *inbuf, MPI_Count *insize, MPI_Count *position,
    void *outbuf, MPI_Count *outcount, int *datatype, int *ierror, size_t datarep_length) {
  char *datarep_c = text_of(datarep, datarep_length);
  const int result_c = M(Unpack_external_c)(datarep_c, buffer_of(inbuf), *insize, position,
      buffer_of(outbuf), *outcount, HANDLE(MPI_Datatype, *datatype));
  free(datarep_c);
  finish(ierror, result_c);
}
ALSO(unpack_external_c)

void F(pack_external_size)(char *datarep, int *incount, int *datatype, MPI_Aint *size, int *ierror,
    size_t datarep_length) {
  char *datarep_c = text_of(datarep, datarep_length);
  const int result_c = M(Pack_external_size)(datarep_c, *incount, HANDLE(MPI_Datatype, *datatype), size);
  free(datarep_c);
  finish(ierror, result_c);
}
ALSO(pack_external_size)

void F(pack_external_size_c)(char *datarep, MPI_Count *incount, int *datatype, MPI_Count *size,
    int *ierror, size_t datarep_length) {
  char *datarep_c = text_of(datarep, datarep_length);
  const int result_c = M(Pack_external_size_c)(datarep_c, *incount, HANDLE(MPI_Datatype, *datatype),
      size);
  free(datarep_c);
  finish(ierror, result_c);
}
ALSO(pack_external_size_c)

void F(pack_size)(int *incount, int *datatype, int *comm, int *size, int *ierror) {
  finish(ierror, M(Pack_size)(*incount, HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Comm, *comm), size));
}
ALSO(pack_size)

void F(pack_size_c)(MPI_Count *incount, int *datatype, int *comm, MPI_Count *size, int *ierror) {
  finish(ierror, M(Pack_size_c)(*incount, HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Comm, *comm),
      size));
}
ALSO(pack_size_c)

void F(op_free)(int *op, int *ierror) {
  MPI_Op op_c = HANDLE(MPI_Op, *op);
  const int result_c = M(Op_free)(&op_c);
  *op = NUMBER(op_c);
  finish(ierror, result_c);
}
ALSO(op_free)

void F(op_commutative)(int *op, int *commute, int *ierror) {
  finish(ierror, M(Op_commutative)(HANDLE(MPI_Op, *op), commute));
}
ALSO(op_commutative)

void F(reduce_local)(void *inbuf, void *inoutbuf, int *count, int *datatype, int *op, int *ierror) {
  finish(ierror, M(Reduce_local)(buffer_of(inbuf), buffer_of(inoutbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op)));
}
ALSO(reduce_local)

void F(reduce_local_c)(void *inbuf, void *inoutbuf, MPI_Count *count, int *datatype, int *op,
    int *ierror) {
  finish(ierror, M(Reduce_local_c)(buffer_of(inbuf), buffer_of(inoutbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op)));
}
ALSO(reduce_local_c)

double F(wtime)(void) {
  return M(Wtime)();
}
ALSO(wtime)

double F(wtick)(void) {
  return M(Wtick)();
}
ALSO(wtick)

void F(barrier)(int *comm, int *ierror) {
  finish(ierror, M(Barrier)(HANDLE(MPI_Comm, *comm)));
}
ALSO(barrier)

void F(ibarrier)(int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ibarrier)(HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ibarrier)

void F(barrier_init)(int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Barrier_init)(HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(barrier_init)

void F(bcast)(void *buf, int *count, int *datatype, int *root, int *comm, int *ierror) {
  finish(ierror, M(Bcast)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *root, HANDLE(MPI_Comm,
      *comm)));
}
ALSO(bcast)

void F(bcast_c)(void *buf, MPI_Count *count, int *datatype, int *root, int *comm, int *ierror) {
  finish(ierror, M(Bcast_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *root,
      HANDLE(MPI_Comm, *comm)));
}
ALSO(bcast_c)

void F(ibcast)(void *buf, int *count, int *datatype, int *root, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ibcast)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *root,
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ibcast)

void F(ibcast_c)(void *buf, MPI_Count *count, int *datatype, int *root, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ibcast_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *root,
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ibcast_c)

void F(bcast_init)(void *buf, int *count, int *datatype, int *root, int *comm, int *info, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Bcast_init)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *root,
      HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(bcast_init)

void F(bcast_init_c)(void *buf, MPI_Count *count, int *datatype, int *root, int *comm, int *info,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Bcast_init_c)(buffer_of(buf), *count, HANDLE(MPI_Datatype, *datatype), *root,
      HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(bcast_init_c)

void F(reduce)(void *sendbuf, void *recvbuf, int *count, int *datatype, int *op, int *root, int *comm,
    int *ierror) {
  finish(ierror, M(Reduce)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op), *root, HANDLE(MPI_Comm, *comm)));
}
ALSO(reduce)

void F(reduce_c)(void *sendbuf, void *recvbuf, MPI_Count *count, int *datatype, int *op, int *root,
    int *comm, int *ierror) {
  finish(ierror, M(Reduce_c)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op), *root, HANDLE(MPI_Comm, *comm)));
}
ALSO(reduce_c)

void F(ireduce)(void *sendbuf, void *recvbuf, int *count, int *datatype, int *op, int *root, int *comm,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ireduce)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op), *root, HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ireduce)

void F(ireduce_c)(void *sendbuf, void *recvbuf, MPI_Count *count, int *datatype, int *op, int *root,
    int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ireduce_c)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op), *root, HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ireduce_c)

void F(reduce_init)(void *sendbuf, void *recvbuf, int *count, int *datatype, int *op, int *root,
    int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Reduce_init)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op), *root, HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info, *info),
      &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(reduce_init)

void F(reduce_init_c)(void *sendbuf, void *recvbuf, MPI_Count *count, int *datatype, int *op, int *root,
    int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Reduce_init_c)(buffer_of(sendbuf), buffer_of(recvbuf), *count,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Op, *op), *root, HANDLE(MPI_Comm, *comm),
      HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(reduce_init_c)

void F(allreduce)(void *sendbuf, void *recvbuf, int *count, int *datatype, int *op, int *comm,
    int *ierror) {
  finish(ierror, M(Allreduce)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm)));
}
ALSO(allreduce)

void F(allreduce_c)(void *sendbuf, void *recvbuf, MPI_Count *count, int *datatype, int *op, int *comm,
    int *ierror) {
  finish(ierror, M(Allreduce_c)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm)));
}
ALSO(allreduce_c)

void F(iallreduce)(void *sendbuf, void *recvbuf, int *count, int *datatype, int *op, int *comm,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Iallreduce)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(iallreduce)

void F(iallreduce_c)(void *sendbuf, void *recvbuf, MPI_Count *count, int *datatype, int *op, int *comm,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Iallreduce_c)(buffer_of(sendbuf), buffer_of(recvbuf), *count,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(iallreduce_c)

void F(allreduce_init)(void *sendbuf, void *recvbuf, int *count, int *datatype, int *op, int *comm,
    int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Allreduce_init)(buffer_of(sendbuf), buffer_of(recvbuf), *count,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info,
      *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(allreduce_init)

void F(allreduce_init_c)(void *sendbuf, void *recvbuf, MPI_Count *count, int *datatype, int *op,
    int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Allreduce_init_c)(buffer_of(sendbuf), buffer_of(recvbuf), *count,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info,
      *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(allreduce_init_c)

void F(gather)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcount, int *recvtype,
    int *root, int *comm, int *ierror) {
  finish(ierror, M(Gather)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm, *comm)));
}
ALSO(gather)

void F(gather_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf, MPI_Count *recvcount,
    int *recvtype, int *root, int *comm, int *ierror) {
  finish(ierror, M(Gather_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm, *comm)));
}
ALSO(gather_c)

void F(igather)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcount,
    int *recvtype, int *root, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Igather)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm, *comm),
      &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(igather)

void F(igather_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf, MPI_Count *recvcount,
    int *recvtype, int *root, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Igather_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm, *comm),
      &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(igather_c)

void F(gather_init)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcount,
    int *recvtype, int *root, int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Gather_init)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm, *comm),
      HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(gather_init)

void F(gather_init_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcount, int *recvtype, int *root, int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Gather_init_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm, *comm),
      HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(gather_init_c)

void F(gatherv)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcounts, int *displs,
    int *recvtype, int *root, int *comm, int *ierror) {
  finish(ierror, M(Gatherv)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm,
      *comm)));
}
ALSO(gatherv)

void F(gatherv_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcounts, MPI_Aint *displs, int *recvtype, int *root, int *comm, int *ierror) {
  finish(ierror, M(Gatherv_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm,
      *comm)));
}
ALSO(gatherv_c)

void F(igatherv)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcounts,
    int *displs, int *recvtype, int *root, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Igatherv)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm,
      *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(igatherv)

void F(igatherv_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcounts, MPI_Aint *displs, int *recvtype, int *root, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Igatherv_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm,
      *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(igatherv_c)

void F(gatherv_init)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcounts,
    int *displs, int *recvtype, int *root, int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Gatherv_init)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm,
      *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(gatherv_init)

void F(gatherv_init_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcounts, MPI_Aint *displs, int *recvtype, int *root, int *comm, int *info, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Gatherv_init_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm,
      *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(gatherv_init_c)

void F(scatter)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcount,
    int *recvtype, int *root, int *comm, int *ierror) {
  finish(ierror, M(Scatter)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm, *comm)));
}
ALSO(scatter)

void F(scatter_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf, MPI_Count *recvcount,
    int *recvtype, int *root, int *comm, int *ierror) {
  finish(ierror, M(Scatter_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm, *comm)));
}
ALSO(scatter_c)

void F(iscatter)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcount,
    int *recvtype, int *root, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Iscatter)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm, *comm),
      &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(iscatter)

void F(iscatter_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcount, int *recvtype, int *root, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Iscatter_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm, *comm),
      &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(iscatter_c)

void F(scatter_init)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcount,
    int *recvtype, int *root, int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Scatter_init)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm, *comm),
      HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(scatter_init)

void F(scatter_init_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcount, int *recvtype, int *root, int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Scatter_init_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm, *comm),
      HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(scatter_init_c)

void F(scatterv)(void *sendbuf, int *sendcounts, int *displs, int *sendtype, void *recvbuf,
    int *recvcount, int *recvtype, int *root, int *comm, int *ierror) {
  finish(ierror, M(Scatterv)(buffer_of(sendbuf), sendcounts, displs, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm, *comm)));
}
ALSO(scatterv)

void F(scatterv_c)(void *sendbuf, MPI_Count *sendcounts, MPI_Aint *displs, int *sendtype, void *recvbuf,
    MPI_Count *recvcount, int *recvtype, int *root, int *comm, int *ierror) {
  finish(ierror, M(Scatterv_c)(buffer_of(sendbuf), sendcounts, displs, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm, *comm)));
}
ALSO(scatterv_c)

void F(iscatterv)(void *sendbuf, int *sendcounts, int *displs, int *sendtype, void *recvbuf,
    int *recvcount, int *recvtype, int *root, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Iscatterv)(buffer_of(sendbuf), sendcounts, displs, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm,
      *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(iscatterv)

void F(iscatterv_c)(void *sendbuf, MPI_Count *sendcounts, MPI_Aint *displs, int *sendtype, void *recvbuf,
    MPI_Count *recvcount, int *recvtype, int *root, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Iscatterv_c)(buffer_of(sendbuf), sendcounts, displs, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm,
      *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(iscatterv_c)

void F(scatterv_init)(void *sendbuf, int *sendcounts, int *displs, int *sendtype, void *recvbuf,
    int *recvcount, int *recvtype, int *root, int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Scatterv_init)(buffer_of(sendbuf), sendcounts, displs, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm,
      *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(scatterv_init)

void F(scatterv_init_c)(void *sendbuf, MPI_Count *sendcounts, MPI_Aint *displs, int *sendtype,
    void *recvbuf, MPI_Count *recvcount, int *recvtype, int *root, int *comm, int *info, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Scatterv_init_c)(buffer_of(sendbuf), sendcounts, displs, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), *root, HANDLE(MPI_Comm,
      *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(scatterv_init_c)

void F(allgather)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcount,
    int *recvtype, int *comm, int *ierror) {
  finish(ierror, M(Allgather)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm)));
}
ALSO(allgather)

void F(allgather_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcount, int *recvtype, int *comm, int *ierror) {
  finish(ierror, M(Allgather_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm)));
}
ALSO(allgather_c)

void F(iallgather)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcount,
    int *recvtype, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Iallgather)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm),
      &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(iallgather)

void F(iallgather_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcount, int *recvtype, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Iallgather_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm),
      &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(iallgather_c)

void F(allgather_init)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcount,
    int *recvtype, int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Allgather_init)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm),
      HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(allgather_init)

void F(allgather_init_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcount, int *recvtype, int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Allgather_init_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm,
      *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(allgather_init_c)

void F(allgatherv)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcounts,
    int *displs, int *recvtype, int *comm, int *ierror) {
  finish(ierror, M(Allgatherv)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm)));
}
ALSO(allgatherv)

void F(allgatherv_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcounts, MPI_Aint *displs, int *recvtype, int *comm, int *ierror) {
  finish(ierror, M(Allgatherv_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm)));
}
ALSO(allgatherv_c)

void F(iallgatherv)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcounts,
    int *displs, int *recvtype, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Iallgatherv)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm),
      &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(iallgatherv)

void F(iallgatherv_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcounts, MPI_Aint *displs, int *recvtype, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Iallgatherv_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm),
      &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(iallgatherv_c)

void F(allgatherv_init)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcounts,
    int *displs, int *recvtype, int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Allgatherv_init)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm),
      HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(allgatherv_init)

void F(allgatherv_init_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcounts, MPI_Aint *displs, int *recvtype, int *comm, int *info, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Allgatherv_init_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, displs, HANDLE(MPI_Datatype, *recvtype),
      HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(allgatherv_init_c)

void F(alltoall)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcount,
    int *recvtype, int *comm, int *ierror) {
  finish(ierror, M(Alltoall)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm)));
}
ALSO(alltoall)

void F(alltoall_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcount, int *recvtype, int *comm, int *ierror) {
  finish(ierror, M(Alltoall_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm)));
}
ALSO(alltoall_c)

void F(ialltoall)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcount,
    int *recvtype, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ialltoall)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm),
      &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ialltoall)

void F(ialltoall_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcount, int *recvtype, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ialltoall_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm),
      &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ialltoall_c)

void F(alltoall_init)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcount,
    int *recvtype, int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Alltoall_init)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm),
      HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(alltoall_init)

void F(alltoall_init_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcount, int *recvtype, int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Alltoall_init_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm),
      HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(alltoall_init_c)

void F(alltoallv)(void *sendbuf, int *sendcounts, int *sdispls, int *sendtype, void *recvbuf,
    int *recvcounts, int *rdispls, int *recvtype, int *comm, int *ierror) {
  finish(ierror, M(Alltoallv)(buffer_of(sendbuf), sendcounts, sdispls, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, rdispls, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm)));
}
ALSO(alltoallv)

void F(alltoallv_c)(void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, int *sendtype, void *recvbuf,
    MPI_Count *recvcounts, MPI_Aint *rdispls, int *recvtype, int *comm, int *ierror) {
  finish(ierror, M(Alltoallv_c)(buffer_of(sendbuf), sendcounts, sdispls, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, rdispls, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm)));
}
ALSO(alltoallv_c)

void F(ialltoallv)(void *sendbuf, int *sendcounts, int *sdispls, int *sendtype, void *recvbuf,
    int *recvcounts, int *rdispls, int *recvtype, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ialltoallv)(buffer_of(sendbuf), sendcounts, sdispls, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, rdispls, HANDLE(MPI_Datatype, *recvtype),
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ialltoallv)

void F(ialltoallv_c)(void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, int *sendtype,
    void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, int *recvtype, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ialltoallv_c)(buffer_of(sendbuf), sendcounts, sdispls, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, rdispls, HANDLE(MPI_Datatype, *recvtype),
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ialltoallv_c)

void F(alltoallv_init)(void *sendbuf, int *sendcounts, int *sdispls, int *sendtype, void *recvbuf,
    int *recvcounts, int *rdispls, int *recvtype, int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Alltoallv_init)(buffer_of(sendbuf), sendcounts, sdispls, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, rdispls, HANDLE(MPI_Datatype, *recvtype),
      HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(alltoallv_init)

void F(alltoallv_init_c)(void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, int *sendtype,
    void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, int *recvtype, int *comm, int *info,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Alltoallv_init_c)(buffer_of(sendbuf), sendcounts, sdispls, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, rdispls, HANDLE(MPI_Datatype, *recvtype),
      HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(alltoallv_init_c)

void F(alltoallw)(void *sendbuf, int *sendcounts, int *sdispls, int *sendtypes, void *recvbuf,
    int *recvcounts, int *rdispls, int *recvtypes, int *comm, int *ierror) {
  MPI_Datatype *sendtypes_c = types_of(sendtypes, is_in_place(sendbuf) ? 0 : size_of(*comm));
  MPI_Datatype *recvtypes_c = types_of(recvtypes, size_of(*comm));
  const int result_c = M(Alltoallw)(buffer_of(sendbuf), sendcounts, sdispls, sendtypes_c,
      buffer_of(recvbuf), recvcounts, rdispls, recvtypes_c, HANDLE(MPI_Comm, *comm));
  free(sendtypes_c);
  free(recvtypes_c);
  finish(ierror, result_c);
}
ALSO(alltoallw)

void F(alltoallw_c)(void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, int *sendtypes,
    void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, int *recvtypes, int *comm, int *ierror) {
  MPI_Datatype *sendtypes_c = types_of(sendtypes, is_in_place(sendbuf) ? 0 : size_of(*comm));
  MPI_Datatype *recvtypes_c = types_of(recvtypes, size_of(*comm));
  const int result_c = M(Alltoallw_c)(buffer_of(sendbuf), sendcounts, sdispls, sendtypes_c,
      buffer_of(recvbuf), recvcounts, rdispls, recvtypes_c, HANDLE(MPI_Comm, *comm));
  free(sendtypes_c);
  free(recvtypes_c);
  finish(ierror, result_c);
}
ALSO(alltoallw_c)

void F(ialltoallw)(void *sendbuf, int *sendcounts, int *sdispls, int *sendtypes, void *recvbuf,
    int *recvcounts, int *rdispls, int *recvtypes, int *comm, int *request, int *ierror) {
  MPI_Datatype *sendtypes_c = types_of(sendtypes, is_in_place(sendbuf) ? 0 : size_of(*comm));
  MPI_Datatype *recvtypes_c = types_of(recvtypes, size_of(*comm));
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ialltoallw)(buffer_of(sendbuf), sendcounts, sdispls, sendtypes_c,
      buffer_of(recvbuf), recvcounts, rdispls, recvtypes_c, HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ialltoallw)

void F(ialltoallw_c)(void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, int *sendtypes,
    void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, int *recvtypes, int *comm, int *request,
    int *ierror) {
  MPI_Datatype *sendtypes_c = types_of(sendtypes, is_in_place(sendbuf) ? 0 : size_of(*comm));
  MPI_Datatype *recvtypes_c = types_of(recvtypes, size_of(*comm));
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ialltoallw_c)(buffer_of(sendbuf), sendcounts, sdispls, sendtypes_c,
      buffer_of(recvbuf), recvcounts, rdispls, recvtypes_c, HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ialltoallw_c)

void F(alltoallw_init)(void *sendbuf, int *sendcounts, int *sdispls, int *sendtypes, void *recvbuf,
    int *recvcounts, int *rdispls, int *recvtypes, int *comm, int *info, int *request, int *ierror) {
  MPI_Datatype *sendtypes_c = types_of(sendtypes, is_in_place(sendbuf) ? 0 : size_of(*comm));
  MPI_Datatype *recvtypes_c = types_of(recvtypes, size_of(*comm));
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Alltoallw_init)(buffer_of(sendbuf), sendcounts, sdispls, sendtypes_c,
      buffer_of(recvbuf), recvcounts, rdispls, recvtypes_c, HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info,
      *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(alltoallw_init)

void F(alltoallw_init_c)(void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, int *sendtypes,
    void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, int *recvtypes, int *comm, int *info,
    int *request, int *ierror) {
  MPI_Datatype *sendtypes_c = types_of(sendtypes, is_in_place(sendbuf) ? 0 : size_of(*comm));
  MPI_Datatype *recvtypes_c = types_of(recvtypes, size_of(*comm));
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Alltoallw_init_c)(buffer_of(sendbuf), sendcounts, sdispls, sendtypes_c,
      buffer_of(recvbuf), recvcounts, rdispls, recvtypes_c, HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info,
      *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(alltoallw_init_c)

void F(reduce_scatter)(void *sendbuf, void *recvbuf, int *recvcounts, int *datatype, int *op, int *comm,
    int *ierror) {
  finish(ierror, M(Reduce_scatter)(buffer_of(sendbuf), buffer_of(recvbuf), recvcounts,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm)));
}
ALSO(reduce_scatter)

void F(reduce_scatter_c)(void *sendbuf, void *recvbuf, MPI_Count *recvcounts, int *datatype, int *op,
    int *comm, int *ierror) {
  finish(ierror, M(Reduce_scatter_c)(buffer_of(sendbuf), buffer_of(recvbuf), recvcounts,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm)));
}
ALSO(reduce_scatter_c)

void F(ireduce_scatter)(void *sendbuf, void *recvbuf, int *recvcounts, int *datatype, int *op, int *comm,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ireduce_scatter)(buffer_of(sendbuf), buffer_of(recvbuf), recvcounts,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ireduce_scatter)

void F(ireduce_scatter_c)(void *sendbuf, void *recvbuf, MPI_Count *recvcounts, int *datatype, int *op,
    int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ireduce_scatter_c)(buffer_of(sendbuf), buffer_of(recvbuf), recvcounts,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ireduce_scatter_c)

void F(reduce_scatter_init)(void *sendbuf, void *recvbuf, int *recvcounts, int *datatype, int *op,
    int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Reduce_scatter_init)(buffer_of(sendbuf), buffer_of(recvbuf), recvcounts,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info,
      *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(reduce_scatter_init)

void F(reduce_scatter_init_c)(void *sendbuf, void *recvbuf, MPI_Count *recvcounts, int *datatype, int *op,
    int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Reduce_scatter_init_c)(buffer_of(sendbuf), buffer_of(recvbuf), recvcounts,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info,
      *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(reduce_scatter_init_c)

void F(reduce_scatter_block)(void *sendbuf, void *recvbuf, int *recvcount, int *datatype, int *op,
    int *comm, int *ierror) {
  finish(ierror, M(Reduce_scatter_block)(buffer_of(sendbuf), buffer_of(recvbuf), *recvcount,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm)));
}
ALSO(reduce_scatter_block)

void F(reduce_scatter_block_c)(void *sendbuf, void *recvbuf, MPI_Count *recvcount, int *datatype, int *op,
    int *comm, int *ierror) {
  finish(ierror, M(Reduce_scatter_block_c)(buffer_of(sendbuf), buffer_of(recvbuf), *recvcount,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm)));
}
ALSO(reduce_scatter_block_c)

void F(ireduce_scatter_block)(void *sendbuf, void *recvbuf, int *recvcount, int *datatype, int *op,
    int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ireduce_scatter_block)(buffer_of(sendbuf), buffer_of(recvbuf), *recvcount,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ireduce_scatter_block)

void F(ireduce_scatter_block_c)(void *sendbuf, void *recvbuf, MPI_Count *recvcount, int *datatype,
    int *op, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ireduce_scatter_block_c)(buffer_of(sendbuf), buffer_of(recvbuf), *recvcount,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ireduce_scatter_block_c)

void F(reduce_scatter_block_init)(void *sendbuf, void *recvbuf, int *recvcount, int *datatype, int *op,
    int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Reduce_scatter_block_init)(buffer_of(sendbuf), buffer_of(recvbuf), *recvcount,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info,
      *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(reduce_scatter_block_init)

void F(reduce_scatter_block_init_c)(void *sendbuf, void *recvbuf, MPI_Count *recvcount, int *datatype,
    int *op, int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Reduce_scatter_block_init_c)(buffer_of(sendbuf), buffer_of(recvbuf), *recvcount,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info,
      *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(reduce_scatter_block_init_c)

void F(scan)(void *sendbuf, void *recvbuf, int *count, int *datatype, int *op, int *comm, int *ierror) {
  finish(ierror, M(Scan)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype, *datatype),
      HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm)));
}
ALSO(scan)

void F(scan_c)(void *sendbuf, void *recvbuf, MPI_Count *count, int *datatype, int *op, int *comm,
    int *ierror) {
  finish(ierror, M(Scan_c)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm)));
}
ALSO(scan_c)

void F(iscan)(void *sendbuf, void *recvbuf, int *count, int *datatype, int *op, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Iscan)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(iscan)

void F(iscan_c)(void *sendbuf, void *recvbuf, MPI_Count *count, int *datatype, int *op, int *comm,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Iscan_c)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(iscan_c)

void F(scan_init)(void *sendbuf, void *recvbuf, int *count, int *datatype, int *op, int *comm, int *info,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Scan_init)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(scan_init)

void F(scan_init_c)(void *sendbuf, void *recvbuf, MPI_Count *count, int *datatype, int *op, int *comm,
    int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Scan_init_c)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(scan_init_c)

void F(exscan)(void *sendbuf, void *recvbuf, int *count, int *datatype, int *op, int *comm, int *ierror) {
  finish(ierror, M(Exscan)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm)));
}
ALSO(exscan)

void F(exscan_c)(void *sendbuf, void *recvbuf, MPI_Count *count, int *datatype, int *op, int *comm,
    int *ierror) {
  finish(ierror, M(Exscan_c)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm)));
}
ALSO(exscan_c)

void F(iexscan)(void *sendbuf, void *recvbuf, int *count, int *datatype, int *op, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Iexscan)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(iexscan)

void F(iexscan_c)(void *sendbuf, void *recvbuf, MPI_Count *count, int *datatype, int *op, int *comm,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Iexscan_c)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(iexscan_c)

void F(exscan_init)(void *sendbuf, void *recvbuf, int *count, int *datatype, int *op, int *comm,
    int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Exscan_init)(buffer_of(sendbuf), buffer_of(recvbuf), *count, HANDLE(MPI_Datatype,
      *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(exscan_init)

void F(exscan_init_c)(void *sendbuf, void *recvbuf, MPI_Count *count, int *datatype, int *op, int *comm,
    int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Exscan_init_c)(buffer_of(sendbuf), buffer_of(recvbuf), *count,
      HANDLE(MPI_Datatype, *datatype), HANDLE(MPI_Op, *op), HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info,
      *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(exscan_init_c)

void F(neighbor_allgather)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcount,
    int *recvtype, int *comm, int *ierror) {
  finish(ierror, M(Neighbor_allgather)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm)));
}
ALSO(neighbor_allgather)

void F(neighbor_allgather_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcount, int *recvtype, int *comm, int *ierror) {
  finish(ierror, M(Neighbor_allgather_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm)));
}
ALSO(neighbor_allgather_c)

void F(ineighbor_allgather)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcount,
    int *recvtype, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ineighbor_allgather)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm,
      *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ineighbor_allgather)

void F(ineighbor_allgather_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcount, int *recvtype, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ineighbor_allgather_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm,
      *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ineighbor_allgather_c)

void F(neighbor_allgather_init)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf,
    int *recvcount, int *recvtype, int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Neighbor_allgather_init)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm,
      *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(neighbor_allgather_init)

void F(neighbor_allgather_init_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcount, int *recvtype, int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Neighbor_allgather_init_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm,
      *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(neighbor_allgather_init_c)

void F(neighbor_allgatherv)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcounts,
    int *displs, int *recvtype, int *comm, int *ierror) {
  finish(ierror, M(Neighbor_allgatherv)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm)));
}
ALSO(neighbor_allgatherv)

void F(neighbor_allgatherv_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcounts, MPI_Aint *displs, int *recvtype, int *comm, int *ierror) {
  finish(ierror, M(Neighbor_allgatherv_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), recvcounts, displs, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm)));
}
ALSO(neighbor_allgatherv_c)

void F(ineighbor_allgatherv)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcounts,
    int *displs, int *recvtype, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ineighbor_allgatherv)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, displs, HANDLE(MPI_Datatype, *recvtype),
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ineighbor_allgatherv)

void F(ineighbor_allgatherv_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcounts, MPI_Aint *displs, int *recvtype, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ineighbor_allgatherv_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, displs, HANDLE(MPI_Datatype, *recvtype),
      HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ineighbor_allgatherv_c)

void F(neighbor_allgatherv_init)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf,
    int *recvcounts, int *displs, int *recvtype, int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Neighbor_allgatherv_init)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, displs, HANDLE(MPI_Datatype, *recvtype),
      HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(neighbor_allgatherv_init)

void F(neighbor_allgatherv_init_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcounts, MPI_Aint *displs, int *recvtype, int *comm, int *info, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Neighbor_allgatherv_init_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, displs, HANDLE(MPI_Datatype, *recvtype),
      HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(neighbor_allgatherv_init_c)

void F(neighbor_alltoall)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcount,
    int *recvtype, int *comm, int *ierror) {
  finish(ierror, M(Neighbor_alltoall)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm)));
}
ALSO(neighbor_alltoall)

void F(neighbor_alltoall_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcount, int *recvtype, int *comm, int *ierror) {
  finish(ierror, M(Neighbor_alltoall_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype, *sendtype),
      buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm, *comm)));
}
ALSO(neighbor_alltoall_c)

void F(ineighbor_alltoall)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf, int *recvcount,
    int *recvtype, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ineighbor_alltoall)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm,
      *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ineighbor_alltoall)

void F(ineighbor_alltoall_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcount, int *recvtype, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ineighbor_alltoall_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm,
      *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ineighbor_alltoall_c)

void F(neighbor_alltoall_init)(void *sendbuf, int *sendcount, int *sendtype, void *recvbuf,
    int *recvcount, int *recvtype, int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Neighbor_alltoall_init)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm,
      *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(neighbor_alltoall_init)

void F(neighbor_alltoall_init_c)(void *sendbuf, MPI_Count *sendcount, int *sendtype, void *recvbuf,
    MPI_Count *recvcount, int *recvtype, int *comm, int *info, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Neighbor_alltoall_init_c)(buffer_of(sendbuf), *sendcount, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), *recvcount, HANDLE(MPI_Datatype, *recvtype), HANDLE(MPI_Comm,
      *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(neighbor_alltoall_init_c)

void F(neighbor_alltoallv)(void *sendbuf, int *sendcounts, int *sdispls, int *sendtype, void *recvbuf,
    int *recvcounts, int *rdispls, int *recvtype, int *comm, int *ierror) {
  finish(ierror, M(Neighbor_alltoallv)(buffer_of(sendbuf), sendcounts, sdispls, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, rdispls, HANDLE(MPI_Datatype, *recvtype),
      HANDLE(MPI_Comm, *comm)));
}
ALSO(neighbor_alltoallv)

void F(neighbor_alltoallv_c)(void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, int *sendtype,
    void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, int *recvtype, int *comm, int *ierror) {
  finish(ierror, M(Neighbor_alltoallv_c)(buffer_of(sendbuf), sendcounts, sdispls, HANDLE(MPI_Datatype,
      *sendtype), buffer_of(recvbuf), recvcounts, rdispls, HANDLE(MPI_Datatype, *recvtype),
      HANDLE(MPI_Comm, *comm)));
}
ALSO(neighbor_alltoallv_c)

void F(ineighbor_alltoallv)(void *sendbuf, int *sendcounts, int *sdispls, int *sendtype, void *recvbuf,
    int *recvcounts, int *rdispls, int *recvtype, int *comm, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ineighbor_alltoallv)(buffer_of(sendbuf), sendcounts, sdispls,
      HANDLE(MPI_Datatype, *sendtype), buffer_of(recvbuf), recvcounts, rdispls, HANDLE(MPI_Datatype,
      *recvtype), HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ineighbor_alltoallv)

void F(ineighbor_alltoallv_c)(void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, int *sendtype,
    void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, int *recvtype, int *comm, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ineighbor_alltoallv_c)(buffer_of(sendbuf), sendcounts, sdispls,
      HANDLE(MPI_Datatype, *sendtype), buffer_of(recvbuf), recvcounts, rdispls, HANDLE(MPI_Datatype,
      *recvtype), HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ineighbor_alltoallv_c)

void F(neighbor_alltoallv_init)(void *sendbuf, int *sendcounts, int *sdispls, int *sendtype,
    void *recvbuf, int *recvcounts, int *rdispls, int *recvtype, int *comm, int *info, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Neighbor_alltoallv_init)(buffer_of(sendbuf), sendcounts, sdispls,
      HANDLE(MPI_Datatype, *sendtype), buffer_of(recvbuf), recvcounts, rdispls, HANDLE(MPI_Datatype,
      *recvtype), HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(neighbor_alltoallv_init)

void F(neighbor_alltoallv_init_c)(void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, int *sendtype,
    void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, int *recvtype, int *comm, int *info,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Neighbor_alltoallv_init_c)(buffer_of(sendbuf), sendcounts, sdispls,
      HANDLE(MPI_Datatype, *sendtype), buffer_of(recvbuf), recvcounts, rdispls, HANDLE(MPI_Datatype,
      *recvtype), HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info, *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(neighbor_alltoallv_init_c)

void F(neighbor_alltoallw)(void *sendbuf, int *sendcounts, MPI_Aint *sdispls, int *sendtypes,
    void *recvbuf, int *recvcounts, MPI_Aint *rdispls, int *recvtypes, int *comm, int *ierror) {
  MPI_Datatype *sendtypes_c = types_of(sendtypes, is_in_place(sendbuf) ? 0 : neighbours(*comm, 0));
  MPI_Datatype *recvtypes_c = types_of(recvtypes, neighbours(*comm, 1));
  const int result_c = M(Neighbor_alltoallw)(buffer_of(sendbuf), sendcounts, sdispls, sendtypes_c,
      buffer_of(recvbuf), recvcounts, rdispls, recvtypes_c, HANDLE(MPI_Comm, *comm));
  free(sendtypes_c);
  free(recvtypes_c);
  finish(ierror, result_c);
}
ALSO(neighbor_alltoallw)

void F(neighbor_alltoallw_c)(void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, int *sendtypes,
    void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, int *recvtypes, int *comm, int *ierror) {
  MPI_Datatype *sendtypes_c = types_of(sendtypes, is_in_place(sendbuf) ? 0 : neighbours(*comm, 0));
  MPI_Datatype *recvtypes_c = types_of(recvtypes, neighbours(*comm, 1));
  const int result_c = M(Neighbor_alltoallw_c)(buffer_of(sendbuf), sendcounts, sdispls, sendtypes_c,
      buffer_of(recvbuf), recvcounts, rdispls, recvtypes_c, HANDLE(MPI_Comm, *comm));
  free(sendtypes_c);
  free(recvtypes_c);
  finish(ierror, result_c);
}
ALSO(neighbor_alltoallw_c)

void F(ineighbor_alltoallw)(void *sendbuf, int *sendcounts, MPI_Aint *sdispls, int *sendtypes,
    void *recvbuf, int *recvcounts, MPI_Aint *rdispls, int *recvtypes, int *comm, int *request,
    int *ierror) {
  MPI_Datatype *sendtypes_c = types_of(sendtypes, is_in_place(sendbuf) ? 0 : neighbours(*comm, 0));
  MPI_Datatype *recvtypes_c = types_of(recvtypes, neighbours(*comm, 1));
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ineighbor_alltoallw)(buffer_of(sendbuf), sendcounts, sdispls, sendtypes_c,
      buffer_of(recvbuf), recvcounts, rdispls, recvtypes_c, HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ineighbor_alltoallw)

void F(ineighbor_alltoallw_c)(void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, int *sendtypes,
    void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, int *recvtypes, int *comm, int *request,
    int *ierror) {
  MPI_Datatype *sendtypes_c = types_of(sendtypes, is_in_place(sendbuf) ? 0 : neighbours(*comm, 0));
  MPI_Datatype *recvtypes_c = types_of(recvtypes, neighbours(*comm, 1));
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Ineighbor_alltoallw_c)(buffer_of(sendbuf), sendcounts, sdispls, sendtypes_c,
      buffer_of(recvbuf), recvcounts, rdispls, recvtypes_c, HANDLE(MPI_Comm, *comm), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(ineighbor_alltoallw_c)

void F(neighbor_alltoallw_init)(void *sendbuf, int *sendcounts, MPI_Aint *sdispls, int *sendtypes,
    void *recvbuf, int *recvcounts, MPI_Aint *rdispls, int *recvtypes, int *comm, int *info, int *request,
    int *ierror) {
  MPI_Datatype *sendtypes_c = types_of(sendtypes, is_in_place(sendbuf) ? 0 : neighbours(*comm, 0));
  MPI_Datatype *recvtypes_c = types_of(recvtypes, neighbours(*comm, 1));
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Neighbor_alltoallw_init)(buffer_of(sendbuf), sendcounts, sdispls, sendtypes_c,
      buffer_of(recvbuf), recvcounts, rdispls, recvtypes_c, HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info,
      *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(neighbor_alltoallw_init)

void F(neighbor_alltoallw_init_c)(void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, int *sendtypes,
    void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, int *recvtypes, int *comm, int *info,
    int *request, int *ierror) {
  MPI_Datatype *sendtypes_c = types_of(sendtypes, is_in_place(sendbuf) ? 0 : neighbours(*comm, 0));
  MPI_Datatype *recvtypes_c = types_of(recvtypes, neighbours(*comm, 1));
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Neighbor_alltoallw_init_c)(buffer_of(sendbuf), sendcounts, sdispls, sendtypes_c,
      buffer_of(recvbuf), recvcounts, rdispls, recvtypes_c, HANDLE(MPI_Comm, *comm), HANDLE(MPI_Info,
      *info), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(neighbor_alltoallw_init_c)

void F(type_create_f90_real)(int *digits, int *exponent, int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_f90_real)(*digits, *exponent, &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_f90_real)

void F(type_create_f90_complex)(int *digits, int *exponent, int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_f90_complex)(*digits, *exponent, &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_f90_complex)

void F(type_create_f90_integer)(int *digits, int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_create_f90_integer)(*digits, &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_create_f90_integer)

void F(info_create)(int *info, int *ierror) {
  MPI_Info info_c = HANDLE(MPI_Info, *info);
  const int result_c = M(Info_create)(&info_c);
  *info = NUMBER(info_c);
  finish(ierror, result_c);
}
ALSO(info_create)

void F(info_dup)(int *info, int *newinfo, int *ierror) {
  MPI_Info newinfo_c = HANDLE(MPI_Info, *newinfo);
  const int result_c = M(Info_dup)(HANDLE(MPI_Info, *info), &newinfo_c);
  *newinfo = NUMBER(newinfo_c);
  finish(ierror, result_c);
}
ALSO(info_dup)

void F(info_free)(int *info, int *ierror) {
  MPI_Info info_c = HANDLE(MPI_Info, *info);
  const int result_c = M(Info_free)(&info_c);
  *info = NUMBER(info_c);
  finish(ierror, result_c);
}
ALSO(info_free)

void F(info_set)(int *info, char *key, char *value, int *ierror, size_t key_length, size_t value_length) {
  char *key_c = text_of(key, key_length);
  char *value_c = text_of(value, value_length);
  const int result_c = M(Info_set)(HANDLE(MPI_Info, *info), key_c, value_c);
  free(key_c);
  free(value_c);
  finish(ierror, result_c);
}
ALSO(info_set)

void F(info_delete)(int *info, char *key, int *ierror, size_t key_length) {
  char *key_c = text_of(key, key_length);
  const int result_c = M(Info_delete)(HANDLE(MPI_Info, *info), key_c);
  free(key_c);
  finish(ierror, result_c);
}
ALSO(info_delete)

void F(info_get_valuelen)(int *info, char *key, int *length, int *flag, int *ierror, size_t key_length) {
  char *key_c = text_of(key, key_length);
  const int result_c = M(Info_get_valuelen)(HANDLE(MPI_Info, *info), key_c, length, flag);
  free(key_c);
  finish(ierror, result_c);
}
ALSO(info_get_valuelen)

void F(info_get_nkeys)(int *info, int *keys, int *ierror) {
  finish(ierror, M(Info_get_nkeys)(HANDLE(MPI_Info, *info), keys));
}
ALSO(info_get_nkeys)

void F(info_get_nthkey)(int *info, int *n, char *key, int *ierror, size_t key_length) {
  char key_c[MPI_MAX_LIBRARY_VERSION_STRING + 1] = "";
  const int result_c = M(Info_get_nthkey)(HANDLE(MPI_Info, *info), *n, key_c);
  pad(key, key_length, key_c);
  finish(ierror, result_c);
}
ALSO(info_get_nthkey)

void F(win_create)(void *base, MPI_Aint *size, int *disp_unit, int *info, int *comm, int *win,
    int *ierror) {
  MPI_Win win_c = HANDLE(MPI_Win, *win);
  const int result_c = M(Win_create)(buffer_of(base), *size, *disp_unit, HANDLE(MPI_Info, *info),
      HANDLE(MPI_Comm, *comm), &win_c);
  *win = NUMBER(win_c);
  finish(ierror, result_c);
}
ALSO(win_create)

void F(win_create_c)(void *base, MPI_Aint *size, MPI_Aint *disp_unit, int *info, int *comm, int *win,
    int *ierror) {
  MPI_Win win_c = HANDLE(MPI_Win, *win);
  const int result_c = M(Win_create_c)(buffer_of(base), *size, *disp_unit, HANDLE(MPI_Info, *info),
      HANDLE(MPI_Comm, *comm), &win_c);
  *win = NUMBER(win_c);
  finish(ierror, result_c);
}
ALSO(win_create_c)

void F(win_allocate)(MPI_Aint *size, int *disp_unit, int *info, int *comm, void *baseptr, int *win,
    int *ierror) {
  MPI_Win win_c = HANDLE(MPI_Win, *win);
  const int result_c = M(Win_allocate)(*size, *disp_unit, HANDLE(MPI_Info, *info), HANDLE(MPI_Comm,
      *comm), buffer_of(baseptr), &win_c);
  *win = NUMBER(win_c);
  finish(ierror, result_c);
}
ALSO(win_allocate)

void F(win_allocate_c)(MPI_Aint *size, MPI_Aint *disp_unit, int *info, int *comm, void *baseptr, int *win,
    int *ierror) {
  MPI_Win win_c = HANDLE(MPI_Win, *win);
  const int result_c = M(Win_allocate_c)(*size, *disp_unit, HANDLE(MPI_Info, *info), HANDLE(MPI_Comm,
      *comm), buffer_of(baseptr), &win_c);
  *win = NUMBER(win_c);
  finish(ierror, result_c);
}
ALSO(win_allocate_c)

void F(win_allocate_shared)(MPI_Aint *size, int *disp_unit, int *info, int *comm, void *baseptr, int *win,
    int *ierror) {
  MPI_Win win_c = HANDLE(MPI_Win, *win);
  const int result_c = M(Win_allocate_shared)(*size, *disp_unit, HANDLE(MPI_Info, *info), HANDLE(MPI_Comm,
      *comm), buffer_of(baseptr), &win_c);
  *win = NUMBER(win_c);
  finish(ierror, result_c);
}
ALSO(win_allocate_shared)

void F(win_allocate_shared_c)(MPI_Aint *size, MPI_Aint *disp_unit, int *info, int *comm, void *baseptr,
    int *win, int *ierror) {
  MPI_Win win_c = HANDLE(MPI_Win, *win);
  const int result_c = M(Win_allocate_shared_c)(*size, *disp_unit, HANDLE(MPI_Info, *info),
      HANDLE(MPI_Comm, *comm), buffer_of(baseptr), &win_c);
  *win = NUMBER(win_c);
  finish(ierror, result_c);
}
ALSO(win_allocate_shared_c)

void F(win_shared_query)(int *win, int *rank, MPI_Aint *size, int *disp_unit, void *baseptr,
    int *ierror) {
  finish(ierror, M(Win_shared_query)(HANDLE(MPI_Win, *win), *rank, size, disp_unit, buffer_of(baseptr)));
}
ALSO(win_shared_query)

void F(win_shared_query_c)(int *win, int *rank, MPI_Aint *size, MPI_Aint *disp_unit, void *baseptr,
    int *ierror) {
  finish(ierror, M(Win_shared_query_c)(HANDLE(MPI_Win, *win), *rank, size, disp_unit,
      buffer_of(baseptr)));
}
ALSO(win_shared_query_c)

void F(win_create_dynamic)(int *info, int *comm, int *win, int *ierror) {
  MPI_Win win_c = HANDLE(MPI_Win, *win);
  const int result_c = M(Win_create_dynamic)(HANDLE(MPI_Info, *info), HANDLE(MPI_Comm, *comm), &win_c);
  *win = NUMBER(win_c);
  finish(ierror, result_c);
}
ALSO(win_create_dynamic)

void F(win_attach)(int *win, void *base, MPI_Aint *size, int *ierror) {
  finish(ierror, M(Win_attach)(HANDLE(MPI_Win, *win), buffer_of(base), *size));
}
ALSO(win_attach)

void F(win_detach)(int *win, void *base, int *ierror) {
  finish(ierror, M(Win_detach)(HANDLE(MPI_Win, *win), buffer_of(base)));
}
ALSO(win_detach)

void F(win_free)(int *win, int *ierror) {
  MPI_Win win_c = HANDLE(MPI_Win, *win);
  const int result_c = M(Win_free)(&win_c);
  *win = NUMBER(win_c);
  finish(ierror, result_c);
}
ALSO(win_free)

void F(win_get_group)(int *win, int *group, int *ierror) {
  MPI_Group group_c = HANDLE(MPI_Group, *group);
  const int result_c = M(Win_get_group)(HANDLE(MPI_Win, *win), &group_c);
  *group = NUMBER(group_c);
  finish(ierror, result_c);
}
ALSO(win_get_group)

void F(win_set_info)(int *win, int *info, int *ierror) {
  finish(ierror, M(Win_set_info)(HANDLE(MPI_Win, *win), HANDLE(MPI_Info, *info)));
}
ALSO(win_set_info)

void F(win_get_info)(int *win, int *info, int *ierror) {
  MPI_Info info_c = HANDLE(MPI_Info, *info);
  const int result_c = M(Win_get_info)(HANDLE(MPI_Win, *win), &info_c);
  *info = NUMBER(info_c);
  finish(ierror, result_c);
}
ALSO(win_get_info)

void F(win_set_name)(int *win, char *name, int *ierror, size_t name_length) {
  char *name_c = text_of(name, name_length);
  const int result_c = M(Win_set_name)(HANDLE(MPI_Win, *win), name_c);
  free(name_c);
  finish(ierror, result_c);
}
ALSO(win_set_name)

void F(win_get_name)(int *win, char *name, int *length, int *ierror, size_t name_length) {
  char name_c[MPI_MAX_LIBRARY_VERSION_STRING + 1] = "";
  const int result_c = M(Win_get_name)(HANDLE(MPI_Win, *win), name_c, length);
  pad(name, name_length, name_c);
  *length = (int)strnlen(name_c, name_length);
  finish(ierror, result_c);
}
ALSO(win_get_name)

void F(win_free_keyval)(int *keyval, int *ierror) {
  finish(ierror, M(Win_free_keyval)(keyval));
}
ALSO(win_free_keyval)

void F(win_set_attr)(int *win, int *keyval, MPI_Aint *value, int *ierror) {
  finish(ierror, M(Win_set_attr)(HANDLE(MPI_Win, *win), *keyval, kept_number(*value)));
}
ALSO(win_set_attr)

void F(win_get_attr)(int *win, int *keyval, MPI_Aint *address_of_value, int *flag, int *ierror) {
  void *address_of_value_c = NULL;
  const int result_c = M(Win_get_attr)(HANDLE(MPI_Win, *win), *keyval, &address_of_value_c, flag);
  if (*flag) *address_of_value = attribute_of(*keyval, address_of_value_c);
  finish(ierror, result_c);
}
ALSO(win_get_attr)

void F(win_delete_attr)(int *win, int *keyval, int *ierror) {
  finish(ierror, M(Win_delete_attr)(HANDLE(MPI_Win, *win), *keyval));
}
ALSO(win_delete_attr)

void F(win_set_errhandler)(int *win, int *handler, int *ierror) {
  finish(ierror, M(Win_set_errhandler)(HANDLE(MPI_Win, *win), HANDLE(MPI_Errhandler, *handler)));
}
ALSO(win_set_errhandler)

void F(win_get_errhandler)(int *win, int *handler, int *ierror) {
  MPI_Errhandler handler_c = HANDLE(MPI_Errhandler, *handler);
  const int result_c = M(Win_get_errhandler)(HANDLE(MPI_Win, *win), &handler_c);
  *handler = NUMBER(handler_c);
  finish(ierror, result_c);
}
ALSO(win_get_errhandler)

void F(win_call_errhandler)(int *win, int *code, int *ierror) {
  finish(ierror, M(Win_call_errhandler)(HANDLE(MPI_Win, *win), *code));
}
ALSO(win_call_errhandler)

void F(put)(void *origin, int *count, int *type, int *target, MPI_Aint *disp, int *target_count,
    int *target_type, int *win, int *ierror) {
  finish(ierror, M(Put)(buffer_of(origin), *count, HANDLE(MPI_Datatype, *type), *target, *disp,
      *target_count, HANDLE(MPI_Datatype, *target_type), HANDLE(MPI_Win, *win)));
}
ALSO(put)

void F(put_c)(void *origin, MPI_Count *count, int *type, int *target, MPI_Aint *disp,
    MPI_Count *target_count, int *target_type, int *win, int *ierror) {
  finish(ierror, M(Put_c)(buffer_of(origin), *count, HANDLE(MPI_Datatype, *type), *target, *disp,
      *target_count, HANDLE(MPI_Datatype, *target_type), HANDLE(MPI_Win, *win)));
}
ALSO(put_c)

void F(get)(void *origin, int *count, int *type, int *target, MPI_Aint *disp, int *target_count,
    int *target_type, int *win, int *ierror) {
  finish(ierror, M(Get)(buffer_of(origin), *count, HANDLE(MPI_Datatype, *type), *target, *disp,
      *target_count, HANDLE(MPI_Datatype, *target_type), HANDLE(MPI_Win, *win)));
}
ALSO(get)

void F(get_c)(void *origin, MPI_Count *count, int *type, int *target, MPI_Aint *disp,
    MPI_Count *target_count, int *target_type, int *win, int *ierror) {
  finish(ierror, M(Get_c)(buffer_of(origin), *count, HANDLE(MPI_Datatype, *type), *target, *disp,
      *target_count, HANDLE(MPI_Datatype, *target_type), HANDLE(MPI_Win, *win)));
}
ALSO(get_c)

void F(accumulate)(void *origin, int *count, int *type, int *target, MPI_Aint *disp, int *target_count,
    int *target_type, int *op, int *win, int *ierror) {
  finish(ierror, M(Accumulate)(buffer_of(origin), *count, HANDLE(MPI_Datatype, *type), *target, *disp,
      *target_count, HANDLE(MPI_Datatype, *target_type), HANDLE(MPI_Op, *op), HANDLE(MPI_Win, *win)));
}
ALSO(accumulate)

void F(accumulate_c)(void *origin, MPI_Count *count, int *type, int *target, MPI_Aint *disp,
    MPI_Count *target_count, int *target_type, int *op, int *win, int *ierror) {
  finish(ierror, M(Accumulate_c)(buffer_of(origin), *count, HANDLE(MPI_Datatype, *type), *target, *disp,
      *target_count, HANDLE(MPI_Datatype, *target_type), HANDLE(MPI_Op, *op), HANDLE(MPI_Win, *win)));
}
ALSO(accumulate_c)

void F(get_accumulate)(void *origin, int *count, int *type, void *result, int *result_count,
    int *result_type, int *target, MPI_Aint *disp, int *target_count, int *target_type, int *op, int *win,
    int *ierror) {
  finish(ierror, M(Get_accumulate)(buffer_of(origin), *count, HANDLE(MPI_Datatype, *type),
      buffer_of(result), *result_count, HANDLE(MPI_Datatype, *result_type), *target, *disp, *target_count,
      HANDLE(MPI_Datatype, *target_type), HANDLE(MPI_Op, *op), HANDLE(MPI_Win, *win)));
}
ALSO(get_accumulate)

void F(get_accumulate_c)(void *origin, MPI_Count *count, int *type, void *result, MPI_Count *result_count,
    int *result_type, int *target, MPI_Aint *disp, MPI_Count *target_count, int *target_type, int *op,
    int *win, int *ierror) {
  finish(ierror, M(Get_accumulate_c)(buffer_of(origin), *count, HANDLE(MPI_Datatype, *type),
      buffer_of(result), *result_count, HANDLE(MPI_Datatype, *result_type), *target, *disp, *target_count,
      HANDLE(MPI_Datatype, *target_type), HANDLE(MPI_Op, *op), HANDLE(MPI_Win, *win)));
}
ALSO(get_accumulate_c)

void F(fetch_and_op)(void *origin, void *result, int *type, int *target, MPI_Aint *disp, int *op,
    int *win, int *ierror) {
  finish(ierror, M(Fetch_and_op)(buffer_of(origin), buffer_of(result), HANDLE(MPI_Datatype, *type),
      *target, *disp, HANDLE(MPI_Op, *op), HANDLE(MPI_Win, *win)));
}
ALSO(fetch_and_op)

void F(compare_and_swap)(void *origin, void *compare, void *result, int *type, int *target,
    MPI_Aint *disp, int *win, int *ierror) {
  finish(ierror, M(Compare_and_swap)(buffer_of(origin), buffer_of(compare), buffer_of(result),
      HANDLE(MPI_Datatype, *type), *target, *disp, HANDLE(MPI_Win, *win)));
}
ALSO(compare_and_swap)

void F(rput)(void *origin, int *count, int *type, int *target, MPI_Aint *disp, int *target_count,
    int *target_type, int *win, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Rput)(buffer_of(origin), *count, HANDLE(MPI_Datatype, *type), *target, *disp,
      *target_count, HANDLE(MPI_Datatype, *target_type), HANDLE(MPI_Win, *win), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(rput)

void F(rput_c)(void *origin, MPI_Count *count, int *type, int *target, MPI_Aint *disp,
    MPI_Count *target_count, int *target_type, int *win, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Rput_c)(buffer_of(origin), *count, HANDLE(MPI_Datatype, *type), *target, *disp,
      *target_count, HANDLE(MPI_Datatype, *target_type), HANDLE(MPI_Win, *win), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(rput_c)

void F(rget)(void *origin, int *count, int *type, int *target, MPI_Aint *disp, int *target_count,
    int *target_type, int *win, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Rget)(buffer_of(origin), *count, HANDLE(MPI_Datatype, *type), *target, *disp,
      *target_count, HANDLE(MPI_Datatype, *target_type), HANDLE(MPI_Win, *win), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(rget)

void F(rget_c)(void *origin, MPI_Count *count, int *type, int *target, MPI_Aint *disp,
    MPI_Count *target_count, int *target_type, int *win, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Rget_c)(buffer_of(origin), *count, HANDLE(MPI_Datatype, *type), *target, *disp,
      *target_count, HANDLE(MPI_Datatype, *target_type), HANDLE(MPI_Win, *win), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(rget_c)

void F(raccumulate)(void *origin, int *count, int *type, int *target, MPI_Aint *disp, int *target_count,
    int *target_type, int *op, int *win, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Raccumulate)(buffer_of(origin), *count, HANDLE(MPI_Datatype, *type), *target,
      *disp, *target_count, HANDLE(MPI_Datatype, *target_type), HANDLE(MPI_Op, *op), HANDLE(MPI_Win,
      *win), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(raccumulate)

void F(raccumulate_c)(void *origin, MPI_Count *count, int *type, int *target, MPI_Aint *disp,
    MPI_Count *target_count, int *target_type, int *op, int *win, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Raccumulate_c)(buffer_of(origin), *count, HANDLE(MPI_Datatype, *type), *target,
      *disp, *target_count, HANDLE(MPI_Datatype, *target_type), HANDLE(MPI_Op, *op), HANDLE(MPI_Win,
      *win), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(raccumulate_c)

void F(rget_accumulate)(void *origin, int *count, int *type, void *result, int *result_count,
    int *result_type, int *target, MPI_Aint *disp, int *target_count, int *target_type, int *op, int *win,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Rget_accumulate)(buffer_of(origin), *count, HANDLE(MPI_Datatype, *type),
      buffer_of(result), *result_count, HANDLE(MPI_Datatype, *result_type), *target, *disp, *target_count,
      HANDLE(MPI_Datatype, *target_type), HANDLE(MPI_Op, *op), HANDLE(MPI_Win, *win), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(rget_accumulate)

void F(rget_accumulate_c)(void *origin, MPI_Count *count, int *type, void *result,
    MPI_Count *result_count, int *result_type, int *target, MPI_Aint *disp, MPI_Count *target_count,
    int *target_type, int *op, int *win, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(Rget_accumulate_c)(buffer_of(origin), *count, HANDLE(MPI_Datatype, *type),
      buffer_of(result), *result_count, HANDLE(MPI_Datatype, *result_type), *target, *disp, *target_count,
      HANDLE(MPI_Datatype, *target_type), HANDLE(MPI_Op, *op), HANDLE(MPI_Win, *win), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(rget_accumulate_c)

void F(win_fence)(int *assertion, int *win, int *ierror) {
  finish(ierror, M(Win_fence)(*assertion, HANDLE(MPI_Win, *win)));
}
ALSO(win_fence)

void F(win_post)(int *group, int *assertion, int *win, int *ierror) {
  finish(ierror, M(Win_post)(HANDLE(MPI_Group, *group), *assertion, HANDLE(MPI_Win, *win)));
}
ALSO(win_post)

void F(win_start)(int *group, int *assertion, int *win, int *ierror) {
  finish(ierror, M(Win_start)(HANDLE(MPI_Group, *group), *assertion, HANDLE(MPI_Win, *win)));
}
ALSO(win_start)

void F(win_complete)(int *win, int *ierror) {
  finish(ierror, M(Win_complete)(HANDLE(MPI_Win, *win)));
}
ALSO(win_complete)

void F(win_wait)(int *win, int *ierror) {
  finish(ierror, M(Win_wait)(HANDLE(MPI_Win, *win)));
}
ALSO(win_wait)

void F(win_test)(int *win, int *flag, int *ierror) {
  finish(ierror, M(Win_test)(HANDLE(MPI_Win, *win), flag));
}
ALSO(win_test)

void F(win_lock)(int *type, int *rank, int *assertion, int *win, int *ierror) {
  finish(ierror, M(Win_lock)(*type, *rank, *assertion, HANDLE(MPI_Win, *win)));
}
ALSO(win_lock)

void F(win_unlock)(int *rank, int *win, int *ierror) {
  finish(ierror, M(Win_unlock)(*rank, HANDLE(MPI_Win, *win)));
}
ALSO(win_unlock)

void F(win_lock_all)(int *assertion, int *win, int *ierror) {
  finish(ierror, M(Win_lock_all)(*assertion, HANDLE(MPI_Win, *win)));
}
ALSO(win_lock_all)

void F(win_unlock_all)(int *win, int *ierror) {
  finish(ierror, M(Win_unlock_all)(HANDLE(MPI_Win, *win)));
}
ALSO(win_unlock_all)

void F(win_flush)(int *rank, int *win, int *ierror) {
  finish(ierror, M(Win_flush)(*rank, HANDLE(MPI_Win, *win)));
}
ALSO(win_flush)

void F(win_flush_all)(int *win, int *ierror) {
  finish(ierror, M(Win_flush_all)(HANDLE(MPI_Win, *win)));
}
ALSO(win_flush_all)

void F(win_flush_local)(int *rank, int *win, int *ierror) {
  finish(ierror, M(Win_flush_local)(*rank, HANDLE(MPI_Win, *win)));
}
ALSO(win_flush_local)

void F(win_flush_local_all)(int *win, int *ierror) {
  finish(ierror, M(Win_flush_local_all)(HANDLE(MPI_Win, *win)));
}
ALSO(win_flush_local_all)

void F(win_sync)(int *win, int *ierror) {
  finish(ierror, M(Win_sync)(HANDLE(MPI_Win, *win)));
}
ALSO(win_sync)

void F(file_open)(int *comm, char *filename, int *amode, int *info, int *fh, int *ierror,
    size_t filename_length) {
  char *filename_c = text_of(filename, filename_length);
  MPI_File fh_c = HANDLE(MPI_File, *fh);
  const int result_c = M(File_open)(HANDLE(MPI_Comm, *comm), filename_c, *amode, HANDLE(MPI_Info, *info),
      &fh_c);
  free(filename_c);
  *fh = NUMBER(fh_c);
  finish(ierror, result_c);
}
ALSO(file_open)

void F(file_close)(int *fh, int *ierror) {
  MPI_File fh_c = HANDLE(MPI_File, *fh);
  const int result_c = M(File_close)(&fh_c);
  *fh = NUMBER(fh_c);
  finish(ierror, result_c);
}
ALSO(file_close)

void F(file_delete)(char *filename, int *info, int *ierror, size_t filename_length) {
  char *filename_c = text_of(filename, filename_length);
  const int result_c = M(File_delete)(filename_c, HANDLE(MPI_Info, *info));
  free(filename_c);
  finish(ierror, result_c);
}
ALSO(file_delete)

void F(file_set_size)(int *fh, MPI_Offset *size, int *ierror) {
  finish(ierror, M(File_set_size)(HANDLE(MPI_File, *fh), *size));
}
ALSO(file_set_size)

void F(file_preallocate)(int *fh, MPI_Offset *size, int *ierror) {
  finish(ierror, M(File_preallocate)(HANDLE(MPI_File, *fh), *size));
}
ALSO(file_preallocate)

void F(file_get_size)(int *fh, MPI_Offset *size, int *ierror) {
  finish(ierror, M(File_get_size)(HANDLE(MPI_File, *fh), size));
}
ALSO(file_get_size)

void F(file_get_group)(int *fh, int *group, int *ierror) {
  MPI_Group group_c = HANDLE(MPI_Group, *group);
  const int result_c = M(File_get_group)(HANDLE(MPI_File, *fh), &group_c);
  *group = NUMBER(group_c);
  finish(ierror, result_c);
}
ALSO(file_get_group)

void F(file_get_amode)(int *fh, int *amode, int *ierror) {
  finish(ierror, M(File_get_amode)(HANDLE(MPI_File, *fh), amode));
}
ALSO(file_get_amode)

void F(file_set_info)(int *fh, int *info, int *ierror) {
  finish(ierror, M(File_set_info)(HANDLE(MPI_File, *fh), HANDLE(MPI_Info, *info)));
}
ALSO(file_set_info)

void F(file_get_info)(int *fh, int *info, int *ierror) {
  MPI_Info info_c = HANDLE(MPI_Info, *info);
  const int result_c = M(File_get_info)(HANDLE(MPI_File, *fh), &info_c);
  *info = NUMBER(info_c);
  finish(ierror, result_c);
}
ALSO(file_get_info)

void F(file_set_view)(int *fh, MPI_Offset *disp, int *etype, int *filetype, char *datarep, int *info,
    int *ierror, size_t datarep_length) {
  char *datarep_c = text_of(datarep, datarep_length);
  const int result_c = M(File_set_view)(HANDLE(MPI_File, *fh), *disp, HANDLE(MPI_Datatype, *etype),
      HANDLE(MPI_Datatype, *filetype), datarep_c, HANDLE(MPI_Info, *info));
  free(datarep_c);
  finish(ierror, result_c);
}
ALSO(file_set_view)

void F(file_get_view)(int *fh, MPI_Offset *disp, int *etype, int *filetype, char *datarep, int *ierror,
    size_t datarep_length) {
  MPI_Datatype etype_c = HANDLE(MPI_Datatype, *etype);
  MPI_Datatype filetype_c = HANDLE(MPI_Datatype, *filetype);
  char datarep_c[MPI_MAX_LIBRARY_VERSION_STRING + 1] = "";
  const int result_c = M(File_get_view)(HANDLE(MPI_File, *fh), disp, &etype_c, &filetype_c, datarep_c);
  *etype = NUMBER(etype_c);
  *filetype = NUMBER(filetype_c);
  pad(datarep, datarep_length, datarep_c);
  finish(ierror, result_c);
}
ALSO(file_get_view)

void F(file_read_at)(int *fh, MPI_Offset *offset, void *buf, int *count, int *datatype,
    MPI_Status *status, int *ierror) {
  finish(ierror, M(File_read_at)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), status_of(status)));
}
ALSO(file_read_at)

void F(file_read_at_c)(int *fh, MPI_Offset *offset, void *buf, MPI_Count *count, int *datatype,
    MPI_Status *status, int *ierror) {
  finish(ierror, M(File_read_at_c)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), status_of(status)));
}
ALSO(file_read_at_c)

void F(file_read_at_all)(int *fh, MPI_Offset *offset, void *buf, int *count, int *datatype,
    MPI_Status *status, int *ierror) {
  finish(ierror, M(File_read_at_all)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), status_of(status)));
}
ALSO(file_read_at_all)

void F(file_read_at_all_c)(int *fh, MPI_Offset *offset, void *buf, MPI_Count *count, int *datatype,
    MPI_Status *status, int *ierror) {
  finish(ierror, M(File_read_at_all_c)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), status_of(status)));
}
ALSO(file_read_at_all_c)

void F(file_iread_at)(int *fh, MPI_Offset *offset, void *buf, int *count, int *datatype, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iread_at)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iread_at)

void F(file_iread_at_c)(int *fh, MPI_Offset *offset, void *buf, MPI_Count *count, int *datatype,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iread_at_c)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iread_at_c)

void F(file_iread_at_all)(int *fh, MPI_Offset *offset, void *buf, int *count, int *datatype, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iread_at_all)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iread_at_all)

void F(file_iread_at_all_c)(int *fh, MPI_Offset *offset, void *buf, MPI_Count *count, int *datatype,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iread_at_all_c)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iread_at_all_c)

void F(file_write_at)(int *fh, MPI_Offset *offset, void *buf, int *count, int *datatype,
    MPI_Status *status, int *ierror) {
  finish(ierror, M(File_write_at)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), status_of(status)));
}
ALSO(file_write_at)

void F(file_write_at_c)(int *fh, MPI_Offset *offset, void *buf, MPI_Count *count, int *datatype,
    MPI_Status *status, int *ierror) {
  finish(ierror, M(File_write_at_c)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), status_of(status)));
}
ALSO(file_write_at_c)

void F(file_write_at_all)(int *fh, MPI_Offset *offset, void *buf, int *count, int *datatype,
    MPI_Status *status, int *ierror) {
  finish(ierror, M(File_write_at_all)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), status_of(status)));
}
ALSO(file_write_at_all)

void F(file_write_at_all_c)(int *fh, MPI_Offset *offset, void *buf, MPI_Count *count, int *datatype,
    MPI_Status *status, int *ierror) {
  finish(ierror, M(File_write_at_all_c)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), status_of(status)));
}
ALSO(file_write_at_all_c)

void F(file_iwrite_at)(int *fh, MPI_Offset *offset, void *buf, int *count, int *datatype, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iwrite_at)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iwrite_at)

void F(file_iwrite_at_c)(int *fh, MPI_Offset *offset, void *buf, MPI_Count *count, int *datatype,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iwrite_at_c)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iwrite_at_c)

void F(file_iwrite_at_all)(int *fh, MPI_Offset *offset, void *buf, int *count, int *datatype,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iwrite_at_all)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iwrite_at_all)

void F(file_iwrite_at_all_c)(int *fh, MPI_Offset *offset, void *buf, MPI_Count *count, int *datatype,
    int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iwrite_at_all_c)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iwrite_at_all_c)

void F(file_read)(int *fh, void *buf, int *count, int *datatype, MPI_Status *status, int *ierror) {
  finish(ierror, M(File_read)(HANDLE(MPI_File, *fh), buffer_of(buf), *count, HANDLE(MPI_Datatype,
      *datatype), status_of(status)));
}
ALSO(file_read)

void F(file_read_c)(int *fh, void *buf, MPI_Count *count, int *datatype, MPI_Status *status,
    int *ierror) {
  finish(ierror, M(File_read_c)(HANDLE(MPI_File, *fh), buffer_of(buf), *count, HANDLE(MPI_Datatype,
      *datatype), status_of(status)));
}
ALSO(file_read_c)

void F(file_read_all)(int *fh, void *buf, int *count, int *datatype, MPI_Status *status, int *ierror) {
  finish(ierror, M(File_read_all)(HANDLE(MPI_File, *fh), buffer_of(buf), *count, HANDLE(MPI_Datatype,
      *datatype), status_of(status)));
}
ALSO(file_read_all)

void F(file_read_all_c)(int *fh, void *buf, MPI_Count *count, int *datatype, MPI_Status *status,
    int *ierror) {
  finish(ierror, M(File_read_all_c)(HANDLE(MPI_File, *fh), buffer_of(buf), *count, HANDLE(MPI_Datatype,
      *datatype), status_of(status)));
}
ALSO(file_read_all_c)

void F(file_read_shared)(int *fh, void *buf, int *count, int *datatype, MPI_Status *status, int *ierror) {
  finish(ierror, M(File_read_shared)(HANDLE(MPI_File, *fh), buffer_of(buf), *count, HANDLE(MPI_Datatype,
      *datatype), status_of(status)));
}
ALSO(file_read_shared)

void F(file_read_shared_c)(int *fh, void *buf, MPI_Count *count, int *datatype, MPI_Status *status,
    int *ierror) {
  finish(ierror, M(File_read_shared_c)(HANDLE(MPI_File, *fh), buffer_of(buf), *count, HANDLE(MPI_Datatype,
      *datatype), status_of(status)));
}
ALSO(file_read_shared_c)

void F(file_read_ordered)(int *fh, void *buf, int *count, int *datatype, MPI_Status *status,
    int *ierror) {
  finish(ierror, M(File_read_ordered)(HANDLE(MPI_File, *fh), buffer_of(buf), *count, HANDLE(MPI_Datatype,
      *datatype), status_of(status)));
}
ALSO(file_read_ordered)

void F(file_read_ordered_c)(int *fh, void *buf, MPI_Count *count, int *datatype, MPI_Status *status,
    int *ierror) {
  finish(ierror, M(File_read_ordered_c)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), status_of(status)));
}
ALSO(file_read_ordered_c)

void F(file_iread)(int *fh, void *buf, int *count, int *datatype, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iread)(HANDLE(MPI_File, *fh), buffer_of(buf), *count, HANDLE(MPI_Datatype,
      *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iread)

void F(file_iread_c)(int *fh, void *buf, MPI_Count *count, int *datatype, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iread_c)(HANDLE(MPI_File, *fh), buffer_of(buf), *count, HANDLE(MPI_Datatype,
      *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iread_c)

void F(file_iread_all)(int *fh, void *buf, int *count, int *datatype, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iread_all)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iread_all)

void F(file_iread_all_c)(int *fh, void *buf, MPI_Count *count, int *datatype, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iread_all_c)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iread_all_c)

void F(file_iread_shared)(int *fh, void *buf, int *count, int *datatype, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iread_shared)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iread_shared)

void F(file_iread_shared_c)(int *fh, void *buf, MPI_Count *count, int *datatype, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iread_shared_c)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iread_shared_c)

void F(file_write)(int *fh, void *buf, int *count, int *datatype, MPI_Status *status, int *ierror) {
  finish(ierror, M(File_write)(HANDLE(MPI_File, *fh), buffer_of(buf), *count, HANDLE(MPI_Datatype,
      *datatype), status_of(status)));
}
ALSO(file_write)

void F(file_write_c)(int *fh, void *buf, MPI_Count *count, int *datatype, MPI_Status *status,
    int *ierror) {
  finish(ierror, M(File_write_c)(HANDLE(MPI_File, *fh), buffer_of(buf), *count, HANDLE(MPI_Datatype,
      *datatype), status_of(status)));
}
ALSO(file_write_c)

void F(file_write_all)(int *fh, void *buf, int *count, int *datatype, MPI_Status *status, int *ierror) {
  finish(ierror, M(File_write_all)(HANDLE(MPI_File, *fh), buffer_of(buf), *count, HANDLE(MPI_Datatype,
      *datatype), status_of(status)));
}
ALSO(file_write_all)

void F(file_write_all_c)(int *fh, void *buf, MPI_Count *count, int *datatype, MPI_Status *status,
    int *ierror) {
  finish(ierror, M(File_write_all_c)(HANDLE(MPI_File, *fh), buffer_of(buf), *count, HANDLE(MPI_Datatype,
      *datatype), status_of(status)));
}
ALSO(file_write_all_c)

void F(file_write_shared)(int *fh, void *buf, int *count, int *datatype, MPI_Status *status,
    int *ierror) {
  finish(ierror, M(File_write_shared)(HANDLE(MPI_File, *fh), buffer_of(buf), *count, HANDLE(MPI_Datatype,
      *datatype), status_of(status)));
}
ALSO(file_write_shared)

void F(file_write_shared_c)(int *fh, void *buf, MPI_Count *count, int *datatype, MPI_Status *status,
    int *ierror) {
  finish(ierror, M(File_write_shared_c)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), status_of(status)));
}
ALSO(file_write_shared_c)

void F(file_write_ordered)(int *fh, void *buf, int *count, int *datatype, MPI_Status *status,
    int *ierror) {
  finish(ierror, M(File_write_ordered)(HANDLE(MPI_File, *fh), buffer_of(buf), *count, HANDLE(MPI_Datatype,
      *datatype), status_of(status)));
}
ALSO(file_write_ordered)

void F(file_write_ordered_c)(int *fh, void *buf, MPI_Count *count, int *datatype, MPI_Status *status,
    int *ierror) {
  finish(ierror, M(File_write_ordered_c)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), status_of(status)));
}
ALSO(file_write_ordered_c)

void F(file_iwrite)(int *fh, void *buf, int *count, int *datatype, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iwrite)(HANDLE(MPI_File, *fh), buffer_of(buf), *count, HANDLE(MPI_Datatype,
      *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iwrite)

void F(file_iwrite_c)(int *fh, void *buf, MPI_Count *count, int *datatype, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iwrite_c)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iwrite_c)

void F(file_iwrite_all)(int *fh, void *buf, int *count, int *datatype, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iwrite_all)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iwrite_all)

void F(file_iwrite_all_c)(int *fh, void *buf, MPI_Count *count, int *datatype, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iwrite_all_c)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iwrite_all_c)

void F(file_iwrite_shared)(int *fh, void *buf, int *count, int *datatype, int *request, int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iwrite_shared)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iwrite_shared)

void F(file_iwrite_shared_c)(int *fh, void *buf, MPI_Count *count, int *datatype, int *request,
    int *ierror) {
  MPI_Request request_c = HANDLE(MPI_Request, *request);
  const int result_c = M(File_iwrite_shared_c)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype), &request_c);
  *request = NUMBER(request_c);
  finish(ierror, result_c);
}
ALSO(file_iwrite_shared_c)

void F(file_read_at_all_begin)(int *fh, MPI_Offset *offset, void *buf, int *count, int *datatype,
    int *ierror) {
  finish(ierror, M(File_read_at_all_begin)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype)));
}
ALSO(file_read_at_all_begin)

void F(file_read_at_all_begin_c)(int *fh, MPI_Offset *offset, void *buf, MPI_Count *count, int *datatype,
    int *ierror) {
  finish(ierror, M(File_read_at_all_begin_c)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype)));
}
ALSO(file_read_at_all_begin_c)

void F(file_read_at_all_end)(int *fh, void *buf, MPI_Status *status, int *ierror) {
  finish(ierror, M(File_read_at_all_end)(HANDLE(MPI_File, *fh), buffer_of(buf), status_of(status)));
}
ALSO(file_read_at_all_end)

void F(file_read_all_begin)(int *fh, void *buf, int *count, int *datatype, int *ierror) {
  finish(ierror, M(File_read_all_begin)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype)));
}
ALSO(file_read_all_begin)

void F(file_read_all_begin_c)(int *fh, void *buf, MPI_Count *count, int *datatype, int *ierror) {
  finish(ierror, M(File_read_all_begin_c)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype)));
}
ALSO(file_read_all_begin_c)

void F(file_read_all_end)(int *fh, void *buf, MPI_Status *status, int *ierror) {
  finish(ierror, M(File_read_all_end)(HANDLE(MPI_File, *fh), buffer_of(buf), status_of(status)));
}
ALSO(file_read_all_end)

void F(file_read_ordered_begin)(int *fh, void *buf, int *count, int *datatype, int *ierror) {
  finish(ierror, M(File_read_ordered_begin)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype)));
}
ALSO(file_read_ordered_begin)

void F(file_read_ordered_begin_c)(int *fh, void *buf, MPI_Count *count, int *datatype, int *ierror) {
  finish(ierror, M(File_read_ordered_begin_c)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype)));
}
ALSO(file_read_ordered_begin_c)

void F(file_read_ordered_end)(int *fh, void *buf, MPI_Status *status, int *ierror) {
  finish(ierror, M(File_read_ordered_end)(HANDLE(MPI_File, *fh), buffer_of(buf), status_of(status)));
}
ALSO(file_read_ordered_end)

void F(file_write_at_all_begin)(int *fh, MPI_Offset *offset, void *buf, int *count, int *datatype,
    int *ierror) {
  finish(ierror, M(File_write_at_all_begin)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype)));
}
ALSO(file_write_at_all_begin)

void F(file_write_at_all_begin_c)(int *fh, MPI_Offset *offset, void *buf, MPI_Count *count, int *datatype,
    int *ierror) {
  finish(ierror, M(File_write_at_all_begin_c)(HANDLE(MPI_File, *fh), *offset, buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype)));
}
ALSO(file_write_at_all_begin_c)

void F(file_write_at_all_end)(int *fh, void *buf, MPI_Status *status, int *ierror) {
  finish(ierror, M(File_write_at_all_end)(HANDLE(MPI_File, *fh), buffer_of(buf), status_of(status)));
}
ALSO(file_write_at_all_end)

void F(file_write_all_begin)(int *fh, void *buf, int *count, int *datatype, int *ierror) {
  finish(ierror, M(File_write_all_begin)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype)));
}
ALSO(file_write_all_begin)

void F(file_write_all_begin_c)(int *fh, void *buf, MPI_Count *count, int *datatype, int *ierror) {
  finish(ierror, M(File_write_all_begin_c)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype)));
}
ALSO(file_write_all_begin_c)

void F(file_write_all_end)(int *fh, void *buf, MPI_Status *status, int *ierror) {
  finish(ierror, M(File_write_all_end)(HANDLE(MPI_File, *fh), buffer_of(buf), status_of(status)));
}
ALSO(file_write_all_end)

void F(file_write_ordered_begin)(int *fh, void *buf, int *count, int *datatype, int *ierror) {
  finish(ierror, M(File_write_ordered_begin)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype)));
}
ALSO(file_write_ordered_begin)

void F(file_write_ordered_begin_c)(int *fh, void *buf, MPI_Count *count, int *datatype, int *ierror) {
  finish(ierror, M(File_write_ordered_begin_c)(HANDLE(MPI_File, *fh), buffer_of(buf), *count,
      HANDLE(MPI_Datatype, *datatype)));
}
ALSO(file_write_ordered_begin_c)

void F(file_write_ordered_end)(int *fh, void *buf, MPI_Status *status, int *ierror) {
  finish(ierror, M(File_write_ordered_end)(HANDLE(MPI_File, *fh), buffer_of(buf), status_of(status)));
}
ALSO(file_write_ordered_end)

void F(file_seek)(int *fh, MPI_Offset *offset, int *whence, int *ierror) {
  finish(ierror, M(File_seek)(HANDLE(MPI_File, *fh), *offset, *whence));
}
ALSO(file_seek)

void F(file_get_position)(int *fh, MPI_Offset *offset, int *ierror) {
  finish(ierror, M(File_get_position)(HANDLE(MPI_File, *fh), offset));
}
ALSO(file_get_position)

void F(file_get_byte_offset)(int *fh, MPI_Offset *offset, MPI_Offset *disp, int *ierror) {
  finish(ierror, M(File_get_byte_offset)(HANDLE(MPI_File, *fh), *offset, disp));
}
ALSO(file_get_byte_offset)

void F(file_seek_shared)(int *fh, MPI_Offset *offset, int *whence, int *ierror) {
  finish(ierror, M(File_seek_shared)(HANDLE(MPI_File, *fh), *offset, *whence));
}
ALSO(file_seek_shared)

void F(file_get_position_shared)(int *fh, MPI_Offset *offset, int *ierror) {
  finish(ierror, M(File_get_position_shared)(HANDLE(MPI_File, *fh), offset));
}
ALSO(file_get_position_shared)

void F(file_get_type_extent)(int *fh, int *datatype, MPI_Aint *extent, int *ierror) {
  finish(ierror, M(File_get_type_extent)(HANDLE(MPI_File, *fh), HANDLE(MPI_Datatype, *datatype), extent));
}
ALSO(file_get_type_extent)

void F(file_get_type_extent_c)(int *fh, int *datatype, MPI_Count *extent, int *ierror) {
  finish(ierror, M(File_get_type_extent_c)(HANDLE(MPI_File, *fh), HANDLE(MPI_Datatype, *datatype),
      extent));
}
ALSO(file_get_type_extent_c)

void F(file_set_atomicity)(int *fh, int *flag, int *ierror) {
  finish(ierror, M(File_set_atomicity)(HANDLE(MPI_File, *fh), *flag));
}
ALSO(file_set_atomicity)

void F(file_get_atomicity)(int *fh, int *flag, int *ierror) {
  finish(ierror, M(File_get_atomicity)(HANDLE(MPI_File, *fh), flag));
}
ALSO(file_get_atomicity)

void F(file_sync)(int *fh, int *ierror) {
  finish(ierror, M(File_sync)(HANDLE(MPI_File, *fh)));
}
ALSO(file_sync)

void F(file_set_errhandler)(int *fh, int *handler, int *ierror) {
  finish(ierror, M(File_set_errhandler)(HANDLE(MPI_File, *fh), HANDLE(MPI_Errhandler, *handler)));
}
ALSO(file_set_errhandler)

void F(file_get_errhandler)(int *fh, int *handler, int *ierror) {
  MPI_Errhandler handler_c = HANDLE(MPI_Errhandler, *handler);
  const int result_c = M(File_get_errhandler)(HANDLE(MPI_File, *fh), &handler_c);
  *handler = NUMBER(handler_c);
  finish(ierror, result_c);
}
ALSO(file_get_errhandler)

void F(file_call_errhandler)(int *fh, int *code, int *ierror) {
  finish(ierror, M(File_call_errhandler)(HANDLE(MPI_File, *fh), *code));
}
ALSO(file_call_errhandler)

void F(address)(void *location, int *address, int *ierror) {
  MPI_Aint address_c = 0;
  const int result_c = M(Address)(buffer_of(location), &address_c);
  *address = (int)address_c;
  finish(ierror, result_c);
}
ALSO(address)

void F(attr_put)(int *comm, int *keyval, int *value, int *ierror) {
  finish(ierror, M(Attr_put)(HANDLE(MPI_Comm, *comm), *keyval, kept_number(*value)));
}
ALSO(attr_put)

void F(attr_get)(int *comm, int *keyval, int *address_of_value, int *flag, int *ierror) {
  void *address_of_value_c = NULL;
  const int result_c = M(Attr_get)(HANDLE(MPI_Comm, *comm), *keyval, &address_of_value_c, flag);
  if (*flag) *address_of_value = attribute_of(*keyval, address_of_value_c);
  finish(ierror, result_c);
}
ALSO(attr_get)

void F(attr_delete)(int *comm, int *keyval, int *ierror) {
  finish(ierror, M(Attr_delete)(HANDLE(MPI_Comm, *comm), *keyval));
}
ALSO(attr_delete)

void F(keyval_free)(int *keyval, int *ierror) {
  finish(ierror, M(Keyval_free)(keyval));
}
ALSO(keyval_free)

void F(errhandler_set)(int *comm, int *handler, int *ierror) {
  finish(ierror, M(Errhandler_set)(HANDLE(MPI_Comm, *comm), HANDLE(MPI_Errhandler, *handler)));
}
ALSO(errhandler_set)

void F(errhandler_get)(int *comm, int *handler, int *ierror) {
  MPI_Errhandler handler_c = HANDLE(MPI_Errhandler, *handler);
  const int result_c = M(Errhandler_get)(HANDLE(MPI_Comm, *comm), &handler_c);
  *handler = NUMBER(handler_c);
  finish(ierror, result_c);
}
ALSO(errhandler_get)

void F(type_extent)(int *datatype, int *extent, int *ierror) {
  MPI_Aint extent_c = 0;
  const int result_c = M(Type_extent)(HANDLE(MPI_Datatype, *datatype), &extent_c);
  *extent = (int)extent_c;
  finish(ierror, result_c);
}
ALSO(type_extent)

void F(type_lb)(int *datatype, int *lower, int *ierror) {
  MPI_Aint lower_c = 0;
  const int result_c = M(Type_lb)(HANDLE(MPI_Datatype, *datatype), &lower_c);
  *lower = (int)lower_c;
  finish(ierror, result_c);
}
ALSO(type_lb)

void F(type_ub)(int *datatype, int *upper, int *ierror) {
  MPI_Aint upper_c = 0;
  const int result_c = M(Type_ub)(HANDLE(MPI_Datatype, *datatype), &upper_c);
  *upper = (int)upper_c;
  finish(ierror, result_c);
}
ALSO(type_ub)

void F(type_hvector)(int *count, int *blocklength, int *stride, int *old, int *newtype, int *ierror) {
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_hvector)(*count, *blocklength, *stride, HANDLE(MPI_Datatype, *old),
      &newtype_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_hvector)

void F(type_hindexed)(int *count, int *blocklengths, int *displs, int *old, int *newtype, int *ierror) {
  MPI_Aint *displs_c = wide(displs, *count);
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_hindexed)(*count, blocklengths, displs_c, HANDLE(MPI_Datatype, *old),
      &newtype_c);
  free(displs_c);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_hindexed)

void F(type_struct)(int *count, int *blocklengths, int *displs, int *types, int *newtype, int *ierror) {
  MPI_Aint *displs_c = wide(displs, *count);
  MPI_Datatype *types_c = (void *)requests_of((int *)types, *count);
  MPI_Datatype newtype_c = HANDLE(MPI_Datatype, *newtype);
  const int result_c = M(Type_struct)(*count, blocklengths, displs_c, types_c, &newtype_c);
  free(displs_c);
  give_back_requests(types, (void *)types_c, *count);
  *newtype = NUMBER(newtype_c);
  finish(ierror, result_c);
}
ALSO(type_struct)
