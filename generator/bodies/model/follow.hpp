// Dofs that follow others, u_i = sum of weights times u_leader, are eliminated: K -> T^T K T,
// M -> T^T M T.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

// FullModel::followers.
using Followers = std::map<Dof, std::vector<std::pair<Dof, double>>>;

// Lets `before` follow what their leaders follow now.
void follow_on(const Followers& now, Followers* before);

// By rows of the model: leaders with weights, none of which follows; no leaders: held.
using Following = std::map<std::size_t, std::vector<std::pair<std::size_t, double>>>;

// The model without the dofs that follow; they stand in `followers`. Substructures whose dofs
// follow each other are one from now on, which has the name of the first of them and stands in its
// place.
FullModel follow(FullModel model, const Following& following);

}  // namespace mortise::gen
