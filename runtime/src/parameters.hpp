// The values of the parameters of a running instance.
#pragma once

#include "laws.hpp"

namespace mortise {

// Those of one parameter, as many as it has contacts.
inline const Real* values_of(const Model& model, const State& state, const schema::Parameter& p) {
  return law_of(model).parameter_values(model.view(), const_cast<State&>(state), p) +
         p.first_contact();
}

}  // namespace mortise
