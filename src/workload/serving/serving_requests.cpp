// SPDX-License-Identifier: MIT
// Times between Poisson arrivals are exponential: −ln(u) / rate. Bursts arrive so, as a whole.
#include "workload/serving/serving_requests.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/core/errors.h"
#include "base/core/rng.h"

namespace kasuri {
namespace {

constexpr std::uint32_t kArrivals = 0x5e12;  // the component of these random numbers

constexpr double kLatest = 1e6;  // seconds

Time seconds(double s) { return {static_cast<std::int64_t>(s * 1e12 + 0.5)}; }

// Whole blocks are in the cache. One token at least is computed: it makes the first of the answer.
std::uint32_t cached_of(const ServingParams& p, std::uint32_t prompt, double share) {
  const auto tokens = static_cast<std::uint32_t>(share * prompt) / p.block * p.block;
  return std::min(tokens, prompt - 1);
}

bool fits(const ServingRequest& r, const ServingRoom& room) {
  return r.prompt <= room.prefill && std::uint64_t{r.prompt} + r.output <= room.decode;
}

std::string too_long(const ServingRequest& r, const ServingRoom& room) {
  return fmt::format("{} tokens of prompt and {} of answer are more than a replica has memory for, {}: "
                     "shorten "
                     "the request, or raise tp, pp, memory or memory_share",
                     r.prompt, r.output, std::min(room.prefill, room.decode));
}

std::vector<LineFile::Word> fields_of(std::span<const LineFile::Word> words) {
  std::vector<LineFile::Word> all;
  for (const LineFile::Word& w : words) {
    std::size_t at = 0;
    while (at < w.text.size()) {
      const std::size_t end = std::min(w.text.find(',', at), w.text.size());
      if (end > at) all.push_back({w.text.substr(at, end - at), w.column + at});
      at = end + 1;
    }
  }
  return all;
}

}  // namespace

void read_numbers(const std::filesystem::path& path, std::span<const NumberColumn> columns,
                  std::size_t needed,
                  const std::function<void(LineFile&, std::size_t, std::span<const double>)>& take) {
  LineFile file(path);
  bool first = true;
  file.read([&](std::size_t line, std::span<const LineFile::Word> words) {
    const std::vector<LineFile::Word> fields = fields_of(words);
    const bool names = std::exchange(first, false) && !fields.empty() &&
                       std::isalpha(static_cast<unsigned char>(fields[0].text[0]));
    if (names) return;
    if (fields.size() < needed || fields.size() > columns.size()) {
      return file.error(line, words[0].column,
                        fmt::format("expected {} to {} numbers ({}, …), not {}", needed, columns.size(),
                                    columns[0].name, fields.size()));
    }
    std::vector<double> values;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::string& text = fields[i].text;
      double x = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
      const NumberColumn& c = columns[i];
      const bool good = error == std::errc() && end == text.data() + text.size() && x >= c.least &&
                        x <= c.most && (!c.whole || x == std::floor(x));
      if (!good) {
        return file.error(line, fields[i].column,
                          fmt::format("{} is {} from {:.10g} to {:.10g}, not '{}'", c.name,
                                      c.whole ? "a whole number" : "a number", c.least, c.most, text));
      }
      values.push_back(x);
    }
    take(file, line, values);
  });
  file.finish();
}

std::vector<ServingRequest> serving_requests(const ServingParams& p, const ServingRoom& room) {
  std::vector<ServingRequest> all;
  if (!p.trace && !fits({{}, p.prompt, p.output}, room)) {
    throw Error(Exit::usage, too_long({{}, p.prompt, p.output}, room));
  }
  if (p.trace) {
    constexpr double kTokens = 1 << 24;
    const NumberColumn columns[] = {{"arrival", 0, kLatest, false},
                                    {"prompt", 1, kTokens, true},
                                    {"output", 1, kTokens, true},
                                    {"cached", 0, 1, false}};
    read_numbers(*p.trace, columns, 3, [&](LineFile& file, std::size_t line, std::span<const double> n) {
      if (p.requests > 0 && all.size() == p.requests) return;
      ServingRequest r{seconds(n[0]), static_cast<std::uint32_t>(n[1]), static_cast<std::uint32_t>(n[2])};
      r.cached = cached_of(p, r.prompt, n.size() > 3 ? n[3] : p.cached);
      if (!all.empty() && r.arrival < all.back().arrival) {
        return file.error(line, 1, "requests must be in the order of their arrivals: sort the lines");
      }
      if (!fits(r, room)) return file.error(line, 1, too_long(r, room));
      all.push_back(r);
    });
    if (all.empty()) throw Error(Exit::usage, p.trace->string() + ": there is no request in the file");
    return all;
  }
  double now = 0;
  const std::uint32_t together = p.arrivals == Arrivals::bursts ? p.burst : 1;
  for (std::uint32_t i = 0; i < p.requests; ++i) {
    if (i % together == 0) {
      now += -std::log(unit_interval(random_at(p.seed, kArrivals, 0, i)[0])) * together / p.rate;
    }
    if (now > kLatest) {
      throw Error(Exit::usage, fmt::format("request {} would arrive after {:.3g} s, later than {:.0e} s: "
                                           "raise rate, or lower requests", i, now, kLatest));
    }
    all.push_back({seconds(now), p.prompt, p.output, cached_of(p, p.prompt, p.cached)});
  }
  return all;
}

}  // namespace kasuri
