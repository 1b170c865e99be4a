#include "generator/bodies/check/check_model.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "generator/bodies/check/check_parts.hpp"
#include "generator/bodies/import/importer.hpp"
#include "generator/bodies/model/dof_table.hpp"

namespace mortise::gen {
namespace {

constexpr double kResisted = 1e-7;  // of what the entries of a row could carry; exports: 10 digits

}  // namespace

CheckedModel::CheckedModel(const FullModel& given) : model(given) {
  const Eigen::Index n = model.size();
  std::set<std::int64_t> used;
  coordinates = !model.nodes.empty();
  for (const Dof& dof : model.dofs) {
    used.insert(dof.node);
    generalised = generalised || dof.is_generalised();
    coordinates = coordinates && (dof.is_generalised() || model.nodes.count(dof.node) > 0);
  }
  labels.assign(used.begin(), used.end());
  for (const Dof& dof : model.dofs)
    node_of.push_back(std::lower_bound(labels.begin(), labels.end(), dof.node) - labels.begin());
  translations = Matrix::Zero(n, 3);
  for (std::size_t i = 0; i < model.dofs.size(); ++i)
    if (model.dofs[i].is_translation())
      translations(static_cast<Eigen::Index>(i), model.dofs[i].direction - 1) = 1.0;
  translation_forces = model.stiffness * translations;
  const SparseMatrix sizes = model.stiffness.cwiseAbs();
  const Matrix most = sizes * translations;
  near_support.assign(static_cast<std::size_t>(n), false);
  for (Eigen::Index i = 0; i < n; ++i)
    for (int d = 0; d < 3; ++d)
      if (std::abs(translation_forces(i, d)) > kResisted * most(i, d))
        near_support[static_cast<std::size_t>(i)] = true;
}

void add_finding(CheckReport* report, Severity severity, const char* trap, std::string what,
                 std::string remedy) {
  report->findings.push_back({severity, trap, std::move(what), std::move(remedy)});
}

std::string list_text(const std::vector<std::int64_t>& labels) {
  constexpr std::size_t kShown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, labels.size()); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(labels[i]);
  if (labels.size() > kShown) text += " and " + std::to_string(labels.size() - kShown) + " more";
  return text;
}

std::vector<std::string> sets_within(const FullModel& model,
                                     const std::vector<std::int64_t>& labels) {
  std::vector<std::string> names;
  for (const auto& [name, nodes] : model.sets)
    if (!nodes.empty() && std::includes(labels.begin(), labels.end(), nodes.begin(), nodes.end()))
      names.push_back(name);
  return names;
}

bool CheckReport::has_errors() const {
  return std::any_of(findings.begin(), findings.end(),
                     [](const CheckFinding& f) { return f.severity == Severity::error; });
}

CheckRequest check_request(const ImportSpec& import) {
  CheckRequest request;
  request.expected_mass = import.expected_mass;
  request.units = import.units;
  request.exported = !import.file.empty();
  for (const InterfaceNodeSpec& node : import.interface_nodes)
    request.averages = request.averages || node.kind == InterfaceKind::average;
  return request;
}

CheckReport check_model(const FullModel& model, const CheckRequest& request) {
  CheckReport report;
  report.facts = inspect(model);
  const CheckedModel checked(model);
  if (!checked.coordinates)
    report.not_tested.emplace_back(
        "units, rotations and centre of mass: coordinates are unknown; name the input deck in "
        "import.deck");
  check_rigid_motions(checked, request, &report);
  check_mass(checked, request, &report);
  check_axes(checked, request, &report);
  check_units(checked, request, &report);
  check_connections(checked, request, &report);
  check_definiteness(checked, request, &report);
  std::stable_sort(
      report.findings.begin(), report.findings.end(),
      [](const CheckFinding& a, const CheckFinding& b) { return a.severity < b.severity; });
  return report;
}

std::string finding_text(const CheckFinding& finding) {
  return finding.what + (finding.remedy.empty() ? "" : "; " + finding.remedy);
}

}  // namespace mortise::gen
