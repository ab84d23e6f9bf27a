// SPDX-License-Identifier: MIT
#include "mpi/ranks/library.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <map>

#include "base/core/check.h"

namespace kasuri::mpi {

namespace {

bool is_small_enough(const Fit& fit, const CallSize& call) {
  if (fit.bytes_up_to == Fit::kAny) return true;
  switch (fit.measure) {
    case Fit::Measure::common: return call.bytes.n <= fit.bytes_up_to;
    case Fit::Measure::all_ranks: return call.bytes.n <= fit.bytes_up_to / call.ranks;
    case Fit::Measure::share: return call.bytes.n / call.ranks <= fit.bytes_up_to;
  }
  return false;
}

bool holds(const Fit& fit, const CallSize& call) {
  const auto ranks = static_cast<unsigned>(call.ranks);
  const auto border = [&] { return fit.per_byte * static_cast<double>(call.bytes.n) + fit.at_zero; };
  switch (fit.when) {
    case Fit::When::any_call: return true;
    case Fit::When::power_of_two: return std::has_single_bit(ranks);
    case Fit::When::odd: return ranks % 2 == 1;
    case Fit::When::fewer_elements_than_ranks: return call.elements < call.ranks;
    case Fit::When::no_more_elements_than_ranks: return call.elements <= call.ranks;
    case Fit::When::fewer_elements_than_core:
      return call.elements < static_cast<std::int64_t>(std::bit_floor(ranks));
    case Fit::When::own_operation: return call.own_operation;
    case Fit::When::ranks_above: return call.ranks >= border();
    case Fit::When::ranks_below: return call.ranks < border();
  }
  return false;
}

}  // namespace

bool Fit::operator()(const CallSize& call) const {
  return call.ranks <= ranks_up_to && is_small_enough(*this, call) && holds(*this, call);
}

std::string Library::choice(Collective which, const CallSize& call) const {
  for (LibraryLine& line : lines(which)) {
    if (line.fit(call)) return std::move(line.algorithm);
  }
  check(false, "a library's last line fits every call");
  return {};
}

std::string shown_algorithm(std::string_view value) {
  std::string text(value);
  std::erase_if(text, [](char c) { return c == '\'' || c == '"'; });
  constexpr std::string_view kBegin = "{ type = ", kEnd = " }";
  if (!text.starts_with(kBegin) || !text.ends_with(kEnd)) return text;
  text = text.substr(kBegin.size(), text.size() - kBegin.size() - kEnd.size());
  const std::size_t comma = text.find(", ");
  if (comma == text.npos) return text;
  text.replace(comma, 2, " (");
  return text += ')';
}

LibraryLines lines_of(const std::vector<LibraryBand>& bands, Fit::Measure measure) {
  LibraryLines all;
  const auto up_to = [](std::int64_t below) { return below == Fit::kAny ? below : below - 1; };
  for (const LibraryBand& band : bands) {
    for (const LibraryStep& step : band.steps) {
      for (const LibraryForm::Part& part : step.form->parts) {
        all.push_back({part.algorithm,
                       {.ranks_up_to = up_to(band.ranks_below),
                        .bytes_up_to = up_to(step.below),
                        .measure = measure,
                        .when = part.when}});
      }
    }
  }
  return all;
}

LibraryLines always(std::string algorithm) { return {{std::move(algorithm)}}; }

namespace {

using NameKey = std::pair<Collective, std::string_view>;

// Public names of algorithms that are others in Kasuri.
const std::map<NameKey, std::string_view>& public_names() {
  using enum Collective;
  static constexpr std::string_view kLinearAllreduce =
      "{ type = 'reduce-bcast', reduce = 'linear', bcast = 'linear' }";
  static constexpr std::string_view kRabenseifner = "{ type = 'rabenseifner', nearest_first = true }";
  static constexpr std::string_view kLinearAllgather =
      "{ type = 'gather-bcast', gather = 'linear', bcast = 'linear' }";
  static const std::map<NameKey, std::string_view> all{
      {{allreduce, "linear"}, kLinearAllreduce},
      {{allreduce, "basic-linear"}, kLinearAllreduce},
      {{allreduce, "nonoverlapping"}, "'reduce-bcast'"},
      {{allreduce, "rabenseifner"}, kRabenseifner},
      {{allreduce, "reduce-scatter-allgather"}, kRabenseifner},
      {{reduce, "basic-linear"}, "'linear'"},
      {{reduce, "pipeline"}, "'chain'"},
      {{reduce, "binary"}, "'binomial'"},
      {{reduce, "in-order-binary"}, "'binomial'"},
      {{reduce, "rabenseifner"}, kRabenseifner},
      {{reduce, "reduce-scatter-gather"}, kRabenseifner},
      {{reduce_scatter, "ring"}, "{ type = 'ring', copies_input = true }"},
      {{reduce_scatter, "nonoverlapping"}, "'reduce-scatterv'"},
      {{reduce_scatter, "butterfly"}, "'recursive-halving'"},
      {{reduce_scatter, "recursive-distance-doubling"}, "'recursive-halving'"},
      {{allgather, "linear"}, kLinearAllgather},
      {{allgather, "basic-linear"}, kLinearAllgather},
      {{allgather, "neighbor"}, "'neighbor-exchange'"},
      {{allgather, "brucks"}, "'bruck'"},
      {{allgather, "k-brucks"}, "'k-bruck'"},
      {{alltoall, "linear"}, "'simple-spread'"},
      {{alltoall, "basic-linear"}, "'simple-spread'"},
      {{alltoall, "linear-sync"}, "'simple-spread'"},
      {{alltoall, "scattered"}, "'simple-spread'"},
      {{alltoall, "pairwise"}, "'ring'"},
      {{alltoall, "modified-bruck"}, "'bruck'"},
      {{alltoall, "brucks"}, "'bruck'"},
      {{bcast, "basic-linear"}, "'linear'"},
      {{bcast, "knomial"}, "{ type = 'k-nomial', radix = 4 }"},
      {{bcast, "k-nomial"}, "{ type = 'k-nomial', radix = 4 }"},
      {{bcast, "pipeline"}, "'chain'"},
      {{bcast, "binary"}, "'binomial'"},
      {{bcast, "split-binary"}, "'binomial'"},
      {{bcast, "scatter-allgather"}, "'scatter-allgather-doubling'"},
      {{bcast, "scatter-recursive-doubling-allgather"}, "'scatter-allgather-doubling'"},
      {{bcast, "scatter-allgather-ring"}, "'scatter-allgather'"},
      {{bcast, "scatter-ring-allgather"}, "'scatter-allgather'"},
      {{gather, "basic-linear"}, "'linear'"},
      {{gather, "linear-synch"}, "'linear-sync'"},
      {{scatter, "basic-linear"}, "'in-turn'"},
      {{scatter, "linear"}, "'in-turn'"},
      {{scatter, "linear-nb"}, "'linear'"},
      {{barrier, "bruck"}, "'dissemination'"},
      {{barrier, "k-dissemination"}, "'dissemination'"},
      {{barrier, "double-ring"}, "'ring'"},
      {{barrier, "tree"}, "'binomial'"},
      {{scan, "linear"}, "'chain'"},
      {{exscan, "linear"}, "'chain'"},
  };
  return all;
}

// The operation whose names another one shares.
Collective namesake(Collective which) {
  switch (which) {
    case Collective::gatherv: return Collective::gather;
    case Collective::scatterv: return Collective::scatter;
    case Collective::alltoallv: return Collective::alltoall;
    case Collective::reduce_scatter_block: return Collective::reduce_scatter;
    default: return which;
  }
}

}  // namespace

std::string open_mpi_fallback(Collective which, std::string_view name, const CallSize& size) {
  const auto core = static_cast<std::int64_t>(std::bit_floor(static_cast<unsigned>(size.ranks)));
  switch (which) {
    case Collective::allreduce:
      if (name.ends_with("ring") && size.elements < size.ranks) return "'recursive-doubling'";
      if (name == "rabenseifner" && size.elements < core) {
        return "{ type = 'reduce-bcast', reduce = 'linear', bcast = 'linear' }";
      }
      return {};
    case Collective::reduce:
      return name == "rabenseifner" && size.elements < core ? "'linear'" : std::string();
    case Collective::allgather:
      if (name.starts_with("neighbor") && size.ranks % 2 == 1) return "'ring'";
      if (name == "recursive-doubling" && size.ranks != core) return "'bruck'";
      return {};
    case Collective::bcast:
      if (name.starts_with("scatter") && size.bytes.n < size.ranks) return "'linear'";
      return {};
    default: return {};
  }
}

std::string mpich_fallback(Collective which, std::string_view name, const CallSize& size) {
  const auto core = static_cast<std::int64_t>(std::bit_floor(static_cast<unsigned>(size.ranks)));
  const bool few = size.elements < core && name == "rabenseifner";
  if (which == Collective::allreduce && few) return "'recursive-doubling'";
  if (which == Collective::reduce && few) return "'binomial'";
  return {};
}

std::string Library::named(Collective which, std::string_view name, const NamedCall& call) const {
  std::string plain(name);
  std::ranges::transform(plain, plain.begin(), [](unsigned char c) {
    return c == '_' ? '-' : static_cast<char>(std::tolower(c));
  });
  if (std::string own = own_name(which, plain, call); !own.empty()) return own;
  const auto found = public_names().find({namesake(which), plain});
  if (found != public_names().end()) return std::string(found->second);
  return config::find_component(name_of(which), plain) ? '\'' + plain + '\'' : std::string();
}

}  // namespace kasuri::mpi
