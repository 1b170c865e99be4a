#include "generator/io/table_writer.hpp"

#include "generator/io/csv_writer.hpp"
#include "generator/io/hdf5_writer.hpp"
#include "generator/io/output_kind.hpp"

namespace mortise::gen {

std::unique_ptr<TableWriter> open_table(const std::string& path, const std::vector<Column>& columns,
                                        const TableOptions& options) {
  const std::string ending = ending_of(path);
  if (ending == ".h5" || ending == ".hdf5") return std::make_unique<Hdf5Writer>(path, columns);
  return std::make_unique<CsvWriter>(path, columns, options);
}

}  // namespace mortise::gen
