#include "generator/bodies/import/coded_deck.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "generator/bodies/import/bulk_card.hpp"
#include "generator/bodies/import/fixed_columns.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr char kWriteDatabase[] =
    "write nodes and their rotations by CDWRITE,DB,job,cdb when the model is done, and give that";

// By which nodes are made, moved, turned or renumbered in ways that only Ansys can tell.
constexpr std::array<const char*, 11> kNodeCommands{"NROTAT", "NANG",     "NORA",  "NMODIF",
                                                    "NGEN",   "NSYM",     "NREAD", "NUMCMP",
                                                    "FILL",   "TRANSFER", "/INPUT"};
constexpr std::array<const char*, 8> kEliminatingCommands{"CE",     "CP",   "CERIG",  "CEINTF",
                                                          "CPINTF", "RBE3", "CPNGEN", "CPCYC"};

template <class Names>
bool is_one_of(const std::string& name, const Names& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Directions that the label of a D command names.
std::vector<int> directions_of_label(const std::string& label) {
  static const std::map<std::string, std::vector<int>> labels{{"UX", {1}},
                                                              {"UY", {2}},
                                                              {"UZ", {3}},
                                                              {"ROTX", {4}},
                                                              {"ROTY", {5}},
                                                              {"ROTZ", {6}},
                                                              {"ALL", {1, 2, 3, 4, 5, 6}}};
  const auto found = labels.find(label);
  return found == labels.end() ? std::vector<int>{} : found->second;
}

Eigen::Matrix3d axes_of_angles(const Vector3& degrees) {
  const auto turn = [](double angle, const Vector3& axis) {
    return Eigen::AngleAxisd(kRadiansPerDegree * angle, axis).toRotationMatrix();
  };
  return (turn(degrees[0], Vector3::UnitZ()) * turn(degrees[1], Vector3::UnitX()) *
          turn(degrees[2], Vector3::UnitY()))
      .transpose();
}

// Integers, then reals: "(3i9,6e21.13e3)".
struct BlockFormat {
  std::size_t integers = 0, width = 0;                    // the first of them, all of one width
  std::size_t first_real = 0, reals = 0, real_width = 0;  // where the columns of reals begin
};

class CodedDeckReader {
 public:
  explicit CodedDeckReader(const TextFile& file) : file_(file.name), lines_(file.content) {}

  Deck read() {
    while (lines_.next()) {
      std::string_view rest = lines_.line();
      rest = rest.substr(0, rest.find('!'));
      const bool text = in_capitals(trim(rest).substr(0, 4)) == "/COM" ||
                        in_capitals(trim(rest).substr(0, 6)) == "/TITLE";
      while (!text && !rest.empty()) {  // "$" parts commands
        const std::size_t end = std::min(rest.find('$'), rest.size());
        take_command(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
    for (const auto& [node, degrees] : angles_)
      if (degrees.second != Vector3::Zero())
        deck_.axes[node] = {axes_of_angles(degrees.second), degrees.first};
    for (auto& [name, labels] : deck_.sets) {
      std::sort(labels.begin(), labels.end());
      labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
      for (const std::int64_t label : labels)
        demand(
            deck_.nodes.count(label) > 0, file_,
            fmt::format("component {} names node {}, which the file does not define", name, label),
            kWriteDatabase);
    }
    return std::move(deck_);
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& remedy = kWriteDatabase) {
    throw Error(at_line(file_, lines_.number()), what, remedy);
  }

  void take_command(std::string_view line) {
    std::vector<std::string> fields;  // in capitals
    std::string_view field;
    while (take_comma_field(line, field)) fields.push_back(in_capitals(field));
    fields.resize(std::max<std::size_t>(fields.size(), 9));
    const std::string& name = fields[0];
    if (name == "NBLOCK") {
      read_nodes();
    } else if (name == "CMBLOCK") {
      read_component(fields);
    } else if (name == "EBLOCK") {
      skip_elements();
    } else if (name == "N") {
      take_node(fields);
    } else if (name == "CSYS") {
      system_ = fields[1].empty() ? "0" : fields[1];
    } else if (name == "LOCAL" || name == "CS" || name == "CLOCAL") {
      if (fields[1].rfind('R', 0) != 0) system_ = fields[1];  // in a database it only defines
    } else if (name == "D") {
      const auto node = parse_integer(fields[1]);
      for (const int d : directions_of_label(fields[2]))
        if (node) deck_.constraints.held.push_back({{*node, d}, 0});
    } else if (is_one_of(name, kNodeCommands)) {
      fail(name + " is not read");
    } else if (is_one_of(name, kEliminatingCommands) && eliminating_.insert(name).second) {
      deck_.constraints.unread.emplace_back(at_line(file_, lines_.number()), name);
    }
  }

  double real(std::string_view text) {
    if (text.empty()) return 0.0;
    const auto value = parse_real(text);
    if (!value || !std::isfinite(*value))
      fail("\"" + std::string(text) + "\" is no number; parameters are not evaluated");
    return *value;
  }

  std::int64_t integer(std::string_view text) {
    const auto value = parse_integer(text);
    if (!value) fail("\"" + std::string(text) + "\" is no integer; parameters are not evaluated");
    return *value;
  }

  // A later definition counts, as in Ansys.
  void place_node(std::int64_t node, const Vector3& place) { deck_.nodes[node] = place; }
  void turn_node_by(std::int64_t node, const Vector3& degrees) {
    angles_[node] = {at_line(file_, lines_.number()), degrees};
  }

  // N,node,x,y,z,thxy,thyz,thzx, or of a database "N,R5.3,LOC or ANG,node,solid,parameter,three
  // numbers", which node -1 ends.
  void take_node(const std::vector<std::string>& fields) {
    const bool coded = fields[1].rfind('R', 0) == 0;
    if (coded) {
      const std::int64_t node = integer(fields[3]);
      if (node < 1) return;
      const Vector3 numbers(real(fields[6]), real(fields[7]), real(fields[8]));
      if (fields[2] == "LOC")
        place_node(node, numbers);
      else if (fields[2] == "ANG")
        turn_node_by(node, numbers);
      else
        fail("\"" + fields[2] + "\" of an N command is neither LOC nor ANG");
      return;
    }
    if (system_ != "0") fail("N in coordinate system " + system_ + " is not read");
    const std::int64_t node = fields[1].empty()
                                  ? (deck_.nodes.empty() ? 1 : deck_.nodes.rbegin()->first + 1)
                                  : integer(fields[1]);
    place_node(node, {real(fields[2]), real(fields[3]), real(fields[4])});
    turn_node_by(node, {real(fields[5]), real(fields[6]), real(fields[7])});
  }

  BlockFormat read_format() {
    if (!lines_.next()) fail("the file is cut");
    std::string_view rest = trim(lines_.line());
    if (rest.size() > 1 && rest.front() == '(' && rest.back() == ')')
      rest = rest.substr(1, rest.size() - 2);
    BlockFormat format;
    std::string_view part;
    bool fits = true;
    while (take_comma_field(rest, part)) {
      const auto piece = parse_fortran_format(part);
      fits = fits && piece && format.reals == 0;
      if (!fits) break;
      const auto count = static_cast<std::size_t>(piece->count);
      const auto width = static_cast<std::size_t>(piece->width);
      if (piece->real) {
        format.reals = count;
        format.real_width = width;
      } else {
        if (format.integers == 0) format.width = width;
        format.integers += count;
        format.first_real += count * width;
      }
    }
    if (!fits || format.integers == 0)
      fail("\"" + std::string(lines_.line().substr(0, 60)) + "\" is no format of a block");
    return format;
  }

  // Places and angles, of which those behind the last one that is not zero need not stand there.
  void read_nodes() {
    const BlockFormat format = read_format();
    while (true) {
      if (!lines_.next()) fail("the file ends inside an NBLOCK");
      const std::string_view line = lines_.line();
      const auto node = parse_integer(column_field(line, 0, format.width));
      if (!node || *node < 1) {
        const std::string end = in_capitals(trim(line));
        if (end.rfind("N,", 0) == 0 || end.rfind("-1", 0) == 0) return;
        fail("\"" + std::string(trim(line).substr(0, 60)) + "\" is no line of an NBLOCK");
      }
      std::array<double, 6> numbers{};
      for (std::size_t k = 0; k < std::min(numbers.size(), format.reals); ++k)
        numbers[k] =
            real(column_field(line, format.first_real + k * format.real_width, format.real_width));
      place_node(*node, {numbers[0], numbers[1], numbers[2]});
      turn_node_by(*node, {numbers[3], numbers[4], numbers[5]});
    }
  }

  // CMBLOCK,name,NODE,count: labels, of which a negative one ends a range.
  void read_component(const std::vector<std::string>& fields) {
    const BlockFormat format = read_format();
    const bool nodes = fields[2].rfind("NODE", 0) == 0;
    const std::int64_t count = integer(fields[3]);
    std::vector<std::int64_t>* labels = nodes ? &deck_.sets[fields[1]] : nullptr;
    for (std::int64_t k = 0, last = 0; k < count; ++k) {
      const std::size_t column = static_cast<std::size_t>(k) % format.integers;
      if (column == 0 && !lines_.next()) fail("the file ends inside a CMBLOCK");
      const std::int64_t label =
          integer(column_field(lines_.line(), column * format.width, format.width));
      if (labels == nullptr) continue;
      if (label < 0 &&
          (last < 1 || -label < last || deck_.nodes.lower_bound(-label) == deck_.nodes.end()))
        fail(fmt::format("{} ends no range of nodes", label));
      for (std::int64_t between = last + 1; label < 0 && between <= -label; ++between)
        if (deck_.nodes.count(between) > 0) labels->push_back(between);
      if (label > 0) labels->push_back(label);
      last = std::abs(label);
    }
  }

  void skip_elements() {
    while (lines_.next())
      if (trim(lines_.line()) == "-1") return;
    fail("the file ends inside an EBLOCK");
  }

  std::string file_;
  LineReader lines_;
  Deck deck_;
  std::map<std::int64_t, std::pair<std::string, Vector3>> angles_;  // where; degrees
  std::set<std::string> eliminating_;
  std::string system_ = "0";  // the active one
};

}  // namespace

Deck read_coded_deck(const std::string& path) {
  const TextFile file = read_text(path);
  return CodedDeckReader(file).read();
}

}  // namespace mortise::gen
