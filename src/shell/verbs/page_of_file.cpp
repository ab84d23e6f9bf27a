// SPDX-License-Identifier: MIT
#include "shell/verbs/page_of_file.h"

#include <fmt/format.h>

#include "base/core/text_file.h"
#include "shell/page/page.h"

namespace kasuri::cli {
namespace {

struct PageArguments {
  std::string config, out = "view.html";
  std::vector<std::string> set;
};

Exit write_page(const PageArguments& a, ViewOfFile view_of) {
  const std::filesystem::path file(a.config);
  config::Document document = config::Document::load(file, a.set);
  write_text(a.out, view::page(view_of(file.filename().string(), document)));
  fmt::print("{}\n", a.out);
  return Exit::done;
}

}  // namespace

Action write_page_of(CLI::App& app, ViewOfFile view_of) {
  auto a = std::make_shared<PageArguments>();
  app.add_option("config", a->config, "configuration file")->required();
  app.add_option("-o,--out,--output", a->out, "file to write; default: view.html");
  app.add_option("--set", a->set, "override a setting, key=value; repeatable")->allow_extra_args(false);
  return [a, view_of] { return write_page(*a, view_of); };
}

}  // namespace kasuri::cli
