// SPDX-License-Identifier: MIT
#include "workload/traces/goal_binary.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "workload/traces/packed.h"

namespace kasuri::trace {
namespace {

constexpr std::uint64_t kGoalMagic = 4223, kGoalUsedUp = 2342;
constexpr std::int64_t kAfterMagic = 8;  // where places are counted from
constexpr std::int64_t kNodeSize = 39;
constexpr std::uint32_t kAnyone = UINT32_MAX;

template <class T>
T goal_number(const char* from) {
  static_assert(std::endian::native == std::endian::little);
  T n;
  std::memcpy(&n, from, sizeof n);
  return n;
}

class BinaryGoal {
 public:
  explicit BinaryGoal(const TextFile& file)
      : file_(file), shown_as_(file.path().string() + " (as text)"), to_(open_unnamed()) {}

  std::shared_ptr<const TextFile> all() {
    need(kAfterMagic, 6);
    const auto ranks = at<std::uint32_t>(kAfterMagic);
    if (ranks == 0) fail(kAfterMagic, "there are no ranks");
    const std::int64_t table = kAfterMagic + 6;
    need(table, 16 * std::int64_t{ranks});
    ranks_ = ranks;
    put(fmt::format("num_ranks {}\n", ranks));
    for (std::uint32_t r = 0; r < ranks; ++r) {
      const std::int64_t place = table + 16 * std::int64_t{r};
      const auto begin = at<std::uint64_t>(place), end = at<std::uint64_t>(place + 8);
      const auto size = static_cast<std::uint64_t>(file_.size() - kAfterMagic);
      if (begin > end || end > size) {
        fail(place, fmt::format("rank {} is at bytes {} to {} of {}", r, begin, end, size));
      }
      const auto from = kAfterMagic + static_cast<std::int64_t>(begin);
      convert(r, from, from + static_cast<std::int64_t>(end - begin));
    }
    flush();
    return std::make_shared<const TextFile>(shown_as_, std::exchange(to_, -1));
  }
  ~BinaryGoal() {
    if (to_ >= 0) ::close(to_);
  }
  BinaryGoal(const BinaryGoal&) = delete;
  BinaryGoal& operator=(const BinaryGoal&) = delete;

 private:
  struct Edge {
    std::uint32_t later, earlier;
    bool on_start;
    auto operator<=>(const Edge&) const = default;
  };

  [[noreturn]] void fail(std::int64_t byte, std::string_view what) const {
    throw Error(Exit::usage, ErrorPlace(file_.path().string()), fmt::format("byte {}: {}", byte, what));
  }
  void need(std::int64_t from, std::int64_t bytes) const {
    if (bytes > file_.size() - from) {
      fail(from, fmt::format("the trace is truncated: {} bytes are missing", bytes + from - file_.size()));
    }
  }
  template <class T>
  T at(std::int64_t place) const {
    char bytes[sizeof(T)];
    file_.read(place, bytes, sizeof bytes);
    return goal_number<T>(bytes);
  }
  void put(std::string_view text) {
    text_ += text;
    if (text_.size() > (1u << 20)) flush();
  }
  void flush() {
    write_at(to_, written_, text_, shown_as_);
    written_ += static_cast<std::int64_t>(text_.size());
    text_.clear();
  }

  void convert(std::uint32_t rank, std::int64_t begin, std::int64_t end);
  void edges(const char* list, std::uint32_t node, std::uint64_t many, std::uint64_t first, bool on_start);
  std::string operation(const char* node, std::uint32_t rank, std::uint32_t index, std::int64_t byte) const;

