#include "generator/bake/play/contact_places.hpp"

namespace mortise::gen {

std::vector<PlacedInterface> placed_interfaces(const Instance& instance) {
  std::vector<PlacedInterface> list;
  for (const RunningInterface& i : running_interfaces(instance.model(), instance.state())) {
    const FileLaw& law = file_law(i.view);
    const auto places = static_cast<std::size_t>(law.places(i.view));
    if (places > 0)
      list.push_back({i.name(), law.name, law.place, places, law.tells_slip,
                      law.rigid && !law.keeps_contact(i.view)});
  }
  return list;
}

std::vector<PlaceForce> place_forces(const Instance& instance) {
  std::vector<PlaceForce> forces;
  for (const RunningInterface& i : running_interfaces(instance.model(), instance.state()))
    file_law(i.view).add_forces(i, &forces);
  return forces;
}

}  // namespace mortise::gen
