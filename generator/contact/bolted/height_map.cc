#include "generator/contact/bolted/height_map.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "generator/ground/files/csv_dialect.hpp"
#include "generator/ground/files/csv_file.hpp"
#include "generator/ground/files/file_ledger.hpp"
#include "generator/ground/files/hdf5_file.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kSameLine = 1e-6;  // of the grid's extent
constexpr const char* kColumns = "give the columns x, y and height";

double metres(const std::string& unit, const std::string& where) {
  if (unit.empty() || unit == "m") return 1.0;
  if (unit == "mm") return 1e-3;
  if (unit == "um" || unit == "\xC2\xB5m" || unit == "\xCE\xBCm") return 1e-6;
  if (unit == "nm") return 1e-9;
  throw Error(where, "the unit \"" + unit + "\" is no length", "give m, mm, um or nm");
}

struct MeasuredPoint {
  double x = 0.0, y = 0.0, height = 0.0;
  std::int64_t line = 0;
};

std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields;
  const bool empty_last = !line.empty() && line.back() == ',';
  for (std::string_view field; take_comma_field(line, field);) fields.emplace_back(field);
  if (empty_last) fields.emplace_back();
  return fields;
}

MeasuredPoint point_of(std::string_view line, const std::array<double, 3>& units,
                       const std::string& where) {
  const std::vector<std::string> fields = fields_of(line);
  demand(fields.size() == 3, where, fmt::format("has {} columns", fields.size()), kColumns);
  std::array<double, 3> values{};
  for (std::size_t i = 0; i < 3; ++i) {
    const bool height = i == 2;
    const auto value =
        height && fields[i].empty() ? std::optional<double>(NAN) : parse_real(fields[i]);
    const bool fits = value && (std::isfinite(*value) || (height && std::isnan(*value)));
    demand(
        fits, where, "\"" + fields[i] + "\" is no finite number",
        height ? "give a height, or nan where none was measured" : "give x and y of every point");
    values[i] = units[i] * *value;
  }
  return {values[0], values[1], values[2], 0};
}

// The different ones among sorted coordinates.
std::vector<double> distinct(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const double same = kSameLine * (values.back() - values.front());
  std::vector<double> kept;
  for (const double v : values)
    if (kept.empty() || v - kept.back() > same) kept.push_back(v);
  return kept;
}

std::size_t index_of(const std::vector<double>& axis, double value) {
  const double same = kSameLine * (axis.back() - axis.front());
  return static_cast<std::size_t>(std::lower_bound(axis.begin(), axis.end(), value - same) -
                                  axis.begin());
}

void check_axis(const std::vector<double>& axis, const std::string& where) {
  demand(axis.size() >= 2, where, fmt::format("has {} different places", axis.size()),
         "give a grid of at least 2 x 2 points");
  for (std::size_t i = 0; i < axis.size(); ++i) {
    demand(std::isfinite(axis[i]), where, fmt::format("entry {} is not finite", i + 1),
           "give coordinates that increase");
    demand(i == 0 || axis[i] > axis[i - 1], where, fmt::format("entry {} does not increase", i + 1),
           "give coordinates that increase");
  }
}

// The interval of an axis that holds a value: its first point and the share of the second. Within
// half a spacing beyond the ends the end counts; else nothing.
struct Between {
  std::size_t first = 0;
  double share = 0.0;
};
std::optional<Between> between(const std::vector<double>& axis, double value) {
  const std::size_t last = axis.size() - 1;
  const double before = 0.5 * (axis[1] - axis[0]), behind = 0.5 * (axis[last] - axis[last - 1]);
  constexpr double kRounding = 1.0 + 1e-6;
  if (value < axis[0] - kRounding * before || value > axis[last] + kRounding * behind)
    return std::nullopt;
  const auto after = std::upper_bound(axis.begin(), axis.end(), value) - axis.begin();
  const auto first = static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(after - 1, 0, static_cast<std::ptrdiff_t>(last) - 1));
  const double share = (value - axis[first]) / (axis[first + 1] - axis[first]);
  return Between{first, std::clamp(share, 0.0, 1.0)};
}

