// Nodes whose dofs run along local axes, as decks of Nastran and Ansys say it: the body is the one
// that was exported without them.
#include <Eigen/Geometry>
#include <cmath>
#include <random>

#include "generator/bodies/condense/component.hpp"
#include "generator/bodies/import/local_axes.hpp"
#include "generator/bodies/mesh/beam.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/small_lu.hpp"
#include "tests/generator/bodies/import/small_export.hpp"
#include "tests/generator/bodies/import/vendor_writers.hpp"

namespace mortise::gen {
namespace {

using Axes3 = Eigen::Matrix3d;  // rows: local axes
using AxesOfNodes = std::map<std::int64_t, Axes3>;

constexpr double kDegree = M_PI / 180.0;

FullModel import_vendor(const std::string& format, const std::string& path,
                        const std::string& deck = "",
                        std::vector<std::string>* warnings = nullptr) {
  ImportOptions options;
  options.format = format;
  options.path = path;
  options.deck = deck;
  options.units = "SI";
  return import_matrices(options, warnings);
}

// Seven nodes with six dofs each, off all planes of the axes.
FullModel beam_off_the_axes() {
  BeamSpec spec;
  spec.material = {210e9, 0.3, 7850.0};
  spec.section = rectangular_section(0.03, 0.02);
  spec.origin = {0.2, 0.35, -0.45};
  spec.segments = {{6, 1.2}};
  spec.root = BeamEnd::free;
  return build_beam(spec);
}

// The body with K and M along these axes.
FullModel in_axes(FullModel model, const AxesOfNodes& axes) {
  std::vector<Eigen::Triplet<double>> entries;  // u_local = T u
  for (std::size_t i = 0; i < model.dofs.size(); ++i)
    for (std::size_t j = 0; j < model.dofs.size(); ++j) {
      const Dof &a = model.dofs[i], &b = model.dofs[j];
      if (a.node != b.node || a.is_rotation() != b.is_rotation()) continue;
      const auto own = axes.find(a.node);
      const double part = own == axes.end()
                              ? (i == j ? 1.0 : 0.0)
                              : own->second((a.direction - 1) % 3, (b.direction - 1) % 3);
      if (part != 0.0) entries.emplace_back(static_cast<int>(i), static_cast<int>(j), part);
    }
  SparseMatrix t(model.size(), model.size());
  t.setFromTriplets(entries.begin(), entries.end());
  model.stiffness = SparseMatrix(t * model.stiffness) * SparseMatrix(t.transpose());
  model.mass = SparseMatrix(t * model.mass) * SparseMatrix(t.transpose());
  return model;
}

void expect_same_body(const FullModel& read, const FullModel& plain, double tolerance) {
  ASSERT_EQ(read.dofs, plain.dofs);
  for (SparseMatrix FullModel::*matrix : {&FullModel::stiffness, &FullModel::mass}) {
    const SparseMatrix difference = read.*matrix - plain.*matrix;
    EXPECT_LE(difference.norm(), tolerance * (plain.*matrix).norm());
  }
  for (const auto& [label, place] : plain.nodes)
    EXPECT_LE((read.nodes.at(label) - place).norm(), tolerance) << label;
}

// A card of Nastran in fields of any kind.
std::string bulk_card(const std::string& name, const std::vector<std::string>& fields,
                      DmigFields kind) {
  const std::size_t of_line = kind == DmigFields::large ? 4 : 8;
  std::string text = kind == DmigFields::free    ? name
                     : kind == DmigFields::large ? fmt::format("{:8}", name + "*")
                                                 : fmt::format("{:8}", name);
  for (std::size_t k = 0; k < fields.size(); ++k) {
    if (k > 0 && k % of_line == 0)
      text += kind == DmigFields::free ? ",\n" : kind == DmigFields::large ? "\n*       " : "\n";
    if (k > 0 && k % of_line == 0 && kind == DmigFields::small) text += "+       ";
    if (kind == DmigFields::free)
      text += "," + fields[k];
    else
      text += fmt::format("{:{}}", fields[k], kind == DmigFields::large ? 16 : 8);
  }
  return text + (kind == DmigFields::free ? " $ a comment\n" : "\n");
}

std::string bulk_number(double value, DmigFields kind) {
  if (kind == DmigFields::free) return fmt::format("{:.17e}", value);
  return kind == DmigFields::large ? fmt::format("{:.10f}", value)
                                   : fmt::format("{:.6f}", value).substr(0, 8);
}

struct CoordinateSystem {
  Vector3 origin;
  Axes3 axes;

