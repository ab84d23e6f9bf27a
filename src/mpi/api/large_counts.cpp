// SPDX-License-Identifier: MIT
// MPI's functions with large counts. Written by tools/mpi-faces from src/mpi/api/mpi_*.txt: do not edit.

#include "mpi/api/large_counts.h"

using kasuri::mpi::LargeCounts;

extern "C" {

int MGEN_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) {
  const LargeCounts large("MGEN_Send_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Send(buf, small_count.count, small_count.type, dest, tag, comm);
}

int MGEN_Ssend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) {
  const LargeCounts large("MGEN_Ssend_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Ssend(buf, small_count.count, small_count.type, dest, tag, comm);
}

int MGEN_Rsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) {
  const LargeCounts large("MGEN_Rsend_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Rsend(buf, small_count.count, small_count.type, dest, tag, comm);
}

int MGEN_Bsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) {
  const LargeCounts large("MGEN_Bsend_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Bsend(buf, small_count.count, small_count.type, dest, tag, comm);
}

int MGEN_Recv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Status *status) {
  const LargeCounts large("MGEN_Recv_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Recv(buf, small_count.count, small_count.type, source, tag, comm, status);
}

int MGEN_Isend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Isend_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Isend(buf, small_count.count, small_count.type, dest, tag, comm, request);
}

int MGEN_Issend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Issend_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Issend(buf, small_count.count, small_count.type, dest, tag, comm, request);
}

int MGEN_Irsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Irsend_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Irsend(buf, small_count.count, small_count.type, dest, tag, comm, request);
}

int MGEN_Ibsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ibsend_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Ibsend(buf, small_count.count, small_count.type, dest, tag, comm, request);
}

int MGEN_Irecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request) {
  const LargeCounts large("MGEN_Irecv_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Irecv(buf, small_count.count, small_count.type, source, tag, comm, request);
}

int MGEN_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
    int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
    MPI_Comm comm, MPI_Status *status) {
  const LargeCounts large("MGEN_Sendrecv_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Sendrecv(sendbuf, small_sendcount.count, small_sendcount.type, dest, sendtag, recvbuf,
      small_recvcount.count, small_recvcount.type, source, recvtag, comm, status);
}

int MGEN_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag,
    int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
  const LargeCounts large("MGEN_Sendrecv_replace_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Sendrecv_replace(buf, small_count.count, small_count.type, dest, sendtag, source, recvtag,
      comm, status);
}

int MGEN_Isendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
    int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Isendrecv_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Isendrecv(sendbuf, small_sendcount.count, small_sendcount.type, dest, sendtag, recvbuf,
      small_recvcount.count, small_recvcount.type, source, recvtag, comm, request);
}

int MGEN_Isendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag,
    int source, int recvtag, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Isendrecv_replace_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Isendrecv_replace(buf, small_count.count, small_count.type, dest, sendtag, source, recvtag,
      comm, request);
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
  const auto small_count = large.elements(count, datatype);
  return MPI_Send_init(buf, small_count.count, small_count.type, dest, tag, comm, request);
}

int MGEN_Ssend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ssend_init_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Ssend_init(buf, small_count.count, small_count.type, dest, tag, comm, request);
}

int MGEN_Rsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Rsend_init_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Rsend_init(buf, small_count.count, small_count.type, dest, tag, comm, request);
}

int MGEN_Bsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Bsend_init_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Bsend_init(buf, small_count.count, small_count.type, dest, tag, comm, request);
}

int MGEN_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Recv_init_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Recv_init(buf, small_count.count, small_count.type, source, tag, comm, request);
}

