#!/usr/bin/env python3
"""A controller in a process of its own, in a loop with mortise_rt over UDP: kicks a model, then
damps what it sees of it, with gains from `linearize`.

    mortise_rt beam_wall.mrt --rate 1000 --input udp://127.0.0.1:5001 --output udp://127.0.0.1:5002
    controller.py beam_wall.mrt force tip_normal --rate 1000 --listen 5002 --send 5001

Needs the Python module (targets/python). The packets are those of wire.hpp.
"""
import argparse
import socket
import struct
import sys

import mortise
import numpy as np
from mortise import control

HEADER = struct.Struct("<IHHQQII")  # magic, version, kind, sequence, tick, status, count
MAGIC, INPUTS, OUTPUTS = 0x5754524D, 1, 2


def inputs_packet(sequence, tick, numbers):
    head = HEADER.pack(MAGIC, 1, INPUTS, sequence, tick, 0, len(numbers))
    return head + struct.pack(f"<{len(numbers)}d", *numbers)


def outputs_of(packet, count):
    """Tick, status and numbers; None if it is no packet of outputs."""
    if len(packet) != HEADER.size + 8 * count:
        return None
    magic, version, kind, _, tick, status, said = HEADER.unpack_from(packet)
    if (magic, version, kind, said) != (MAGIC, 1, OUTPUTS, count):
        return None
    return tick, status, struct.unpack_from(f"<{count}d", packet, HEADER.size)


def newest(hear, count):
    """The last outputs of all that have come: a controller that is late does not answer what is over. Waits
    for them; TimeoutError: nothing comes. None if what came is none."""
    hear.settimeout(1.0)
    found = outputs_of(hear.recv(65536), count)
    hear.settimeout(0)
    while True:
        try:
            found = outputs_of(hear.recv(65536), count) or found
        except BlockingIOError:
            return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("model")
    parser.add_argument("input")
    parser.add_argument("output")
    parser.add_argument("--rate", type=float, required=True, help="of the loop [Hz]")
    parser.add_argument("--listen", type=int, required=True, help="port of the outputs")
    parser.add_argument("--send", type=int, required=True, help="port of the inputs")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--kick", type=int, default=20, help="half a sine of so many ticks")
    parser.add_argument("--force", type=float, help="largest command; default: 1 %% of the input's range")
    parser.add_argument("--free", action="store_true", help="kicks alone")
    a = parser.parse_args()

    model = mortise.open(a.model)
    i, o = model.input(a.input), model.output(a.output)
    steps = round(1 / (a.rate * model.step_size))
    hold = "zero_order" if model.input_values == len(model.inputs) else "linear"
    space = model.state().linearize()
    limit = a.force or 1e-2 * model.inputs[i].maximum
    regulator = control.Regulator(control.plant(space, i, o, steps, hold), limit)
    print(f"{len(space.x)} states, tick of {steps} steps, {hold} hold, spectral radius of the loop "
          f"{regulator.radius():.5f}")

    hear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    hear.bind(("127.0.0.1", a.listen))
    say = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    say.connect(("127.0.0.1", a.send))
    inputs = [channel.default for channel in model.inputs]
    print("listening", flush=True)
    seen, sequence, last, missed, statuses, waited = [], 0, None, 0, 0, 0
    while last is None or last * steps * model.step_size < a.seconds:
        try:
            packet = newest(hear, len(model.outputs))
        except TimeoutError:
            waited += 1
            if last is not None or waited == 30:
                break  # the loop has ended, or never begins
            continue
        if packet is None:
            continue
        tick, status, y = packet
        passed = 1 if last is None else tick - last
        missed += passed - 1
        statuses |= status
        last = tick
        regulator.predict(passed)
        command = regulator.answer(y[o])
        kicked = len(seen)
        if kicked < a.kick:
            command = limit * np.sin(np.pi * kicked / a.kick)
        elif a.free:
            command = 0.0
        regulator.command = inputs[i] = float(command)
        sequence += 1
        try:
            say.send(inputs_packet(sequence, tick, inputs))
        except ConnectionRefusedError:
            break
        seen.append(y[o])
    if not seen:
        sys.exit("the loop has said nothing")
    parts = np.array_split(np.array(seen) - regulator.y_rest, 4)
    print(f"{len(seen)} ticks, {missed} missed, status {mortise.Status(statuses)!r}; rms of {a.output} in "
          f"quarters of the time: " + " ".join(f"{np.sqrt(np.mean(p**2)):.2g}" for p in parts))


if __name__ == "__main__":
    main()
