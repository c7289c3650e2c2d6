# Generated from the OpenAPI document by "npm run sdk". Do not edit.
from __future__ import annotations

from typing import Dict

TIME_LINKS: Dict[str, str] = {
    "youtube": "?t={}s",
    "bilibili": "?t={}",
    "vimeo": "#t={}s",
    "dailymotion": "?start={}",
    "twitch": "?t={}s",
    "loom": "?t={}",
    "upload": "#t={}",
    "podcast": "#t={}",
}
"""Suffix that a link gets for a time: a query or a fragment, with whole seconds at the braces."""