int MGEN_Mrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
    MPI_Status *status) {
  const LargeCounts large("MGEN_Mrecv_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Mrecv(buf, small_count.count, small_count.type, message, status);
}

int MGEN_Imrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
    MPI_Request *request) {
  const LargeCounts large("MGEN_Imrecv_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Imrecv(buf, small_count.count, small_count.type, message, request);
}

int MGEN_Type_contiguous_c(MPI_Count count, MPI_Datatype old, MPI_Datatype *newtype) {
  const LargeCounts large("MGEN_Type_contiguous_c");
  const auto small_count = large.elements(count, old);
  return MPI_Type_contiguous(small_count.count, small_count.type, newtype);
}

int MGEN_Type_create_resized_c(MPI_Datatype old, MPI_Count lower, MPI_Count extent,
    MPI_Datatype *newtype) {
  return MPI_Type_create_resized(old, lower, extent, newtype);
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

int MGEN_Pack_external_c(const char *datarep, const void *inbuf, MPI_Count incount, MPI_Datatype datatype,
    void *outbuf, MPI_Count outsize, MPI_Count *position) {
  const LargeCounts large("MGEN_Pack_external_c");
  const auto small_incount = large.elements(incount, datatype);
  return MPI_Pack_external(datarep, inbuf, small_incount.count, small_incount.type, outbuf, outsize,
      position);
}

int MGEN_Unpack_external_c(const char *datarep, const void *inbuf, MPI_Count insize, MPI_Count *position,
    void *outbuf, MPI_Count outcount, MPI_Datatype datatype) {
  const LargeCounts large("MGEN_Unpack_external_c");
  const auto small_outcount = large.elements(outcount, datatype);
  return MPI_Unpack_external(datarep, inbuf, insize, position, outbuf, small_outcount.count,
      small_outcount.type);
}

int MGEN_Pack_external_size_c(const char *datarep, MPI_Count incount, MPI_Datatype datatype,
    MPI_Count *size) {
  const LargeCounts large("MGEN_Pack_external_size_c");
  const auto small_incount = large.elements(incount, datatype);
  return MPI_Pack_external_size(datarep, small_incount.count, small_incount.type, size);
}

int MGEN_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op) {
  const LargeCounts large("MGEN_Reduce_local_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Reduce_local(inbuf, inoutbuf, small_count.count, small_count.type, op);
}

int MGEN_Bcast_c(void *buf, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) {
  const LargeCounts large("MGEN_Bcast_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Bcast(buf, small_count.count, small_count.type, root, comm);
}

int MGEN_Ibcast_c(void *buf, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
    MPI_Request *request) {
  const LargeCounts large("MGEN_Ibcast_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Ibcast(buf, small_count.count, small_count.type, root, comm, request);
}

int MGEN_Bcast_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Bcast_init_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Bcast_init(buf, small_count.count, small_count.type, root, comm, info, request);
}

int MGEN_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    int root, MPI_Comm comm) {
  const LargeCounts large("MGEN_Reduce_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Reduce(sendbuf, recvbuf, small_count.count, small_count.type, op, root, comm);
}

int MGEN_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    int root, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ireduce_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Ireduce(sendbuf, recvbuf, small_count.count, small_count.type, op, root, comm, request);
}

int MGEN_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Reduce_init_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Reduce_init(sendbuf, recvbuf, small_count.count, small_count.type, op, root, comm, info,
      request);
}

int MGEN_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm) {
  const LargeCounts large("MGEN_Allreduce_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Allreduce(sendbuf, recvbuf, small_count.count, small_count.type, op, comm);
}

int MGEN_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Iallreduce_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Iallreduce(sendbuf, recvbuf, small_count.count, small_count.type, op, comm, request);
}

int MGEN_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Allreduce_init_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Allreduce_init(sendbuf, recvbuf, small_count.count, small_count.type, op, comm, info,
      request);
}

int MGEN_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const LargeCounts large("MGEN_Gather_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Gather(sendbuf, small_sendcount.count, small_sendcount.type, recvbuf, small_recvcount.count,
      small_recvcount.type, root, comm);
}

int MGEN_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Igather_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Igather(sendbuf, small_sendcount.count, small_sendcount.type, recvbuf, small_recvcount.count,
      small_recvcount.type, root, comm, request);
}

int MGEN_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) {
  const LargeCounts large("MGEN_Gather_init_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Gather_init(sendbuf, small_sendcount.count, small_sendcount.type, recvbuf,
      small_recvcount.count, small_recvcount.type, root, comm, info, request);
}

int MGEN_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const LargeCounts large("MGEN_Scatter_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Scatter(sendbuf, small_sendcount.count, small_sendcount.type, recvbuf, small_recvcount.count,
      small_recvcount.type, root, comm);
}

int MGEN_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Iscatter_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Iscatter(sendbuf, small_sendcount.count, small_sendcount.type, recvbuf,
      small_recvcount.count, small_recvcount.type, root, comm, request);
}

int MGEN_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) {
  const LargeCounts large("MGEN_Scatter_init_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Scatter_init(sendbuf, small_sendcount.count, small_sendcount.type, recvbuf,
      small_recvcount.count, small_recvcount.type, root, comm, info, request);
}

