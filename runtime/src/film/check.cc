// A film's law: constants, bases, where the numbers lie that they point to, and the inputs it
// needs.
#include "check.hpp"

#include "law_check.hpp"
#include "lubricant_laws.hpp"
#include "step_kind.hpp"
#if defined(MORTISE_ONE_FILM)
#include "one_kind.hpp"
#endif

namespace mortise::film {

namespace {

static_assert(baseline::kViscosityLaws == static_cast<unsigned>(schema::ViscosityLaw::MAX) + 1 &&
                  baseline::kDensityLaws == static_cast<unsigned>(schema::DensityLaw::MAX) + 1,
              "lubricant_laws.hpp has the schema's");

class SizeCheck : LawCheck {
 public:
  using LawCheck::LawCheck;

  bool sizes() const {
    return choices() && constants() && model_sizes() && bases() && transport() && on_bodies() &&
           paces() && edge() && offsets() && roles();
  }

 private:
  bool choices() const {
    if (c_->stencil != 3 && c_->stencil != 4)
      return is_.fail(LoadError::kUNKNOWN_VALUE, "law.constants.stencil", -1, c_->stencil);
    if (!is_.known(c_->loaded, 1, "law.constants.loaded") ||
        !is_.known(c_->frame, kFrameLoadScaled, "law.constants.frame") ||
        !is_.known(c_->viscosity_law, baseline::kViscosityLaws - 1,
                   "law.constants.viscosity_law") ||
        !is_.known(c_->density_law, baseline::kDensityLaws - 1, "law.constants.density_law") ||
        !is_.known(c_->every_stage, 1, "law.constants.every_stage") ||
        !is_.known(c_->reserved, 0, "law.constants.reserved"))
      return false;
    if (c_->frame == kFrameLoadScaled && !c_->loaded)
      return is_.fail(LoadError::kOUT_OF_RANGE, "law.constants.frame", -1, c_->frame);
    return true;
  }

  bool model_sizes() const {
    if (!is_.at_most(m_.contacts(), 0, "contacts") ||
        !is_.supported(m_.modes(), kMaxFilmCoordinates, "modes") ||
        !is_.supported(c_->profile_points, kMaxFilmPoints, "law.constants.profile_points"))
      return false;
    if ((m_.modes() == 0) != (c_->loaded != 0 && !v_.film.on_bodies))
      return is_.fail(LoadError::kOUT_OF_RANGE, "modes", -1, m_.modes());
    return true;
  }

  bool bases() const {
    for (std::int32_t k = 0; k < v_.film.count; ++k) {
      const FilmBasis& b = v_.film.bases[k];
      if (!between(b.modes, 1, kMaxFilmModes, "law.bases.modes", k) ||
          !between(b.rows, 1, kMaxFilmRows, "law.bases.rows", k) ||
          !between(b.watched, 0, b.rows - 1, "law.bases.watched", k) ||
          !between(b.minimum_nodes, 1, kMaxFilmPoints, "law.bases.minimum_nodes", k) ||
          !between(b.substeps, 1, kMaxSubsteps, "law.bases.substeps", k) ||
          !between(b.iterations, 1, kMaxFilmIterations, "law.bases.iterations", k) ||
          !between(b.repeat_iterations, 1, kMaxFilmIterations, "law.bases.repeat_iterations", k) ||
          !is_.known(b.pivoting, 1, "law.bases.pivoting", k))
        return false;
    }
    return true;
  }

