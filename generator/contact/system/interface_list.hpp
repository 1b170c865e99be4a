// What acts between bodies and the ground: the interfaces of an assembly, or one that is alone.
#pragma once

#include <vector>

namespace mortise::gen {

inline constexpr const char* kLoneName = "contact";  // of an interface that is alone

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
};

}  // namespace mortise::gen
