// What contacts at position level of small systems made by hand give way by, and a bar for them.
#pragma once

#include "generator/bodies/mesh/plane.hpp"
#include "generator/contact/law/residual_compliance.hpp"

namespace mortise::test {

// ports: of `rows` rows, then of the inputs, symmetric [m/N]; outputs: rows that see nothing of it.
inline gen::ResidualCompliance compliance_of(const gen::Matrix& ports, Eigen::Index rows,
                                             Eigen::Index outputs = 0) {
  const Eigen::Index inputs = ports.rows() - rows;
  gen::ResidualCompliance c;
  c.row_compliance = ports.topRows(rows);
  c.input_compliance = ports.bottomRightCorner(inputs, inputs);
  c.output_compliance = gen::Matrix::Zero(outputs, ports.rows());
  c.row_offset = gen::Vector::Zero(rows);
  c.output_offset = gen::Vector::Zero(outputs);
  return c;
}

// A bar along x of length, stiffness, wave speed and mass 1, one row of elements that cannot strain
// across; sets bar.left, bar.right.
inline gen::FullModel unit_bar(int elements) {
  gen::PlaneBody body;
  body.name = "bar";
  body.length = 1.0;
  body.height = 0.1;
  body.width = 10.0;
  body.elements_x = elements;
  body.material = {1.0, 0.0, 1.0};
  body.supports = {{gen::PlaneEdge::bottom, {2}}, {gen::PlaneEdge::top, {2}}};
  return gen::build_plane("bar", {body});
}

}  // namespace mortise::test
