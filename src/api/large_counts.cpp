// SPDX-License-Identifier: MIT
// MPI's functions with large counts. Written by tools/mpi-faces from src/api/mpi_*.txt: do not edit.

#include "api/large_counts.h"

using kasuri::mpi::LargeCounts;

extern "C" {

int MGEN_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) {
  const LargeCounts large("MGEN_Send_c");
  return MPI_Send(buf, large.one(count), datatype, dest, tag, comm);
}

int MGEN_Ssend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) {
  const LargeCounts large("MGEN_Ssend_c");
  return MPI_Ssend(buf, large.one(count), datatype, dest, tag, comm);
}

int MGEN_Rsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) {
  const LargeCounts large("MGEN_Rsend_c");
  return MPI_Rsend(buf, large.one(count), datatype, dest, tag, comm);
}

int MGEN_Bsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) {
  const LargeCounts large("MGEN_Bsend_c");
  return MPI_Bsend(buf, large.one(count), datatype, dest, tag, comm);
}

int MGEN_Recv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Status *status) {
  const LargeCounts large("MGEN_Recv_c");
  return MPI_Recv(buf, large.one(count), datatype, source, tag, comm, status);
}

int MGEN_Isend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Isend_c");
  return MPI_Isend(buf, large.one(count), datatype, dest, tag, comm, request);
}

int MGEN_Issend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Issend_c");
  return MPI_Issend(buf, large.one(count), datatype, dest, tag, comm, request);
}

int MGEN_Irsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Irsend_c");
  return MPI_Irsend(buf, large.one(count), datatype, dest, tag, comm, request);
}

int MGEN_Ibsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ibsend_c");
  return MPI_Ibsend(buf, large.one(count), datatype, dest, tag, comm, request);
}

int MGEN_Irecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request) {
  const LargeCounts large("MGEN_Irecv_c");
  return MPI_Irecv(buf, large.one(count), datatype, source, tag, comm, request);
}

int MGEN_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
    int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
    MPI_Comm comm, MPI_Status *status) {
  const LargeCounts large("MGEN_Sendrecv_c");
  return MPI_Sendrecv(sendbuf, large.one(sendcount), sendtype, dest, sendtag, recvbuf,
      large.one(recvcount), recvtype, source, recvtag, comm, status);
}

int MGEN_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag,
    int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
  const LargeCounts large("MGEN_Sendrecv_replace_c");
  return MPI_Sendrecv_replace(buf, large.one(count), datatype, dest, sendtag, source, recvtag, comm,
      status);
}

int MGEN_Isendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
    int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Isendrecv_c");
  return MPI_Isendrecv(sendbuf, large.one(sendcount), sendtype, dest, sendtag, recvbuf,
      large.one(recvcount), recvtype, source, recvtag, comm, request);
}

int MGEN_Isendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag,
    int source, int recvtag, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Isendrecv_replace_c");
  return MPI_Isendrecv_replace(buf, large.one(count), datatype, dest, sendtag, source, recvtag, comm,
      request);
}

int MGEN_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) {
  int small_count = 0;
  const int result = MPI_Get_count(status, datatype, &small_count);
  *count = small_count;
  return result;
}

int MGEN_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) {
  return MPI_Get_elements_x(status, datatype, count);
}

int MGEN_Buffer_attach_c(void *buffer, MPI_Count size) {
  const LargeCounts large("MGEN_Buffer_attach_c");
  return MPI_Buffer_attach(buffer, large.one(size));
}

int MGEN_Buffer_detach_c(void *buffer_address, MPI_Count *size) {
  int small_size = 0;
  const int result = MPI_Buffer_detach(buffer_address, &small_size);
  *size = small_size;
  return result;
}

int MGEN_Send_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Send_init_c");
  return MPI_Send_init(buf, large.one(count), datatype, dest, tag, comm, request);
}

int MGEN_Ssend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ssend_init_c");
  return MPI_Ssend_init(buf, large.one(count), datatype, dest, tag, comm, request);
}

