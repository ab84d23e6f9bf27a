// SPDX-License-Identifier: MIT
#include "experiment/measured/constants.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/config/diagnostics.h"
#include "base/config/node.h"
#include "base/core/errors.h"

namespace kasuri::measured {
namespace {

double of(Time t) { return static_cast<double>(t.ps); }
double of(BytesPerSecond r) { return r == kUnlimited ? 0 : static_cast<double>(r.n); }
template <class T>
double of(const std::optional<T>& x) {
  return x ? of(*x) : 0;
}

constexpr double kLeastTime = 100, kMostTime = 1e9;   // 0.1 ns … 1 ms
constexpr double kLeastRate = 1e7, kMostRate = 1e13;  // 10 MB/s … 10 TB/s
constexpr double kUsualTime = 200'000, kUsualRate = 1e10;

Constant time(std::string_view key, double (*get)(const Config&)) {
  return {key, false, kLeastTime, kMostTime, kUsualTime, get};
}
Constant rate(std::string_view key, double (*get)(const Config&)) {
  return {key, true, kLeastRate, kMostRate, kUsualRate, get};
}

// To three digits, in the largest unit that leaves no fraction below one.
std::string with_unit(double value, bool is_rate) {
  static constexpr std::pair<double, const char*> kTimes[] = {
      {1e9, "ms"}, {1e6, "us"}, {1e3, "ns"}, {1, "ps"}};
  static constexpr std::pair<double, const char*> kRates[] = {
      {1e12, "TB/s"}, {1e9, "GB/s"}, {1e6, "MB/s"}, {1e3, "kB/s"}};
  const double digits = std::pow(10, std::floor(std::log10(value)) - 2);
  const double rounded = std::round(value / digits) * digits;
  for (const auto& [size, name] : is_rate ? kRates : kTimes) {
    if (rounded >= size) return fmt::format("{:.3g} {}", rounded / size, name);
  }
  return fmt::format("{:.3g} {}", rounded, is_rate ? "B/s" : "ps");
}

// What was written must be what is read: lines are replaced without a look at what stands around them.
void require_written(const std::string& text,
                     const std::vector<std::pair<std::string, std::string>>& settings,
                     const std::string& name) {
  config::Node root;
  try {
    root = config::parse_toml(text, name);
  } catch (const Error&) {  // for example a section that stands there twice: then none is found
  }
  for (const auto& [dotted, value] : settings) {
    const std::size_t dot = dotted.find('.');
    config::Node* const section = root.find(dotted.substr(0, dot));
    const config::Node* const key = section ? section->find(dotted.substr(dot + 1)) : nullptr;
    if (key && key->text == value) continue;
    throw Error(Exit::usage, ErrorPlace(name),
                fmt::format("{} cannot be replaced in this file: write it as a line '{} = …' of a section "
                            "[{}]",
                            dotted, dotted.substr(dot + 1), dotted.substr(0, dot)));
  }
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

std::string Constant::text(double value) const { return with_unit(value, is_rate); }

const std::vector<Constant>& constants() {
  static const std::vector<Constant> all{
      time("mpi.send_overhead", [](const Config& c) { return of(c.mpi.send_overhead); }),
      time("mpi.receive_overhead", [](const Config& c) { return of(c.mpi.receive_overhead); }),
      time("mpi.step_overhead", [](const Config& c) { return of(c.mpi.step_overhead); }),
      time("mpi.call_overhead", [](const Config& c) { return of(c.mpi.call_overhead); }),
      time("mpi.rendezvous_overhead", [](const Config& c) { return of(c.mpi.rendezvous_overhead); }),
      rate("mpi.registration_rate", [](const Config& c) { return of(c.mpi.registration_rate); }),
      rate("mpi.eager_copy_rate", [](const Config& c) { return of(c.mpi.eager_copy_rate); }),
      rate("mpi.copy_rate", [](const Config& c) { return of(c.mpi.copy_rate); }),
      rate("mpi.copy_rate_in_memory", [](const Config& c) { return of(c.mpi.copy_rate_in_memory); }),
      rate("mpi.reduce_rate", [](const Config& c) { return of(c.mpi.reduce_rate); }),
      rate("mpi.reduce_rate_in_memory", [](const Config& c) { return of(c.mpi.reduce_rate_in_memory); }),
      rate("mpi.temporary_rate", [](const Config& c) { return of(c.mpi.temporary_rate); }),
      time("accuracy.skew", [](const Config& c) { return c.accuracy ? of(c.accuracy->skew) : 0; }),
      time("nic.cable_latency", [](const Config& c) { return of(c.nic.cable_latency); }),
      time("nic.send_overhead", [](const Config& c) { return of(c.nic.send_overhead); }),
      time("nic.receive_overhead", [](const Config& c) { return of(c.nic.receive_overhead); }),
      time("nic.peer_change_time", [](const Config& c) { return of(c.nic.peer_change_time); }),
      time("nic.fetch_time", [](const Config& c) { return of(c.nic.fetch_time); }),
      rate("nic.dma_read_rate", [](const Config& c) { return of(c.nic.dma_read_rate); }),
      rate("nic.dma_write_rate", [](const Config& c) { return of(c.nic.dma_write_rate); }),
      rate("nic.link_rate", [](const Config& c) { return of(c.nic.link_rate); }),
      time("router.switch_traversal_time",
           [](const Config& c) { return of(c.router.switch_traversal_time); }),
      rate("link.rate", [](const Config& c) { return of(c.link.rate); }),
  };
  return all;
}

const Constant& constant(std::string_view key) {
  std::vector<std::string> known;
  for (const Constant& c : constants()) {
    if (c.key == key) return c;
    known.emplace_back(c.key);
  }
  throw Error(Exit::usage,
              fmt::format("kasuri: error: --fit {}: no constant that can be fitted{}; known: {}", key,
                          config::did_you_mean(std::string(key), known), config::join(known)));
}

std::string without_errors(std::string_view machine) {
  std::vector<std::string> lines = lines_of(machine);
  const auto is_setting = [](const std::string& l) { return !l.empty() && l[0] != '#' && l[0] != '['; };
  const auto begin = std::ranges::find_if(
      lines, [](const std::string& l) { return l.starts_with("[accuracy]"); });
  if (begin == lines.end()) return std::string(machine);
  auto end =
      std::find_if(begin + 1, lines.end(), [](const std::string& l) { return l.starts_with('['); });
  end = lines.erase(std::remove_if(begin + 1, end,
                                   [](const std::string& l) { return l.starts_with("errors"); }),
                    end);
  if (std::none_of(begin + 1, end, is_setting)) lines.erase(begin, end);
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

std::string with_settings(std::string_view machine,
                          const std::vector<std::pair<std::string, std::string>>& settings,
                          std::string_view why, const std::string& name) {
  std::vector<std::string> lines = lines_of(machine);
  for (const auto& [dotted, value] : settings) {
    const std::size_t dot = dotted.find('.');
    const std::string header = '[' + dotted.substr(0, dot) + ']', key = dotted.substr(dot + 1);
    const std::string line = fmt::format("{} = \"{}\"  # {}", key, value, why);
    auto section =
        std::ranges::find_if(lines, [&](const std::string& l) { return l.starts_with(header); });
    if (section == lines.end()) {
      lines.insert(lines.end(), {"", header, line});
      continue;
    }
    const auto end =
        std::find_if(section + 1, lines.end(), [](const std::string& l) { return l.starts_with('['); });
    const auto old = std::find_if(section + 1, end, [&](const std::string& l) {
      return l.starts_with(key) && l.find_first_not_of(" \t", key.size()) == l.find('=');
    });
    if (old != end)
      *old = line;
    else
      lines.insert(section + 1, line);
  }
  std::string text;
  for (const std::string& l : lines) text += l + '\n';
  require_written(text, settings, name);
  return text;
}

}  // namespace kasuri::measured