int MGEN_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const LargeCounts large("MGEN_Allgather_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Allgather(sendbuf, small_sendcount.count, small_sendcount.type, recvbuf,
      small_recvcount.count, small_recvcount.type, comm);
}

int MGEN_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Iallgather_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Iallgather(sendbuf, small_sendcount.count, small_sendcount.type, recvbuf,
      small_recvcount.count, small_recvcount.type, comm, request);
}

int MGEN_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Allgather_init_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Allgather_init(sendbuf, small_sendcount.count, small_sendcount.type, recvbuf,
      small_recvcount.count, small_recvcount.type, comm, info, request);
}

int MGEN_Alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const LargeCounts large("MGEN_Alltoall_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Alltoall(sendbuf, small_sendcount.count, small_sendcount.type, recvbuf,
      small_recvcount.count, small_recvcount.type, comm);
}

int MGEN_Ialltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ialltoall_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Ialltoall(sendbuf, small_sendcount.count, small_sendcount.type, recvbuf,
      small_recvcount.count, small_recvcount.type, comm, request);
}

int MGEN_Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Alltoall_init_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Alltoall_init(sendbuf, small_sendcount.count, small_sendcount.type, recvbuf,
      small_recvcount.count, small_recvcount.type, comm, info, request);
}

int MGEN_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const LargeCounts large("MGEN_Reduce_scatter_block_c");
  const auto small_recvcount = large.elements(recvcount, datatype);
  return MPI_Reduce_scatter_block(sendbuf, recvbuf, small_recvcount.count, small_recvcount.type, op,
      comm);
}

int MGEN_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ireduce_scatter_block_c");
  const auto small_recvcount = large.elements(recvcount, datatype);
  return MPI_Ireduce_scatter_block(sendbuf, recvbuf, small_recvcount.count, small_recvcount.type, op,
      comm, request);
}

int MGEN_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Reduce_scatter_block_init_c");
  const auto small_recvcount = large.elements(recvcount, datatype);
  return MPI_Reduce_scatter_block_init(sendbuf, recvbuf, small_recvcount.count, small_recvcount.type, op,
      comm, info, request);
}

int MGEN_Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) {
  const LargeCounts large("MGEN_Scan_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Scan(sendbuf, recvbuf, small_count.count, small_count.type, op, comm);
}

int MGEN_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Iscan_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Iscan(sendbuf, recvbuf, small_count.count, small_count.type, op, comm, request);
}

int MGEN_Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Scan_init_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Scan_init(sendbuf, recvbuf, small_count.count, small_count.type, op, comm, info, request);
}

int MGEN_Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) {
  const LargeCounts large("MGEN_Exscan_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Exscan(sendbuf, recvbuf, small_count.count, small_count.type, op, comm);
}

int MGEN_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Iexscan_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Iexscan(sendbuf, recvbuf, small_count.count, small_count.type, op, comm, request);
}

int MGEN_Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  const LargeCounts large("MGEN_Exscan_init_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_Exscan_init(sendbuf, recvbuf, small_count.count, small_count.type, op, comm, info, request);
}

int MGEN_Neighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const LargeCounts large("MGEN_Neighbor_allgather_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Neighbor_allgather(sendbuf, small_sendcount.count, small_sendcount.type, recvbuf,
      small_recvcount.count, small_recvcount.type, comm);
}

int MGEN_Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ineighbor_allgather_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Ineighbor_allgather(sendbuf, small_sendcount.count, small_sendcount.type, recvbuf,
      small_recvcount.count, small_recvcount.type, comm, request);
}

int MGEN_Neighbor_allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) {
  const LargeCounts large("MGEN_Neighbor_allgather_init_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Neighbor_allgather_init(sendbuf, small_sendcount.count, small_sendcount.type, recvbuf,
      small_recvcount.count, small_recvcount.type, comm, info, request);
}

int MGEN_Neighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const LargeCounts large("MGEN_Neighbor_alltoall_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Neighbor_alltoall(sendbuf, small_sendcount.count, small_sendcount.type, recvbuf,
      small_recvcount.count, small_recvcount.type, comm);
}

int MGEN_Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  const LargeCounts large("MGEN_Ineighbor_alltoall_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Ineighbor_alltoall(sendbuf, small_sendcount.count, small_sendcount.type, recvbuf,
      small_recvcount.count, small_recvcount.type, comm, request);
}

