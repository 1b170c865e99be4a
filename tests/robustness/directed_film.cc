// Directed mutations of the fields that only films have.
#include "mortise_generated.h"
#include "tests/robustness/catalogue.hpp"

namespace mortise::robustness {

namespace {

// One array of `numbers`, as the schema lays it out.
struct NumberArray {
  std::string name;
  std::size_t count;  // numbers in it
  std::size_t bytes;  // of one
  bool padded;        // its last number is padding
};

std::size_t up(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

class FilmCatalogue : Catalogue {
 public:
  using Catalogue::Catalogue;

  std::vector<Directed> make() {
    for (const char* seed : {"line", "point"}) {
      from(seed);
      numbers();
    }
    from("line");
    sizes();
    constants();
    basis();
    inputs_and_outputs();
    profile();
    steady_films();
    scenarios();
    from("carried");
    carried();
    from("paced");
    paces();
    from("edge");
    edge_of_contact();
    from("point");
    expect("law.constants.frame", E::kOUT_OF_RANGE, edit().set("law.constants.frame", u32{1}));
    expect("law.constants.load_reference", E::kOUT_OF_RANGE,
           edit().set("law.constants.load_reference", 1.0));
    expect("modes", E::kOUT_OF_RANGE,
           edit().set("law.constants.loaded", u32{1}).set("law.constants.load_reference", 1.0));
    array("law.profile_modes", -1e31, 1e31, false);
    for (const u32 role : {u32{0}, u32{1}})  // no load, no entrainment in an impact
      expect("law.input_roles", E::kOUT_OF_RANGE, edit().set_element("law.input_roles", 0, role));
    return std::move(out_);
  }

 private:
  u32 setting(const std::string& name, int basis = 0) const {
    return edit().get<u32>("law.bases[" + std::to_string(basis) + "]." + name);
  }

  // The arrays of a basis that hold numbers in the seed at hand.
  std::vector<NumberArray> arrays(int k) const {
    const bool small = edit().get<u8>("scalar") == 1;
    const std::size_t bytes = small ? 4 : 8, L = 64 / bytes;
    const std::size_t r = setting("modes", k), m = setting("rows", k);
    const std::size_t u = r + edit().get<u32>("law.constants.loaded");
    const std::size_t s = edit().get<u32>("law.constants.stencil");
    const std::size_t n = edit().get<u32>("modes"), M = setting("minimum_nodes", k);
    const std::size_t before = k > 0 ? setting("modes", k - 1) : 0;
    const std::size_t points = edit().get<u32>("law.constants.profile_points");
    const std::size_t rows = up(m, L), candidates = up(M, L), rp = up(r, L), unknowns = up(u, L);
    const bool held = m % L != 0, odd = M % L != 0, wide = u % L != 0, shapes = r % L != 0;
    std::vector<NumberArray> all = {{"coefficients", rows * 6, bytes, held},
                                    {"geometry", rows * s, bytes, held},
                                    {"pressure_shapes", rows * r * s, bytes, held},
                                    {"gap_shapes", rows * r * s, bytes, held},
                                    {"gap_shapes_half", rows * r * s, bytes, held},
                                    {"mode_shapes", rows * n * s, bytes, held},
                                    {"test", (m - setting("watched", k)) * unknowns, bytes, wide},
                                    {"load_row", unknowns, bytes, true},
                                    {"excitation", n * rp, bytes, shapes},
                                    {"initial", k == 0 ? unknowns : 0, bytes, wide},
                                    {"central", 2 * rp, bytes, shapes},
                                    {"central_modes", up(n, L), bytes, n % L != 0},
                                    {"minimum_geometry", candidates, bytes, odd},
                                    {"minimum_gap", candidates * r, bytes, odd},
                                    {"minimum_modes", candidates * n, bytes, odd},
                                    {"hand_pressure", rows * before, bytes, held},
                                    {"hand_gap", rows * before, bytes, held},
                                    {"hand_project", before * unknowns, bytes, wide},
                                    {"profile_pressure", r * up(points, L), bytes, false},
                                    {"profile_gap", r * up(points, L), bytes, false},
                                    {"modal", 4 * up(n, 8), 8, n % 8 != 0},
                                    {"modal_half", 4 * up(n, 8), 8, n % 8 != 0},
                                    {"modal_force", up(n, 8), 8, n % 8 != 0},
                                    {"rigid_row", up(n, 8), 8, n % 8 != 0}};
    return all;
  }

  ModelEdit with_number(const NumberArray& a, std::size_t at, double x) const {
    ModelEdit e = edit();
    if (a.bytes == 4) return e.set_inside("law.numbers", at, static_cast<float>(x));
    return e.set_inside("law.numbers", at, x);
  }

  // offset: the field that says where the array stands; field: as errors name it.
  void damage_array(const NumberArray& a, const std::string& offset, const std::string& field) {
    const u32 at = edit().get<u32>(offset), end = edit().length("law.numbers") / 64 * 64 + 64;
    expect(field, E::kMISALIGNED, edit().set(offset, at + 8));
    expect(field, E::kBAD_INDEX, edit().set(offset, end));
    if (a.count == 0) return;
    expect(field, E::kNOT_FINITE, with_number(a, at, kNan));
    for (const double beyond : {-2e30, 2e30})
      expect(field, E::kOUT_OF_RANGE, with_number(a, at, beyond));
    if (a.padded)
      expect(field, E::kBAD_PADDING, with_number(a, at + (a.count - 1) * a.bytes, 12345.0));
  }

  void numbers() {
    for (int k = 0; k < static_cast<int>(edit().length("law.bases")); ++k) {
      const std::string basis = "law.bases[" + std::to_string(k) + "].";
      for (const NumberArray& a : arrays(k)) {
        damage_array(a, basis + a.name, "law.bases." + a.name);
      }
    }
  }

  // The line of deposits, and the arrays that only its contact has.
  void carried() {
    const std::string t = "law.transport.";
    const auto beyond = [&](const char* name, u32 value) {
      expect(t + name, E::kOUT_OF_RANGE, edit().set(t + name, value));
    };
    beyond("samples", 3);
    beyond("samples", 129);
    beyond("deposits", 3);
    beyond("deposits", 4097);
    beyond("places", 1025);
    beyond("seen", 0);
    beyond("seen", 129);
    beyond("nearest", 0);
    beyond("nearest", 129);
    for (const char* any :
         {"entry", "first", "entry_pressure", "entry_gap", "load_base", "central_pressure"})
      number(t + any, t + any, -1e31, 1e31);
    number(t + "spacing", t + "spacing", 0.0, 1e31);
    expect("law.transport", E::kOUT_OF_RANGE, edit().set("law.bases[0].watched", u32{1}));
    expect("law.transport", E::kOUT_OF_RANGE, edit().set("law.bases[0].pivoting", u32{1}));
    expect("law.transport", E::kOUT_OF_RANGE, edit().set("law.constants.speed_reference", 0.0));
    expect("input_ranges.minimum", E::kOUT_OF_RANGE, edit().set("input_ranges[1].minimum", 0.0));
    const std::string places = "law.transport_places";
    expect(places, E::kWRONG_LENGTH, edit().set_length(places, 4));
    expect(places, E::kOUT_OF_RANGE, edit().drop("law.transport"));
    expect(places, E::kBAD_INDEX, edit().set_element(places, 0, u32{2000}));
    constexpr std::size_t kLanes = 16;  // float32
    const auto of = [&](const char* name) { return edit().get<u32>(t + name); };
    const std::size_t r = setting("modes"), m = up(setting("rows"), kLanes), s = 4;
    const std::size_t N = of("samples"), Np = up(N, kLanes), O = of("places"), F = of("nearest");
    const std::size_t unknowns = up(r + 1, kLanes), z = of("seen");
    const std::size_t least = up(setting("minimum_nodes"), kLanes);
    const std::size_t points = up(edit().get<u32>("law.constants.profile_points"), kLanes);
    const bool held = setting("rows") % kLanes != 0, odd = setting("minimum_nodes") % kLanes != 0;
    const bool some = N % kLanes != 0, wide = (r + 1) % kLanes != 0;
    const std::vector<NumberArray> all = {{"softness", Np, 4, some},
                                          {"density_base", Np, 4, some},
                                          {"density_shapes", r * Np, 4, some},
                                          {"density_samples", N * Np, 4, some},
                                          {"base_pressure", m * s, 4, held},
                                          {"combine", N * up(z, kLanes), 4, z % kLanes != 0},
                                          {"sample_pressure", m * F * s, 4, held},
                                          {"sample_gap", m * F * s, 4, held},
                                          {"place_x", up(O, kLanes), 4, O % kLanes != 0},
                                          {"entry_shapes", 2 * unknowns, 4, true},
                                          {"entry_samples", 2 * Np, 4, some},
                                          {"load_samples", Np, 4, some},
                                          {"central_samples", 2 * Np, 4, some},
                                          {"minimum_samples", least * N, 4, odd},
                                          {"middle", unknowns, 4, wide},
                                          {"inverse_reach", unknowns, 4, wide},
                                          {"profile_samples_pressure", N * points, 4, false},
                                          {"profile_samples_gap", N * points, 4, false},
                                          {"profile_base", points, 4, false}};
    for (const NumberArray& a : all) damage_array(a, t + a.name, t + a.name);
  }

  // Steps of several lengths: of two bases of loading 2 and 4 ticks, of the rebound none.
  void paces() {
    const std::string pace = "law.paces[0].", p = "law.paces.", l = "law.lengths.";
    expect("law.paces", E::kWRONG_LENGTH, edit().set_length("law.paces", 2));
    expect("law.paces", E::kMISALIGNED, edit().move_vector("law.paces", sizeof(FilmPace), 4));
    expect("law.lengths", E::kMISALIGNED, edit().move_vector("law.lengths", sizeof(FilmLength), 4));
    expect("law.lengths", E::kWRONG_LENGTH, edit().set_length("law.lengths", 3));
    expect("law.lengths", E::kOUT_OF_RANGE, edit().drop("law.paces"));
    number(pace + "leave_pressure", p + "leave_pressure", -0.1, 1e31);
    expect(p + "leave_pressure", E::kOUT_OF_RANGE,
           edit().set("law.paces[2].leave_pressure", 0.1));  // no next one
    number(pace + "gap_share", p + "gap_share", -0.1, 1.5);
    for (const u32 lengths : {u32{3}, u32{7}})  // longer than the step, than any
      expect(p + "lengths", E::kOUT_OF_RANGE, edit().set(pace + "lengths", lengths));
    expect(p + "first_length", E::kBAD_INDEX, edit().set("law.paces[1].first_length", u32{1}));
    for (const u32 other : {u32{2}, u32{6}})  // other ticks, no power of two
      expect("law.bases.substeps", E::kOUT_OF_RANGE, edit().set("law.bases[1].substeps", other));
    const std::string length = "law.lengths[0].";
    const double shift = edit().get<double>(length + "shift");
    number(length + "shift", l + "shift", 0.5 * shift, 2 * shift);
    for (const NumberArray& a : arrays(0)) {
      const bool shapes = a.name == "gap_shapes";
      if (!shapes && a.name != "modal") continue;
      damage_array(a, length + a.name, l + a.name);
    }
  }

  // The edge of a contact, and the arrays that only it has.
  void edge_of_contact() {
    const std::string t = "law.edge.";
    const auto beyond = [&](const char* name, u32 value) {
      expect(t + name, E::kOUT_OF_RANGE, edit().set(t + name, value));
    };
    const auto of = [&](const char* name) -> std::size_t { return edit().get<u32>(t + name); };
    const std::size_t rows = of("rows"), zone = of("zone"), shapes = of("shapes"),
                      films = of("films"), tables = of("tables"), centre = of("centre"),
                      seen = of("seen");
    expect("law.edge", E::kOUT_OF_RANGE, edit().set("law.constants.stencil", u32{4}));
    beyond("zone", 1);
    beyond("zone", 257);
    beyond("rows", static_cast<u32>(zone));
    beyond("rows", 257);
    beyond("shapes", 0);
    beyond("shapes", 129);
    expect(t + "shapes", E::kTOO_LARGE, edit().set(t + "shapes", u32{127}));
    beyond("films", 0);
    beyond("films", 17);
    beyond("tables", 3);
    beyond("tables", 1025);
    beyond("centre", 1);
    beyond("centre", 4097);
    beyond("seen", 1);
    beyond("seen", 4097);
    for (const char* name : {"iterations", "repeat_iterations"}) {
      beyond(name, 0);
      beyond(name, 101);
    }
    choice(t + "reserved", t + "reserved", u32{1});
    for (const char* scale : {"edge_pressure", "step_limit", "conductance", "film_scale"})
      number(t + scale, t + scale, 0.0, 1e31);
    for (const char* length : {"first", "spacing", "seen_spacing"})
      number(t + length, t + length, 0.0, 1e7);
    number(t + "least_pressure", t + "least_pressure", -1e31, 1e31);
    for (const char* share : {"leave_fraction", "edge_share"})
      number(t + share, t + share, -0.1, 1.5);
    for (const char* share : {"penalty", "settled"}) number(t + share, t + share, -1.0, 1e31);
    constexpr std::size_t kLanes = 16;  // float32
    const std::size_t M = up(rows + 4, kLanes), K = 2 + films + zone + shapes, G = up(seen, kLanes),
                      C = up(centre, kLanes), r = setting("modes", 2),
                      unknowns = up(zone + shapes + 2, kLanes);
    const std::size_t points = edit().get<u32>("law.constants.profile_points"),
                      P = up(points, kLanes);
    const bool some = seen % kLanes != 0, wide = points % kLanes != 0;
    const std::vector<NumberArray> all = {
        {"place", 2 * (kLanes + M), 4, false},
        {"pressure", (2 + zone + shapes) * M, 4, true},
        {"test", rows * unknowns, 4, (zone + shapes + 2) % kLanes != 0},
        {"gap", tables * K * M, 4, (rows + 4) % kLanes != 0},
        {"film", tables * (1 + films) * M, 4, true},
        {"seen_geometry", G, 4, some},
        {"seen_pressure", r * G, 4, some},
        {"seen_gap", r * G, 4, some},
        {"seen_mean", G, 4, some},
        {"seen_fit", films * G, 4, some},
        {"seen_films", films * G, 4, some},
        {"profile_centre", tables * K * C, 4, centre % kLanes != 0},
        {"profile_place", 2 * C, 4, centre % kLanes != 0},
        {"profile_film", (1 + films) * P, 4, wide},
        {"opening", 8, 8, true},
        {"excitation", 8, 8, true}};
    for (const NumberArray& a : all) damage_array(a, t + a.name, t + a.name);
  }

  void sizes() {
    expect("law", E::kMISSING, edit().drop("law"));
    expect("scalar", E::kUNKNOWN_VALUE, edit().set("scalar", u8{2}));
    choice("scheme", "scheme", u8{0});
    expect("contacts", E::kOUT_OF_RANGE, edit().set("contacts", u32{1}));
    expect("modes", E::kOUT_OF_RANGE, edit().set("modes", u32{1}));
    expect("modes", E::kTOO_LARGE, edit().set("modes", u32{257}));
    expect("film_history_bytes", E::kWRONG_ARENA, edit().set("film_history_bytes", u32{64}));
    expect("law.bases", E::kWRONG_LENGTH, edit().set_length("law.bases", 0));
    expect("law.bases", E::kMISALIGNED, edit().move_vector("law.bases", sizeof(FilmBasis), 4));
    expect("law.numbers", E::kMISALIGNED, edit().move_vector("law.numbers", 1, 8));
    expect("law.constants.profile_points", E::kTOO_LARGE,
           edit().set("law.constants.profile_points", u32{4097}));
  }

  void constants() {
    const std::string c = "law.constants.";
    for (const char* name : {"loaded", "frame", "every_stage"}) choice(c + name, c + name, u32{2});
    choice(c + "stencil", c + "stencil", u32{5});
    // the next law, which this runtime has not: refused by its name, not taken for another
    choice(c + "viscosity_law", c + "viscosity_law",
           static_cast<u32>(schema::ViscosityLaw::MAX) + 1);
    choice(c + "density_law", c + "density_law", static_cast<u32>(schema::DensityLaw::MAX) + 1);
    choice(c + "reserved", c + "reserved", u32{1});
    for (const char* scale :
         {"film", "pressure", "length", "time", "load_reference", "force", "trust_limit", "guard"})
      number(c + scale, c + scale, 0.0, 1e31);
    for (const char* share : {"speed_reference", "penalty", "load_slope", "landing_gap"})
      number(c + share, c + share, -1.0, 1e31);
    for (const char* any : {"acceleration", "acceleration_scale"})
      number(c + any, c + any, -1e31, 1e31);
    number(c + "gap_floor", c + "gap_floor", 0.0, 2.0);
    number(c + "barus", c + "barus", -1.0, 1e5);
    number(c + "roelands_log", c + "roelands_log", -1.0, 1e5);
    number(c + "roelands_pole", c + "roelands_pole", -1.0, 1e7);
    number(c + "roelands_index", c + "roelands_index", -1.0, 11.0);
    number(c + "density", c + "density", 0.0, 1e31);
  }

  void basis() {
    const std::string b = "law.bases[0].", field = "law.bases.";
    const auto beyond = [&](const char* name, u32 value) {
      expect(field + name, E::kOUT_OF_RANGE, edit().set(b + name, value));
    };
    for (const char* name :
         {"modes", "rows", "minimum_nodes", "substeps", "iterations", "repeat_iterations"})
      beyond(name, 0);
    beyond("modes", 129);
    beyond("rows", 513);
    beyond("watched", setting("rows"));
    beyond("minimum_nodes", 4097);
    beyond("substeps", 65);
    beyond("iterations", 101);
    beyond("repeat_iterations", 101);
    choice(b + "pivoting", field + "pivoting", u32{2});
    number(b + "central_geometry", field + "central_geometry", -1e31, 1e31);
    const double shift = edit().get<double>(b + "shift");
    number(b + "shift", field + "shift", 0.5 * shift, 2 * shift);
    number(b + "age_limit", field + "age_limit", -0.1, 1e31);
    number(b + "row_limit", field + "row_limit", -0.1, 1e31);
    number(b + "step_limit", field + "step_limit", 0.0, 1e31);
    number(b + "tolerance", field + "tolerance", -0.1, 1.5);
    number(b + "leave_fraction", field + "leave_fraction", -0.1, 1.5);
    number(b + "residual_scale", field + "residual_scale", 0.0, 1e31);
  }

  void inputs_and_outputs() {
    const std::string roles = "law.input_roles";
    expect(roles, E::kWRONG_LENGTH, edit().set_length(roles, 2));
    expect(roles, E::kUNKNOWN_VALUE, edit().set_element(roles, 0, u32{4}));
    expect(roles, E::kOUT_OF_RANGE, edit().set_element(roles, 1, u32{2}));  // twice
    expect(roles, E::kOUT_OF_RANGE, edit().set_element(roles, 1, u32{3}));  // under a load
    expect(roles, E::kMISSING,
           edit()
               .set_length("inputs", 2)
               .set_length(roles, 2)
               .set_element(roles, 0, u32{1})
               .set_element(roles, 1, u32{2}));
    // The frame is the root of the load, and the film is divided by the viscosity.
    for (const char* path : {"input_ranges[0].minimum", "input_ranges[2].minimum"})
      expect("input_ranges.minimum", E::kOUT_OF_RANGE, edit().set(path, 0.0));
    expect("input_ranges.maximum", E::kOUT_OF_RANGE, edit().set("input_ranges[1].maximum", 1e31));
    choice("input_ranges[0].hold", "input_ranges.hold", u32{3});
    const std::string rule = "output_rules[0].";
    choice(rule + "quantity", "output_rules.quantity", u32{13});
    for (u32 quantity = 0; quantity <= 12; ++quantity) {
      if (quantity == 3 || quantity == 4) {  // of contacts
        choice(rule + "quantity", "output_rules.quantity", quantity);
        continue;
      }
      expect("output_rules.index", E::kBAD_INDEX,
             edit().set(rule + "quantity", quantity).set(rule + "index", u32{3}));
    }
  }

  void profile() {
    array("law.profile_x", -1e31, 1e31, false);
    array("law.profile_geometry", -1e31, 1e31, false);
    // Fewer points than the arrays have.
    expect("law.profile_x", E::kWRONG_LENGTH, edit().set("law.constants.profile_points", u32{1}));
  }

  void steady_films() {
    number("law.front_limit", "law.front_limit", -1.0, 1e31);
    array("law.steady_films", -1e31, 1e31, false);
    for (const char* axis : {"law.steady_loads", "law.steady_speeds"}) {
      expect(axis, E::kTOO_LARGE, edit().set_length(axis, 65));
      expect(axis, E::kMISALIGNED, edit().move_vector(axis, 8, 8));
      expect(axis, E::kNOT_FINITE, edit().set_element(axis, 0, kNan));
      for (const double wrong : {-1e31, 1e30})  // out of range, not ascending
        expect(axis, E::kOUT_OF_RANGE, edit().set_element(axis, 0, wrong));
    }
    expect("law.steady_speeds", E::kWRONG_LENGTH, edit().set_length("law.steady_speeds", 0));
    // Films without axes.
    expect("law.steady_films", E::kOUT_OF_RANGE, edit().set_length("law.steady_loads", 0));
  }

  void scenarios() {
    const std::string ramp = "scenarios[0].ramps[0].", field = "scenarios.ramps.";
    expect(field + "input", E::kBAD_INDEX, edit().set(ramp + "input", u32{3}));
    expect(field + "times", E::kWRONG_LENGTH, edit().set_length(ramp + "times", 0));
    expect(field + "times", E::kMISALIGNED, edit().move_vector(ramp + "times", 8, 8));
    expect(field + "times", E::kNOT_FINITE, edit().set_element(ramp + "times", 0, kNan));
    expect(field + "times", E::kOUT_OF_RANGE, edit().set_element(ramp + "times", 0, 1e10));
    expect(field + "times", E::kOUT_OF_RANGE, edit().set_element(ramp + "times", -1, 0.0));
    array(ramp + "values", -kHuge, kHuge, false);
    array("scenarios[0].initial_film", -1e31, 1e31, false);
  }
};

}  // namespace

std::vector<Directed> film_mutations(const Bytes& schema,
                                     const std::map<std::string, Bytes>& seeds) {
  return FilmCatalogue(schema, seeds, "line").make();
}

}  // namespace mortise::robustness
