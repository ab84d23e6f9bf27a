// SPDX-License-Identifier: MIT
// mgen.h: collective operations. Arguments are checked and put into a CollectiveCall; then the
// operation runs at once, beside the program, or is kept for later.
#include "mpi/api/mgen_collectives.h"

#include <memory>

#include "mpi/ranks/collective_tag.h"
#include "mpi/ranks/collectives.h"

namespace kasuri::mpi {

int run(Call& call, const Prepared& p) {
  p.take_packing_time(call);
  const std::unique_ptr<PackedCall> packing(p.packing);
  World& world = call.world();
  const std::int32_t tag = world.collectives().enter(
      call.coroutine(), *p.comm, static_cast<std::uint32_t>(p.which),
      p.comm->between ? 0 : hash_of(p.which, p.call));
  {
    Team team(world, call.coroutine(), *p.comm, tag);
    world.collectives().run_call(team, p.which, p.call, packing.get());
  }
  world.collectives().leave(call.coroutine());
  if (Recorder* r = world.recorder()) [[unlikely]] {
    r->collective(call.rank(), *p.comm, p.which, p.call, nullptr);
  }
  return MPI_SUCCESS;
}

Handle begin(Call& call, const Prepared& p, std::optional<std::uint32_t> persistent) {
  p.take_packing_time(call);
  const Handle begun = call.world().collectives().start(call.coroutine(), *p.comm, p.which, p.call,
                                                        p.packing, persistent);
  if (Recorder* r = call.world().recorder()) [[unlikely]] {
    r->collective(call.rank(), *p.comm, p.which, p.call, begun);
  }
  return begun;
}

}  // namespace kasuri::mpi

// The three functions of each operation: blocking, non-blocking, persistent. END is "" or "_c".
#define KASURI_UNWRAPPED(...) __VA_ARGS__
#define KASURI_THREE(Name, name, END, PARAMETERS, ARGUMENTS)                                          \
  int MGEN_##Name##END(KASURI_UNWRAPPED PARAMETERS) {                                                 \
    kasuri::mpi::Call call("MGEN_" #Name #END);                                                       \
    return run(call, kasuri::mpi::prepare_##name(call, KASURI_UNWRAPPED ARGUMENTS));                  \
  }                                                                                                   \
  int MGEN_I##name##END(KASURI_UNWRAPPED PARAMETERS, MPI_Request* request) {                         \
    kasuri::mpi::Call call("MGEN_I" #name #END);                                                      \
    return start(call, kasuri::mpi::prepare_##name(call, KASURI_UNWRAPPED ARGUMENTS), request);       \
  }                                                                                                   \
  int MGEN_##Name##_init##END(KASURI_UNWRAPPED PARAMETERS, MPI_Info, MPI_Request* request) {        \
    kasuri::mpi::Call call("MGEN_" #Name "_init" #END);                                               \
    return keep(call, comm, request, [=](kasuri::mpi::Call& c) {                                      \
      return kasuri::mpi::prepare_##name(c, KASURI_UNWRAPPED ARGUMENTS);                              \
    });                                                                                               \
  }

extern "C" {

#define KASURI_COLLECTIVE(Name, name, PARAMETERS, ARGUMENTS) \
  KASURI_THREE(Name, name, , PARAMETERS, ARGUMENTS)
#define KASURI_IRREGULAR KASURI_COLLECTIVE
#define KASURI_COUNT int
#define KASURI_COUNTS const int*
#define KASURI_PLACES const int*
#define KASURI_ADDRESSES const MPI_Aint*
#include "mpi/api/collective_table.h"

// With large counts (MPI 4.1, section 2.5.8). For those with one count another datatype is enough
// (large_counts.cpp).
#define KASURI_COLLECTIVE(Name, name, PARAMETERS, ARGUMENTS)
#define KASURI_IRREGULAR(Name, name, PARAMETERS, ARGUMENTS) \
  KASURI_THREE(Name, name, _c, PARAMETERS, ARGUMENTS)
#define KASURI_COUNT MPI_Count
#define KASURI_COUNTS const MPI_Count*
#define KASURI_PLACES const MPI_Aint*
#define KASURI_ADDRESSES const MPI_Aint*
#include "mpi/api/collective_table.h"

}  // extern "C"

#undef KASURI_THREE
#undef KASURI_UNWRAPPED
