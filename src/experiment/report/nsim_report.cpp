// SPDX-License-Identifier: MIT
#include "experiment/report/nsim_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace kasuri {
namespace {

std::string line(std::string_view name, std::string_view value, std::string_view unit) {
  return fmt::format("{:<27}{}{}{}\n", name, value, unit.empty() ? "" : " ", unit);
}

std::string rounded_down(double x) { return fmt::format("{:.0f}", std::floor(x)); }

}  // namespace

std::string nsim_report(const nlohmann::ordered_json& s) {
  const auto count = [&](const char* key) { return std::to_string(s.at(key).get<std::int64_t>()); };
  const auto percent = [&](const char* key) {
    return fmt::format("{:.6f}", 100 * s.at(key).get<double>());
  };
  std::string text = line("MaxSimTime", count("time_ps"), "[Ticks]") +
                     line("SumArrivedPackets", count("packets"), "") +
                     line("SumArrivedPacketSize", count("packet_bytes"), "[Bytes]") +
                     line("SumSizeTransfer", count("transfer_bytes"), "[Bytes]") +
                     line("SumNumLinks", count("links"), "") +
                     line("LinkBusyRate", percent("link_busy_ratio"), "[%]");
  if (s.contains("power")) {
    const auto& p = s.at("power");
    text += line("SumAveragePowerConsumption", rounded_down(p.at("mean_w").get<double>() * 1e3), "[mW]");
    if (p.contains("peak_w")) {
      text += line("PeakPowerConsumption", rounded_down(p.at("peak_w").get<double>() * 1e3), "[mW]");
    }
    text += line("SumEnergyConsumption", rounded_down(p.at("energy_j").get<double>() * 1e15), "[fJ]");
  }
  std::int64_t program = 0;
  std::uint64_t computing = 0, waiting = 0, messages = 0, bytes = 0;  // no sum of a damaged file overflows
  for (const auto& job : s.at("jobs")) {
    program = std::max(program, job.at("time_ps").get<std::int64_t>());
    computing += job.at("computing_ps").get<std::uint64_t>();
    waiting += job.at("waiting_ps").get<std::uint64_t>();
    messages += job.at("messages").get<std::uint64_t>();
    bytes += job.at("message_bytes").get<std::uint64_t>();
  }
  const auto n = [](auto x) { return std::to_string(x); };
  text += line("MaxProgramTime", n(program), "[Ticks]") +
          line("MeanLinkBandwidth", rounded_down(s.at("mean_link_bytes_per_s").get<double>()),
               "[Bytes/s]") +
          line("LinkEfficiency", percent("link_efficiency"), "[%]") +
          line("LinkStallRate", percent("link_stall_ratio"), "[%]") +
          line("MeanPacketLatency", count("mean_packet_latency_ps"), "[Ticks]") +
          line("MaxPacketLatency", count("max_packet_latency_ps"), "[Ticks]") +
          line("SumSentMessages", n(messages), "") +
          line("SumSentMessageSize", n(bytes), "[Bytes]") +
          line("SumComputingTime", n(computing), "[Ticks]") +
          line("SumWaitingTime", n(waiting), "[Ticks]");
  return text;
}

}  // namespace kasuri
