#include "generator/bake/structure/bolted_reader.hpp"

#include "generator/ground/text/error.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

// The first `rows` of columns that are `leading` long.
Matrix leading_rows(const double* values, int leading, int rows, int columns) {
  if (values == nullptr) return Matrix::Zero(rows, columns);
  return Eigen::Map<const Matrix>(values, leading, columns).topRows(rows);
}

Vector inverses(const double* of_limits, int count) {
  Vector limits = Eigen::Map<const Vector>(of_limits, count);
  for (double& limit : limits)
    if (limit > 0.0) limit = 1.0 / limit;
  return limits;
}

class BoltedReader {
 public:
  explicit BoltedReader(const Model& model)
      : view_(model.view()), v_(view_.bolted), law_(*model.root()->law_as_BoltedContact()) {}

  ReducedBolted read() const {
    ReducedBolted b;
    b.omega = Eigen::Map<const Vector>(view_.omega, n());
    b.zeta = Eigen::Map<const Vector>(view_.damping, n()).cwiseQuotient(2.0 * b.omega);
    for (const auto* zone : *law_.zones()) b.zones.push_back(zone->str());
    b.friction = Eigen::Map<const Vector>(v_.friction, v_.zones);
    for (int c = 0; c < v_.clusters; ++c)
      b.clusters.push_back({static_cast<int>(v_.zone_of[c]), c < v_.base, 0});
    b.constant = of_rows(v_.constant, 1);
    b.from_modes = of_rows(v_.from_modes, n());
    b.from_inputs = of_rows(v_.from_inputs, nu());
    b.pivot = of_rows(v_.pivot, v_.rows);
    b.input_force = leading_rows(v_.input_force, view_.dims.modes_padded, n(), nu());
    b.motions = observed(view_.dims.output_rows, v_.output_constant, view_.output_rows,
                         v_.output_contact, v_.output_inputs);
    b.resultants = observed(3 * v_.zones, v_.resultant_constant, v_.resultant_modes,
                            v_.resultant_contact, v_.resultant_inputs);
    b.trained_modes = inverses(v_.trained_modes, n());
    b.trained_contact = inverses(v_.trained_contact, v_.rows);
    return b;
  }

 private:
  int n() const { return view_.dims.modes; }
  int nu() const { return view_.dims.inputs; }

  Matrix of_rows(const double* values, int columns) const {
    return leading_rows(values, v_.rows_padded, v_.rows, columns);
  }

  // Its rows stand in columns.
  BoltedRows observed(int count, const double* constant, const double* modes, const double* contact,
                      const double* inputs) const {
    BoltedRows rows;
    rows.constant = leading_rows(constant, count, count, 1);
    rows.modes = leading_rows(modes, view_.dims.modes_padded, n(), count).transpose();
    rows.contact = of_rows(contact, count).transpose();
    rows.inputs = leading_rows(inputs, nu(), nu(), count).transpose();
    return rows;
  }

  const ModelView& view_;
  const BoltedView& v_;
  const schema::BoltedContact& law_;
};

}  // namespace

ReducedBolted read_bolted(const Instance& instance, const std::string& where) {
  const Model& model = instance.model();
  demand(model.root()->law_as_BoltedContact() != nullptr, where, "the model has no bolted contact",
         "take a file that `mortise build` made of contact.kind = \"bolted\"");
  return BoltedReader(model).read();
}

}  // namespace mortise::gen
