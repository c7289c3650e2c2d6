"""
Serves a speech model to the server that started this process, one request at a time, each answered by a line of JSON:

  {"load": {…}}\\n                       {"loaded": true}
  {"samples": N, …}\\n and N floats      {"transcribed": …}

Samples are 32-bit floats in the machine's byte order, 16 kHz, one channel. What can't be done is {"failed": "why"}. It ends when
its standard input does.
"""

import json
import os
import queue
import sys
import threading


def step_back():
    """The server goes first where processor or memory are short."""
    try:
        os.nice(5)
        if sys.platform == "linux":
            with open("/proc/self/oom_score_adj", "w") as file:
                file.write("900")
    except OSError as error:
        print(f"Not allowed to step back: {error}", file=sys.stderr)


def only_replies():
    """Keeps output that a library prints out of the replies."""
    replies = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    return replies


def read_requests(requests):
    """Reads in a separate thread, so that the end of the server ends this process during any work of the library."""
    stdin = sys.stdin.buffer
    while True:
        line = stdin.readline()
        request = json.loads(line) if line else None
        if request is None:
            os._exit(0)
        count = request.get("samples")
        data = stdin.read(4 * count) if count is not None else b""
        if count is not None and len(data) < 4 * count:
            os._exit(0)
        requests.put((request, data))


def serve(load):
    """`load` makes a model of the first request; the model's `recognise` gets the bytes of the samples, and the request."""
    replies = only_replies()
    step_back()
    requests = queue.Queue()
    threading.Thread(target=read_requests, args=(requests,), daemon=True).start()
    model = None
    while True:
        request, data = requests.get()
        try:
            if "load" in request:
                model = load(request["load"])
                reply = {"loaded": True}
            else:
                reply = {"transcribed": model.recognise(data, request)}
        except Exception as error:
            reply = {"failed": f"{type(error).__name__}: {error}"}
        replies.write(json.dumps(reply) + "\n")
