#!/usr/bin/env python3
"""mortise_rt as a process: peers on UDP that talk nonsense, signals, logs, refusals.
    loop_program.py MORTISE_RT MODEL.mrt

Nothing here depends on how fast the machine is: what must add up adds up however late it is.
"""
import concurrent.futures
import http.server
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

PROGRAM, MODEL = sys.argv[1:3]
HEADER = struct.Struct("<IHHQQII")
MAGIC = 0x5754524D
PATIENCE = 60  # [s] of anything that should come


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def packet(sequence, number, kind=1):
    return HEADER.pack(MAGIC, 1, kind, sequence, 0, 0, 1) + struct.pack("<d", number)


def number(pattern, text):
    return int(re.search(pattern, text).group(1))


class Program(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_loop(self, *arguments, **options):
        return subprocess.run([PROGRAM, MODEL, *map(str, arguments)], capture_output=True, text=True,
                              timeout=PATIENCE, **options)

    def start_loop(self, *arguments, **options):
        """One that runs until it is told to end."""
        loop = subprocess.Popen([PROGRAM, MODEL, "--rate", "200", "--seconds", "0", *map(str, arguments)],
                                stdout=subprocess.PIPE, text=True, **options)
        self.addCleanup(loop.stdout.close)
        self.addCleanup(loop.wait)
        self.addCleanup(loop.kill)
        return loop

    def wait_for(self, what):
        until = time.monotonic() + PATIENCE
        while not what():
            self.assertLess(time.monotonic(), until)
            time.sleep(0.01)

    def part(self, log):
        return pathlib.Path(f"{log}.part")

    def wait_for_row(self, log):
        self.wait_for(lambda: self.part(log).exists() and
                      len(self.part(log).read_text().splitlines()) > 2)

    def test_every_sample_is_logged_in_both_formats(self):
        logs = [self.folder / "log.csv", self.folder / "log.h5"]
        for log in logs:
            done = self.run_loop("--scenario", "throw", "--rate", 500, "--seconds", 0.4, "--output", log)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("ticks 200,", done.stdout)
            self.assertIn("199 samples, lost 0", done.stdout)
            self.assertTrue(log.exists())
            self.assertFalse(pathlib.Path(f"{log}.part").exists())
        rows = logs[0].read_text().splitlines()
        self.assertEqual(rows[0].split(",")[:6],
                         ["tick", "time", "wake_up", "work_before", "overrun_before", "status"])
        self.assertEqual([int(r.split(",")[0]) for r in rows[1:]], list(range(2, 201)))
        self.assertGreater(logs[1].stat().st_size, 199 * 8 * len(rows[0].split(",")))

    def test_outputs_do_not_depend_on_the_pace(self):
        ends = []
        for way in ("continue", "hold"):
            done = self.run_loop("--scenario", "throw", "--rate", 1000, "--seconds", 0.2,
                                 "--on-overrun", way)
            ends.append(re.search(r"trace (\w+) after (\d+) steps", done.stdout).groups())
        self.assertEqual(ends[0], ends[1])

    def test_a_babbling_peer_costs_nothing_but_its_packets(self):
        listen, answer = free_port(), free_port()
        hear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        hear.bind(("127.0.0.1", answer))
        hear.settimeout(PATIENCE)
        say = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        say.connect(("127.0.0.1", listen))
        loop = self.start_loop("--input", f"udp://127.0.0.1:{listen}", "--output",
                               f"udp://127.0.0.1:{answer}")
        draw, bad, good, sequences = random.Random(3), 0, 0, []
        for k in range(100):
            answered = hear.recv(65536)
            magic, version, kind, sequence, _, _, count = HEADER.unpack_from(answered)
            self.assertEqual((magic, version, kind), (MAGIC, 1, 2))
            self.assertEqual(len(answered), HEADER.size + 8 * count)
            sequences.append(sequence)
            for _ in range(draw.randrange(4)):
                say.send(draw.choice([b"", b"x", bytes(40), os.urandom(1400), packet(k, 1.0)[:-1],
                                      packet(k, 1.0, kind=2)]))
                bad += 1
            say.send(packet(k + 1, draw.choice([0.0, 1.0, float("nan"), float("inf"), -1e308])))
            good += 1
        for _ in range(2):  # what is on its way is read
            hear.recv(65536)
        loop.send_signal(signal.SIGTERM)
        out = loop.communicate(timeout=PATIENCE)[0]
        self.assertEqual(loop.returncode, 0, out)
        self.assertIn("ended: told to end", out)
        self.assertEqual(sequences, sorted(set(sequences)))
        self.assertEqual(number(r"packets (\d+)", out), good)
        self.assertEqual(number(r"malformed (\d+)", out), bad)
        self.assertEqual(number(r"stale (\d+)", out), 0)
        self.assertIn("HELD", out)

    def speak_to(self, loop_port):
        say = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        say.connect(("127.0.0.1", loop_port))
        self.addCleanup(say.close)
        return say

    def forces(self, log):
        """The input of every tick, as logged; each value once as long as it is held."""
        column = log.read_text().splitlines()[0].split(",").index("force")
        values = [float(row.split(",")[column]) for row in log.read_text().splitlines()[1:]]
        return [v for k, v in enumerate(values) if k == 0 or values[k - 1] != v]

    def pause(self, loop):
        loop.send_signal(signal.SIGSTOP)
        state = pathlib.Path(f"/proc/{loop.pid}/stat")
        self.wait_for(lambda: state.read_text().rsplit(")", 1)[1].split()[0] == "T")

    def test_the_newest_packet_counts_however_many_there_are(self):
        """Between two ticks, while the loop is stopped, more comes than a socket holds."""
        port, log = free_port(), self.folder / "log.csv"
        loop = self.start_loop("--input", f"udp://127.0.0.1:{port}", "--output", log)
        good, bad = self.speak_to(port), self.speak_to(port)
        self.wait_for_row(log)
        sequence = sent = 0
        for burst in range(1, 4):
            self.pause(loop)
            for k in range(20):
                for size in range(1667):
                    bad.send(bytes(size % 80))
                    sent += 1
                sequence += 1
                good.send(packet(sequence, 0.01 * (burst * 100 + k)))
            loop.send_signal(signal.SIGCONT)
            rows = len(self.part(log).read_text().splitlines())
            self.wait_for(lambda: len(self.part(log).read_text().splitlines()) > rows + 10)
        loop.send_signal(signal.SIGTERM)
        out = loop.communicate(timeout=PATIENCE)[0]
        self.assertEqual(loop.returncode, 0, out)
        self.assertEqual(self.forces(log), [0.0, 1.19, 2.19, 3.19])
        self.assertGreater(sent, 100000)
        self.assertEqual(number(r"malformed (\d+)", out), sent)
        self.assertEqual(number(r"packets (\d+)", out), sequence)
        self.assertEqual(number(r"missing (\d+)", out), 0)

    def test_one_packet_does_not_take_over(self):
        port, log = free_port(), self.folder / "log.csv"
        loop = self.start_loop("--input", f"udp://127.0.0.1:{port}", "--output", log)
        peer, other = self.speak_to(port), self.speak_to(port)
        self.wait_for_row(log)
        for sequence in range(1, 100):
            peer.send(packet(sequence, 1.0))
            if sequence % 10 == 5:
                other.send(packet(2**64 - 1, 100.0))
                other.send(packet(sequence + 1, 100.0))
                peer.send(packet(2**63, 100.0))  # the peer itself
            time.sleep(0.002)
        time.sleep(0.1)
        loop.send_signal(signal.SIGTERM)
        out = loop.communicate(timeout=PATIENCE)[0]
        self.assertEqual(self.forces(log), [0.0, 1.0])
        self.assertEqual(number(r"packets (\d+)", out), 99)
        self.assertEqual(number(r"stale (\d+)", out), 10)
        self.assertEqual(number(r"of others (\d+)", out), 20)
        self.assertEqual(number(r"missing (\d+)", out), 0)

    def test_a_peer_that_never_speaks_ends_the_loop(self):
        for place in (f"udp://127.0.0.1:{free_port()}", f"shm:mortise-silent-{os.getpid()}"):
            loop = self.start_loop("--silent", 0.1, "--input", place)
            out = loop.communicate(timeout=PATIENCE)[0]
            self.assertEqual(loop.returncode, 4, out)
            self.assertIn("ended: the peer is silent: it has never spoken", out)
            self.assertEqual(number(r"silent ticks (\d+)", out), 20)

    def test_a_silent_peer_ends_the_loop_if_it_should(self):
        port = free_port()
        loop = self.start_loop("--silent", 1, "--input", f"udp://127.0.0.1:{port}")
        say = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        say.connect(("127.0.0.1", port))

        def spoken():
            try:
                say.send(packet(1, 0.0))
                say.send(packet(2, 0.0))  # refused if nobody has heard the first one
                return True
            except ConnectionRefusedError:
                return False

        self.wait_for(spoken)
        out = loop.communicate(timeout=PATIENCE)[0]
        self.assertEqual(loop.returncode, 4, out)
        self.assertIn("ended: the peer is silent\n", out)

    def test_told_to_end_it_closes_its_log(self):
        """However often: timeout(1) sends its signal to the program and to its group."""
        for signals in ([signal.SIGINT], [signal.SIGTERM] * 3, [signal.SIGINT, signal.SIGTERM],
                        [signal.SIGHUP] * 2, [signal.SIGXCPU]):
            log = self.folder / "log.csv"
            log.unlink(missing_ok=True)
            loop = self.start_loop("--scenario", "throw", "--output", log)
            self.wait_for_row(log)
            for number_of in signals:
                loop.send_signal(number_of)
            out = loop.communicate(timeout=PATIENCE)[0]
            self.assertEqual(loop.returncode, 0, out)
            samples = number(r"(\d+) samples, lost 0", out)
            self.assertEqual(len(log.read_text().splitlines()), samples + 1)
            self.assertEqual(samples, max(number(r"ticks (\d+)", out) - 1, 0))

    def test_lines_that_nobody_reads_do_not_end_it(self):
        log = self.folder / "log.csv"
        loop = self.start_loop("--scenario", "throw", "--output", log, "--live", stderr=subprocess.PIPE)
        loop.stderr.close()
        self.wait_for_row(log)
        self.wait_for(lambda: loop.poll() is not None or
                      len(self.part(log).read_text().splitlines()) > 400)  # a line per second
        loop.send_signal(signal.SIGTERM)
        out = loop.communicate(timeout=PATIENCE)[0]
        self.assertEqual(loop.returncode, 0, out)
        self.assertTrue(log.exists())

    def test_a_log_belongs_to_one_loop(self):
        for name in ("log.csv", "log.h5"):
            log = self.folder / name
            loop = self.start_loop("--scenario", "throw", "--output", log)
            self.wait_for(lambda: self.part(log).exists() and self.part(log).stat().st_size > 100)
            second = self.run_loop("--scenario", "throw", "--seconds", 0.1, "--output", log)
            self.assertEqual(second.returncode, 3, second.stdout)
            self.assertIn("held by another loop", second.stderr)
            self.assertFalse(log.exists())
            loop.send_signal(signal.SIGTERM)
            out = loop.communicate(timeout=PATIENCE)[0]
            self.assertEqual(loop.returncode, 0, out)
            if name == "log.csv":
                ticks = [int(r.split(",")[0]) for r in log.read_text().splitlines()[1:]]
                self.assertEqual(ticks, list(range(2, len(ticks) + 2)))
                self.assertEqual(len(ticks), number(r"(\d+) samples", out))

    def test_killed_it_leaves_what_it_had_logged(self):
        for name in ("log.csv", "log.h5"):
            part = self.part(self.folder / name)
            loop = self.start_loop("--scenario", "throw", "--output", self.folder / name)
            self.wait_for(lambda: part.exists() and part.stat().st_size > 40000)
            loop.kill()
            loop.communicate(timeout=PATIENCE)
            self.assertGreater(part.stat().st_size, 40000)

    def test_a_full_disk_costs_the_log_alone(self):
        def no_more():
            resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))

        for name in ("log.csv", "log.h5"):
            log = self.folder / name
            log.write_text("old")
            done = self.run_loop("--scenario", "throw", "--rate", 1000, "--seconds", 0.5, "--output", log,
                                 preexec_fn=no_more)
            self.assertEqual(done.returncode, 5, done.stdout + done.stderr)
            self.assertIn("ticks 500,", done.stdout)
            self.assertIn("disk full", done.stderr)
            self.assertEqual(log.read_text(), "old")

    def test_killed_it_leaves_the_old_log(self):
        log = self.folder / "log.csv"
        log.write_text("old")
        loop = self.start_loop("--scenario", "throw", "--output", log)
        self.wait_for(pathlib.Path(f"{log}.part").exists)
        time.sleep(0.2)
        loop.kill()
        loop.communicate(timeout=PATIENCE)
        self.assertEqual(log.read_text(), "old")
        done = self.run_loop("--scenario", "throw", "--rate", 1000, "--seconds", 0.1, "--output", log)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(log.read_text().splitlines()), 100)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["log.csv"])

    def test_the_loop_calls_no_heap(self):
        done = self.run_loop("--scenario", "throw", "--rate", 1000, "--seconds", 0.2, "--output",
                             self.folder / "log.csv")
        counted = re.search(r"^heap calls (\d+)$", done.stdout, re.MULTILINE)
        if counted is None:
            self.skipTest("built without a count")
        self.assertEqual(counted.group(1), "0")

    def test_shared_memory_is_there_while_it_runs(self):
        name = f"mortise-test-{os.getpid()}"
        loop = self.start_loop("--input", f"shm:{name}", "--output", f"shm:{name}")
        path = pathlib.Path("/dev/shm") / name
        message = packet(1, 2.0)
        slot = (8 + len(message) + 63) // 64 * 64
        self.wait_for(lambda: path.exists() and path.stat().st_size > slot)

        def outputs():
            with open(path, "rb") as memory:
                memory.seek(slot)
                return struct.unpack("<II", memory.read(8))

        self.wait_for(lambda: outputs()[0] > 4)  # it runs
        second = self.run_loop("--seconds", 0.1, "--input", f"shm:{name}")
        self.assertEqual(second.returncode, 3)
        self.assertIn("held by another loop", second.stderr)
        self.assertGreater(outputs()[1], HEADER.size)
        with open(path, "r+b", buffering=0) as memory:
            memory.seek(4)
            memory.write(struct.pack("<I", len(message)) + message)
            memory.seek(0)
            memory.write(struct.pack("<I", 2))  # the guard last
        before = outputs()[0]
        self.wait_for(lambda: outputs()[0] > before + 8)
        loop.send_signal(signal.SIGTERM)
        out = loop.communicate(timeout=PATIENCE)[0]
        self.assertEqual(number(r"packets (\d+)", out), 1)
        self.assertFalse(path.exists())

    def test_the_scope_shows_the_loop(self):
        loop = self.start_loop("--scenario", "throw", "--scope", 0)
        lines = []
        while not lines or "Hz" not in lines[-1]:
            lines.append(loop.stdout.readline())
        found = re.search(r"http://127.0.0.1:(\d+)/$", "".join(lines), re.MULTILINE)
        if found is None:
            self.skipTest("built without a scope")
        address = found.group(0)

        def get(path):
            with urllib.request.urlopen(address + path, timeout=PATIENCE) as answer:
                return json.load(answer)

        about = get("signals")
        self.assertEqual(about["model"], "beam_wall")
        self.assertEqual([s["name"] for s in about["signals"]][:2], ["force", "tip_normal"])
        self.wait_for(lambda: get("data?since=0")["next"] > 20)
        data = get("data?since=5")
        self.assertEqual(len(data["t"]), data["next"] - 5)
        for low, high in zip(data["low"], data["high"]):
            self.assertTrue(all(a <= b for a, b in zip(low, high)))
        self.assertEqual(get("data?since=999999999")["t"], [])
        self.assertGreaterEqual(len(get("data?since=nonsense")["t"]), data["next"])
        with self.assertRaises(urllib.error.HTTPError):
            get("../../etc/passwd")
        chromium = shutil.which("chromium")
        if chromium is not None:
            page = subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu",
                                   f"--user-data-dir={self.folder}/profile",
                                   "--virtual-time-budget=3000", "--dump-dom", address],
                                  capture_output=True, text=True, timeout=PATIENCE).stdout
            self.assertIn('data-ready="yes"', page)
            self.assertIn('data-errors="0"', page)
            self.assertIn('data-charts="4"', page)
            self.assertGreater(number(r'data-points="(\d+)"', page), 40)
            self.assertIn("tip_normal (output)", page)
            self.assertIn('aria-label="tip_normal over time"', page)
        loop.send_signal(signal.SIGTERM)
        loop.communicate(timeout=PATIENCE)
        self.assertEqual(loop.returncode, 0)

    def scope_of(self, loop):
        """Its address."""
        lines = []
        while not lines or "Hz" not in lines[-1]:
            lines.append(loop.stdout.readline())
        found = re.search(r"http://127.0.0.1:(\d+)/$", "".join(lines), re.MULTILINE)
        if found is None:
            self.skipTest("built without a scope")
        return int(found.group(1))

    def test_idle_connections_keep_no_viewer_waiting(self):
        port = self.scope_of(self.start_loop("--scenario", "throw", "--scope", 0))
        request = b"GET /signals HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n"
        viewers = []
        for k in range(200):  # whoever had to wait for each of them would wait for longer than we do
            viewers.append(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
            self.addCleanup(viewers[-1].close)
            if k % 2 == 0:
                viewers[-1].send(request)
                self.assertTrue(viewers[-1].recv(65536).startswith(b"HTTP/1.1 200"))
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/data?since=0", timeout=PATIENCE) as answer:
            self.assertIn("next", json.load(answer))
        second = self.run_loop("--seconds", 0.1, "--scope", port)
        self.assertEqual(second.returncode, 3)
        self.assertIn("take another", second.stderr)

    def test_a_page_whose_question_fails_asks_again(self):
        chromium = shutil.which("chromium")
        if chromium is None:
            self.skipTest("no chromium")
        port = self.scope_of(self.start_loop("--scenario", "throw", "--scope", 0))
        asked = []

        class Between(http.server.BaseHTTPRequestHandler):
            """Passes on what is asked; the first question, and two later ones, come to nothing."""

            def do_GET(self):
                asked.append(self.path)
                data = sum(path.startswith("/data") for path in asked)
                if asked.count("/signals") == 1 and self.path == "/signals" or data in (2, 3):
                    return self.send_error(502)
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}{self.path}") as answer:
                        kind, body = answer.headers["Content-Type"], answer.read()
                except urllib.error.HTTPError as refused:
                    return self.send_error(refused.code)
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        between = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Between)
        self.addCleanup(between.server_close)
        self.addCleanup(between.shutdown)
        threading.Thread(target=between.serve_forever, daemon=True).start()
        page = subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu",
                               f"--user-data-dir={self.folder}/profile", "--virtual-time-budget=5000",
                               "--dump-dom", f"http://127.0.0.1:{between.server_port}/"],
                              capture_output=True, text=True, timeout=PATIENCE).stdout
        self.assertIn('data-failed="3"', page)
        self.assertIn('data-live="yes"', page)
        self.assertIn('data-errors="0"', page)
        self.assertIn("beam_wall</h1>", page)
        self.assertGreater(number(r'data-points="(\d+)"', page), 0)
        self.assertNotIn("asking again", page)

    def test_a_scope_that_others_see_asks_for_its_token(self):
        loop = self.start_loop("--scenario", "throw", "--scope", 0, "--allow-remote")
        lines = []
        while not lines or "Hz" not in lines[-1]:
            lines.append(loop.stdout.readline())
        found = re.search(r":(\d+)/[?]token=(\w{24})$", "".join(lines), re.MULTILINE)
        if found is None:
            self.skipTest("built without a scope")
        address = f"http://127.0.0.1:{found.group(1)}/signals"
        for wrong in ("", "?token=", "?token=" + "a" * 24):
            with self.assertRaises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(address + wrong, timeout=PATIENCE)
            self.assertEqual(refused.exception.code, 403)
        with urllib.request.urlopen(f"{address}?token={found.group(2)}", timeout=PATIENCE) as answer:
            self.assertEqual(json.load(answer)["model"], "beam_wall")

    def test_what_cannot_be_is_refused_with_its_remedy(self):
        for arguments, reason in [
                (["--input", "udp://192.0.2.1:5000"], "--allow-remote"),
                (["--input", "udp://127.0.0.1:99999"], "port from 1 to 65535"),
                (["--input", "shm:a/b"], "no slash"),
                (["--input", "absent.csv"], "absent.csv cannot be read"),
                (["--scenario", "absent"], "has no scenario"),
                (["--output", "log.txt"], ".csv or .h5"),
                (["--output", "/nowhere/log.csv"], "/nowhere/log.csv"),
                (["--output", "udp://127.0.0.1:5000", "--output", "shm:x"], "one peer"),
                (["--rate", "777"], "1/(k h)"),
                (["--priority", "100"], "priority"),
                (["--on-overrun", "panic"], "panic"),
                (["--on-overrun", "stop:0"], "stop:N"),
                (["--on-overrun", "hold:3"], "stop:N")]:
            done = self.run_loop("--seconds", 0.1, *arguments)
            self.assertEqual(done.returncode, 3, arguments)
            self.assertIn(reason, done.stderr)


def passes(case):
    """In a process of its own: cases wait for most of their time."""
    return subprocess.run([sys.executable, "-B", __file__, PROGRAM, MODEL, case]).returncode == 0


if len(sys.argv) > 3:
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
cases = [f"Program.{name}" for name in unittest.defaultTestLoader.getTestCaseNames(Program)]
with concurrent.futures.ThreadPoolExecutor(4) as together:
    good = list(together.map(passes, cases))
print(f"{sum(good)} of {len(cases)} cases passed")
sys.exit(0 if cases and all(good) else 1)