  Vector3 own(const Vector3& place) const { return axes * (place - origin); }
  Vector3 cylindrical(const Vector3& place) const {
    const Vector3 d = own(place);
    return {std::hypot(d[0], d[1]), std::atan2(d[1], d[0]) / kDegree, d[2]};
  }
  Vector3 spherical(const Vector3& place) const {
    const Vector3 d = own(place);
    return {d.norm(), std::acos(d[2] / d.norm()) / kDegree, std::atan2(d[1], d[0]) / kDegree};
  }
  // Three points that say it.
  std::array<Vector3, 3> points() const {
    const Vector3 x = axes.row(0), z = axes.row(2);
    return {origin, origin + 1.7 * z, origin + 0.9 * x + 0.4 * z};
  }
  Axes3 cylindrical_at(const Vector3& place) const {
    const Vector3 z = axes.row(2), arm = place - origin;
    Axes3 local;
    local.row(0) = (arm - arm.dot(z) * z).normalized();
    local.row(2) = z;
    local.row(1) = z.cross(Vector3(local.row(0)));
    return local;
  }
  Axes3 spherical_at(const Vector3& place) const {
    const Vector3 z = axes.row(2);
    Axes3 local;
    local.row(0) = (place - origin).normalized();
    local.row(2) = z.cross(Vector3(local.row(0))).normalized();
    local.row(1) = Vector3(local.row(2)).cross(Vector3(local.row(0)));
    return local;
  }
};

class DrawnSystems {
 public:
  double number(double reach) {
    return std::uniform_real_distribution<double>(-reach, reach)(draw_);
  }
  Vector3 place() { return {number(1.0), number(1.0), number(1.0)}; }
  Axes3 axes() {
    return Eigen::AngleAxisd(0.3 + std::abs(number(2.5)), place().normalized()).toRotationMatrix();
  }
  CoordinateSystem system() { return {place(), axes()}; }

 private:
  std::mt19937 draw_{11};
};

// A deck with one kind of system after the other, and the axes it gives.
struct NastranCase {
  AxesOfNodes axes;
  std::string deck, included;

