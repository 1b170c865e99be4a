#include "generator/contact/joint/fields.hpp"

#include <fmt/format.h>

#include "generator/ground/files/csv_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// The numbers of the schema's JointParameters come first among them.
constexpr std::size_t kVarying = 12;

const JointNumber& number_of(const JointField& field) {
  return joint_numbers().at(static_cast<std::size_t>(field.number));
}

void check_point(const JointLaw& law, const std::string& where) {
  check_law(law, where);
  const NormalLaw& n = law.normal;
  demand(!(n.separation_stiffness > 0.0) || n.gap + n.separation_gap >= 0.0, where,
         fmt::format("the joint pushes and pulls at once: gap {:g} m and separation_gap {:g} m",
                     n.gap, n.separation_gap),
         "raise gap or separation_gap there, or set separation_stiffness to 0");
}

}  // namespace

const std::string& varying_numbers() {
  static const std::string names = [] {
    std::string all;
    for (std::size_t i = 0; i < kVarying; ++i)
      all += (i > 0 ? "|" : "") + std::string(joint_numbers()[i].name);
    return all;
  }();
  return names;
}

void read_field(JointField* field) {
  const JointNumber& number = number_of(*field);
  const TimeSeries table = read_csv(field->file, Gaps::refused, {"position", "m"});
  const int column = table.find(number.name);
  demand(column >= 0, field->file, fmt::format("has no column '{}'", number.name),
         fmt::format("name it so in the first row: position,{}", number.name));
  const auto c = static_cast<std::size_t>(column);
  if (!table.units.empty()) {
    const std::string unit = is_clearance(number) ? "m" : "1";
    demand(table.units[c] == unit, field->file,
           fmt::format("the unit of '{}' is '{}'", number.name, table.units[c]),
           unit == "m" ? "give what is added to it in m"
                       : "give by what it is multiplied, which has the unit 1");
  }
  field->at = table.time;
  field->values = table.columns[c];
}

void check_field(const JointField& field, const std::string& where) {
  const JointNumber& number = number_of(field);
  demand(!field.at.empty() && field.at.size() == field.values.size(), where,
         fmt::format("has {} positions and {} values", field.at.size(), field.values.size()),
         "give one value for every position");
  for (std::size_t i = 0; i < field.at.size(); ++i) {
    const double value = field.values[i];
    demand(i == 0 || field.at[i] > field.at[i - 1], where,
           fmt::format("position {:g} m does not ascend", field.at[i]), "sort them by position");
    demand(is_clearance(number) || number.range.holds(value), where,
           fmt::format("{} is multiplied by {:g}", number.name, value),
           number.range.minimum_allowed ? "give factors >= 0" : "give factors > 0");
  }
}

void vary_along(const std::vector<JointField>& fields, const std::string& what, Joint* joint) {
  for (JointPoint& point : joint->points)
    for (const JointField& f : fields)
      point.varied.push_back({f.number, interpolate(f.at, f.values, point.position)});
  check_along(joint->law, *joint, what);
}

void check_along(const JointLaw& law, const Joint& joint, const std::string& what) {
  for (const JointPoint& point : joint.points)
    if (!point.varied.empty())
      check_point(law_at(law, point), fmt::format("{}, {:g} m along it", what, point.position));
}

}  // namespace mortise::gen
