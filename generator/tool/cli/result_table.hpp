// Results: tables for people, aligned under heads that name the unit of every quantity, and the
// same numbers as JSON in SI units under telling keys.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
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

// What a table shows of a value: words as they are, yes or no, "-" for null; numbers times the
// factor as printf writes them, whole ones without a format.
std::string cell(const nlohmann::json& value, const char* format, double factor);

// One thing that a result says of each of its rows, once for JSON and table.
template <class Row>
struct Field {
  std::string key;  // of the JSON, with the SI unit at its end: "h_min_m"; empty: in the table only
  std::function<nlohmann::json(const Row&)> value;  // in SI units
  std::optional<TableHead> head{};                  // of the table; absent: in the JSON only
  const char* format = nullptr;
  double factor = 1.0;  // from SI to the unit of the head
};
template <class Row>
using Fields = std::vector<Field<Row>>;

// A member of a row, or the member of a member; a function without arguments is called.
template <class Member>
auto of(Member member) {
  return [member](const auto& row) -> nlohmann::json { return std::invoke(member, row); };
}
template <class Part, class Member>
auto of(Part part, Member member) {
  return [part, member](const auto& row) -> nlohmann::json {
    return std::invoke(member, std::invoke(part, row));
  };
}

template <class Row>
nlohmann::json row_json(const Fields<Row>& fields, const Row& row) {
  nlohmann::json json = nlohmann::json::object();
  for (const Field<Row>& field : fields)
    if (!field.key.empty()) json[field.key] = field.value(row);
  return json;
}

template <class Row>
nlohmann::json rows_json(const Fields<Row>& fields, const std::vector<Row>& rows) {
  nlohmann::json list = nlohmann::json::array();
  for (const Row& row : rows) list.push_back(row_json(fields, row));
  return list;
}

template <class Row>
std::vector<TableHead> row_heads(const Fields<Row>& fields) {
  std::vector<TableHead> heads;
  for (const Field<Row>& field : fields)
    if (field.head) heads.push_back(*field.head);
  return heads;
}

template <class Row>
std::vector<std::string> row_cells(const Fields<Row>& fields, const Row& row) {
  std::vector<std::string> cells;
  for (const Field<Row>& field : fields)
    if (field.head) cells.push_back(cell(field.value(row), field.format, field.factor));
  return cells;
}

template <class Row>
std::string rows_text(const Fields<Row>& fields, const std::vector<Row>& rows) {
  TextTable table(row_heads(fields));
  for (const Row& row : rows) table.add_row(row_cells(fields, row));
  return table.text();
}

// A result that is a single number.
struct KeyFigure {
  std::string key;        // of the JSON
  std::string label;      // of the text
  double value = 0.0;     // SI
  std::string unit;       // of the text
  double per_unit = 1.0;  // text shows value / per_unit, e.g. 1e-6 for um
};

nlohmann::json figures_json(const std::vector<KeyFigure>& figures);
std::string figures_text(const std::vector<KeyFigure>& figures);

}  // namespace mortise::gen
