#include "generator/ground/files/csv_dialect.hpp"

#include <algorithm>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

std::string CsvDialect::plain(std::string_view line, const std::string& where) {
  constexpr std::string_view kMark = "\xef\xbb\xbf", kWide = "\xff\xfe", kWideBack = "\xfe\xff";
  if (first_) {
    first_ = false;
    demand(line.substr(0, 2) != kWide && line.substr(0, 2) != kWideBack, where,
           "the file is UTF-16 text", "save it as CSV UTF-8");
    if (line.substr(0, kMark.size()) == kMark) line.remove_prefix(kMark.size());
    if (line.substr(0, 4) == "sep=") return "#";  // of spreadsheets alone
  }
  std::string text(line);
  const std::size_t begin = text.find_first_not_of(" \t\r\"");
  if (begin == std::string::npos) return text;
  const auto has = [&text](char c) { return text.find(c) != std::string::npos; };
  const bool comment = text[begin] == '#';
  if (between_ == '\0' && !comment) between_ = has(';') ? ';' : has('\t') && !has(',') ? '\t' : ',';
  const char between = between_ != '\0' ? between_ : has(';') && !has(',') ? ';' : ',';
  if (between == ',') return text;
  if (!comment) std::replace(text.begin(), text.end(), ',', '.');
  std::replace(text.begin(), text.end(), between, ',');
  return text;
}

}  // namespace mortise::gen
