// A sliding contact through the steps of a run at full order, seen by the motions of its nodes:
// x and y of the slave, then of every node of the chain. Where it stands is looked up once per
// step, at u + h v and the path of the step's end (schemes.hpp); its rows stand for the whole step.
//
// n opens the gap, t runs along the segment; of the velocities c of these rows the law is told
//   normal  c + n_x V + feedback gap / h,   tangential  c at the start + c + 2 t_x V
#pragma once

#include "generator/contact/sliding/geometry.hpp"

namespace mortise::gen {

class SteppedSlide {
 public:
  // step: h [s]. Throws Error for bad rows or laws.
  SteppedSlide(const SlidingContact& contact, double step);

  Eigen::Index nodes() const { return geometry_.modes(); }  // numbers of their motion

  // At the start of its path, with displacements [m] and velocities [m/s] (nodes).
  void set_state(const Vector& displacement, const Vector& velocity);

  // Another law from the next step on; the path goes on from where it is.
  void set_law(const SlidingLaw& law);
  const SlidingLaw& law() const { return law_; }
  bool bilateral() const { return law_.kind == SlidingKind::bilateral; }
  // Friction per normal force of one that slips as its frame moves [-].
  double friction_share() const { return -law_.friction * sliding_direction(law_); }

  // Begins a step at displacements [m] and velocities [m/s] (nodes). Throws Error if the slave has
  // left its chain.
  void begin(const Vector& displacement, const Vector& velocity);

  // Rows of the running step: gap and slip (2 x nodes).
  SparseMatrix rows() const;
  double gap() const { return place_.gap; }  // at u + h v [m]
  Vector2 frame() const;                     // velocity of the frame along n, t [m/s]
  Vector2 law_shift() const;                 // what the law is told beside the rows [m/s]

  // Ends the step: normal force [N], velocity of the rows along t [m/s].
  void finish(double normal, double along);

  // After the last step, or at the start.
  double slip() const { return slip_; }           // [m/s]
  double position() const { return path_at(0); }  // of the undeformed slave [m]
  // A bilateral one neither pulls nor slips backwards.
  bool valid() const { return valid_; }

 private:
  double path_at(int steps) const;  // so many steps from the last one's end [m]

  SlidingGeometryModel geometry_;
  SlidingLaw law_;
  double h_, start_;
  double path_ = 0.0;  // where this law came into force [m]
  long steps_ = 0;     // since then
  ContactPlace place_;
  double slip_ = 0.0;
  bool valid_ = true;
};

}  // namespace mortise::gen
