"""How much memory all that is kept between reruns may take, and whose it is.

UI floor. ``ui/work/cache.py`` tells of every result that is made or asked for. One bound holds for all of them
together, ``ASKCORE_KEEP_MB``; of what no open session has asked for, a tenth of it stays, for whoever comes next.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from typing import Any

from askcore._lazy import parts

USUAL = 1000.0  # megabytes
LEFT = 0.1  # share of them for what nobody uses


class Box:
    """One result, as the cache holds it: what it weighs is known here, and it can be dropped, whatever it is.

    ``whole`` : it makes nothing more later.
    """

    def __init__(self, content: Any, *, whole: bool = False) -> None:
        self.content, self.whole = content, whole


@dataclass
class _Held:
    """What is known of a box. ``weighed`` is None where it may have grown since."""

    box: weakref.ref[Box]
    drop: Callable[[], None]
    sessions: set[str] = field(default_factory=set)
    weighed: dict[int, int] | None = None


class Room:
    """The results of all kept functions; those unused for longest go first, and small ones stay beside large ones.

    Parameters
    ----------
    megabytes : what they may take together.
    """

    def __init__(self, megabytes: float) -> None:
        self.most = megabytes * 1e6
        self._lock = threading.Lock()
        self._tidying = threading.Lock()
        self._held: dict[int, _Held] = {}  # the one used last comes last
        self._new = False

    @classmethod
    def usual(cls) -> Room:
        """As large as ``ASKCORE_KEEP_MB`` says."""
        return cls(float(os.environ.get("ASKCORE_KEEP_MB") or USUAL))

    def use(self, box: Box, session: str, drop: Callable[[], None]) -> None:
        """Note that a session ("" for none) has asked for a result; ``drop`` takes it out of the cache."""
        with self._lock:
            held = self._held.pop(id(box), None)
            if held is None or held.box() is not box:
                held, self._new = _Held(weakref.ref(box), drop), True
            if not box.whole:
                held.weighed = None
            held.sessions.add(session)
            self._held[id(box)] = held

    def make_room(self) -> bool:
        """Drop what is too much, where there are new results; whether any went. The newest stays, whatever it takes."""
        return self._new and self._tidy(None)

    def leave(self, sessions: Set[str]) -> bool:
        """Only these sessions are still there: drop what is too much; whether any went."""
        return self._tidy(sessions)

    def _tidy(self, sessions: Set[str] | None) -> bool:
        with self._tidying:
            with self._lock:
                self._new = False
                there = [(key, held, held.box()) for key, held in reversed(self._held.items())]
            met: set[int] = set()
            taken = unused = 0.0
            gone = []
            for key, held, box in there:
                if sessions is not None:
                    held.sessions &= sessions
                own = {} if box is None else self._weigh(held, box)
                more = sum(size for part, size in own.items() if part not in met)
                nobodys = 0 if held.sessions else more
                over = taken + more > self.most or unused + nobodys > LEFT * self.most
                if box is None or (over and more and (taken or not held.sessions)):
                    gone.append((key, held, box))
                else:
                    met.update(own)
                    taken, unused = taken + more, unused + nobodys
            with self._lock:
                for key, held, _ in gone:
                    if self._held.get(key) is held:
                        del self._held[key]
        for _, held, box in gone:
            if box is not None:
                held.drop()
        return any(box is not None for *_, box in gone)

    @staticmethod
    def _weigh(held: _Held, box: Box) -> dict[int, int]:
        if held.weighed is None:
            held.weighed = parts(box.content)
        return held.weighed


room = Room.usual()
