"""A server with given answers, on a free port of this machine."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


HANG = object()


class ScriptedServer:
    """Each answer is ``(status, headers, body)``, None to close the connection without one, or HANG to send nothing."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []
        self._ended = threading.Event()
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def respond(self):
                length = int(self.headers.get("content-length") or 0)
                owner.requests.append((self.command, self.path, dict(self.headers), self.rfile.read(length)))
                answer = owner.answers.pop(0)
                self.close_connection = True
                if answer is HANG:
                    owner._ended.wait()
                if answer is None or answer is HANG:
                    return
                status, headers, body = answer
                content = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(status)
                for name, value in {**headers, "content-length": str(len(content))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PATCH = do_DELETE = respond

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()


def problem(code, status, retryable=True, retry_after=None):
    headers = {} if retry_after is None else {"retry-after": str(retry_after)}
    body = {
        "type": f"/docs/errors#{code}",
        "title": code,
        "status": status,
        "detail": f"This is {code}.",
        "code": code,
        "retryable": retryable,
        "retry_after": retry_after,
        "request_id": "request-1",
        "context": {},
    }
    return status, headers, body