int MGEN_Rsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Rsend_init_c");
  return MPI_Rsend_init(buf, large.one(count), datatype, dest, tag, comm, request);
}

int MGEN_Bsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Bsend_init_c");
  return MPI_Bsend_init(buf, large.one(count), datatype, dest, tag, comm, request);
}

int MGEN_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Recv_init_c");
  return MPI_Recv_init(buf, large.one(count), datatype, source, tag, comm, request);
}

int MGEN_Mrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
    MPI_Status *status) {
  const LargeCounts large("MGEN_Mrecv_c");
  return MPI_Mrecv(buf, large.one(count), datatype, message, status);
}

int MGEN_Imrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
    MPI_Request *request) {
  const LargeCounts large("MGEN_Imrecv_c");
  return MPI_Imrecv(buf, large.one(count), datatype, message, request);
}

int MGEN_Type_contiguous_c(MPI_Count count, MPI_Datatype old, MPI_Datatype *newtype) {
  const LargeCounts large("MGEN_Type_contiguous_c");
  return MPI_Type_contiguous(large.one(count), old, newtype);
}

int MGEN_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype old,
    MPI_Datatype *newtype) {
  const LargeCounts large("MGEN_Type_vector_c");
  return MPI_Type_vector(large.one(count), large.one(blocklength), large.one(stride), old, newtype);
}

int MGEN_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype old,
    MPI_Datatype *newtype) {
  const LargeCounts large("MGEN_Type_create_hvector_c");
  return MPI_Type_create_hvector(large.one(count), large.one(blocklength), stride, old, newtype);
}

int MGEN_Type_create_resized_c(MPI_Datatype old, MPI_Count lower, MPI_Count extent,
    MPI_Datatype *newtype) {
  return MPI_Type_create_resized(old, lower, extent, newtype);
}

int MGEN_Type_indexed_c(MPI_Count count, const MPI_Count blocklengths[], const MPI_Count displs[],
    MPI_Datatype old, MPI_Datatype *newtype) {
  const LargeCounts large("MGEN_Type_indexed_c");
  return MPI_Type_indexed(large.one(count), large.all(blocklengths, count).data(), large.all(displs,
      count).data(), old, newtype);
}

int MGEN_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count displs[],
    MPI_Datatype old, MPI_Datatype *newtype) {
  const LargeCounts large("MGEN_Type_create_indexed_block_c");
  return MPI_Type_create_indexed_block(large.one(count), large.one(blocklength), large.all(displs,
      count).data(), old, newtype);
}

int MGEN_Type_create_hindexed_c(MPI_Count count, const MPI_Count blocklengths[], const MPI_Count displs[],
    MPI_Datatype old, MPI_Datatype *newtype) {
  const LargeCounts large("MGEN_Type_create_hindexed_c");
  return MPI_Type_create_hindexed(large.one(count), large.all(blocklengths, count).data(), displs, old,
      newtype);
}

int MGEN_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count displs[],
    MPI_Datatype old, MPI_Datatype *newtype) {
  const LargeCounts large("MGEN_Type_create_hindexed_block_c");
  return MPI_Type_create_hindexed_block(large.one(count), large.one(blocklength), displs, old, newtype);
}

int MGEN_Type_create_struct_c(MPI_Count count, const MPI_Count blocklengths[], const MPI_Count displs[],
    const MPI_Datatype types[], MPI_Datatype *newtype) {
  const LargeCounts large("MGEN_Type_create_struct_c");
  return MPI_Type_create_struct(large.one(count), large.all(blocklengths, count).data(), displs, types,
      newtype);
}

int MGEN_Type_create_subarray_c(int ndims, const MPI_Count sizes[], const MPI_Count subsizes[],
    const MPI_Count starts[], int order, MPI_Datatype old, MPI_Datatype *newtype) {
  const LargeCounts large("MGEN_Type_create_subarray_c");
  return MPI_Type_create_subarray(ndims, large.all(sizes, ndims).data(), large.all(subsizes,
      ndims).data(), large.all(starts, ndims).data(), order, old, newtype);
}

