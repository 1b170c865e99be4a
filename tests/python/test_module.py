"""The Python module on the small models of every law."""
import ast
import copy
import gc
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest
import weakref
import zipfile

import mortise
import numpy as np

SEEDS = pathlib.Path(os.environ["MORTISE_SEEDS"])
VERSION = pathlib.Path(os.environ["MORTISE_WHEEL"]).name.split("-")[1]
SOURCES = pathlib.Path(os.environ["MORTISE_PYTHON_SOURCES"])


def seeds():
    return sorted(SEEDS.glob("*.mrt"))


def open_seed(name):
    return mortise.open(SEEDS / f"{name}.mrt")


def resting(model, steps):
    """Inputs at their defaults."""
    return model.both_ends(np.tile([i.default for i in model.inputs], (steps + 1, 1)))


def pushed(model, steps, seed=1):
    """Inputs at random within a thousandth of their range about the default."""
    draw = np.random.default_rng(seed)
    nodes = np.tile([i.default for i in model.inputs], (steps + 1, 1))
    for k, i in enumerate(model.inputs):
        near = 1e-3 * min(i.maximum - i.default, i.default - i.minimum)
        nodes[:, k] += near * draw.uniform(-1, 1, steps + 1)
    return model.both_ends(nodes)


class EveryLaw(unittest.TestCase):
    def test_there_are_models(self):
        self.assertGreater(len(seeds()), 20)

    def test_stored_scenarios_play_and_golden_traces_pass(self):
        played = 0
        for path in seeds():
            with self.subTest(path.name):
                model = mortise.open(path)
                for scenario in model.scenarios:
                    trace = model.play(scenario.name)
                    steps = round(scenario.duration / model.step_size)
                    self.assertEqual(trace.y.shape, (steps, len(model.outputs)))
                    self.assertTrue(np.isfinite(trace.y).all())
                    self.assertAlmostEqual(trace.time[-1], scenario.duration, delta=model.step_size)
                    self.assertEqual(trace.seen & mortise.Status.BAD_CALL, 0)
                    played += 1
                if model.scenarios:
                    passed, trace_hash = model.state().selftest()
                    self.assertTrue(passed)
                    self.assertNotEqual(trace_hash, 0)
        self.assertGreater(played, 20)

    def test_states_in_turns_have_the_same_bits_whatever_the_threads(self):
        model = open_seed("alpha")
        count, steps = 300, 40
        draw = np.random.default_rng(7)
        u = np.ascontiguousarray(pushed(model, steps)[:, None, :] * draw.uniform(0.5, 1, (1, count, 1)))
        u = u[:, :, :model.input_values]
        outs, statuses = [], []
        for threads in (1, 2, 7):
            batch = model.batch(count, threads)
            out = [batch.run(u)]
            out += [batch.run(np.ascontiguousarray(u[:1])) for _ in range(3)]  # little work: one thread
            outs.append(np.concatenate(out))
            statuses.append(batch.status)
        self.assertTrue(np.array_equal(outs[0], outs[1]) and np.array_equal(outs[0], outs[2]))
        self.assertEqual(len(set(statuses)), 1)

    def test_step_by_step_run_and_batch_have_the_same_bits(self):
        for path in seeds():
            with self.subTest(path.name):
                model = mortise.open(path)
                u = pushed(model, 40)
                alone, together = model.state(), model.state()
                y = np.array([alone.step(row).copy() for row in u])
                trace = together.run(u)
                self.assertTrue(np.array_equal(y, trace.y))
                self.assertEqual(alone.save(), together.save())
                for threads in (1, 3):
                    batch = model.batch(5, threads)
                    many = batch.run(np.ascontiguousarray(np.repeat(u[:, None, :], 5, axis=1)))
                    self.assertTrue(all(np.array_equal(many[:, k], y) for k in range(5)))
                    self.assertEqual(batch.state(3).save(), alone.save())

    def test_a_snapshot_goes_on_with_the_same_bits(self):
        for path in seeds():
            with self.subTest(path.name):
                model = mortise.open(path)
                state, u = model.state(), pushed(model, 60)
                state.run(u[:30])
                snapshot, twin = state.save(), state.copy()
                first = state.run(u[30:])
                other = model.state()
                other.restore(snapshot)
                self.assertTrue(np.array_equal(other.run(u[30:]).y, first.y))
                self.assertTrue(np.array_equal(twin.run(u[30:]).y, first.y))
                self.assertEqual(first.time[0], 31 * model.step_size)

    def test_copies_and_what_was_pickled_go_on_by_themselves(self):
        for path in seeds():
            with self.subTest(path.name):
                model = mortise.open(path)
                state, batch, u = model.state(), model.batch(2, 1), pushed(model, 40)
                state.run(u[:20])
                both = np.repeat(u[:, None], 2, axis=1)
                batch.run(np.ascontiguousarray(both[:20]))
                for made in (copy.copy, copy.deepcopy, lambda of: pickle.loads(pickle.dumps(of))):
                    one, two = made((state, batch)) if made is not copy.copy else (
                        copy.copy(state), copy.copy(batch))
                    self.assertEqual((one.steps, one.status), (20, state.status))
                    here = state.copy()
                    expected = here.run(u[20:]).y
                    self.assertTrue(np.array_equal(one.run(u[20:]).y, expected))
                    self.assertEqual((one.steps, state.steps), (40, 20))
                    rest = two.run(np.ascontiguousarray(both[20:]))
                    self.assertTrue(np.array_equal(rest[:, 1], expected))
                    self.assertEqual(batch.state(0).steps, 20)
                    self.assertEqual(two.threads, 1)

    def test_a_model_is_its_own_copy_and_pickled_its_file(self):
        path = seeds()[0]
        model = mortise.open(path)
        self.assertIs(copy.deepcopy(model), model)
        self.assertIs(copy.copy(model), model)
        one, two = pickle.loads(pickle.dumps((model.state(), model.state())))
        self.assertIs(one.model, two.model)
        self.assertEqual(one.model._native.file(), path.read_bytes())

    def test_the_linear_space_predicts_small_motions(self):
        for name in ("free", "frame"):
            with self.subTest(name):
                model = open_seed(name)
                state = model.state()
                state.step(None)
                space = state.linearize()
                self.assertLess(space.settled, 1e-9)
                inputs = len(model.inputs)
                du = np.full(inputs, 1e-4)
                linear = space.y_next + (space.D + space.D_end) @ du
                u = resting(model, 1)[0] + np.tile(du, model.input_values // inputs)
                scale = np.abs((space.D + space.D_end) @ du).max()
                self.assertLess(np.abs(state.step(u) - linear).max(), 1e-6 * scale)
                self.assertEqual(len(space.states), len(space.x))

    def test_starts_are_explained_by_their_place(self):
        self.assertEqual(open_seed("free").state().linearize().settled, 0.0)
        # stored pressures that no gap has give way to those of the law; rounding alone is told
        self.assertTrue(0.0 < open_seed("frame").state().linearize().settled < 1e-12)


class InPlace(unittest.TestCase):
    def test_outputs_go_where_they_are_told(self):
        model = open_seed("alpha")
        state, y = model.state(), np.full(len(model.outputs), np.nan)
        self.assertIs(state.step(None, y), y)
        self.assertTrue(np.isfinite(y).all())
        trace = model.play("push")
        self.assertIs(trace["displacement"].base, trace.y)

    def test_other_arrays_are_refused_not_copied(self):
        model = open_seed("alpha")
        state, values = model.state(), model.input_values
        wide = np.zeros((values, 2))
        for bad, error in [(np.zeros(values, np.float32), TypeError), (wide[:, 0], TypeError),
                           (np.zeros(values + 1), ValueError), ([0.0] * values, TypeError)]:
            with self.assertRaises(error):
                state.step(bad)
        frozen = np.zeros(len(model.outputs))
        frozen.flags.writeable = False
        with self.assertRaisesRegex(TypeError, "y must be a writable"):
            state.step(None, frozen)
        self.assertEqual(state.steps, 0)

    def test_samples_become_straight_lines(self):
        model = open_seed("alpha")
        h = model.step_size
        name = model.inputs[0].name
        u = model.samples([0.0, 4 * h], {name: [0.0, 8.0]})
        self.assertTrue(np.allclose(u[:, 0], [0, 2, 4, 6]))
        if model.input_values > len(model.inputs):
            self.assertTrue(np.allclose(u[:, len(model.inputs)], [2, 4, 6, 8]))
        with self.assertRaisesRegex(KeyError, "has no input 'forse'"):
            model.samples([0.0, h], {"forse": [0.0, 0.0]})


class Faults(unittest.TestCase):
    def test_files_that_are_none_say_why(self):
        good = (SEEDS / "alpha.mrt").read_bytes()
        for data, words in [(b"", "shorter"), (good[:-100], "checksum"),
                            (good[:999] + bytes([good[999] ^ 1]) + good[1000:], "checksum")]:
            with self.assertRaisesRegex(mortise.ModelError, words) as caught:
                mortise.open(data)
            self.assertTrue(caught.exception.field)
            again = pickle.loads(pickle.dumps(caught.exception))
            self.assertEqual((str(again), again.field), (str(caught.exception), caught.exception.field))
        with self.assertRaises(FileNotFoundError):
            mortise.open(SEEDS / "absent.mrt")

    def test_names_that_are_none_list_those_there_are(self):
        model = open_seed("alpha")
        state = model.state()
        for call in (model.output, model.parameter, model.scenario, model.play,
                     lambda n: state[n]):
            with self.assertRaisesRegex(KeyError, "it has: "):
                call("nonsense")

    def test_parameters_keep_to_their_range(self):
        model = open_seed("several")
        state = model.state()
        for p in model.parameters:
            before = state[p.name]
            with self.assertRaisesRegex(ValueError, p.name.replace(".", "[.]")):
                state[p.name] = np.nan
            self.assertEqual(state[p.name], before)
            state[p.name] = p.minimum
            self.assertEqual(state[p.name], p.minimum)
        batch = model.batch(3)
        name, low = model.parameters[0].name, model.parameters[0].minimum
        batch.set(name, [low, state[name], low])
        self.assertEqual(batch.state(2)[name], low)
        with self.assertRaisesRegex(ValueError, "of state 1"):
            batch.set(name, [low, np.inf, low])
        friction = open_seed("alpha").state()
        with self.assertRaisesRegex(ValueError, r"^contact.friction is 0 .. [0-9.]+, not -1$"):
            friction["contact.friction"] = -1

    def test_inputs_that_are_no_numbers_are_held(self):
        model = open_seed("alpha")
        state = model.state()
        state.step(np.full(model.input_values, np.nan))
        self.assertIn(mortise.Status.HELD, state.status)
        self.assertIn("last good value", state.status.text)
        self.assertEqual(state.statistics["held"], 1)

    def test_snapshots_of_others_and_damaged_ones_change_nothing(self):
        state = open_seed("alpha").state()
        state.run(pushed(state.model, 10))
        kept = state.save()
        damaged = bytearray(kept)
        damaged[200] ^= 4
        for bad in (open_seed("joint").state().save(), bytes(damaged), kept[:-8], b""):
            with self.assertRaises(ValueError):
                state.restore(bad)
        self.assertEqual(state.save(), kept)
        with self.assertRaisesRegex(ValueError, "same model"):
            open_seed("alpha").batch(1).load(0, state)

    def test_counts_that_cannot_be(self):
        model = open_seed("alpha")
        for count in (0, -1, 2**62):
            with self.assertRaises((ValueError, MemoryError)):
                model.batch(count)
        with self.assertRaises(ValueError):
            model.batch(1, threads=0)
        with self.assertRaises(IndexError):
            model.batch(2).state(2)
        with self.assertRaises(ValueError):
            model.batch(2).run(np.zeros((3, 3, model.input_values)))

    def test_a_carried_film_has_no_state_space_and_says_so(self):
        with self.assertRaisesRegex(ValueError, "no state space"):
            open_seed("carried").state().linearize()


class Threads(unittest.TestCase):
    def test_a_state_belongs_to_one_thread(self):
        model = open_seed("several")
        batch = model.batch(64, 1)
        u = np.zeros((4000, 64, model.input_values))
        refused, done = 0, threading.Event()

        def run():
            batch.run(u)
            done.set()

        thread = threading.Thread(target=run)
        thread.start()
        while not done.is_set():
            try:
                batch.state(0)
            except RuntimeError:
                refused += 1
        thread.join()
        self.assertGreater(refused, 0)  # the lock was released, and the states were not
        self.assertEqual(batch.state(0).steps, 4000)

    def test_a_model_is_shared(self):
        model = open_seed("several")
        u, results = pushed(model, 500), [None] * 4

        def run(k):
            results[k] = model.state().run(u).y

        threads = [threading.Thread(target=run, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(all(np.array_equal(r, results[0]) for r in results))

    def test_models_live_as_long_as_their_states_and_no_longer(self):
        state = open_seed("alpha").state()
        gc.collect()
        state.step()
        model = weakref.ref(state.model)
        del state
        gc.collect()
        self.assertIsNone(model())


class Control(unittest.TestCase):
    def test_riccati_of_one_state_is_its_closed_form(self):
        a, b, q, r = 1.1, 0.5, 2.0, 3.0
        gain, cost = mortise.control.riccati(*(np.array([[v]]) for v in (a, b, q, r)))
        # P = a^2 P - a^2 P^2 b^2 / (r + b^2 P) + q
        p = cost.item()
        self.assertAlmostEqual(p, a**2 * p - a**2 * p**2 * b**2 / (r + b**2 * p) + q, places=12)
        self.assertAlmostEqual(gain.item(), a * b * p / (r + b**2 * p), places=12)
        with self.assertRaisesRegex(ValueError, "does not settle"):
            mortise.control.riccati(np.eye(1) * 1.1, np.zeros((1, 1)), np.eye(1), np.eye(1))

    def test_a_plant_over_ticks_is_the_model_stepped(self):
        model = open_seed("free")
        space = model.state().linearize()
        inputs, steps = len(model.inputs), 7
        for loop in ("direct", "linear") if model.input_values > inputs else ("direct",):
            plant = mortise.control.plant(space, 0, 0, steps, loop)
            ends = []
            for size in (0.0, 1.0):
                state, u = model.state(), np.zeros(model.input_values)
                for k in range(steps):
                    u[0] = size * (1.0 if loop == "direct" else k / steps)
                    if model.input_values > inputs:
                        u[inputs] = size * (1.0 if loop == "direct" else (k + 1) / steps)
                    y = state.step(u)
                ends.append(y[0])
            expected = (plant.C @ plant.B_now).item()
            self.assertAlmostEqual(ends[1] - ends[0], expected, delta=1e-6 * abs(expected))


class Package(unittest.TestCase):
    def test_the_stub_has_every_status(self):
        stub = ast.parse((SOURCES / "mortise/_status.pyi").read_text())
        status = next(n for n in stub.body if isinstance(n, ast.ClassDef))
        said = {n.targets[0].id: n.value.value for n in status.body if isinstance(n, ast.Assign)}
        self.assertEqual(said, {s.name: int(s) for s in mortise.Status})

    def test_the_stub_of_the_extension_has_every_method(self):
        from mortise import _native
        stub = ast.parse((SOURCES / "mortise/_native.pyi").read_text())
        for described in (n for n in stub.body if isinstance(n, ast.ClassDef)):
            said = {f.name for f in described.body} - {"__new__"}
            there = {n for n in vars(getattr(_native, described.name)) if not n.startswith("_")}
            self.assertEqual(said, there)

    def test_everything_public_is_described(self):
        for name in mortise.__all__:
            self.assertTrue(getattr(mortise, name).__doc__, name)

    def test_the_wheel_has_the_same_bytes_when_it_is_made_again(self):
        wheel = pathlib.Path(os.environ["MORTISE_WHEEL"])
        with tempfile.TemporaryDirectory() as folder:
            with zipfile.ZipFile(wheel) as made:
                native = made.extract("mortise/_native.abi3.so", folder)
            again = pathlib.Path(folder) / "again" / wheel.name
            subprocess.run([sys.executable, "-B", str(SOURCES / "make_wheel.py"), VERSION, native,
                            str(again)], check=True)
            self.assertEqual(again.read_bytes(), wheel.read_bytes())

    def test_the_wheel_holds_licence_and_types(self):
        with zipfile.ZipFile(os.environ["MORTISE_WHEEL"]) as wheel:
            names = wheel.namelist()
        self.assertIn("mortise/_native.abi3.so", names)
        self.assertTrue(any(n.endswith("/LICENSE") for n in names))
        self.assertIn("mortise/py.typed", names)
        self.assertTrue(mortise.__file__.startswith(os.path.realpath(sys.prefix)))


if __name__ == "__main__":
    unittest.main()
