#include "generator/bodies/import/substructure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "generator/bodies/import/deck_card.hpp"
#include "generator/bodies/import/entry_lines.hpp"
#include "generator/bodies/import/fixed_columns.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr char kCondenseHere[] =
    "export the whole part (Abaqus: *MATRIX GENERATE, STIFFNESS, MASS; CalculiX: *FREQUENCY, "
    "SOLVER=MATRIXSTORAGE) and condense it here, by [condense]";
constexpr std::int64_t kMostAmplitudes = 1000;  // of an internal node
constexpr char kGenerateAgain[] =
    "write the file again by *SUBSTRUCTURE MATRIX OUTPUT, OUTPUT FILE=USER DEFINED, STIFFNESS=YES, "
    "MASS=YES";

// The first line that is no comment; empty: there is none.
std::string first_card(const std::string& file) {
  const std::string head = read_head(file);
  for (LineReader lines(head); lines.next();) {
    const std::string_view line = trim(lines.line());
    if (!line.empty() && line.substr(0, 2) != "**") return std::string(line);
  }
  return {};
}

// Numbers between commas and blanks.
template <class Take>
void for_each_number(std::string_view line, const Take& take) {
  constexpr std::string_view kBetween = ", \t\r";
  for (std::size_t end = 0; end < line.size();) {
    const std::size_t begin = line.find_first_not_of(kBetween, end);
    if (begin == std::string_view::npos) return;
    end = std::min(line.find_first_of(kBetween, begin), line.size());
    take(line.substr(begin, end - begin));
  }
}

class ElementMatrices {
 public:
  void read(const std::string& path) {
    const TextFile text = read_text(path);
    file_ = text.name;
    require_last_line_end(text);
    begin_element();
    for (LineReader lines(text.content); lines.next();) {
      line_ = lines.number();
      const std::string_view line = trim(lines.line());
      if (line.empty()) continue;
      if (line.substr(0, 2) == "**")
        take_comment(line.substr(2));
      else if (line[0] == '*')
        take_card(parse_deck_card(line));
      else if (block_ == Block::dofs)
        take_dofs(line);
      else if (block_ == Block::matrix)
        for_each_number(line, [this](std::string_view number) { take_value(number); });
    }
    end_matrix();
  }

  const std::vector<Dof>& dofs() const { return dofs_; }
  std::map<std::string, RawMatrix>& matrices() { return matrices_; }  // by their type

 private:
  enum class Block { none, dofs, matrix };

  [[noreturn]] void fail(const std::string& what, const char* remedy = kGenerateAgain) const {
    throw Error(at_line(file_, line_), what, remedy);
  }

  std::int64_t integer(std::string_view text) const {
    const auto value = parse_integer(text);
    if (!value) fail("\"" + std::string(text.substr(0, 40)) + "\" is no integer");
    return *value;
  }

  void begin_element() {
    nodes_.clear();
    lists_.clear();
    wanted_ = 0;
    block_ = Block::none;
    names_nodes_ = false;
  }

  void take_comment(std::string_view text) {
    if (normalised_name(text).rfind("ELEMENTNODES", 0) == 0) {
      names_nodes_ = true;
    } else if (names_nodes_) {
      for_each_number(text, [this](std::string_view label) { nodes_.push_back(integer(label)); });
    }
  }

  void take_card(const DeckCard& card) {
    names_nodes_ = false;
    if (card.name == "*USERELEMENT") {
      if (wanted_ > 0) fail("a second *USER ELEMENT: these are no matrices of one substructure");
      if (card.parameter("UNSYMM")) fail("the matrices are not symmetric (UNSYMM)");
      wanted_ = integer(card.parameter("NODES").value_or(""));
      if (wanted_ < 1) fail("*USER ELEMENT without nodes");
      block_ = Block::dofs;
    } else if (card.name == "*MATRIX") {
      end_matrix();
      if (wanted_ < 1) fail("*MATRIX stands before *USER ELEMENT");
      if (matrices_.empty() || dofs_.empty())
        dofs_ = listed_dofs();
      else if (!(listed_dofs() == dofs_))
        fail("names other dofs than the file of the stiffness");
      begin_matrix(card.name_in("TYPE"));
    } else {
      end_matrix();  // loads and recovery matrices are passed over
    }
  }

  // Takes the dofs of the first node, then behind the position of the node from which on they hold.
  void take_dofs(std::string_view line) {
    names_nodes_ = false;
    std::vector<std::int64_t> numbers;
    for_each_number(line, [&](std::string_view text) { numbers.push_back(integer(text)); });
    std::int64_t position = 1;
    if (!lists_.empty()) {
      position = numbers.front();
      numbers.erase(numbers.begin());
    }
    if (numbers.empty() || position < 1 || position > wanted_)
      fail("\"" + std::string(line.substr(0, 60)) + "\" is not \"position of a node, its dofs\"");
    lists_[position] = std::move(numbers);
  }

