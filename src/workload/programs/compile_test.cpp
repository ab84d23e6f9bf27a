// SPDX-License-Identifier: MIT
// The cache of compiled programs: nothing is taken from it that is not what would be compiled now.
#include "workload/programs/compile.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "base/core/digest.h"
#include "workload/programs/elf.h"

namespace kasuri {
namespace compile_test {

namespace fs = std::filesystem;

const fs::path kIncludes = find_include_dir();

class CompileTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "kasuri-compile-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(name.data()));
    dir_ = name;
    setenv("XDG_CACHE_HOME", (dir_ / "cache").c_str(), 1);
  }
  void TearDown() override { fs::remove_all(dir_); }

  fs::path write(const std::string& name, const std::string& text) {
    std::ofstream(dir_ / name) << text;
    return dir_ / name;
  }
  static fs::path compile(const fs::path& source) {
    return compile_program(source, Language::c, kIncludes);
  }
  fs::path dir_;
};

TEST_F(CompileTest, WhatWasCutShortOrChangedIsMadeAgain) {
  const fs::path source = write("a.c", "int f(void) { return 1; }\n");
  const fs::path object = compile(source);
  const std::string whole = digest_of(object);
  for (const std::uintmax_t size :
       {fs::file_size(object) / 2, fs::file_size(object) - 1, std::uintmax_t{0}}) {
    fs::resize_file(object, size);
    EXPECT_FALSE(is_kept(object));
    EXPECT_EQ(compile(source), object);
    EXPECT_EQ(digest_of(object), whole);
  }
  {
    std::fstream file(object, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(1000);
    file.put('x').put('y');
  }
  EXPECT_FALSE(is_kept(object));
  compile(source);
  EXPECT_EQ(digest_of(object), whole);
}

TEST_F(CompileTest, BytesThatTheAssemblerTakesInCount) {
  const fs::path bytes = write("bytes", "one");
  const fs::path source =
      write("b.c", "__asm__(\".section .rodata\\nname: .incbin \\\"" + bytes.string() +
                       "\\\"\\n.text\");\nint f(void) { return 1; }\n");
  const fs::path first = compile(source);
  const ProgramSources before = program_sources(source, kIncludes);
  EXPECT_EQ(compile(source), first);
  write("bytes", "two");
  EXPECT_NE(compile(source), first);
  EXPECT_NE(program_sources(source, kIncludes).text, before.text);
}

TEST_F(CompileTest, ACompilerIsItsBytesToo) {
  const fs::path source = write("a.c", "int f(void) { return 1; }\n");
  const auto wrap = [&](const std::string& flags) {
    const fs::path script = write("mycc", "#!/bin/sh\nexec cc " + flags + " \"$@\"\n");
    fs::permissions(script, fs::perms::owner_all);
    setenv("CC", script.c_str(), 1);
    return compile(source);
  };
  const fs::path plain = wrap("-O1"), other = wrap("-O3");
  unsetenv("CC");
  EXPECT_NE(plain, other);
}

TEST_F(CompileTest, SourcesAreAllThatIsIncluded) {
  write("inner.h", "#define N 1\n");
  write("outer.h", "#include \"inner.h\"\n");
  const fs::path source = write("a.c", "#include \"outer.h\"\nint f(void) { return N; }\n");
  const ProgramSources s = program_sources(source, kIncludes);
  EXPECT_THAT(s.files, testing::IsSupersetOf({source, dir_ / "outer.h", dir_ / "inner.h"}));
  EXPECT_FALSE(s.text.empty());
  const fs::path here = fs::current_path();
  fs::current_path(dir_);
  EXPECT_EQ(program_sources(source, kIncludes).text, s.text);  // wherever the command is given
  fs::current_path(here);
}

TEST_F(CompileTest, OfASharedObjectItsLibraries) {
  const fs::path source =
      write("a.c", "#include <math.h>\ndouble f(double x) { return sin(x); }\n");
  const fs::path object = compile(source);
  const ProgramSources s = program_sources(object, kIncludes);
  EXPECT_EQ(s.files.front(), object);
  EXPECT_GT(s.files.size(), 1u);
  for (const fs::path& f : s.files) EXPECT_NE(digest_of(f), "missing") << f;
  EXPECT_TRUE(s.text.empty());
}

// Names are not made of process numbers, which containers that share a cache have in common.
TEST_F(CompileTest, ManyAtOnceMakeOne) {
  const fs::path source = write("a.c", "int f(void) { return 1; }\n");
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(is_kept(compile(source)) ? 0 : 1);
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(dir_ / "cache" / "kasuri"), {}), 1);
  const Unfinished a("same", ".x"), b("same", ".x");
  EXPECT_NE(a.name(), b.name());
}

}  // namespace compile_test
}  // namespace kasuri