int MGEN_Type_create_darray_c(int size, int rank, int ndims, const MPI_Count gsizes[],
    const int distribs[], const int dargs[], const int psizes[], int order, MPI_Datatype old,
    MPI_Datatype *newtype) {
  const LargeCounts large("MGEN_Type_create_darray_c");
  return MPI_Type_create_darray(size, rank, ndims, large.all(gsizes, ndims).data(), distribs, dargs,
      psizes, order, old, newtype);
}

int MGEN_Type_size_c(MPI_Datatype datatype, MPI_Count *size) {
  return MPI_Type_size_x(datatype, size);
}

int MGEN_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lower, MPI_Count *extent) {
  return MPI_Type_get_extent_x(datatype, lower, extent);
}

int MGEN_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *lower, MPI_Count *extent) {
  return MPI_Type_get_true_extent_x(datatype, lower, extent);
}

int MGEN_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf,
    MPI_Count outsize, MPI_Count *position, MPI_Comm comm) {
  const LargeCounts large("MGEN_Pack_c");
  int small_position = large.one(*position);
  const int result = MPI_Pack(inbuf, large.one(incount), datatype, outbuf, large.one(outsize),
      &small_position, comm);
  *position = small_position;
  return result;
}

int MGEN_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf,
    MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm) {
  const LargeCounts large("MGEN_Unpack_c");
  int small_position = large.one(*position);
  const int result = MPI_Unpack(inbuf, large.one(insize), &small_position, outbuf, large.one(outcount),
      datatype, comm);
  *position = small_position;
  return result;
}

int MGEN_Pack_external_c(const char *datarep, const void *inbuf, MPI_Count incount, MPI_Datatype datatype,
    void *outbuf, MPI_Count outsize, MPI_Count *position) {
  const LargeCounts large("MGEN_Pack_external_c");
  return MPI_Pack_external(datarep, inbuf, large.one(incount), datatype, outbuf, outsize, position);
}

int MGEN_Unpack_external_c(const char *datarep, const void *inbuf, MPI_Count insize, MPI_Count *position,
    void *outbuf, MPI_Count outcount, MPI_Datatype datatype) {
  const LargeCounts large("MGEN_Unpack_external_c");
  return MPI_Unpack_external(datarep, inbuf, insize, position, outbuf, large.one(outcount), datatype);
}

int MGEN_Pack_external_size_c(const char *datarep, MPI_Count incount, MPI_Datatype datatype,
    MPI_Count *size) {
  const LargeCounts large("MGEN_Pack_external_size_c");
  return MPI_Pack_external_size(datarep, large.one(incount), datatype, size);
}

int MGEN_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size) {
  const LargeCounts large("MGEN_Pack_size_c");
  int small_size = 0;
  const int result = MPI_Pack_size(large.one(incount), datatype, comm, &small_size);
  *size = small_size;
  return result;
}

int MGEN_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op) {
  const LargeCounts large("MGEN_Reduce_local_c");
  return MPI_Reduce_local(inbuf, inoutbuf, large.one(count), datatype, op);
}

int MGEN_Bcast_c(void *buf, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) {
  const LargeCounts large("MGEN_Bcast_c");
  return MPI_Bcast(buf, large.one(count), datatype, root, comm);
}

int MGEN_Ibcast_c(void *buf, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
    MPI_Request *request) {
  const LargeCounts large("MGEN_Ibcast_c");
  return MPI_Ibcast(buf, large.one(count), datatype, root, comm, request);
}

int MGEN_Bcast_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Bcast_init_c");
  return MPI_Bcast_init(buf, large.one(count), datatype, root, comm, info, request);
}

int MGEN_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    int root, MPI_Comm comm) {
  const LargeCounts large("MGEN_Reduce_c");
  return MPI_Reduce(sendbuf, recvbuf, large.one(count), datatype, op, root, comm);
}

int MGEN_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    int root, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ireduce_c");
  return MPI_Ireduce(sendbuf, recvbuf, large.one(count), datatype, op, root, comm, request);
}

