// What the fluid carries through a contact under a prescribed load, step after step: fronts that
// kinks of the load leave, and the film that a steady contact has once all of it has passed.
#pragma once

#include "recovery.hpp"

namespace mortise::MORTISE_ISA {

// A kink of the load leaves a front in the inlet, which passes the centre one half-width later; the
// steps are too long for it there.
inline constexpr int kSlots = 32;                        // per half-width
inline constexpr Real kSmoothed = 0.25;                  // of the rate, in half-widths
inline constexpr int kFrontFirst = 28, kFrontLast = 36;  // 0.88 to 1.15 half-widths
inline constexpr std::uint64_t kFrontAtCentre =
    ((std::uint64_t{1} << (kFrontLast - kFrontFirst + 1)) - 1) << kFrontFirst;

class FilmFluid {
 public:
  explicit FilmFluid(FilmRun& run) : run_(run) {}

  // The film that the fluid has left starts anew where it should be steady and is not. False if
  // that gives no finite numbers.
  bool follow() {
    const Signal& load = run_.signal[kInputLoad];
    const FilmDrive now = FilmInputs(run_).drive(1);
    const Real share = load.end() / run_.c.load_reference;
    const Real way = absolute(now.speed) * run_.length();
    if (run_.film().front_limit > 0)
      follow_fronts(load.change / run_.model().h, way / square_root(share));
    return run_.film().steady.load_count == 0 || stay_steady(share, way, now);
  }

 private:
  // A film whose load and speed have stayed within kAtRest of their size for kRestWay is steady.
  // One that differs by more than kAstray of its central or its smallest gap from the steady film
  // of the file is none: the reduced equations have solutions that are no films of the full ones.
  static constexpr Real kRestWay = 8, kAtRest = 0.005, kAstray = 0.011;

  // rate: of the load [N/m/s]; way: that the fluid went in this step, in half-widths of this load.
  void follow_fronts(Real rate, Real way) {
    FilmProgress& p = run_.progress;
    if (absolute(rate - p.rate) > run_.film().front_limit) p.fronts |= 1;
    p.rate += (rate - p.rate) * (way < kSmoothed ? way / kSmoothed : Real(1));
    p.slot += way * kSlots < 63 ? way * kSlots : Real(63);
    if (!(p.slot < 64)) p.slot = 63;  // whatever a state was filled with
    const auto slots = static_cast<std::uint32_t>(larger(p.slot, 0));
    p.fronts = slots < 64 ? p.fronts << slots : 0;
    p.slot -= static_cast<Real>(slots);
  }

  // share: load over the reference
  bool stay_steady(Real share, Real way, const FilmDrive& now) {
    FilmProgress& p = run_.progress;
    const Real pull = now.speed * now.viscosity_factor;
    if (absolute(share - p.rest_load) > kAtRest * share ||
        absolute(pull - p.rest_speed) > kAtRest * absolute(pull)) {
      p.rest_load = share;
      p.rest_speed = pull;
      p.rest = 0;
      return true;
    }
    p.rest += way;
    if (p.rest < kRestWay) return true;
    p.rest = 0;
    if (!is_astray(share, pull, now.frame)) return true;
    run_.account.residual = 0;
    p.passage = kPassage;
    FilmRecovery(run_).start_anew();
    return FilmMeasure(run_).take();
  }

  bool is_astray(Real share, Real pull, Real frame) const {
    // the contact holds no equation that another film could solve; inlet and outlet tell it
    if (is_carried(run_.kind)) return run_.account.residual > run_.c.trust_limit;
    alignas(64) Real other[kMaxFilmUnknowns] = {};
    interpolate_film(run_.film().steady, share, pull, run_.unknowns(), other);
    const FilmOutputs steady =
        run_.numerics.outputs_of(run_.in_basis(0), other, run_.q_next(), frame);
    const auto off = [](Real gap, Real wanted) {
      return !(absolute(gap - wanted) <= kAstray * absolute(wanted));
    };
    return off(run_.out.central_gap, steady.central_gap) ||
           off(run_.out.minimum_gap, steady.minimum_gap);
  }

  FilmRun& run_;
};

}  // namespace mortise::MORTISE_ISA
