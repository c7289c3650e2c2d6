from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Union

if TYPE_CHECKING:
    import httpx

    from .schema import Problem


class FieldError(Dict[str, Any]):
    """What is wrong with one field of a request (422): ``loc``, ``msg``, ``type`` and perhaps ``ctx``."""


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
        """Of a 422: every field that is wrong."""


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


class WaitTimeout(TimeoutError):
    """The time to wait for a job has passed. The job continues."""

    def __init__(self, job_id: str) -> None:
        super().__init__(f"Job {job_id} is still running. Wait for it with wait_for_job.")
        self.job_id = job_id


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
    return float(value) if value and value.isdigit() else None


def error_of(response: httpx.Response) -> VerbatimError:
    """The error that a response stands for. Its body has been read."""
    try:
        body = response.json()
    except ValueError:
        body = None
    if isinstance(body, dict) and "code" in body and "detail" in body:
        return _error(body)
    status = response.status_code
    base = {
        "status": status,
        "retryable": status >= 500,
        "retry_after": _seconds(response.headers.get("retry-after")),
        "request_id": response.headers.get("x-request-id"),
        "context": {},
    }
    details = body.get("detail") if isinstance(body, dict) else None
    if isinstance(details, list) and details:
        fields = [FieldError(detail) for detail in details]
        first = fields[0]
        problem = {**base, "code": first["type"], "detail": first["msg"], "context": first.get("ctx") or {}}
        return _error(problem, fields)
    detail = f"The server answered {status} without a reason."
    return _error({**base, "code": "internal_error", "detail": detail})


def unreachable() -> VerbatimError:
    """The error of a server that can't be reached."""
    return UnreachableError(
        {
            "code": "service_unavailable",
            "status": 0,
            "detail": "The server can't be reached. Check its URL and that it is running.",
            "retryable": True,
            "retry_after": None,
            "request_id": None,
            "context": {},
        }
    )


def json_of(response: httpx.Response) -> Any:
    """What the JSON of a response says. Raises ``VerbatimError`` where a proxy or another server has answered."""
    try:
        return response.json()
    except ValueError as cause:
        problem = {
            "code": "internal_error",
            "status": response.status_code,
            "detail": "The server answered with something else than JSON. Check its URL.",
            "retryable": False,
            "retry_after": None,
            "request_id": response.headers.get("x-request-id"),
            "context": {},
        }
        raise VerbatimError(problem) from cause