  // A line that carries the film: of a rolling contact under a prescribed load.
  bool transport() const {
    const FilmTransport* t = v_.film.transport;
    const auto* places = m_.law_as_ReynoldsFilm()->transport_places();
    if (!t) return is_.at_most(count_of(places), 0, "law.transport_places");
    const FilmBasis& b = v_.film.bases[0];
    if (!c_->loaded || c_->stencil != 4 || c_->frame != kFrameLoadScaled ||
        !(c_->speed_reference > 0) || b.watched != 0 || b.pivoting != 0)
      return is_.fail(LoadError::kOUT_OF_RANGE, "law.transport", -1, 0);
    if (!between(t->samples, 4, kMaxFilmSamples, "law.transport.samples", -1) ||
        !between(t->deposits, 4, kMaxFilmDeposits, "law.transport.deposits", -1) ||
        !between(t->places, 0, kMaxFilmPlaces, "law.transport.places", -1) ||
        !between(t->seen, 1, t->samples, "law.transport.seen", -1) ||
        !between(t->nearest, 1, t->samples, "law.transport.nearest", -1) ||
        !number(t->entry, "law.transport.entry") || !number(t->first, "law.transport.first") ||
        !scale(t->spacing, "law.transport.spacing") ||
        !number(t->entry_pressure, "law.transport.entry_pressure") ||
        !number(t->entry_gap, "law.transport.entry_gap") ||
        !number(t->load_base, "law.transport.load_base") ||
        !number(t->central_pressure, "law.transport.central_pressure"))
      return false;
    if (!is_.length(places, b.rows * c_->stencil, "law.transport_places")) return false;
    for (std::uint32_t k = 0; k < count_of(places); ++k)
      if (places->Get(k) > t->places)
        return is_.fail(LoadError::kBAD_INDEX, "law.transport_places", k, places->Get(k));
    return true;
  }

  // Bodies that press a carried film: of an assembly.
  bool on_bodies() const {
    const FilmOnBodies* b = v_.film.on_bodies;
    if (!b) return true;
    if (!v_.film.transport || !is_.is_of_interface() || !(v_.film.bases[0].tolerance > 0))
      return is_.fail(LoadError::kOUT_OF_RANGE, "law.on_bodies", -1, 0);
    return number(b->clearance, "law.on_bodies.clearance") &&
           is_.in_range(b->datum, -100, 100, "law.on_bodies.datum") &&
           between(b->steady, 3, kMaxSteadyFilms, "law.on_bodies.steady", -1) &&
           is_.in_range(b->least, kSmallestLoad, 1e6, "law.on_bodies.least") &&
           is_.in_range(b->most, b->least, 1e6, "law.on_bodies.most") &&
           share(b->trained_least, "law.on_bodies.trained_least") &&
           share(b->trained_most, "law.on_bodies.trained_most");
  }

  // Bases that take turns within a step: the same ticks for all, whose lengths follow each other.
  bool paces() const {
    const schema::ReynoldsFilm& law = *m_.law_as_ReynoldsFilm();
    const FilmView& film = v_.film;
    if (!film.paces) return is_.at_most(count_of(law.lengths()), 0, "law.lengths");
    if (c_->loaded) return is_.fail(LoadError::kOUT_OF_RANGE, "law.paces", -1, 1);
    if (!is_.length(law.paces(), static_cast<std::uint64_t>(film.count), "law.paces")) return false;
    const std::uint32_t ticks = film.bases[0].substeps;
    std::uint32_t next = 0;
    for (std::int32_t k = 0; k < film.count; ++k) {
      const FilmPace& pace = film.paces[k];
      const std::uint32_t substeps = film.bases[k].substeps;
      if (substeps != ticks || (ticks & (ticks - 1)) != 0)
        return is_.fail(LoadError::kOUT_OF_RANGE, "law.bases.substeps", k, substeps);
      const bool last = k + 1 == film.count;  // has no next one
      if (!is_.in_range(pace.leave_pressure, 0, last ? 0 : kLargest, "law.paces.leave_pressure",
                        k) ||
          !is_.in_range(pace.gap_share, 0, 1, "law.paces.gap_share", k) ||
          !between(pace.lengths, 0, kMaxFilmLengths, "law.paces.lengths", k))
        return false;
      if (1u << pace.lengths > ticks)
        return is_.fail(LoadError::kOUT_OF_RANGE, "law.paces.lengths", k, pace.lengths);
      if (pace.first_length != next)
        return is_.fail(LoadError::kBAD_INDEX, "law.paces.first_length", k, pace.first_length);
      next += pace.lengths;
    }
    return is_.length(law.lengths(), next, "law.lengths");
  }

