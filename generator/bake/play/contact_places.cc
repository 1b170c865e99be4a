#include "generator/bake/play/contact_places.hpp"

#include <utility>

#include "mortise/events.hpp"

namespace mortise::gen {

std::vector<PlacedInterface> placed_interfaces(const Instance& instance) {
  std::vector<PlacedInterface> list;
  for (const RunningInterface& i : running_interfaces(instance.model(), instance.state())) {
    const FileLaw& law = file_law(i.view);
    const auto places = static_cast<std::size_t>(law.places(i.view));
    if (places > 0)
      list.push_back({i.name(), law.name, law.place, places, law.lengths(i.view), law.tells_slip,
                      law.rigid && !law.keeps_contact(i.view)});
  }
  return list;
}

std::vector<double> place_forces(const Instance& instance) {
  std::vector<double> forces;
  for (const RunningInterface& i : running_interfaces(instance.model(), instance.state()))
    file_law(i.view).add_forces(i, &forces);
  return forces;
}

std::vector<Touch> place_states(const Instance& instance) {
  std::size_t places = 0;
  for (const PlacedInterface& interface : placed_interfaces(instance)) places += interface.places;
  std::vector<Touch> states(places);
  contact_states(instance.model(), instance.state(), states.data(),
                 static_cast<std::int32_t>(places));
  return states;
}

StateMap empty_map(const Instance& instance, long steps) {
  std::vector<MappedInterface> mapped;
  for (PlacedInterface i : placed_interfaces(instance))
    mapped.push_back({i.name.empty() ? i.kind : i.name, i.place, i.places, std::move(i.lengths)});
  return StateMap(std::move(mapped), steps);
}

}  // namespace mortise::gen
