"""Drives the real program through Slint's MCP server: build with `--features slint/mcp`, run under an X server."""
import base64
import json
import os
import socket
import subprocess
import time
import urllib.request


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class App:
    """The running program; elements are found by their accessible labels."""

    def __init__(self, binary, *arguments, opened=None):
        self.command = [binary, *arguments]
        self.start(*[opened] if opened else [])

    def start(self, *opened):
        """Starts it, at once with this file."""
        self.port = free_port()
        environment = dict(os.environ, SLINT_BACKEND="winit-software", SLINT_MCP_PORT=str(self.port))
        self.process = subprocess.Popen(
            [*self.command, *opened], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                self.window = self.call("list_windows")["windowHandles"][0]
                break
            except (OSError, KeyError, IndexError, RuntimeError, TypeError):
                time.sleep(0.05)
        else:
            raise RuntimeError("no window within ten seconds")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def kill(self):
        """Ends the program by kill -9, without any chance to clean up."""
        self.process.kill()
        self.process.wait()

    def windows(self):
        """Its windows as the X server knows them."""
        asked = ["xdotool", "search", "--sync", "--onlyvisible", "--pid", str(self.process.pid)]
        return subprocess.run(asked, capture_output=True, check=True, text=True).stdout.split()

    def size(self, width, height):
        """Gives the window a size, as nobody else does without a window manager."""
        for window in self.windows():
            subprocess.run(["xdotool", "windowsize", "--sync", window, str(width), str(height)], timeout=10)

    def call(self, tool, **arguments):
        request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        address = f"http://127.0.0.1:{self.port}/mcp"
        post = urllib.request.Request(address, json.dumps(request).encode(), {"content-type": "application/json"})
        with urllib.request.urlopen(post, timeout=30) as answer:
            reply = json.loads(answer.read())
        if "error" in reply:
            raise RuntimeError(reply["error"])
        content = reply["result"]["content"][0]
        if content.get("type") == "image":
            return content
        try:
            return json.loads(content["text"])
        except ValueError:
            return content["text"]

    def elements(self):
        root = self.call("get_window_properties", windowHandle=self.window)["rootElementHandle"]
        tree = self.call("get_element_tree", elementHandle=root, maxElements=4000)["elements"]
        return [element for element in tree if element.get("accessibleLabel")]

    def labels(self):
        return [element["accessibleLabel"] for element in self.elements()]

    def element(self, label, role=None):
        for element in self.elements():
            if element["accessibleLabel"] == label and role in (None, element.get("accessibleRole")):
                return element
        raise KeyError(f"nothing is labelled {label!r}; there are {self.labels()[:80]}")

    def until(self, what, check, seconds=20):
        end = time.time() + seconds
        while not check():
            if time.time() > end:
                raise RuntimeError(f"{what} is not there; there are {self.labels()[:80]}")
            time.sleep(0.02)

    def wait(self, words):
        self.until(repr(words), lambda: any(words in label for label in self.labels()), 10)

    def click(self, label, role=None):
        # A tap right after something else has appeared would be the second one of a double tap.
        time.sleep(0.35)
        self.call("click_element", elementHandle=self.element(label, role)["handle"])

    def key(self, text):
        # The same key within 0.05 s would be taken for its bounce.
        time.sleep(0.06)
        self.call("dispatch_key_event", windowHandle=self.window, text=text, eventType="PressAndRelease")

    def picture(self, path):
        time.sleep(0.15)
        content = self.call("take_screenshot", windowHandle=self.window)
        with open(path, "wb") as file:
            file.write(base64.b64decode(content["data"]))
