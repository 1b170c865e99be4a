#include "generator/simulate/assemble/shape_file.hpp"

#include <hdf5.h>

#include <cmath>
#include <filesystem>
#include <vector>

#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/files/csv_dialect.hpp"
#include "generator/ground/files/hdf5_file.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr Eigen::Index kMostShapes = 2000;

// Rows as they come, put where the model has them.
class ShapeRows {
 public:
  ShapeRows(const FullModel& model, Eigen::Index shapes)
      : model_(model),
        table_(model),
        shapes_(model.size(), shapes),
        given_(static_cast<std::size_t>(model.size()), false) {}

  void add(const Dof& dof, const Vector& values, const std::string& where) {
    const Eigen::Index row = table_.find(dof);
    if (row < 0) return;  // held
    demand(values.allFinite(), where, "a value is not finite", "check the shapes");
    demand(!given_[static_cast<std::size_t>(row)], where,
           "direction " + std::to_string(dof.direction) + " of node " + std::to_string(dof.node) +
               " stands twice",
           "give every dof once");
    given_[static_cast<std::size_t>(row)] = true;
    shapes_.row(row) = values.transpose();
  }

  Matrix complete(const std::string& path) const {
    for (std::size_t i = 0; i < given_.size(); ++i)
      demand(given_[i], path,
             "direction " + std::to_string(model_.dofs[i].direction) + " of node " +
                 std::to_string(model_.dofs[i].node) + " is missing",
             "give a row for every dof of the model");
    return shapes_;
  }

 private:
  const FullModel& model_;
  DofTable table_;
  Matrix shapes_;
  std::vector<bool> given_;
};

std::vector<double> fields_of(std::string_view line, const std::string& where) {
  std::vector<double> fields;
  std::string_view field;
  while (take_comma_field(line, field)) {
    const auto value = parse_real(field);
    demand(value.has_value(), where, "\"" + std::string(field) + "\" is no number",
           "give node, direction and a number per shape");
    fields.push_back(*value);
  }
  return fields;
}

Dof dof_of(double node, double direction, const std::string& where) {
  demand(node == std::floor(node) && std::abs(node) < 9e15 && direction == std::floor(direction) &&
             direction >= 1 && direction <= 6,
         where, "does not begin with a node and a direction 1..6",
         "give node, direction and a number per shape");
  return {static_cast<std::int64_t>(node), static_cast<int>(direction)};
}

Matrix read_csv_shapes(const std::string& path, const FullModel& model) {
  const TextFile text = read_text(path);
  LineReader lines(text.content);
  CsvDialect dialect;
  bool head = true;
  std::optional<ShapeRows> rows;
  std::size_t width = 0;
  while (lines.next()) {
    const std::string line = dialect.plain(lines.line(), at_line(text.name, lines.number()));
    if (trim(line).empty() || line.front() == '#') continue;
    if (head) {
      head = false;
      continue;
    }
    const std::string where = at_line(text.name, lines.number());
    const std::vector<double> fields = fields_of(line, where);
    if (!rows) {
      width = fields.size();
      demand(width >= 3 && width < static_cast<std::size_t>(kMostShapes), where,
             "has " + std::to_string(width) + " columns",
             "give node, direction and 1 to 2000 shapes");
      rows.emplace(model, static_cast<Eigen::Index>(width) - 2);
    }
    demand(fields.size() == width, where,
           "has " + std::to_string(fields.size()) + " columns, the rows before " +
               std::to_string(width),
           "give every shape a number");
    const auto count = static_cast<Eigen::Index>(width) - 2;
    rows->add(dof_of(fields[0], fields[1], where),
              Eigen::Map<const Vector>(fields.data() + 2, count), where);
  }
  demand(rows.has_value(), path, "holds no rows", "give a head and a row for every dof");
  return rows->complete(path);
}

// A dataset of two dimensions, row by row.
struct Grid {
  Eigen::Index rows = 0, columns = 0;
  std::vector<double> values;
};

Grid read_grid(const std::string& path, hid_t file, const char* name) {
  const std::string where = path + ":" + name;
  const Hdf5Id data(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose);
  demand(data.good(), where, "there is no such dataset", "give /dofs (n x 2) and /shapes (n x p)");
  const Hdf5Id space(H5Dget_space(data.get()), H5Sclose);
  hsize_t size[2] = {0, 0};
  const bool fits = H5Sget_simple_extent_ndims(space.get()) == 2 &&
                    H5Sget_simple_extent_dims(space.get(), size, nullptr) == 2 && size[0] > 0 &&
                    size[1] > 0 && size[0] < (1ULL << 31U) &&
                    size[1] <= static_cast<hsize_t>(kMostShapes);
  demand(fits, where, "is no matrix of a fitting size", "give /dofs (n x 2) and /shapes (n x p)");
  Grid grid{static_cast<Eigen::Index>(size[0]), static_cast<Eigen::Index>(size[1]), {}};
  grid.values.resize(size[0] * size[1]);
  demand(H5Dread(data.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                 grid.values.data()) >= 0,
         where, "cannot be read as numbers", "write numbers");
  return grid;
}

Matrix read_hdf5_shapes(const std::string& path, const FullModel& model) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const Hdf5Id file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  demand(file.good(), path, "is no HDF5 file", "give a file written with HDF5, or CSV");
  const Grid dofs = read_grid(path, file.get(), "/dofs");
  const Grid shapes = read_grid(path, file.get(), "/shapes");
  demand(dofs.columns == 2 && dofs.rows == shapes.rows, path,
         "/dofs is " + std::to_string(dofs.rows) + " x " + std::to_string(dofs.columns) +
             ", /shapes has " + std::to_string(shapes.rows) + " rows",
         "give node and direction for every row of /shapes");
  ShapeRows rows(model, shapes.columns);
  for (Eigen::Index i = 0; i < shapes.rows; ++i) {
    const std::string where = path + ":/dofs row " + std::to_string(i + 1);
    const double* dof = dofs.values.data() + 2 * i;
    rows.add(dof_of(dof[0], dof[1], where),
             Eigen::Map<const Vector>(shapes.values.data() + i * shapes.columns, shapes.columns),
             where);
  }
  return rows.complete(path);
}

}  // namespace

Matrix read_shapes(const std::string& path, const FullModel& model) {
  const std::string ending = std::filesystem::path(path).extension().string();
  return ending == ".h5" || ending == ".hdf5" ? read_hdf5_shapes(path, model)
                                              : read_csv_shapes(path, model);
}

}  // namespace mortise::gen
