"""Hosts on one machine, joined by a bad radio.

    python3 switch.py PREFIX HOSTS SEED

makes the network namespaces PREFIX0, PREFIX1, ..., each with one interface, 10.77.0.1, 10.77.0.2, ..., and is the
switch between them: a TAP device has its other end here. Says "ready". Takes lines on standard input:

    faults loss=0.3 delay=0.075 jitter=0.05 repeat=0.05 corrupt=0.01 rate=64000
    block FROM TO      frames of host FROM do not reach host TO
    heal               all do again

Delays are uniform in delay +- jitter, so frames overtake each other. With a rate, in bits a second, each host's frames
queue up behind each other, 32 at most. Removes everything when standard input ends. Needs root, iproute2 and
/dev/net/tun, and no module but Python's own.
"""

import fcntl
import heapq
import os
import random
import select
import signal
import struct
import subprocess
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TAP_NO_PI = 0x0002 | 0x1000
MOST_QUEUED = 32


def ip(*words):
    subprocess.run(["ip", *words], check=True, stdout=subprocess.DEVNULL)


def mac(host):
    return "02:00:00:00:00:%02x" % (host + 1)


def address(host):
    return "10.77.0.%d" % (host + 1)


class Switch:
    def __init__(self, prefix, hosts, seed):
        self.names = ["%s%d" % (prefix, k) for k in range(hosts)]
        self.taps = []
        self.random = random.Random(seed)
        self.faults = {}
        self.blocked = set()
        self.due = []  # (when, number, to, frame)
        self.number = 0
        self.free_at = [0.0] * hosts  # when a host's radio has sent what it has to send

    def make(self):
        for k, name in enumerate(self.names):
            ip("netns", "add", name)
            tap = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
            fcntl.ioctl(tap, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TAP_NO_PI))
            self.taps.append(tap)
            ip("link", "set", "dev", name, "address", mac(k))
            ip("link", "set", "dev", name, "netns", name)
            inside = ("-n", name)
            ip(*inside, "link", "set", "dev", "lo", "up")
            ip(*inside, "addr", "add", address(k) + "/24", "dev", name)
            ip(*inside, "link", "set", "dev", name, "up")
        for k, name in enumerate(self.names):  # who is where is known: only what is said between members gets lost
            for other in range(len(self.names)):
                if other != k:
                    ip("-n", name, "neigh", "replace", address(other), "lladdr", mac(other), "dev", name,
                       "nud", "permanent")

    def remove(self):
        for name in self.names:
            subprocess.run(["ip", "netns", "del", name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def told(self, line):
        words = line.split()
        if not words:
            return
        if words[0] == "faults":
            self.faults = {key: float(value) for key, value in (word.split("=") for word in words[1:])}
        elif words[0] == "block":
            self.blocked.add((int(words[1]), int(words[2])))
        elif words[0] == "heal":
            self.blocked.clear()

    def happens(self, fault):
        return self.random.random() < self.faults.get(fault, 0)

    def sent(self, host, frame, now):
        if len(frame) < 14 or frame[0] & 1 or frame[5] == 0 or frame[5] > len(self.names):
            return  # neighbour discovery and the like
        to = frame[5] - 1
        rate = self.faults.get("rate", 0)
        if rate:
            seconds = 8 * len(frame) / rate
            waits = max(0.0, self.free_at[host] - now)
            if waits > MOST_QUEUED * seconds:
                return
            self.free_at[host] = now + waits + seconds
            now += waits + seconds
        if (host, to) in self.blocked or self.happens("loss"):
            return
        if self.happens("corrupt"):
            at = self.random.randrange(14, len(frame))
            frame = frame[:at] + bytes([frame[at] ^ 1 << self.random.randrange(8)]) + frame[at + 1:]
        for _ in range(2 if self.happens("repeat") else 1):
            jitter = self.faults.get("jitter", 0)
            delay = self.faults.get("delay", 0) + self.random.uniform(-jitter, jitter)
            self.number += 1
            heapq.heappush(self.due, (now + max(0.0, delay), self.number, to, frame))

    def run(self):
        poll = select.poll()
        for tap in self.taps:
            poll.register(tap, select.POLLIN)
        poll.register(0, select.POLLIN | select.POLLHUP)
        by_tap = {tap: k for k, tap in enumerate(self.taps)}
        os.set_blocking(0, False)
        rest = b""
        while True:
            now = time.monotonic()
            wait = max(0.0, self.due[0][0] - now) if self.due else 1.0
            for ready, _ in poll.poll(min(1000, wait * 1000)):
                if ready == 0:
                    try:
                        said = os.read(0, 65536)
                    except BlockingIOError:
                        continue
                    if not said:
                        return
                    *lines, rest = (rest + said).split(b"\n")
                    for line in lines:
                        self.told(line.decode())
                else:
                    for _ in range(64):
                        try:
                            frame = os.read(ready, 65536)
                        except OSError:
                            break
                        self.sent(by_tap[ready], frame, time.monotonic())
            now = time.monotonic()
            while self.due and self.due[0][0] <= now:
                _, _, to, frame = heapq.heappop(self.due)
                try:
                    os.write(self.taps[to], frame)
                except OSError:
                    pass  # the host is full: a frame more that is lost


def main():
    switch = Switch(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    for ends in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(ends, lambda *_: sys.exit(1))
    try:
        switch.make()
        print("ready", flush=True)
        switch.run()
    finally:
        switch.remove()


if __name__ == "__main__":
    main()
