#include "generator/simulate/structure/massless_bodies.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "generator/bodies/condense/selected_dofs.hpp"
#include "generator/contact/system/contact_lag.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

using Dofs = std::vector<Eigen::Index>;

constexpr Eigen::Index kMostDense = 4000;  // dofs whose modes are all kept

// Which substructures contacts at position level touch; alone they touch all.
std::vector<bool> touched(const FullSystem& system) {
  std::vector<bool> touched;
  for (const Substructure& place : substructures_of(system.model)) {
    bool any = !system.assembly();
    for (const FullInterface& i : system.interfaces) {
      if (!at_position_level(i)) continue;
      for (const SparseRow* row : rows_of(i.law))
        for (SparseRow::InnerIterator w(*row); w; ++w)
          any = any || (w.index() >= place.first && w.index() < place.first + place.size);
    }
    touched.push_back(any);
  }
  return touched;
}

// A system of some substructures alone, with these dofs (ascending).
FullSystem part_of(const FullSystem& system, const std::vector<bool>& chosen, const Dofs& dofs) {
  FullSystem part = system;
  const Eigen::Index n = system.model.size();
  part.model.mass = submatrix(system.model.mass, dofs);
  part.model.stiffness = submatrix(system.model.stiffness, dofs);
  part.model.substructures.clear();
  part.damping.clear();
  part.factor = nullptr;
  const std::vector<Substructure> places = substructures_of(system.model);
  const std::vector<Rayleigh> damping = damping_of_substructures(system);
  part.model.dofs.clear();
  for (std::size_t b = 0; b < places.size(); ++b) {
    if (!chosen[b]) continue;
    const auto first = static_cast<Eigen::Index>(part.model.dofs.size());
    part.model.substructures.push_back({places[b].name, first, places[b].size});
    part.damping.push_back(damping[b]);
    for (Eigen::Index i = 0; i < places[b].size; ++i)
      part.model.dofs.push_back(system.model.dofs[static_cast<std::size_t>(places[b].first + i)]);
  }
  part.interfaces.erase(std::remove_if(part.interfaces.begin(), part.interfaces.end(),
                                       [](const FullInterface& i) { return i.as<BoltedZones>(); }),
                        part.interfaces.end());  // of modes of one body, not of rows
  each_attached_row(&part, [&](SparseRow& row) {
    const Vector all(row);
    row = Vector(all(dofs)).sparseView();
  });
  for (Vector* x : {&part.constant_force, &part.initial_displacement, &part.initial_velocity,
                    &part.modal_damping})
    if (x->size() > 0) *x = Vector(or_zero(*x, n)(dofs));
  return part;
}

SparseMatrix beside(const Vector& diagonal, const SparseMatrix& other) {
  Entries entries;
  const auto m = static_cast<int>(diagonal.size());
  for (int i = 0; i < m; ++i) entries.emplace_back(i, i, diagonal[i]);
  for (Eigen::Index j = 0; j < other.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(other, j); it; ++it)
      entries.emplace_back(m + static_cast<int>(it.row()), m + static_cast<int>(it.col()),
                           it.value());
  return sparse_matrix(m + other.rows(), m + other.cols(), entries);
}

}  // namespace

Condensation all_modes(const FullSystem& system) {
  demand(system.model.size() <= kMostDense, "full order",
         "contacts at position level take all " + std::to_string(system.model.size()) +
             " modes of their bodies, by dense matrices up to " + std::to_string(kMostDense),
         "compare with a model of many more modes, or set contact.level to \"velocity\"");
  std::vector<CondenseOptions> options;
  for (const bool massless : touched(system)) {
    CondenseOptions& own = options.emplace_back();
    own.method = massless ? "massless_boundary" : "full";
    own.modes.all = own.hold_loose = massless;
  }
  return condense(system, contact_interface(system), options);
}

MasslessBodies::MasslessBodies(const FullSystem& given, double step) : system(given) {
  const std::vector<bool> massless = touched(given);
  const std::vector<Substructure> places = substructures_of(given.model);
  for (std::size_t b = 0; b < places.size(); ++b)
    for (Eigen::Index i = 0; i < places[b].size; ++i)
      (massless[b] ? massless_ : others_).push_back(places[b].first + i);
  const FullSystem part = part_of(given, massless, massless_);
  std::vector<bool> rest = massless;
  rest.flip();
  const FullSystem other = part_of(given, rest, others_);
  const Condensation modes = all_modes(part);
  const ReducedSystem& reduced = modes.system;
  fit_ = modal_fit(part.model, modes);

  const Eigen::Index m = reduced.size(), k = other.model.size();
  const auto joined = [&](const Vector& first, const Vector& second) {
    Vector all(m + k);
    all << or_zero(first, m), or_zero(second, k);
    return all;
  };
  system.model = FullModel();
  system.model.source = given.model.source;
  system.model.mass = beside(Vector::Ones(m), other.model.mass);
  system.model.stiffness = beside(reduced.omega.cwiseAbs2(), other.model.stiffness);
  system.model.dofs.assign(static_cast<std::size_t>(m), Dof());
  system.model.dofs.insert(system.model.dofs.end(), other.model.dofs.begin(),
                           other.model.dofs.end());
  system.model.substructures = {{"modes", 0, m}};
  system.damping = {Rayleigh()};
  for (std::size_t b = 0; b < other.damping.size(); ++b) {
    system.damping.push_back(other.damping[b]);
    const Substructure& place = other.model.substructures[b];
    system.model.substructures.push_back({place.name, m + place.first, place.size});
  }
  system.modal_damping = joined(reduced.damping, other.modal_damping);
  system.factor = nullptr;
  each_attached_row(&system, [&](SparseRow& row) {
    const Vector all(row);
    row = joined(modes.shapes.transpose() * all(massless_), all(others_)).sparseView();
  });
  system.constant_force = joined(reduced.constant_force, other.constant_force);
  system.initial_displacement = joined(reduced.initial_q, other.initial_displacement);
  system.initial_velocity = joined(reduced.initial_v, other.initial_velocity);
  for (FullInterface& own : system.interfaces) {
    if (auto* bolted = own.as<BoltedZones>())
      bolted->first_mode =
          m +
          (std::lower_bound(others_.begin(), others_.end(), bolted->first_mode) - others_.begin());
    const auto from = std::find_if(reduced.interfaces.begin(), reduced.interfaces.end(),
                                   [&](const ReducedInterface& i) { return i.name == own.name; });
    if (from == reduced.interfaces.end() || !from->residual) continue;
    auto compliance = std::make_shared<ResidualCompliance>(*from->residual);
    compliance->lag = contact_lag(*from, reduced.omega, step, "full order").lag;
    own.make<UnilateralContacts>().compliance = std::move(compliance);
  }
}

Vector MasslessBodies::moved(const Vector& given, const Matrix& fit) const {
  if (given.size() == 0) return {};
  Vector all(fit.rows() + static_cast<Eigen::Index>(others_.size()));
  all << fit * given(massless_), given(others_);
  return all;
}

}  // namespace mortise::gen
