// SPDX-License-Identifier: MIT
// kasuri serve: configurations, runs and their pages in a browser, on this host.
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <thread>

#include "shell/verbs/command.h"
#include "app/cli/http_server.h"
#include "app/cli/machines.h"
#include "shell/verbs/say.h"
#include "app/cli/service_answers.h"
#include "base/config/catalogue.h"
#include "base/core/text_file.h"
#include "base/engine/interrupt.h"
#include "shell/page/page.h"

namespace kasuri::cli {
namespace {

namespace fs = std::filesystem;
using ServiceJson = nlohmann::ordered_json;

struct ServeArguments {
  std::string folder = "service", listen = "127.0.0.1", token;
  int port = 8437;
  ServiceLimits limits;
};

// Small machines to begin with; the examples of the gallery, where they are installed or in the source
// tree.
ServiceJson presets() {
  ServiceJson all = ServiceJson::array();
  all.push_back({{"name", "uniform traffic on a torus"},
                 {"config",
                  "[topology]\ntype = \"torus\"\nextents = [8, 8]\n\n[router]\nvcs = 2\n\n[[jobs]]\n"
                  "pattern = { type = \"uniform\", load = 0.4, duration = \"50 us\" }\n"}});
  all.push_back({{"name", "all-to-all on a fat tree"},
                 {"config",
                  "[topology]\ntype = \"fat-tree\"\nradix = 8\n\n[[jobs]]\nmotif = { type = "
                  "\"lines-alltoall\", grid = [8, 4, 4], size = \"16 KiB\", steps = 2 }\n"}});
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* where : {"../examples/gallery", "../share/kasuri/examples/gallery"}) {
    std::vector<fs::path> files;
    for (const auto& e : fs::directory_iterator(here / where, error)) files.push_back(e.path());
    std::ranges::sort(files);
    for (const fs::path& f : files) {
      const bool is_run = f.extension() == ".toml" && f.stem() != "chip";
      if (is_run) all.push_back({{"name", f.stem().string()}, {"config", read_text(f)}});
    }
  }
  return all;
}

Exit serve(ServeArguments a) {
  if (a.token.empty()) a.token = new_token();
  unsetenv("KASURI_TOKEN");  // it is no business of runs
  ServiceRuns runs(a.folder, a.limits);
  const std::string page = view::service_page({{"schema", config::json_schema()},
                                               {"presets", presets()},
                                               {"programs", !a.limits.programs.empty()},
                                               {"memory", a.limits.memory},
                                               {"seconds", a.limits.seconds},
                                               {"version", KASURI_VERSION}});
  HttpServer server(a.listen, a.port, a.token);
  set_answers(server, runs, page);
  const InterruptGuard interrupt;
  server.start();
  say(stdout, fmt::format("kasuri serves {} at {}\n", a.folder, server.url()));
  std::fflush(stdout);
  while (!InterruptGuard::signal()) {
    try {
      runs.tend();
    } catch (const std::exception& e) {  // a folder that has gone
      say(stderr, fmt::format("kasuri: {}\n", e.what()));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  runs.end_calls();
  say(stderr, "kasuri: the service ends; runs go on, and it finds them when it is started again\n");
  return Exit::done;
}

const Verb serve_verb{
    "serve", "configure, run and see runs in a browser on this host", [](CLI::App& app) -> Action {
      auto a = std::make_shared<ServeArguments>();
      app.add_option("folder", a->folder, "folder of the service and its runs; default: service")
          ->type_name("DIR");
      app.add_option("--port", a->port, "default: 8437; 0: a free one")->check(CLI::Range(0, 65535));
      app.add_option("--listen", a->listen,
                     "address; default: 127.0.0.1, for browsers of this host alone")
          ->type_name("ADDRESS");
      app.add_option("--token", a->token,
                     "secret that each browser must know, also in KASURI_TOKEN, which other users of the "
                     "host cannot see; default: a random one, in the link that is printed")
          ->envname("KASURI_TOKEN")
          ->check([](const std::string& s) {
            const bool good =
                s.size() >= 16 &&
                s.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_") ==
                    s.npos;
            return good ? std::string() : std::string("a token has 16 or more letters, digits, - and _");
          });
      app.add_option("--programs", a->limits.programs,
                     "run programs of this folder; default: no programs")
          ->check(CLI::ExistingDirectory)
          ->type_name("DIR");
      app.add_option("--memory", a->limits.memory, "memory of each run; default: 2 GiB")
          ->type_name("SIZE");
      app.add_option("--time", a->limits.seconds,
                     "seconds of the host's clock that each run may take; default: 3600")
          ->check(CLI::Range(1.0, 1e9));
      app.add_option("--at-once", a->limits.at_once, "runs at the same time; others wait; default: 1")
          ->check(CLI::Range(1, 1024));
      return [a] { return serve(*a); };
    }};

}  // namespace
}  // namespace kasuri::cli
