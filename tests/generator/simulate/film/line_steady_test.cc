// Steady line contacts: reference numbers, grid convergence, and published regressions.
#include <cmath>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/define/definition/definition.hpp"
#include "tests/generator/simulate/film/film_models.hpp"

namespace mortise::gen {
namespace {

struct SteadyFilm {
  double central, smallest;  // over b^2/R of the reference load
};

SteadyFilm steady_film_of(const std::vector<std::string>& overrides) {
  const FilmContactSpec d = film_model("line_shock", overrides);
  const FilmSteady steady = steady_film(d);
  const double unit = film_scales(d).film;
  return {steady.h_central / unit, steady.h_min / unit};
}

std::vector<std::string> loaded(double base, int points) {
  return {"load.base=" + std::to_string(base), "load.step=0", "load.rise=[]", "load.fall=[]",
          "grid.points=" + std::to_string(points)};
}

// Published film-thickness formulas of line contacts in the usual groups.
struct Groups {
  double speed, load, materials, radius;  // U, W, G [-], R [m]
  explicit Groups(const FilmContactSpec& d, double share) {
    const FilmScales s = film_scales(d);
    radius = s.radius;
    speed = d.lubricant.viscosity * d.entrainment / (s.modulus * radius);
    load = share * d.load.reference / (s.modulus * radius);
    materials = d.lubricant.pressure_coefficient * s.modulus;
  }
  double dowson_higginson_smallest() const {
    return 2.65 * std::pow(speed, 0.7) * std::pow(materials, 0.54) * std::pow(load, -0.13) * radius;
  }
  double pan_hamrock_smallest() const {
    return 1.714 * std::pow(load, -0.128) * std::pow(speed, 0.694) * std::pow(materials, 0.568) *
           radius;
  }
  // Moes, central film of an incompressible lubricant, with the sum of the surface speeds
  double moes_central() const {
    const double u = 2.0 * speed;
    const double m = load / std::sqrt(u), l = materials * std::pow(u, 0.25);
    const double rigid = 3.0 / m, elastic = 2.621 * std::pow(m, -0.2);
    const double rigid_viscous = 1.287 * std::pow(l, 2.0 / 3.0);
    const double elastic_viscous = 1.311 * std::pow(m, -0.125) * std::pow(l, 0.75);
    const double s = (7.0 + 8.0 * std::exp(-2.0 * elastic / rigid)) / 5.0;
    const double iso =
        std::pow(std::pow(rigid, 7.0 / 3.0) + std::pow(elastic, 7.0 / 3.0), 3.0 * s / 7.0);
    const double piezo =
        std::pow(std::pow(rigid_viscous, -3.5) + std::pow(elastic_viscous, -3.5), -2.0 * s / 7.0);
    return std::pow(iso + piezo, 1.0 / s) * std::sqrt(u) * radius;
  }
  double pan_hamrock_central() const {
    return 2.922 * std::pow(load, -0.166) * std::pow(speed, 0.692) * std::pow(materials, 0.470) *
           radius;
  }
};

TEST(LineSteady, ReferenceNumbers) {
  const struct {
    double load;
    int points;
    double central, smallest;
  } cases[] = {{2.0 / 3.0, 1001, 0.0983026, 0.0855722},
               {1.0, 251, 0.0915850, 0.0803907},
               {1.0, 501, 0.0926497, 0.0812165},
               {1.0, 1001, 0.0929188, 0.0816703}};
  for (const auto& c : cases) {
    const SteadyFilm film = steady_film_of(loaded(c.load, c.points));
    EXPECT_NEAR(film.central, c.central, 2e-6) << c.points;
    EXPECT_NEAR(film.smallest, c.smallest, 2e-6) << c.points;
  }
}

TEST(LineSteady, ConvergesWithOrderTwoToTheRichardsonLimit) {
  const double coarse = steady_film_of(loaded(1.0, 251)).central;
  const double middle = steady_film_of(loaded(1.0, 501)).central;
  const double fine = steady_film_of(loaded(1.0, 1001)).central;
  const double order = std::log2((middle - coarse) / (fine - middle));
  EXPECT_NEAR(order, 2.0, 0.05);
  EXPECT_NEAR(fine + (fine - middle) / 3.0, 0.0930, 5e-5);
}

TEST(LineSteady, PublishedRegressions) {
  const FilmContactSpec d = film_model("line_shock", loaded(1.0, 1001));
  const FilmSteady full = steady_film(d);
  const Groups groups(d, 1.0);
  EXPECT_NEAR(full.h_min / groups.dowson_higginson_smallest(), 1.034, 0.005);
  EXPECT_NEAR(full.h_min / groups.pan_hamrock_smallest(), 1.094, 0.005);
  EXPECT_NEAR(full.h_central / groups.pan_hamrock_central(), 1.145, 0.005);
  EXPECT_NEAR(full.p_hertz / 1.0543973e9, 1.0, 1e-6);
  EXPECT_NEAR(full.b_hertz / 329.7281e-6, 1.0, 1e-6);

  const Groups part(d, 2.0 / 3.0);
  const double smallest = steady_film(film_model("line_shock", loaded(2.0 / 3.0, 1001))).h_min;
  EXPECT_NEAR(smallest / part.dowson_higginson_smallest(), 1.028, 0.005);
}

// Moes' formula is for incompressible films; compressibility takes 16 % of the central film away.
TEST(LineSteady, CompressibilityThinsTheCentre) {
  std::vector<std::string> settings = loaded(1.0, 1001);
  const double compressible = steady_film(film_model("line_shock", settings)).h_central;
  settings.emplace_back("lubricant.density_law=incompressible");
  const double incompressible = steady_film(film_model("line_shock", settings)).h_central;
  EXPECT_NEAR(incompressible, 0.5363e-6, 0.0003e-6);
  const double moes = Groups(film_model("line_shock", settings), 1.0).moes_central();
  EXPECT_NEAR(moes, 0.5169e-6, 1e-10);
  EXPECT_NEAR(incompressible / moes, 1.037, 0.003);
  EXPECT_NEAR(compressible / incompressible, 0.84, 0.01);
}

TEST(LineSteady, PenaltyHardlyMatters) {
  std::vector<std::string> settings = loaded(1.0, 251);
  settings.emplace_back("film.penalty=1e4");
  const SteadyFilm soft = steady_film_of(settings);
  settings.back() = "film.penalty=1e8";
  const SteadyFilm hard = steady_film_of(settings);
  EXPECT_NEAR(soft.central, hard.central, 1e-6);
}

TEST(LineSteady, DomainOfTheInlet) {
  const double base = steady_film_of(loaded(1.0, 451)).central;
  std::vector<std::string> settings = loaded(1.0, 601);  // the same spacing over [-6, 2]
  settings.emplace_back("grid.extent=[-6, 2]");
  EXPECT_NEAR(steady_film_of(settings).central / base, 1.0027, 3e-4);
}

// Conserving mass changes the ruptured outlet, not the loaded film.
TEST(LineSteady, MassConservingFilm) {
  std::vector<std::string> settings = loaded(1.0, 501);
  settings.emplace_back("film.cavitation=mass_conserving");
  const FilmContactSpec d = film_model("line_shock", settings);
  const FilmSteady steady = steady_film(d);
  const SteadyFilm penalty = steady_film_of(loaded(1.0, 501));
  const double unit = film_scales(d).film;
  EXPECT_NEAR(steady.h_central / unit, penalty.central, 1e-6);
  EXPECT_NEAR(steady.h_min / unit, penalty.smallest, 1e-6);
  const FilmProfile& p = steady.profile;
  ASSERT_EQ(p.fill.size(), p.x.size());
  EXPECT_GE(p.pressure.minCoeff(), 0.0);
  EXPECT_LT(p.fill.minCoeff(), 0.2);
  // behind the rupture the liquid is carried along: what passes the faces is constant
  const Eigen::Index last = p.x.size() - 2;
  const auto carried = [&p](Eigen::Index i) {
    return p.fill[i] * (1.5 * p.gap[i] - 0.5 * p.gap[i - 1]);
  };
  for (Eigen::Index i = last - 40; i < last; ++i) {
    EXPECT_NEAR(carried(i) / carried(last), 1.0, 1e-7);
  }
}

// The scaled frame on the same physical nodes is the same system of equations.
TEST(LineSteady, LoadScaledFrameIsTheSameFilm) {
  std::vector<std::string> settings = loaded(2.0 / 3.0, 501);
  const SteadyFilm fixed = steady_film_of(settings);
  // [-4, 2] over sqrt(2/3)
  settings.insert(settings.end(), {"grid.frame=load_scaled",
                                   "grid.extent=[-4.898979485566356, 2.449489742783178]"});
  const SteadyFilm scaled = steady_film_of(settings);
  EXPECT_NEAR(scaled.central / fixed.central, 1.0, 1e-5);
  EXPECT_NEAR(scaled.smallest / fixed.smallest, 1.0, 1e-5);
}

}  // namespace
}  // namespace mortise::gen