std::string unit_of(hid_t data, const std::string& where) {
  if (H5Aexists(data, "unit") <= 0) return "";
  const Hdf5Id attribute(H5Aopen(data, "unit", H5P_DEFAULT), H5Aclose);
  const Hdf5Id type(H5Aget_type(attribute.get()), H5Tclose);
  demand(attribute.good() && H5Tget_class(type.get()) == H5T_STRING, where, "its unit is no text",
         "give the attribute unit m, mm, um or nm");
  if (H5Tis_variable_str(type.get()) > 0) {
    char* text = nullptr;
    demand(H5Aread(attribute.get(), type.get(), &text) >= 0 && text != nullptr, where,
           "its unit cannot be read", "give the attribute unit m, mm, um or nm");
    std::string unit(text);
    H5free_memory(text);
    return unit;
  }
  std::string unit(H5Tget_size(type.get()), '\0');
  demand(H5Aread(attribute.get(), type.get(), unit.data()) >= 0, where, "its unit cannot be read",
         "give the attribute unit m, mm, um or nm");
  return unit.substr(0, unit.find('\0'));
}

struct Dataset {
  std::vector<hsize_t> extent;
  std::vector<double> values;  // [m]
};

Dataset read_dataset(const std::string& path, hid_t file, const char* name, int dimensions) {
  const std::string where = path + ":" + name;
  const std::string shape = "give /x (n), /y (m) and /height (m x n)";
  demand(H5Lexists(file, name, H5P_DEFAULT) > 0, where, "there is no such dataset", shape);
  const Hdf5Id data(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose);
  demand(data.good(), where, "is no dataset", shape);
  const Hdf5Id space(H5Dget_space(data.get()), H5Sclose);
  demand(H5Sget_simple_extent_ndims(space.get()) == dimensions, where,
         fmt::format("has not {} dimensions", dimensions), shape);
  Dataset read;
  read.extent.resize(static_cast<std::size_t>(dimensions));
  H5Sget_simple_extent_dims(space.get(), read.extent.data(), nullptr);
  hsize_t count = 1;
  for (const hsize_t n : read.extent) count *= n;
  demand(count > 0 && count <= 1000000000u, where, fmt::format("has {} entries", count), shape);
  read.values.resize(count);
  demand(H5Dread(data.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                 read.values.data()) >= 0,
         where, "cannot be read as numbers", "write numbers");
  const double unit = metres(unit_of(data.get(), where), where);
  for (double& value : read.values) value *= unit;
  return read;
}

}  // namespace

HeightMap::HeightMap(const std::string& path) : path_(path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".h5" || ending == ".hdf5") {
    read_hdf5(path);
  } else {
    read_csv(path);
  }
  demand(height_.array().isFinite().any(), path, "holds no measured height", kColumns);
}

void HeightMap::read_csv(const std::string& path) {
  const TextFile text = read_text(path);
  LineReader lines(text.content);
  CsvDialect dialect;
  std::array<double, 3> units{1.0, 1.0, 1.0};
  std::vector<MeasuredPoint> points;
  bool head = true;
  while (lines.next()) {
    const std::string where = at_line(text.name, lines.number());
    const std::string plain = dialect.plain(lines.line(), where);
    const std::string_view line = trim(plain);
    if (line.empty()) continue;
    if (line.front() == '#') {
      constexpr std::string_view kUnits(kUnitsHead);
      if (line.substr(0, kUnits.size()) != kUnits) continue;
      const std::vector<std::string> named = fields_of(line.substr(kUnits.size()));
      demand(named.size() == 3 && points.empty(), where,
             fmt::format("names {} units", named.size()),
             "name those of x, y and height, before the first point");
      for (std::size_t i = 0; i < 3; ++i) units[i] = metres(named[i], where);
      continue;
    }
    if (head) {
      head = false;
      demand(fields_of(line) == std::vector<std::string>{"x", "y", "height"}, where,
             "the first row is \"" + std::string(line) + "\"", kColumns);
      continue;
    }
    points.push_back(point_of(line, units, where));
    points.back().line = lines.number();
  }
  demand(!points.empty(), path, "holds no points", kColumns);
  for (const MeasuredPoint& p : points) {
    x_.push_back(p.x);
    y_.push_back(p.y);
  }
  x_ = distinct(std::move(x_));
  y_ = distinct(std::move(y_));
  check_axis(x_, path + ": x");
  check_axis(y_, path + ": y");
  demand(x_.size() * y_.size() <= 8 * points.size(), path,
         fmt::format("{} points lie on {} different x and {} different y", points.size(), x_.size(),
                     y_.size()),
         "give points of a rectangular grid");
  height_ = Matrix::Constant(static_cast<Eigen::Index>(y_.size()),
                             static_cast<Eigen::Index>(x_.size()), NAN);
  std::vector<bool> given(x_.size() * y_.size(), false);
  for (const MeasuredPoint& p : points) {
    const std::size_t i = index_of(x_, p.x), j = index_of(y_, p.y);
    demand(!given[j * x_.size() + i], at_line(text.name, p.line), "the point stands twice",
           "give every point once");
    given[j * x_.size() + i] = true;
    height_(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) = p.height;
  }
}

