"""The command line of youtube-transcript-api: ``python -m verbatim.compat VIDEO_ID …``."""

from __future__ import annotations

import argparse
from importlib.metadata import PackageNotFoundError, version
from typing import List, Optional, Sequence

from .api import YouTubeTranscriptApi
from .formatters import FormatterLoader
from .proxies import GenericProxyConfig, ProxyConfig, WebshareProxyConfig
from .transcripts import FetchedTranscript, TranscriptList


def _proxy_of(args: argparse.Namespace) -> Optional[ProxyConfig]:
    if args.webshare_proxy_username is not None or args.webshare_proxy_password is not None:
        return WebshareProxyConfig(args.webshare_proxy_username or "", args.webshare_proxy_password or "")
    if args.http_proxy or args.https_proxy:
        return GenericProxyConfig(http_url=args.http_proxy, https_url=args.https_proxy)
    return None


def _fetched(transcripts: TranscriptList, args: argparse.Namespace) -> FetchedTranscript:
    if args.exclude_manually_created:
        transcript = transcripts.find_generated_transcript(args.languages)
    elif args.exclude_generated:
        transcript = transcripts.find_manually_created_transcript(args.languages)
    else:
        transcript = transcripts.find_transcript(args.languages)
    if args.translate:
        transcript = transcript.translate(args.translate)
    return transcript.fetch()


class YouTubeTranscriptCli:
    def __init__(self, args: Sequence[str]) -> None:
        self._args = args

    def run(self) -> str:
        """Returns the output: first the errors, then the lists or the transcripts."""
        args = self._parse_args()
        if args.exclude_manually_created and args.exclude_generated:
            return ""
        api = YouTubeTranscriptApi(proxy_config=_proxy_of(args))
        errors: List[str] = []
        lists: List[TranscriptList] = []
        fetched: List[FetchedTranscript] = []
        for video_id in args.video_ids:
            try:
                found = api.list(video_id)
                if args.list_transcripts:
                    lists.append(found)
                else:
                    fetched.append(_fetched(found, args))
            # One video that fails leaves the others.
            except Exception as error:
                errors.append(str(error))
        text = [FormatterLoader().load(args.format).format_transcripts(fetched)] if fetched else []
        return "\n\n".join([*errors, *(str(one) for one in lists), *text])

    def _get_version(self) -> str:
        try:
            return version("verbatim-client")
        except PackageNotFoundError:
            return "unknown"

    def _parse_args(self) -> argparse.Namespace:
        parser = argparse.ArgumentParser(description="Print the transcripts of YouTube videos.")
        parser.add_argument("--version", action="version", version=f"%(prog)s, version {self._get_version()}")
        parser.add_argument("video_ids", nargs="+", help="the IDs of the videos")
        parser.add_argument("--list-transcripts", action="store_true", help="list the languages of the videos")
        parser.add_argument("--languages", nargs="*", default=["en"], help="languages, the best first")
        parser.add_argument("--exclude-generated", action="store_true", help="no automatic captions")
        parser.add_argument("--exclude-manually-created", action="store_true", help="only automatic captions")
        parser.add_argument("--format", default="pretty", choices=tuple(FormatterLoader.TYPES))
        parser.add_argument("--translate", default="", help="refused: Verbatim does not translate captions")
        for name in ("--webshare-proxy-username", "--webshare-proxy-password"):
            parser.add_argument(name, help="not used: the server reaches YouTube")
        for name in ("--http-proxy", "--https-proxy"):
            parser.add_argument(name, default="", metavar="URL", help="not used: the server reaches YouTube")
        args = parser.parse_args(self._args)
        args.video_ids = [video_id.replace("\\", "") for video_id in args.video_ids]
        return args
