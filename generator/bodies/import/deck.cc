#include "generator/bodies/import/deck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "generator/bodies/import/deck_card.hpp"
#include "generator/bodies/import/deck_constraints.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr std::int64_t kNumbersOfABrick = 9;
constexpr int kMostIncludes = 16;                           // nested
constexpr std::int64_t kMostLabel = std::int64_t{1} << 40;  // far beyond any solver's labels

// A line of one of the deck's files, by its number.
struct DeckLine {
  std::size_t file = 0;
  std::int64_t line = 0;
};

// Part of a set: labels first..last by step, or another set.
struct SetItem {
  DeckLine at;
  std::int64_t first = 0, last = 0, step = 1;
  std::string other;
};

// Linear elements by the start of their type, with their faces: corners in the order of the card.
struct ElementKind {
  const char* start;
  std::size_t nodes;
  std::vector<std::vector<std::size_t>> faces;
};

const ElementKind* find_kind(const std::string& type) {
  static const std::vector<std::vector<std::size_t>> triangle{{0, 1, 2}}, quad{{0, 1, 2, 3}};
  static const std::vector<ElementKind> kinds{
      {"C3D8",
       8,
       {{0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}},
      {"C3D6", 6, {{0, 1, 2}, {3, 4, 5}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}}},
      {"C3D4", 4, {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}},
      {"S3", 3, triangle},
      {"S4", 4, quad},
      {"M3D3", 3, triangle},
      {"M3D4", 4, quad},
      {"SFM3D3", 3, triangle},
      {"SFM3D4", 4, quad},
      {"R3D3", 3, triangle},
      {"R3D4", 4, quad}};
  for (const ElementKind& kind : kinds)
    if (type.rfind(kind.start, 0) == 0) return &kind;
  return nullptr;
}

class DeckReader {
 public:
  explicit DeckReader(bool with_faces) : with_faces_(with_faces) {}

  void read(const std::string& path, int depth) {
    if (depth > kMostIncludes)
      throw Error(path, "*INCLUDE is nested too deeply", "let no file include itself");
    if (folder_.empty()) folder_ = std::filesystem::path(path).parent_path();
    const TextFile file = read_text(path);
    const std::size_t number = files_.size();
    files_.push_back(file.name);
    LineReader lines(file.content);
    while (lines.next()) {
      const std::string_view line = trim(lines.line());
      if (line.empty() || line.substr(0, 2) == "**") continue;
      const DeckLine at{number, lines.number()};
      if (line[0] == '*') {
        std::string text(line);
        while (text.back() == ',' && lines.next()) text += trim(lines.line());
        begin_card(parse_deck_card(text), at, file.name, depth);
      } else if (block_ == Block::nodes) {
        read_node(line, at);
      } else if (block_ == Block::set) {
        read_set_line(line, at);
      } else if (block_ == Block::generated_set) {
        read_generate_line(line, at);
      } else if (block_ == Block::constraint) {
        constraints_.read_line(line, told(at));
      } else if (block_ == Block::elements) {
        if (incompatible_)
          numbers_ += std::count(line.begin(), line.end(), ',') + (line.back() == ',' ? 0 : 1);
        if (kind_ != nullptr) read_element_line(line, at);
      }
    }
  }

  Deck finish() {
    deck_.incompatible_elements = numbers_ / kNumbersOfABrick;
    for (const auto& [name, items] : sets_) {
      std::vector<std::int64_t> labels;
      for (const SetItem& item : items) append(item, name, labels);
      std::sort(labels.begin(), labels.end());
      labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
      deck_.sets[name] = std::move(labels);
    }
    deck_.constraints = constraints_.finish(deck_.sets, deck_.nodes);
    return std::move(deck_);
  }

 private:
  enum class Block { other, nodes, set, generated_set, elements, constraint };

  std::string told(const DeckLine& at) const { return at_line(files_[at.file], at.line); }

  // Of a file that another one names: beside that one, else beside the deck, where the solver runs.
  std::string file_beside(const std::string& path, const std::string& input) const {
    const std::string near = (std::filesystem::path(path).parent_path() / input).string();
    const std::string far = (folder_ / input).string();
    return !existing_file(near) && existing_file(far) ? far : near;
  }

  void begin_card(const DeckCard& card, const DeckLine& at, const std::string& path, int depth) {
    if (card.name == "*INCLUDE") {
      // its lines stand where the card does: the block in hand goes on in them and behind them
      demand(!card.parameter("INPUT").value_or("").empty(), told(at),
             "*INCLUDE without INPUT=", "name the file");
      read(file_beside(path, *card.parameter("INPUT")), depth + 1);
      return;
    }
    block_ = Block::other;
    block_set_.clear();
    if (card.name == "*NODE") {
      if (card.parameter("SYSTEM"))
        throw Error(told(at), "*NODE with SYSTEM= is not rectangular",
                    "write the coordinates in the global rectangular system");
      block_ = Block::nodes;
      block_set_ = card.name_in("NSET");
    } else if (card.name == "*NSET") {
      block_set_ = card.name_in("NSET");
      if (block_set_.empty()) throw Error(told(at), "*NSET without NSET=", "name the set");
      block_ = card.parameter("GENERATE") ? Block::generated_set : Block::set;
    } else if (card.name == "*ELEMENT") {
      const std::string type = card.name_in("TYPE");
      block_ = Block::elements;
      incompatible_ = type == "C3D8I";
      kind_ = with_faces_ ? find_kind(type) : nullptr;
      element_.clear();
    } else if (card.name == "*INSTANCE") {
      throw Error(told(at), "the deck is written in parts and instances, which renumber the nodes",
                  "write a flat deck");
    } else if (constraints_.begin(card, told(at))) {
      block_ = Block::constraint;
    }
    const std::string input = card.parameter("INPUT").value_or("");
    if (block_ != Block::other && !input.empty()) read(file_beside(path, input), depth + 1);
  }

