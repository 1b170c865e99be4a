// Films: what the runtime asks of their law.
#include "../laws.hpp"

#include "../hash.hpp"
#include "../training_box.hpp"
#include "check.hpp"
#include "operator_set.hpp"
#include "pipeline.hpp"

namespace mortise {

namespace film {

namespace {

constexpr Real kUnlimited = 1e300;

void lay_out(const ModelView& m, LayoutOptions* options) {
  options->film = true;
  options->film_history_bytes = m.film_layout.bytes;
}

// The basis in use, and the pivots of a kept factorisation that was made with a choice of them.
bool indices_in_range(const ModelView& m, const State& s) {
  if (s.film_.basis < -1 || s.film_.basis >= m.film.count + (m.film.edge ? 1 : 0)) return false;
  const unsigned char* region = s.at<unsigned char>(m.layout.film_history);
  const std::int32_t kind =
      reinterpret_cast<const FilmFactorKind*>(region + m.film_layout.factor_kind)->kind;
  if (kind == 0) return true;
  const std::int32_t made_for = basis_of_operator_set(m.film, kind);
  if (made_for < 0) return false;
  const FilmBasis& basis = m.film.bases[made_for];
  if (basis.pivoting == 0) return true;
  const std::uint32_t u = basis.modes + m.film.constants->loaded;
  const std::uint32_t lanes = 64 / static_cast<std::uint32_t>(m.film.scalar);
  const std::uint32_t rows = (u + lanes - 1) / lanes * lanes;
  const std::uint32_t columns = (u + kFilmPanel - 1) / kFilmPanel * kFilmPanel;
  const auto* pivots = reinterpret_cast<const std::uint32_t*>(region + m.film_layout.pivots);
  for (std::uint32_t c = 0; c < columns; ++c)
    if (pivots[c] >= rows) return false;
  return true;
}

// Pressure and film anew: as restart_film() for the film that a scenario brings.
void start(const ModelView& m, State& s, const Real* initial) {
  Real* signal = s.at<Real>(m.layout.film_signal);
  for (std::int32_t k = 0; k < m.dims.inputs; ++k) {
    signal[k] = s.at<Real>(m.layout.inputs)[m.dims.inputs + k];
    signal[m.dims.inputs + k] = 0;
  }
  baseline::film_start(m, s, initial);
}

void reset(const ModelView& m, State& s) {
  s.film_ = FilmProgress{};
  Real* box = s.at<Real>(m.layout.film_box);
  for (std::int32_t k = 0; k < m.dims.inputs; ++k) {
    const schema::Channel& input = *m.root->inputs()->Get(static_cast<std::uint32_t>(k));
    const schema::Range* range = box_entry(*m.root, input);
    box[k] = range ? range->minimum() : -kUnlimited;
    box[m.dims.inputs + k] = range ? range->maximum() : kUnlimited;
  }
  start(m, s, nullptr);
}

void begin(const ModelView& m, const schema::Scenario& scenario, State& s) {
  const auto* initial = scenario.initial_film();
  start(m, s, initial ? initial->data() : nullptr);
}

const Real* followed_inputs(const ModelView& m, const State& s) {
  return s.at<Real>(m.layout.film_signal);
}

InterfaceShape shape(const ModelView& m) {
  InterfaceShape shape;
  shape.means = shape.places = 1;
  shape.film_bytes = film_array_bytes(m.film);
  return shape;
}

void list_events(const ModelView& m, const State& s, EventList* list) {
  if (m.film.constants->loaded) return;
  const auto touches = [](bool inside) { return inside ? Touch::kSlips : Touch::kOpen; };
  list->compare(
      0, touches(s.statistics_.last_active > 0), touches(s.film_.basis >= 0),
      {static_cast<Real>(m.substeps) * m.h * m.film.constants->force * s.film_.force, 0, 0});
}

std::uint64_t hash_operators(std::uint64_t hash, const ModelView& m) {
  const auto size = [](auto n) { return static_cast<std::size_t>(n); };
  hash = fnv1a(hash, m.film.constants, sizeof *m.film.constants);
  hash = fnv1a(hash, m.film.bases, size(m.film.count) * sizeof *m.film.bases);
  if (const FilmTransport* t = m.film.transport) {
    hash = fnv1a(hash, t, sizeof *t);
    hash = fnv1a(
        hash, m.film.transport_places,
        std::size_t{m.film.bases[0].rows} * m.film.constants->stencil * sizeof(std::uint32_t));
  }
  if (m.film.edge) hash = fnv1a(hash, m.film.edge, sizeof *m.film.edge);
  if (m.film.on_bodies) hash = fnv1a(hash, m.film.on_bodies, sizeof *m.film.on_bodies);
  if (m.film.paces) {
    const FilmPace& last = m.film.paces[m.film.count - 1];
    hash = fnv1a(hash, m.film.paces, size(m.film.count) * sizeof *m.film.paces);
    hash = fnv1a(hash, m.film.lengths,
                 std::size_t{last.first_length + last.lengths} * sizeof *m.film.lengths);
  }
  return fnv1a(hash, m.film.numbers, m.root->law_as_ReynoldsFilm()->numbers()->size());
}

// What inputs mean, steady films to start anew from, and which kinks of the load are told.
std::uint64_t hash_numbers(std::uint64_t hash, const ModelView& m) {
  const SteadyFilms& t = m.film.steady;
  const FilmConstants& c = *m.film.constants;
  const std::int64_t unknowns = m.film.bases[0].modes + c.loaded;
  hash = hash_law_sizes(hash, m);
  hash = fnv1a(hash, m.film.roles, static_cast<std::size_t>(m.dims.inputs) * sizeof *m.film.roles);
  hash = hash_number(hash, m.film.front_limit);
  hash = hash_reals(hash, t.loads, t.load_count);
  hash = hash_reals(hash, t.speeds, t.speed_count);
  return hash_reals(hash, t.films, t.load_count * t.speed_count * unknowns);
}

// b, H0 and y of the basis in use, the first one in flight; or what moves with the edge.
std::uint64_t hash_memory(std::uint64_t hash, const ModelView& m, const State& s) {
  const FilmLayout& l = m.film_layout;
  const auto scalar = static_cast<std::size_t>(m.film.scalar);
  const unsigned char* memory = s.at<unsigned char>(m.layout.film_history) + l.memory[0];
  if (m.film.at_edge(s.film_.basis)) {
    const FilmEdge& e = *m.film.edge;
    hash = fnv1a(hash, memory + l.unknowns, (e.zone + e.shapes) * scalar);
    hash = fnv1a(hash, memory + l.frozen, e.films * scalar);
    hash = fnv1a(hash, memory + l.edge, sizeof(FilmEdgeMemory));
    return fnv1a(hash, memory + l.content, e.rows * scalar);
  }
  const FilmBasis& b = m.film.bases[s.film_.basis < 0 ? 0 : s.film_.basis];
  hash = fnv1a(hash, memory + l.unknowns, (b.modes + m.film.constants->loaded) * scalar);
  if (const FilmTransport* t = m.film.transport)
    hash = fnv1a(hash, memory + l.line, t->deposits * scalar);
  return fnv1a(hash, memory + l.content, b.rows * scalar);
}

constexpr StepFunction kSteps[] = {MORTISE_STEPS(film_step)};

constexpr Law make_law() {
  Law law;
  law.tag = 2;
  law.schemes = bit_of(schema::Scheme::sdirk2);
  law.last_hold = kHoldCubic;
  law.float32 = true;
  law.needs_modes = false;
  law.check_sizes = check_sizes;
  law.lay_out = lay_out;
  law.check_stages = check_stages;
  law.check_numbers = check_numbers;
  law.check_parameter = check_parameter;
  law.check_scenario = check_scenario;
  law.scheme_in_assembly = schema::Scheme::sdirk2;
  law.stages_in_assembly = 0;
  law.shape = shape;
  law.check_in_assembly = check_in_assembly;
  law.indices_in_range = indices_in_range;
  law.reset = reset;
  law.begin = begin;
  law.begins_with_inputs = true;
  law.followed_inputs = followed_inputs;
  law.list_events = list_events;
  law.hash_operators = hash_operators;
  law.hash_numbers = hash_numbers;
  law.hash_memory = hash_memory;
  law.steps = kSteps;
  return law;
}

}  // namespace

}  // namespace film

constexpr Law laws::film = film::make_law();

void State::restart_film(const Model& model, const Real* initial) noexcept {
  if (belongs_to(model) && model.view().is_film()) film::start(model.view(), *this, initial);
}

void State::settle_film(const Model& model) noexcept {
  if (!belongs_to(model) || !model.view().is_film()) return;
  restart_film(model, nullptr);
  baseline::film_settle(model.view(), *this);
}

}  // namespace mortise
