// How contact and friction at the points of bolted surfaces are solved.
#pragma once

#include <memory>

#include "generator/contact/bolted/surface_state.hpp"

namespace mortise::gen {

// What CoulombNewton says of its members holds here.
class ContactMethod {
 public:
  ContactMethod() = default;
  virtual ~ContactMethod() = default;
  ContactMethod& operator=(const ContactMethod&) = delete;

  virtual std::unique_ptr<ContactMethod> clone() const = 0;
  virtual void set_base(const SurfaceState& state) = 0;
  virtual double advance(const Vector& free_gap, SurfaceState* state) = 0;
  virtual int iterations() const = 0;

 protected:
  ContactMethod(const ContactMethod&) = default;
};

}  // namespace mortise::gen
