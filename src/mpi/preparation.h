// SPDX-License-Identifier: MIT
// A collective call of mgen.h in the making: arguments are checked and decoded one by one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "mpi/mgen_collectives.h"

namespace kasuri::mpi {

class Preparation {
 public:
  Preparation(Call& call, Collective which, MGEN_Comm comm)
      : call_(call), p_{.comm = &comm_of(call, comm), .which = which, .call = {}},
        me_(p_.comm->group.index_of(call.rank())) {}

  CollectiveCall& call() { return p_.call; }
  Prepared done() const { return p_; }
  int me() const { return me_; }
  int size() const { return p_.comm->size(); }
  bool is_root(int root) {
    call_.check_root(*p_.comm, root);
    p_.call.root = root;
    return root == me_;
  }

  // A buffer of `n` blocks: itself, or its stand-in if its datatype has holes.
  void* buffer(const void* address, MGEN_Datatype type, int n, Blocks& blocks, bool receives) {
    const Element e = element_of(call_, type);
    Bytes all{0};
    for (int i = 0; i < (blocks.counts ? n : std::min(n, 1)); ++i) {
      const std::int64_t count = blocks.counts ? blocks.counts[i] : blocks.count;
      if (count < 0) call_.fail("count {} is negative", count);
      all += Bytes{count * e.size};
    }
    call_.check_buffer(address, all);
    blocks.element = e.extent;
    if (!e.layout) return const_cast<void*>(address);
    return packing().replace(const_cast<void*>(address), *e.layout, n, blocks, receives);
  }
  // A copy of what is received over, to send from.
  const void* copy(void* address, Blocks& blocks) {
    return packing().replace(address, packing().own(Layout::of(blocks.element)), size(), blocks, false);
  }
  // What this rank gives or gets: one block of `count` elements, or in place.
  void* own(const void* address, int count, MGEN_Datatype type, bool receives) {
    Blocks one{.count = count};
    void* data = buffer(address, type, 1, one, receives);
    p_.call.count = one.bytes(0).n;
    return data;
  }
  // Blocks of datatypes of their own, at places in bytes: as blocks of bytes, in a stand-in where they have
  // holes or lie too far apart for that.
  template <class Place>
  void* buffers(const void* address, const int counts[], const Place places[], const MGEN_Datatype types[],
                int n, Blocks& blocks, bool receives) {
    std::vector<PackedCall::Piece> pieces;
    Bytes all{0};
    for (int i = 0; i < n; ++i) {
      const Element e = element_of(call_, types[i]);
      if (counts[i] < 0) call_.fail("count {} is negative", counts[i]);
      const Bytes bytes{counts[i] * e.size};
      if (bytes.n > INT32_MAX) call_.fail("a block of {} bytes is more than 2 GiB", bytes.n);
      all += bytes;
      pieces.push_back({places[i], counts[i], bytes.n, e.layout});
    }
    call_.check_buffer(address, all);
    return packing().replace(const_cast<void*>(address), std::move(pieces), blocks, receives);
  }
  void check_same(Bytes sent, Bytes received) {
    if (sent == received) return;
    call_.fail("what is sent to a rank ({} bytes) and received from it ({} bytes) differ", sent.n,
               received.n);
  }

  // Both buffers of a reduction of `count` elements; the first may say that it is the second.
  void reduction(const void* send, void* receive, std::int64_t count, MGEN_Datatype type, MGEN_Op op,
                 std::int64_t results) {
    const Element e = element_of(call_, type);
    if (count < 0) call_.fail("count {} is negative", count);
    CollectiveCall& c = p_.call;
    c.user = user_op_of(call_, op);
    if (c.user) {
      if (e.layout) call_.fail("an operation of the program's own needs a datatype without holes");
      c.datatype = type;
      c.user_element = e.size;
    } else {
      c.op = op_of(call_, op, e);
      c.type = e.type;
    }
    if (send == receive && send && results * e.size > 0 && call_.payload()) {
      call_.fail("both buffers are the same; MGEN_IN_PLACE for the first says so");
    }
    c.count = count;
    c.send = send == MGEN_IN_PLACE ? receive : send;
    c.receive = receive;
    call_.check_buffer(c.send, c.bytes());
    call_.check_buffer(receive, {results * e.size});
  }

 private:
  PackedCall& packing() {
    if (!p_.packing) p_.packing = new PackedCall(call_.world(), call_.rank());
    return *p_.packing;
  }

  Call& call_;
  Prepared p_;
  int me_;
};

}  // namespace kasuri::mpi
