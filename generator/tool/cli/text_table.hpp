// Tables for people: aligned columns under heads that name the unit of every quantity.
#pragma once

#include <string>
#include <vector>

namespace mortise::gen {

struct TableHead {
  enum class Kind { word, count, quantity };
  std::string name;
  Kind kind;
  std::string unit;  // of quantities; "-" if it has none
};

TableHead word_head(const std::string& name);   // names and remarks, aligned left
TableHead count_head(const std::string& name);  // numbers of things
TableHead quantity_head(const std::string& name, const std::string& unit);

class TextTable {
 public:
  explicit TextTable(std::vector<TableHead> heads) : heads_(std::move(heads)) {}

  // cells: one per head.
  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  // A line of heads, then the rows.
  std::string text() const;

 private:
  std::vector<TableHead> heads_;
  std::vector<std::vector<std::string>> rows_;
};

// A number as printf writes it.
std::string cell(const char* format, double value);
std::string cell(long count);

}  // namespace mortise::gen