int MGEN_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Reduce_init_c");
  return MPI_Reduce_init(sendbuf, recvbuf, large.one(count), datatype, op, root, comm, info, request);
}

int MGEN_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm) {
  const LargeCounts large("MGEN_Allreduce_c");
  return MPI_Allreduce(sendbuf, recvbuf, large.one(count), datatype, op, comm);
}

int MGEN_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Iallreduce_c");
  return MPI_Iallreduce(sendbuf, recvbuf, large.one(count), datatype, op, comm, request);
}

int MGEN_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Allreduce_init_c");
  return MPI_Allreduce_init(sendbuf, recvbuf, large.one(count), datatype, op, comm, info, request);
}

int MGEN_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const LargeCounts large("MGEN_Gather_c");
  return MPI_Gather(sendbuf, large.one(sendcount), sendtype, recvbuf, large.one(recvcount), recvtype,
      root, comm);
}

int MGEN_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Igather_c");
  return MPI_Igather(sendbuf, large.one(sendcount), sendtype, recvbuf, large.one(recvcount), recvtype,
      root, comm, request);
}

int MGEN_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) {
  const LargeCounts large("MGEN_Gather_init_c");
  return MPI_Gather_init(sendbuf, large.one(sendcount), sendtype, recvbuf, large.one(recvcount), recvtype,
      root, comm, info, request);
}

int MGEN_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root,
    MPI_Comm comm) {
  const LargeCounts large("MGEN_Gatherv_c");
  return MPI_Gatherv(sendbuf, large.one(sendcount), sendtype, recvbuf, large.all(recvcounts,
      large.root(comm, root)).data(), large.all(displs, large.root(comm, root)).data(), recvtype, root,
      comm);
}

int MGEN_Igatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Request *request) {
  const LargeCounts large("MGEN_Igatherv_c");
  const int result = MPI_Igatherv(sendbuf, large.one(sendcount), sendtype, recvbuf, large.held(recvcounts,
      large.root(comm, root)), large.held(displs, large.root(comm, root)), recvtype, root, comm, request);
  if (result == MPI_SUCCESS) large.hold_for(*request);
  return result;
}

int MGEN_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Gatherv_init_c");
  const int result = MPI_Gatherv_init(sendbuf, large.one(sendcount), sendtype, recvbuf,
      large.held(recvcounts, large.root(comm, root)), large.held(displs, large.root(comm, root)),
      recvtype, root, comm, info, request);
  if (result == MPI_SUCCESS) large.hold_for(*request);
  return result;
}

int MGEN_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const LargeCounts large("MGEN_Scatter_c");
  return MPI_Scatter(sendbuf, large.one(sendcount), sendtype, recvbuf, large.one(recvcount), recvtype,
      root, comm);
}

int MGEN_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Iscatter_c");
  return MPI_Iscatter(sendbuf, large.one(sendcount), sendtype, recvbuf, large.one(recvcount), recvtype,
      root, comm, request);
}

int MGEN_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) {
  const LargeCounts large("MGEN_Scatter_init_c");
  return MPI_Scatter_init(sendbuf, large.one(sendcount), sendtype, recvbuf, large.one(recvcount),
      recvtype, root, comm, info, request);
}

int MGEN_Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
    MPI_Comm comm) {
  const LargeCounts large("MGEN_Scatterv_c");
  return MPI_Scatterv(sendbuf, large.all(sendcounts, large.root(comm, root)).data(), large.all(displs,
      large.root(comm, root)).data(), sendtype, recvbuf, large.one(recvcount), recvtype, root, comm);
}

int MGEN_Iscatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Iscatterv_c");
  const int result = MPI_Iscatterv(sendbuf, large.held(sendcounts, large.root(comm, root)),
      large.held(displs, large.root(comm, root)), sendtype, recvbuf, large.one(recvcount), recvtype, root,
      comm, request);
  if (result == MPI_SUCCESS) large.hold_for(*request);
  return result;
}

