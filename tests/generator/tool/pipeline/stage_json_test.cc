// Kept stages come back bit for bit, or not at all.
#include <gtest/gtest.h>

#include <limits>

#include "generator/tool/pipeline/condensed_model.hpp"
#include "generator/tool/pipeline/reduced_film_json.hpp"

namespace mortise::gen {
namespace {

using nlohmann::json;

constexpr double kTiny = std::numeric_limits<double>::denorm_min();

CondensedModel condensed() {
  CondensedModel m;
  ReducedSystem& s = m.system;
  s.omega = Vector::LinSpaced(3, 1.0 / 3.0, 1e300);
  s.damping = Vector::Constant(3, kTiny);
  s.groups = {0, 2};
  auto& contacts = s.interfaces.emplace_back().make<ReducedContacts>();
  contacts.rows = Matrix::Constant(3, 3, -0.0);
  contacts.points = {{"tip.0", 1e-5, 0.3, 0.1, 0.2}};
  s.inputs = {{"force", "N", -1.0, 2.0, 0.5, Hold::linear}};
  s.input_forces = Matrix::Constant(3, 1, 0.1);
  s.outputs = {{"u", "m", OutputQuantity::acceleration, 7}};
  s.output_rows = Matrix::Zero(0, 3);
  s.constant_force = s.initial_q = s.initial_v = Vector::Constant(3, 0.7);
  ReducedInterface& lone = s.interfaces.emplace_back();
  auto& joint = lone.make<ReducedJoint>();
  joint.rows = Matrix::Constant(2, 3, 1.0 / 7.0);
  joint.node_names = {"17:59"};
  joint.points = {{{0, 1}, {0.25, 0.75}, 0.1, 0.2}};
  joint.law.normal.damper = ImpactDamper::hunt_crossley;
  joint.law.tangential.kind = TangentialKind::iwan;
  joint.law.tangential.elements = 9;
  joint.law.tangential.viscous = 0.1;
  lone.residual = ResidualCompliance{};
  lone.residual->lag = 0.3;
  lone.residual->row_offset = Vector::Constant(2, 0.6);
  m.scenario_q = {Vector::Constant(3, 0.9)};
  m.clearance_offsets = {{0.2}};
  m.cases = {{"all", joint.law, {{3.0, 1e-5}}}};
  m.scenario_phases = {{{0.1, 0}}, {}};
  m.findings = {"one line"};
  return m;
}

std::string bytes_of(const json& value) {
  const std::vector<std::uint8_t> bytes = json::to_cbor(value);
  return {bytes.begin(), bytes.end()};
}

TEST(StageJson, ASystemComesBackBitForBit) {
  const json kept = condensed();
  const auto read = read_json<CondensedModel>(json::parse(kept.dump()));
  ASSERT_TRUE(read);
  EXPECT_EQ(bytes_of(*read), bytes_of(kept));
  EXPECT_EQ(read->system.damping[2], kTiny);
  const std::vector<ReducedInterface>& interfaces = read->system.interfaces;
  ASSERT_EQ(interfaces.size(), 2u);
  EXPECT_TRUE(std::signbit(interfaces[0].contacts().rows(2, 2)));
  const auto* joint = interfaces[1].as<ReducedJoint>();
  ASSERT_TRUE(joint);
  EXPECT_TRUE(joint->law == condensed().system.interfaces[1].as<ReducedJoint>()->law);
  EXPECT_EQ(joint->points[0].share[1], 0.75);
  EXPECT_EQ(interfaces[1].residual->row_offset.size(), 2);
  EXPECT_EQ(read->system.output_rows.cols(), 3);
  EXPECT_EQ(read->cases[0].damping[0].beta, 1e-5);
  EXPECT_EQ(read->scenario_phases.size(), 2u);
}

TEST(StageJson, AFilmComesBackBitForBit) {
  ReducedFilm film;
  film.bases.resize(1);
  film.bases[0].pressure = Matrix::Constant(4, 2, 1.0 / 3.0);
  film.bases[0].rows = {1, 2};
  film.initial = Vector::Constant(3, kTiny);
  film.inputs = {{"load", "N/m", 1.0, 2.0, 1.5, 1.1, 1.9}};
  film.settings = {{"a", "b"}};
  const json kept = film;
  const auto read = read_json<ReducedFilm>(json::parse(kept.dump()));
  ASSERT_TRUE(read);
  EXPECT_EQ(bytes_of(*read), bytes_of(kept));
  EXPECT_EQ(read->inputs[0].trained_maximum, 1.9);
}

// Without any one member, with a matrix of another size, or with a text for a number.
TEST(StageJson, AnotherShapeIsRefused) {
  const json kept = condensed();
  for (const char* part : {"", "/system", "/system/interfaces/0", "/system/interfaces/1/law",
                           "/system/interfaces/1/law/law", "/cases/0"}) {
    const json::json_pointer at(part);
    for (const auto& member : kept[at].items()) {
      json other = kept;
      other[at].erase(member.key());
      EXPECT_FALSE(read_json<CondensedModel>(other)) << part << " " << member.key();
    }
  }
  json longer = kept, text = kept;
  longer["system"]["omega"]["rows"] = 4;
  EXPECT_FALSE(read_json<CondensedModel>(longer));
  text["system"]["interfaces"][1]["law"]["law"]["stiffness"] = "stiff";
  EXPECT_FALSE(read_json<CondensedModel>(text));
  for (const std::size_t kind : {0u, 3u, 77u}) {
    json other = kept;
    other["system"]["interfaces"][1]["kind"] = kind;
    EXPECT_FALSE(read_json<CondensedModel>(other)) << kind;
  }
}

}  // namespace
}  // namespace mortise::gen
