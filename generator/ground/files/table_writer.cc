#include "generator/ground/files/table_writer.hpp"

#include "generator/ground/files/csv_writer.hpp"
#include "generator/ground/files/hdf5_writer.hpp"
#include "generator/ground/files/output_kind.hpp"

namespace mortise::gen {

std::unique_ptr<TableWriter> open_table(const std::string& path, const std::vector<Column>& columns,
                                        const TableOptions& options) {
  const std::string ending = ending_of(path);
  if (ending == ".h5" || ending == ".hdf5") return std::make_unique<Hdf5Writer>(path, columns);
  return std::make_unique<CsvWriter>(path, columns, options);
}

}  // namespace mortise::gen
