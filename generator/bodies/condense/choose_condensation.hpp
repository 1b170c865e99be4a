// Which condensation, and with how many modes, is good enough in a band: condense.method = "auto".
//
// The full body's response is known to a bound (port_response.hpp). Every candidate is a choice of
// columns of one space,
//
//   U = [Psi, free modes, relief, fixed-interface modes, attachment modes],
//
// whose reduced matrices are formed once; a candidate costs a dense eigenproblem of its own size.
// The smallest one whose error in frequencies, statics and response is below the one wanted is
// taken.
#pragma once

#include <string>
#include <vector>

#include "generator/bodies/condense/port_response.hpp"

namespace mortise::gen {

struct ChoiceRequest {
  double top_hz = 0.0;         // of the band [Hz]
  double error = 0.01;         // largest of CondensationErrors wanted
  Rayleigh damping;            // of the body
  bool massless = false;       // compliance without mass is of use: joints
  bool attach_inputs = false;  // asked for; else they are attached where that takes fewer
};

// The smallest of its method.
struct CondensationCandidate {
  std::string method;
  Eigen::Index modes = 0;        // normal modes, as condense.modes counts them
  Eigen::Index coordinates = 0;  // of the condensed body
  bool attach_inputs = false;    // the inputs have attachment modes
  CondensationErrors errors;     // estimated
  bool good = false;             // meets the error
};

struct CondensationChoice {
  CondensationCandidate chosen;
  std::vector<CondensationCandidate> others;  // the best of the other methods
  double remainder = 0.0;                     // of the reference
  Eigen::Index modes_in_band = 0;
  std::string why;  // one sentence
};

// stiffness, mass, interface_rows, hold_loose: as for condense_component(). inputs (n x a), outputs
// (k x n): as for full_response().
// Throws Error as condense_component(), and if no method reaches the error.
CondensationChoice choose_condensation(const SparseMatrix& stiffness, const SparseMatrix& mass,
                                       const SparseMatrix& interface_rows, bool hold_loose,
                                       const Matrix& inputs, const SparseMatrix& outputs,
                                       const ChoiceRequest& request);

}  // namespace mortise::gen