int MGEN_Neighbor_alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) {
  const LargeCounts large("MGEN_Neighbor_alltoall_init_c");
  const auto small_sendcount = large.elements(sendcount, sendtype);
  const auto small_recvcount = large.elements(recvcount, recvtype);
  return MPI_Neighbor_alltoall_init(sendbuf, small_sendcount.count, small_sendcount.type, recvbuf,
      small_recvcount.count, small_recvcount.type, comm, info, request);
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
  const auto small_count = large.elements(count, type);
  const auto small_target_count = large.elements(target_count, target_type);
  return MPI_Put(origin, small_count.count, small_count.type, target, disp, small_target_count.count,
      small_target_count.type, win);
}

int MGEN_Get_c(void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Win win) {
  const LargeCounts large("MGEN_Get_c");
  const auto small_count = large.elements(count, type);
  const auto small_target_count = large.elements(target_count, target_type);
  return MPI_Get(origin, small_count.count, small_count.type, target, disp, small_target_count.count,
      small_target_count.type, win);
}

int MGEN_Accumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
  const LargeCounts large("MGEN_Accumulate_c");
  const auto small_count = large.elements(count, type);
  const auto small_target_count = large.elements(target_count, target_type);
  return MPI_Accumulate(origin, small_count.count, small_count.type, target, disp,
      small_target_count.count, small_target_count.type, op, win);
}

int MGEN_Get_accumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, void *result,
    MPI_Count result_count, MPI_Datatype result_type, int target, MPI_Aint disp, MPI_Count target_count,
    MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
  const LargeCounts large("MGEN_Get_accumulate_c");
  const auto small_count = large.elements(count, type);
  const auto small_result_count = large.elements(result_count, result_type);
  const auto small_target_count = large.elements(target_count, target_type);
  return MPI_Get_accumulate(origin, small_count.count, small_count.type, result, small_result_count.count,
      small_result_count.type, target, disp, small_target_count.count, small_target_count.type, op, win);
}

int MGEN_Rput_c(const void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request) {
  const LargeCounts large("MGEN_Rput_c");
  const auto small_count = large.elements(count, type);
  const auto small_target_count = large.elements(target_count, target_type);
  return MPI_Rput(origin, small_count.count, small_count.type, target, disp, small_target_count.count,
      small_target_count.type, win, request);
}

int MGEN_Rget_c(void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request) {
  const LargeCounts large("MGEN_Rget_c");
  const auto small_count = large.elements(count, type);
  const auto small_target_count = large.elements(target_count, target_type);
  return MPI_Rget(origin, small_count.count, small_count.type, target, disp, small_target_count.count,
      small_target_count.type, win, request);
}

int MGEN_Raccumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, int target, MPI_Aint disp,
    MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request *request) {
  const LargeCounts large("MGEN_Raccumulate_c");
  const auto small_count = large.elements(count, type);
  const auto small_target_count = large.elements(target_count, target_type);
  return MPI_Raccumulate(origin, small_count.count, small_count.type, target, disp,
      small_target_count.count, small_target_count.type, op, win, request);
}

int MGEN_Rget_accumulate_c(const void *origin, MPI_Count count, MPI_Datatype type, void *result,
    MPI_Count result_count, MPI_Datatype result_type, int target, MPI_Aint disp, MPI_Count target_count,
    MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request *request) {
  const LargeCounts large("MGEN_Rget_accumulate_c");
  const auto small_count = large.elements(count, type);
  const auto small_result_count = large.elements(result_count, result_type);
  const auto small_target_count = large.elements(target_count, target_type);
  return MPI_Rget_accumulate(origin, small_count.count, small_count.type, result,
      small_result_count.count, small_result_count.type, target, disp, small_target_count.count,
      small_target_count.type, op, win, request);
}

