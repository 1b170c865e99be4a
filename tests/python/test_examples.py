"""The examples run as their heads say."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

MODELS = pathlib.Path(os.environ["MORTISE_MODELS"])
EXAMPLES = pathlib.Path(os.environ["MORTISE_PYTHON_SOURCES"]) / "examples"
TOOL = os.environ["MORTISE"]


class Examples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.model = pathlib.Path(cls.folder.name) / "beam_wall.mrt"
        subprocess.run([TOOL, "build", str(MODELS / "beam_wall/beam_wall.toml"), "--uncertified", "-o",
                        str(cls.model)], check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_example(self, name, *arguments):
        done = subprocess.run([sys.executable, "-B", str(EXAMPLES / name), *map(str, arguments)],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_on_a_bench(self):
        said = self.run_example("on_a_bench.py", self.model, "force", "tip_normal")
        self.assertIn("golden trace", said)
        self.assertIn("2100 steps", said)

    def test_controller_damps_the_model(self):
        said = self.run_example("controller.py", self.model, "force", "tip_normal")
        less = float(said.rsplit("damped, ", 1)[1].split()[0])
        self.assertGreater(less, 10.0)  # a beam in front of a wall, which it has struck

    def test_from_a_full_model(self):
        definition = MODELS / "two_cantilevers/two_cantilevers.toml"
        said = self.run_example("from_a_full_model.py", definition, "uAy", TOOL)
        error = float(said.split("largest error ")[1].split()[0])
        self.assertLess(error, 2.0)  # per cent, case I without friction
        self.assertIn("contact.stiffness +-20 %", said)

    def test_measure(self):
        said = self.run_example("measure.py", self.model, "--states", 50, "--steps", 20, "--repeats", 2)
        self.assertIn("called from a loop", said)
        self.assertIn("50 states, 20 steps, 1 thread", said)
        self.assertIn("threads are faster by", said)


if __name__ == "__main__":
    unittest.main()
