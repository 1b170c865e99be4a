#include "generator/bodies/import/deck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "generator/bodies/import/bulk_deck.hpp"
#include "generator/bodies/import/coded_deck.hpp"
#include "generator/bodies/import/deck_card.hpp"
#include "generator/bodies/import/deck_constraints.hpp"
#include "generator/bodies/import/deck_files.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr std::int64_t kNumbersOfABrick = 9;
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

bool is_of_elements(const std::string& set) {
  const std::string_view ending = kOfElements;
  return set.size() > ending.size() &&
         set.compare(set.size() - ending.size(), ending.size(), ending) == 0;
}

class DeckReader {
 public:
  // element_sets: whether a rigid body is made of elements
  DeckReader(const std::string& path, DeckElementsRead elements, bool element_sets)
      : constraints_([this](std::string_view name) { return place(name, scope_); }),
        included_(path),
        elements_(elements),
        element_sets_(element_sets) {}

  void read(const std::string& path, int depth) {
    included_.demand_depth(path, depth);
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
        take_card(text, at, depth);
      } else if (part_ != nullptr) {
        part_->push_back({at, std::string(line)});
      } else {
        take_data(line, at);
      }
    }
  }

  Deck finish() {
    deck_.incompatible_elements = numbers_ / kNumbersOfABrick;
    for (const auto& [name, items] : sets_) {
      std::vector<std::int64_t> labels;
      for (const SetItem& item : items) append(item, name, labels);
      if (!in_order(labels)) unsorted_.insert(name);
      std::sort(labels.begin(), labels.end());
      labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
      deck_.sets[name] = std::move(labels);
    }
    name_sets_of_instances();
    deck_.constraints = constraints_.finish(deck_.sets, deck_.nodes, unsorted_);
    for (auto set = deck_.sets.begin(); set != deck_.sets.end();)
      set = is_of_elements(set->first) ? deck_.sets.erase(set) : std::next(set);
    return std::move(deck_);
  }

 private:
  enum class Block { other, nodes, set, generated_set, elements, instance, constraint };

  std::string told(const DeckLine& at) const { return at_line(files_[at.file], at.line); }

  void take_card(const std::string& text, const DeckLine& at, int depth) {
    const DeckCard card = parse_deck_card(text);
    if (card.name == "*INCLUDE") {
      // its lines stand where the card does: the block in hand goes on in them and behind them
      demand(!card.parameter("INPUT").value_or("").empty(), told(at),
             "*INCLUDE without INPUT=", "name the file");
      read(included_.beside(files_[at.file], *card.parameter("INPUT")), depth + 1);
    } else if (card.name == "*PART") {
      demand(!card.name_in("NAME").empty(), told(at), "*PART without NAME=", "name the part");
      part_ = &parts_[card.name_in("NAME")];
    } else if (part_ == nullptr) {
      begin_card(card, at, depth);
    } else if (card.name == "*ENDPART") {
      part_ = nullptr;
      block_ = Block::other;
    } else {
      part_->push_back({at, text});
    }
  }

  void take_data(std::string_view line, const DeckLine& at) {
    if (block_ == Block::nodes) {
      read_node(line, at);
    } else if (block_ == Block::set) {
      read_set_line(line, at);
    } else if (block_ == Block::generated_set) {
      read_generate_line(line, at);
    } else if (block_ == Block::constraint) {
      constraints_.read_line(line, told(at));
    } else if (block_ == Block::instance) {
      read_instance_line(line, at);
    } else if (block_ == Block::elements) {
      if (incompatible_)
        numbers_ += std::count(line.begin(), line.end(), ',') + (line.back() == ',' ? 0 : 1);
      if (kind_ != nullptr || elements_ == DeckElementsRead::all) read_element_line(line, at);
      if (element_sets_) read_element_of_set(line, at);
    }
  }

  void begin_card(const DeckCard& card, const DeckLine& at, int depth) {
    const bool placing = block_ == Block::instance;
    block_ = Block::other;
    block_set_.clear();
    block_scope_ = scope_;
    if (placing) place_part(depth);
    if (card.name == "*NODE") {
      if (card.parameter("SYSTEM"))
        throw Error(told(at), "*NODE with SYSTEM= is not rectangular",
                    "write the coordinates in the global rectangular system");
      block_ = Block::nodes;
      if (!card.name_in("NSET").empty()) block_set_ = place(card.name_in("NSET"), scope_);
    } else if (card.name == "*NSET" || (card.name == "*ELSET" && element_sets_)) {
      begin_set(card, at);
    } else if (card.name == "*ELEMENT") {
      const std::string type = card.name_in("TYPE");
      block_ = Block::elements;
      incompatible_ = type == "C3D8I";
      kind_ = elements_ == DeckElementsRead::faces ? find_kind(type) : nullptr;
      element_.clear();
      deck_.elements.push_back({told(at), type, {}});
      element_goes_on_ = false;
      if (!card.name_in("ELSET").empty())
        block_set_ = place(card.name_in("ELSET"), scope_) + kOfElements;
    } else if (card.name == "*INSTANCE") {
      begin_instance(card, at);
    } else if (card.name == "*ENDINSTANCE") {
      scope_ = 0;
    } else if (begin_constraint(card, at)) {
      block_ = Block::constraint;
    } else if (card.name == "*FREQUENCY" && card.name_in("GLOBAL") == "NO") {
      deck_.local_matrices = true;
    } else if (card.name == "*CLOAD" ||
               (card.name == "*SHELLSECTION" && card.parameter("COMPOSITE"))) {
      deck_.layer_cards.emplace_back(told(at), card.name == "*CLOAD" ? "*CLOAD" : "COMPOSITE");
    }
    const std::string input = card.parameter("INPUT").value_or("");
    if (block_ != Block::other && !input.empty())
      read(included_.beside(files_[at.file], input), depth + 1);
  }

  void begin_set(const DeckCard& card, const DeckLine& at) {
    const std::string parameter = card.name.substr(1);
    block_of_ = parameter == "NSET" ? "" : kOfElements;
    demand(!card.name_in(parameter).empty(), told(at), card.name + " without " + parameter + "=",
           "name the set");
    block_set_ = place(card.name_in(parameter), scope_) + block_of_;
    if (card.parameter("UNSORTED")) unsorted_.insert(block_set_);
    if (const std::string of = card.name_in("INSTANCE"); !of.empty())
      block_scope_ = instance_of(of, told(at));
    block_ = card.parameter("GENERATE") ? Block::generated_set : Block::set;
  }

  bool begin_constraint(const DeckCard& card, const DeckLine& at) {
    const bool along_axes =
        card.name == "*EQUATION" || card.name == "*BOUNDARY" || card.name == "*TRANSFORM";
    demand(!along_axes || scope_ == 0 || !deck_.instances[scope_ - 1].turned(), told(at),
           card.name + " stands in a part that its *INSTANCE turns",
           "write it below *ASSEMBLY, in the axes of the whole");
    return constraints_.begin(card, told(at));
  }

  void begin_instance(const DeckCard& card, const DeckLine& at) {
    const std::string name = card.name_in("NAME"), part = card.name_in("PART");
    demand(!name.empty() && parts_.count(part) > 0, told(at),
           "*INSTANCE without NAME=, or of a part that the deck does not define before",
           "write NAME= and PART= of an earlier *PART; instances of libraries are not read");
    deck_.instances.push_back({name, part, told(at), {}});
    scope_ = deck_.instances.size();
    block_ = Block::instance;
  }

  void read_instance_line(std::string_view line, const DeckLine& at) {
    std::string_view field;
    while (take_comma_field(line, field)) {
      if (field.empty() && line.empty()) break;  // trailing comma
      const auto value = field.empty() ? std::optional<double>(0.0) : parse_real(field);
      demand(value && std::isfinite(*value), told(at),
             "\"" + std::string(field) + "\" is no number of an *INSTANCE",
             "write three of a shift, and below them seven of a rotation");
      deck_.instances.back().numbers.push_back(*value);
    }
  }

  // The text of the part, as if it stood below its *INSTANCE.
  void place_part(int depth) {
    (void)deck_.instances.back().placed(Vector3::Zero());  // checks its numbers
    for (const auto& [at, text] : parts_.at(deck_.instances.back().part))
      if (text[0] == '*')
        take_card(text, at, depth);
      else
        take_data(text, at);
    block_ = Block::other;
    block_set_.clear();
    block_scope_ = scope_;
  }

  std::size_t instance_of(const std::string& name, const std::string& where) const {
    const std::size_t k = find_instance(name);
    demand(k > 0, where, "names instance " + name + ", which is none before",
           "name an *INSTANCE of the deck");
    return k;
  }

  // Counted from 1; 0: there is none.
  std::size_t find_instance(const std::string& name) const {
    for (std::size_t k = 0; k < deck_.instances.size(); ++k)
      if (deck_.instances[k].name == name) return k + 1;
    return 0;
  }

  // A node or a set as the whole deck calls it: "12", "TIP", "I.12", "I.TIP" in instance `scope`.
  std::string place(std::string_view text, std::size_t scope) const {
    std::string name = normalised_name(text);
    if (deck_.instances.empty()) return name;
    if (const std::size_t point = name.find('.'); point != std::string::npos)
      if (const std::size_t k = find_instance(name.substr(0, point)); k > 0) {
        scope = k;
        name.erase(0, point + 1);
      }
    if (const auto label = parse_integer(name)) return std::to_string(scoped_label(*label, scope));
    return scope > 0 ? deck_.instances[scope - 1].name + "." + name : name;
  }

  // Ascending labels of one instance, which every solver takes in this order.
  static bool in_order(const std::vector<std::int64_t>& labels) {
    return labels.empty() || (std::adjacent_find(labels.begin(), labels.end(),
                                                 std::greater_equal<>()) == labels.end() &&
                              labels.front() - local_label(labels.front()) ==
                                  labels.back() - local_label(labels.back()));
  }

  // Sets of one instance alone have their plain name, too.
  void name_sets_of_instances() {
    std::map<std::string, std::vector<const std::vector<std::int64_t>*>> plain;
    for (const auto& [name, labels] : deck_.sets)
      if (const std::size_t point = name.find('.');
          point != std::string::npos && find_instance(name.substr(0, point)) > 0)
        plain[name.substr(point + 1)].push_back(&labels);
    for (const auto& [name, found] : plain)
      if (found.size() == 1) deck_.sets.emplace(name, std::vector<std::int64_t>(*found.front()));
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
    const std::int64_t scoped = scoped_label(*label, scope_);
    if (scope_ > 0) position = deck_.instances[scope_ - 1].placed(position);
    const std::size_t known = deck_.nodes.size();
    const auto found = deck_.nodes.emplace_hint(deck_.nodes.end(), scoped, position);
    if (deck_.nodes.size() == known && found->second != position)
      throw Error(told(at),
                  "node " + std::to_string(*label) + " is defined twice at different places",
                  "keep one definition");
    if (!block_set_.empty()) add_item(block_set_, {at, scoped, scoped, 1, ""});
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
      const std::int64_t scoped = scoped_label(*label, scope_);
      if (elements_ == DeckElementsRead::all) {
        deck_.elements.back().numbers.push_back(scoped);
        continue;
      }
      element_.push_back(scoped);
      if (element_.size() <= kind_->nodes) continue;
      for (const std::vector<std::size_t>& face : kind_->faces) {
        std::vector<std::int64_t>& corners = deck_.faces.emplace_back();
        for (const std::size_t c : face) corners.push_back(element_[c + 1]);
      }
      element_.clear();
    }
  }

  // Label and nodes; a comma at the end of a line says that they go on in the next.
  void read_element_of_set(std::string_view line, const DeckLine& at) {
    std::string_view field;
    bool label = !element_goes_on_;
    element_goes_on_ = line.back() == ',';
    while (take_comma_field(line, field)) {
      const auto number = parse_integer(field);
      if (!number) continue;
      const std::int64_t scoped = scoped_label(*number, scope_);
      if (label) {
        element_in_hand_ = scoped;
        if (!block_set_.empty()) add_item(block_set_, {at, scoped, scoped, 1, ""});
      } else {
        nodes_of_elements_[element_in_hand_].push_back(scoped);
      }
      label = false;
    }
  }

  void read_set_line(std::string_view line, const DeckLine& at) {
    std::string_view field;
    while (take_comma_field(line, field)) {
      if (field.empty()) continue;
      const std::string name = place(field, block_scope_);
      if (const auto label = parse_integer(name))
        add_item(block_set_, {at, *label, *label, 1, ""});
      else
        add_item(block_set_, {at, 0, 0, 1, name + block_of_});
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
    item.first = scoped_label(item.first, block_scope_);
    item.last = scoped_label(item.last, block_scope_);
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
    const bool of_elements = is_of_elements(set);
    for (std::int64_t label = item.first; label <= item.last; label += item.step) {
      if (of_elements) {
        const auto nodes = nodes_of_elements_.find(label);
        if (nodes != nodes_of_elements_.end())
          labels.insert(labels.end(), nodes->second.begin(), nodes->second.end());
        continue;
      }
      if (deck_.nodes.count(label) == 0)
        throw Error(told(item.at),
                    fmt::format("set {} names node {}, which the deck does not define", set,
                                local_label(label)),
                    "take the node out of the set or add it below *NODE");
      labels.push_back(label);
    }
  }

  Deck deck_;
  ConstraintCards constraints_;
  DeckFiles included_;
  std::vector<std::string> files_;                                  // in the order they are opened
  std::vector<std::pair<std::string, std::vector<SetItem>>> sets_;  // in order of appearance
  std::set<std::string> unsorted_;
  Block block_ = Block::other;
  // Lines of parts, and the part in hand.
  std::map<std::string, std::vector<std::pair<DeckLine, std::string>>> parts_;
  std::vector<std::pair<DeckLine, std::string>>* part_ = nullptr;
  std::size_t scope_ = 0;        // instance in hand, counted from 1
  std::size_t block_scope_ = 0;  // the one whose labels stand in the block
  DeckElementsRead elements_;
  bool element_sets_ = false;  // are read, with the nodes of all elements:
  std::map<std::int64_t, std::vector<std::int64_t>> nodes_of_elements_;
  std::int64_t element_in_hand_ = 0;
  bool element_goes_on_ = false;
  bool incompatible_ = false;          // the elements of this block are
  const ElementKind* kind_ = nullptr;  // of this block, if its faces are wanted
  std::vector<std::int64_t> element_;  // in hand: its label, and nodes as far as they are read
  std::int64_t numbers_ = 0;           // label and nodes of all incompatible bricks
  std::string block_of_;               // kOfElements if that set is one of elements
  std::string block_set_;              // set that the lines of the block belong to, may be empty
};

}  // namespace

Deck read_deck(const std::string& path, DeckElementsRead elements) {
  const DeckKind kind = kind_of_deck(path);
  if (kind == DeckKind::bulk) return read_bulk_deck(path);
  if (kind == DeckKind::coded) return read_coded_deck(path);
  const auto read = [&](bool element_sets) {
    DeckReader reader(path, elements, element_sets);
    reader.read(path, 0);
    return reader.finish();
  };
  Deck deck = read(false);
  const auto& unread = deck.constraints.unread;
  const bool needs_sets = std::any_of(
      unread.begin(), unread.end(), [](const auto& card) { return card.second == kRigidElements; });
  return needs_sets ? read(true) : deck;
}

}  // namespace mortise::gen
