// SPDX-License-Identifier: MIT
// A collective call of mgen.h in the making: arguments are checked and decoded one by one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "mpi/api/datatype_making.h"
#include "mpi/api/mgen_collectives.h"

namespace kasuri::mpi {

class Preparation {
 public:
  Preparation(Call& call, Collective which, MPI_Comm comm)
      : call_(call), p_{.comm = &comm_of(call, comm), .which = which, .call = {}},
        me_(p_.comm->group.index_of(call.rank())) {}

  CollectiveCall& call() { return p_.call; }
  Prepared done() const { return p_; }
  int me() const { return me_; }
  // Blocks: one for each rank of the communicator, or of the other group.
  int size() const { return p_.comm->peers().size; }
  int own_size() const { return p_.comm->size(); }
  bool is_between() const { return p_.comm->between; }
  void refuse_between() {
    if (is_between()) call_.fail_as(MPI_ERR_COMM, "this collective does not exist on intercommunicators");
  }
  // Whether the caller's part is that of the root's group, beside the root.
  bool looks_on() const { return is_between() && p_.call.root == MPI_PROC_NULL; }
  bool is_root(int root) {
    p_.call.root = root;
    if (is_between() && (root == MPI_ROOT || root == MPI_PROC_NULL)) return root == MPI_ROOT;
    call_.check_root(*p_.comm, root);
    return !is_between() && root == me_;
  }

  using Use = PackedCall::Use;
  static constexpr Use kSends{true, false};
  static constexpr Use kReceives{false, true};
  // What is received over is sent as well.
  static constexpr Use receives(bool in_place) { return {in_place, true}; }

  // A buffer of `n` blocks: itself, or its stand-in if its datatype has holes.
  void* buffer(const void* address, MPI_Datatype type, int n, Blocks& blocks, Use use) {
    const Element e = element_of(call_, type);
    blocks.element = e.extent;
    Reach reach{call_};
    for (int i = 0; i < (blocks.counts ? n : std::min(n, 1)); ++i) {
      const std::int64_t count = blocks.counts ? blocks.counts[i] : blocks.count;
      if (count < 0) call_.fail_as(MPI_ERR_COUNT, "count {} is negative", count);
      reach.add(product(call_, blocks.places ? blocks.places[i] : 0, e.extent), count, e);
    }
    if (!blocks.counts && n > 1) {
      reach.add(product(call_, product(call_, n - 1, blocks.count), e.extent), blocks.count, e);
    }
    check(address, reach, use.unpacks);
    if (!e.layout) return const_cast<void*>(address);
    return packing().replace(const_cast<void*>(address), *e.layout, n, blocks, use);
  }
  // A copy of what is received over, to send from.
  const void* copy(void* address, Blocks& blocks) {
    return packing().replace(address, packing().own(Layout::of(blocks.element)), size(), blocks, kSends);
  }
  // What this rank gives or gets: one block of `count` elements, or in place.
  void* own(const void* address, std::int64_t count, MPI_Datatype type, Use use) {
    Blocks one{.count = count};
    void* data = buffer(address, type, 1, one, use);
    p_.call.count = one.bytes(0).n;
    return data;
  }
  // Blocks of datatypes of their own, at places in bytes: as blocks of bytes, in a stand-in where they have
  // holes.
  void* buffers(const void* address, Numbers counts, Numbers places, const MPI_Datatype types[], int n,
                Blocks& blocks, Use use) {
    std::vector<PackedCall::Piece> pieces;
    Reach reach{call_};
    for (int i = 0; i < n; ++i) {
      const Element e = element_of(call_, types[i]);
      if (counts[i] < 0) call_.fail_as(MPI_ERR_COUNT, "count {} is negative", counts[i]);
      const Bytes bytes{product(call_, counts[i], e.size)};
      reach.add(places[i], counts[i], e);
      pieces.push_back({places[i], counts[i], bytes.n, e.layout});
    }
    check(address, reach, use.unpacks);
    return packing().replace(const_cast<void*>(address), std::move(pieces), blocks, use);
  }
  void check_same(Bytes sent, Bytes received) {
    if (sent == received) return;
    call_.fail_as(MPI_ERR_TRUNCATE, "{} bytes sent to a rank, but {} bytes received from it", sent.n,
               received.n);
  }

  // Both buffers of a reduction of `count` elements; the first may say that it is the second.
  void reduction(const void* send, void* receive, std::int64_t count, MPI_Datatype type, MPI_Op op,
                 std::int64_t results) {
    if (const Large large = large_of(call_, type); large.count > 0) [[unlikely]] {
      return reduction(send, receive, product(call_, count, large.count), large.type, op,
                       product(call_, results, large.count));
    }
    const Element e = element_of(call_, type);
    if (count < 0) call_.fail_as(MPI_ERR_COUNT, "count {} is negative", count);
    CollectiveCall& c = p_.call;
    c.user = user_op_of(call_, op);
    if (c.user) {
      c.datatype = type;
      c.user_element = e.size;
      c.layout = e.layout;
    } else {
      c.op = op_of(call_, op, e);
      c.type = e.type;
    }
    if (send == receive && send && results * e.size > 0 && call_.payload()) {
      call_.fail_as(MPI_ERR_BUFFER, "both buffers are the same; use MGEN_IN_PLACE for the first");
    }
    Blocks given{.count = count}, got{.count = results};
    c.send = buffer(send == MPI_IN_PLACE ? receive : send, type, 1, given, kSends);
    c.count = count;
    c.receive = results > 0 ? buffer(receive, type, 1, got, kReceives) : nullptr;
  }

 private:
  // Where the data of several blocks lie, seen from the buffer's address.
  struct Reach {
    Call& call;
    Bytes size{0};
    std::int64_t begin = INT64_MAX, end = INT64_MIN;
    bool absolute = false;

    void add(std::int64_t at, std::int64_t count, const Element& e) {
      if (count == 0 || e.size == 0) return;
      const std::int64_t bytes = product(call, count, e.size);
      product(call, count, e.extent);
      const Layout::Span span = e.layout ? e.layout->true_span(count) : Layout::Span{0, bytes};
      size = {sum(call, size.n, bytes)};
      begin = std::min(begin, sum(call, at, span.begin));
      end = std::max(end, sum(call, at, span.end));
      absolute |= e.layout && e.layout->absolute;
    }
  };

  void check(const void* address, const Reach& r, bool receives) {
    call_.check_buffer(address, r.size);
    if (r.size.n == 0 || (!address && !r.absolute)) return;
    if (receives) p_.call.gets = true;
    if (address) call_.check_access(address, r.begin, r.end, r.size, receives);
  }

  PackedCall& packing() {
    if (!p_.packing) p_.packing = new PackedCall(call_.world(), call_.rank());
    return *p_.packing;
  }

  Call& call_;
  Prepared p_;
  int me_;
};

}  // namespace kasuri::mpi
