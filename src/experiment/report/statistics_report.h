// SPDX-License-Identifier: MIT
// What the probes `latencies` and `collectives` say in the summary, under keys that are older than probes.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>

#include "experiment/run/results.h"

namespace kasuri {

// Of all jobs: count, mean, least, most and percentiles of each kind of latency that has values.
nlohmann::ordered_json latency_json(const Results&);
// Of a job: all its latencies, then by class of traffic.
nlohmann::ordered_json job_latency_json(const Results&, std::size_t job);
// Of a job: calls, messages, bytes and times by operation.
nlohmann::ordered_json collectives_json(const Results&, std::size_t job);
// "allreduce by ring; as open-mpi-4.1 chooses"; empty if none was called.
std::string collectives_text(const Results&, std::size_t job);
// Percentiles of packets' latencies in words; empty if there are none.
std::string latency_text(const Results&, std::string_view kind, std::string_view of);

}  // namespace kasuri
