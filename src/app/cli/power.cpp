// SPDX-License-Identifier: MIT
// kasuri power RUN: the power of a finished run in other forms: NsimPower's text, a data set for
// Boxfish, pictures.
#include <fmt/format.h>

#include <fstream>

#include "shell/verbs/command.h"
#include "app/cli/run_files.h"
#include "experiment/report/power_export.h"

namespace kasuri::cli {
namespace {

namespace fs = std::filesystem;

struct PowerArguments {
  std::string run, format = "nsimpower", out;
  std::size_t maps = 6;
};

Exit give_out(const std::string& text, const std::string& out) {
  if (out.empty()) {
    fmt::print("{}", text);
    return Exit::done;
  }
  std::ofstream file(out);
  file << text;
  file.close();
  if (!file) throw Error(Exit::limit, ErrorPlace(out), "cannot be written");
  fmt::print("{}\n", out);
  return Exit::done;
}

Exit convert(const PowerArguments& a) {
  const PowerTables t = PowerTables::read(a.run);
  if (t.begin.empty() && !a.format.starts_with("nsimpower")) {
    throw Error(Exit::usage, ErrorPlace(a.run),
                "the run has no tables over time; run it again with --set power.transient=routers, or "
                "=links for links.yaml");
  }
  if (a.format == "boxfish") {
    const fs::path folder = a.out.empty() ? fs::path(a.run) / "boxfish" : fs::path(a.out);
    write_boxfish(t, fs::path(a.run).lexically_normal().filename().string(), folder);
    fmt::print("{}\n", (folder / "meta.yaml").string());
    if (t.link_chunks.empty()) {
      fmt::print(stderr, "kasuri: note: no links.yaml: the run kept rows of routers only; run it again "
                         "with --set power.transient=links\n");
    }
    return Exit::done;
  }
  if (a.format == "time-svg") return give_out(power_over_time(t), a.out);
  if (a.format == "maps-svg") return give_out(power_maps(t, a.maps), a.out);
  return give_out(nsimpower_summary(t) + nsimpower_log(t, a.format == "nsimpower-wide"), a.out);
}

const Verb power{
    "power", "export the power of a run as NsimPower's text, for Boxfish, or as pictures",
    [](CLI::App& app) -> Action {
      auto a = std::make_shared<PowerArguments>();
      app.add_option("run", a->run, "run directory")->required()->type_name("DIR");
      app.add_option("--format", a->format,
                     "nsimpower: totals, then the share of time asleep of each router and chunk; "
                     "nsimpower-wide: also with mW and nJ; boxfish: a directory of tables; time-svg: power "
                     "over time; maps-svg: power of each router")
          ->check(CLI::IsMember({"nsimpower", "nsimpower-wide", "boxfish", "time-svg", "maps-svg"}))
          ->type_name("FORMAT");
      app.add_option("--maps", a->maps, "maps-svg: number of chunks to draw")
          ->check(CLI::Range(1, 1000));
      app.add_option("-o,--out,--output", a->out,
                     "file to write, or directory for boxfish; default: stdout, DIR/boxfish for boxfish")
          ->type_name("PATH");
      return [a] { return reading_runs([&] { return convert(*a); }); };
    }};

}  // namespace
}  // namespace kasuri::cli
