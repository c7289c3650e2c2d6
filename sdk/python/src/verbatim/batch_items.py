from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Union

if TYPE_CHECKING:
    from . import schema

    BatchItems = Sequence[Union[str, schema.BatchItemRequest]]

PAGE = 100


def items_of(items: BatchItems) -> List[Any]:
    """A link is an item with nothing but a URL."""
    return [{"url": item} if isinstance(item, str) else item for item in items]


def language_of(lang: Optional[str]) -> Dict[str, str]:
    """Without a language the server's default holds."""
    return {} if lang is None else {"lang": lang}
