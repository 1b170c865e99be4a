// A condensed structure in mass-normalised modal coordinates: the input of the bake stage.
//
//   q_i'' + d_i q_i' + omega_i^2 q_i =
//       (input_forces f(t) + constant_force + sum over the interfaces of rows^T lambda)_i
//   gap of contact c:  clearance_c + contact_rows(3 c) . q
#pragma once

#include <string>
#include <vector>

#include "generator/bodies/condense/modes.hpp"
#include "generator/contact/system/full_system.hpp"
#include "generator/contact/system/residual_compliance.hpp"
#include "generator/contact/unilateral/law.hpp"

namespace mortise::gen {

// Where a film lies between the bodies, on the modes of all of them; what it is made of is among
// the films that the bake stage is given, which completes the place (place_film()).
struct FilmPlace {
  Matrix gaps;             // (points x n) gap over FilmScales::film per modal coordinate
                           // [kg^-0.5 m^-1]
  Matrix forces;           // (n x points) modal force per P [kg^0.5 m/s2]
  Vector opening;          // (n) of the gap as a whole [kg^-0.5]
  double clearance = 0.0;  // gap of the bodies at rest, beside the geometry of the film [m]
  double width = 1.0;      // of a line contact, across the film [m]
  int film = 0;            // which of the films
};

// Where bolted contacts lie on the modes of all bodies. What they are made of is among the bolted
// structures that the bake stage is given; their modes are all modes of one body, which nothing
// else moves but other interfaces: input forces and constant forces on them are zero.
struct BoltedPlace {
  Matrix modes;    // (m x n) modes of the bolted structure by those of the bodies
  int bolted = 0;  // which of the bolted structures
};

// On the modes of all bodies: unilateral contacts, a joint, a sliding contact, a film, or bolted
// contacts.
struct ReducedInterface {
  std::string name;     // its parameters are name.friction, ...
  Matrix contact_rows;  // (3 nc x n) per contact normal, tangent 1, tangent 2
  Matrix bore_rows;     // (3 nc x n) of contacts in a bore (bore.hpp), else none
  std::vector<ContactParameters> contacts;  // (nc)
  std::vector<ContactRange> stacked;        // as FullInterface has it
  LawSpec law;                              // of the contacts
  std::optional<ReducedJoint> joint;
  // Compliance of a joint, or of contacts at position level, that is alone.
  std::optional<ResidualCompliance> residual;
  std::optional<FilmPlace> film;
  std::optional<ReducedSliding> sliding;
  std::optional<BoltedPlace> bolted;

  // Calls visit(rows) for every matrix that says how modes move it; all have n columns.
  template <class Visit>
  void each_rows(const Visit& visit) {
    if (film) {
      visit(film->gaps);
    } else if (sliding) {
      visit(sliding->slave_rows);
      visit(sliding->target_rows);
    } else if (bolted) {
      visit(bolted->modes);
    } else {
      visit(joint ? joint->rows : contact_rows);
      if (bore_rows.rows() > 0) visit(bore_rows);
    }
  }
  template <class Visit>
  void each_rows(const Visit& visit) const {
    const_cast<ReducedInterface*>(this)->each_rows([&](const Matrix& rows) { visit(rows); });
  }
};

struct ReducedSystem : InterfaceList<ReducedInterface> {
  Vector omega;    // (n) circular eigenfrequencies [rad/s], 0 allowed
  Vector damping;  // (n) d_i = 2 zeta_i omega_i [1/s]
  // Modes are grouped by substructure, ascending frequencies within a group: first mode of each
  // group; empty: one group.
  std::vector<Eigen::Index> groups;
  std::vector<InputChannel> inputs;    // (nu)
  Matrix input_forces;                 // (n x nu)
  std::vector<OutputChannel> outputs;  // (ny)
  Matrix output_rows;                  // (no x n) displacement functionals
  Vector constant_force;               // (n)
  Vector initial_q;                    // (n)
  Vector initial_v;                    // (n)

  Eigen::Index size() const { return omega.size(); }
};

// The sliding contact that is alone. Throws Error without one.
const ReducedSliding& sliding_of(const ReducedSystem& system);

// Throws Error if a row, vector or matrix of `system` does not fit its model, if a joint's point
// names a node that it does not have, or if an interface has not one law.
void check_system(const FullSystem& system);

// Everything attached to a full-order structure, seen by its modes.
// modes:         (r) of the whole structure, mass-normalised, grouped by substructure.
// groups:        first mode of each substructure, ascending, as many as substructures.
// friction_rows: tangential rows of a joint that is alone, if it has any; its law does not matter
//                (another operating case may have friction).
// Returns rows and forces X^T f, initial values M-orthogonally (q0 = X^T M u0), damping
// d_i = alpha_b + beta_b omega_i^2 of the mode's substructure. ReducedSystem::groups stays empty if
// there is one group. Throws Error as damping_of_substructures().
ReducedSystem project(const FullSystem& system, const Modes& modes,
                      const std::vector<Eigen::Index>& groups, bool friction_rows);

}  // namespace mortise::gen
