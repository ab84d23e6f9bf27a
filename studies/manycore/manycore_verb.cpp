// SPDX-License-Identifier: MIT
// `kasuri manycore`: a chip of small processors on a shuffle-exchange network (docs/manycore.md).
#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/config/document.h"
#include "shell/verbs/page_of_file.h"
#include "shell/verbs/study_verbs.h"
#include "studies/manycore/manycore.h"
#include "studies/manycore/manycore_view.h"
#include "base/engine/interrupt.h"

namespace kasuri::cli {
namespace {

struct Options {
  std::string config;
  std::vector<std::string> overrides;
  std::string rom;
  bool json = false;
  bool progress = false;
  std::vector<std::int64_t> element;
  std::string trace;
};

// One line a second on stderr, with the time that is left if the rest goes as fast.
class ElementProgress {
 public:
  void start(const emu::Started& started) {
    thread_ = std::jthread([started](const std::stop_token& stop) { watch(started, stop); });
  }

 private:
  static void watch(const emu::Started& s, const std::stop_token& stop) {
    const auto begin = std::chrono::steady_clock::now();
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    while (!wake.wait_for(lock, stop, std::chrono::seconds(1), [&] {
      return stop.stop_requested();
    }) && !stop.stop_requested()) {
      const double seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      const auto given = static_cast<double>(s.given->value());
      if (s.buffers && given > 0) {
        const double part = given / static_cast<double>(s.buffers);
        fmt::print(stderr, "{:5.1f} % after {:.0f} s, {:.0f} s left\n", 100 * part, seconds,
                   seconds * (1 - part) / part);
      } else {
        fmt::print(stderr, "{:.0f} buffers sent after {:.0f} s\n", given, seconds);
      }
    }
  }

  std::jthread thread_;
};

Exit run_manycore(const Options& o) {
  std::vector<std::string> overrides = o.overrides;
  if (!o.rom.empty()) overrides.push_back("rom=" + o.rom);
  if (!o.element.empty())
    overrides.push_back(fmt::format("element=[{}]", fmt::join(o.element, ",")));
  if (!o.trace.empty()) overrides.push_back("trace=" + o.trace);
  config::Document document = config::Document::load(o.config, overrides);
  const auto params = config::read<emu::ManycoreParams>(document.root());
  document.finish();
  const InterruptGuard interrupt;
  ElementProgress progress;
  const emu::ManycoreReport report = emu::run_manycore(
      params,
      [&](const emu::Started& started) {
        fmt::print(stderr, "{} pipes x {} ranks take up to {:.1f} MB\n", params.pipes,
                   params.rank_count(), static_cast<double>(started.bytes) * 1e-6);
        if (o.progress) progress.start(started);
      },
      [] { return InterruptGuard::signal() != 0; });
  if (o.json)
    fmt::print("{}\n", report.json().dump(2));
  else
    fmt::print("{}", report.text());
  if (report.stopped) return static_cast<Exit>(128 + InterruptGuard::signal());
  return report.verdict.wrong ? Exit::program_failed : Exit::done;
}

const Verb manycore{
    kManycoreVerb.name, kManycoreVerb.summary, [](CLI::App& app) -> Action {
      auto o = std::make_shared<Options>();
      app.add_option("config", o->config, "configuration file")->required();
      app.add_option("--set", o->overrides, "override a setting, key=value; repeatable")->take_all();
      add_no_plugins_option(app);
      app.add_option("--rom", o->rom, "run this program: raw bytes, .asm, or ELF (SH-2)");
      app.add_option("--element", o->element,
                     "RANK,PIPE: report this element's registers at the end")
          ->delimiter(',')
          ->expected(2);
      app.add_option(
          "--trace", o->trace,
          "print each instruction of that element and the registers before it to this file "
          "(-: stderr)");
      app.add_flag("--progress", o->progress, "report progress every second");
      app.add_flag("--json", o->json, "print JSON instead of text");
      return [o] { return run_manycore(*o); };
    }};

view::Pack view_of_manycore(const std::string& name, config::Document& document) {
  const auto params = config::read<emu::ManycoreParams>(document.root());
  document.finish();
  return view::manycore_view(name, params);
}

const Verb view_verb{"view", kPageSummary,
                     [](CLI::App& app) { return write_page_of(app, &view_of_manycore); }};

}  // namespace
}  // namespace kasuri::cli
