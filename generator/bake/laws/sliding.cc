// Sliding contacts in model files.
#include <cmath>
#include <nlohmann/json.hpp>

#include "generator/bake/laws/file_law.hpp"
#include "generator/bake/laws/filled.hpp"

namespace mortise::gen {
namespace {

using nlohmann::json;

const SlidingMemory& slider_of(const RunningInterface& i) {
  return *i.memory<SlidingMemory>(i.view.sliding_layout.memory, 0);
}

void book_slider(const RunningInterface& i, double h, ImpulseBook* book) {
  const SlidingMemory& m = slider_of(i);
  if (i.alone) book->rows += h * Eigen::Vector2d(m.normal, m.friction);
  book->normal += h * m.normal;
  book->tangential += h * std::abs(m.friction);
}

json sliding_info(const ModelView& v) {
  return {{"law", v.sliding.unilateral ? "unilateral" : "bilateral"},
          {"scheme", v.sliding.alpha ? "generalised_alpha" : "moreau_jean"},
          {"target_nodes", v.sliding.nodes},
          {"neighbours", v.sliding.neighbours},
          {"start_m", v.sliding.start},
          {"velocity_m_s", v.sliding.velocity},
          {"friction", v.sliding.friction}};
}

std::string sliding_text(const json& sliding) {
  return filled(
      "  sliding     {law}, {scheme}, {target_nodes} target nodes, from {start_m} m with "
      "{velocity_m_s} m/s, friction {friction}\n",
      sliding);
}

}  // namespace

const FileLaw file_laws_of::sliding = [] {
  FileLaw law;
  law.name = "sliding";
  law.text = "sliding contact";
  law.system = "a sliding contact";
  law.place = "slider";
  law.held = "sliding contact: its place on the path, which goes on with time, and its segment";
  law.rigid = law.leaves_target = law.starts_static = true;
  law.work = StepWork::fixed;
  law.cycles_per_flop = 5.0;
  law.code_bytes = 59000;
  law.places = law.solved_places = [](const ModelView&) { return 1; };
  law.keeps_contact = [](const ModelView& v) { return !v.sliding.unilateral; };
  law.info = sliding_info;
  law.info_text = sliding_text;
  law.add_forces = [](const RunningInterface& i, std::vector<double>* forces) {
    forces->push_back(slider_of(i).normal);
  };
  // normal, friction
  law.booked_rows = [](const RunningInterface& i) { return Eigen::Index{i.alone ? 2 : 0}; };
  law.book = book_slider;
  return law;
}();

}  // namespace mortise::gen