  const TextFile& file_;
  std::string shown_as_, text_;
  int to_;
  std::int64_t written_ = 0;
  std::uint32_t ranks_ = 0;
  // Of the rank that is converted.
  std::uint64_t nodes_ = 0, listed_ = 0;
  std::int64_t list_at_ = 0;
  std::vector<Edge> edges_;
};

std::string BinaryGoal::operation(const char* node, std::uint32_t rank, std::uint32_t index,
                                 std::int64_t byte) const {
  const auto kind = static_cast<unsigned char>(node[4]);
  const auto peer = goal_number<std::uint32_t>(node + 5), tag = goal_number<std::uint32_t>(node + 17);
  const auto from = static_cast<std::int32_t>(peer), its_tag = static_cast<std::int32_t>(tag);  // -1: any
  const auto amount = goal_number<std::uint64_t>(node + 9);
  const auto refuse = [&](const std::string& what) {
    fail(byte, fmt::format("rank {}: node {}: {}", rank, index, what));
  };
  if (kind < 1 || kind > 3) refuse(fmt::format("its kind is {}; legal are 1 to 3", kind));
  const std::string cpu = node[21] ? fmt::format(" cpu {}", static_cast<unsigned char>(node[21])) : "";
  if (kind == 3) {
    if (amount > INT64_MAX / 4000) refuse("this computation is too long to simulate");
    return fmt::format("l{}: calc {}{}\n", index, amount, cpu);
  }
  const bool sends = kind == 1;
  if (amount >= std::uint64_t{1} << 40) {
    refuse(fmt::format("a message of {} bytes; legal are less than 2^40", amount));
  }
  if (peer >= ranks_ && (sends || peer != kAnyone)) {
    refuse(fmt::format("rank {} does not exist; ranks are 0 to {}", peer, ranks_ - 1));
  }
  if (tag > INT32_MAX && (sends || tag != kAnyone)) {
    refuse(fmt::format("its tag is {}; legal are 0 to {}", tag, INT32_MAX));
  }
  return fmt::format("l{}: {} {}b {} {} tag {}{}\n", index, sends ? "send" : "recv", amount,
                     sends ? "to" : "from", from, its_tag, cpu);
}

// The nodes that require this one.
void BinaryGoal::edges(const char* list, std::uint32_t node, std::uint64_t many, std::uint64_t first,
                      bool on_start) {
  if (many == 0) return;
  if (first > listed_ || many > listed_ - first) {
    fail(list_at_, fmt::format("node {} has edges {} to {} of {}", node, first, first + many - 1, listed_));
  }
  for (std::uint64_t k = first; k < first + many; ++k) {
    const auto later = goal_number<std::uint32_t>(list + 4 * k);
    if (later >= nodes_) {
      fail(list_at_ + static_cast<std::int64_t>(4 * k),
           fmt::format("node {} does not exist; there are {}", later, nodes_));
    }
    edges_.push_back({later, node, on_start});
  }
}

// An operation stands before what it requires, but for requirements of later ones, which are at the end.
void BinaryGoal::convert(std::uint32_t rank, std::int64_t begin, std::int64_t end) {
  need(begin, 8);
  nodes_ = at<std::uint32_t>(begin);
  const std::uint64_t roots = at<std::uint32_t>(begin + 4);
  const auto size = static_cast<std::uint64_t>(end - begin);
  const std::uint64_t before = 8 + 4 * roots, all = before + static_cast<std::uint64_t>(kNodeSize) * nodes_;
  if (all > size) fail(begin, fmt::format("rank {} has {} nodes, but only {} bytes", rank, nodes_, size));
  std::string bytes(static_cast<std::size_t>(size - before), '\0');
  const std::int64_t first = begin + static_cast<std::int64_t>(before);
  file_.read(first, bytes.data(), bytes.size());
  const char* const list = bytes.data() + (all - before);
  list_at_ = begin + static_cast<std::int64_t>(all);
  listed_ = (size - all) / 4;
  edges_.clear();
  const auto node = [&](std::int64_t n) { return bytes.data() + kNodeSize * n; };
  const auto word = [&](std::int64_t n, int at) { return goal_number<std::uint32_t>(node(n) + at); };
  for (std::uint32_t n = 0; n < nodes_; ++n) {
    edges(list, n, word(n, 23), word(n, 27), false);
    edges(list, n, word(n, 31), word(n, 35), true);
  }
  std::ranges::sort(edges_);
  put(fmt::format("rank {} {{\n", rank));
  std::string later;
  auto edge = edges_.begin();
  for (std::uint32_t n = 0; n < nodes_; ++n) {
    const std::int64_t byte = first + kNodeSize * n;
    put(operation(node(n), rank, n, byte));
    const std::uint32_t wanted = word(n, 0);
    std::uint64_t found = 0;
    for (; edge != edges_.end() && edge->later == n; ++edge, ++found) {
      if (edge->earlier == n) fail(byte, fmt::format("rank {}: node {} requires itself", rank, n));
      const std::string line =
          fmt::format("l{} {} l{}\n", n, edge->on_start ? "irequires" : "requires", edge->earlier);
      if (edge->earlier < n) put(line);
      else later += line;
    }
    if (found != wanted) {
      fail(byte, fmt::format("rank {}: node {} requires {} nodes, of which {} name it", rank, n, wanted,
                             found));
    }
  }
  put(later);
  put("}\n");
}

}  // namespace

bool is_binary_goal(std::string_view head) {
  if (head.size() < sizeof(std::uint64_t)) return false;
  const auto magic = goal_number<std::uint64_t>(head.data());
  return magic == kGoalMagic || magic == kGoalUsedUp;
}

std::shared_ptr<const TextFile> text_of_binary_goal(const TextFile& file) {
  char magic[sizeof(std::uint64_t)];
  file.read(0, magic, sizeof magic);
  if (goal_number<std::uint64_t>(magic) == kGoalUsedUp) {
    throw Error(Exit::usage, ErrorPlace(file.path().string()),
                "LogGOPSim has used this schedule up (--save-mem); make it again with txt2bin");
  }
  return BinaryGoal(file).all();
}

}  // namespace kasuri::trace