  NastranCase(const FullModel& model, DmigFields kind) {
    DrawnSystems draw;
    const auto fields_of = [&](std::initializer_list<Vector3> points, const std::string& id,
                               const std::string& reference) {
      std::vector<std::string> fields{id, reference};
      for (const Vector3& p : points)
        for (int d = 0; d < 3; ++d) fields.push_back(bulk_number(p[d], kind));
      return fields;
    };
    const auto defined = [&](const std::string& name, const std::string& id,
                             const CoordinateSystem& s) {
      const auto [a, b, c] = s.points();
      return bulk_card(name, fields_of({a, b, c}, id, ""), kind);
    };
    const CoordinateSystem round = draw.system(), ball = draw.system(), plain = draw.system(),
                           by_nodes = draw.system(), usual = draw.system();
    CoordinateSystem chained = draw.system();
    included = defined("CORD2C", "20", round) + defined("cord2s", "30", ball);
    deck = "SOL 103\nCEND\nSPC = 1\nBEGIN BULK\n" +
           bulk_card("GRDSET", {"", "", "", "", "", "50"}, kind) + "INCLUDE 'sys\ntems.inc'\n" +
           defined("CORD2R", "10", plain) + defined("CORD2R", "50", usual);
    {
      const auto [a, b, c] = chained.points();
      deck += bulk_card(
          "CORD2R",
          fields_of({round.cylindrical(a), round.cylindrical(b), round.cylindrical(c)}, "60", "20"),
          kind);
    }
    const auto grid = [&](std::int64_t label, const std::string& in, const Vector3& x,
                          const std::string& cd) {
      deck += bulk_card("GRID",
                        {std::to_string(label), in, bulk_number(x[0], kind),
                         bulk_number(x[1], kind), bulk_number(x[2], kind), cd},
                        kind);
    };
    std::int64_t helper = 101;
    for (const Vector3& p : by_nodes.points()) grid(helper++, "", p, "0");
    deck += bulk_card("CORD1R", {"41", "103", "102", "101", "40", "101", "102", "103"}, kind);
    const auto at = [&](std::int64_t label) { return model.nodes.at(label); };
    grid(1, "", at(1), "0");
    grid(2, "20", round.cylindrical(at(2)), "10");
    grid(3, "30", ball.spherical(at(3)), "20");
    grid(4, "", at(4), "30");
    grid(5, "10", plain.own(at(5)), "40");
    grid(6, "", at(6), "");
    grid(7, "", at(7), "60");
    deck += "ENDDATA\nGRID,1,,9.,9.,9.\n";
    axes = {{2, plain.axes},
            {3, round.cylindrical_at(at(3))},
            {4, ball.spherical_at(at(4))},
            {5, by_nodes.axes},
            {6, usual.axes},
            {7, chained.axes}};
  }
};

void write_op4(const FullModel& model, const TemporaryFolder& folder) {
  write_dof_list(model, folder.file("job.dof"));
  write_bytes(folder.file("job.op4"), op4_text("KAA", model.stiffness, Op4Form::strings, true) +
                                          op4_text("MAA", model.mass, Op4Form::strings, true));
}

TEST(LocalAxesOfNastran, AreReadInEveryKindOfSystemAndField) {
  const FullModel beam = beam_off_the_axes();
  for (const auto& [kind, tolerance] :
       {std::pair(DmigFields::small, 1e-4), std::pair(DmigFields::large, 1e-8),
        std::pair(DmigFields::free, 1e-12)}) {
    const TemporaryFolder folder;
    const NastranCase deck(beam, kind);
    folder.write("job.bdf", deck.deck);
    folder.write("systems.inc", deck.included);
    write_op4(in_axes(beam, deck.axes), folder);
    const FullModel read = import_vendor("nastran", folder.file("job"));
    expect_same_body(read, beam, tolerance);
    // named as deck of another format, too
    write_dof_list(beam, folder.file("other.dof"));
    const FullModel turned = in_axes(beam, deck.axes);
    write_npz(npz_members(turned.stiffness, "csr"), folder.file("other_k.npz"), false);
    write_npz(npz_members(turned.mass, "csr"), folder.file("other_m.npz"), false);
    expect_same_body(import_vendor("npz", folder.file("other"), folder.file("job.bdf")), beam,
                     tolerance);
  }
}

TEST(LocalAxesOfNastran, StandInThePunchAmongTheMatrices) {
  const FullModel beam = beam_off_the_axes();
  const NastranCase deck(beam, DmigFields::large);
  const FullModel turned = in_axes(beam, deck.axes);
  const TemporaryFolder folder;
  const std::string nodes = deck.deck.substr(0, deck.deck.find("ENDDATA"));
  folder.write("systems.inc", deck.included);
  folder.write("job.pch", nodes + deck.included +
                              dmig_text("KAAX", turned.stiffness, turned.dofs, DmigFields::free) +
                              dmig_text("MAAX", turned.mass, turned.dofs, DmigFields::free));
  expect_same_body(import_vendor("nastran", folder.file("job")), beam, 1e-8);
  // with coordinates and sets from a deck of another code
  write_flat_deck(beam, folder.file("job.inp"));
  const FullModel read = import_vendor("nastran", folder.file("job"));
  expect_same_body(read, beam, 1e-8);
  EXPECT_EQ(read.sets, beam.sets);
}

TEST(LocalAxesOfNastran, ThatCannotBeReadAreToldByTheirCard) {
  FullModel one;
  one.dofs = {{1, 1}, {1, 2}, {1, 3}};
  one.stiffness = SparseMatrix(Vector3(1.0, 2.0, 3.0).asDiagonal());
  one.mass = SparseMatrix(Vector3(1.0, 1.0, 1.0).asDiagonal());
  const struct {
    const char *cards, *told;
  } cases[] = {
      {"GRID,1,,0.,0.,0.,7\n", "job.bdf:2: coordinate system 7 is not defined"},
      {"GRID,1,,0.,0.,0.,7\nCORD3G,7,1,2,3\n", "job.bdf:3: CORD3G is not read"},
      {"GRID,1,,0.,0.,0.,7\nCORD2R,7,8,0.,0.,0.,0.,0.,1.\n,1.,0.,0.\nCORD2R,8,7,0.,0.,0.,0.,0.,1.\n"
       ",1.,0.,0.\n",
       "depends on itself"},
      {"GRID,1,,0.,0.,0.,7\nCORD2R,7,,0.,0.,0.,0.,0.,1.\n,0.,0.,2.\n",
       "job.bdf:3: the three points"},
      {"GRID,1,,0.,0.,5.,7\nCORD2C,7,,0.,0.,0.,0.,0.,1.\n,1.,0.,0.\n",
       "job.bdf:2: the node lies on"},
      {"GRID,1,,0.,0.,0.,7\nCORD1R,7,1,2,3\n", "GRID 2 is not defined"},
      {"GRID,1,,0.,0.,x\n", "job.bdf:2: \"x\" is no coordinate"},
      {"GRID,1,,0.,0.,0.,-1\n", "is a point of a fluid"},
      {"GRID,1,,0.,0.,0.\nGRID,1,,0.,0.,1.\n", "job.bdf:3: GRID 1 stands twice"},
      {"INCLUDE 'none.inc'\n", "none.inc"},
      {"INCLUDE 'none\n", "do not close"},
      {"GRID,2,,0.,0.,0.\n", "does not define node 1"}};
  for (const auto& wrong : cases) {
    const TemporaryFolder folder;
    write_op4(one, folder);
    folder.write("job.bdf", std::string("BEGIN BULK\n") + wrong.cards);
    const std::string message = message_of([&] { import_vendor("nastran", folder.file("job")); });
    EXPECT_NE(message.find(wrong.told), std::string::npos) << wrong.cards << message;
  }
}

// About the node's own axes one after the other: z, the turned x, the y of both.
Axes3 turned_by_angles(const Vector3& degrees) {
  Axes3 axes = Axes3::Identity();
  const auto turn = [&axes](int axis, double angle) {
    const Vector3 about = axes.row(axis);
    for (int k = 0; k < 3; ++k) {
      const Vector3 old = axes.row(k);
      axes.row(k) = std::cos(kDegree * angle) * old + std::sin(kDegree * angle) * about.cross(old) +
                    (1.0 - std::cos(kDegree * angle)) * about.dot(old) * about;
    }
  };
  turn(2, degrees[0]);
  turn(0, degrees[1]);
  turn(1, degrees[2]);
  return axes;
}

struct AnsysCase {
  AxesOfNodes axes;
  std::string block, commands, coded;

