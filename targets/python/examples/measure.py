"""What a step costs from Python, and what more processors bring to a batch.

    python measure.py MODEL.mrt [--states 10000] [--steps 400] [--repeats 7] [--share 1e-3]

Every input is noise of --share of its range. Each figure is the median of the repetitions, their spread
beside it: the batch takes turns with one thread and with one per processor, so that a machine that others
use as well slows both. Exit status 1: outputs of the batch depend on the number of threads.
"""
import argparse
import os
import statistics
import sys
import time

import numpy as np

import mortise


def seconds(work):
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def spread(values, form):
    return f"{statistics.median(values):{form}} ({min(values):{form}} .. {max(values):{form}})"


def noise(model, shape, share):
    """Values (*shape, input_values) of the inputs, in their units."""
    reach = [share * min(abs(i.minimum), abs(i.maximum)) for i in model.inputs]
    ends = model.input_values // max(len(reach), 1)
    middle = [i.default for i in model.inputs] * ends
    return np.array(middle) + np.array(reach * ends) * np.random.default_rng(1).uniform(
        -1.0, 1.0, (*shape, model.input_values))


def by_steps(model, u):
    state, out = model.state(), np.empty(len(model.outputs))
    rows = list(u)

    def loop():
        for row in rows:
            state.step(row, out)
    return loop


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="a model file")
    parser.add_argument("--states", type=int, default=10000, help="of the batch")
    parser.add_argument("--steps", type=int, default=400, help="of every state")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--share", type=float, default=1e-3, help="of the range of every input")
    a = parser.parse_args()
    model, threads = mortise.open(a.model), len(os.sched_getaffinity(0))

    few = 20000
    u = noise(model, (few,), a.share)
    steps = [1e6 / few * seconds(by_steps(model, u)) for _ in range(a.repeats)]
    state, inside = model.state(), []
    for _ in range(a.repeats):
        state.reset()
        inside.append(1e6 / few * seconds(lambda: state.run(u)))
    print(f"a step of {model.step_size * 1e6:g} us, called from a loop [us]  {spread(steps, '.2f')}")
    print(f"one of many inside of run [us]  {spread(inside, '.2f')}")

    u = np.ascontiguousarray(np.broadcast_to(noise(model, (a.states,), a.share),
                                             (a.steps, a.states, model.input_values)))
    out = {n: np.zeros((a.steps, a.states, len(model.outputs))) for n in (1, threads)}
    took = {n: [] for n in out}
    for _ in range(a.repeats):
        for n in out:
            batch = model.batch(a.states, n)
            took[n].append(seconds(lambda: batch.run(u, out[n])))
    for n, values in took.items():
        print(f"{a.states} states, {a.steps} steps, {n} thread{'s' if n > 1 else ''} [s]  {spread(values, '.3f')}")
    print(f"{threads} threads are faster by  {spread([x / y for x, y in zip(took[1], took[threads])], '.2f')}")
    if out[1].tobytes() != out[threads].tobytes():
        sys.exit("outputs depend on the number of threads")


main()
