#include "generator/bake/play/static_start.hpp"

#include <algorithm>

#include "generator/bake/laws/file_law.hpp"
#include "generator/ground/text/error.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

using Kind = schema::ParameterKind;

// Friction and what joints have beside their normal springs leave a pressed start as it is.
constexpr Kind kPressing[] = {Kind::clearance,
                              Kind::joint_stiffness,
                              Kind::joint_gap,
                              Kind::joint_separation_stiffness,
                              Kind::joint_separation_gap,
                              Kind::joint_impact_exponent,
                              Kind::sliding_friction,
                              Kind::sliding_speed};

}  // namespace

void follow_parameters(const std::vector<std::string>& set, bool press, Instance* instance) {
  const Model& model = instance->model();
  if (set.empty()) return;
  if (file_law(model.view()).starts_static) {
    if (instance->state().rest_sliding(model)) return;
    throw Error(
        "--set " + set.back(), "there is no static sliding state with it",
        "see that the supports and the contact hold the bodies, and lower contact.friction");
  }
  if (!press) return;
  for (const std::string& name : set) {
    const auto id = static_cast<std::uint32_t>(find_parameter(model, name.c_str()));
    const Kind kind = model.root()->parameters()->Get(id)->kind();
    if (std::count(std::begin(kPressing), std::end(kPressing), kind) > 0)
      throw Error("--set " + name, "the model starts pressed, as the value in the file has it",
                  "build a model with the other value: `mortise build DEF.toml --set KEY=VALUE`");
  }
}

}  // namespace mortise::gen
