#!/usr/bin/env python3
"""A short game by the accessibility tree alone: what a screen reader finds, uses and hears.

    xvfb-run -a -s "-screen 0 1920x1200x24 -noreset" dbus-run-session -- \\
        /usr/bin/python3 tests/real_window/atspi.py BINARY

Needs at-spi2-core, gir1.2-atspi-2.0, python3-gi and dbus. It asks for accessibility as a desktop with a screen reader
does, walks every screen's tree (each control with a role, a name and its states), plays by actions and texts alone,
without a pointer or a key, and listens to what is announced. At the end it prints, to a portal of ours.
"""
import os
import subprocess
import sys
import tempfile
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

NAMES = ["Anna", "Bo", "Cleo"]
CHECKED = {Atspi.Role.CHECK_BOX, Atspi.Role.RADIO_BUTTON}
USED = CHECKED | {
    Atspi.Role.PUSH_BUTTON, Atspi.Role.TOGGLE_BUTTON, Atspi.Role.PAGE_TAB, Atspi.Role.ENTRY, Atspi.Role.SLIDER,
    Atspi.Role.LIST_ITEM, Atspi.Role.COMBO_BOX, Atspi.Role.SPIN_BUTTON,
}


def ask_for_accessibility():
    """Reports a running screen reader on the session bus, as a desktop does."""
    subprocess.run(
        ["gdbus", "call", "--session", "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus", "--method",
         "org.freedesktop.DBus.Properties.Set", "org.a11y.Status", "IsEnabled", "<true>"],
        check=True, capture_output=True)


class Portal:
    """A portal for printing, which keeps what it is given to print."""

    INTERFACE = """<node><interface name="org.freedesktop.portal.Print">
      <method name="Print"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="h" direction="in"/>
        <arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
      <property name="version" type="u" access="read"/></interface></node>"""

    def __init__(self):
        self.printed = []
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        described = Gio.DBusNodeInfo.new_for_xml(self.INTERFACE).interfaces[0]
        version = lambda *_: GLib.Variant("u", 3)
        bus.register_object("/org/freedesktop/portal/desktop", described, self.print, version, None)
        Gio.bus_own_name_on_connection(bus, "org.freedesktop.portal.Desktop", Gio.BusNameOwnerFlags.NONE, None, None)

    def print(self, _bus, _sender, _path, _interface, _method, given, call):
        _window, title, index, _options = given.unpack()
        with os.fdopen(call.get_message().get_unix_fd_list().get(index), "rb") as paper:
            self.printed.append((title, paper.read()))
        call.return_value(GLib.Variant("(o)", ("/org/freedesktop/portal/desktop/request/1/1",)))


def turn(seconds=0.05):
    """Handles pending events."""
    context, end = GLib.MainContext.default(), time.time() + seconds
    while time.time() < end:
        while context.pending():
            context.iteration(False)
        time.sleep(0.005)


class Reader:
    """A screen reader, which knows the program by its accessibility tree alone."""

    def __init__(self, process):
        self.process, self.program, self.heard, self.controls = process, None, [], 0
        self.listener = Atspi.EventListener.new(self.hear)
        for event in ("object:announcement", "object:property-change:accessible-name", "object:text-changed:insert"):
            self.listener.register(event)
        # This libatspi misses AccessKit's signals for replaced elements.
        Atspi.get_desktop(0).set_cache_mask(Atspi.Cache.NONE)
        # A call during the registration of the program is answered only by its timeout, after 15 s.
        self.program = self.wait(self.find_program, "the program on the bus", 60)

    def hear(self, event):
        if event.type.startswith("object:announcement"):
            self.heard.append(str(event.any_data))

    def find_program(self):
        desktop = Atspi.get_desktop(0)
        children = [desktop.get_child_at_index(number) for number in range(desktop.get_child_count())]
        own = (it for it in children if it and it.get_process_id() == self.process.pid and it.get_child_count())
        return next(own, None)

    def wait(self, what, expected, seconds=15):
        end = time.time() + seconds
        while True:
            turn()
            found = what()
            if found:
                return found
            if self.process.poll() is not None:
                raise RuntimeError(f"the program ended with {self.process.returncode}")
            if time.time() > end:
                raise RuntimeError(f"never {expected}; there are {[name for _, name, _ in self.tree() if name][:60]}")

    def tree(self, start=None):
        """Everything that shows, in order, as (role, name, element), without what disappears while it is read."""
        start = start or self.program or Atspi.get_desktop(0)
        try:
            children = [start.get_child_at_index(number) for number in range(start.get_child_count())]
        except GLib.Error:
            return
        for child in filter(None, children):
            try:
                yield child.get_role(), child.get_name() or "", child
            except GLib.Error:
                continue
            yield from self.tree(child)

    def says(self, words):
        return any(words in name for _, name, _ in self.tree())

    def find(self, name, role=None):
        roles = {role} if role else USED
        return next((item for its, called, item in self.tree() if called == name and its in roles), None)

    def use(self, name, role=None):
        item = self.wait(lambda: self.find(name, role), f"a control {name!r}")
        action = item.get_action_iface()
        assert action is not None and action.get_n_actions() > 0, f"{name!r} has no action"
        assert action.do_action(0), f"{name!r} cannot be used"
        # The same number within 0.12 s would be taken for a bounce.
        turn(0.15)

    def write(self, name, text):
        item = self.wait(lambda: self.find(name, Atspi.Role.ENTRY), f"a field {name!r}")
        assert item.get_component_iface().grab_focus(), f"{name!r} cannot be focused"
        self.wait(lambda: item.get_state_set().contains(Atspi.StateType.FOCUSED), f"the focus in {name!r}")
        # AccessKit has no EditableText, so type into the focused field as the user of a screen reader does.
        Atspi.generate_keyboard_event(0, text, Atspi.KeySynthType.STRING)
        field = item.get_text_iface()
        self.wait(lambda: field.get_text(0, field.get_character_count()) == text, f"{text!r} in {name!r}")

    def hears(self, words):
        self.wait(lambda: any(words in sentence for sentence in self.heard), f"announced {words!r}: {self.heard}")

    def walk(self, screen):
        """Checks that every control says what it is."""
        controls = 0
        for role, name, item in self.tree():
            if role not in USED:
                continue
            try:
                states = item.get_state_set()
            except GLib.Error:
                continue
            controls += 1
            assert name.strip(), f"{screen}: a {item.get_role_name()} has no name"
            if role in CHECKED:
                assert states.contains(Atspi.StateType.CHECKABLE), f"{screen}: {name!r} is not checkable"
            if role == Atspi.Role.ENTRY:
                assert item.get_text_iface() is not None, f"{screen}: {name!r} has no text"
            elif role != Atspi.Role.SLIDER and states.contains(Atspi.StateType.ENABLED):
                assert item.get_action_iface() is not None, f"{screen}: {name!r} has no action"
        assert controls > 3, f"{screen}: only {controls} controls"
        self.controls += controls