int MGEN_Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Scatterv_init_c");
  const int result = MPI_Scatterv_init(sendbuf, large.held(sendcounts, large.root(comm, root)),
      large.held(displs, large.root(comm, root)), sendtype, recvbuf, large.one(recvcount), recvtype, root,
      comm, info, request);
  if (result == MPI_SUCCESS) large.hold_for(*request);
  return result;
}

int MGEN_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const LargeCounts large("MGEN_Allgather_c");
  return MPI_Allgather(sendbuf, large.one(sendcount), sendtype, recvbuf, large.one(recvcount), recvtype,
      comm);
}

int MGEN_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Iallgather_c");
  return MPI_Iallgather(sendbuf, large.one(sendcount), sendtype, recvbuf, large.one(recvcount), recvtype,
      comm, request);
}

int MGEN_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Allgather_init_c");
  return MPI_Allgather_init(sendbuf, large.one(sendcount), sendtype, recvbuf, large.one(recvcount),
      recvtype, comm, info, request);
}

int MGEN_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) {
  const LargeCounts large("MGEN_Allgatherv_c");
  return MPI_Allgatherv(sendbuf, large.one(sendcount), sendtype, recvbuf, large.all(recvcounts,
      large.size(comm)).data(), large.all(displs, large.size(comm)).data(), recvtype, comm);
}

int MGEN_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request *request) {
  const LargeCounts large("MGEN_Iallgatherv_c");
  const int result = MPI_Iallgatherv(sendbuf, large.one(sendcount), sendtype, recvbuf,
      large.held(recvcounts, large.size(comm)), large.held(displs, large.size(comm)), recvtype, comm,
      request);
  if (result == MPI_SUCCESS) large.hold_for(*request);
  return result;
}

int MGEN_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Allgatherv_init_c");
  const int result = MPI_Allgatherv_init(sendbuf, large.one(sendcount), sendtype, recvbuf,
      large.held(recvcounts, large.size(comm)), large.held(displs, large.size(comm)), recvtype, comm,
      info, request);
  if (result == MPI_SUCCESS) large.hold_for(*request);
  return result;
}

int MGEN_Alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const LargeCounts large("MGEN_Alltoall_c");
  return MPI_Alltoall(sendbuf, large.one(sendcount), sendtype, recvbuf, large.one(recvcount), recvtype,
      comm);
}

int MGEN_Ialltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ialltoall_c");
  return MPI_Ialltoall(sendbuf, large.one(sendcount), sendtype, recvbuf, large.one(recvcount), recvtype,
      comm, request);
}

int MGEN_Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Alltoall_init_c");
  return MPI_Alltoall_init(sendbuf, large.one(sendcount), sendtype, recvbuf, large.one(recvcount),
      recvtype, comm, info, request);
}

int MGEN_Alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm) {
  const LargeCounts large("MGEN_Alltoallv_c");
  return MPI_Alltoallv(sendbuf, large.all(sendcounts, large.size(comm)).data(), large.all(sdispls,
      large.size(comm)).data(), sendtype, recvbuf, large.all(recvcounts, large.size(comm)).data(),
      large.all(rdispls, large.size(comm)).data(), recvtype, comm);
}

int MGEN_Ialltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ialltoallv_c");
  const int result = MPI_Ialltoallv(sendbuf, large.held(sendcounts, large.size(comm)), large.held(sdispls,
      large.size(comm)), sendtype, recvbuf, large.held(recvcounts, large.size(comm)), large.held(rdispls,
      large.size(comm)), recvtype, comm, request);
  if (result == MPI_SUCCESS) large.hold_for(*request);
  return result;
}

int MGEN_Alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Alltoallv_init_c");
  const int result = MPI_Alltoallv_init(sendbuf, large.held(sendcounts, large.size(comm)),
      large.held(sdispls, large.size(comm)), sendtype, recvbuf, large.held(recvcounts, large.size(comm)),
      large.held(rdispls, large.size(comm)), recvtype, comm, info, request);
  if (result == MPI_SUCCESS) large.hold_for(*request);
  return result;
}

