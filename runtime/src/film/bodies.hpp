// A carried film that bodies bear, see FilmOnBodies in the schema: the frame goes where its force
// is going; where the film is beyond what it was trained for, steady films stand in.
#pragma once

#include "inputs.hpp"
#include "steady_stand_in.hpp"

namespace mortise::MORTISE_ISA {

class FilmBodies {
 public:
  explicit FilmBodies(FilmRun& run) : run_(run), b_(*run.film().on_bodies) {}

  // Force of the film on the modes (n), per a^2 G b.
  const Real* push() const { return row(b_.push); }
  // Opening of the bodies at modal coordinates (n), and its change with theirs.
  Real opening(const Real* coordinates) const {
    const Real* open = row(b_.open);
    Real sum = b_.clearance;
    for (int k = 0; k < run_.modes(); ++k) sum += open[k] * coordinates[k];
    return sum;
  }
  Real opening_by(const Real* change) const { return opening(change) - b_.clearance; }
  // K: opening of a stage per force.
  Real softness() const {
    const Real *open = row(b_.open), *by_force = push(),
               *spring = row(run_.film().bases[0].modal) + 3 * run_.model().dims.modes_padded;
    Real sum = 0;
    for (int k = 0; k < run_.modes(); ++k) sum += open[k] * spring[k] * by_force[k];
    return sum;
  }
  SteadyStandIn stand_in() const { return SteadyStandIn(run_.film()); }

  // The frame goes to where the force is going; not so fast that what enters would stand still.
  void aim_frame() {
    FilmProgress& p = run_.progress;
    const Real far = (1 - kLeastEntry) * FilmInputs(run_).drive(1).speed * run_.length() /
                     absolute(run_.film().transport->entry);
    const Real way = frame_of(p.force + p.trend) - p.frame;
    p.frame_end = p.frame + (way < far ? (way > -far ? way : -far) : far);
  }
  void aim_frame_at(Real load) { run_.progress.frame = run_.progress.frame_end = frame_of(load); }
  bool out_of_training() const { return !was_trained(run_.progress.force / kFilmFrameLoad); }
  // Is the frame far from where the force wants it?
  bool off_frame() const {
    const Real wanted = kFilmFrameLoad * run_.progress.frame * run_.progress.frame;
    return run_.progress.basis >= 0 && absolute(run_.progress.force - wanted) > kOffFrame * wanted;
  }

  FilmOutputs outputs(const Real* coordinates) const {
    if (run_.progress.basis >= 0)
      return run_.numerics.outputs(run_.in_basis(0), coordinates, run_.progress.frame_end);
    const SteadyStandIn::Film film = stand_in().at(opening(coordinates));
    FilmOutputs out;
    out.force = film.load;
    out.central_pressure = film.pressure;
    out.central_gap = film.gap;
    out.minimum_gap = film.smallest;
    return out;
  }

  // After a step whose outputs are known: whether the film carries on, or steady ones stand in.
  void end_step() {
    FilmProgress& p = run_.progress;
    const Real way = absolute(FilmInputs(run_).drive(1).speed) * run_.length();
    p.frame = p.frame_end;
    p.gap = run_.out.minimum_gap;
    p.trend = run_.out.force - p.force;
    p.force = run_.out.force;
    p.passage = larger(p.passage - way, 0);
    const Real share = p.force / kFilmFrameLoad;
    if (p.basis >= 0) {
      if (share >= b_.least && share <= b_.most && run_.numerics.is_film(run_.in_basis(0))) return;
      p.basis = -1;
      p.rest = 0;
      return;
    }
    const bool rests = was_trained(share) && absolute(p.trend) < kAlmostSteady * p.force * way;
    p.rest = rests ? p.rest + way : Real(0);
    if (p.rest < kBackAfter) return;
    aim_frame_at(p.force);
    p.basis = 0;
    p.passage = kPassage;
    p.trend = 0;
    run_.numerics.start_bearing(run_.in_basis(0), FilmInputs(run_).drive(1), nullptr);
  }

  // The film of the file in the frame in which it opens like its bodies, left there until all of it
  // has passed.
  void settle() {
    FilmProgress& p = run_.progress;
    const FilmInputs inputs(run_);
    const Real wanted = opening(run_.q_next());
    const Real way = larger(inputs.drive(1).speed, kSlowestPassage) * run_.length();
    const Real passing = kSettlingWay / way;
    const int steps = passing < kMostSettling ? static_cast<int>(passing) : kMostSettling;
    p.basis = find_frame(wanted) ? 0 : -1;
    for (int k = 0; k < steps && p.basis >= 0; ++k) {
      aim_frame();
      const FilmDrive at_stages[2] = {inputs.drive(kFilmGamma), inputs.drive(1)};
      const auto cap = static_cast<std::int32_t>(run_.film().bases[0].repeat_iterations);
      if (!run_.numerics.run_at(run_.in_basis(0), {at_stages, 0, false, cap}, wanted)) {
        p.basis = -1;
        break;
      }
      run_.out = run_.numerics.outputs(run_.in_basis(0), run_.q_next(), p.frame_end);
      end_step();
    }
    if (p.basis < 0) {
      p.force = stand_in().at(wanted).load;
      aim_frame_at(p.force);
    }
    p.trend = p.passage = p.rest = 0;
  }

 private:
  static constexpr Real kOffFrame = 0.2;    // of a force from the one of its frame
  static constexpr Real kSettlingWay = 6;   // of what enters through a film that settles
  static constexpr int kBisections = 40;    // of a frame
  static constexpr Real kBackAfter = 2;     // half-widths of a way on which a film rests
  static constexpr Real kAlmostSteady = 1;  // change of a force per half-width
  static constexpr int kMostSettling = 400;

  const Real* row(std::uint32_t offset) const {
    return reinterpret_cast<const Real*>(run_.film().numbers + offset);
  }
  // share: of the load, over that of the reference
  bool was_trained(Real share) const {
    return !(share < b_.trained_least || share > b_.trained_most);
  }
  Real frame_of(Real load) const {
    const Real share = load / kFilmFrameLoad;
    return square_root(share > b_.least ? (share < b_.most ? share : b_.most) : b_.least);
  }
  // False if it is none that the film is carried in.
  bool find_frame(Real wanted) {
    Real low = square_root(b_.least), high = square_root(b_.most);
    if (!(opening_in(low) > wanted && opening_in(high) < wanted)) return false;
    for (int k = 0; k < kBisections; ++k) {
      const Real middle = (low + high) / 2;
      (opening_in(middle) > wanted ? low : high) = middle;
    }
    opening_in(low, &run_.progress.force);
    return true;
  }
  // load: of the film in this frame
  Real opening_in(Real frame, Real* load = nullptr) {
    run_.progress.frame = run_.progress.frame_end = frame;
    return run_.numerics.start_bearing(run_.in_basis(0), FilmInputs(run_).drive(1), load);
  }

  FilmRun& run_;
  const FilmOnBodies& b_;
};

}  // namespace mortise::MORTISE_ISA