def play(reader, portal):
    reader.wait(lambda: reader.says("New game"), "home")
    reader.walk("home")
    for page in ("Rules", "Settings"):
        reader.use(page, Atspi.Role.PAGE_TAB)
        reader.walk(page)
    reader.use("Play", Atspi.Role.PAGE_TAB)
    reader.use("New game", Atspi.Role.PUSH_BUTTON)
    # Who was typed is seated by the deal.
    reader.write("Name of a player", ", ".join(NAMES))
    reader.walk("set-up")
    reader.use("Deal round 1")
    reader.wait(lambda: reader.says("Round 1 of 20"), "round 1")
    reader.walk("the table")

    # Round 1: all others bid 0, so the dealer may not bid 1; the refusal is announced.
    reader.use("Bo bids 0")
    reader.use("Cleo bids 0")
    reader.use("Anna may not bid 1")
    reader.hears("1 is not allowed")
    reader.use("Anna bids 0")
    reader.use("Start the tricks")
    reader.walk("the tricks")
    reader.use("Bo took 1")
    reader.use("Score round 1")
    reader.hears("Round 1 is scored")
    scored = next(sentence for sentence in reader.heard if "Round 1 is scored" in sentence)
    for total in ("Anna 20", "Cleo 20", "Bo −10"):
        assert total in scored, (total, scored)
    reader.wait(lambda: reader.says("Round 1, Bo, total −10"), "the total")

    reader.use("More")
    reader.use("End the game early")
    reader.use("End the game")
    reader.wait(lambda: reader.says("Anna and Cleo led when the game ended"), "the result")
    reader.hears("Anna and Cleo led when the game ended")
    reader.walk("the result")
    reader.wait(lambda: reader.says("Place 1: Anna, 20 points"), "the standings")

    # The desktop's own dialog prints the sheet.
    reader.use("Share")
    reader.use("Other formats…")
    reader.use("Print…")
    reader.wait(lambda: portal.printed, "what is printed")
    title, paper = portal.printed[0]
    assert title.startswith("wizard_") and paper.startswith(b"%PDF") and len(paper) > 10_000, (title, paper[:20])


def organise(reader):
    """The wall hides the tournament's page, which is whole again afterwards."""
    for _ in range(2):
        reader.use("Close")
    for page in ("Archive", "Statistics"):
        reader.use(page, Atspi.Role.PAGE_TAB)
        reader.walk(page)
    reader.use("Play", Atspi.Role.PAGE_TAB)
    reader.use("Begin a tournament")
    for name in [*NAMES, "Dora"]:
        reader.write("Name of a player", name)
        reader.use("Add")
    reader.use("Seats of round 1")
    reader.wait(lambda: reader.find("Draw again"), "the seats")
    elements = lambda: sorted((role, name) for role, name, _ in reader.tree())
    before = elements()
    reader.use("Wall")
    reader.wait(lambda: reader.find("Back to the tournament"), "the wall")
    assert not reader.find("Archive", Atspi.Role.PAGE_TAB), "nothing but the wall"
    reader.use("Back to the tournament")
    reader.wait(lambda: elements() == before, f"the page as before, {len(before)} elements")


def main():
    binary = os.path.abspath(sys.argv[1])
    ask_for_accessibility()
    Atspi.init()
    with tempfile.TemporaryDirectory() as data:
        # Without a display it must end with the reason, not fall back to the testing backend in this build.
        environment = dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE="en", SLINT_BACKEND="winit")
        process = subprocess.Popen([binary, "--data-dir", data], env=environment, stdout=subprocess.DEVNULL)
        began = time.time()
        try:
            reader, portal = Reader(process), Portal()
            # There is no window manager under Xvfb to do this.
            focus = ["xdotool", "search", "--sync", "--name", "Tablet of Truth", "windowfocus"]
            subprocess.run(focus, check=True, timeout=20)
            play(reader, portal)
            organise(reader)
        finally:
            process.kill()
            process.wait()
        print(f"{reader.controls} controls in the tree; announcements, in order:")
        for sentence in reader.heard:
            print("  " + sentence)
        print(f"a game by the accessibility tree alone in {time.time() - began:.0f} s")
    print("1 passed, 0 failed")


if __name__ == "__main__":
    main()
