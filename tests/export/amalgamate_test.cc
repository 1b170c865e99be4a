// Sources as one: includes in their place and once, of known macros the branch that holds.
#include "generator/deliver/source/amalgamate.hpp"

#include <gtest/gtest.h>

#include "generator/ground/text/error.hpp"

namespace mortise::export_test {
namespace {

// Without the lines that name files, and empty ones.
std::string text_of(const std::string& main, std::vector<gen::ArchivedFile> others = {},
                    std::map<std::string, std::string> kept = {}) {
  others.push_back({"main.cc", main});
  const std::string all =
      gen::amalgamate({others, {{"YES", true}, {"NO", false}}, kept}, "main.cc");
  std::string text;
  std::istringstream lines(all);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line.rfind("// ----", 0) != 0) text += line + "\n";
  return text;
}

TEST(Amalgamate, IncludesInTheirPlaceAndOnceWhereTheySaySo) {
  EXPECT_EQ(
      text_of("#include \"a.hpp\"\n#include \"a.hpp\"\n#include \"l.def\"\n#include \"l.def\"\nm\n",
              {{"a.hpp", "#pragma once\na\n"}, {"l.def", "l\n"}}),
      "a\nl\nl\nm\n");
  EXPECT_EQ(
      text_of("#include \"b/g.h\"\n#include \"b/g.h\"\nm\n",
              {{"b/g.h", "/* G */\n#ifndef G_H\n#define G_H\n\n#include \"h.h\"\ng\n#endif\n"},
               {"b/h.h", "#pragma once\nbeside\n"},
               {"h.h", "far\n"}}),
      "/* G */\n#define G_H\nbeside\ng\nm\n");
  EXPECT_EQ(text_of("#include <x>\n#include \"k.h\"\n#include <x>\n#include \"unknown.h\"\n",
                    {{"k.h", "k\n"}}, {{"k.h", "kept.h"}}),
            "#include <x>\n#include \"kept.h\"\n#include \"unknown.h\"\n");
}

TEST(Amalgamate, DecidesWhatIsKnown) {
  EXPECT_EQ(text_of("#if defined(YES)\na\n#elif defined(NO)\nb\n#else\nc\n#endif\n"), "a\n");
  EXPECT_EQ(text_of("#ifdef NO\na\n#else\nb\n#endif  // NO\n"), "b\n");
  EXPECT_EQ(text_of("#ifndef NO\na\n#if X\nx\n#else\ny\n#endif\n#endif\n"),
            "a\n#if X\nx\n#else\ny\n#endif\n");
  EXPECT_EQ(text_of("#if defined(NO) || defined(YES)\na\n#endif\n"), "a\n");
  EXPECT_EQ(text_of("#if !defined(NO) && defined(NO)\na\n#endif\n"), "");
  EXPECT_EQ(text_of("#if defined(NO)\n#if X\na\n#else\n#include \"n.h\"\n#endif\n#endif\nm\n"),
            "m\n");
  // the compiler decides from where on it is not known
  EXPECT_EQ(text_of("#if defined(NO)\na\n#elif X\nb\n#else\nc\n#endif\n"),
            "#if X\nb\n#else\nc\n#endif\n");
}

TEST(Amalgamate, RefusesWhatItCannotDecide) {
  EXPECT_THROW(text_of("#if defined(YES) && X\n#endif\n"), gen::Error);
  EXPECT_THROW(text_of("#if X\n#elif defined(YES)\n#endif\n"), gen::Error);
  EXPECT_THROW(text_of("#if X\n"), gen::Error);
  EXPECT_THROW(text_of("#endif\n"), gen::Error);
  EXPECT_THROW(text_of("#if X\n#include \"o.h\"\n#endif\n", {{"o.h", "#pragma once\n"}}),
               gen::Error);
}

}  // namespace
}  // namespace mortise::export_test
