// Passive friction at full order: the contacts of interfaces that push each other, whose forces
// oppose the end velocity as long as they create no energy together.
//   P(r) = r . (u_start + u(r)) / 2
// is convex on the way from the forces r0 against the end velocity to those against the mean
// velocity, r1, which never create any: the first r with P = 0 is taken, or r1 where joints or
// films of the group remember what the motion was.
#pragma once

#include <vector>

#include "generator/simulate/structure/assembly_solver.hpp"
#include "generator/simulate/structure/contact_stepper.hpp"

namespace mortise::gen {

class PassiveGroups {
 public:
  PassiveGroups() = default;
  // delassus: ((3 nc + nr) x (3 nc + nr)) of contacts and joints; who pushes whom.
  PassiveGroups(const Matrix& delassus, Eigen::Index contact_rows);

  // The contacts (nc) of the groups that create energy and have passive friction; empty: none.
  //   start  their velocities at the start, free: at the end without forces (3 nc) [m/s]
  std::vector<bool> driving(const AssemblyForces& forces, const Vector& start, const Vector& free,
                            const ContactStepper& contacts) const;

  // Mixes the contacts' forces of those groups.
  //   first, second  r0 and r1, which becomes r
  void blend(const std::vector<bool>& driving, const AssemblyForces& first, const Vector& start,
             const Vector& free, const ContactStepper& contacts, AssemblyForces* second) const;

 private:
  struct Group {
    std::vector<Eigen::Index> contacts;
    bool others = false;  // joints or films
  };
  bool mixes(const Group& group, const ContactStepper& contacts) const;

  std::vector<Group> groups_;
};

}  // namespace mortise::gen
