// SPDX-License-Identifier: MIT
// mgen.h: the surroundings of a rank.
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "mpi/api/mgen_handles.h"
#include "mpi/ranks/program_heap.h"
#include "mpi/ranks/rank_threads.h"

using kasuri::mpi::Call;

namespace {

// inout = in op inout, as a reduction does it at a rank.
int reduce_locally(Call& call, const void* in, void* inout, std::int64_t count, MPI_Datatype type,
                   MPI_Op op) {
  const kasuri::mpi::Element e = element_of(call, type);
  const kasuri::Bytes bytes{count * e.size};
  call.check_buffer(in, bytes);
  call.check_buffer(inout, bytes);
  const bool moves = call.payload() && in && inout && count > 0;
  if (moves && e.layout) {
    const auto span = e.layout->true_span(count);
    call.check_access(in, span.begin, span.end, bytes, false);
    call.check_access(inout, span.begin, span.end, bytes, true);
  } else if (moves) {
    call.check_access(in, 0, bytes.n, bytes, false);
    call.check_access(inout, 0, bytes.n, bytes, true);
  } else if (inout && bytes.n > 0) {
    ++call.world().rank(call.rank()).statistics.without_data;
  }
  if (const kasuri::mpi::UserOp* user = user_op_of(call, op)) {
    if (!moves) return MPI_SUCCESS;
    const std::int64_t extent = layout_of(call, type).extent;
    for (std::int64_t done = 0; done < count; done += INT32_MAX) {
      int n = static_cast<int>(std::min<std::int64_t>(count - done, INT32_MAX));
      const auto further = [&](const void* p) {
        return const_cast<std::byte*>(static_cast<const std::byte*>(p)) + done * extent;
      };
      kasuri::mpi::call_program(call.world(), call.coroutine(), [&] {
        user->function(further(in), further(inout), &n, &type);
      });
    }
    return MPI_SUCCESS;
  }
  const kasuri::mpi::Op known = op_of(call, op, e);
  call.spend(kasuri::mpi::Activity::computing,
             call.world().params().reduce_time(kasuri::mpi::name_of(known), bytes, bytes));
  if (!moves) return MPI_SUCCESS;
  if (!e.layout) {
    kasuri::mpi::combine(known, e.type, in, inout, count);
    return MPI_SUCCESS;
  }
  std::vector<std::byte> operands(static_cast<std::size_t>(2 * bytes.n));
  std::byte* const result = operands.data() + bytes.n;
  e.layout->pack(in, count, operands.data());
  e.layout->pack(inout, count, result);
  kasuri::mpi::combine(known, e.type, operands.data(), result, count);
  e.layout->unpack(result, 0, bytes.n, inout);
  return MPI_SUCCESS;
}

// A rank of one core is one thread, which makes all calls; on several, those of OpenMP may call at once.
int most_of_threads(const Call& call) {
  return call.ranks().job_of(call.rank()).threads > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_FUNNELED;
}

}  // namespace

extern "C" {

int MGEN_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int error = MGEN_Init(argc, argv);
  if (error != MPI_SUCCESS) return error;
  Call call("MGEN_Init_thread");
  *provided = std::min(required, most_of_threads(call));
  call.world().rank(call.rank()).thread_level = static_cast<std::uint16_t>(*provided);
  return MPI_SUCCESS;
}

int MGEN_Query_thread(int* provided) {
  Call call("MGEN_Query_thread");
  const std::uint16_t level = call.world().rank(call.rank()).thread_level;
  *provided = level == UINT16_MAX ? most_of_threads(call) : level;
  return MPI_SUCCESS;
}

int MGEN_Get_processor_name(char* name, int* length) {
  Call call("MGEN_Get_processor_name");
  const auto end =
      fmt::format_to_n(name, MPI_MAX_PROCESSOR_NAME - 1, "node {}", call.ranks().node_of(call.rank()).v);
  *end.out = '\0';
  *length = static_cast<int>(end.size);
  return MPI_SUCCESS;
}

int MGEN_Is_thread_main(int* flag) {
  Call call("MGEN_Is_thread_main");
  const bool several = call.world().rank(call.rank()).has_threads;
  *flag = !several || kasuri::mpi::RankThreads::of(call.world(), call.rank()).current() == 0;
  return MPI_SUCCESS;
}

int MGEN_Get_version(int* version, int* subversion) {
  *version = MPI_VERSION;
  *subversion = MPI_SUBVERSION;
  return MPI_SUCCESS;
}

int MGEN_Get_library_version(char* version, int* length) {
  constexpr const char* kText = "Kasuri " KASURI_VERSION;
  static_assert(std::string_view(kText).size() < MPI_MAX_LIBRARY_VERSION_STRING);
  std::strcpy(version, kText);
  *length = static_cast<int>(std::strlen(kText));
  return MPI_SUCCESS;
}

int MGEN_Alloc_mem(MPI_Aint size, MPI_Info, void* address_of_pointer) {
  Call call("MGEN_Alloc_mem");
  if (size < 0) call.fail_as(MPI_ERR_ARG, "size {} is negative", size);
  void* const memory = std::malloc(size > 0 ? static_cast<std::size_t>(size) : 1);
  if (!memory) call.fail_as(MPI_ERR_NO_MEM, "there are no {} bytes of memory", size);
  kasuri::mpi::ProgramHeap::add(static_cast<std::int64_t>(malloc_usable_size(memory)));
  std::memcpy(address_of_pointer, &memory, sizeof memory);
  return MPI_SUCCESS;
}

int MGEN_Free_mem(void* address) {
  std::free(address);
  return MPI_SUCCESS;
}

int MGEN_Reduce_local(const void* in, void* inout, int count, MPI_Datatype type, MPI_Op op) {
  Call call("MGEN_Reduce_local");
  call.check_count(count);
  const kasuri::mpi::Large large = large_of(call, type);
  if (large.count > 0) [[unlikely]] return reduce_locally(call, in, inout, large.count, large.type, op);
  return reduce_locally(call, in, inout, count, type, op);
}

}  // extern "C"
