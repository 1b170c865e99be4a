// Loads with kinks one after another, as training and its judges draw them.
#pragma once

#include <vector>

#include "generator/define/definition/film_contact.hpp"
#include "generator/ground/numbers/dice.hpp"

namespace mortise::gen {

// Corners of a load, behind each other until train.duration has passed: any level of train.load,
// ramps of a fifth of to the whole steepest rate of training, and a rest of up to three units of
// time after every other of them.
//   time           unit of time b / u_m [s]
//   times, values  corners [s] and load as a fraction of the reference; appended to
void add_random_kinks(const TrainSpec& train, double time, Dice* dice, std::vector<double>* times,
                      std::vector<double>* values);

}  // namespace mortise::gen
