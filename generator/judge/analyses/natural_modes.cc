#include "generator/judge/analyses/natural_modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "generator/bake/laws/file_law.hpp"
#include "generator/bake/play/instance.hpp"
#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/bodies/condense/modes.hpp"
#include "generator/bodies/import/importer.hpp"
#include "generator/contact/joint/joint_stiffness.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/attach.hpp"

namespace mortise::gen {
namespace {

// A film under a prescribed load has pressure shapes, but nothing that could swing.
[[noreturn]] void refuse_rolling_film(const std::string& path, const ModelView& view) {
  std::string shapes;
  for (std::int32_t k = 0; k < view.film.count; ++k) {
    shapes += fmt::format("{}{}", k == 0 ? "" : ", ", view.film.bases[k].modes);
  }
  throw Error(path,
              "is the film of a contact under a prescribed load: it has no modal coordinates, but "
              "pressure shapes (" +
                  shapes + " per basis), and those have no natural frequencies",
              "see `mortise info " + path + "`; impacts have the modes of their bodies");
}

}  // namespace

NaturalModes reduced_modes(const std::string& path, int count) {
  const Instance instance = open_model_file(path);
  const ModelView& view = instance.model().view();
  const auto modes = static_cast<std::size_t>(instance.dims().modes);
  if (!file_law(view).structural && modes == 0) refuse_rolling_film(path, view);
  const double per_second = 1.0 / file_law(view).time_unit(view);
  NaturalModes table;
  table.coordinates.resize(modes);
  std::iota(table.coordinates.begin(), table.coordinates.end(), 0);
  std::stable_sort(table.coordinates.begin(), table.coordinates.end(),
                   [&](int a, int b) { return view.omega[a] < view.omega[b]; });
  table.coordinates.resize(std::min(modes, static_cast<std::size_t>(count)));
  for (const int i : table.coordinates) table.hz.push_back(view.omega[i] * per_second / kTwoPi);
  return table;
}

namespace {

// Every body of an assembly alone, the lowest of all together.
NaturalModes modes_of_bodies(const FullModel& model, int count) {
  std::vector<std::pair<double, std::string>> found;
  for (const StructurePart& part : cut(model, SparseMatrix(0, model.size()))) {
    ModeRequest request;
    request.count = std::min<Eigen::Index>(count, part.place.size);
    for (const double hz : lowest_modes(part.stiffness, part.mass, request).frequencies_hz())
      found.emplace_back(hz, part.place.name);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  found.resize(std::min(found.size(), static_cast<std::size_t>(count)));
  NaturalModes modes;
  for (auto& [hz, body] : found) {
    modes.hz.push_back(hz);
    modes.bodies.push_back(std::move(body));
  }
  return modes;
}

}  // namespace

SparseMatrix closed_stiffness(const FullSystem& system, JointState state) {
  SparseMatrix stiffness = system.model.stiffness;
  for (const FullInterface& interface : system.interfaces)
    if (const auto* joint = interface.as<Joint>())
      stiffness += joint_stiffness(*joint, joint->law, state, system.model.size());
  return stiffness;
}

NaturalModes full_modes(const Definition& definition, JointState state, int count,
                        std::vector<std::string>* warnings) {
  FullSystem system;
  system.model = import_model(definition.path, definition.name, definition.import, warnings);
  if (state == JointState::open && !definition.bodies.empty())
    return modes_of_bodies(system.model, count);
  if (state == JointState::open) {
    attach_contacts(definition, &system.model);
  } else {
    system.interfaces = attach_interfaces(definition, &system.model).list.interfaces;
  }
  ModeRequest request;
  request.count = std::min<Eigen::Index>(count, system.model.size());
  const Vector hz =
      lowest_modes(closed_stiffness(system, state), system.model.mass, request).frequencies_hz();
  NaturalModes modes;
  modes.hz.assign(hz.begin(), hz.end());
  return modes;
}

}  // namespace mortise::gen