  explicit AnsysCase(const FullModel& model) {
    DrawnSystems draw;
    block =
        "/COM,ANSYS RELEASE 2024 R1 $ N,1,9,9,9\n/PREP7\n*IF,_CDRDOFF,EQ,1,THEN\nNUMOFF,NODE, 7\n"
        "*ENDIF\nLOCAL,R5.0,LOC, 11,1, 0.0,0.0,0.0\nNBLOCK,6,SOLID, 7, 7\n(3i9,6e23.15e3)\n";
    commands = "! by hand\n/prep7\nlocal,11,1\ncsys,0\n";
    for (const auto& [label, x] : model.nodes) {
      Vector3 degrees(draw.number(180.0), draw.number(90.0), draw.number(180.0));
      if (label == 2) degrees = {30.0, 0.0, 0.0};
      if (label == 3) degrees = Vector3::Zero();
      if (label != 3) axes[label] = turned_by_angles(degrees);
      const auto number = [](double value) { return fmt::format("{:23.15e}", value); };
      block +=
          fmt::format("{:9}{:9}{:9}", label, 0, 0) + number(x[0]) + number(x[1]) + number(x[2]);
      for (int k = 0; k < (label == 3 ? 0 : label == 2 ? 1 : 3); ++k) block += number(degrees[k]);
      block += "\n";
      commands += fmt::format("n,{},{},{},{},{},{},{} $ n,{},0,0,0\n", label, x[0], x[1], x[2],
                              degrees[0], degrees[1], degrees[2], 100 + label);
      coded += fmt::format("N,R5.3,LOC,{:8},0,0.0,{},{},{}\n", label, x[0], x[1], x[2]);
      if (label != 3)
        coded += fmt::format("N,R5.3,ANG,{:8},0,0.0,{},{},{}\n", label, degrees[0], degrees[1],
                             degrees[2]);
    }
    coded += "N,R5.3,LOC,      -1,\n";
    block +=
        "N,R5.3,LOC,       -1,\nEBLOCK,19,SOLID, 1, 1\n(19i9)\n        1        1\n       -1\n"
        "CMBLOCK,TIP     ,NODE,       3  ! users node component definition\n(8i10)\n"
        "         1         5        -7\n"
        "CMBLOCK,PARTS,ELEM,1\n(8i10)\n         1\n";
  }
};

TEST(LocalAxesOfAnsys, AreTheAnglesOfTheDatabase) {
  const FullModel beam = beam_off_the_axes();
  const AnsysCase deck(beam);
  for (const std::string& text : {deck.block, deck.commands, "/PREP7\n" + deck.coded}) {
    const TemporaryFolder folder;
    write_ansys(in_axes(beam, deck.axes), folder.file("job"));
    folder.write("job.cdb", text);
    const FullModel read = import_vendor("ansys", folder.file("job"));
    expect_same_body(read, beam, 1e-12);
    if (text == deck.block) {
      EXPECT_EQ(read.sets.at("TIP"), (std::vector<std::int64_t>{1, 5, 6, 7}));
      EXPECT_EQ(read.sets.size(), 1u);
    }
    // beside a deck of another code that has the sets
    write_flat_deck(beam, folder.file("job.inp"));
    expect_same_body(import_vendor("ansys", folder.file("job")), beam, 1e-12);
  }
}

TEST(LocalAxesOfAnsys, ThatCannotBeReadAreToldByTheirCommand) {
  const FullModel beam = beam_off_the_axes();
  const std::string good = AnsysCase(beam).commands;
  const struct {
    std::string text, told;
  } cases[] = {{good + "nrotat,all\n", "job.cdb:12: NROTAT is not read"},
               {good + "NMODIF,1,,,,30\n", "NMODIF is not read"},
               {good + "/input,nodes,inp\n", "/INPUT is not read"},
               {good + "csys,1\nn,8,1,2,3\n", "job.cdb:13: N in coordinate system 1"},
               {good + "local,12,0,1,1,1\nn,8,1,2,3\n", "coordinate system 12"},
               {good + "n,8,width,2,3\n", "\"WIDTH\" is no number"},
               {"/PREP7\nNBLOCK,6,SOLID\n(3i9,x)\n", "job.cdb:3: \"(3i9,x)\" is no format"},
               {"/PREP7\nNBLOCK,6,SOLID\n(3i9,6e20.13)\n        1        0        0 1.0\n",
                "the file ends inside an NBLOCK"},
               {good + "CMBLOCK,A,NODE,2\n(8i10)\n       900      -902\n", "-902 ends no range"}};
  for (const auto& wrong : cases) {
    const TemporaryFolder folder;
    write_ansys(beam, folder.file("job"));
    folder.write("job.cdb", wrong.text);
    const std::string message = message_of([&] { import_vendor("ansys", folder.file("job")); });
    EXPECT_NE(message.find(wrong.told), std::string::npos) << message;
  }
}

// Without the rows and columns of these dofs, along the axes of their nodes.
FullModel held_along_axes(const FullModel& local, const std::vector<Dof>& held) {
  std::vector<Eigen::Index> rows;
  FullModel model = local;
  model.dofs.clear();
  for (std::size_t i = 0; i < local.dofs.size(); ++i)
    if (std::find(held.begin(), held.end(), local.dofs[i]) == held.end()) {
      rows.push_back(static_cast<Eigen::Index>(i));
      model.dofs.push_back(local.dofs[i]);
    }
  for (SparseMatrix FullModel::*matrix : {&FullModel::stiffness, &FullModel::mass}) {
    const Matrix whole(local.*matrix);
    const auto size = static_cast<Eigen::Index>(rows.size());
    Matrix part(size, size);
    for (Eigen::Index i = 0; i < size; ++i)
      for (Eigen::Index j = 0; j < size; ++j)
        part(i, j) = whole(rows[static_cast<std::size_t>(i)], rows[static_cast<std::size_t>(j)]);
    model.*matrix = part.sparseView();
  }
  return model;
}

// Compliance between displacements, K^-1 of those that move, zeros of those that do not.
Matrix compliance_between(const FullModel& model, const std::vector<Dof>& dofs) {
  const DofTable table(model);
  Matrix rows = Matrix::Zero(static_cast<Eigen::Index>(dofs.size()), model.size());
  for (std::size_t i = 0; i < dofs.size(); ++i)
    for (const auto& [row, weight] : table.motion(dofs[i]))
      rows(static_cast<Eigen::Index>(i), row) += weight;
  return rows * PivotedCholesky(Matrix(model.stiffness)).solve(Matrix(rows.transpose()));
}

Vector hertz_of(const FullModel& model) {
  return dense_modes(Matrix(model.stiffness), Matrix(model.mass),
                     rigid_body_level(model.stiffness, model.mass))
      .frequencies_hz();
}

// Rollers along local axes, one and two of a node, and rotations.
TEST(LocalAxesOfHeldNodes, LetThemMoveAlongTheOthers) {
  const FullModel beam = beam_off_the_axes();
  const AnsysCase deck(beam);
  const std::vector<Dof> held{{1, 2}, {1, 3}, {1, 5}, {4, 1}, {7, 3}, {7, 4}, {7, 5}};
  const FullModel local = held_along_axes(in_axes(beam, deck.axes), held);
  // what the global displacements are made of
  const Matrix inner = inverse(Matrix(local.stiffness));
  const Eigen::Index n = beam.size();
  Matrix made = Matrix::Zero(n, local.size());
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < local.size(); ++j) {
      const Dof &a = beam.dofs[static_cast<std::size_t>(i)],
                &b = local.dofs[static_cast<std::size_t>(j)];
      if (a.node != b.node || a.is_rotation() != b.is_rotation()) continue;
      const auto own = deck.axes.find(a.node);
      made(i, j) = own == deck.axes.end()
                       ? (a == b ? 1.0 : 0.0)
                       : own->second((b.direction - 1) % 3, (a.direction - 1) % 3);
    }
  const Matrix right = made * inner * made.transpose();
  const Vector hertz = hertz_of(local);
  std::string decoded = deck.block;
  for (const Dof& dof : held)
    decoded += fmt::format("D,{:7},{}  , 0.0000\n", dof.node,
                           std::array{"UX", "UY", "UZ", "ROTX", "ROTY", "ROTZ"}.at(
                               static_cast<std::size_t>(dof.direction - 1)));
  for (const bool other : {false, true}) {
    const TemporaryFolder folder;
    write_ansys(local, folder.file("job"));
    folder.write("job.cdb", decoded + (other ? "CE,R5.0,DEFI, 2, 1, 0.0\n" : ""));
    const FullModel read = import_vendor("ansys", folder.file("job"));
    EXPECT_LT((compliance_between(read, beam.dofs) - right).norm(), 1e-7 * right.norm());
    const Vector found = hertz_of(read);
    EXPECT_LT((found - hertz).cwiseAbs().maxCoeff(), 1e-7 * hertz.minCoeff());
  }
  // of which it is not known whether they are held
  const TemporaryFolder folder;
  write_ansys(local, folder.file("job"));
  folder.write("job.cdb", deck.block + "CE,R5.0,DEFI, 2, 1, 0.0\n");
  const std::string message = message_of([&] { import_vendor("ansys", folder.file("job")); });
  EXPECT_NE(message.find("node 1 has local axes and lacks a dof along axis 2"), std::string::npos)
      << message;
}

// SPC of nodes in local axes, and cards that eliminate others.
TEST(LocalAxesOfHeldNodes, AreThoseOfSpcAndOfTheGridInNastran) {
  const FullModel beam = beam_off_the_axes();
  AxesOfNodes axes{{2, turned_by_angles({30.0, 0.0, 0.0})},
                   {5, turned_by_angles({30.0, 0.0, 0.0})}};
  const std::vector<Dof> held{{2, 1}, {5, 1}, {5, 3}};
  const FullModel local = held_along_axes(in_axes(beam, axes), held);
  std::string deck = "CORD2R,9,,0.,0.,0.,0.,0.,1.\n,0.86602540378443865,0.5,0.\nRBE2,1,77,1,1\n";
  for (const auto& [label, x] : beam.nodes)
    deck += fmt::format("GRID,{},,{:.17g},{:.17g},{:.17g},{},{}\n", label, x[0], x[1], x[2],
                        axes.count(label) ? 9 : 0, label == 2 ? "1" : "");
  const struct {
    const char* cards;
    bool right;
  } cases[] = {{"SPC1,3,13,4,THRU,5\n", true},
               {"SPC,3,5,13,,5,1\n", true},
               {"SPC1,3,13,5\nSPC1,4,2,1\n", false},
               {"", false}};
  for (const auto& one : cases) {
    const TemporaryFolder folder;
    write_op4(local, folder);
    folder.write("job.dat", deck + one.cards);
    std::vector<std::string> warnings;
    const std::string message = message_of([&] {
      const FullModel read = import_vendor("nastran", folder.file("job"), "", &warnings);
      const Dof follows{5, 1}, leads{5, 2};  // along the axis at 120 degrees
      ASSERT_EQ(read.followers.count(follows), 1u);
      ASSERT_EQ(read.followers.at(follows).size(), 1u);
      EXPECT_EQ(read.followers.at(follows)[0].first, leads);
      EXPECT_NEAR(read.followers.at(follows)[0].second, -std::tan(30.0 * kDegree), 1e-12);
    });
    EXPECT_EQ(message.find("no error") == 0, one.right) << message;
    if (one.right) EXPECT_NE(warnings.front().find("job.dat:3: RBE2"), std::string::npos);
  }
}

}  // namespace
}  // namespace mortise::gen