  void read_node(std::string_view line, const DeckLine& at) {
    std::string_view field;
    take_comma_field(line, field);
    const auto label = parse_integer(field);
    if (!label || *label < 1 || *label > kMostLabel)
      throw Error(told(at), "\"" + std::string(field) + "\" is not a node label",
                  "write \"label, x, y, z\" below *NODE");
    Vector3 position = Vector3::Zero();
    int axis = 0;
    while (take_comma_field(line, field)) {
      if (field.empty() && line.empty()) break;  // trailing comma
      const auto value = field.empty() ? std::optional<double>(0.0) : parse_real(field);
      if (axis == 3 || !value || !std::isfinite(*value))
        throw Error(told(at), fmt::format("\"{}\" is not a coordinate of node {}", field, *label),
                    "write \"label, x, y, z\" below *NODE");
      position[axis++] = *value;
    }
    // labels mostly ascend
    const std::size_t known = deck_.nodes.size();
    const auto found = deck_.nodes.emplace_hint(deck_.nodes.end(), *label, position);
    if (deck_.nodes.size() == known && found->second != position)
      throw Error(told(at),
                  "node " + std::to_string(*label) + " is defined twice at different places",
                  "keep one definition");
    if (!block_set_.empty()) add_item(block_set_, {at, *label, *label, 1, ""});
  }

  // Label and nodes, on one line or on several.
  void read_element_line(std::string_view line, const DeckLine& at) {
    std::string_view field;
    while (take_comma_field(line, field)) {
      if (field.empty()) continue;
      const auto label = parse_integer(field);
      if (!label)
        throw Error(told(at), "\"" + std::string(field) + "\" is not a node of an element",
                    "write \"label, node, node, ...\" below *ELEMENT");
      element_.push_back(*label);
      if (element_.size() <= kind_->nodes) continue;
      for (const std::vector<std::size_t>& face : kind_->faces) {
        std::vector<std::int64_t>& corners = deck_.faces.emplace_back();
        for (const std::size_t c : face) corners.push_back(element_[c + 1]);
      }
      element_.clear();
    }
  }

  void read_set_line(std::string_view line, const DeckLine& at) {
    std::string_view field;
    while (take_comma_field(line, field)) {
      if (field.empty()) continue;
      if (const auto label = parse_integer(field))
        add_item(block_set_, {at, *label, *label, 1, ""});
      else
        add_item(block_set_, {at, 0, 0, 1, normalised_name(field)});
    }
  }

  void read_generate_line(std::string_view line, const DeckLine& at) {
    std::vector<std::int64_t> numbers;
    std::string_view field;
    while (take_comma_field(line, field)) {
      if (field.empty()) continue;
      const auto number = parse_integer(field);
      numbers.push_back(number.value_or(0));
      if (!number || *number < 1 || *number > kMostLabel || numbers.size() > 3)
        throw Error(told(at), "\"" + std::string(field) + "\" does not belong into a GENERATE line",
                    "write \"first, last, increment\"");
    }
    if (numbers.empty()) return;
    SetItem item{at, numbers[0], numbers[0], 1, ""};
    if (numbers.size() > 1) item.last = numbers[1];
    if (numbers.size() > 2) item.step = numbers[2];
    if (item.last < item.first)
      throw Error(told(at), "the last label lies before the first",
                  "write \"first, last, increment\"");
    add_item(block_set_, item);
  }

  void add_item(const std::string& set, const SetItem& item) {
    // blocks of one set mostly follow each other, so look from the end
    const auto found = std::find_if(sets_.rbegin(), sets_.rend(),
                                    [&set](const auto& entry) { return entry.first == set; });
    if (found != sets_.rend())
      found->second.push_back(item);
    else
      sets_.push_back({set, {item}});
  }

  void append(const SetItem& item, const std::string& set, std::vector<std::int64_t>& labels) {
    if (!item.other.empty()) {
      const auto other = deck_.sets.find(item.other);
      if (other == deck_.sets.end())
        throw Error(told(item.at),
                    "set " + set + " names " + item.other + ", which is no earlier set",
                    "define " + item.other + " before " + set);
      labels.insert(labels.end(), other->second.begin(), other->second.end());
      return;
    }
    for (std::int64_t label = item.first; label <= item.last; label += item.step) {
      if (deck_.nodes.count(label) == 0)
        throw Error(told(item.at),
                    fmt::format("set {} names node {}, which the deck does not define", set, label),
                    "take the node out of the set or add it below *NODE");
      labels.push_back(label);
    }
  }

  Deck deck_;
  ConstraintCards constraints_;
  std::filesystem::path folder_;                                    // of the deck
  std::vector<std::string> files_;                                  // in the order they are opened
  std::vector<std::pair<std::string, std::vector<SetItem>>> sets_;  // in order of appearance
  Block block_ = Block::other;
  bool with_faces_;
  bool incompatible_ = false;          // the elements of this block are
  const ElementKind* kind_ = nullptr;  // of this block, if its faces are wanted
  std::vector<std::int64_t> element_;  // in hand: its label, and nodes as far as they are read
  std::int64_t numbers_ = 0;           // label and nodes of all incompatible bricks
  std::string block_set_;              // set that the lines of the block belong to, may be empty
};

}  // namespace

Deck read_deck(const std::string& path, bool with_faces) {
  DeckReader reader(with_faces);
  reader.read(path, 0);
  return reader.finish();
}

}  // namespace mortise::gen
