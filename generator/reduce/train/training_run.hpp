// The runs of a campaign: each is the definition with other values, and depends on nothing but the
// definition and its number.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

// Run `index`, 0 .. train.runs - 1, as a definition of its own: first corners of the ranges (a
// fraction of them that is balanced in every range), then points between them by an evenly covering
// sequence that the seed shifts. Line contacts, in the load-scaled frame, rise and fall by a ramp;
// the last ones, a share of train.smooth, follow a smooth load, a share of train.kinked before them
// corners one after another. Scales and grid are those of the
// definition. definition.train must be present. Throws Error as reducible() does.
FilmCase training_run(const FilmContactSpec& definition, int index);

// "load 0.667 to 1.1, ramps 20 and 60 us, 5.04 m/s, viscosity x 0.8": what sets a training run
// apart.
std::string describe_training_run(const FilmCase& run);

// Two-level fractional factorial design over `ranges` ranges in at most `runs` runs: a power of two
// of corners of which one half lies at either end of every range, and one quarter in each corner of
// every pair of ranges as long as there are fewer ranges than corners.
class CornerDesign {
 public:
  // ranges >= 0, runs >= 0.
  CornerDesign(int ranges, int runs);

  int count() const { return count_; }

  // True if corner `index`, 0 .. count() - 1, lies at the upper end of a range.
  bool upper(int index, int range) const;

 private:
  int count_ = 0;
  std::vector<unsigned> masks_;  // bits of the index whose parity decides, of every range
  std::vector<bool> flipped_;
};

// Point `index` >= 0 of a sequence that covers the unit cube of `dimensions` <= 8 evenly however
// many points are taken (Halton's, with permuted digits); other seeds start elsewhere in it. No
// coordinate is 0, and with the seed 1 the first points lie well inside: 1/2, 1/4, 3/4 of the
// first.
std::vector<double> even_point(int dimensions, int index, std::int64_t seed);

}  // namespace mortise::gen
