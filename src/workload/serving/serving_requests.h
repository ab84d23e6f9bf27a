// SPDX-License-Identifier: MIT
// The requests of the motif "serving", in the order of their arrivals.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "base/core/units.h"
#include "network/topology/line_file.h"
#include "workload/serving/serving_params.h"

namespace kasuri {

struct ServingRequest {
  Time arrival{0};  // after the beginning
  std::uint32_t prompt = 0, output = 0, cached = 0;
};

// Tokens that a replica has memory for, where it prefills and where it decodes.
struct ServingRoom {
  std::uint64_t prefill, decode;
};

// Throws Error with all mistakes of the trace, or if a request needs more memory than there is.
std::vector<ServingRequest> serving_requests(const ServingParams&, const ServingRoom&);

// A file of lines of numbers between commas or spaces, which may begin with a line of names.
struct NumberColumn {
  std::string_view name;
  double least, most;
  bool whole;
};
void read_numbers(const std::filesystem::path&, std::span<const NumberColumn>, std::size_t needed,
                  const std::function<void(LineFile&, std::size_t line, std::span<const double>)>& take);

}  // namespace kasuri
