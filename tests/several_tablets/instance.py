"""One Syncthing on loopback: no discovery, no relays, no address but 127.0.0.1, nothing asked of the Internet."""
import json
import os
import pathlib
import signal
import socket
import subprocess
import time
import urllib.request
import xml.etree.ElementTree as xml

KEY = "several-tablets"
FOLDER = "tournament"
OPTIONS = {
    "globalAnnounceEnabled": "false", "localAnnounceEnabled": "false", "relaysEnabled": "false", "natEnabled": "false",
    "crashReportingEnabled": "false", "startBrowser": "false", "urAccepted": "-1", "urSeen": "3",
    "autoUpgradeIntervalH": "0", "stunKeepaliveStartS": "0", "reconnectionIntervalS": "1", "setLowPriority": "false",
    "announceLANAddresses": "false",
}
OPEN = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def has_group(group):
    """Whether a process of this group is still there; a zombie does not count."""
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, of = stat.read_text().rsplit(")", 1)[1].split()[:3]
        except OSError:
            continue
        if int(of) == group and state != "Z":
            return True
    return False


class Syncthing:
    """An instance with its home and the folder that it shares."""

    def __init__(self, name, home, folder):
        self.name, self.home, self.folder, self.process = name, home, folder, None
        self.port, self.gui = free_port(), free_port()
        folder.mkdir(parents=True)
        # Not synchronised, as docs/tournaments.md recommends.
        (folder / ".stignore").write_text(".~lock.*\n.tablet\n")
        subprocess.run(["syncthing", "generate", f"--home={home}", "--no-default-folder", "--skip-port-probing"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.id = xml.parse(home / "config.xml").getroot().find("device").get("id")

    def share_with(self, everybody):
        """Writes the configuration: one folder, shared by all; the rest is as it comes."""
        members = "".join(f'<device id="{one.id}"/>' for one in everybody)
        device = '<device id="{0.id}" name="{0.name}"><address>tcp://127.0.0.1:{0.port}</address></device>'
        devices = "".join(device.format(one) for one in everybody)
        options = "".join(f"<{name}>{value}</{name}>" for name, value in OPTIONS.items())
        (self.home / "config.xml").write_text(f"""<configuration version="36">
            <folder id="{FOLDER}" label="{FOLDER}" path="{self.folder}" type="sendreceive" rescanIntervalS="30"
                fsWatcherEnabled="true" fsWatcherDelayS="1">{members}<maxConflicts>10</maxConflicts></folder>
            {devices}<gui enabled="true"><address>127.0.0.1:{self.gui}</address><apikey>{KEY}</apikey></gui>
            <options><listenAddress>tcp://127.0.0.1:{self.port}</listenAddress>{options}</options>
            </configuration>""")

    def start(self):
        env = {**os.environ, "STNORESTART": "1", "STNOUPGRADE": "1", "STNODEFAULTFOLDER": "1", "GOMAXPROCS": "1"}
        self.process = subprocess.Popen(
            ["syncthing", "serve", f"--home={self.home}", "--no-browser", "--no-restart", "--no-upgrade"], env=env,
            stdout=open(self.home / "log", "ab"), stderr=subprocess.STDOUT, start_new_session=True)

    def kill(self):
        """Ends it as a battery does: its monitor, too."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        # What the monitor started is not ours to wait for, and holds the database until it is gone.
        while has_group(self.process.pid):
            time.sleep(0.01)

    def ask(self, path, post=False):
        request = urllib.request.Request(f"http://127.0.0.1:{self.gui}/rest/{path}", headers={"X-API-Key": KEY},
                                         data=b"" if post else None, method="POST" if post else "GET")
        with OPEN.open(request, timeout=10) as answer:
            text = answer.read()
        return json.loads(text) if text.strip() else None

    def cut_off(self):
        self.ask("system/pause", post=True)

    def connect(self):
        self.ask("system/resume", post=True)

    def connected(self):
        """How many others it is connected to; none while it does not answer."""
        try:
            return sum(one["connected"] for one in self.ask("system/connections")["connections"].values())
        except OSError:
            return 0

    def end(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
