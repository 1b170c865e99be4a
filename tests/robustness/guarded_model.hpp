// A model whose arrays lie apart, with red zones between them: those of the file that a step reads,
// and those of its states. In the file itself an overread meets the next array and goes unseen.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "mortise/model.hpp"
#include "tests/robustness/model_bytes.hpp"
#include "tests/robustness/red_zones.hpp"

namespace mortise::robustness {

class GuardedModel {
 public:
  // Copies what the model's view points to, and lays its states out anew. The file stays needed for
  // names, scenarios and parameters.
  explicit GuardedModel(const Model& model);
  GuardedModel(const GuardedModel&) = delete;
  GuardedModel& operator=(const GuardedModel&) = delete;
  ~GuardedModel();

  Model& model() { return model_; }
  // Within a state of this model, from its start.
  const std::vector<RedZone>& state_zones() const { return state_zones_; }

 private:
  // A block, and the zones within it.
  struct Block {
    std::unique_ptr<ModelBytes> bytes;
    std::vector<RedZone> zones;
  };

  void copy_interfaces(AssemblyView* view);
  const void* copy(const void* from, std::size_t bytes);
  void move_numbers(ModelView* view);
  void lay_out_states(ModelView* view, std::vector<RedZone>* zones);
  std::uint32_t lay_out_parts(AssemblyView* view, std::vector<RedZone>* law);

  Model model_;
  std::vector<Block> blocks_;
  std::map<const void*, const void*> copies_;
  std::vector<RedZone> state_zones_;
};

// The memory of a state, its red zones forbidden.
class GuardedArena {
 public:
  GuardedArena(std::size_t bytes, const std::vector<RedZone>& zones)
      : bytes_(bytes), zones_(zones) {
    forbid(bytes_.data(), zones_);
  }
  GuardedArena(const GuardedArena&) = delete;
  GuardedArena& operator=(const GuardedArena&) = delete;
  ~GuardedArena() { allow(bytes_.data(), zones_); }

  void* data() const { return bytes_.data(); }
  std::size_t size() const { return bytes_.size(); }

 private:
  ModelBytes bytes_;
  const std::vector<RedZone>& zones_;
};

}  // namespace mortise::robustness
