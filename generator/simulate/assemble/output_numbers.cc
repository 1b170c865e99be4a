#include "generator/simulate/assemble/output_numbers.hpp"

#include <algorithm>
#include <vector>

#include "generator/define/definition/key_place.hpp"
#include "generator/define/keys/section_errors.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

void check_output_number(const Definition& definition, const OutputSpec& spec,
                         const std::string& key, int number, std::size_t count,
                         const std::string& one, const std::string& several) {
  if (static_cast<std::size_t>(number) < count) return;
  const std::vector<OutputSpec>& all = definition.outputs;
  const auto at = std::find_if(all.begin(), all.end(),
                               [&](const OutputSpec& other) { return other.name == spec.name; });
  const std::string path = "outputs." + std::to_string(at - all.begin()) + "." + key;
  throw Error(place_of_key(definition, path),
              "'" + path + "': output \"" + spec.name + "\" names " + one + " " +
                  std::to_string(number) + ", the model has " + std::to_string(count),
              count == 0
                  ? "remove the output"
                  : "count " + several + " from 0: choose 0 to " + std::to_string(count - 1));
}

void check_modes(const Definition& definition, Eigen::Index count) {
  const std::vector<OutputSpec>& all = definition.outputs;
  read_entries(static_cast<int>(all.size()), [&](int i) {
    const OutputSpec& spec = all[static_cast<std::size_t>(i)];
    if (quantity_row(spec.quantity).index == OutputIndex::mode)
      check_output_number(definition, spec, "mode", spec.mode, static_cast<std::size_t>(count),
                          "mode", "modes");
  });
}

}  // namespace mortise::gen