int MGEN_Alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm) {
  const LargeCounts large("MGEN_Alltoallw_c");
  return MPI_Alltoallw(sendbuf, large.all(sendcounts, large.size(comm)).data(), large.all(sdispls,
      large.size(comm)).data(), sendtypes, recvbuf, large.all(recvcounts, large.size(comm)).data(),
      large.all(rdispls, large.size(comm)).data(), recvtypes, comm);
}

int MGEN_Ialltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ialltoallw_c");
  const int result = MPI_Ialltoallw(sendbuf, large.held(sendcounts, large.size(comm)), large.held(sdispls,
      large.size(comm)), sendtypes, recvbuf, large.held(recvcounts, large.size(comm)), large.held(rdispls,
      large.size(comm)), recvtypes, comm, request);
  if (result == MPI_SUCCESS) large.hold_for(*request);
  return result;
}

int MGEN_Alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Alltoallw_init_c");
  const int result = MPI_Alltoallw_init(sendbuf, large.held(sendcounts, large.size(comm)),
      large.held(sdispls, large.size(comm)), sendtypes, recvbuf, large.held(recvcounts, large.size(comm)),
      large.held(rdispls, large.size(comm)), recvtypes, comm, info, request);
  if (result == MPI_SUCCESS) large.hold_for(*request);
  return result;
}

int MGEN_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const LargeCounts large("MGEN_Reduce_scatter_c");
  return MPI_Reduce_scatter(sendbuf, recvbuf, large.all(recvcounts, large.size(comm)).data(), datatype,
      op, comm);
}

int MGEN_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ireduce_scatter_c");
  const int result = MPI_Ireduce_scatter(sendbuf, recvbuf, large.held(recvcounts, large.size(comm)),
      datatype, op, comm, request);
  if (result == MPI_SUCCESS) large.hold_for(*request);
  return result;
}

int MGEN_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Reduce_scatter_init_c");
  const int result = MPI_Reduce_scatter_init(sendbuf, recvbuf, large.held(recvcounts, large.size(comm)),
      datatype, op, comm, info, request);
  if (result == MPI_SUCCESS) large.hold_for(*request);
  return result;
}

int MGEN_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const LargeCounts large("MGEN_Reduce_scatter_block_c");
  return MPI_Reduce_scatter_block(sendbuf, recvbuf, large.one(recvcount), datatype, op, comm);
}

int MGEN_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ireduce_scatter_block_c");
  return MPI_Ireduce_scatter_block(sendbuf, recvbuf, large.one(recvcount), datatype, op, comm, request);
}

int MGEN_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Reduce_scatter_block_init_c");
  return MPI_Reduce_scatter_block_init(sendbuf, recvbuf, large.one(recvcount), datatype, op, comm, info,
      request);
}

int MGEN_Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) {
  const LargeCounts large("MGEN_Scan_c");
  return MPI_Scan(sendbuf, recvbuf, large.one(count), datatype, op, comm);
}

int MGEN_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Iscan_c");
  return MPI_Iscan(sendbuf, recvbuf, large.one(count), datatype, op, comm, request);
}

int MGEN_Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Scan_init_c");
  return MPI_Scan_init(sendbuf, recvbuf, large.one(count), datatype, op, comm, info, request);
}

int MGEN_Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) {
  const LargeCounts large("MGEN_Exscan_c");
  return MPI_Exscan(sendbuf, recvbuf, large.one(count), datatype, op, comm);
}

int MGEN_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Iexscan_c");
  return MPI_Iexscan(sendbuf, recvbuf, large.one(count), datatype, op, comm, request);
}

int MGEN_Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Exscan_init_c");
  return MPI_Exscan_init(sendbuf, recvbuf, large.one(count), datatype, op, comm, info, request);
}

int MGEN_Neighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const LargeCounts large("MGEN_Neighbor_allgather_c");
  return MPI_Neighbor_allgather(sendbuf, large.one(sendcount), sendtype, recvbuf, large.one(recvcount),
      recvtype, comm);
}

int MGEN_Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ineighbor_allgather_c");
  return MPI_Ineighbor_allgather(sendbuf, large.one(sendcount), sendtype, recvbuf, large.one(recvcount),
      recvtype, comm, request);
}

