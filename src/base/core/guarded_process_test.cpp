// SPDX-License-Identifier: MIT
// Whatever a reader does in its process, the answer is what it read or one Error.
#include "base/core/guarded_process.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "base/core/check.h"
#include "base/core/errors.h"

namespace kasuri {
namespace guarded_process_test {

using testing::HasSubstr;

const GuardedReading kReading{"file.otf2", "the library", 1000, 0.3};

std::string refused(const std::function<void()>& read) {
  try {
    read_guarded(kReading, [&](ByteBuffer&) { read(); });
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::usage);
    return e.what();
  }
  return "";
}

TEST(Guarded, GivesWhatWasRead) {
  const std::vector<int> numbers(100'000, 7);
  const ByteBuffer bytes =
      read_guarded(kReading, [&](ByteBuffer& out) { ArchiveWriter{out}(numbers); });
  std::vector<int> got;
  ArchiveReader{bytes}(got);
  EXPECT_EQ(got, numbers);
}

TEST(Guarded, ErrorsArriveAsTheyAre) {
  EXPECT_EQ(refused([] { throw Error(Exit::usage, "a: error: b"); }), "a: error: b");
  EXPECT_THROW(refused([] { check(false, "ours"); }), InternalError);
  EXPECT_THAT(
      refused([] { std::raise(SIGSEGV); }),
      HasSubstr(
          "file.otf2: error: the archive is damaged: the library crashes on it with signal 11"));
  EXPECT_THAT(refused([] { _exit(3); }), HasSubstr("the library ends on it with exit code 3"));
  EXPECT_THAT(refused([] { throw std::bad_alloc(); }),
              HasSubstr("takes more memory than 1000 bytes of files"));
}

// Without an end and without getting on; and getting on for ever.
TEST(Guarded, EndlessReadersAreEnded) {
  EXPECT_THAT(refused([] {
                for (volatile bool ends = false; !ends;) {
                }
              }),
              HasSubstr("the library does not finish reading it"));
  EXPECT_THAT(refused([] {
                for (;;) reading_gets_on();
              }),
              HasSubstr("does not finish reading"));
}

// What takes long, on a busy machine or of a large file, is no mistake.
TEST(Guarded, SlowReadersAreNotEnded) {
  EXPECT_EQ(refused([] { std::this_thread::sleep_for(std::chrono::milliseconds(700)); }), "");
  EXPECT_EQ(refused([] {
              for (const std::clock_t begin = std::clock();
                   std::clock() - begin < CLOCKS_PER_SEC / 2;) {
                reading_gets_on();
                std::this_thread::yield();
              }
            }),
            "");
}

TEST(Guarded, AnswersUntilItCrashes) {
  int asked = 0;  // the child's own
  GuardedProcess reader(kReading, [&](std::span<const std::byte> question, ByteBuffer& answer) {
    if (++asked == 3) std::raise(SIGSEGV);
    ArchiveWriter{answer}(asked + static_cast<int>(question.size()));
  });
  const ByteBuffer ten(10);
  for (const int expected : {11, 12}) {
    int got = 0;
    const ByteBuffer answer = reader.ask(ten);
    ArchiveReader{answer}(got);
    EXPECT_EQ(got, expected);
  }
  EXPECT_THROW(reader.ask(ten), Error);
  EXPECT_THROW(reader.ask(ten), Error);
  EXPECT_EQ(asked, 0);
}

TEST(Guarded, AReaderDiesWithItsParent) {
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  const pid_t parent = fork();
  if (parent == 0) {
    read_guarded(kReading, [&](ByteBuffer&) {
      const char up = 1;
      if (write(pipe[1], &up, 1) == 1) pause();
    });
    _exit(0);
  }
  close(pipe[1]);
  char got = 0;
  ASSERT_EQ(read(pipe[0], &got, 1), 1);  // the reader is there
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  EXPECT_EQ(read(pipe[0], &got, 1), 0);  // the pipe's last writer is gone
  close(pipe[0]);
}

}  // namespace guarded_process_test
}  // namespace kasuri
