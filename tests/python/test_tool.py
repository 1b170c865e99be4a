"""The Python module against the command line tool: the same numbers to the last bit."""
import os
import pathlib
import subprocess
import tempfile
import unittest

import mortise
import numpy as np

SEEDS = pathlib.Path(os.environ["MORTISE_SEEDS"])


def call(*arguments):
    subprocess.run([os.environ["MORTISE"], *map(str, arguments)], check=True, capture_output=True)


class AgainstTheTool(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return pathlib.Path(self.folder.name) / name

    def test_scenarios_are_those_of_run(self):
        compared = 0
        for model_path in sorted(SEEDS.glob("*.mrt")):
            model = mortise.open(model_path)
            for scenario in model.scenarios[:1]:
                with self.subTest(model_path.name):
                    csv = self.path("out.csv")
                    call("run", model_path, "--scenario", scenario.name, "--status", "-o", csv)
                    with open(csv, encoding="utf-8") as file:
                        names = file.readline().strip().split(",")
                        rows = np.array([[float(x) for x in line.split(",")] for line in file])
                    trace = model.play(scenario.name)
                    self.assertEqual(names, ["time"] + [o.name for o in model.outputs] + ["status"])
                    rows = rows[len(rows) - len(trace):]  # structures write their start, too
                    self.assertTrue(np.array_equal(rows[:, 0], trace.time))
                    self.assertTrue(np.array_equal(rows[:, 1:-1], trace.y))
                    self.assertTrue(np.array_equal(rows[:, -1].astype(np.uint32), trace.status))
                    compared += 1
        self.assertGreater(compared, 15)

    def test_the_linear_space_is_that_of_linearize(self):
        for name, scenario, steps in (("jenkins", "push", 200), ("several", "sweep", 100)):
            with self.subTest(name):
                model_path = SEEDS / f"{name}.mrt"
                model = mortise.open(model_path)
                npz = self.path("space.npz")
                call("linearize", model_path, "--scenario", scenario, "--time",
                     repr(steps * model.step_size), "-o", npz)
                there = np.load(npz)
                state = model.state()
                state.play(scenario, steps * model.step_size)
                ahead = model.state()
                u = ahead.play(scenario, (steps + 1) * model.step_size).u[-1]
                space = state.linearize(u)
                for key in ("A", "B", "C", "D"):
                    self.assertTrue(np.array_equal(there[key], getattr(space, key)), key)


if __name__ == "__main__":
    unittest.main()
