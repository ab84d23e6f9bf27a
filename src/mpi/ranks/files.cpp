// SPDX-License-Identifier: MIT
#include "mpi/ranks/files.h"

#include <cstring>

#include "base/core/guarded.h"
#include "network/net/payload.h"

namespace kasuri::mpi {
namespace {

// The file system is at the node of this rank.
constexpr std::uint32_t kHome = 0;

// Takes what stands next in a payload.
template <class T>
const T* take(const std::byte*& at, std::int64_t n) {
  const auto* const found = reinterpret_cast<const T*>(at);
  at += n * static_cast<std::int64_t>(sizeof(T));
  return found;
}

void put(std::byte*& at, const void* from, std::size_t bytes) {
  if (bytes > 0) std::memcpy(at, from, bytes);
  at += bytes;
}

}  // namespace

int error_class(storage::FileError e) {
  switch (e) {
    using enum storage::FileError;
    case none: return 0;
    case no_such_file: return 42;  // MPI_ERR_NO_SUCH_FILE
    case exists: return 28;  // MPI_ERR_FILE_EXISTS
    case permission: return 20;  // MPI_ERR_ACCESS
    case read_only: return 45;  // MPI_ERR_READ_ONLY
    case no_space: return 41;  // MPI_ERR_NO_SPACE
    case quota: return 44;  // MPI_ERR_QUOTA
    case in_use: return 29;  // MPI_ERR_FILE_IN_USE
    case bad_name: return 23;  // MPI_ERR_BAD_FILE
    case not_open: return 30;  // MPI_ERR_FILE
    case input_output: break;
  }
  return 35;  // MPI_ERR_IO
}

Files::Files(World& world, Partition& partition, Transport& transport, const storage::IoParams& params,
             std::uint32_t nics_per_node)
    : world_(world), partition_(partition), transport_(transport), system_(params), nics_(nics_per_node),
      client_(transport.add_client(*this)), complete_(partition.add_handler<&Files::on_complete>(this)) {}

Files::~Files() = default;

void Files::start(const std::uint32_t* places) { partition_.set_places(complete_, places); }

void Files::send(NodeId from, NodeId to, std::uint16_t job, std::byte* payload,
                 std::array<std::uint64_t, 4> words) {
  const std::uint8_t nic = nics_ == 1 ? 0 : static_cast<std::uint8_t>(to.v % nics_);
  transport_.send({.source = from, .destination = to, .size = world_.params().control_size,
                   .client = client_, .nic = nic, .traffic = Traffic::control, .job = job,
                   .payload = payload, .user = words});
}

std::byte* Files::payload_of(Call& call, const storage::FileOperation& o, const FileMemory& m) {
  const bool sends_data = o.action == storage::FileAction::write && m.has_data;
  std::int64_t bytes = 0;
  for (const storage::Extent& e : o.extents) bytes += e.bytes;
  const Head head{.action = o.action, .mode = o.mode, .has_data = m.has_data, .file = o.file,
                  .value = o.value, .extents = std::ssize(o.extents), .path = std::ssize(o.path),
                  .data = bytes};
  std::byte* const payload =
      new_payload({static_cast<std::int64_t>(sizeof head + o.extents.size_bytes() + o.path.size()) +
                   (sends_data ? bytes : 0)});
  std::byte* at = payload;
  put(at, &head, sizeof head);
  put(at, o.extents.data(), o.extents.size_bytes());
  put(at, o.path.data(), o.path.size());
  if (!sends_data) return payload;
  const bool good = without_fault([&] {
    if (m.layout) m.layout->pack(m.buffer, 0, bytes, at);
    else std::memcpy(at, m.buffer, static_cast<std::size_t>(bytes));
  });
  if (good) return payload;
  free_payload(payload);
  world_.mistakes().fail_access(call.rank(), m.buffer, {bytes}, false);
  return nullptr;
}

Handle Files::begin(Call& call, const storage::FileOperation& o, const FileMemory& m) {
  const std::uint32_t rank = call.rank();
  std::byte* const payload = payload_of(call, o, m);
  const std::uint32_t request = world_.requests().add_own(rank, Request::Purpose::file, kAnySource);
  Request& r = world_.requests()[request];
  r.is_send = false;  // it has a status
  r.route = kByNic;
  r.key.source = static_cast<std::int32_t>(m.file);
  const std::uint32_t i = pending_.allocate();
  const bool reads = o.action == storage::FileAction::read && m.has_data;
  pending_[i] = {.request = request, .outcome = {}, .data = nullptr,
                 .memory = reads ? new FileMemory(m) : nullptr};
  if (reads && m.layout) pending_[i].memory->layout = new Layout(*m.layout);
  const RankTable& ranks = world_.ranks();
  const NodeId from = ranks.node_of(rank);
  send(from, ranks.node_of(kHome), ranks.job_of(rank).number, payload,
       {mpi::pair(rank, i), mpi::pair(static_cast<std::uint32_t>(Kind::request), from.v), 0, 0});
  return handle_of(request);
}

storage::FileOutcome Files::execute(Call& call, const storage::FileOperation& o, const FileMemory& m) {
  const Handle h = begin(call, o, m);
  call.wait({&h, 1});
  const Request& r = world_.requests()[index_of(h)];
  const storage::FileOutcome result{static_cast<storage::FileError>(r.parts),
                                    static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(r.buffer))};
  world_.requests().end(h);
  return result;
}

