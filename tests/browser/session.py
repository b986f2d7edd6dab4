"""A session of the dashboard without a browser: the messages that a page in a browser sends and gets.

Many of them fit beside the server on one machine, where browsers would take the processors for themselves.
"""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any
from urllib.parse import urlencode

import requests
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import FileUploaderState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

DONE = ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY
LARGEST = 2**28  # bytes of a message


class Session:
    """One visitor on one page; leaves with the ``with`` statement.

    Attributes
    ----------
    elements : what the page consists of after its last run, by its place.
    errors : messages of error, and exceptions, that any run has shown.
    """

    def __init__(self, address: str, page: str, *, patience: float = 120.0, **query: Any) -> None:
        self.page, self.query, self.patience = page, query, patience
        self.elements: dict[tuple[int, ...], Any] = {}
        self.errors: list[str] = []
        self._widgets: dict[str, Any] = {}
        self._kept: dict[str, ForwardMsg] = {}
        self._end = 0.0
        self._address = address
        address = address.replace("http", "ws", 1) + "/_stcore/stream"
        self._socket = connect(address, subprotocols=["streamlit"], max_size=LARGEST, proxy=None).__enter__()  # type: ignore[list-item]

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leave, as a browser whose tab is closed."""
        self._socket.close()

    def run(self) -> float:
        """Run the page until it stands, reruns that it asks for included; returns the seconds that it took."""
        start = time.perf_counter()
        self.start()
        self.finish()
        return time.perf_counter() - start

    def start(self) -> None:
        """Ask for a run, and return at once."""
        self._end = time.monotonic() + self.patience
        message = BackMsg()
        state = message.rerun_script
        state.query_string, state.page_name = urlencode(self.query), self.page
        state.cached_message_hashes.extend(self._kept)
        for widget, value in self._widgets.items():
            given = state.widget_states.widgets.add(id=widget)
            if isinstance(value, bool):
                given.trigger_value = value
            elif isinstance(value, FileUploaderState):
                given.file_uploader_state_value.CopyFrom(value)
            else:
                given.string_array_value.data.extend(value)
        self._widgets = {name: value for name, value in self._widgets.items() if value is not True}
        self._socket.send(message.SerializeToString())

    def finish(self) -> None:
        """Take what the server sends until the page stands."""
        while not self._take(ForwardMsg.FromString(self._receive())):
            pass

    def slide(self, label: str, place: int) -> str:
        """Put the slider whose label begins so on its choice number ``place``; returns what that is called."""
        found = self.element("slider", label)
        self._widgets[found.id] = [found.options[place]]
        return str(found.options[place])

    def click(self, label: str) -> None:
        """Press the button whose label begins so, with the next run."""
        self._widgets[self.element("button", label).id] = True

    def upload(self, label: str, name: str, content: bytes) -> None:
        """Send a file to the uploader whose label begins so; the next run tells of it."""
        asked = BackMsg()
        asked.file_urls_request.request_id = name
        asked.file_urls_request.file_names.append(name)
        self._end = time.monotonic() + self.patience
        self._socket.send(asked.SerializeToString())
        while (answer := ForwardMsg.FromString(self._receive())).WhichOneof("type") != "file_urls_response":
            self._take(answer)
        (urls,) = answer.file_urls_response.file_urls
        with requests.Session() as line:
            line.trust_env = False
            line.get(f"{self._address}/_stcore/health", timeout=self.patience)
            token = {"X-Xsrftoken": line.cookies.get("_streamlit_xsrf", "")}
            sent = line.put(
                self._address + urls.upload_url,
                files={name: (name, content)},
                headers=token,
                timeout=self.patience,
            )
        sent.raise_for_status()
        state = FileUploaderState()
        state.uploaded_file_info.add(name=name, size=len(content), file_id=urls.file_id, file_urls=urls)
        self._widgets[self.element("file_uploader", label).id] = state

    def element(self, kind: str, label: str) -> Any:
        """The element of a kind whose label begins so."""
        each = [element for element in self.of_kind(kind) if element.label.startswith(label)]
        if not each:
            raise LookupError(f"expected a {kind} “{label}”, got {[e.label for e in self.of_kind(kind)]}")
        return each[0]

    def of_kind(self, kind: str) -> list[Any]:
        """All elements of a kind, as they stand on the page."""
        at = sorted(place for place, element in self.elements.items() if element.WhichOneof("type") == kind)
        return [getattr(self.elements[place], kind) for place in at]

    @property
    def text(self) -> str:
        """All paragraphs of the page."""
        return "\n".join(each.body for each in self.of_kind("markdown"))

    def _receive(self) -> bytes:
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"{self.page} did not stand after {self.patience:g} s")
        return bytes(self._socket.recv(left, decode=False))

    def _take(self, message: ForwardMsg) -> bool:
        """Note one message; whether it says that the page stands."""
        kind = message.WhichOneof("type")
        if kind == "ref_hash":
            place = list(message.metadata.delta_path)
            message = ForwardMsg.FromString(self._kept[message.ref_hash].SerializeToString())
            del message.metadata.delta_path[:]
            message.metadata.delta_path.extend(place)
            kind = message.WhichOneof("type")
        elif message.metadata.cacheable:
            self._kept[message.hash] = message
        if kind == "new_session" and not message.metadata.run.fragment_ids:
            self.elements.clear()
        if kind == "delta" and message.delta.HasField("new_element"):
            self._draw(tuple(message.metadata.delta_path), message.delta.new_element)
        return kind == "script_finished" and message.script_finished in DONE

    def _draw(self, place: tuple[int, ...], element: Any) -> None:
        self.elements[place] = element
        kind = element.WhichOneof("type")
        if kind == "exception":
            self.errors.append(f"{element.exception.type}: {element.exception.message}")
        if kind == "alert" and element.alert.format == element.alert.ERROR:
            self.errors.append(element.alert.body)