int MGEN_Neighbor_allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) {
  const LargeCounts large("MGEN_Neighbor_allgather_init_c");
  return MPI_Neighbor_allgather_init(sendbuf, large.one(sendcount), sendtype, recvbuf,
      large.one(recvcount), recvtype, comm, info, request);
}

int MGEN_Neighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
    MPI_Comm comm) {
  const LargeCounts large("MGEN_Neighbor_allgatherv_c");
  return MPI_Neighbor_allgatherv(sendbuf, large.one(sendcount), sendtype, recvbuf, large.all(recvcounts,
      large.in(comm)).data(), large.all(displs, large.in(comm)).data(), recvtype, comm);
}

int MGEN_Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ineighbor_allgatherv_c");
  const int result = MPI_Ineighbor_allgatherv(sendbuf, large.one(sendcount), sendtype, recvbuf,
      large.held(recvcounts, large.in(comm)), large.held(displs, large.in(comm)), recvtype, comm,
      request);
  if (result == MPI_SUCCESS) large.hold_for(*request);
  return result;
}

int MGEN_Neighbor_allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Neighbor_allgatherv_init_c");
  const int result = MPI_Neighbor_allgatherv_init(sendbuf, large.one(sendcount), sendtype, recvbuf,
      large.held(recvcounts, large.in(comm)), large.held(displs, large.in(comm)), recvtype, comm, info,
      request);
  if (result == MPI_SUCCESS) large.hold_for(*request);
  return result;
}

int MGEN_Neighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const LargeCounts large("MGEN_Neighbor_alltoall_c");
  return MPI_Neighbor_alltoall(sendbuf, large.one(sendcount), sendtype, recvbuf, large.one(recvcount),
      recvtype, comm);
}

int MGEN_Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ineighbor_alltoall_c");
  return MPI_Ineighbor_alltoall(sendbuf, large.one(sendcount), sendtype, recvbuf, large.one(recvcount),
      recvtype, comm, request);
}

int MGEN_Neighbor_alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) {
  const LargeCounts large("MGEN_Neighbor_alltoall_init_c");
  return MPI_Neighbor_alltoall_init(sendbuf, large.one(sendcount), sendtype, recvbuf,
      large.one(recvcount), recvtype, comm, info, request);
}

int MGEN_Neighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm) {
  const LargeCounts large("MGEN_Neighbor_alltoallv_c");
  return MPI_Neighbor_alltoallv(sendbuf, large.all(sendcounts, large.out(comm)).data(), large.all(sdispls,
      large.out(comm)).data(), sendtype, recvbuf, large.all(recvcounts, large.in(comm)).data(),
      large.all(rdispls, large.in(comm)).data(), recvtype, comm);
}

int MGEN_Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ineighbor_alltoallv_c");
  const int result = MPI_Ineighbor_alltoallv(sendbuf, large.held(sendcounts, large.out(comm)),
      large.held(sdispls, large.out(comm)), sendtype, recvbuf, large.held(recvcounts, large.in(comm)),
      large.held(rdispls, large.in(comm)), recvtype, comm, request);
  if (result == MPI_SUCCESS) large.hold_for(*request);
  return result;
}

int MGEN_Neighbor_alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Neighbor_alltoallv_init_c");
  const int result = MPI_Neighbor_alltoallv_init(sendbuf, large.held(sendcounts, large.out(comm)),
      large.held(sdispls, large.out(comm)), sendtype, recvbuf, large.held(recvcounts, large.in(comm)),
      large.held(rdispls, large.in(comm)), recvtype, comm, info, request);
  if (result == MPI_SUCCESS) large.hold_for(*request);
  return result;
}

int MGEN_Neighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm) {
  const LargeCounts large("MGEN_Neighbor_alltoallw_c");
  return MPI_Neighbor_alltoallw(sendbuf, large.all(sendcounts, large.out(comm)).data(), sdispls,
      sendtypes, recvbuf, large.all(recvcounts, large.in(comm)).data(), rdispls, recvtypes, comm);
}

