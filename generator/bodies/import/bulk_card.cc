#include "generator/bodies/import/bulk_card.hpp"

#include <algorithm>
#include <cctype>

#include "generator/bodies/import/fixed_columns.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr std::size_t kCardEnd = 72;  // fields end here, what follows marks continuations
constexpr std::size_t kNameWidth = 8;

// Without the comment, and with tab stops every 8 columns.
std::string plain_line(std::string_view line) {
  std::string plain;
  for (const char c : line.substr(0, line.find('$'))) {
    if (c != '\t') {
      plain += c;
      continue;
    }
    do plain += ' ';
    while (plain.size() % kNameWidth != 0);
  }
  return plain;
}

std::string first_field(const std::string& line) {
  return in_capitals(trim(std::string_view(line).substr(0, std::min(line.find(','), kNameWidth))));
}

// Appends the fields behind the first one: 4 of 16 columns or 8 of 8.
void append_fields(std::string_view line, std::int64_t number, bool large,
                   std::vector<BulkField>* fields) {
  const std::size_t count = large ? 4 : 8;
  if (line.find(',') != std::string_view::npos) {
    std::string_view rest = line, field;
    take_comma_field(rest, field);
    for (std::size_t i = 0; i < count; ++i) {
      const bool given = take_comma_field(rest, field);
      fields->push_back({given ? std::string(field) : std::string(), number});
    }
    return;
  }
  const std::size_t width = large ? 16 : 8;
  const std::string_view columns = line.substr(0, kCardEnd);
  for (std::size_t i = 0; i < count; ++i)
    fields->push_back({std::string(column_field(columns, kNameWidth + i * width, width)), number});
}

// "INCLUDE 'file'", or without quotes; in quotes the name may go on in the next lines.
std::string included_name(std::string text, LineReader* lines, const std::string& where) {
  const std::size_t quote = text.find_first_of("'\"");
  if (quote == std::string::npos) return std::string(trim(text));
  const char mark = text[quote];
  text.erase(0, quote + 1);
  while (text.find(mark) == std::string::npos) {
    demand(lines->next(), where, "the quotes of an INCLUDE do not close", "write INCLUDE 'file'");
    text += trim(lines->line());
  }
  return text.substr(0, text.find(mark));
}

}  // namespace

std::string in_capitals(std::string_view text) {
  std::string capitals;
  for (const char c : text)
    capitals += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return capitals;
}

void for_each_bulk_card(const TextFile& file, const std::function<bool(const std::string&)>& wanted,
                        const std::function<void(const BulkCard&)>& take) {
  require_last_line_end(file);
  LineReader lines(file.content);
  BulkCard card;  // of a name that is wanted, or without one
  const auto end_card = [&] {
    if (!card.name.empty()) take(card);
    card = BulkCard();
  };
  while (lines.next()) {
    const std::string line = plain_line(lines.line());
    if (trim(line).empty()) continue;
    std::string first = first_field(line);
    const bool large = !first.empty() && (first[0] == '*' || first.back() == '*');
    if (first.empty() || first[0] == '*' || first[0] == '+') {
      if (!card.name.empty()) append_fields(line, lines.number(), large, &card.fields);
      continue;
    }
    end_card();
    if (first == "ENDDATA") return;
    if (large) first = std::string(trim(std::string_view(first).substr(0, first.size() - 1)));
    if (first.rfind("INCLUDE", 0) == 0) first = "INCLUDE";
    if (!wanted(first)) continue;
    card.name = first;
    card.line = lines.number();
    if (first == "INCLUDE")
      card.fields.push_back({included_name(std::string(trim(lines.line())).substr(first.size()),
                                           &lines, at_line(file.name, card.line)),
                             card.line});
    else
      append_fields(line, card.line, large, &card.fields);
  }
  end_card();
}

}  // namespace mortise::gen