  // A moving edge follows the last basis, in its lengths of steps.
  bool edge() const {
    const FilmView& film = v_.film;
    const FilmEdge* e = film.edge;
    if (!e) return true;
    if (!film.paces || c_->stencil != 3)
      return is_.fail(LoadError::kOUT_OF_RANGE, "law.edge", -1, c_->stencil);
    return between(e->zone, 2, kMaxEdgeRows, "law.edge.zone", -1) &&
           between(e->rows, e->zone + 1, kMaxEdgeRows, "law.edge.rows", -1) &&
           between(e->shapes, 1, kMaxFilmModes, "law.edge.shapes", -1) &&
           is_.supported(std::uint64_t{e->zone} + e->shapes + 2, kMaxFilmModes,
                         "law.edge.shapes") &&
           between(e->films, 1, kMaxEdgeFilms, "law.edge.films", -1) &&
           between(e->tables, 4, kMaxEdgeTables, "law.edge.tables", -1) &&
           between(e->centre, 2, kMaxFilmPoints, "law.edge.centre", -1) &&
           between(e->seen, 2, kMaxFilmPoints, "law.edge.seen", -1) &&
           between(e->iterations, 1, kMaxFilmIterations, "law.edge.iterations", -1) &&
           between(e->repeat_iterations, 1, kMaxFilmIterations, "law.edge.repeat_iterations", -1) &&
           is_.known(e->reserved, 0, "law.edge.reserved") &&
           scale(e->edge_pressure, "law.edge.edge_pressure") &&
           is_.in_range(e->first, 1e-6, 1e6, "law.edge.first", -1) &&
           is_.in_range(e->spacing, 1e-6, 1e6, "law.edge.spacing", -1) &&
           is_.in_range(e->seen_spacing, 1e-6, 1e6, "law.edge.seen_spacing", -1) &&
           number(e->least_pressure, "law.edge.least_pressure") &&
           is_.in_range(e->leave_fraction, 0, 1, "law.edge.leave_fraction", -1) &&
           is_.in_range(e->edge_share, 0, 1, "law.edge.edge_share", -1) &&
           share(e->penalty, "law.edge.penalty") && scale(e->step_limit, "law.edge.step_limit") &&
           share(e->settled, "law.edge.settled") && scale(e->conductance, "law.edge.conductance") &&
           scale(e->film_scale, "law.edge.film_scale");
  }

  bool offsets() const {
    const std::uint64_t bytes = m_.law_as_ReynoldsFilm()->numbers()->size();
    for (std::int32_t k = 0; k < v_.film.count; ++k) {
      const auto inside = [this, bytes, k](const FilmArray& a) {
        const std::uint32_t at = *a.at;
        if (at % kFilmAlignment != 0) return is_.fail(LoadError::kMISALIGNED, a.field, k, at);
        if (at + a.bytes(v_.film.scalar) > bytes)
          return is_.fail(LoadError::kBAD_INDEX, a.field, k, at);
        return true;
      };
      if (!each_film_array(v_, k, inside)) return false;
    }
    return true;
  }

  // Every input has a meaning, and no two of them the same.
  bool roles() const {
    const auto* roles = m_.law_as_ReynoldsFilm()->input_roles();
    if (!is_.length(roles, count_of(m_.inputs()), "law.input_roles")) return false;
    bool seen[4] = {};
    const std::uint32_t last = is_.is_of_interface() ? kInputNone : kInputAcceleration;
    for (std::uint32_t k = 0; k < count_of(roles); ++k) {
      const std::uint32_t role = roles->Get(k);
      if (!is_.known(role, last, "law.input_roles", k)) return false;
      if (role == kInputNone) continue;
      const bool misplaced = (role == kInputLoad && (!c_->loaded || v_.film.on_bodies)) ||
                             (role == kInputAcceleration && c_->loaded) ||
                             (role == kInputEntrainment && !(c_->speed_reference > 0));
      if (seen[role] || misplaced)
        return is_.fail(LoadError::kOUT_OF_RANGE, "law.input_roles", k, role);
      seen[role] = true;
    }
    if (c_->loaded && !v_.film.on_bodies && !seen[kInputLoad])
      return is_.fail(LoadError::kMISSING, "law.input_roles", -1, kInputLoad);
    return true;
  }

