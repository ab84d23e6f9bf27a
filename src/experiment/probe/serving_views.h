// SPDX-License-Identifier: MIT
// Served requests in the summary of a run.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/core/units.h"
#include "base/stats/columns.h"

namespace kasuri {

struct JobView;

struct ServedRow {
  std::uint32_t job = 0, request = 0, prefill = 0, decode = 0;
  std::uint32_t prompt = 0, cached = 0, output = 0;
  Time arrival{0}, first{0}, ready{0}, end{0};
  Bytes moved{0};

  Time ttft() const { return first - arrival; }
  Time tpot() const { return output > 1 ? Time{(end - first).ps / (output - 1)} : Time{0}; }
  Time latency() const { return end - arrival; }

  static Columns<ServedRow> columns() {
    using R = ServedRow;
    return {key("job", &R::job, "index into jobs", ""),
            key("request", &R::request, "", "in the order of arrivals, from 0"),
            column("prefill", &R::prefill, "", "the instance that computes the prompt"),
            column("decode", &R::decode, "", "the instance that computes the answer"),
            column("prompt", &R::prompt, "tokens", ""),
            column("cached", &R::cached, "tokens", "of the prompt, in the prefix cache"),
            column("output", &R::output, "tokens", ""),
            column("arrival", &R::arrival, "ps", ""),
            column("first", &R::first, "ps", "when the first token was there"),
            column("ready", &R::ready, "ps", "when its keys and values were where it is decoded"),
            column("end", &R::end, "ps", "when the last token was there"),
            column("moved", &R::moved, "B", "keys and values between instances")};
  }
};

struct ServingInstanceRow {
  std::uint32_t job = 0, instance = 0, role = 0, ranks = 0;
  Time begin{0}, end{0}, computing{0}, tensor{0}, expert{0};
  std::uint64_t batches = 0, measured = 0, reused = 0, merged = 0;
  Time slo_ttft{0}, slo_tpot{0};

  static Columns<ServingInstanceRow> columns() {
    using R = ServingInstanceRow;
    return {key("job", &R::job, "index into jobs", ""),
            key("instance", &R::instance, "", ""),
            column("role", &R::role, "", "0: prefill and decode, 1: prefill, 2: decode"),
            column("ranks", &R::ranks, "", ""),
            column("begin", &R::begin, "ps", "from when requests arrive"),
            column("end", &R::end, "ps", "of its last request"),
            column("computing", &R::computing, "ps", "of its first stage"),
            column("tensor", &R::tensor, "ps", "the same in allreduces, from the table"),
            column("expert", &R::expert, "ps", "the same in exchanges between experts"),
            column("batches", &R::batches, "", ""),
            column("measured", &R::measured, "", "sizes of allreduces that were simulated"),
            column("reused", &R::reused, "", "collectives that took their time from these"),
            column("merged", &R::merged, "", "exchanges of layers that were sent as one with others"),
            column("slo_ttft", &R::slo_ttft, "ps", "objective; 0: none"),
            column("slo_tpot", &R::slo_tpot, "ps", "objective; 0: none")};
  }
};

std::vector<JobView> serving_views(std::span<const ServedRow>, std::span<const ServingInstanceRow>,
                                   const std::vector<std::string>& jobs);

}  // namespace kasuri
