// Matrix Market files as other tools write them: marks of byte order, small letters, indented
// comments, integers, entries that are parts of a sum.
#include "tests/generator/bodies/import/small_export.hpp"

namespace mortise::gen {
namespace {

FullModel import_market(const TemporaryFolder& folder, const std::string& stiffness) {
  folder.write("job_k.mtx", stiffness);
  folder.write("job_m.mtx",
               "%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 1 1\n2 2 4\n");
  folder.write("job.dof",
               "\xef\xbb\xbf"
               "1.1\n1.2\n");
  ImportOptions options;
  options.format = "matrix_market";
  options.path = folder.file("job");
  options.units = "SI";
  return import_matrices(options);
}

TEST(MarketVariants, AreReadAlike) {
  const std::string lines = "2 2 3\n1 1 2\n2 1 -1\n2 2 3\n";
  for (const std::string& text :
       {"%%MatrixMarket matrix coordinate integer symmetric\n" + lines,
        "%%matrixmarket MATRIX Coordinate real Symmetric\n" + lines,
        "\xef\xbb\xbf%%MatrixMarket matrix coordinate real symmetric\n" + lines,
        "%%MatrixMarket matrix coordinate real symmetric\n  % indented\n\t% by a tab\n" + lines,
        std::string("%%MatrixMarket matrix coordinate real symmetric\n2 2 5\n1 1 1.5\n2 1 -1\n"
                    "  % between\n2 2 1\n1 1 0.5\n2 2 2\n")}) {
    const TemporaryFolder folder;
    const FullModel model = import_market(folder, text);
    EXPECT_EQ(model.stiffness.coeff(0, 0), 2.0) << text;
    EXPECT_EQ(model.stiffness.coeff(0, 1), -1.0) << text;
    EXPECT_EQ(model.stiffness.coeff(1, 1), 3.0) << text;
    EXPECT_EQ(model.mass.coeff(1, 1), 4.0) << text;
  }
}

}  // namespace
}  // namespace mortise::gen
