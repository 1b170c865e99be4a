// Dofs along the axes of their nodes, as Abaqus writes them, come out along the global ones.
#include "generator/bodies/import/local_axes.hpp"

#include "tests/generator/bodies/import/small_export.hpp"

namespace mortise::gen {
namespace {

constexpr char kTurnedDeck[] =
    "*NODE, NSET=ALL\n1, 1., 0., 0.\n2, 2., 0., 0.\n*NSET, NSET=T\n1,\n"
    "*TRANSFORM, NSET=T\n3., 4., 0., -4., 3., 0.\n";

FullModel import_turned(const TemporaryFolder& folder, const std::string& stiffness,
                        const std::string& format = "abaqus") {
  folder.write("job_STIF1.mtx", stiffness);
  folder.write("job_MASS1.mtx", "1,1, 1,1, 2.\n1,2, 1,2, 2.\n1,3, 1,3, 2.\n");
  folder.write("job.inp", kTurnedDeck);
  ImportOptions options;
  options.format = format;
  options.path = folder.file("job");
  options.units = "SI";
  return import_matrices(options);
}

TEST(LocalAxesOfAbaqus, AreTurnedToTheGlobalOnes) {
  const TemporaryFolder folder;
  const FullModel model = import_turned(folder, "1,1, 1,1, 100.\n1,2, 1,2, 200.\n1,3, 1,3, 300.\n");
  Eigen::Matrix3d axes;
  axes << 0.6, 0.8, 0.0, -0.8, 0.6, 0.0, 0.0, 0.0, 1.0;
  const Eigen::Matrix3d right = axes.transpose() * Vector3(100.0, 200.0, 300.0).asDiagonal() * axes;
  EXPECT_LT((Matrix(model.stiffness) - right).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((Matrix(model.mass) - 2.0 * Matrix::Identity(3, 3)).cwiseAbs().maxCoeff(), 1e-14);
}

// Local x, along (3, 4, 0) / 5, is held: the node moves by v along (-4, 3, 0) / 5, u_y = -3/4 u_x.
TEST(LocalAxesOfAbaqus, OfANodeThatIsHeldInSomeDirectionsLetItMoveAlongTheOthers) {
  const TemporaryFolder folder;
  const FullModel model = import_turned(folder, "1,1, 1,1, 1e36\n1,2, 1,2, 200.\n1,3, 1,3, 300.\n");
  EXPECT_EQ(model.dofs, (std::vector<Dof>{{1, 1}, {1, 3}}));
  EXPECT_NEAR(model.stiffness.coeff(0, 0), 200.0 / (0.8 * 0.8), 1e-11);
  EXPECT_NEAR(model.mass.coeff(0, 0), 2.0 / (0.8 * 0.8), 1e-13);
  EXPECT_NEAR(model.stiffness.coeff(1, 1), 300.0, 1e-12);
  ASSERT_EQ(model.followers.count({1, 2}), 1u);
  EXPECT_NEAR(model.followers.at({1, 2})[0].second, -0.75, 1e-14);
}

// CalculiX writes them along global axes, unless *FREQUENCY says GLOBAL=NO.
TEST(LocalAxesOfCalculix, AreThoseOfTheMatricesIfTheDeckSaysSo) {
  for (const bool local : {false, true}) {
    const TemporaryFolder folder;
    folder.write("job.dof", "1.1\n1.2\n1.3\n");
    folder.write("job.sti", "1 1 100.\n2 2 200.\n3 3 300.\n");
    folder.write("job.mas", "1 1 2.\n2 2 2.\n3 3 2.\n");
    folder.write("job.inp", std::string(kTurnedDeck) + "*STEP\n*FREQUENCY, SOLVER=MATRIXSTORAGE" +
                                (local ? ", GLOBAL=NO\n" : "\n"));
    ImportOptions options = small_options(folder);
    options.units = "SI";
    const FullModel model = import_matrices(options);
    // 0.6, 0.8 of local x and -0.8, 0.6 of local y
    EXPECT_NEAR(model.stiffness.coeff(0, 0), local ? 0.36 * 100.0 + 0.64 * 200.0 : 100.0, 1e-12);
    EXPECT_NEAR(model.stiffness.coeff(0, 1), local ? -48.0 : 0.0, 1e-12);
  }
}

}  // namespace
}  // namespace mortise::gen
