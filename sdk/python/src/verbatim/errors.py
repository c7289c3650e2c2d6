from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple, Union

if TYPE_CHECKING:
    import httpx

    from .schema import Problem


class FieldError(Dict[str, Any]):
    """The error of one field of a request (422): ``loc``, ``msg``, ``type`` and perhaps ``ctx``."""


class VerbatimError(Exception):
    """A refused request, a failed job, or a server that can't be reached (``status`` 0).

    ``code`` is one of ``verbatim.schema.ErrorCode``, or one that a newer server has.
    """

    def __init__(self, problem: Union[Problem, Dict[str, Any]], fields: Sequence[FieldError] = ()) -> None:
        super().__init__(problem["detail"])
        self.code: str = problem["code"]
        self.status: int = problem["status"]
        self.detail: str = problem["detail"]
        self.retryable: bool = problem["retryable"]
        """Whether the same request may succeed later."""
        self.retry_after: Optional[float] = problem["retry_after"]
        """Seconds to wait before that; None if unknown."""
        self.request_id: Optional[str] = problem["request_id"]
        """For support."""
        self.context: Dict[str, Any] = problem["context"]
        self.fields: List[FieldError] = list(fields)
        """Every invalid field of a request (422)."""

    def _problem(self) -> Dict[str, Any]:
        names = ("code", "status", "detail", "retryable", "retry_after", "request_id", "context")
        return {name: getattr(self, name) for name in names}

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self._problem(), self.fields)


class InvalidRequestError(VerbatimError):
    """400, 413, 415, 422 and the like: the request or its source has to change."""


class AuthenticationError(VerbatimError):
    """401: the API key is missing or wrong."""


class AllowanceError(VerbatimError):
    """402: the minutes of this month are not enough."""


class ForbiddenError(VerbatimError):
    """403: the API key may not do this, or the source is not public."""


class NotFoundError(VerbatimError):
    """404: nothing was found, or no captions in the language."""


class ConflictError(VerbatimError):
    """409 and 412: the request does not fit the present state."""


class RateLimitError(VerbatimError):
    """429: too many requests or jobs."""


class ServerError(VerbatimError):
    """5xx: the server, the source or the speech engine failed."""


class UnreachableError(VerbatimError):
    """There was no response."""


class JobError(VerbatimError):
    """A job that has failed or was cancelled."""

    def __init__(self, job_id: str, problem: Union[Problem, Dict[str, Any]]) -> None:
        super().__init__(problem)
        self.job_id = job_id

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.job_id, self._problem())


class WaitTimeout(TimeoutError):
    """The time to wait has passed. A job continues; ``job_id`` is None if none is known yet."""

    def __init__(self, job_id: Optional[str] = None) -> None:
        running = f"Job {job_id} is still running. Wait for it with wait_for_job."
        super().__init__(running if job_id else "The server has not responded in time.")
        self.job_id = job_id

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.job_id,)


_BY_STATUS = {
    401: AuthenticationError,
    402: AllowanceError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    412: ConflictError,
    429: RateLimitError,
}


def _error(problem: Dict[str, Any], fields: Sequence[FieldError] = ()) -> VerbatimError:
    status = problem["status"]
    usual = ServerError if status >= 500 else InvalidRequestError
    return _BY_STATUS.get(status, usual)(problem, fields)


def _seconds(value: Optional[str]) -> Optional[float]:
    return float(value) if value and re.fullmatch(r"[0-9]{1,9}", value) else None


# The types of what the API adds to the code and the words of an error. Another server has other fields, or none.
_ADDED: Dict[str, Any] = {"retryable": bool, "retry_after": (int, float), "request_id": str, "context": dict}


def _fields_of(body: Any) -> List[FieldError]:
    details = body.get("detail") if isinstance(body, dict) else None
    if not isinstance(details, list):
        return []
    known = [one for one in details if isinstance(one, dict)]
    return [FieldError(one) for one in known if isinstance(one.get("msg"), str) and isinstance(one.get("type"), str)]


def error_of(response: httpx.Response) -> VerbatimError:
    """The error that a response reports, also that of a proxy. Its body has been read."""
    try:
        body = response.json()
    except ValueError:
        body = None
    status = response.status_code
    base: Dict[str, Any] = {
        "status": status,
        "retryable": status == 429 or status >= 500,
        "retry_after": _seconds(response.headers.get("retry-after")),
        "request_id": response.headers.get("x-request-id"),
        "context": {},
    }
    if isinstance(body, dict) and isinstance(body.get("code"), str) and isinstance(body.get("detail"), str):
        told = {name: body[name] for name, kind in _ADDED.items() if isinstance(body.get(name), kind)}
        return _error({**base, **told, "code": body["code"], "detail": body["detail"]})
    fields = _fields_of(body)
    if fields:
        first = fields[0]
        problem = {**base, "code": first["type"], "detail": first["msg"], "context": first.get("ctx") or {}}
        return _error({**problem, "retryable": False}, fields)
    detail = f"The server returned {status} with no explanation."
    if 300 <= status < 400:
        detail = f"The server redirects to another address ({status}). Check its URL."
    return _error({**base, "code": "internal_error", "detail": detail})


def _problem_of(code: str, detail: str, retryable: bool, status: int = 0) -> Dict[str, Any]:
    known = {"code": code, "detail": detail, "status": status, "retryable": retryable}
    return {**known, "retry_after": None, "request_id": None, "context": {}}


def unreachable() -> VerbatimError:
    """The error of a server that can't be reached."""
    detail = "The server can't be reached. Check its URL and that it is running."
    return UnreachableError(_problem_of("service_unavailable", detail, True))


def no_progress() -> VerbatimError:
    """The error of an upload of which the server keeps nothing."""
    detail = "The server did not keep what was sent to it. Try again later."
    return ServerError(_problem_of("storage_unavailable", detail, True))


def parse_json(content: bytes, status: int, request_id: Optional[str] = None) -> Any:
    """Parses JSON. Raises ``VerbatimError`` where a proxy or another server has answered."""
    try:
        return json.loads(content)
    except ValueError as cause:
        detail = "The server returned something other than JSON. Check its URL."
        problem = _problem_of("internal_error", detail, False, status)
        raise VerbatimError({**problem, "request_id": request_id}) from cause


def json_of(response: httpx.Response) -> Any:
    """Parses the JSON of a response."""
    return parse_json(response.content, response.status_code, response.headers.get("x-request-id"))
