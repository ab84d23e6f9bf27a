// SPDX-License-Identifier: MIT
// Tables are merged by the rules of their columns, whatever partition had which row.
#include "base/stats/table.h"

#include <gmock/gmock.h>

#include "base/stats/columns.h"

namespace kasuri {
namespace table_test {

using ::testing::ElementsAre;

enum class Colour : std::uint8_t { red, green };

struct Row {
  std::uint32_t chunk;
  std::string name;
  Colour colour = Colour::red;
  Time sum{0};
  Bytes least{0};
  std::int32_t most = 0;
  double share = 0;

  static Columns<Row> columns() {
    using R = Row;
    return {key("chunk", &R::chunk, "", "of time"),      key("name", &R::name, "", ""),
            key("colour", &R::colour, "", ""),           column("sum", &R::sum, "ps", ""),
            column("least", &R::least, "B", "").least(), column("most", &R::most, "", "").most()};
  }
};

Table table(const std::vector<Row>& rows) { return Row::columns().table("t", rows); }

TEST(Tables, GiveTheRowsThatTheyWereMadeOf) {
  const std::vector<Row> rows =
      Row::columns().rows(table({{3, "x", Colour::green, Time{5}, Bytes{-7}, -2}, {1, "y"}}));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].chunk, 3u);
  EXPECT_EQ(rows[0].name, "x");
  EXPECT_EQ(rows[0].colour, Colour::green);
  EXPECT_EQ(rows[0].sum, Time{5});
  EXPECT_EQ(rows[0].least, Bytes{-7});
  EXPECT_EQ(rows[0].most, -2);
  EXPECT_EQ(rows[1].name, "y");
}

TEST(Tables, CombineRowsWithEqualKeys) {
  Table t =
      table({{2, "b", Colour::red, Time{1}, Bytes{9}, 4}, {1, "a", Colour::red, Time{2}, Bytes{9}, 4}});
  t.merge(table({{2, "b", Colour::red, Time{10}, Bytes{3}, -4},
                 {2, "b", Colour::green, Time{7}, Bytes{1}, 1},
                 {2, "b", Colour::red, Time{100}, Bytes{5}, 8}}));
  t.settle();
  EXPECT_THAT(t.column("chunk"), ElementsAre(1, 2, 2));
  EXPECT_THAT(t.column("colour"), ElementsAre(0, 0, 1));
  EXPECT_THAT(t.column("sum"), ElementsAre(2, 111, 7));
  EXPECT_THAT(t.column("least"), ElementsAre(9, 3, 1));
  EXPECT_THAT(t.column("most"), ElementsAre(4, 8, 1));
}

TEST(Tables, KeepEqualRowsIfToldTo) {
  Table t = table({{2, "b"}, {1, "a"}});
  t.combined = false;
  t.merge(table({{1, "a"}}));
  t.settle();
  EXPECT_THAT(t.column("chunk"), ElementsAre(1, 1, 2));
}

// A table without keys has one row.
TEST(Tables, WithoutKeysComeToOneRow) {
  struct Total {
    std::uint64_t n;
    static Columns<Total> columns() { return {column("n", &Total::n, "", "")}; }
  };
  Table t = Total::columns().table("t", {{4}});
  t.merge(Total::columns().table("t", {{5}}));
  t.settle();
  EXPECT_THAT(t.column("n"), ElementsAre(9));
}

// However the rows were shared out.
TEST(Tables, ChunksBecomeAsLongAsTheLonger) {
  for (const bool other_way : {false, true}) {
    Table a = table(
        {{0, "a", Colour::red, Time{1}}, {5, "a", Colour::red, Time{2}}, {7, "a", Colour::red, Time{4}}});
    Table b = table({{1, "a", Colour::red, Time{8}}, {3, "b", Colour::red, Time{16}}});
    a.chunk = Time{100};
    b.chunk = Time{400};
    if (other_way) std::swap(a, b);
    a.merge(std::move(b));
    a.settle();
    EXPECT_EQ(a.chunk, Time{400});
    EXPECT_THAT(a.column("chunk"), ElementsAre(0, 1, 3));
    EXPECT_THAT(a.column("sum"), ElementsAre(1, 14, 16));
  }
  Table nothing = table({}), something = table({{1, "a"}});
  something.chunk = Time{100};
  nothing.merge(std::move(something));
  EXPECT_EQ(nothing.chunk, Time{100});
}

TEST(Tables, TravelAsBytes) {
  struct Mixed {
    double x;
    std::string name;
    static Columns<Mixed> columns() {
      return {column("x", &Mixed::x, "W", "power"), column("name", &Mixed::name, "", "")};
    }
  };
  Table t = Mixed::columns().table("mixed", {{0.5, "half"}, {2, ""}});
  t.chunk = Time{3};
  t.combined = false;
  ByteBuffer bytes;
  ArchiveWriter out(bytes);
  transfer(out, t);
  Table copy;
  ArchiveReader in(bytes);
  transfer(in, copy);
  EXPECT_TRUE(in.at_end());
  EXPECT_EQ(copy.name, "mixed");
  EXPECT_EQ(copy.chunk, Time{3});
  EXPECT_FALSE(copy.combined);
  const std::vector<Mixed> rows = Mixed::columns().rows(copy);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].x, 0.5);
  EXPECT_EQ(rows[0].name, "half");
  EXPECT_EQ(copy.columns[0].unit, "W");
}

TEST(Tables, AreDescribed) {
  EXPECT_THAT(describe_columns(table({})), ::testing::HasSubstr("| `chunk` |  | of time |\n"));
}

}  // namespace table_test
}  // namespace kasuri