  bool constants() const {
    return scale(c_->film, "law.constants.film") && scale(c_->pressure, "law.constants.pressure") &&
           scale(c_->length, "law.constants.length") && scale(c_->time, "law.constants.time") &&
           scale(c_->force, "law.constants.force") &&
           (c_->loaded ? scale(c_->load_reference, "law.constants.load_reference")
                       : is_.in_range(c_->load_reference, 0, 0, "law.constants.load_reference")) &&
           share(c_->speed_reference, "law.constants.speed_reference") &&
           share(c_->penalty, "law.constants.penalty") && fluid() &&
           is_.in_range(c_->gap_floor, 1e-12, 1, "law.constants.gap_floor") &&
           share(c_->load_slope, "law.constants.load_slope") &&
           share(c_->landing_gap, "law.constants.landing_gap") &&
           scale(c_->trust_limit, "law.constants.trust_limit") &&
           number(c_->acceleration, "law.constants.acceleration") &&
           number(c_->acceleration_scale, "law.constants.acceleration_scale") &&
           scale(c_->guard, "law.constants.guard");
  }

  bool fluid() const {
    return is_.in_range(c_->barus, 0, 1e4, "law.constants.barus") &&
           is_.in_range(c_->roelands_log, 0, 1e4, "law.constants.roelands_log") &&
           is_.in_range(c_->roelands_pole, 0, 1e6, "law.constants.roelands_pole") &&
           is_.in_range(c_->roelands_index, 0, 10, "law.constants.roelands_index") &&
           is_.in_range(c_->density, c_->density_law == kDensityIncompressible ? 0 : 1e-12,
                        kLargest, "law.constants.density");
  }
};

// Whether every modal coordinate opens all nodes of all rows alike; nodes off the grid, which no
// row has, stand as zeros. The own node of a row is on the grid.
template <class T>
bool opens_as_one(const FilmView& film, int modes) {
  const int lanes = kFilmAlignment / static_cast<int>(sizeof(T));
  const int nodes = static_cast<int>(film.constants->stencil);
  for (int k = 0; k < film.count; ++k) {
    const FilmBasis& b = film.bases[k];
    const T* shapes = reinterpret_cast<const T*>(film.numbers + b.mode_shapes);
    const T* own = shapes + (nodes - 2) * lanes;
    for (std::uint32_t row = 0; row < b.rows; ++row) {
      const std::size_t lane = row % static_cast<unsigned>(lanes),
                        block = row / static_cast<unsigned>(lanes);
      const T* of_row = shapes + block * static_cast<std::size_t>(modes * nodes * lanes) + lane;
      for (int node = 0; node < nodes; ++node) {
        bool same = true, none = true;
        for (int m = 0; m < modes; ++m) {
          const T value = of_row[(m * nodes + node) * lanes];
          same = same && value == own[m * nodes * lanes];
          none = none && value == 0;
        }
        if (!same && !none) return false;
      }
    }
  }
  return true;
}

}  // namespace

bool check_sizes(const schema::Model& root, const FieldCheck& is, ModelView* view) {
  const schema::ReynoldsFilm* law = root.law_as_ReynoldsFilm();
  if (!is.present(law, "law")) return false;
  if (law->bases()->size() < 1 || law->bases()->size() > kMaxFilmBases)
    return is.fail(LoadError::kWRONG_LENGTH, "law.bases", -1, law->bases()->size());
  if (!is.aligned(law->bases(), alignof(FilmBasis), "law.bases") ||
      !is.aligned(law->numbers(), kFilmAlignment, "law.numbers"))
    return false;
  FilmView& film = view->film;
  film.constants = reinterpret_cast<const FilmConstants*>(law->constants());
  film.bases = reinterpret_cast<const FilmBasis*>(law->bases()->Data());
  film.count = static_cast<std::int32_t>(law->bases()->size());
  film.scalar = root.scalar() == schema::Scalar::float32 ? 4 : 8;
  film.numbers = law->numbers()->Data();
  film.roles = law->input_roles() ? law->input_roles()->data() : nullptr;
  film.front_limit = law->front_limit();
  film.transport = reinterpret_cast<const FilmTransport*>(law->transport());
  if (law->paces()) {
    if (!is.aligned(law->paces(), alignof(FilmPace), "law.paces") ||
        (law->lengths() && !is.aligned(law->lengths(), alignof(FilmLength), "law.lengths")))
      return false;
    film.paces = reinterpret_cast<const FilmPace*>(law->paces()->Data());
    if (law->lengths()) film.lengths = reinterpret_cast<const FilmLength*>(law->lengths()->Data());
  }
  film.edge = reinterpret_cast<const FilmEdge*>(law->edge());
  film.on_bodies = reinterpret_cast<const FilmOnBodies*>(law->on_bodies());
  film.transport_places = law->transport_places() ? law->transport_places()->data() : nullptr;
  if (law->steady_loads() && law->steady_speeds() && law->steady_films()) {
    film.steady = {law->steady_loads()->data(), law->steady_speeds()->data(),
                   law->steady_films()->data(),
                   static_cast<std::int32_t>(law->steady_loads()->size()),
                   static_cast<std::int32_t>(law->steady_speeds()->size())};
  }
  if (!SizeCheck(root, is, *view).sizes()) return false;
  film.kind = step_kind_of(film);
#if defined(MORTISE_ONE_FILM)
  if (!is_of_one_kind(film)) return is.fail(LoadError::kUNKNOWN_FEATURE, "law");
#endif
  if (film.constants->loaded && film.count != 1)
    return is.fail(LoadError::kWRONG_LENGTH, "law.bases", -1, law->bases()->size());
  for (std::uint32_t k = 0; k < count_of(law->input_roles()); ++k)
    view->film_input[film.roles[k]] = static_cast<std::int32_t>(k);
  view->film_layout = lay_out_film(film, view->dims.modes_padded);
  if (is.is_of_interface())
    film.opens_as_one = film.scalar == 4 ? opens_as_one<float>(film, view->dims.modes)
                                         : opens_as_one<double>(film, view->dims.modes);
  return true;
}

bool check_stages(const schema::Model& root, const FieldCheck& is, ModelView*) {
  return is.length(root.stages(), 0, "stages");
}

// A film has none.
bool check_parameter(const schema::Parameter& p, std::uint32_t k, const FieldCheck& is,
                     const ModelView&) {
  return is.fail(LoadError::kUNKNOWN_VALUE, "parameters.kind", k, static_cast<int>(p.kind()));
}

bool check_scenario(const schema::Scenario& s, std::uint32_t, const FieldCheck& is,
                    const ModelView& view) {
  const FilmView& f = view.film;
  const std::uint64_t unknowns =
      f.constants ? std::uint64_t{f.bases[0].modes} + f.constants->loaded : 0;
  return !s.initial_film() || is.array(s.initial_film(), unknowns, unknowns, 1,
                                       "scenarios.initial_film", -kMaxFilmNumber, kMaxFilmNumber);
}

// Between bodies that move, solved to a tolerance in the step of its model.
bool check_in_assembly(const ModelView& view, std::uint32_t k, const FieldCheck& is) {
  const FilmView& f = view.film;
  if (f.constants->loaded && !f.on_bodies)
    return is.fail(LoadError::kOUT_OF_RANGE, "interfaces.model.law.constants.loaded", k, 1);
  for (std::int32_t b = 0; b < f.count; ++b) {
    const FilmBasis& basis = f.bases[b];
    if (basis.substeps != 1)
      return is.fail(LoadError::kOUT_OF_RANGE, "interfaces.model.law.bases.substeps", k,
                     basis.substeps);
    if (!(basis.tolerance > 0))
      return is.fail(LoadError::kOUT_OF_RANGE, "interfaces.model.law.bases.tolerance", k,
                     basis.tolerance);
  }
  return true;
}

}  // namespace mortise::film
