"""A headless Chromium, spoken to by WebDriver, and a server of files that can be stopped."""
import argparse
import base64
import contextlib
import functools
import gzip
import http.server
import io
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import urllib.error
import urllib.request

KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Backspace": "\ue003", "Escape": "\ue00c", "Control": "\ue009",
        "Down": "\ue015", "F11": "\ue03b"}


@functools.cache
def packed(file):
    return gzip.compress(file.read_bytes(), 6)


class Connections(http.server.ThreadingHTTPServer):
    """Knows the connections that are open; one that breaks is no fault."""

    def __init__(self, *given):
        self.open = set()
        super().__init__(*given)

    def process_request(self, request, address):
        self.open.add(request)
        super().process_request(request, address)

    def close_request(self, request):
        self.open.discard(request)
        super().close_request(request)

    def handle_error(self, *_):
        pass


class LocalServer:
    """A server on loopback that can be stopped, which cuts every connection, and started again at the same address."""

    def __init__(self, handler):
        self.handler, self.port = handler, 0
        self.start()

    def start(self):
        self.server = Connections(("127.0.0.1", self.port), self.handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        for connection in list(self.server.open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/"


class Server(LocalServer):
    """Serves a folder."""

    def __init__(self, folder, compress=False, caching=True, moved=None):
        self.folder, self.asked = folder, []
        # The bytes that were sent; compressed, as most servers do.
        self.sent = 0
        outer = self

        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm",
                              ".js": "text/javascript", ".webmanifest": "application/manifest+json"}

            def log_message(self, *_):
                pass

            def end_headers(self):
                if not caching:
                    self.send_header("Cache-Control", "no-store")
                super().end_headers()

            def send_head(self):
                outer.asked.append(self.path)
                path, _, query = self.path.partition("?")
                # Addresses that it sends on to others, for good.
                if path in (moved or {}):
                    return self.reply(308, {"Location": moved[path] + (f"?{query}" if query else "")})
                file = pathlib.Path(self.translate_path(self.path))
                if not compress or not file.is_file():
                    return super().send_head()
                outer.sent += len(packed(file))
                return self.reply(200, {"Content-Type": self.guess_type(file), "Content-Encoding": "gzip",
                                        "Cache-Control": "max-age=600"}, packed(file))

            def reply(self, status, headers, data=b""):
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(data))}.items():
                    self.send_header(name, value)
                self.end_headers()
                return io.BytesIO(data)

        super().__init__(functools.partial(Handler, directory=str(folder)))

    @contextlib.contextmanager
    def away(self):
        """Stopped for as long as this lasts."""
        self.stop()
        try:
            yield
        finally:
            self.start()


