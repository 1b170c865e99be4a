// CSV files as spreadsheets write them: with a byte-order mark, with semicolons or tabs between the
// cells and commas in the numbers. Every reader of CSV takes its lines through this.
#pragma once

#include <string>
#include <string_view>

namespace mortise::gen {

class CsvDialect {
 public:
  // The next line of the file, every line in its order, with commas between cells and points in
  // numbers. Throws Error naming `where` for UTF-16.
  std::string plain(std::string_view line, const std::string& where);

 private:
  char between_ = '\0';  // cells; not known before the first line of them
  bool first_ = true;
};

}  // namespace mortise::gen
