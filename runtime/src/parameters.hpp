// The values of the parameters of a running instance.
#pragma once

#include "laws.hpp"

namespace mortise {

// Values of one parameter, as many as it has contacts.
inline const Real* values_of(const Model& model, const State& state, const schema::Parameter& p) {
  return law_of(model).parameter_values(model.view(), const_cast<State&>(state), p) +
         p.first_contact();
}

// set_parameter() of a motion that goes on.
Status change_parameter(const Model& model, State& state, std::int32_t id, Real value) noexcept;

}  // namespace mortise