void HeightMap::read_hdf5(const std::string& path) {
  note_input(path);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const Hdf5Id file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  demand(file.good(), path, "is no HDF5 file", "give a file written with HDF5, or CSV");
  x_ = read_dataset(path, file.get(), "/x", 1).values;
  y_ = read_dataset(path, file.get(), "/y", 1).values;
  check_axis(x_, path + ":/x");
  check_axis(y_, path + ":/y");
  const Dataset heights = read_dataset(path, file.get(), "/height", 2);
  demand(heights.extent[0] == y_.size() && heights.extent[1] == x_.size(), path + ":/height",
         fmt::format("is {} x {}, of {} y and {} x", heights.extent[0], heights.extent[1],
                     y_.size(), x_.size()),
         "give a row for every y and a column for every x");
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  height_ = Eigen::Map<const RowMajor>(heights.values.data(), static_cast<Eigen::Index>(y_.size()),
                                       static_cast<Eigen::Index>(x_.size()));
  demand(!height_.array().isInf().any(), path + ":/height", "an entry is infinite",
         "give nan where nothing was measured");
}

double HeightMap::nearest(const Eigen::Vector2d& place) const {
  double closest = HUGE_VAL, height = NAN;
  for (Eigen::Index j = 0; j < height_.rows(); ++j)
    for (Eigen::Index i = 0; i < height_.cols(); ++i) {
      if (std::isnan(height_(j, i))) continue;
      const Eigen::Vector2d there(x_[static_cast<std::size_t>(i)], y_[static_cast<std::size_t>(j)]);
      const double distance = (place - there).squaredNorm();
      if (distance >= closest) continue;
      closest = distance;
      height = height_(j, i);
    }
  return height;
}

double HeightMap::at(const Eigen::Vector2d& place, Holes holes) const {
  const auto column = between(x_, place.x()), row = between(y_, place.y());
  if (!column || !row) {
    throw Error(
        path_,
        fmt::format("the place {:.6g}, {:.6g} m is outside of the measured {:.6g} to {:.6g} "
                    "by {:.6g} to {:.6g} m",
                    place.x(), place.y(), x_.front(), x_.back(), y_.front(), y_.back()),
        "measure all of the zone, or set x0, y0, angle and mirror of the profile");
  }
  double sum = 0.0, measured = 0.0;
  for (const int dj : {0, 1})
    for (const int di : {0, 1}) {
      const double weight = (di == 1 ? column->share : 1.0 - column->share) *
                            (dj == 1 ? row->share : 1.0 - row->share);
      const double height = height_(static_cast<Eigen::Index>(row->first) + dj,
                                    static_cast<Eigen::Index>(column->first) + di);
      if (weight == 0.0 || std::isnan(height)) continue;
      sum += weight * height;
      measured += weight;
    }
  if (measured > 0.5) return sum / measured;
  if (holes == Holes::NEAREST) return nearest(place);
  throw Error(path_,
              fmt::format("no height was measured around {:.6g}, {:.6g} m", place.x(), place.y()),
              "set holes = \"nearest\" of the profile, or fill the file");
}

}  // namespace mortise::gen
