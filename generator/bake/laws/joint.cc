// Compliant joints in model files.
#include <nlohmann/json.hpp>

#include "generator/bake/laws/file_law.hpp"
#include "generator/bake/laws/filled.hpp"
#include "generator/contact/joint/laws.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

using nlohmann::json;

// Numbers in the memory of the law, of the step alone where it was taken whole (points).
const Real* of_points(const RunningInterface& i, std::uint32_t JointLayout::*offset) {
  return i.memory<Real>(i.view.joint_layout.memory, i.view.joint_layout.*offset);
}

void add_points(const RunningInterface& i, std::vector<double>* forces) {
  const auto points = static_cast<std::size_t>(i.view.joint.points);
  const Real* means = i.means();
  const Real* normal = means != nullptr ? means : of_points(i, &JointLayout::normal_mean);
  for (std::size_t k = 0; k < points; ++k) forces->push_back(normal[means != nullptr ? 2 * k : k]);
}

void book_points(const RunningInterface& i, double h, ImpulseBook* book) {
  const Eigen::Index points = i.view.joint.points;
  if (const Real* means = i.means()) {
    const Eigen::Map<const Matrix> both(means, 2, points);
    book->normal += h * both.row(0).sum();
    book->tangential += h * both.row(1).lpNorm<1>();
    return;
  }
  const auto mean = [&](std::uint32_t JointLayout::*offset) {
    return Eigen::Map<const Vector>(of_points(i, offset), points);
  };
  book->normal += h * mean(&JointLayout::normal_mean).sum();
  book->tangential += h * mean(&JointLayout::tangent_mean).lpNorm<1>();
}

std::optional<OwnBooks> joint_losses(const RunningInterface& i) {
  const JointLayout& layout = i.view.joint_layout;
  const auto& e = *i.memory<JointEnergies>(layout.memory, layout.energies);
  return OwnBooks{e.friction + e.impact};
}

std::vector<std::string> joint_cases(const ModelView& v) {
  std::vector<std::string> names;
  if (const auto* cases = v.root->law_as_CompliantJoint()->cases())
    for (const auto* each : *cases) names.push_back(each->name()->str());
  return names;
}

json joint_info(const ModelView& v) {
  json cases = json::array();
  for (const std::string& name : joint_cases(v)) {
    const JointParameters& p = *v.joint.parameters[cases.size()];
    cases.push_back({{"name", name},
                     {"damper", name_of(static_cast<ImpactDamper>(p.damper))},
                     {"friction_law", name_of(static_cast<TangentialKind>(p.tangential))}});
  }
  json info = {{"nodes", v.joint.nodes},
               {"rows", v.joint.rows},
               {"points", v.joint.points},
               {"residual_compliance", v.joint.port_compliance != nullptr},
               {"cases", cases}};
  for (std::size_t k = 0; k < std::size(v.joint.field); ++k)
    if (v.joint.field[k] != nullptr)
      info["varies"].push_back({{"number", joint_numbers()[k].name}});
  return info;
}

std::string joint_text(const json& joint) {
  return filled("  joint       {nodes} pairs of nodes, {points} law points, {rows} rows", joint) +
         (joint["residual_compliance"] ? ", residual compliance\n" : "\n") +
         all_filled("  varies      {number}, along it\n", joint.value("varies", json::array())) +
         all_filled("  case        {name}: impact {damper}, friction {friction_law}\n",
                    joint["cases"]);
}

}  // namespace

const FileLaw file_laws_of::joint = [] {
  FileLaw law;
  law.name = "joint";
  law.text = "joint with friction and impact";
  law.system = "a compliant joint";
  law.place = "law point";
  law.in_every_assembly = true;
  law.work = StepWork::even;
  law.cycles_per_flop = 6.0;
  law.code_bytes = 85000;
  law.places = law.solved_places = [](const ModelView& v) { return v.joint.points; };
  law.tells_slip = true;
  law.lengths = [](const ModelView& v) {
    std::vector<double> lengths;
    for (std::int32_t k = 0; k < v.joint.points; ++k) lengths.push_back(v.joint.point[k].length);
    return lengths;
  };
  law.knows_dissipation = [](const ModelView& v) { return v.joint.energies; };
  law.cases = joint_cases;
  law.info = joint_info;
  law.info_text = joint_text;
  law.tables = {
      {"Operating cases of the joint",
       "cases",
       {{"name", "case"}, {"damper", "impact damper"}, {"friction_law", "friction law"}}}};
  law.add_forces = add_points;
  law.book = book_points;
  law.own_books = joint_losses;
  return law;
}();

}  // namespace mortise::gen
