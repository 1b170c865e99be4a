// What acts between bodies and the ground: the interfaces of an assembly, or one that is alone.
// Contacts at position level share the compliance of their bodies: where all interfaces are such,
// they are one problem and stacked in one interface that is alone.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "generator/contact/unilateral/unilateral_interface.hpp"

namespace mortise::gen {

inline constexpr const char* kLoneName = "contact";  // of an interface that is alone

// Whose contacts an interface has, one behind another: its own, or those of the interfaces that are
// stacked in it.
template <class Interface>
std::vector<ContactRange> ranges_of(const Interface& i) {
  if (!i.contacts().stacked.empty()) return i.contacts().stacked;
  return {{i.name, 0, i.contacts().points.size()}};
}

template <class Interface>
struct InterfaceList {
  std::vector<Interface> interfaces;
  // There is one at most, of contacts, a joint or a slide: files and certificates have a form of
  // their own for it, which knows residual compliance, operating cases and bores.
  bool alone = false;

  bool assembly() const { return !alone && !interfaces.empty(); }

  // The interface that is alone; if there is none, one without a law.
  const Interface& lone() const {
    static const Interface none;
    return alone && !interfaces.empty() ? interfaces.front() : none;
  }

  // The interface that is alone, to be changed; made where there is none. The list must be no
  // assembly.
  Interface& make_lone() {
    if (interfaces.empty()) interfaces.emplace_back().name = kLoneName;
    alone = true;
    return interfaces.front();
  }

  // A change of an interface of the definition, as one of the interface that it is stacked in.
  LawChange placed(LawChange change) const {
    const std::vector<ContactRange>& stacked = lone().contacts().stacked;
    if (stacked.empty()) return change;
    const ContactRange& range = stacked.at(change.interface);
    change.interface = 0;
    change.first = range.first;
    change.count = range.count;
    return change;
  }
};

}  // namespace mortise::gen
