// SPDX-License-Identifier: MIT
// kasuri import FILE, codes, tracer: what other tools are configured with, as a configuration of ours.
#include <fmt/format.h>

#include "app/imports/importer.h"
#include "shell/verbs/command.h"
#include "base/core/text_file.h"
#include "workload/traces/tracer_config.h"

namespace kasuri::cli {
namespace {

namespace fs = std::filesystem;

struct ImportArguments {
  std::string file, network, jobs, out;
};

constexpr std::string_view kSomeJob =
    "# Something to run, to be replaced.\n[[jobs]]\n"
    "pattern = { type = \"uniform\", load = 0.1, message = \"4 KiB\", duration = \"100 us\" }\n";

void print_warnings(const std::vector<std::string>& warnings) {
  for (const std::string& line : warnings) fmt::print(stderr, "{}\n", line);
}

Exit import_network(const ImportArguments& a) {
  const trace::CodesMachine machine = trace::import_codes(a.network);
  print_warnings(machine.warnings);
  const std::string toml = machine.toml + std::string(kSomeJob);
  if (a.out.empty()) fmt::print("{}", toml);
  else write_text(a.out, toml);
  return Exit::done;
}

// Of whatever format, into a folder.
Exit import_file(const ImportArguments& a) {
  const imports::Source source{fs::path(a.file)};
  const imports::Imported all = imports::importer_of(source).read(source);
  fs::path folder = a.out.empty() ? fs::path(a.file).stem() : fs::path(a.out);
  if (a.out.empty() && fs::exists(folder) && !fs::is_directory(folder)) folder += ".kasuri";
  print_warnings(all.warnings);
  const std::string name = fs::path(a.file).filename().string();
  const std::string about = fmt::format("# From {}, by kasuri import.\n", name);
  write_text(folder / "config.toml", about + all.toml + (all.has_jobs ? "" : std::string(kSomeJob)));
  for (const auto& [file, text] : all.files) write_text(folder / file, text);
  fmt::print("{}\n", (folder / "config.toml").string());
  return Exit::done;
}

Exit import_jobs(const ImportArguments& a) {
  const fs::path folder = a.out.empty() ? fs::path("tracer") : fs::path(a.out);
  const trace::CodesMachine machine = trace::import_codes(a.network);
  print_warnings(machine.warnings);
  const trace::TracerImport all = trace::import_tracer(a.jobs, machine, folder);
  print_warnings(all.warnings);
  write_text(folder / "config.toml", all.toml);
  for (const trace::ImportedFile& f : all.files) write_text(folder / f.name, f.text);
  fmt::print("{}\n", (folder / "config.toml").string());
  return Exit::done;
}

const Verb import_verb{
    "import", "convert a machine or jobs of another tool to a configuration",
    [](CLI::App& app) -> Action {
      auto a = std::make_shared<ImportArguments>();
      app.require_subcommand(0, 1);
      app.add_option("file", a->file, "a machine as another tool describes it, in a format listed below")
          ->type_name("FILE");
      app.add_option("-o,--out,--output", a->out,
                     "folder for the configuration; default: the file's name without its suffix")
          ->type_name("DIR");
      std::string formats = "Formats:\n";
      for (const imports::Importer* i : imports::importers()) {
        formats += fmt::format("  {:<16} {}\n", i->name, i->what);
      }
      app.footer(formats);
      CLI::App* const codes = app.add_subcommand(
          "codes", "a network file: torus, fattree, dragonfly, simplenet, loggp");
      codes->add_option("network", a->network, "network file of CODES")->required()->type_name("FILE");
      codes->add_option("-o,--out,--output", a->out, "configuration to write; default: stdout")
          ->type_name("FILE");
      CLI::App* const tracer = app.add_subcommand("tracer", "a job file with its maps, on a network");
      tracer->add_option("jobs", a->jobs, "tracer_config")->required()->type_name("FILE");
      tracer->add_option("network", a->network, "network file of CODES")->required()->type_name("FILE");
      tracer->add_option("-o,--out,--output", a->out,
                         "folder for the configuration and the maps; default: tracer")
          ->type_name("DIR");
      return [a, codes, tracer] {
        if (codes->parsed()) return import_network(*a);
        if (tracer->parsed()) return import_jobs(*a);
        if (a->file.empty()) throw Error(Exit::usage, ErrorPlace("kasuri import"), "no FILE is named");
        return import_file(*a);
      };
    }};

}  // namespace
}  // namespace kasuri::cli