int MGEN_Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ineighbor_alltoallw_c");
  const int result = MPI_Ineighbor_alltoallw(sendbuf, large.held(sendcounts, large.out(comm)), sdispls,
      sendtypes, recvbuf, large.held(recvcounts, large.in(comm)), rdispls, recvtypes, comm, request);
  if (result == MPI_SUCCESS) large.hold_for(*request);
  return result;
}

int MGEN_Neighbor_alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
    MPI_Request *request) {
  const LargeCounts large("MGEN_Neighbor_alltoallw_init_c");
  const int result = MPI_Neighbor_alltoallw_init(sendbuf, large.held(sendcounts, large.out(comm)),
      sdispls, sendtypes, recvbuf, large.held(recvcounts, large.in(comm)), rdispls, recvtypes, comm, info,
      request);
  if (result == MPI_SUCCESS) large.hold_for(*request);
  return result;
}

int MGEN_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
    MPI_Win *win) {
  const LargeCounts large("MGEN_Win_create_c");
  return MPI_Win_create(base, size, large.one(disp_unit), info, comm, win);
}

int MGEN_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
    MPI_Win *win) {
  const LargeCounts large("MGEN_Win_allocate_c");
  return MPI_Win_allocate(size, large.one(disp_unit), info, comm, baseptr, win);
}

int MGEN_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
    void *baseptr, MPI_Win *win) {
  const LargeCounts large("MGEN_Win_allocate_shared_c");
  return MPI_Win_allocate_shared(size, large.one(disp_unit), info, comm, baseptr, win);
}

int MGEN_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit, void *baseptr) {
  int small_disp_unit = 0;
  const int result = MPI_Win_shared_query(win, rank, size, &small_disp_unit, baseptr);
  *disp_unit = small_disp_unit;
  return result;
}

int MGEN_Put_c(const void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Win win) {
  const LargeCounts large("MGEN_Put_c");
  return MPI_Put(origin, large.one(count), type, target, disp, large.one(target_count), target_type, win);
}

int MGEN_Get_c(void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Win win) {
  const LargeCounts large("MGEN_Get_c");
  return MPI_Get(origin, large.one(count), type, target, disp, large.one(target_count), target_type, win);
}

int MGEN_Accumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
  const LargeCounts large("MGEN_Accumulate_c");
  return MPI_Accumulate(origin, large.one(count), type, target, disp, large.one(target_count),
      target_type, op, win);
}

int MGEN_Get_accumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, void *result,
    MPI_Count result_count, MPI_Datatype result_type, int target, MPI_Aint disp, MPI_Count target_count,
    MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
  const LargeCounts large("MGEN_Get_accumulate_c");
  return MPI_Get_accumulate(origin, large.one(count), type, result, large.one(result_count), result_type,
      target, disp, large.one(target_count), target_type, op, win);
}

int MGEN_Rput_c(const void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request) {
  const LargeCounts large("MGEN_Rput_c");
  return MPI_Rput(origin, large.one(count), type, target, disp, large.one(target_count), target_type, win,
      request);
}

int MGEN_Rget_c(void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request) {
  const LargeCounts large("MGEN_Rget_c");
  return MPI_Rget(origin, large.one(count), type, target, disp, large.one(target_count), target_type, win,
      request);
}

int MGEN_Raccumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request *request) {
  const LargeCounts large("MGEN_Raccumulate_c");
  return MPI_Raccumulate(origin, large.one(count), type, target, disp, large.one(target_count),
      target_type, op, win, request);
}

int MGEN_Rget_accumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, void *result,
    MPI_Count result_count, MPI_Datatype result_type, int target, MPI_Aint disp, MPI_Count target_count,
    MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request *request) {
  const LargeCounts large("MGEN_Rget_accumulate_c");
  return MPI_Rget_accumulate(origin, large.one(count), type, result, large.one(result_count), result_type,
      target, disp, large.one(target_count), target_type, op, win, request);
}

}  // extern "C"
