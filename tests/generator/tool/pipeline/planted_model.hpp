// A model of a kind, and what a planted key makes of it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/generator/tool/pipeline/planted_keys.hpp"

namespace mortise::gen {

// seen: it changes the model. dropped: it is taken and changes nothing. refused: by a message that
// names the key or its section, or taken with a warning that it has no effect. undecided: by one
// about what follows from it.
enum class Fate { seen, dropped, refused, undecided };

class PlantedModel {
 public:
  explicit PlantedModel(const PlantedKind& kind);

  const FlatTable& definition() const { return definition_; }

  // What comes of a key at one of its places: the best of what its plants do, in the order of Fate.
  // told: receives plants and messages of what is neither seen nor refused; may be null.
  Fate fate_of(const Key& key, const std::string& place, std::string* told) const;

 private:
  struct Plant {
    std::vector<std::string> siblings;  // without which its section would be incomplete
    std::string text;
  };
  struct Outcome {
    std::optional<std::string> model;  // nothing: refused
    bool by_name = false, wherever = false, warned = false;
    std::string missing, message;
  };
  using Models = std::map<std::vector<std::string>, std::optional<std::string>>;

  Outcome outcome_of(const std::string& place, const Plant& plant) const;
  void complete(const std::string& place, Plant* plant, Outcome* outcome) const;
  std::optional<std::string> model_of(const std::vector<std::string>& overrides) const;
  // changed by `plant`: against its siblings alone, or against another value beside them
  Fate fate_of(const Plant& plant, const std::string& model, Models* beside, Models* others) const;

  const PlantedKind& kind_;
  const KeyList& keys_;
  std::string path_;
  FlatTable definition_;
  std::string model_;
};

}  // namespace mortise::gen
