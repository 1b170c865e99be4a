#include "generator/simulate/structure/massless_bodies.hpp"

#include <memory>
#include <utility>

#include "generator/contact/system/contact_lag.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr Eigen::Index kMostDense = 4000;  // dofs whose modes are all kept

SparseMatrix diagonal(const Vector& values) {
  SparseMatrix matrix(values.size(), values.size());
  matrix.setIdentity();
  return SparseMatrix(matrix * values.asDiagonal());
}

// Bodies without contacts at position level have all modes of their own mass.
std::vector<CondenseOptions> all_of(const FullSystem& system) {
  CondenseOptions massless, own;
  massless.method = "massless_boundary";
  massless.modes.all = massless.hold_loose = true;
  own.method = "full";
  std::vector<CondenseOptions> options;
  for (const Substructure& place : substructures_of(system.model)) {
    bool at_position = !system.assembly();
    for (const FullInterface& i : system.interfaces)
      for (const SparseRow* row : rows_of(i.law))
        for (SparseRow::InnerIterator w(*row); w && gen::at_position_level(i); ++w)
          at_position =
              at_position || (w.index() >= place.first && w.index() < place.first + place.size);
    options.push_back(at_position ? massless : own);
  }
  return options;
}

}  // namespace

Condensation all_modes(const FullSystem& system) {
  demand(system.model.size() <= kMostDense, "full order",
         "contacts at position level take all " + std::to_string(system.model.size()) +
             " modes, by dense matrices up to " + std::to_string(kMostDense),
         "compare with a model of many more modes, or set contact.level to \"velocity\"");
  return condense(system, contact_interface(system), all_of(system));
}

FullSystem on_modes(const FullSystem& system, const Condensation& modes, double step) {
  const ReducedSystem& reduced = modes.system;
  FullSystem out = system;
  out.model = FullModel();
  out.model.source = system.model.source;
  out.model.stiffness = diagonal(reduced.omega.cwiseAbs2());
  out.model.mass = diagonal(Vector::Ones(reduced.size()));
  out.factor = nullptr;
  out.damping.clear();
  out.modal_damping = reduced.damping;
  each_attached_row(
      &out, [&](SparseRow& row) { row = Vector(modes.shapes.transpose() * row).sparseView(); });
  out.constant_force = reduced.constant_force;
  out.initial_displacement = reduced.initial_q;
  out.initial_velocity = reduced.initial_v;
  for (std::size_t k = 0; k < out.interfaces.size(); ++k) {
    const ReducedInterface& from = reduced.interfaces[k];
    if (!from.residual) continue;
    auto compliance = std::make_shared<ResidualCompliance>(*from.residual);
    compliance->lag = contact_lag(from, reduced.omega, step, "full order").lag;
    out.interfaces[k].make<UnilateralContacts>().compliance = std::move(compliance);
  }
  return out;
}

}  // namespace mortise::gen
