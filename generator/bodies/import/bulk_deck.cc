#include "generator/bodies/import/bulk_deck.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <utility>

#include "generator/bodies/import/bulk_nodes.hpp"
#include "generator/bodies/import/deck_files.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Cards by which dofs follow others or are condensed, and which are not read.
constexpr std::array<const char*, 24> kEliminatingCards{
    "MPC",    "RBE1",    "RBE2",    "RBE3",   "RBAR",    "RBAR1",    "RROD", "RJOINT",
    "RTRPLT", "RTRPLT1", "RSPLINE", "RSSCON", "ASET",    "ASET1",    "BSET", "BSET1",
    "BNDFIX", "BNDFIX1", "CSET",    "CSET1",  "BNDFREE", "BNDFREE1", "OMIT", "OMIT1"};

bool eliminates(const std::string& name) {
  return std::find(kEliminatingCards.begin(), kEliminatingCards.end(), name) !=
         kEliminatingCards.end();
}

class BulkDeckReader {
 public:
  explicit BulkDeckReader(const std::string& path) : files_(path) {}

  void read(const std::string& path, int depth) {
    files_.demand_depth(path, depth);
    const TextFile file = read_text(path);
    for_each_bulk_card(
        file,
        [](const std::string& name) {
          return BulkNodes::takes(name) || eliminates(name) || name == "INCLUDE" || name == "SPC" ||
                 name == "SPC1";
        },
        [&](const BulkCard& card) {
          if (card.name == "INCLUDE")
            read(files_.beside(file.name, std::string(card.text(0))), depth + 1);
          else if (card.name == "SPC" || card.name == "SPC1")
            take_held(card);
          else if (eliminates(card.name))
            take_eliminating(card, at_line(file.name, card.line));
          else
            nodes_.take(card, file.name);
        });
  }

  Deck finish() {
    BulkGrids grids = nodes_.finish();
    Deck deck;
    deck.nodes = std::move(grids.nodes);
    deck.axes = std::move(grids.axes);
    deck.constraints.unread = std::move(unread_);
    for (const Dof& dof : grids.held) deck.constraints.held.push_back({dof, 0});
    // which of several sets counts, the case control says
    if (held_sets_.size() == 1)
      for (const Dof& dof : held_) deck.constraints.held.push_back({dof, 0});
    return deck;
  }

 private:
  void hold(std::int64_t node, std::string_view components) {
    for (const char c : components)
      if (c >= '1' && c <= '6') held_.push_back({node, c - '0'});
  }

  // SPC: set, then node, components, value twice; SPC1: set, components, nodes, perhaps "a THRU b".
  void take_held(const BulkCard& card) {
    held_sets_.insert(std::string(card.text(0)));
    if (card.name == "SPC") {
      for (const std::size_t k : {1u, 4u})
        hold(parse_integer(card.text(k)).value_or(0), card.text(k + 1));
      return;
    }
    std::int64_t last = 0;
    bool through = false;
    for (std::size_t k = 2; k < card.fields.size(); ++k) {
      const auto node = parse_integer(card.text(k));
      if (node) {
        for (std::int64_t between = last + 1; through && between < *node; ++between)
          hold(between, card.text(1));
        hold(*node, card.text(1));
        last = *node;
      }
      through = in_capitals(card.text(k)) == "THRU";
    }
  }

  // One of each kind is enough.
  void take_eliminating(const BulkCard& card, const std::string& where) {
    if (eliminating_.insert(card.name).second) unread_.emplace_back(where, card.name);
  }

  DeckFiles files_;
  BulkNodes nodes_;
  std::set<std::string> held_sets_, eliminating_;
  std::vector<Dof> held_;
  std::vector<std::pair<std::string, std::string>> unread_;
};

}  // namespace

Deck read_bulk_deck(const std::string& path) {
  BulkDeckReader reader(path);
  reader.read(path, 0);
  return reader.finish();
}

}  // namespace mortise::gen
