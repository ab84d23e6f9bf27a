// SPDX-License-Identifier: MIT
// Buffered sends (MPI 4.1, section 3.6): they are complete at once, and take space of the buffer that
// the program has attached until their message has left.
#include "mpi/ranks/call.h"

namespace kasuri::mpi {
namespace {

// Ends the sends that are done; with `all`, waits for the others too.
void reap(Call& call, SendBuffer& buffer, bool all) {
  std::erase_if(buffer.uses, [&](const SendBuffer::Use& use) {
    if (all) call.wait({&use.request, 1});
    if (!call.world().requests().is_done(use.request)) return false;
    call.world().requests().collect(use.request);
    if (use.data) call.world().buffers().free(use.data);
    buffer.used = buffer.used - use.bytes;
    return true;
  });
}

}  // namespace

void Call::send_buffered(Transfer t) {
  if (t.peer == kProcNull) return;
  SendBuffer& buffer = world().ranks().objects(rank()).buffer;
  reap(*this, buffer, false);
  const Bytes needed = t.bytes + kSendBufferOverhead;
  if (buffer.size < buffer.used + needed) {
    fail("the attached buffer of {} bytes has no space for a message of {} bytes (with {} of overhead); {} "
         "bytes are in use", buffer.size.n, t.bytes.n, kSendBufferOverhead.n,
         buffer.used.n);
  }
  spend(Activity::sending,
        world().params().send_overhead + t.bytes / world().params().eager_copy_rate);
  std::byte* const data = world().requests().pack(rank(), t);
  t.layout = nullptr;
  t.buffer = data;
  const Handle h = world().messages().start_send(rank(), t);
  if (is_request(h)) {
    buffer.uses.push_back({h, data, needed});
    buffer.used += needed;
  } else if (data) {
    world().buffers().free(data);
  }
}

void Call::attach_buffer(void* address, Bytes size) {
  SendBuffer& buffer = world().ranks().objects(rank()).buffer;
  if (buffer.address) fail("a buffer is attached already");
  if (!address || size.n < 0) fail("the buffer is NULL or its size negative");
  buffer.address = address;
  buffer.size = size;
}

// Waits until its messages have left.
std::pair<void*, Bytes> Call::detach_buffer() {
  SendBuffer& buffer = world().ranks().objects(rank()).buffer;
  reap(*this, buffer, true);
  return {std::exchange(buffer.address, nullptr), std::exchange(buffer.size, {})};
}

}  // namespace kasuri::mpi
