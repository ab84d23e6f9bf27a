// SPDX-License-Identifier: MIT
#include "shell/verbs/program.h"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include "shell/verbs/colour.h"
#include "shell/verbs/command_line.h"
#include "shell/verbs/mistyped.h"
#include "shell/verbs/say.h"
#include "base/cluster/cluster.h"
#include "base/config/plugins.h"
#include "base/core/check.h"
#include "base/core/main_stack.h"
#include "base/core/streams.h"
#include "base/core/variables.h"

namespace kasuri::cli {
namespace {

// A link named mpicc to this program is `kasuri mpicc`.
std::optional<int> run_by_name(int argc, char** argv) {
  const std::string name = argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "";
  const std::string wanted = name == "as" ? "mpi-as" : name;  // the compiler of mpicc calls that
  if (!wanted.starts_with("mpi")) return std::nullopt;
  for (const Verb* verb : verbs()) {
    if (verb->pass_on && verb->name == wanted) {
      return static_cast<int>(verb->pass_on(std::vector<std::string>(argv + 1, argv + argc)));
    }
  }
  return std::nullopt;
}

// Their code runs in this process, whoever wrote the configuration.
void tell_of_plugin(const std::filesystem::path& file, std::string_view document, bool is_loaded) {
  if (launched().rank != 0) return;
  const std::string why = is_loaded ? fmt::format("which {} names; --no-plugins prevents it", document)
                                    : "left out (--no-plugins)";
  say(stderr, fmt::format("kasuri: {} {}, {}\n", is_loaded ? "loading plug-in" : "plug-in",
                          file.string(), why));
}

int run_command(int argc, char** argv) {
  config::tell_of_plugins(&tell_of_plugin);
  if (const auto code = run_by_name(argc, argv)) return *code;
  for (const Verb* verb : verbs()) {
    if (verb->pass_on && argc > 1 && verb->name == argv[1]) {
      return static_cast<int>(verb->pass_on(std::vector<std::string>(argv + 2, argv + argc)));
    }
  }
  const CommandLine line = command_line();
  CLI::App& app = *line.app;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // help
    if (const auto wrong = mistyped(app, argc, argv)) throw Error(Exit::usage, *wrong);
    const CLI::App* in = &app;
    std::string verb;
    while (!in->get_subcommands().empty()) {
      in = in->get_subcommands().front();
      verb += " " + in->get_name();
    }
    throw Error(Exit::usage, fmt::format("kasuri{}: error: {}; kasuri{} --help explains {}", verb, e.what(),
                                         verb, verb.empty() ? "all verbs" : "its arguments"));
  }
  if (const auto empty = empty_argument(app)) throw Error(Exit::usage, *empty);
  for (const auto& [sub, action] : line.actions) {
    if (sub->parsed()) return static_cast<int>(action());
  }
  return static_cast<int>(Exit::usage);
}

// What was printed has to have arrived: an answer on a full disk is none.
int finish_output(int code) {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return code;
  say(stderr, fmt::format("kasuri: error: cannot write to standard output: {}\n", std::strerror(errno)));
  return code ? code : static_cast<int>(Exit::limit);
}

int speak(int argc, char** argv) {
  // A file over the limit of its size is an error of its writer, not the end of the process.
  std::signal(SIGXFSZ, SIG_IGN);
  open_missing_streams();
  remember_environment();
  try {
    const int code = finish_output(run_command(argc, argv));
    note_process_code(code);
    return code;
  } catch (const Error& e) {
    const std::string_view text = e.what();
    const bool named = e.has_place() || text.find("error: ") != text.npos;
    say(stderr, coloured_message(fmt::format("{}{}\n", named ? "" : "kasuri: error: ", text), stderr));
    return static_cast<int>(e.code());
  } catch (const std::bad_alloc&) {
    say(stderr, "kasuri: error: out of memory\n");
    return static_cast<int>(Exit::limit);
  } catch (const std::system_error& e) {
    say(stderr, fmt::format("kasuri: error: {}\n", e.what()));
    return static_cast<int>(Exit::limit);
  } catch (const std::exception& e) {
    say(stderr, fmt::format("kasuri: internal error: {}\nThis is a bug in Kasuri; please report it.\n",
                            e.what()));
    return static_cast<int>(Exit::internal);
  }
}

}  // namespace

int run_program(int argc, char** argv) { return on_large_stack(&speak, argc, argv); }

}  // namespace kasuri::cli
