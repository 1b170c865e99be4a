// Bolted contacts in model files.
#include <nlohmann/json.hpp>

#include "generator/bake/laws/file_law.hpp"
#include "generator/bake/laws/filled.hpp"

namespace mortise::gen {
namespace {

using nlohmann::json;

void add_clusters(const RunningInterface& i, std::vector<double>* forces) {
  const BoltedLayout& layout = i.view.bolted_layout;
  const Real *x = i.memory<Real>(layout.memory, layout.x),
             *y = i.memory<Real>(layout.memory, layout.y);
  for (std::int32_t c = 0; c < i.view.bolted.clusters; ++c)
    forces->push_back(c < i.view.bolted.base ? y[3 * c] : x[3 * c]);
}

std::optional<OwnBooks> bolted_losses(const RunningInterface& i) {
  const BoltedLayout& layout = i.view.bolted_layout;
  return OwnBooks{i.memory<BoltedBooks>(layout.memory, layout.books)->friction};
}

json bolted_info(const ModelView& v) {
  return {{"zones", v.bolted.zones},
          {"clusters_closed", v.bolted.base},
          {"clusters_open", v.bolted.clusters - v.bolted.base},
          {"substeps", v.bolted.substeps},
          {"trust_limit", v.bolted.trust_limit}};
}

std::string bolted_text(const json& bolted) {
  return filled(
      "  bolted      {zones} zone(s), {clusters_closed} closed and {clusters_open} open clusters, "
      "{substeps} substep(s), trusted to {trust_limit} of what training has seen\n",
      bolted);
}

}  // namespace

const FileLaw file_laws_of::bolted = [] {
  FileLaw law;
  law.name = "bolted";
  law.text = "bolted contact";
  law.system = "a bolted joint";
  law.place = "cluster";
  law.untrusted = "went beyond what the training of the bolted contacts has seen";
  law.tells_slip = law.has_backbones = true;
  law.has_statuses = law.books_work = law.loses_in_impacts = false;
  law.code_bytes = 61000;
  law.places = [](const ModelView& v) { return v.bolted.clusters; };
  law.knows_dissipation = [](const ModelView& v) { return v.bolted.energies; };
  law.info = bolted_info;
  law.info_text = bolted_text;
  law.add_forces = add_clusters;
  law.own_books = bolted_losses;
  return law;
}();

}  // namespace mortise::gen
