from __future__ import annotations

import re
from typing import Any, Mapping
from urllib.parse import quote, urlencode

from .operations import OPERATIONS, Operation


def _query_of(query: Mapping[str, Any]) -> str:
    def text(value: Any) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value)

    return urlencode({name: text(value) for name, value in query.items() if value is not None})


def operation_of(operation_id: str) -> Operation:
    operation = OPERATIONS.get(operation_id)
    if operation is None:
        raise ValueError(f"This package has no operation {operation_id!r}. verbatim.operations lists those it has.")
    return operation


def _path_of(operation: Operation, params: Mapping[str, Any]) -> str:
    def value(match: re.Match[str]) -> str:
        given = params.get(match[1])
        text = "" if given is None else str(given)
        # As a part of a path, these name another one.
        if text in ("", ".", ".."):
            raise ValueError(f"{match[1]} is {text!r}, which nothing is named. Pass its ID.")
        return quote(text, safe="")

    return re.sub(r"\{(\w+)\}", value, operation.path)


def address_of(operation: Operation, params: Mapping[str, Any], query: Mapping[str, Any]) -> str:
    """The path of a request with its query."""
    search = _query_of(query)
    return f"{_path_of(operation, params)}{'?' if search else ''}{search}"
