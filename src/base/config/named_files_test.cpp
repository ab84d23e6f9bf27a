// SPDX-License-Identifier: MIT
// Every path of a configuration is found, wherever it stands.
#include "base/config/named_files.h"

#include <gmock/gmock.h>

#include "base/config/document.h"

namespace kasuri::config {
namespace named_files_test {

struct PartParams {
  std::optional<std::filesystem::path> file;
  std::vector<std::filesystem::path> more;
  static Fields<PartParams> fields() {
    return {field("file", &PartParams::file, "a file"), field("more", &PartParams::more, "files")};
  }
};

struct WholeParams {
  PartParams part;
  std::vector<PartParams> parts;
  std::map<std::string, PartParams> named;
  static Fields<WholeParams> fields() {
    using P = WholeParams;
    return {field("part", &P::part, "one"), field("parts", &P::parts, "some"),
            field("NAME", &P::named, "any")};
  }
};

TEST(NamedFiles, AreFoundInSectionsListsAndMaps) {
  Document d = Document::parse(
      "part = { file = 'a' }\nparts = [{ more = ['b', '/c'] }, {}]\nleft = { file = 'd' "
      "}\n",
      "t", "/folder");
  const auto params = read<WholeParams>(d.root());
  d.finish();
  std::vector<std::string> all;
  for (const NamedFile& f : named_files_of(params)) all.push_back(f.key + " " + f.path.string());
  EXPECT_THAT(all, testing::ElementsAre("part.file /folder/a", "parts.0.more.0 /folder/b",
                                        "parts.0.more.1 /c", "left.file /folder/d"));
}

struct PathsParams {
  std::filesystem::path needed, output;
  std::optional<std::filesystem::path> file;
  std::vector<std::filesystem::path> more;
  static Fields<PathsParams> fields() {
    using P = PathsParams;
    return {field("needed", &P::needed, "a file").required(),
            field("output", &P::output, "a file; empty: none"),
            field("file", &P::file, "a file"),
            field("more", &P::more, "files")};
  }
};

// Only where the default stands for no file.
TEST(NamedFiles, AreNotNamedByEmptyText) {
  const auto refused = [](std::string_view text) -> std::string {
    Document d = Document::parse(text, "t", "/folder");
    read<PathsParams>(d.root());
    try {
      d.finish();
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(refused("needed = 'a'\noutput = ''\n"), "");
  EXPECT_EQ(refused("needed = ''"), "t:1:10: error: 'needed' names no file; it must be a path");
  EXPECT_EQ(refused("needed = 'a'\nfile = ''"),
            "t:2:8: error: 'file' names no file; it must be a path, or be left out");
  EXPECT_EQ(refused("needed = 'a'\nmore = ['b', '']"),
            "t:2:14: error: 'more[1]' names no file; it must be a path");
}

}  // namespace named_files_test
}  // namespace kasuri::config
