// The numbers of a film's law, once its sizes are known to be good.
#include "check.hpp"
#include "law_check.hpp"
#include "scheme.hpp"

namespace mortise::film {

namespace {

constexpr Real kSmallestSpeed = 1e-3;  // over the reference, of a film that is carried

class NumberCheck : LawCheck {
 public:
  using LawCheck::LawCheck;

  bool numbers() const {
    if (!inputs() || !profile() || !steady()) return false;
    if (v_.film.on_bodies && !steady_bearing()) return false;
    for (std::int32_t k = 0; k < v_.film.count; ++k) {
      const auto good = [this](const FilmArray& a) {
        const std::uint32_t at = *a.at;
        return a.real || v_.film.scalar == 8 ? entries<double>(a, at) : entries<float>(a, at);
      };
      if (!settings(v_.film.bases[k], k) || !each_film_array(v_, k, good)) return false;
    }
    return true;
  }

 private:
  // An input that a step divides by, or takes the root of, stays positive.
  bool inputs() const {
    const bool scaled = c_->frame == kFrameLoadScaled;
    for (std::uint32_t k = 0; k < count_of(m_.inputs()); ++k) {
      const InputRange& r = v_.input_ranges[k];
      const std::uint32_t role = v_.film.roles[k];
      if (role == kInputNone) continue;
      const bool rolls = role == kInputEntrainment && v_.film.transport;  // never at rest
      const Real least = role == kInputViscosity        ? 1e-6
                         : rolls                        ? kSmallestSpeed * c_->speed_reference
                         : role == kInputLoad && scaled ? kSmallestLoad * c_->load_reference
                         : role == kInputLoad           ? 0
                                                        : -kLargest;
      if (!is_.in_range(r.minimum, least, kLargest, "input_ranges.minimum", k) ||
          !is_.in_range(r.maximum, least, kLargest, "input_ranges.maximum", k))
        return false;
    }
    return true;
  }

  bool profile() const {
    const schema::ReynoldsFilm& law = *m_.law_as_ReynoldsFilm();
    const std::uint64_t points = c_->profile_points;
    return is_.array(law.profile_x(), points, points, 1, "law.profile_x", -kLargest, kLargest) &&
           is_.array(law.profile_geometry(), points, points, 1, "law.profile_geometry", -kLargest,
                     kLargest) &&
           is_.array(law.profile_modes(), points, points, points > 0 ? m_.modes() : 0,
                     "law.profile_modes", -kLargest, kLargest);
  }

  // Steady films: both axes ascending, a film for each of their pairs.
  bool steady() const {
    const schema::ReynoldsFilm& law = *m_.law_as_ReynoldsFilm();
    if (!share(law.front_limit(), "law.front_limit")) return false;
    const std::uint64_t loads = count_of(law.steady_loads());
    if (loads == 0) return is_.at_most(count_of(law.steady_films()), 0, "law.steady_films");
    if (!is_.supported(loads, kMaxSteadyFilms, "law.steady_loads") ||
        !is_.supported(count_of(law.steady_speeds()), kMaxSteadyFilms, "law.steady_speeds") ||
        !is_.at_most(v_.film.on_bodies ? 1 : 1 - c_->loaded, 0, "law.steady_loads"))
      return false;
    const std::uint64_t speeds = count_of(law.steady_speeds());
    const std::uint64_t unknowns = v_.film.bases[0].modes + c_->loaded;
    return axis(law.steady_loads(), loads, kSmallestLoad, "law.steady_loads") &&
           axis(law.steady_speeds(), speeds, -kLargest, "law.steady_speeds") &&
           is_.array(law.steady_films(), loads * speeds * unknowns, loads * speeds * unknowns, 1,
                     "law.steady_films", -kMaxFilmNumber, kMaxFilmNumber);
  }

  // Films that stand in open as they hold less, down to nothing.
  bool steady_bearing() const {
    const FilmOnBodies& b = *v_.film.on_bodies;
    const auto* opening = reinterpret_cast<const double*>(v_.film.numbers + b.steady_films);
    const double* load = opening + whole_blocks(b.steady, 8);
    for (std::uint32_t k = 1; k < b.steady; ++k)
      if (!(opening[k] > opening[k - 1]) || !(load[k] < load[k - 1]))
        return is_.fail(LoadError::kOUT_OF_RANGE, "law.on_bodies.steady_films", k, opening[k]);
    return load[b.steady - 1] == 0 ||
           is_.fail(LoadError::kOUT_OF_RANGE, "law.on_bodies.steady_films", b.steady - 1,
                    load[b.steady - 1]);
  }

  bool axis(const flatbuffers::Vector<double>* values, std::uint64_t count, Real least,
            const char* field) const {
    if (!is_.array(values, count, count, 1, field, least, kLargest)) return false;
    for (std::uint32_t k = 1; k < count; ++k)
      if (!(values->Get(k) > values->Get(k - 1)))
        return is_.fail(LoadError::kOUT_OF_RANGE, field, k, values->Get(k));
    return count > 0 || is_.fail(LoadError::kWRONG_LENGTH, field, -1, 0);
  }

  bool settings(const FilmBasis& b, std::int32_t k) const {
    const Real stages = v_.h / c_->time / b.substeps * kFilmGamma;  // dimensionless length of one
    if (!number(b.central_geometry, "law.bases.central_geometry", k) ||
        !is_.in_range(b.shift * stages, 1 - 1e-9, 1 + 1e-9, "law.bases.shift", k))
      return false;
    if (v_.film.paces) {
      const FilmPace& pace = v_.film.paces[k];
      for (std::uint32_t i = 0; i < pace.lengths; ++i) {
        const Real ticks = static_cast<Real>(2u << i);
        if (!is_.in_range(v_.film.lengths[pace.first_length + i].shift * stages * ticks, 1 - 1e-9,
                          1 + 1e-9, "law.lengths.shift", pace.first_length + i))
          return false;
      }
    }
    return share(b.age_limit, "law.bases.age_limit", k) &&
           share(b.row_limit, "law.bases.row_limit", k) &&
           scale(b.step_limit, "law.bases.step_limit", k) &&
           is_.in_range(b.tolerance, 0, 1, "law.bases.tolerance", k) &&
           is_.in_range(b.leave_fraction, 0, 1, "law.bases.leave_fraction", k) &&
           scale(b.residual_scale, "law.bases.residual_scale", k);
  }

  template <class T>
  bool entries(const FilmArray& a, std::uint32_t at) const {
    const auto* p = reinterpret_cast<const T*>(v_.film.numbers + at);
    const std::uint64_t total = a.count();
    for (std::uint64_t k = 0; k < total; ++k) {
      const auto index = static_cast<std::int64_t>(k);
      const auto x = static_cast<Real>(p[k]);
      if (!is_.in_range(x, -kMaxFilmNumber, kMaxFilmNumber, a.field, index)) return false;
      const std::uint64_t lane = k % a.ld;
      const std::uint64_t place = a.blocks ? k / (a.outer * a.ld) * a.ld + lane : lane;
      if (place < a.used) continue;
      // The last lane in use is in the same block.
      const T expected = a.blocks ? p[k - (place - (a.used - 1))] : T(0);
      if (p[k] != expected) return is_.fail(LoadError::kBAD_PADDING, a.field, index, x);
    }
    return true;
  }
};

}  // namespace

bool check_numbers(const schema::Model& root, const FieldCheck& is, ModelView* view) {
  return NumberCheck(root, is, *view).numbers();
}

}  // namespace mortise::film
