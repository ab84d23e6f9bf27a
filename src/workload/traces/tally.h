// SPDX-License-Identifier: MIT
// What is counted when a trace is gone through, and whether its ranks fit together: each message is
// sent as often as it is received, and the members of a communicator call the same collectives.
//
// For messages it keeps sums in buckets, not a list: to bucket h(key) mod n a send adds h'(key), a
// receive subtracts it. All buckets are zero if all messages match, and only by chance of 2^-64 else.
// If they are not, the trace is gone through again, and the keys of those buckets are listed. Where
// receives tell what they got, too, their bytes are held against those sent in the same way.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/core/saturated.h"
#include "mpi/ranks/collective.h"
#include "workload/traces/trace.h"

namespace kasuri::trace {

// Of one rank's side of a message. Ranks are those of the whole program.
struct MessageKey {
  std::uint32_t comm;
  std::int32_t from, to, tag;
  friend bool operator==(const MessageKey&, const MessageKey&) = default;
};

class Tally {
 public:
  explicit Tally(Summary& summary) : summary_(summary) {}

  // Ranks are gone through one after another; after the last, with −1.
  void begin_rank(int rank);

  void count(std::string_view call) {
    auto& [name, calls] = recent_[reinterpret_cast<std::uintptr_t>(call.data()) / 4 % recent_.size()];
    if (name != call.data()) {  // names are the reader's own and stay
      name = call.data();
      calls = &summary_.calls[std::string(call)];
    }
    ++*calls;
    ++summary_.events;
  }
  void send(const MessageKey& key, Bytes bytes) {
    ++summary_.sends;
    summary_.bytes += bytes;
    note(buckets_, key, 1);
  }
  void receive(const MessageKey& key) {
    ++summary_.receives;
    note(buckets_, key, -1);
  }
  // What a message had, > 0 where it was sent, < 0 where it was received.
  void bytes(const MessageKey& key, std::int64_t n) { note(sizes_, key, n); }
  // From anyone, or with any tag: such a trace is not checked for messages that do not match.
  void receive_any() {
    ++summary_.receives;
    wildcards_ = true;
  }
  // Some messages may have one side only: the trace does not tell what became of the other.
  void accept_lone_messages() { wildcards_ = true; }
  // `bytes`: what all members must give the same, else 0.
  void collective(std::uint32_t comm, mpi::Collective which, int root, Bytes bytes);
  void compute(Time t) { summary_.computing = saturated_sum(summary_.computing, t); }

  // Whether all messages that were counted match. If not, the trace is to be gone through again, each
  // message to be told to look_again() (with `bytes` as above); then refuse_mismatch() has the answer.
  bool messages_match() const;
  void look_again(const MessageKey& key, int difference, std::string_view where, std::int64_t bytes = 0);
  // Throws Error: which message is sent or received without its other side, and where.
  [[noreturn]] void refuse_mismatch() const;

  // Whether members of a communicator call other collectives, in words; "" if they agree. Communicator
  // i + 1 has the members at i, 0 has all ranks.
  std::string collectives_disagree(const Trace::Communicators&) const;

 private:
  static constexpr std::size_t kBuckets = 1 << 14;
  struct Calls {
    std::uint64_t number = 0, hash = 0;
    int first_rank = -1;
    std::size_t ranks = 0;  // how many call any, in all
  };
  struct Hash {
    std::size_t operator()(const MessageKey&) const;
  };
  struct Suspect {
    std::int64_t messages = 0, bytes = 0;  // sent, less those received
    std::string where;
  };
  using Buckets = std::vector<std::uint64_t>;
  static void note(Buckets&, const MessageKey& key, std::int64_t difference);

  Summary& summary_;
  std::array<std::pair<const char*, std::uint64_t*>, 16> recent_{};  // calls, by their names
  bool wildcards_ = false;
  Buckets buckets_ = Buckets(kBuckets), sizes_ = Buckets(kBuckets);
  std::unordered_map<MessageKey, Suspect, Hash> suspects_;
  // Of each communicator, the calls of the rank that is being read and of the first that was.
  std::unordered_map<std::uint32_t, std::pair<Calls, Calls>> calls_;
  std::vector<std::uint32_t> called_;  // communicators on which the rank that is being read calls any
  int reading_ = -1;
  std::string disagreement_;

  void finish_rank();
};

}  // namespace kasuri::trace
