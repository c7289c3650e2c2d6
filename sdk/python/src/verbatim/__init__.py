"""Client of the Verbatim API: transcripts of video and audio links and files."""

from .async_client import AsyncVerbatim
from .client import Verbatim
from .documents import link_at
from .errors import (
    AllowanceError,
    AuthenticationError,
    ConflictError,
    FieldError,
    ForbiddenError,
    InvalidRequestError,
    JobError,
    NotFoundError,
    RateLimitError,
    ServerError,
    UnreachableError,
    VerbatimError,
    WaitTimeout,
)
from .flows import Progress
from .webhooks import WebhookVerificationError, verify_webhook

__version__ = "0.1.0"

__all__ = [
    "AllowanceError",
    "AsyncVerbatim",
    "AuthenticationError",
    "ConflictError",
    "FieldError",
    "ForbiddenError",
    "InvalidRequestError",
    "JobError",
    "NotFoundError",
    "Progress",
    "RateLimitError",
    "ServerError",
    "UnreachableError",
    "Verbatim",
    "VerbatimError",
    "WaitTimeout",
    "WebhookVerificationError",
    "link_at",
    "verify_webhook",
]
