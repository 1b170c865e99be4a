// How contact and friction at the points of bolted surfaces are solved.
#pragma once

#include <memory>

#include "generator/contact/bolted/surface_state.hpp"
#include "generator/ground/text/enum_names.hpp"

namespace mortise::gen {

#define MORTISE_CONTACT_SOLVERS(SOLVER)                                                      \
  SOLVER(newton,                                                                             \
         "semi-smooth Newton, by the matrix of the closed points or by iterations, "         \
         "whichever suits their number")                                                     \
  SOLVER(pivot, "by the matrix")                                                             \
  SOLVER(krylov, "by iterations")                                                            \
  SOLVER(condensed, "Gauss-Seidel over those that are predicted to slip, and who else does") \
  SOLVER(relaxation, "Gauss-Seidel over all closed points")
MORTISE_ENUM(ContactSolver, MORTISE_CONTACT_SOLVERS)

// What CoulombNewton says of its members holds here.
class ContactMethod {
 public:
  ContactMethod() = default;
  virtual ~ContactMethod() = default;
  ContactMethod& operator=(const ContactMethod&) = delete;

  virtual std::unique_ptr<ContactMethod> clone() const = 0;
  virtual void set_base(const SurfaceState& state) = 0;
  virtual void restrict_to(const std::vector<bool>& /*likely*/) {}
  virtual double advance(const Vector& free_gap, SurfaceState* state,
                         const SurfaceState* guess) = 0;
  virtual int iterations() const = 0;

 protected:
  ContactMethod(const ContactMethod&) = default;
};

}  // namespace mortise::gen
