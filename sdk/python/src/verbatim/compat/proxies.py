"""The proxy settings of youtube-transcript-api: the same classes with the same addresses.

They are checked and change nothing: the server reaches YouTube, by the proxy of its ``EGRESS_PROXY_URL``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import List, Optional, TypedDict


class InvalidProxyConfig(Exception):
    pass


class RequestsProxyConfigDict(TypedDict):
    http: str
    https: str


class ProxyConfig(ABC):
    """The base of proxy settings."""

    @abstractmethod
    def to_requests_dict(self) -> RequestsProxyConfigDict: ...

    @property
    def prevent_keeping_connections_alive(self) -> bool:
        return False

    @property
    def retries_when_blocked(self) -> int:
        return 0


class GenericProxyConfig(ProxyConfig):
    """Any proxy. One URL covers both kinds of connections."""

    def __init__(self, http_url: Optional[str] = None, https_url: Optional[str] = None) -> None:
        if not (http_url or https_url):
            raise InvalidProxyConfig("Pass http_url, https_url or both.")
        self._http_url = http_url
        self._https_url = https_url

    @property
    def http_url(self) -> Optional[str]:
        return self._http_url

    @property
    def https_url(self) -> Optional[str]:
        return self._https_url

    def to_requests_dict(self) -> RequestsProxyConfigDict:
        http, https = self.http_url or "", self.https_url or ""
        return {"http": http or https, "https": https or http}


class WebshareProxyConfig(GenericProxyConfig):
    """Rotating proxies of Webshare."""

    DEFAULT_DOMAIN_NAME = "p.webshare.io"
    DEFAULT_PORT = 80

    def __init__(
        self,
        proxy_username: str,
        proxy_password: str,
        filter_ip_locations: Optional[List[str]] = None,
        retries_when_blocked: int = 10,
        domain_name: str = DEFAULT_DOMAIN_NAME,
        proxy_port: int = DEFAULT_PORT,
    ) -> None:
        self.proxy_username = proxy_username
        self.proxy_password = proxy_password
        self.domain_name = domain_name
        self.proxy_port = proxy_port
        self._filter_ip_locations = filter_ip_locations or []
        self._retries_when_blocked = retries_when_blocked

    @property
    def url(self) -> str:
        suffix = "-rotate"
        name = self.proxy_username
        if name.endswith(suffix):
            name = name[: -len(suffix)]
        places = "".join(f"-{place.upper()}" for place in self._filter_ip_locations)
        return f"http://{name}{places}{suffix}:{self.proxy_password}@{self.domain_name}:{self.proxy_port}/"

    @property
    def http_url(self) -> str:
        return self.url

    @property
    def https_url(self) -> str:
        return self.url

    @property
    def prevent_keeping_connections_alive(self) -> bool:
        return True

    @property
    def retries_when_blocked(self) -> int:
        return self._retries_when_blocked