void Files::on_arrived(const Message& m) {
  if (low(m.user[1]) == static_cast<std::uint32_t>(Kind::request)) execute(m);
  else receive(m);
}

// At the file system's home.
void Files::execute(const Message& m) {
  const std::byte* at = m.payload;
  const Head head = *take<Head>(at, 1);
  storage::FileOperation o{.action = head.action, .file = head.file, .mode = head.mode,
                           .value = head.value};
  const auto* const extents = take<storage::Extent>(at, head.extents);
  o.extents = {extents, static_cast<std::size_t>(head.extents)};
  const char* const path = take<char>(at, head.path);
  o.path.assign(path, static_cast<std::size_t>(head.path));
  std::byte* answer = nullptr;
  if (head.has_data && head.action == storage::FileAction::read) o.data = answer = new_payload({head.data});
  if (head.has_data && head.action == storage::FileAction::write) o.data = const_cast<std::byte*>(at);
  const storage::FileOutcome result = system_.execute(o);
  free_payload(m.payload);
  const bool moves = head.action == storage::FileAction::read || head.action == storage::FileAction::write;
  const Time done = system_.complete(low(m.user[0]), partition_.now(), {moves ? result.value : 0});
  send(world_.ranks().node_of(kHome), m.source, m.job, answer,
       {m.user[0],
        mpi::pair(static_cast<std::uint32_t>(Kind::outcome), static_cast<std::uint32_t>(result.error)),
        static_cast<std::uint64_t>(result.value), static_cast<std::uint64_t>(done.ps)});
}

// At the rank: the outcome counts from the time on at which the operation is complete.
void Files::receive(const Message& m) {
  const std::uint32_t rank = low(m.user[0]), operation = high(m.user[0]);
  Pending& p = pending_[operation];
  p.outcome = {static_cast<storage::FileError>(high(m.user[1])), static_cast<std::int64_t>(m.user[2])};
  p.data = m.payload;
  const Time done{static_cast<std::int64_t>(m.user[3])};
  if (done <= partition_.now()) return finish(operation);
  partition_.post({done, world_.coroutines().next_key(rank), rank, operation, 0, complete_});
}

bool Files::on_complete(const Event& e) {
  finish(e.a);
  return true;
}

void Files::finish(std::uint32_t operation) {
  const Pending p = pending_[operation];
  pending_.free(operation);
  Request& r = world_.requests()[p.request];
  std::int64_t bytes = p.outcome.value;
  r.buffer = reinterpret_cast<void*>(static_cast<std::intptr_t>(p.outcome.value));
  r.parts = static_cast<std::uint8_t>(p.outcome.error);
  r.error = static_cast<std::uint8_t>(error_class(p.outcome.error));
  deliver(r.key.rank, p, bytes);
  r.bytes = {bytes};
  world_.requests().complete(r);
}

// `bytes`: those of the file, then those in memory.
void Files::deliver(std::uint32_t rank, const Pending& p, std::int64_t& bytes) {
  if (!p.memory) return free_payload(p.data);
  const std::unique_ptr<FileMemory> m(p.memory);
  const std::unique_ptr<const Layout> layout(m->layout);
  std::vector<std::byte> converted;
  if (m->convert) m->convert(p.data, bytes, converted);
  const std::byte* const from = m->convert ? converted.data() : p.data;
  if (m->convert) bytes = std::ssize(converted);
  bool good = true;
  if (bytes > 0) {
    // Absolute addresses are those of the rank whose globals are in place.
    PrivateGlobals* const globals = world_.ranks().globals_of(rank);
    if (globals && !m->buffer) globals->enter(rank);
    std::byte* const to = m->buffer ? world_.ranks().in_memory_of(rank, m->buffer) : nullptr;
    good = without_fault([&] {
      if (layout) layout->unpack(from, 0, bytes, to);
      else std::memcpy(to, from, static_cast<std::size_t>(bytes));
    });
  }
  free_payload(p.data);
  if (!good) world_.mistakes().fail_access(rank, m->buffer, {bytes}, true);
}

}  // namespace kasuri::mpi
