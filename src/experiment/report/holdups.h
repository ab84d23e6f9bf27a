// SPDX-License-Identifier: MIT
// What holds packets and ranks up though links and NICs are idle: wake-ups of sleeping links,
// windows without room, full buffers downstream, what failing links damaged, computation and its
// noise.
#pragma once

#include <string>

#include "experiment/run/results.h"

namespace kasuri {

struct Holdups {
  double waking = 0;       // of packets' latency, the share that they waited for links to wake up
  double waking_most = 0;  // of the run, the share that packets waited for one and the same link
  // Of the run: a NIC had messages, but no room in their windows; mean and most.
  double shut = 0, shut_most = 0;
  // Of the run, mean over links: free and wanted, but with no room downstream.
  double congested = 0;
  // Credits that were under way (network/model/credits.h): of the links of one kind that they held up
  // most, the share of the run that the busiest was free and wanted, but had no credits though no other
  // packet filled the buffer; and how busy it was.
  const CreditLimit* throttled = nullptr;
  double no_credits = 0, throttled_busy = 0;
  double repeating = 0;    // of the time that links were busy: repeated transmissions
  double recovering = 0;   // of messages' latency: packets were asked for again
  double without_way = 0;  // of messages' latency: they waited for a repair
  double computing = 0;    // of the ranks' time
  double noise = 0;        // of computing

  static Holdups of(const Results&);

  // A sentence about the one that limited the run; empty if none did.
  std::string limit(const Results&) const;
  // Sentences about the others that count, each behind a blank.
  std::string notes(const Results&) const;
  // What is left to set the pace.
  std::string pace() const;

 private:
  bool wakes_limit() const { return waking >= 0.25; }
  bool windows_limit() const { return !wakes_limit() && shut >= 0.25; }
  bool credits_limit() const {
    return !wakes_limit() && !windows_limit() && no_credits >= 0.1 && throttled_busy + no_credits >= 0.8;
  }
};

}  // namespace kasuri