int MGEN_File_read_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) {
  const LargeCounts large("MGEN_File_read_at_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_read_at(fh, offset, buf, small_count.count, small_count.type, status);
}

int MGEN_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Status *status) {
  const LargeCounts large("MGEN_File_read_at_all_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_read_at_all(fh, offset, buf, small_count.count, small_count.type, status);
}

int MGEN_File_iread_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request *request) {
  const LargeCounts large("MGEN_File_iread_at_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_iread_at(fh, offset, buf, small_count.count, small_count.type, request);
}

int MGEN_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request *request) {
  const LargeCounts large("MGEN_File_iread_at_all_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_iread_at_all(fh, offset, buf, small_count.count, small_count.type, request);
}

int MGEN_File_write_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Status *status) {
  const LargeCounts large("MGEN_File_write_at_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_write_at(fh, offset, buf, small_count.count, small_count.type, status);
}

int MGEN_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Status *status) {
  const LargeCounts large("MGEN_File_write_at_all_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_write_at_all(fh, offset, buf, small_count.count, small_count.type, status);
}

int MGEN_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request *request) {
  const LargeCounts large("MGEN_File_iwrite_at_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_iwrite_at(fh, offset, buf, small_count.count, small_count.type, request);
}

int MGEN_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request *request) {
  const LargeCounts large("MGEN_File_iwrite_at_all_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_iwrite_at_all(fh, offset, buf, small_count.count, small_count.type, request);
}

int MGEN_File_read_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) {
  const LargeCounts large("MGEN_File_read_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_read(fh, buf, small_count.count, small_count.type, status);
}

int MGEN_File_read_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) {
  const LargeCounts large("MGEN_File_read_all_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_read_all(fh, buf, small_count.count, small_count.type, status);
}

int MGEN_File_read_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) {
  const LargeCounts large("MGEN_File_read_shared_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_read_shared(fh, buf, small_count.count, small_count.type, status);
}

int MGEN_File_read_ordered_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) {
  const LargeCounts large("MGEN_File_read_ordered_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_read_ordered(fh, buf, small_count.count, small_count.type, status);
}

int MGEN_File_iread_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) {
  const LargeCounts large("MGEN_File_iread_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_iread(fh, buf, small_count.count, small_count.type, request);
}

int MGEN_File_iread_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) {
  const LargeCounts large("MGEN_File_iread_all_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_iread_all(fh, buf, small_count.count, small_count.type, request);
}

int MGEN_File_iread_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) {
  const LargeCounts large("MGEN_File_iread_shared_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_iread_shared(fh, buf, small_count.count, small_count.type, request);
}

int MGEN_File_write_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) {
  const LargeCounts large("MGEN_File_write_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_write(fh, buf, small_count.count, small_count.type, status);
}

int MGEN_File_write_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) {
  const LargeCounts large("MGEN_File_write_all_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_write_all(fh, buf, small_count.count, small_count.type, status);
}

int MGEN_File_write_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) {
  const LargeCounts large("MGEN_File_write_shared_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_write_shared(fh, buf, small_count.count, small_count.type, status);
}

int MGEN_File_write_ordered_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) {
  const LargeCounts large("MGEN_File_write_ordered_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_write_ordered(fh, buf, small_count.count, small_count.type, status);
}

int MGEN_File_iwrite_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) {
  const LargeCounts large("MGEN_File_iwrite_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_iwrite(fh, buf, small_count.count, small_count.type, request);
}

int MGEN_File_iwrite_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) {
  const LargeCounts large("MGEN_File_iwrite_all_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_iwrite_all(fh, buf, small_count.count, small_count.type, request);
}

int MGEN_File_iwrite_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) {
  const LargeCounts large("MGEN_File_iwrite_shared_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_iwrite_shared(fh, buf, small_count.count, small_count.type, request);
}

int MGEN_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
    MPI_Datatype datatype) {
  const LargeCounts large("MGEN_File_read_at_all_begin_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_read_at_all_begin(fh, offset, buf, small_count.count, small_count.type);
}

int MGEN_File_read_all_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype) {
  const LargeCounts large("MGEN_File_read_all_begin_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_read_all_begin(fh, buf, small_count.count, small_count.type);
}

int MGEN_File_read_ordered_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype) {
  const LargeCounts large("MGEN_File_read_ordered_begin_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_read_ordered_begin(fh, buf, small_count.count, small_count.type);
}

int MGEN_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype) {
  const LargeCounts large("MGEN_File_write_at_all_begin_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_write_at_all_begin(fh, offset, buf, small_count.count, small_count.type);
}

int MGEN_File_write_all_begin_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype) {
  const LargeCounts large("MGEN_File_write_all_begin_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_write_all_begin(fh, buf, small_count.count, small_count.type);
}

int MGEN_File_write_ordered_begin_c(MPI_File fh, const void *buf, MPI_Count count,
    MPI_Datatype datatype) {
  const LargeCounts large("MGEN_File_write_ordered_begin_c");
  const auto small_count = large.elements(count, datatype);
  return MPI_File_write_ordered_begin(fh, buf, small_count.count, small_count.type);
}

int MGEN_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent) {
  return MPI_File_get_type_extent(fh, datatype, extent);
}

}  // extern "C"
