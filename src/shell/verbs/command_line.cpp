// SPDX-License-Identifier: MIT
#include "shell/verbs/command_line.h"

#include <H5public.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>

#include "base/config/tables.h"

namespace kasuri::cli {
namespace {

OptionFacts facts_of(CLI::Option& o) {
  OptionFacts f;
  for (const std::string& n : o.get_lnames()) f.names.push_back("--" + n);
  for (const std::string& n : o.get_snames()) f.names.push_back("-" + n);
  if (f.names.empty()) f.argument = o.get_name();
  if (o.get_items_expected_max() > 0) f.value = o.get_type_name().substr(0, o.get_type_name().find(':'));
  try {  // of CLI::IsMember, "{words,nsim}"
    const std::string legal = o.get_validator(0)->get_description();
    if (legal.starts_with('{') && legal.ends_with('}')) {
      f.choices = CLI::detail::split(legal.substr(1, legal.size() - 2), ',');
    }
  } catch (const CLI::OptionNotFound&) {
  }
  f.meaning = o.get_description();
  f.required = o.get_required();
  return f;
}

// Of --help, which all have, nothing is said. `trace` has verbs of its own: they stand as its argument.
void add_options_of(CLI::App& app, std::vector<OptionFacts>& all) {
  const auto inner = app.get_subcommands([](CLI::App*) { return true; });
  if (!inner.empty()) {
    OptionFacts verbs;
    verbs.argument = "verb";
    verbs.required = true;
    for (const CLI::App* sub : inner) {
      verbs.choices.push_back(sub->get_name());
      verbs.meaning +=
          (verbs.meaning.empty() ? "" : "; ") + sub->get_name() + ": " + sub->get_description();
    }
    all.push_back(std::move(verbs));
  }
  for (CLI::Option* o : app.get_options([](CLI::Option*) { return true; })) {
    OptionFacts f = facts_of(*o);
    const auto same = [&](const OptionFacts& other) {
      return other.names == f.names && other.argument == f.argument;
    };
    if (std::ranges::find(f.names, "--help") == f.names.end() && std::ranges::none_of(all, same)) {
      all.push_back(std::move(f));
    }
  }
  for (CLI::App* sub : inner) add_options_of(*sub, all);
}

std::vector<OptionFacts> options_of(CLI::App& app) {
  std::vector<OptionFacts> all;
  add_options_of(app, all);
  return all;
}

// Groups of verbs in help texts, in the order in which they are needed. All others are in the last one.
struct VerbGroup {
  const char* title;
  std::vector<std::string_view> verbs;
};
const std::vector<VerbGroup>& verb_groups() {
  static const std::vector<VerbGroup> groups{
      {"Simulate", {"new", "check", "run", "compare", "sweep", "predict", "mpirun", "view"}},
      {"Look at a run or a machine", {"report", "diff", "picture", "power", "export", "topo"}},
      {"Files", {"import", "trace", "calibrate", "schema"}},
      {"Compilers", {"mpicc", "mpicxx", "mpic++", "mpif90", "mpif77", "mpifort", "cc", "c++", "mpi-as"}},
      {"Studies", {"chip", "manycore", "cpu"}},
      {"More", {}}};
  return groups;
}

// The group of a verb, and its place there; those that are in none come last.
std::pair<std::size_t, std::size_t> place_of(const Verb& verb) {
  const auto& groups = verb_groups();
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const auto at = std::ranges::find(groups[g].verbs, verb.name);
    if (at != groups[g].verbs.end()) return {g, static_cast<std::size_t>(at - groups[g].verbs.begin())};
  }
  return {groups.size() - 1, 0};
}

// Help texts of at most config::kHelpWidth columns.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* o, bool is_positional) const override {
    return entry(make_option_name(o, is_positional) + make_option_opts(o), make_option_desc(o));
  }
  std::string make_subcommand(const CLI::App* sub) const override {
    return entry(sub->get_display_name(true), sub->get_description());
  }
  std::string make_description(const CLI::App* app) const override {
    return app->get_description().empty() ? "" : config::wrapped(app->get_description(), 0, 0) + '\n';
  }
  std::string make_footer(const CLI::App* app) const override {
    return app->get_footer().empty() ? "" : config::wrapped(app->get_footer(), 0, 0) + '\n';
  }

 private:
  static constexpr std::size_t kColumn = 26;

  static std::string entry(const std::string& name, const std::string& meaning) {
    std::string line = "  " + config::wrapped(name, 2, 6);
    const bool fits = line.find('\n') == line.npos && line.size() + 2 <= kColumn;
    if (meaning.empty()) return line + '\n';
    line += fits ? std::string(kColumn - line.size(), ' ') : '\n' + std::string(kColumn, ' ');
    return line + config::wrapped(meaning, kColumn, kColumn) + '\n';
  }
};

std::string instructions() {
#if defined(__AVX512F__)
  return "AVX-512";
#elif defined(__AVX2__)
  return "AVX2";
#elif defined(__x86_64__)
  return "SSE2";
#else
  return "the processor's basic instructions";
#endif
}

}  // namespace

CommandLine command_line() {
  CommandLine c{
      std::make_unique<CLI::App>("Kasuri simulates interconnection networks: run time of a workload, "
                                 "congestion and energy, for every link.",
                                 "kasuri"),
      {}};
  c.app->require_subcommand(1);
  c.app->set_version_flag("--version", version_text());
  c.app->footer("Exit codes: 0 done, 1 the simulated program failed, 2 usage or configuration, "
                "3 simulated deadlock, 4 a limit, 5 internal error, 128+n signal n.");
  c.app->formatter(std::make_shared<HelpFormatter>());  // subcommands get it, too
  std::vector<const Verb*> in_groups = verbs();
  std::ranges::stable_sort(in_groups, {}, [](const Verb* v) { return place_of(*v); });
  for (const Verb* verb : in_groups) {
    CLI::App* sub = c.app->add_subcommand(verb->name, verb->summary);
    sub->group(verb_groups()[place_of(*verb).first].title);
    if (verb->setup) c.actions.emplace_back(sub, verb->setup(*sub));
  }
  return c;
}

std::string help_of(const CLI::App& app) {
  return app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal);
}

std::vector<VerbFacts> verb_facts() {
  const CommandLine c = command_line();
  std::vector<VerbFacts> all;
  for (const Verb* verb : verbs()) {
    CLI::App& sub = *c.app->get_subcommand(verb->name);
    all.push_back({verb->name, verb->summary, options_of(sub), verb->pass_on != nullptr, help_of(sub)});
  }
  return all;
}

std::string version_text() {
#ifdef NDEBUG
  const std::string kind = "optimised";
#else
  const std::string kind = "with checks";
#endif
#ifdef __clang__
  const std::string compiler = "Clang " __clang_version__;
#else
  const std::string compiler = "GCC " __VERSION__;
#endif
  return fmt::format("kasuri {}\nbuilt {} by {} for {}; HDF5 {}.{}.{}, SQLite {}, fmt {}.{}.{}",
                     KASURI_VERSION, kind, compiler, instructions(), H5_VERS_MAJOR, H5_VERS_MINOR,
                     H5_VERS_RELEASE, sqlite3_libversion(), FMT_VERSION / 10000, FMT_VERSION / 100 % 100,
                     FMT_VERSION % 100);
}

}  // namespace kasuri::cli
