// The laws of interfaces, each in the room of its name. A law of one more room is one more type in
// both lists.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "generator/contact/bolted/bolted_interface.hpp"
#include "generator/contact/film/film_interface.hpp"
#include "generator/contact/joint/joint.hpp"
#include "generator/contact/sliding/sliding.hpp"
#include "generator/contact/unilateral/unilateral_interface.hpp"

namespace mortise::gen {

// No law at all: of an interface that is not there.
struct NoLaw {};

// At full order, and seen by the modes; one behind the other in the same order. What they answer:
// contact/law/law_answers.hpp.
using FullLaw =
    std::variant<NoLaw, UnilateralContacts, Joint, SlidingContact, FilmBetween, BoltedZones>;
using ReducedLaw =
    std::variant<NoLaw, ReducedContacts, ReducedJoint, ReducedSliding, FilmPlace, BoltedPlace>;

struct NoRows {
  template <class Row>
  operator std::vector<Row>() const {
    return {};
  }
};
inline NoRows rows_of(NoLaw*) { return {}; }
inline std::string fault_of(const NoLaw&) { return "has no law"; }
inline NoLaw project(const NoLaw&, const Matrix&, bool) { return {}; }
inline bool fits(const NoLaw&, Eigen::Index) { return false; }
inline RowUnknowns unknowns_of(const NoLaw&) { return {}; }

// An interface by its law.
template <class Law, class Contacts>
struct InterfaceOf {
  std::string name;  // its parameters are name.friction, ...
  Law law;

  // The law if it is this one, else null.
  template <class L>
  const L* as() const {
    return std::get_if<L>(&law);
  }
  template <class L>
  L* as() {
    return std::get_if<L>(&law);
  }
  // This law, made where it is another.
  template <class L>
  L& make() {
    return std::holds_alternative<L>(law) ? std::get<L>(law) : law.template emplace<L>();
  }
  // Its unilateral contacts; without them there are none.
  const Contacts& contacts() const {
    static const Contacts none;
    const Contacts* own = as<Contacts>();
    return own ? *own : none;
  }
};

// Rows by which interfaces are attached, one behind the other, or their matrices on the modes.
inline std::vector<SparseRow*> rows_of(FullLaw* law) {
  return std::visit([](auto& own) -> std::vector<SparseRow*> { return rows_of(&own); }, *law);
}
inline std::vector<const SparseRow*> rows_of(const FullLaw& law) {
  const std::vector<SparseRow*> rows = rows_of(const_cast<FullLaw*>(&law));  // to be read only
  return {rows.begin(), rows.end()};
}
inline std::vector<Matrix*> rows_of(ReducedLaw* law) {
  return std::visit([](auto& own) -> std::vector<Matrix*> { return rows_of(&own); }, *law);
}
inline std::vector<const Matrix*> rows_of(const ReducedLaw& law) {
  const std::vector<Matrix*> rows = rows_of(const_cast<ReducedLaw*>(&law));
  return {rows.begin(), rows.end()};
}
inline RowUnknowns unknowns_of(const ReducedLaw& law) {
  return std::visit([](const auto& own) { return unknowns_of(own); }, law);
}

}  // namespace mortise::gen
