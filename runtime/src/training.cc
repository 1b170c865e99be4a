#include "mortise/training.hpp"

#include "parameters.hpp"
#include "range_distance.hpp"
#include "training_box.hpp"

namespace mortise {

namespace {

template <class Entry>
const schema::Range* range_of(const Model& model,
                              const flatbuffers::Vector<flatbuffers::Offset<Entry>>* list,
                              std::int32_t index) {
  if (!list || index < 0 || static_cast<std::uint32_t>(index) >= list->size()) return nullptr;
  return box_entry(*model.root(), *list->Get(static_cast<std::uint32_t>(index)));
}

bool hand_out(const schema::Range* range, TrainedRange* out) {
  if (range) *out = TrainedRange{range->minimum(), range->maximum()};
  return range != nullptr;
}

Real distance(Real x, const schema::Range& range) {
  return range_distance(x, range.minimum(), range.maximum());
}

}  // namespace

bool trained_range_of_input(const Model& model, std::int32_t input, TrainedRange* range) noexcept {
  return hand_out(range_of(model, model.root()->inputs(), input), range);
}

bool trained_range_of_parameter(const Model& model, std::int32_t id, TrainedRange* range) noexcept {
  return hand_out(range_of(model, model.root()->parameters(), id), range);
}

Real input_distance(const Model& model, const State& state, std::int32_t input) noexcept {
  const ModelView& m = model.view();
  const schema::Range* range = range_of(model, model.root()->inputs(), input);
  if (!range) return 0;
  if (const Real* followed = law_of(m).followed_inputs(m, state))
    return distance(followed[input], *range);
  const Real* u = state.at<Real>(m.layout.inputs);
  const Real start = distance(u[input], *range);
  if (m.input_ranges[input].hold == kHoldZeroOrder) return start;
  const Real end = distance(u[m.dims.inputs + input], *range);
  return end > start ? end : start;
}

Real parameter_distance(const Model& model, const State& state, std::int32_t id) noexcept {
  const schema::Range* range = range_of(model, model.root()->parameters(), id);
  if (!range) return 0;
  const schema::Parameter& p = *model.root()->parameters()->Get(static_cast<std::uint32_t>(id));
  const Real* values = values_of(model, state, p);
  Real largest = 0;
  for (std::uint32_t i = 0; i < p.contacts(); ++i) {
    const Real d = distance(values[i], *range);
    if (d > largest) largest = d;
  }
  return largest;
}

TrainingDistance training_distance(const Model& model, const State& state) noexcept {
  TrainingDistance far;
  for (std::int32_t k = 0; k < model.dims().inputs; ++k) {
    const Real d = input_distance(model, state, k);
    if (d > far.distance) far = TrainingDistance{d, k, -1};
  }
  const auto* table = model.root()->parameters();
  const std::int32_t count = table ? static_cast<std::int32_t>(table->size()) : 0;
  for (std::int32_t id = 0; id < count; ++id) {
    const Real d = parameter_distance(model, state, id);
    if (d > far.distance) far = TrainingDistance{d, -1, id};
  }
  return far;
}

}  // namespace mortise