  std::vector<Dof> listed_dofs() const {
    if (static_cast<std::int64_t>(nodes_.size()) != wanted_ || lists_.empty())
      fail("*USER ELEMENT has " + std::to_string(wanted_) + " nodes, and " +
           std::to_string(nodes_.size()) + " stand below \"** ELEMENT NODES\"");
    std::vector<Dof> dofs;
    const std::vector<std::int64_t>* list = nullptr;
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      const auto changed = lists_.find(static_cast<std::int64_t>(k) + 1);
      if (changed != lists_.end()) list = &changed->second;
      for (const std::int64_t dof : *list) {
        if (nodes_[k] == 0 || dof < 1 || dof > (nodes_[k] > 0 ? 6 : kMostAmplitudes))
          fail("dof " + std::to_string(dof) + " of node " + std::to_string(nodes_[k]) +
                   " is no displacement or rotation",
               kCondenseHere);
        const auto direction = static_cast<int>(dof);
        dofs.push_back({nodes_[k], nodes_[k] > 0 ? direction : -direction});
      }
    }
    return dofs;
  }

  void begin_matrix(const std::string& type) {
    const auto [found, is_new] = matrices_.emplace(type, RawMatrix());
    if (!is_new) fail("*MATRIX, TYPE=" + type + " stands twice");
    matrix_ = &found->second;
    matrix_->file = file_;
    matrix_->size = static_cast<std::int64_t>(dofs_.size());
    row_ = column_ = 0;
    block_ = Block::matrix;
  }

  void take_value(std::string_view text) {
    const auto value = parse_real(text);
    if (!value) fail("\"" + std::string(text.substr(0, 40)) + "\" is no number");
    if (row_ >= matrix_->size)
      fail("the triangle of " + std::to_string(matrix_->size) + " dofs has more numbers than that");
    if (*value != 0.0)
      matrix_->add(static_cast<std::int32_t>(row_), static_cast<std::int32_t>(column_), *value,
                   line_);
    if (++column_ <= row_) return;
    ++row_;
    column_ = 0;
  }

  void end_matrix() {
    if (block_ == Block::matrix && row_ < matrix_->size)
      fail("the matrix ends in row " + std::to_string(row_ + 1) + " of " +
           std::to_string(matrix_->size));
    block_ = Block::none;
  }

  std::string file_;
  std::int64_t line_ = 0;
  std::int64_t wanted_ = 0;                                  // nodes of the element
  std::vector<std::int64_t> nodes_;                          // by position
  std::map<std::int64_t, std::vector<std::int64_t>> lists_;  // of dofs, by position, from 1
  bool names_nodes_ = false;                                 // the comments in hand do
  Block block_ = Block::none;
  std::vector<Dof> dofs_;
  std::map<std::string, RawMatrix> matrices_;
  RawMatrix* matrix_ = nullptr;        // in hand
  std::int64_t row_ = 0, column_ = 0;  // of its next number
};

}  // namespace

std::optional<std::string> find_substructure(const std::string& path) {
  demand(std::filesystem::path(path).extension() != ".sim", path,
         "the binary database of *SUBSTRUCTURE GENERATE or *MATRIX GENERATE is not read",
         kCondenseHere);
  for (const std::string& name : {path, path + ".mtx"}) {
    auto found = existing_file(name);
    if (name.find(".mtx") == std::string::npos || !found ||
        !std::filesystem::is_regular_file(*found))
      continue;
    const std::string card = parse_deck_card(first_card(*found)).name;
    if (card == "*USERELEMENT" || card == "*MATRIX") return found;
  }
  return std::nullopt;
}

RawExport read_substructure(const std::string& file, const ImportOptions& options) {
  const std::string stem = export_stem(file, {".mtx"});
  const std::string mass_file = stem + "_mass.mtx";
  ElementMatrices element;
  element.read(file);
  if (existing_file(mass_file)) element.read(mass_file);
  RawExport raw;
  raw.dof_file = file;
  raw.dofs = element.dofs();
  const auto take = [&](const char* type, const std::string& remedy) {
    const auto found = element.matrices().find(type);
    demand(found != element.matrices().end(), file,
           std::string("the substructure has no *MATRIX, TYPE=") + type, remedy);
    RawMatrix matrix = std::move(found->second);
    element.matrices().erase(found);
    return matrix;
  };
  raw.stiffness = take("STIFFNESS", kGenerateAgain);
  raw.mass = take("MASS", "write it too (Abaqus: MASS=YES), give " + mass_file +
                              " of the same form (CalculiX writes none), or " + kCondenseHere);
  for (const auto& [type, matrix] : element.matrices())
    raw.warnings.push_back(fmt::format(
        "{}: *MATRIX, TYPE={} is not used; damping is what [damping] says", file, type));
  raw.condensed_by = "what *SUBSTRUCTURE GENERATE condensed";
  find_decks(options, stem, &raw);
  return raw;
}

}  // namespace mortise::gen
