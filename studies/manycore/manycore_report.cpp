// SPDX-License-Identifier: MIT
// The report of a many-core run, for people and as JSON.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "studies/manycore/manycore.h"

namespace kasuri::emu {
namespace {

std::vector<std::int64_t> sum_of_phases(const Totals& totals) {
  std::vector<std::int64_t> sums(kMaxPhases);
  for (const auto& rank : totals.phases) {
    for (std::size_t p = 0; p < kMaxPhases; ++p) sums[p] += rank[p];
  }
  return sums;
}

}  // namespace

nlohmann::ordered_json ManycoreReport::json() const {
  nlohmann::ordered_json j;
  j["processor"] = name_of(params.processor);
  j["engine"] = params.engine.name();
  j["wiring"] = params.wiring.name();
  j["program"] = params.rom.empty() ? std::string(params.program.name()) : params.rom.string();
  j["pipes"] = params.pipes;
  j["ranks"] = params.rank_count();
  j["pes"] = pes;
  j["bytes_per_pe"] = bytes_per_pe;
  j["most_bytes"] = most_bytes;
  j["code_bytes"] = code_bytes;
  j["clocks"] = clocks;
  if (barrier_clocks) j["barrier_clocks"] = barrier_clocks;
  j["busy_cycles"] = busy_cycles();
  j["poll_cycles"] = poll_cycles();
  const auto sums = sum_of_phases(totals);
  for (std::size_t p = 0; p < phase_names.size(); ++p) j["phase_cycles"][phase_names[p]] = sums[p];
  j["phase_cycles_by_rank"] = nlohmann::ordered_json::array();
  for (const auto& rank : totals.phases) {
    j["phase_cycles_by_rank"].push_back(std::vector<std::int64_t>(
        rank.begin(), rank.begin() + static_cast<std::ptrdiff_t>(phase_names.size())));
  }
  j["packets_compared"] = verdict.compared;
  j["packets_wrong"] = verdict.wrong;
  for (std::size_t k = 0; k < kOddities; ++k) {
    j["oddities"][std::string(to_string(static_cast<Oddity>(k)))] = totals.oddities[k];
  }
  j["first_oddities"] = nlohmann::ordered_json::array();
  for (const OddityAt& o : totals.first) {
    j["first_oddities"].push_back(
        {{"kind", to_string(o.kind)}, {"pe", o.pe}, {"pc", o.pc}, {"address", o.address}});
  }
  j["ran_on"] = ran_on;
  j["stopped"] = stopped;
  j["fallback"] = fallback;
  j["not_translated"] = not_translated;
  const Shape shape{params.log_pipes(), params.rank_count()};
  j["waits"] = waits.json(shape);
  if (element) {
    nlohmann::ordered_json e{{"rank", params.element[0]},
                             {"pipe", params.element[1]},
                             {"does", to_string(element->standing.doing)},
                             {"clock", element->standing.clock}};
    for (const auto& [name, value] : element->registers) e["registers"][name] = value;
    j["element"] = std::move(e);
  }
  j["state_hash"] = fmt::format("{:016x}", state_hash);
  j["host"] = {{"seconds", seconds},
               {"cpu_seconds", cpu_seconds},
               {"threads", params.threads},
               {"instructions", totals.instructions},
               {"translated_instructions", totals.translated},
               {"parted_instructions", totals.parted}};
  j["aggregate_mhz"] = aggregate_mhz();
  return j;
}

std::string ManycoreReport::text() const {
  std::string out =
      fmt::format("{} processing elements ({} pipes x {} ranks, {}), {} bytes each, {:.1f} MB held "
                  "at once\n", pes, params.pipes, params.rank_count(), name_of(params.processor),
                  bytes_per_pe,
                  static_cast<double>(most_bytes) * 1e-6);
  out += fmt::format("program: {} bytes; ran for {} clocks\n", code_bytes, clocks);
  if (barrier_clocks)
    out += fmt::format("barrier: all pipes synchronised after {} clocks\n", barrier_clocks);
  out += fmt::format("busy {} cycles, polling {} cycles\n", busy_cycles(), poll_cycles());
  const auto sums = sum_of_phases(totals);
  for (std::size_t p = 0; p < phase_names.size(); ++p) {
    if (sums[p])
      out += fmt::format("  {:10} {:5.1f} %\n", phase_names[p],
                         100.0 * static_cast<double>(sums[p]) / static_cast<double>(busy_cycles()));
  }
  if (verdict.compared) {
    out += fmt::format("results: {} packets compared with the formula, {} wrong\n",
                       verdict.compared, verdict.wrong);
  }
  for (std::size_t k = 0; k < kOddities; ++k) {
    if (totals.oddities[k])
      out += fmt::format("{}: {} times\n", to_string(static_cast<Oddity>(k)), totals.oddities[k]);
  }
  for (const OddityAt& o : totals.first) {
    out += fmt::format("  processing element {} at 0x{:X}: {} (0x{:X})\n", o.pe, o.pc,
                       to_string(o.kind), o.address);
  }
  if (stopped) out += "stopped before its end; what follows is the state then\n";
  if (stopped || waits.is_odd()) out += waits.text({params.log_pipes(), params.rank_count()});
  if (element) {
    out +=
        fmt::format("element of rank {}, pipe {}: {} at clock {}\n ", params.element[0],
                    params.element[1], to_string(element->standing.doing), element->standing.clock);
    for (const auto& [name, value] : element->registers)
      out += fmt::format(" {}={:X}", name, value);
    out += '\n';
  }
  if (!fallback.empty()) {
    out += fmt::format("all of it ran on '{}' instead of '{}': {}\n", ran_on, params.engine.name(),
                       fallback);
  }
  if (!not_translated.empty()) out += fmt::format("{}\n", not_translated);
  if (totals.translated) {
    const auto percent = [&](std::int64_t n) {
      return 100.0 * static_cast<double>(n) / static_cast<double>(totals.instructions);
    };
    out += fmt::format("translated: {:.1f} % of the instructions; not: {:.1f} % in groups whose "
                       "elements part, {:.1f} % at buffers that change hands and the like\n",
                       percent(totals.translated), percent(totals.parted),
                       percent(totals.instructions - totals.translated - totals.parted));
  }
  out += fmt::format("state hash {:016x}\n", state_hash);
  out += fmt::format(
      "host: {:.3f} s, {:.1f} MHz emulated in total (busy cycles), {:.1f} MHz with polls\n",
      seconds, aggregate_mhz(),
      seconds > 0 ? static_cast<double>(busy_cycles() + poll_cycles()) / seconds * 1e-6 : 0);
  return out;
}

}  // namespace kasuri::emu
