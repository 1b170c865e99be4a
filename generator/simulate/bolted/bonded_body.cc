#include "generator/simulate/bolted/bonded_body.hpp"

#include "generator/simulate/bolted/exact_modes.hpp"

namespace mortise::gen {
namespace {

ExactModes exact_of(const BoltedZones& bolted, double h) {
  const BoltedSystem& s = bolted.body->system;
  return exact_modes(s.modes.omega, 2.0 * s.zeta.cwiseProduct(s.modes.omega), h);
}

// Outputs of speeds look at rows that are not scaled.
void keep_speeds(const std::vector<SparseRow>& rows, FullSystem* system) {
  for (OutputChannel& c : system->outputs) {
    if (c.interface >= 0 ||
        (c.quantity != OutputQuantity::velocity && c.quantity != OutputQuantity::acceleration))
      continue;
    system->output_rows.push_back(rows[static_cast<std::size_t>(c.index)]);
    c.index = static_cast<int>(system->output_rows.size()) - 1;
  }
}

}  // namespace

FullSystem exact_system(const FullSystem& system, double h) {
  FullSystem out = system;
  Vector scale = Vector::Ones(system.model.size());
  for (const FullInterface& i : system.interfaces) {
    const auto* bolted = i.as<BoltedZones>();
    if (!bolted) continue;
    const ExactModes exact = exact_of(*bolted, h);
    const Eigen::Index first = bolted->first_mode;
    scale.segment(first, bolted->modes) = exact.scale;
    out.modal_damping.segment(first, bolted->modes) = exact.damping;
    for (Eigen::Index k = 0; k < bolted->modes; ++k)
      out.model.stiffness.coeffRef(first + k, first + k) = exact.omega[k] * exact.omega[k];
  }
  each_attached_row(&out, [&](SparseRow& row) {
    for (SparseRow::InnerIterator w(row); w; ++w) w.valueRef() *= scale[w.index()];
  });
  keep_speeds(system.output_rows, &out);
  return out;
}

void to_exact(const FullSystem& system, double h, Vector* displacement, Vector* velocity) {
  for (const FullInterface& i : system.interfaces) {
    const auto* bolted = i.as<BoltedZones>();
    if (!bolted) continue;
    const ExactModes exact = exact_of(*bolted, h);
    const auto own = Eigen::seqN(bolted->first_mode, bolted->modes);
    (*displacement)(own) = (*displacement)(own).cwiseQuotient(exact.scale).eval();
    (*velocity)(own) += exact.shift.cwiseProduct((*displacement)(own));
  }
}

}  // namespace mortise::gen
