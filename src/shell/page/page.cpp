// SPDX-License-Identifier: MIT
#include "shell/page/page.h"

#include <algorithm>

#include "base/core/errors.h"
#include "base/core/text_file.h"

namespace kasuri::view {
namespace {

constexpr std::string_view kPlace = "<!--kasuri-data-->";

std::string filled(const std::string& data) {
  const std::filesystem::path file = bundle();
  std::string html = read_text(file);
  const std::size_t at = html.find(kPlace);
  if (at == html.npos) {
    throw Error(Exit::usage, ErrorPlace(file.string()), "not the page of the viewer; run `make viewer`");
  }
  html.replace(at, kPlace.size(), data);
  return html;
}

}  // namespace

std::filesystem::path bundle() {
  std::error_code error;
  const std::filesystem::path folder =
      std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* where : {"viewer.html", "../share/kasuri/viewer.html"}) {
    const std::filesystem::path file = (folder / where).lexically_normal();
    if (std::filesystem::is_regular_file(file, error)) return file;
  }
  throw Error(Exit::usage, ErrorPlace("kasuri"),
              "the page of the viewer is not built: run `make viewer` (it needs npm) and try again");
}

std::string page(const Pack& pack) { return filled(pack.html()); }

std::string service_page(const Json& settings) {
  Pack pack;
  pack.header = {{"kind", "service"}, {"settings", settings}};
  return filled(pack.html());
}

}  // namespace kasuri::view