class Browser:
    # Where pictures are kept, if somewhere.
    pictures = None

    def __init__(self, language="en", size=(1280, 800), preferences=None, touch=False):
        self.profile = tempfile.mkdtemp(prefix="tablet-web-")
        self.downloads = tempfile.mkdtemp(prefix="tablet-downloads-")
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.session = None
        line = next(line for line in self.driver.stdout if "started successfully on port" in line)
        self.base = f"http://127.0.0.1:{line.rstrip().rstrip('.').split()[-1]}"
        # Whatever else it says is not waited for.
        threading.Thread(target=self.driver.stdout.read, daemon=True).start()
        arguments = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", f"--user-data-dir={self.profile}",
                     f"--window-size={size[0]},{size[1]}", f"--lang={language}", "--hide-scrollbars"]
        chromium = shutil.which(os.environ.get("CHROMIUM", "chromium"))
        spoken = {"intl.accept_languages": language, "intl.selected_languages": language}
        options = {"binary": chromium, "args": arguments, "prefs": {**spoken, **(preferences or {})}}
        made = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}})
        self.session = made["sessionId"]
        self.version = made["capabilities"]["browserVersion"]
        if touch:
            self.tools("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        self.size(*size, touch)

    def ask(self, method, path, body=None):
        at = f"/session/{self.session}{path}" if self.session else path
        data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
        request = urllib.request.Request(self.base + at, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {error.read().decode()[:600]}") from error

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.ask("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()
            shutil.rmtree(self.profile, ignore_errors=True)
            shutil.rmtree(self.downloads, ignore_errors=True)

    def tools(self, command, **parameters):
        """A command of the DevTools protocol."""
        return self.ask("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def size(self, width, height, touch=False):
        self.tools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)

    def prefer(self, **wanted):
        """What the system asks of every page, as color_scheme="dark"."""
        features = [{"name": f"prefers-{name.replace('_', '-')}", "value": value} for name, value in wanted.items()]
        self.tools("Emulation.setEmulatedMedia", features=features)

    def at_first(self, script):
        """Runs this in every page before anything of its own."""
        self.tools("Page.addScriptToEvaluateOnNewDocument", source=script)

    def open(self, address):
        self.ask("POST", "/url", {"url": address})

    def reload(self):
        self.ask("POST", "/refresh")

    def visit(self, address):
        """Opens a page, and waits until it is `shown`, as each kind of page says."""
        self.open(address)
        return self.shown()

    def again(self):
        self.reload()
        return self.shown()

    def run(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def later(self, script, *arguments):
        """What a script gives to the last of its arguments, a function."""
        return self.ask("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def wait(self, what, check, seconds=30):
        """Waits for something; what that is, a text or a function of one, is reported if it does not come."""
        end = time.time() + seconds
        while time.time() < end:
            found = check()
            if found:
                return found
            time.sleep(0.05)
        raise AssertionError(f"after {seconds} s still not: {what() if callable(what) else what}")

    def actions(self, kind, actions, **more):
        self.ask("POST", "/actions", {"actions": [{"type": kind, "id": kind, "actions": actions, **more}]})

    def press(self, *keys):
        """Keys one after the other; "Control+z" holds one down."""
        steps = []
        for key in keys:
            *held, last = key.split("+") if len(key) > 1 else [key]
            steps += [{"type": "keyDown", "value": KEYS.get(it, it)} for it in (*held, last)]
            steps += [{"type": "keyUp", "value": KEYS.get(it, it)} for it in (last, *held)]
            # The page paints in between, and the same key twice is no bounce.
            steps.append({"type": "pause", "duration": 60})
        self.actions("key", steps)

    def type(self, text):
        self.press(*text)

    def click(self, x, y):
        self.actions("pointer", [
            {"type": "pointerMove", "x": x, "y": y, "duration": 0}, {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": 60}, {"type": "pointerUp", "button": 0}], parameters={"pointerType": "mouse"})

    def touch(self, x, y, rests=0.06):
        self.tools("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        time.sleep(rests)
        self.tools("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def read_aloud(self):
        """What a screen reader finds: the browser's own accessibility tree, as (role, name, node)."""
        nodes = self.tools("Accessibility.getFullAXTree")["nodes"]
        return [(node["role"]["value"], node.get("name", {}).get("value", ""), node)
                for node in nodes if not node.get("ignored")]

    def heard(self, role, name, whole=False):
        """The node of this role and name; the name may be the beginning of it, unless it has to be whole."""
        def fits(node):
            return node[0] == role and (node[1] == name if whole else node[1].startswith(name))

        def there():
            return next((node[2] for node in self.read_aloud() if fits(node)), None)
        return self.wait(f"{role} “{name}” in the accessibility tree", there, 10)

    def act_on(self, role, name, script="this.click()", whole=False):
        """Does with it what a screen reader would: a click without a pointer, or a move of the focus."""
        node = self.heard(role, name, whole)["backendDOMNodeId"]
        found = self.tools("DOM.resolveNode", backendNodeId=node)["object"]["objectId"]
        self.tools("Runtime.callFunctionOn", objectId=found, functionDeclaration=f"function () {{ {script} }}")

    def picture(self, name):
        """Keeps a picture under this name, if there is a folder for pictures."""
        if self.pictures:
            time.sleep(0.3)
            (self.pictures / f"{name}.png").write_bytes(base64.b64decode(self.ask("GET", "/screenshot")))

    def log(self, kind="browser"):
        return self.ask("POST", "/se/log", {"type": kind})

    def tabs(self):
        return self.ask("GET", "/window/handles")

    def new_tab(self):
        return self.ask("POST", "/window/new", {"type": "tab"})["handle"]

    def switch(self, tab):
        self.ask("POST", "/window", {"handle": tab})

    def close_tab(self):
        self.ask("DELETE", "/window")


def asked(parts=(), place=None):
    """What the command line asks for: a place, some of the parts, a folder for pictures, which every browser gets."""
    parser = argparse.ArgumentParser()
    if place:
        parser.add_argument("place", nargs="?", default=place, type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path)
    if parts:
        parser.add_argument("--only", choices=[part.__name__ for part in parts], metavar="NAME", nargs="+")
    arguments = parser.parse_args()
    Browser.pictures = arguments.pictures
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    return arguments


def played(part, *given):
    """Plays a part and says what came of it; the part says what it holds, and returns figures if it has some."""
    begun = time.time()
    try:
        figure = part(*given)
        print(f"ok  {part.__doc__}{f' — {figure}' if figure else ''} ({time.time() - begun:.0f} s)", flush=True)
        return True
    except Exception as error:
        own = part.__code__.co_filename
        line = [it.lineno for it in traceback.extract_tb(error.__traceback__) if it.filename == own][-1]
        print(f"FAILED  {part.__name__}, line {line}: {type(error).__name__}: {str(error)[:1500]}", flush=True)
        return False


def run_parts(parts, only, *given):
    """Plays these parts, or only the ones named, with what is given to each; ends with 1 if any failed."""
    sys.exit(not all([played(part, *given) for part in parts if not only or part.__name__ in only]))


# Says what axe holds against the page: its passes, and its violations as impact, rule and place.
AXE = """
    const done = arguments[0];
    axe.run(document).then(({ passes, violations }) =>
        done([passes.length, violations.map((it) => [it.impact, it.id, it.nodes[0].html])]));"""


def axe(browser, where):
    """What axe-core holds against the page; nothing if AXE does not name its file."""
    if not os.environ.get("AXE"):
        return []
    browser.run(pathlib.Path(os.environ["AXE"]).read_text() + "; window.axe = axe;")
    passed, broken = browser.later(AXE)
    assert passed > 5, (where, passed)
    return broken
