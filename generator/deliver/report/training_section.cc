// How fast the singular values of the training fall, and how many shapes were kept.
#include <fmt/format.h>

#include "generator/define/definition/definition_hash.hpp"
#include "generator/deliver/report/definition_sections.hpp"
#include "generator/deliver/report/report_words.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/reduce/film/reduce_film.hpp"
#include "generator/reduce/train/campaign.hpp"

namespace mortise::gen {

ReportSection training_section(const DefinitionWork& work) {
  ReportSection section{"singular-values", "Singular values and chosen rank"};
  const Definition& d = work.definition;
  if (!d.film) {
    section.absent = d.contact.kind == ContactKind::bolted
                         ? "the training of bolted contacts keeps no snapshots"
                         : "a structure is condensed to modes, without training";
    return section;
  }
  if (!d.film->train) {
    section.absent = "the definition has no [train]";
    return section;
  }
  if (!d.film->reduce || d.film->reduce->transported()) {
    section.absent = d.film->reduce ? "a transported film has shapes zone by zone"
                                    : "the definition has no [reduce]";
    return section;
  }
  if (work.cache.empty()) {
    section.absent = "no folder with the runs of the training was given (`--cache`)";
    return section;
  }
  const auto snapshots = CampaignStore(work.cache, stage_hash(d, Stage::train)).load_campaign();
  if (!snapshots) {
    section.absent = "the folder " + work.cache + " holds no finished training of this definition";
    return section;
  }
  const std::vector<PressureBasis> bases = pressure_bases(*d.film, *snapshots);
  ReportChart chart{"Singular values of the weighted pressures of the training",
                    "",
                    {"", {"number"}, {"over the first [-]", {}, {}, true}}};
  ReportTable table{
      "Chosen rank",
      {"basis", "shapes kept", "of singular values", "first left out, over the first [-]",
       "projection error of the pressure [-]", "of its deformation [-]"},
      {}};
  for (std::size_t k = 0; k < bases.size(); ++k) {
    const PressureBasis& basis = bases[k];
    const std::string name = "basis " + std::to_string(k + 1);
    PlotSeries curve{{}, {}, name};
    for (Eigen::Index i = 0; i < basis.singular_values.size(); ++i) {
      curve.x.push_back(static_cast<double>(i + 1));
      curve.y.push_back(basis.singular_values[i] / basis.singular_values[0]);
    }
    const Eigen::Index rank = basis.shapes.cols();
    const std::string next =
        rank < basis.singular_values.size()
            ? number_text(basis.singular_values[rank] / basis.singular_values[0], 3)
            : "-";
    table.rows.push_back({name, std::to_string(rank), std::to_string(curve.x.size()), next,
                          number_text(basis.pressure_error, 3), number_text(basis.gap_error, 3)});
    chart.summary += fmt::format("{}{} keeps {}, the first left out has {} of the first",
                                 chart.summary.empty() ? "" : "; ", name,
                                 counted(static_cast<std::size_t>(rank), "shape"), next);
    const double least = curve.y.back();
    chart.panel.series.push_back(std::move(curve));
    const double at = static_cast<double>(rank) + 0.5;
    chart.add(name + ", kept up to here", {at, at}, {1.0, least}, PlotStyle::dashed);
  }
  section.blocks.push_back(std::move(chart));
  section.blocks.push_back(std::move(table));
  return section;
}

}  // namespace mortise::gen
