// SPDX-License-Identifier: MIT
// Which job each link belongs to, at what time: to the one whose packet crossed it last, and before the
// first packet to that one's job, but not before that job begins. A link that a packet wakes up changes
// hands when the packet wants it, else when it is granted. A link that no packet crosses is nobody's.
//
// So a job is charged with what its own packets keep awake, wherever that is in the machine, and the
// sums over jobs and what is nobody's are the machine's. All are integers, for each job and kind of
// link: time held, time asleep, sleeps, and the time for which packets waited for wake-ups, which is
// that of the packet that crosses first. If there is one job only, nobody needs to watch its packets.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "network/net/link_jobs.h"
#include "network/power/chunks.h"
#include "network/power/results.h"

namespace kasuri {

class JobUse final : public LinkJobs {
 public:
  struct Jobs {
    std::vector<Time> starts;           // by number
    std::optional<std::uint32_t> only;  // the number of the one that all packets are of
  };

  // As LinkJobs numbers them.
  struct Links {
    std::uint32_t stride, first_nic, all;
  };
  // Without `chunk` sums over the run are kept alone. Links have kinds below `kinds`. Bytes are counted
  // of several jobs only.
  JobUse(Jobs, std::uint32_t kinds, std::optional<Time> chunk, bool counts_bytes, const Links&);
  // Of several jobs, before anything else: the kind of a link. One that does not count is nobody's.
  void describe(std::uint32_t link, std::uint32_t kind, bool counts) {
    if (jobs_.only) return;
    owners_[link].kind = static_cast<std::uint8_t>(kind);
    owners_[link].counts = counts;
  }
  bool several() const { return !jobs_.only; }

  // In a gap of the link it was asleep; sign -1 takes back what was told before.
  void asleep(std::uint32_t link, std::uint32_t kind, std::size_t mode, Span, int sign);
  // It went to sleep so many times, and is wanted again now.
  void slept(std::uint32_t link, std::uint32_t kind, std::uint32_t transitions, Time now);
  // A packet waits so much longer (or less) for it.
  void stalled(std::uint32_t link, std::uint32_t kind, Time);
  // At the end of the run, link by link: what follows is of the last gap of one that was used, or never;
  // then, that this was all. Then end().
  void last_gap(bool was_used) { nobodys_ = !was_used; }
  void end_of(std::uint32_t link, std::uint32_t kind, Time end);
  JobShare end(Time end);

  static constexpr std::size_t bytes_per_link() { return sizeof(Owner) + sizeof(kNews); }

 private:
  struct Owner {
    Time since{0};
    Time woken = kNever;  // when the last gap ended, if in sleep and no packet has crossed since
    Time stall{0};        // that nobody has been charged with
    std::uint16_t job;
    std::uint8_t kind = 0;
    bool counts = false;
  };
  static_assert(sizeof(Owner) == 32);
  // What happened before a link's first packet.
  struct Before {
    struct Sleep {
      std::size_t mode;
      Span span;
      int sign;
    };
    std::vector<Sleep> sleeps;
    std::uint32_t transitions = 0;
  };

  std::uint32_t nobody() const { return static_cast<std::uint32_t>(jobs_.starts.size()); }
  // Of a job alone, whose link it is.
  std::uint32_t only() const { return nobodys_ ? nobody() : *jobs_.only; }
  std::uint32_t cell(std::uint32_t job, std::uint32_t kind) const { return job * kinds_ + kind; }
  void change(std::uint32_t link, std::uint32_t job, bool news, Time now) override;
  void moved(std::uint32_t link, std::uint32_t job, Time from, Time to, Bytes size) override {
    bytes_.spread(cell(job, owners_[link].kind), {from, to}, size.n);
  }
  void hold(std::uint32_t job, std::uint32_t kind, Span s) { held_.add(cell(job, kind), s); }
  // The part before the job's start is nobody's.
  void book(std::uint32_t job, std::uint32_t kind, std::size_t mode, Span, int sign);
  void claim(std::uint32_t link, std::uint32_t kind, std::uint32_t job);

  Jobs jobs_;
  std::uint32_t kinds_;
  bool nobodys_ = false;
  ChunkedTime held_, bytes_;
  std::array<ChunkedTime, kSleepModes> asleep_;
  std::vector<std::int64_t> transitions_, stalls_;  // by cell
  std::vector<Owner> owners_;                       // empty for a job alone
  std::map<std::uint32_t, Before> before_;          // of links that no packet has crossed
};

}  // namespace kasuri
