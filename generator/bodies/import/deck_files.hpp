// Files of a deck: whose it is, and those that it includes.
#pragma once

#include <filesystem>
#include <string>

namespace mortise::gen {

// input: as Abaqus and CalculiX write it (.inp), bulk: Nastran, coded: commands of Ansys.
enum class DeckKind { input, bulk, coded };

// By the first line that is of one kind alone. Throws Error as read_head().
DeckKind kind_of_deck(const std::string& path);

// Finds what the files of a deck include.
class DeckFiles {
 public:
  explicit DeckFiles(const std::string& deck)
      : folder_(std::filesystem::path(deck).parent_path()) {}

  // A file that `path` names: beside that one, else beside the deck, where the solver runs.
  std::string beside(const std::string& path, const std::string& input) const;

  // Throws Error for an include at this depth, if that cannot be meant.
  static void demand_depth(const std::string& path, int depth);

 private:
  std::filesystem::path folder_;
};

}  // namespace mortise::gen
