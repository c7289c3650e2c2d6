"""Runs a flow without a network and without waiting."""

import httpx

from verbatim.flows import Connection, Pause

CONNECTION = Connection("http://server.example", "key", 3, 30)


class Ran:
    """A run of a flow: its requests, its pauses, and its result or its error."""

    def __init__(self, flow, answer):
        self.requests = []
        self.pauses = []
        self.result = None
        self.error = None
        try:
            effect = next(flow)
            while True:
                if isinstance(effect, Pause):
                    self.pauses.append(effect.seconds)
                    effect = flow.send(None)
                    continue
                self.requests.append(effect)
                outcome = answer(effect)
                effect = flow.throw(outcome) if isinstance(outcome, Exception) else flow.send(outcome)
        except StopIteration as end:
            self.result = end.value
        except Exception as error:
            self.error = error

    def methods(self):
        return [request.method for request in self.requests]


def json_response(body, status=200, headers=None):
    return httpx.Response(status, json=body, headers=headers)
