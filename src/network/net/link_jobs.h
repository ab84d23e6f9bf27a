// SPDX-License-Identifier: MIT
// Whose packets cross which links, where several jobs share a machine. Who sends a packet tells it here,
// inline: this happens at every hop, and mostly a link's next packet is of the job that crossed it last.
#pragma once

#include <cstdint>
#include <vector>

#include "base/core/units.h"

namespace kasuri {

class LinkJobs {
 public:
  virtual ~LinkJobs() = default;

  // A packet of a job comes into this part.
  void enters(std::uint32_t packet, std::uint16_t job) {
    if (packet >= job_of_.size()) [[unlikely]] job_of_.resize(2 * std::size_t{packet} + 64);
    job_of_[packet] = job;
  }
  // It was granted an output of a router at `now`. All by local numbers.
  void crossed(std::uint32_t router, std::uint32_t port, std::uint32_t packet, Time now, Bytes size) {
    const std::uint32_t link = router * stride_ + port;
    crossed(link, job_of_[packet], now);
    if (counts_bytes_) moved(link, job_of_[packet], now, now, size);
  }
  // One leaves a NIC.
  void injected(std::uint32_t nic, std::uint32_t packet, std::uint16_t job, Time now) {
    enters(packet, job);
    crossed(first_nic_ + nic, job, now);
  }

  // Messages at flow level: what a job's first byte, and then all of its bytes, crossed.
  void crossed_by(std::uint32_t router, std::uint32_t port, std::uint16_t job, Time now) {
    crossed(router * stride_ + port, job, now);
  }
  void injected_by(std::uint32_t nic, std::uint16_t job, Time now) { crossed(first_nic_ + nic, job, now); }
  void carried(std::uint32_t router, std::uint32_t port, std::uint16_t job, Time from, Time to,
               Bytes size) {
    if (counts_bytes_) moved(router * stride_ + port, job, from, to, size);
  }

 protected:
  // Links of a router have numbers from its own × `stride` on, those of NICs from `first_nic` on.
  LinkJobs(std::uint32_t stride, std::uint32_t first_nic, std::uint32_t links, bool counts_bytes)
      : counts_bytes_(counts_bytes), stride_(stride), first_nic_(first_nic), quiet_(links, kNews) {}

  // The next packet over the link, whosever it is, is news.
  void expect_news(std::uint32_t link) { quiet_[link] = kNews; }

  const bool counts_bytes_;
  static constexpr std::uint16_t kNews = UINT16_MAX;

 private:
  // A packet of another job than before, or one that is news. The link is quiet from then on.
  virtual void change(std::uint32_t link, std::uint32_t job, bool news, Time now) = 0;
  virtual void moved(std::uint32_t link, std::uint32_t job, Time from, Time to, Bytes size) = 0;

  void crossed(std::uint32_t link, std::uint16_t job, Time now) {
    std::uint16_t& quiet = quiet_[link];
    if (quiet == job) [[likely]] return;
    const bool news = quiet == kNews;
    quiet = job;
    change(link, job, news, now);
  }

  std::uint32_t stride_, first_nic_;
  std::vector<std::uint16_t> quiet_;   // of each link the job whose next packet changes nothing
  std::vector<std::uint16_t> job_of_;  // of packets, by their indices
};

}  // namespace kasuri
