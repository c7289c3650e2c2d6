# Generated from the OpenAPI document by "npm run sdk". Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class AddWebhookRequest(TypedDict):
    url: str
    """A link, in any form people paste"""
    events: NotRequired[List[Literal["job.done", "job.error", "import.done", "batch.done", "watch.item"]]]
    """The events that are sent; without it, all"""


class ApiKey(TypedDict):
    id: str
    """The ID"""
    name: Optional[str]
    """The name that you gave it"""
    prefix: str
    """The beginning of the key, by which you recognise it"""
    scopes: Optional[List[Literal["transcripts:read", "transcripts:write", "publish", "imports"]]]
    """The granted scopes"""
    created_at: str
    """The creation time"""
    expires_at: Optional[str]
    """When it expires; null if never"""
    last_used_at: Optional[str]
    """Null if never used"""


class ApiKeyDeleted(TypedDict):
    deleted: bool
    """Whether it was deleted"""


class ApiKeyList(TypedDict):
    keys: List[ApiKey]
    """Your API keys, newest first"""


class ApiKeyState(TypedDict):
    has_key: bool
    """Whether you have an API key"""
    key_prefix: Optional[str]
    """The beginning of the key"""
    tier: str
    """`free`, `pro` or `ultra`"""
    created_at: Optional[str]
    """The creation time"""
    key: Optional[str]
    """The plaintext key, only in the response that created it"""


class ApiKeyUse(TypedDict):
    date: str
    """The day, in UTC"""
    key_id: str
    """The ID of an API key"""
    name: Optional[str]
    """The name of the key"""
    prefix: str
    """The beginning of the key, by which you recognise it"""
    deleted: bool
    """Whether the key has been deleted since"""
    requests: int
    """How many requests there were"""
    refused: int
    """How many requests were refused"""


class ApiKeyUseList(TypedDict):
    uses: List[ApiKeyUse]
    """Use by day and key, newest first"""


class Batch(TypedDict):
    id: str
    """The ID"""
    status: Literal["queued", "in_progress", "done", "error", "cancelled"]
    """The status"""
    total: int
    """How many there are in all"""
    queued: int
    """How many have not begun"""
    in_progress: int
    """How many are in progress"""
    done: int
    """How many are transcribed"""
    failed: int
    """How many failed"""
    skipped: int
    """How many were skipped"""
    note: Optional[str]
    """An explanation in words; null if there is none"""
    created_at: str
    """The creation time"""
    finished_at: Optional[str]
    """The end time; null while running"""


class BatchDoneMessage(TypedDict):
    type: Literal["batch.done"]
    """What happened"""
    timestamp: str
    """When it happened"""
    data: BatchDoneMessageData
    """What it happened to"""


class BatchDoneMessageData(TypedDict):
    batch_id: str
    """The ID of the import or batch"""
    status: Literal["queued", "in_progress", "done", "error", "cancelled"]
    """The status"""
    total: int
    """How many there are in all"""
    done: int
    """How many are transcribed"""
    failed: int
    """How many failed"""
    skipped: int
    """How many were skipped"""


class BatchItem(TypedDict):
    index: int
    """The place of the item in your request, from 0"""
    custom_id: Optional[str]
    """Your own ID of the item"""
    url: Optional[str]
    """A link, in any form people paste"""
    audio: Optional[str]
    """A direct link to an audio file"""
    upload: Optional[str]
    """`object_path` or `source_url` of one of your uploads"""
    lang: Optional[str]
    """A language tag (BCP 47), or `auto` for the spoken language"""
    format: Literal["json", "text", "srt", "vtt", "ttml", "ass", "markdown"]
    """`json`, `text`, `srt`, `vtt`, `ttml`, `ass` or `markdown`"""
    status: Literal["queued", "in_progress", "done", "failed", "skipped"]
    """The status"""
    reason: Optional[Literal["already_transcribed", "allowance_exceeded", "cancelled", "no_captions"]]
    """Why the item was skipped; otherwise null"""
    error: Optional[Problem]
    """The error of a failed job; otherwise null"""
    job_id: Optional[str]
    """The ID of the job"""
    transcript_id: Optional[str]
    """The ID of the transcript; null if there is none"""
    title: Optional[str]
    """The title"""
    progress: Optional[float]
    """0 to 1; never decreases"""


class BatchItemList(TypedDict):
    items: List[BatchItem]
    """In the order you sent them"""
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last page"""


class BatchItemRequest(TypedDict):
    url: NotRequired[Optional[str]]
    """A link, in any form people paste"""
    audio: NotRequired[Optional[str]]
    """A direct link to an audio file"""
    upload: NotRequired[Optional[str]]
    """`object_path` or `source_url` of one of your uploads"""
    lang: NotRequired[str]
    """A language tag (BCP 47), or `auto` for the spoken language"""
    format: NotRequired[str]
    """`json`, `text`, `srt`, `vtt`, `ttml`, `ass` or `markdown`"""
    custom_id: NotRequired[Optional[str]]
    """Your own ID of the item"""


class BatchList(TypedDict):
    batches: List[Batch]
    """Newest first"""
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last page"""


class BatchPreview(TypedDict):
    dry_run: bool
    """Only count the matches"""
    items: List[BatchPreviewItem]
    """The items that can be transcribed, in the order you sent them"""
    errors: List[RefusedBatchItem]
    """The refused items; the others are transcribed"""
    cost: BatchPreviewCost
    """The cost of the items you do not have yet"""
    allowance: BatchPreviewAllowance
    """Your remaining seconds, and how far they reach"""


class BatchPreviewAllowance(TypedDict):
    remaining_seconds: int
    """An estimate; null if unknown"""
    reached: int
    """For how many items your allowance is enough, in their order"""


class BatchPreviewCost(TypedDict):
    items: int
    """How many items are new"""
    seconds: int
    """What the items of known duration cost, in seconds"""
    unknown: int
    """How many items are of unknown duration"""


class BatchPreviewItem(TypedDict):
    index: int
    """The place of the item in your request, from 0"""
    custom_id: Optional[str]
    """Your own ID of the item"""
    platform: Optional[Literal[
        "youtube",
        "x",
        "tiktok",
        "facebook",
        "instagram",
        "rednote",
        "bilibili",
        "vimeo",
        "dailymotion",
        "twitch",
        "soundcloud",
        "ted",
        "loom",
        "web",
        "upload",
        "podcast",
    ]]
    """The platform of the source"""
    title: Optional[str]
    """The title; null if not known yet"""
    duration_seconds: Optional[float]
    """How much of the recording the text covers, in seconds, rounded up"""
    seconds: Optional[int]
    """What the item costs; null if its length is not known yet"""
    already_transcribed: bool
    """Whether you have the transcript already"""
    duplicate_of: Optional[int]
    """The `index` of an earlier item with the same transcript; null if none"""


class BatchRequest(TypedDict):
    items: List[BatchItemRequest]
    """What to transcribe: up to 1,000 links and uploads"""
    allow_partial: NotRequired[bool]
    """If your minutes do not cover the whole recording, transcribe as much as they cover"""
    strict_lang: NotRequired[bool]
    """Fail with 404 `language_unavailable` instead of falling back to another language"""
    dry_run: NotRequired[bool]
    """Only estimate the cost; nothing is started"""


class BatchStarted(TypedDict):
    id: str
    """The ID"""
    status: Literal["queued", "in_progress", "done", "error", "cancelled"]
    """The status"""
    total: int
    """How many there are in all"""
    queued: int
    """How many have not begun"""
    in_progress: int
    """How many are in progress"""
    done: int
    """How many are transcribed"""
    failed: int
    """How many failed"""
    skipped: int
    """How many were skipped"""
    note: Optional[str]
    """An explanation in words; null if there is none"""
    created_at: str
    """The creation time"""
    finished_at: Optional[str]
    """The end time; null while running"""
    errors: List[RefusedBatchItem]
    """The refused items; the others are transcribed"""


class CheckTranscriptionQuery(TypedDict):
    max_line_length: NotRequired[int]
    """Subtitle formats only: the most characters in a line; wide characters count as two"""
    max_lines: NotRequired[int]
    """Subtitle formats only: the most lines in a cue"""
    max_seconds: NotRequired[float]
    """Subtitle formats only: how long a cue of several words is shown at most"""
    repair: NotRequired[bool]
    """Subtitle formats only: correct reading speed, lengths and gaps of the cues"""


class Corrected(TypedDict):
    revision: int
    """The number of the last revision; 0 if the text was never corrected"""
    etag: str
    """The version of the text, for `If-Match`"""
    count: int
    """How many edits were made"""
    places: int
    """How many stretches of segments have changed"""
    changed: Optional[List[CorrectedChanged]]
    """The changed segments; null for more than 500"""


class CorrectedChanged(TypedDict):
    index: int
    """The place of the item in your request, from 0"""
    deleted: int
    """How many segments they replace"""
    segments: List[CorrectedChangedSegment]
    """For format json: the timestamped text, in order and without overlaps"""


class CorrectedChangedSegment(TypedDict):
    start: float
    """Seconds from the start of the recording"""
    end: float
    """Seconds from the start of the recording"""
    duration: float
    """`end` minus `start`"""
    text: str
    """The spoken text"""
    words: NotRequired[List[CorrectedChangedSegmentWord]]
    """The words with their times, if the speech engine provides them"""
    speaker: NotRequired[str]
    """The `id` of one of `speakers`; absent if unknown"""


class CorrectedChangedSegmentWord(TypedDict):
    start: float
    """Seconds from the start of the recording"""
    end: float
    """Seconds from the start of the recording"""
    text: str
    """The word"""


class CreateApiKeyRequest(TypedDict):
    name: str
    """The name by which you recognise it"""
    scopes: NotRequired[Optional[List[Literal["transcripts:read", "transcripts:write", "publish", "imports"]]]]
    """What the key is limited to; null: it may do everything"""
    expires_in_days: NotRequired[Optional[int]]
    """After how many days the key expires; without it, never"""


class CreatedApiKey(TypedDict):
    id: str
    """The ID"""
    name: Optional[str]
    """The name that you gave it"""
    prefix: str
    """The beginning of the key, by which you recognise it"""
    scopes: Optional[List[Literal["transcripts:read", "transcripts:write", "publish", "imports"]]]
    """The granted scopes"""
    created_at: str
    """The creation time"""
    expires_at: Optional[str]
    """When it expires; null if never"""
    last_used_at: Optional[str]
    """Null if never used"""
    key: str
    """The plaintext key, only in the response that created it"""


class EmptiedTrash(TypedDict):
    deleted: int
    """How many transcripts were deleted"""


class EndNotice(TypedDict):
    email: bool
    """Whether an email follows when it ends"""


class EpisodeOut(TypedDict):
    guid: str
    """The ID of the item in its feed or on its platform"""
    title: str
    """The title"""
    audio_url: str
    """The link of the audio, or of the video"""
    published: Optional[str]
    """When the item was published; null if unknown"""
    duration: Optional[str]
    """The duration as `M:SS` or `H:MM:SS`; null if unknown"""


class FeedWithTranscriptsQuery(TypedDict):
    url: str
    """A link, in any form people paste"""


class GetJobQuery(TypedDict):
    format: NotRequired[str]
    """`json`, `text`, `srt`, `vtt`, `ttml`, `ass` or `markdown`"""
    words: NotRequired[bool]
    """`true` also puts the time of each word into WebVTT; `false` leaves words out of JSON. By default, JSON has words if their times are known"""
    max_line_length: NotRequired[int]
    """Subtitle formats only: the most characters in a line; wide characters count as two"""
    max_lines: NotRequired[int]
    """Subtitle formats only: the most lines in a cue"""
    max_seconds: NotRequired[float]
    """Subtitle formats only: how long a cue of several words is shown at most"""
    repair: NotRequired[bool]
    """Subtitle formats only: correct reading speed, lengths and gaps of the cues"""


class ImportBatchOut(TypedDict):
    id: str
    """The ID"""
    source_url: str
    """The link of the show or list"""
    title: Optional[str]
    """The title"""
    total: int
    """How many there are in all"""
    done: int
    """How many are transcribed"""
    failed: int
    """How many failed"""
    skipped: int
    """How many were skipped"""
    status: Literal["queued", "in_progress", "done", "error", "cancelled"]
    """The status"""
    note: Optional[str]
    """An explanation in words; null if there is none"""
    platform: Optional[Literal[
        "youtube",
        "x",
        "tiktok",
        "facebook",
        "instagram",
        "rednote",
        "bilibili",
        "vimeo",
        "dailymotion",
        "twitch",
        "soundcloud",
        "ted",
        "loom",
        "web",
        "upload",
        "podcast",
    ]]
    """The platform of the source"""
    choice: Optional[ImportChoice]
    """Which items were chosen; null for all"""
    created_at: Optional[str]
    """The creation time"""


ImportChoice = TypedDict(
    "ImportChoice",
    {
        "search": "str",
        "from": "int",
        "to": "int",
        "newest": "int",
        "only_with_captions": "bool",
        "ids": "List[str]",
        "maximum": "int",
    },
    total=False,
)


class ImportDoneMessage(TypedDict):
    type: Literal["import.done"]
    """What happened"""
    timestamp: str
    """When it happened"""
    data: ImportDoneMessageData
    """What it happened to"""


class ImportDoneMessageData(TypedDict):
    batch_id: str
    """The ID of the import or batch"""
    status: Literal["queued", "in_progress", "done", "error", "cancelled"]
    """The status"""
    total: int
    """How many there are in all"""
    done: int
    """How many are transcribed"""
    failed: int
    """How many failed"""
    skipped: int
    """How many were skipped"""
    source_url: Optional[str]
    """The link of the show or list; null if unknown"""
    title: Optional[str]
    """The title"""


class ImportItem(TypedDict):
    guid: str
    """The ID of the item in its feed or on its platform"""
    title: str
    """The title"""
    audio_url: str
    """The link of the audio, or of the video"""
    published: Optional[str]
    """When the item was published; null if unknown"""
    duration: Optional[str]
    """The duration as `M:SS` or `H:MM:SS`; null if unknown"""
    status: Literal["queued", "in_progress", "done", "failed", "skipped"]
    """The status"""
    reason: Optional[Literal["already_transcribed", "allowance_exceeded", "cancelled", "no_captions"]]
    """Why the item was skipped; otherwise null"""
    error: Optional[Problem]
    """The error of a failed job; otherwise null"""
    progress: Optional[float]
    """0 to 1; never decreases"""
    job_id: Optional[str]
    """The ID of the job"""
    transcript_id: Optional[str]
    """The ID of the transcript; null if there is none"""


class ImportItemList(TypedDict):
    items: List[ImportItem]
    """The items"""
    total: int
    """How many there are in all"""
    limit: int
    """The maximum number of results"""
    offset: int
    """The number of results to skip"""


class ImportPreview(TypedDict):
    kind: Literal["show", "episode", "audio", "list"]
    """`app` for an app connected with OAuth, or `device`"""
    platform: Literal[
        "youtube",
        "x",
        "tiktok",
        "facebook",
        "instagram",
        "rednote",
        "bilibili",
        "vimeo",
        "dailymotion",
        "twitch",
        "soundcloud",
        "ted",
        "loom",
        "web",
        "upload",
        "podcast",
    ]
    """The platform of the source"""
    url: str
    """A link, in any form people paste"""
    title: Optional[str]
    """The title"""
    count: Optional[int]
    """How many items the list has"""
    is_whole: bool
    """Whether all items of the list were read"""
    chosen: int
    """How many items are chosen"""
    already_transcribed: int
    """How many of them you have already"""
    cost: ImportPreviewCost
    """What the new items cost"""
    allowance: ImportPreviewAllowance
    """What is left of your allowance"""
    note: Optional[str]
    """How many items of `ids` the list does not have; null if none"""
    items: List[ImportPreviewItem]
    """The items"""


class ImportPreviewAllowance(TypedDict):
    remaining_seconds: int
    """An estimate; null if unknown"""
    reached: int
    """For how many items your allowance is enough, in their order"""


class ImportPreviewCost(TypedDict):
    items: int
    """How many items are new"""
    seconds: int
    """What the items of known duration cost, in seconds"""
    unknown: int
    """How many items are of unknown duration"""


class ImportPreviewItem(TypedDict):
    guid: str
    """The ID of the item in its feed or on its platform"""
    title: str
    """The title"""
    audio_url: str
    """The link of the audio, or of the video"""
    published: Optional[str]
    """When the item was published; null if unknown"""
    duration: Optional[str]
    """The duration as `M:SS` or `H:MM:SS`; null if unknown"""
    position: int
    """The place in the list, counted from 1"""
    duration_seconds: Optional[float]
    """How much of the recording the text covers, in seconds, rounded up"""
    has_captions: Optional[bool]
    """Whether the item has captions; null if the list does not say"""
    chosen: bool
    """Whether the item is chosen"""
    already_transcribed: bool
    """Whether you have the transcript already"""


ImportRequest = TypedDict(
    "ImportRequest",
    {
        "url": "str",
        "lang": "str",
        "search": "str",
        "from": "int",
        "to": "int",
        "newest": "int",
        "only_with_captions": "bool",
        "ids": "List[str]",
        "maximum": "int",
    },
    total=False,
)


class ImportStartResponse(TypedDict):
    batch_id: str
    """The ID of the import or batch"""


class Job(TypedDict):
    job_id: str
    """The ID of the job"""
    status: Literal["queued", "in_progress", "done", "error"]
    """The status"""
    stage: Optional[Literal["resolving", "downloading", "transcribing", "identifying_speakers", "finishing"]]
    """The current stage; null while queued and after the end"""
    progress: float
    """0 to 1; never decreases"""
    remaining_seconds: Optional[int]
    """An estimate; null if unknown"""
    waiting: Optional[JobWait]
    """Why the job waits, and until when, before it tries again; null while it works"""
    url: str
    """A link, in any form people paste"""
    platform: Literal[
        "youtube",
        "x",
        "tiktok",
        "facebook",
        "instagram",
        "rednote",
        "bilibili",
        "vimeo",
        "dailymotion",
        "twitch",
        "soundcloud",
        "ted",
        "loom",
        "web",
        "upload",
        "podcast",
    ]
    """The platform of the source"""
    video_id: str
    """The ID of the recording on the platform"""
    title: Optional[str]
    """The title"""
    lang: str
    """A language tag (BCP 47), or `auto` for the spoken language"""
    format: Literal["json", "text", "srt", "vtt", "ttml", "ass", "markdown"]
    """The format of the transcript"""
    created_at: str
    """The creation time"""
    started_at: Optional[str]
    """Null while queued"""
    finished_at: Optional[str]
    """The end time; null while running"""
    poll_after_seconds: int
    """The number of seconds to wait before the next poll"""
    transcript: Optional[Transcript]
    """The transcript, once the job is done"""
    error: Optional[Problem]
    """The error of a failed job; otherwise null"""


class JobDoneMessage(TypedDict):
    type: Literal["job.done"]
    """What happened"""
    timestamp: str
    """When it happened"""
    data: JobDoneMessageData
    """What it happened to"""


class JobDoneMessageData(TypedDict):
    job_id: str
    """The ID of the job"""
    job_url: str
    """The job at the API"""
    platform: str
    """The platform of the source"""
    video_id: str
    """The ID of the recording on the platform"""
    url: str
    """The link of the recording"""
    title: Optional[str]
    """The title"""
    lang: str
    """A language tag (BCP 47), or `auto` for the spoken language"""
    transcript_id: str
    """The ID of the transcript; null if there is none"""
    error: Optional[Problem]
    """Why it failed; null if it did not"""


class JobEntry(TypedDict):
    job_id: str
    """The ID of the job"""
    status: Literal["queued", "in_progress", "done", "error"]
    """The status"""
    stage: Optional[Literal["resolving", "downloading", "transcribing", "identifying_speakers", "finishing"]]
    """The current stage; null while queued and after the end"""
    progress: float
    """0 to 1; never decreases"""
    remaining_seconds: Optional[int]
    """An estimate; null if unknown"""
    waiting: Optional[JobWait]
    """Why the job waits, and until when, before it tries again; null while it works"""
    url: str
    """A link, in any form people paste"""
    platform: Literal[
        "youtube",
        "x",
        "tiktok",
        "facebook",
        "instagram",
        "rednote",
        "bilibili",
        "vimeo",
        "dailymotion",
        "twitch",
        "soundcloud",
        "ted",
        "loom",
        "web",
        "upload",
        "podcast",
    ]
    """The platform of the source"""
    video_id: str
    """The ID of the recording on the platform"""
    title: Optional[str]
    """The title"""
    lang: str
    """A language tag (BCP 47), or `auto` for the spoken language"""
    created_at: str
    """The creation time"""
    started_at: Optional[str]
    """Null while queued"""
    finished_at: Optional[str]
    """The end time; null while running"""
    poll_after_seconds: int
    """The number of seconds to wait before the next poll"""
    error: Optional[Problem]
    """Why it failed; null if it did not"""


class JobErrorMessage(TypedDict):
    type: Literal["job.error"]
    """What happened"""
    timestamp: str
    """When it happened"""
    data: JobErrorMessageData
    """What it happened to"""


class JobErrorMessageData(TypedDict):
    job_id: str
    """The ID of the job"""
    job_url: str
    """The job at the API"""
    platform: str
    """The platform of the source"""
    video_id: str
    """The ID of the recording on the platform"""
    url: str
    """The link of the recording"""
    title: Optional[str]
    """The title"""
    lang: str
    """A language tag (BCP 47), or `auto` for the spoken language"""
    transcript_id: Optional[str]
    """The ID of the transcript; null if there is none"""
    error: Problem
    """Why it failed; null if it did not"""


class JobList(TypedDict):
    jobs: List[JobEntry]
    """By when you asked for them, newest first"""
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last page"""


class JobSegments(TypedDict):
    job_id: str
    """The ID of the job"""
    status: Literal["queued", "in_progress", "done", "error"]
    """The status"""
    lang: Optional[str]
    """A language tag (BCP 47), or `auto` for the spoken language"""
    covered_ms: int
    """The end of the gapless text so far, in milliseconds; send it as the next `after_ms`"""
    segments: List[JobSegmentsSegment]
    """For format json: the timestamped text, in order and without overlaps"""


class JobSegmentsSegment(TypedDict):
    start: float
    """Seconds from the start of the recording"""
    end: float
    """Seconds from the start of the recording"""
    duration: float
    """`end` minus `start`"""
    text: str
    """The spoken text"""
    speaker: NotRequired[str]
    """The `id` of one of `speakers`; absent if unknown"""


class JobStarted(TypedDict):
    job_id: str
    """The ID of the job"""
    status: Literal["queued", "in_progress"]
    """The status"""


class JobWait(TypedDict):
    code: str
    """The [error code](/docs/errors) of what failed"""
    detail: str
    """What failed"""
    until: str
    """When it is tried again"""


class LanguageList(TypedDict):
    url: str
    """A link, in any form people paste"""
    platform: Literal[
        "youtube",
        "x",
        "tiktok",
        "facebook",
        "instagram",
        "rednote",
        "bilibili",
        "vimeo",
        "dailymotion",
        "twitch",
        "soundcloud",
        "ted",
        "loom",
        "web",
        "upload",
        "podcast",
    ]
    """The platform of the source"""
    video_id: str
    """The ID of the recording on the platform"""
    title: Optional[str]
    """The title"""
    duration_seconds: Optional[int]
    """The length of the recording; null if unknown"""
    original_lang: Optional[str]
    """The spoken language; null if unknown"""
    languages: List[LanguageListLanguage]
    """One entry per language and caption source"""
    tracks: List[LanguageListTrack]
    """One entry per caption track. A language may have several of one caption source; tracks named as forced lines, songs, commentary or descriptions are left out"""
    speech_to_text: bool
    """Whether this server can transcribe the audio"""


class LanguageListLanguage(TypedDict):
    code: str
    """BCP 47"""
    name: str
    """The English name"""
    native_name: str
    """The name in the language itself"""
    source: Literal["captions", "auto_captions"]
    """Whether people or the platform created the captions"""
    original: bool
    """Whether this is the spoken language"""


class LanguageListTrack(TypedDict):
    id: str
    """A language tag with the kind of captions and the number among equal ones, in the order of the source"""
    code: Optional[str]
    """BCP 47; null if unknown"""
    name: Optional[str]
    """What the source calls it; null if it has no name"""
    source: Literal["captions", "auto_captions"]
    """Whether people or the platform created the captions"""
    original: bool
    """Whether it is in the spoken language"""


class LinkedList(TypedDict):
    kind: Literal["playlist", "channel", "profile", "series", "showcase", "group"]
    """`app` for an app connected with OAuth, or `device`"""
    title: Optional[str]
    """The title"""
    author: Optional[str]
    """The publisher; null if unknown"""
    count: Optional[int]
    """How many items the list has; null if unknown"""


class LinkedRecording(TypedDict):
    video_id: str
    """The ID of the recording on the platform"""
    title: Optional[str]
    """The title"""
    duration_seconds: Optional[int]
    """How much of the recording the text covers, in seconds, rounded up"""


class LinkRequest(TypedDict):
    url: str
    """A link, in any form people paste"""


class ListApiKeyUsesQuery(TypedDict):
    days: NotRequired[int]
    """The number of days to list"""


class ListBatchesQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of results"""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page"""


class ListBatchItemsQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of results"""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page"""
    status: NotRequired[Literal["queued", "in_progress", "done", "failed", "skipped"]]
    """The status"""


class ListImportItemsQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of results"""
    offset: NotRequired[int]
    """The number of results to skip"""
    status: NotRequired[Literal["queued", "in_progress", "done", "failed", "skipped"]]
    """The status"""


class ListJobsQuery(TypedDict):
    status: NotRequired[Literal["queued", "in_progress", "done", "error"]]
    """The status"""
    limit: NotRequired[int]
    """The maximum number of results"""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page"""


class ListLanguagesQuery(TypedDict):
    url: str
    """A link, in any form people paste"""


class ListPublicationsQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of results"""
    offset: NotRequired[int]
    """The number of results to skip"""


class ListRevisionsQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of results"""
    offset: NotRequired[int]
    """The number of results to skip"""


class ListTranscriptionsQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of results"""
    offset: NotRequired[int]
    """The number of results to skip"""
    q: NotRequired[Optional[str]]
    """Only transcripts whose `video_id` contains this text, in any case. For words of titles and texts use `search`"""
    platform: NotRequired[Optional[Literal[
        "youtube",
        "x",
        "tiktok",
        "facebook",
        "instagram",
        "rednote",
        "bilibili",
        "vimeo",
        "dailymotion",
        "twitch",
        "soundcloud",
        "ted",
        "loom",
        "web",
        "upload",
        "podcast",
    ]]]
    """The platform of the source"""
    state: NotRequired[Optional[Literal["done", "in_progress", "error"]]]
    """Only transcripts and jobs in this state. `done` includes the partial transcripts of `allow_partial`, whose `complete` is false"""
    sort: NotRequired[Literal["created_at", "duration_seconds", "total_seconds", "title"]]
    """What to sort by"""
    order: NotRequired[Literal["asc", "desc"]]
    """`asc` or `desc`"""
    search: NotRequired[Optional[str]]
    """Only transcripts with all of these words in their text or title"""
    tag: NotRequired[Optional[str]]
    """Only transcripts with this tag"""
    lang: NotRequired[Optional[str]]
    """Only texts in this language; without a region, in every region"""
    source: NotRequired[Optional[Literal["captions", "auto_captions", "speech_to_text"]]]
    """Only texts from this source"""
    created_after: NotRequired[Optional[str]]
    """Only those created then or later: a day in UTC, or a time"""
    created_before: NotRequired[Optional[str]]
    """Only those created earlier: a day in UTC, or a time"""
    published: NotRequired[Optional[bool]]
    """Only those with a public page; `false`: only those without"""


class ListTrashQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of results"""
    offset: NotRequired[int]
    """The number of results to skip"""


class ListUploadsQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of results"""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page"""


class ListWatchesQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of results"""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page"""


class ListWatchItemsQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of results"""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page"""
    include_seen: NotRequired[bool]
    """Whether to list items that were there before the watch too"""


class Me(TypedDict):
    id: str
    """The ID of your account"""
    email: Optional[str]
    """Your email address; null for connected apps and API keys with scopes"""
    tier: str
    """`free`, `pro` or `ultra`"""
    scopes: Optional[List[Literal["transcripts:read", "transcripts:write", "publish", "imports"]]]
    """What the credential is limited to; null if it may do everything"""
    usage: MeUsage
    """The minutes of this period, in seconds"""
    uploads: MeUploads
    """The room for your files"""
    limits: MeLimits
    """What is accepted at most"""


class MeLimits(TypedDict):
    requests_per_minute: Optional[int]
    """Requests within a minute; null if not limited"""
    polls_per_minute: Optional[int]
    """Polls of jobs within a minute; null if not limited"""
    max_recording_seconds: int
    """The longest recording that is transcribed, in seconds"""


class MeUploads(TypedDict):
    used_bytes: int
    """The bytes that your files take"""
    quota_bytes: int
    """The bytes that your files may take"""
    max_file_bytes: int
    """The largest file that is accepted, in bytes"""


class MeUsage(TypedDict):
    limit_seconds: Optional[int]
    """The allowance of the period, in seconds; null if minutes are not counted"""
    used_seconds: int
    """The seconds used in the period"""
    reserved_seconds: int
    """The seconds reserved by running jobs"""
    remaining_seconds: Optional[int]
    """What is neither used nor reserved; null if minutes are not counted"""
    period_start: str
    """When the period began"""
    resets_at: str
    """When the allowance is full again"""


class NoticeSettings(TypedDict):
    email_when_done: bool
    """Whether an email follows every job of more than a minute and every import"""
    watches: NotRequired[Literal["each", "daily", "never"]]
    """How often new transcripts of watches are mailed"""


class Problem(TypedDict):
    type: str
    """The URL of the documentation of the error"""
    title: str
    """A short summary of the error"""
    status: int
    """The HTTP status"""
    detail: str
    """One sentence with a next step"""
    code: str
    """The error code, as listed under [errors](/docs/errors)"""
    retryable: bool
    """Whether the same request may succeed later"""
    retry_after: Optional[int]
    """The number of seconds to wait before a retry"""
    request_id: Optional[str]
    """The ID of the request, for support"""
    context: Dict[str, Any]
    """Details of the error, such as `remaining_seconds`"""


class Publication(TypedDict):
    slug: str
    """The name of the public page in its link"""
    url: str
    """A link, in any form people paste"""
    transcription_id: str
    """The ID of the transcript"""
    title: Optional[str]
    """The title"""
    platform: Literal[
        "youtube",
        "x",
        "tiktok",
        "facebook",
        "instagram",
        "rednote",
        "bilibili",
        "vimeo",
        "dailymotion",
        "twitch",
        "soundcloud",
        "ted",
        "loom",
        "web",
        "upload",
        "podcast",
    ]
    """The platform of the source"""
    lang: Optional[str]
    """A language tag (BCP 47), or `auto` for the spoken language"""
    duration_seconds: int
    """How much of the recording the text covers, in seconds, rounded up"""
    published_at: str
    """Null if unknown"""
    unlisted: bool
    """Whether the page is left out of indexes and search engines"""
    expires_at: Optional[str]
    """When the page stops working; null: never"""
    views: int
    """How often the page was opened. No cookie is set, and known bots are not counted"""


class PublicationList(TypedDict):
    items: List[Publication]
    """The items"""
    total: int
    """How many there are in all"""
    limit: int
    """The maximum number of results"""
    offset: int
    """The number of results to skip"""


class PublicationState(TypedDict):
    unlisted: bool
    """Whether the page is left out of indexes and search engines"""
    expires_at: Optional[str]
    """When the page stops working; null: never"""
    views: int
    """How often the page was opened. No cookie is set, and known bots are not counted"""


class PublicationUpdate(TypedDict):
    slug: NotRequired[str]
    """A name of your own for the page in its link"""
    unlisted: NotRequired[bool]
    """Whether the page is left out of indexes and search engines"""
    expires_at: NotRequired[Optional[str]]
    """When the page stops working; null: never"""


class PublicIndexEntry(TypedDict):
    slug: str
    """The name of the public page in its link"""
    updated_at: str
    """When it last changed"""


class PublicIndexResponse(TypedDict):
    items: List[PublicIndexEntry]
    """The items"""
    next_after: Optional[str]
    """The `after` of the next page; null on the last page"""


class PublicTranscript(TypedDict):
    video_id: str
    """The ID of the recording on the platform"""
    platform: Literal[
        "youtube",
        "x",
        "tiktok",
        "facebook",
        "instagram",
        "rednote",
        "bilibili",
        "vimeo",
        "dailymotion",
        "twitch",
        "soundcloud",
        "ted",
        "loom",
        "web",
        "upload",
        "podcast",
    ]
    """The platform of the source"""
    source: Literal["captions", "auto_captions", "speech_to_text"]
    """The source of the text"""
    engine: Optional[PublicTranscriptEngine]
    """The speech engine; null for captions"""
    url: str
    """A link, in any form people paste"""
    title: Optional[str]
    """The title"""
    author: Optional[str]
    """The publisher; null if unknown"""
    thumbnail_url: Optional[str]
    """Null if unknown"""
    published_at: Optional[str]
    """Null if unknown"""
    lang: Optional[str]
    """A language tag (BCP 47), or `auto` for the spoken language"""
    requested_lang: str
    """The requested language"""
    available_langs: List[str]
    """The available caption languages, BCP 47"""
    duration_seconds: int
    """How much of the recording the text covers, in seconds, rounded up"""
    total_seconds: int
    """The length of the recording in seconds, rounded up"""
    complete: bool
    """Whether the text covers the whole recording, and no words are known to be missing"""
    format: Literal["json", "text", "srt", "vtt", "ttml", "ass", "markdown"]
    """`json`, `text`, `srt`, `vtt`, `ttml`, `ass` or `markdown`"""
    text: NotRequired[str]
    """For format json: the whole text in paragraphs"""
    segments: NotRequired[List[PublicTranscriptSegment]]
    """For format json: the timestamped text, in order and without overlaps"""
    speakers: NotRequired[List[Speaker]]
    """Who speaks, in order of appearance; absent if unknown"""
    content: NotRequired[str]
    """For every format except json: the document as a string"""
    warnings: List[PublicTranscriptWarning]
    """Warnings about the text"""
    created_at: str
    """The creation time"""
    slug: str
    """The name of the public page in its link"""
    source_url: Optional[str]
    """The URL from which the owner can download the file"""
    updated_at: str
    """When it last changed"""
    unlisted: bool
    """Whether the page is left out of indexes and search engines"""


class PublicTranscriptEngine(TypedDict):
    name: str
    """`assemblyai`, `openai`, `sherpa`, `whisper`, `moonshine` or `pocketsphinx`"""
    model: str
    """The model of the engine"""


class PublicTranscriptSegment(TypedDict):
    start: float
    """Seconds from the start of the recording"""
    end: float
    """Seconds from the start of the recording"""
    duration: float
    """`end` minus `start`"""
    text: str
    """The spoken text"""
    words: NotRequired[List[PublicTranscriptSegmentWord]]
    """The words with their times, if the speech engine provides them"""
    speaker: NotRequired[str]
    """The `id` of one of `speakers`; absent if unknown"""


class PublicTranscriptSegmentWord(TypedDict):
    start: float
    """Seconds from the start of the recording"""
    end: float
    """Seconds from the start of the recording"""
    text: str
    """The word"""


class PublicTranscriptWarning(TypedDict):
    code: Literal[
        "language_fallback",
        "language_unknown",
        "partial",
        "no_speech",
        "offline_engine",
        "speakers_unavailable",
        "captions_damaged",
        "captions_empty",
        "charset_guessed",
        "frame_rate_assumed",
        "track_chosen",
        "language_uncertain",
        "language_unverified",
        "speech_missing",
        "media_truncated",
    ]
    """The code of the warning"""
    detail: str
    """A description of the warning"""


class PublishRequest(TypedDict):
    url: str
    """A link, in any form people paste"""
    lang: NotRequired[str]
    """A language tag (BCP 47), or `auto` for the spoken language"""
    strict_lang: NotRequired[bool]
    """Fail with 404 `language_unavailable` instead of falling back to another language"""
    unlisted: NotRequired[bool]
    """Whether the page is left out of indexes and search engines"""


class PublishResponse(TypedDict):
    slug: str
    """The name of the public page in its link"""
    url: str
    """A link, in any form people paste"""
    lang: Optional[str]
    """A language tag (BCP 47), or `auto` for the spoken language"""
    warnings: List[PublishResponseWarning]
    """Warnings about the text"""
    unlisted: bool
    """Whether the page is left out of indexes and search engines"""
    expires_at: Optional[str]
    """When the page stops working; null: never"""
    views: int
    """How often the page was opened. No cookie is set, and known bots are not counted"""


class PublishResponseWarning(TypedDict):
    code: Literal[
        "language_fallback",
        "language_unknown",
        "partial",
        "no_speech",
        "offline_engine",
        "speakers_unavailable",
        "captions_damaged",
        "captions_empty",
        "charset_guessed",
        "frame_rate_assumed",
        "track_chosen",
        "language_uncertain",
        "language_unverified",
        "speech_missing",
        "media_truncated",
    ]
    """The code of the warning"""
    detail: str
    """A description of the warning"""


class PublishTranscriptionQuery(TypedDict):
    unlisted: NotRequired[bool]
    """Whether the page is left out of indexes and search engines"""


class ReadJobSegmentsQuery(TypedDict):
    after_ms: NotRequired[int]
    """Only segments that start at this time or later, in milliseconds"""


class ReadPublicIndexQuery(TypedDict):
    limit: NotRequired[int]
    """The maximum number of results"""
    after: NotRequired[str]
    """`next_after` of the previous page"""


class ReadPublicTranscriptQuery(TypedDict):
    format: NotRequired[str]
    """`json`, `text`, `srt`, `vtt`, `ttml`, `ass` or `markdown`"""
    words: NotRequired[bool]
    """`true` also puts the time of each word into WebVTT; `false` leaves words out of JSON. By default, JSON has words if their times are known"""
    max_line_length: NotRequired[int]
    """Subtitle formats only: the most characters in a line; wide characters count as two"""
    max_lines: NotRequired[int]
    """Subtitle formats only: the most lines in a cue"""
    max_seconds: NotRequired[float]
    """Subtitle formats only: how long a cue of several words is shown at most"""
    repair: NotRequired[bool]
    """Subtitle formats only: correct reading speed, lengths and gaps of the cues"""


class ReadTranscriptionQuery(TypedDict):
    format: NotRequired[str]
    """`json`, `text`, `srt`, `vtt`, `ttml`, `ass` or `markdown`"""
    words: NotRequired[bool]
    """`true` also puts the time of each word into WebVTT; `false` leaves words out of JSON. By default, JSON has words if their times are known"""
    max_line_length: NotRequired[int]
    """Subtitle formats only: the most characters in a line; wide characters count as two"""
    max_lines: NotRequired[int]
    """Subtitle formats only: the most lines in a cue"""
    max_seconds: NotRequired[float]
    """Subtitle formats only: how long a cue of several words is shown at most"""
    repair: NotRequired[bool]
    """Subtitle formats only: correct reading speed, lengths and gaps of the cues"""


class ReadUploadProgressQuery(TypedDict):
    expires: str
    """From the signed URL"""
    signature: str
    """From the signed URL"""


class RefusedBatchItem(TypedDict):
    index: int
    """The place of the item in your request, from 0"""
    custom_id: Optional[str]
    """Your own ID of the item"""
    problem: Problem
    """Why the item was refused"""


class RegenerateApiKeyQuery(TypedDict):
    delete_named_keys: NotRequired[bool]
    """Whether your named keys are deleted too"""


class RemoveTranscriptionQuery(TypedDict):
    permanently: NotRequired[bool]
    """Delete it immediately instead of moving it to the trash"""


class Replaced(TypedDict):
    revision: int
    """The number of the last revision; 0 if the text was never corrected"""
    etag: str
    """The version of the text, for `If-Match`"""
    count: int
    """How many matches were replaced"""
    places: int
    """How many stretches of segments have changed"""
    changed: Optional[List[ReplacedChanged]]
    """The changed segments; null for more than 500"""
    preview: List[ReplacedPreview]
    """The first ten places, before and after"""


class ReplacedChanged(TypedDict):
    index: int
    """The place of the item in your request, from 0"""
    deleted: int
    """How many segments they replace"""
    segments: List[ReplacedChangedSegment]
    """For format json: the timestamped text, in order and without overlaps"""


class ReplacedChangedSegment(TypedDict):
    start: float
    """Seconds from the start of the recording"""
    end: float
    """Seconds from the start of the recording"""
    duration: float
    """`end` minus `start`"""
    text: str
    """The spoken text"""
    words: NotRequired[List[ReplacedChangedSegmentWord]]
    """The words with their times, if the speech engine provides them"""
    speaker: NotRequired[str]
    """The `id` of one of `speakers`; absent if unknown"""


class ReplacedChangedSegmentWord(TypedDict):
    start: float
    """Seconds from the start of the recording"""
    end: float
    """Seconds from the start of the recording"""
    text: str
    """The word"""


class ReplacedPreview(TypedDict):
    start: float
    """Where it starts, in seconds"""
    before: str
    """The text before"""
    after: str
    """The text after"""


class ResolvedLink(TypedDict):
    kind: Literal["recording", "list", "show"]
    """`app` for an app connected with OAuth, or `device`"""
    platform: Literal[
        "youtube",
        "x",
        "tiktok",
        "facebook",
        "instagram",
        "rednote",
        "bilibili",
        "vimeo",
        "dailymotion",
        "twitch",
        "soundcloud",
        "ted",
        "loom",
        "web",
        "upload",
        "podcast",
    ]
    """The platform of the source"""
    url: str
    """A link, in any form people paste"""
    recording: Optional[LinkedRecording]
    """The recording behind the link; null for others"""
    list: Optional[LinkedList]
    """The playlist or channel behind the link; null for others"""
    podcast: Optional[ResolveResponse]
    """The podcast or episode behind the link; null for others"""


class ResolveRequest(TypedDict):
    url: str
    """The link of a podcast, an episode or its audio; that of a feed may have a user name and a password"""


class ResolveResponse(TypedDict):
    kind: Literal["show", "episode", "audio"]
    """`app` for an app connected with OAuth, or `device`"""
    show: Optional[ShowInfo]
    """The show; null for a recording on its own"""
    episodes: Optional[List[EpisodeOut]]
    """The episodes of a show; null for others"""
    audio_url: Optional[str]
    """The link of the audio, or of the video"""


class Revision(TypedDict):
    number: int
    """The number of the revision; 0 is the original"""
    kind: Literal["edit", "speakers", "replace", "restore", "retranscribe", "combined"]
    """What kind of change it was"""
    summary: str
    """What was done"""
    created_at: str
    """The creation time"""
    places: int
    """How many stretches of segments have changed"""
    changes: List[RevisionChange]
    """What was changed"""
    unplaced: List[RevisionUnplaced]
    """Corrections that have no place in a text that was transcribed again"""


class RevisionChange(TypedDict):
    start: float
    """Where it starts, in seconds"""
    before: str
    """The text before"""
    after: str
    """The text after"""


class RevisionList(TypedDict):
    revisions: List[Revision]
    """Newest first"""
    total: int
    """How many there are in all"""
    limit: int
    """The maximum number of results"""
    offset: int
    """The number of results to skip"""


class RevisionUnplaced(TypedDict):
    start: float
    """Where it starts, in seconds"""
    before: str
    """The text before"""
    after: str
    """The text after"""


class SegmentEdits(TypedDict):
    edits: List[SegmentEditsEdit]
    """The edits, all by the indexes of the text that you have read"""


class SegmentEditsEdit(TypedDict):
    index: int
    """The place of the item in your request, from 0"""
    delete: NotRequired[int]
    """How many segments the new ones replace"""
    segments: NotRequired[List[SegmentEditsEditSegment]]
    """For format json: the timestamped text, in order and without overlaps"""


class SegmentEditsEditSegment(TypedDict):
    text: str
    """The spoken text"""
    start: NotRequired[float]
    """Seconds from the start of the recording"""
    end: NotRequired[float]
    """Seconds from the start of the recording"""
    speaker: NotRequired[Optional[str]]
    """The `id` of one of `speakers`; absent if unknown"""


class ShowInfo(TypedDict):
    title: str
    """The title"""


class SignRequest(TypedDict):
    filename: str
    """The name of the file"""
    content_type: str
    """The media type; any in a request, since the content of the file decides"""
    size_bytes: NotRequired[Optional[int]]
    """The size of the file in bytes; with it, the file can be sent in several requests"""


class SignResponse(TypedDict):
    object_path: str
    """The name of the upload, to send as `upload`"""
    upload_url: str
    """Accepts one PUT within 15 minutes"""
    upload_headers: Dict[str, str]
    """The headers to send with the PUT"""
    source_url: str
    """The URL from which the owner can download the file"""
    resumable_url: Optional[str]
    """Accepts the file in several requests within a day, as in tus 1.0; null without `size_bytes`"""
    expires_at: str
    """When the signed address expires"""


class Speaker(TypedDict):
    id: str
    """The ID in this transcript"""
    name: Optional[str]
    """Null until the speaker is named"""


class SpeakerEdits(TypedDict):
    speakers: NotRequired[List[SpeakerEditsSpeaker]]
    """The new names"""
    merge: NotRequired[List[SpeakerEditsMerge]]
    """Speakers that are the same person"""


SpeakerEditsMerge = TypedDict(
    "SpeakerEditsMerge",
    {
        "from": "str",
        "into": "str",
    },
    total=True,
)


class SpeakerEditsSpeaker(TypedDict):
    id: str
    """The ID"""
    name: Optional[str]
    """The new name of the speaker; null removes it"""


class StartedSubscriptions(TypedDict):
    title: Optional[str]
    """The title of the file; null if it has none"""
    imports: List[SubscribedShow]
    """In the order of the file"""


class SubscribedShow(TypedDict):
    url: str
    """The podcast's feed"""
    title: Optional[str]
    """The title in the file; null if it has none"""
    batch_id: Optional[str]
    """The ID of the import; null if it was not started"""
    error: Optional[Problem]
    """Why it was not started; null if it was"""


SubscriptionsRequest = TypedDict(
    "SubscriptionsRequest",
    {
        "opml": "Optional[str]",
        "url": "Optional[str]",
        "lang": "str",
        "search": "str",
        "from": "int",
        "to": "int",
        "newest": "int",
        "only_with_captions": "bool",
        "maximum": "int",
    },
    total=False,
)


class SubtitleChecks(TypedDict):
    cues: int
    """The number of cues"""
    counts: SubtitleChecksCounts
    """How many findings there are for each rule"""
    findings: List[SubtitleChecksFinding]
    """The first 1,000 findings"""


class SubtitleChecksCounts(TypedDict):
    reading_speed: int
    """Cues that are gone before their text can be read"""
    line_length: int
    """Cues with a line that is too long"""
    line_count: int
    """Cues with too many lines"""
    too_short: int
    """Cues shown for less than 5/6 of a second"""
    too_long: int
    """Cues shown for too long"""
    gap: int
    """Gaps of less than 83 ms after a cue, or none"""


class SubtitleChecksFinding(TypedDict):
    cue: int
    """The number of the cue, from 1"""
    rule: Literal["reading_speed", "line_length", "line_count", "too_short", "too_long", "gap"]
    """The rule that it breaks"""
    value: float
    """What the cue has: characters a second, characters (wide ones count as two), lines or seconds"""
    limit: float
    """What it may have"""


class Suggestions(TypedDict):
    suggestions: List[SuggestionsSuggestion]
    """What you may replace"""


class SuggestionsSuggestion(TypedDict):
    find: str
    """The words to find, within a segment"""
    replace: str
    """The words to put in their place; empty to delete them"""
    count: int
    """How many matches there are"""
    start: float
    """Where the first match is, in seconds"""


class TagList(TypedDict):
    tags: List[TagListTag]
    """The tags, each with the number of transcripts"""


class TagListTag(TypedDict):
    name: str
    """The tag"""
    transcriptions: int
    """How many transcripts have the tag"""


class TranscribeAgainQuery(TypedDict):
    lang: NotRequired[str]
    """A language tag (BCP 47), or `auto` for the spoken language"""


class Transcript(TypedDict):
    id: str
    """The ID of the transcript in your account"""
    video_id: str
    """The ID of the recording on the platform"""
    platform: Literal[
        "youtube",
        "x",
        "tiktok",
        "facebook",
        "instagram",
        "rednote",
        "bilibili",
        "vimeo",
        "dailymotion",
        "twitch",
        "soundcloud",
        "ted",
        "loom",
        "web",
        "upload",
        "podcast",
    ]
    """The platform of the source"""
    source: Literal["captions", "auto_captions", "speech_to_text"]
    """The source of the text"""
    engine: Optional[TranscriptEngine]
    """The speech engine; null for captions"""
    url: str
    """The canonical link"""
    title: Optional[str]
    """The title"""
    author: Optional[str]
    """The publisher; null if unknown"""
    thumbnail_url: Optional[str]
    """Null if unknown"""
    published_at: Optional[str]
    """Null if unknown"""
    lang: Optional[str]
    """The language of the text"""
    requested_lang: str
    """The requested language"""
    available_langs: List[str]
    """The available caption languages, BCP 47"""
    duration_seconds: int
    """How much of the recording the text covers, in seconds, rounded up"""
    total_seconds: int
    """The length of the recording in seconds, rounded up"""
    complete: bool
    """Whether the text covers the whole recording, and no words are known to be missing"""
    format: Literal["json", "text", "srt", "vtt", "ttml", "ass", "markdown"]
    """The format of the transcript"""
    text: NotRequired[str]
    """For format json: the whole text in paragraphs"""
    segments: NotRequired[List[TranscriptSegment]]
    """For format json: the timestamped text, in order and without overlaps"""
    speakers: NotRequired[List[Speaker]]
    """Who speaks, in order of appearance; absent if unknown"""
    content: NotRequired[str]
    """For every format except json: the document as a string"""
    warnings: List[TranscriptWarning]
    """Warnings about the text"""
    cached: bool
    """Whether the text already existed"""
    created_at: str
    """The creation time"""


class TranscriptEngine(TypedDict):
    name: str
    """`assemblyai`, `openai`, `sherpa`, `whisper`, `moonshine` or `pocketsphinx`"""
    model: str
    """The model of the engine"""


class TranscriptionBatch(TypedDict):
    action: Literal["delete", "restore", "publish", "unpublish", "add_tags", "remove_tags"]
    """The action to perform"""
    ids: List[str]
    """The IDs of the transcripts"""
    tags: NotRequired[List[str]]
    """The tags"""


class TranscriptionBatchOutcomes(TypedDict):
    outcomes: List[TranscriptionBatchOutcomesOutcome]
    """What became of each transcript"""


class TranscriptionBatchOutcomesOutcome(TypedDict):
    id: str
    """The ID"""
    slug: Optional[str]
    """The name of the public page in its link; null if the transcript is not published"""
    error: Optional[Problem]
    """The error of a failed job; otherwise null"""


class TranscriptionEntry(TypedDict):
    id: str
    """The ID"""
    video_id: str
    """The ID of the recording on the platform"""
    lang: Optional[str]
    """A language tag (BCP 47), or `auto` for the spoken language"""
    source: Optional[Literal["captions", "auto_captions", "speech_to_text"]]
    """The source of the text"""
    duration_seconds: int
    """How much of the recording the text covers, in seconds, rounded up"""
    total_seconds: int
    """The length of the recording in seconds, rounded up"""
    complete: bool
    """Whether the text covers the whole recording, and no words are known to be missing"""
    job_id: Optional[str]
    """The ID of the job"""
    status: Literal["queued", "in_progress", "done", "error"]
    """The status"""
    created_at: str
    """The creation time"""
    platform: Literal[
        "youtube",
        "x",
        "tiktok",
        "facebook",
        "instagram",
        "rednote",
        "bilibili",
        "vimeo",
        "dailymotion",
        "twitch",
        "soundcloud",
        "ted",
        "loom",
        "web",
        "upload",
        "podcast",
    ]
    """The platform of the source"""
    title: Optional[str]
    """The title"""
    source_title: Optional[str]
    """The title at the source; null if unknown"""
    url: str
    """A link, in any form people paste"""
    requested_lang: str
    """The requested language"""
    requested_langs: List[str]
    """All requested languages that led to this text"""
    progress: Optional[float]
    """0 to 1; never decreases"""
    error_code: Optional[str]
    """The code of the error; null without one"""
    slug: Optional[str]
    """The name of the public page in its link; null if the transcript is not published"""
    publication: Optional[PublicationState]
    """How the transcript is published; null if it is not"""
    tags: List[str]
    """The tags"""
    thumbnail_url: Optional[str]
    """Null if unknown"""
    passages: Optional[List[TranscriptionEntryPassage]]
    """Where the words of the search are in the text"""


class TranscriptionEntryPassage(TypedDict):
    start: float
    """Where it starts, in seconds"""
    parts: List[TranscriptionEntryPassagePart]
    """The parts of the passage"""


class TranscriptionEntryPassagePart(TypedDict):
    text: str
    """For format json: the whole text in paragraphs"""
    hit: bool
    """Whether the part is a match"""


class TranscriptionListResponse(TypedDict):
    transcriptions: List[TranscriptionEntry]
    """The transcripts"""
    total: int
    """How many there are in all"""
    total_exact: bool
    """Whether `total` is exact; otherwise there are at least so many"""
    limit: int
    """The maximum number of results"""
    offset: int
    """The number of results to skip"""


class TranscriptionUpdate(TypedDict):
    title: NotRequired[Optional[str]]
    """The title"""
    tags: NotRequired[List[str]]
    """The tags"""


class TranscriptRequest(TypedDict):
    url: NotRequired[str]
    """A link, in any form people paste"""
    upload: NotRequired[Optional[str]]
    """`object_path` or `source_url` of one of your uploads"""
    audio: NotRequired[Optional[str]]
    """A direct link to an audio file"""
    captions: NotRequired[Optional[str]]
    """Only with `upload`: the `object_path` or `source_url` of your upload of a caption file. Its text becomes the transcript of the recording, which is not transcribed"""
    lang: NotRequired[str]
    """A language tag (BCP 47), or `auto` for the spoken language"""
    track: NotRequired[str]
    """The `id` of a caption track that `GET /v1/languages` lists, to get the text of that track. It counts in place of `lang` and `strict_lang`"""
    format: NotRequired[str]
    """`json`, `text`, `srt`, `vtt`, `ttml`, `ass` or `markdown`"""
    words: NotRequired[bool]
    """`true` also puts the time of each word into WebVTT; `false` leaves words out of JSON. By default, JSON has words if their times are known"""
    max_line_length: NotRequired[int]
    """Subtitle formats only: the most characters in a line; wide characters count as two"""
    max_lines: NotRequired[int]
    """Subtitle formats only: the most lines in a cue"""
    max_seconds: NotRequired[float]
    """Subtitle formats only: how long a cue of several words is shown at most"""
    repair: NotRequired[bool]
    """Subtitle formats only: correct reading speed, lengths and gaps of the cues"""
    strict_lang: NotRequired[bool]
    """Fail with 404 `language_unavailable` instead of falling back to another language"""
    allow_partial: NotRequired[bool]
    """If your minutes do not cover the whole recording, transcribe as much as they cover"""
    diarize: NotRequired[Union[bool, Literal["auto"]]]
    """`true` tells speakers apart; if that is not possible, the transcript has the warning `speakers_unavailable`. `auto`, the default, does it only if it costs nothing, as with captions that name speakers. `false` leaves speakers out, also those that captions name"""
    prompt: NotRequired[str]
    """What the recording is about, in its language, for speech engines that take it. It changes nothing in a text that exists"""
    keywords: NotRequired[List[str]]
    """Names and terms that may come up, for speech engines that take them"""


class TranscriptSegment(TypedDict):
    start: float
    """Seconds from the start of the recording"""
    end: float
    """Seconds from the start of the recording"""
    duration: float
    """`end` minus `start`"""
    text: str
    """The spoken text"""
    words: NotRequired[List[TranscriptSegmentWord]]
    """The words with their times, if the speech engine provides them"""
    speaker: NotRequired[str]
    """The `id` of one of `speakers`; absent if unknown"""


class TranscriptSegmentWord(TypedDict):
    start: float
    """Seconds from the start of the recording"""
    end: float
    """Seconds from the start of the recording"""
    text: str
    """The word"""


class TranscriptWarning(TypedDict):
    code: Literal[
        "language_fallback",
        "language_unknown",
        "partial",
        "no_speech",
        "offline_engine",
        "speakers_unavailable",
        "captions_damaged",
        "captions_empty",
        "charset_guessed",
        "frame_rate_assumed",
        "track_chosen",
        "language_uncertain",
        "language_unverified",
        "speech_missing",
        "media_truncated",
    ]
    """The code of the warning"""
    detail: str
    """A description of the warning"""


class TrashedTranscription(TypedDict):
    id: str
    """The ID"""
    platform: Literal[
        "youtube",
        "x",
        "tiktok",
        "facebook",
        "instagram",
        "rednote",
        "bilibili",
        "vimeo",
        "dailymotion",
        "twitch",
        "soundcloud",
        "ted",
        "loom",
        "web",
        "upload",
        "podcast",
    ]
    """The platform of the source"""
    video_id: str
    """The ID of the recording on the platform"""
    url: str
    """A link, in any form people paste"""
    title: Optional[str]
    """The title"""
    lang: Optional[str]
    """A language tag (BCP 47), or `auto` for the spoken language"""
    duration_seconds: int
    """How much of the recording the text covers, in seconds, rounded up"""
    total_seconds: int
    """The length of the recording in seconds, rounded up"""
    slug: Optional[str]
    """The name of the public page in its link; null if the transcript is not published"""
    tags: List[str]
    """The tags"""
    created_at: str
    """The creation time"""
    deleted_at: str
    """When it was moved to the trash"""
    deleted_permanently_at: str
    """When it is deleted permanently"""


class TrashList(TypedDict):
    transcriptions: List[TrashedTranscription]
    """The transcripts"""
    total: int
    """How many there are in all"""
    limit: int
    """The maximum number of results"""
    offset: int
    """The number of results to skip"""


class UpdateWebhookRequest(TypedDict):
    url: NotRequired[str]
    """The new URL"""
    events: NotRequired[List[Literal["job.done", "job.error", "import.done", "batch.done", "watch.item"]]]
    """The events that are sent; without it, all"""
    enabled: NotRequired[bool]
    """False stops deliveries; what happens meanwhile is not sent later. True starts them again"""


class Upload(TypedDict):
    id: str
    """The ID of the file"""
    object_path: str
    """The name of the upload, to send as `upload`"""
    source_url: str
    """The URL from which the owner can download the file"""
    filename: str
    """The name of the file"""
    content_type: str
    """The media type; any in a request, since the content of the file decides"""
    state: Literal["signed", "stored"]
    """`signed`: the file has not been received yet; `stored`: it has"""
    size_bytes: Optional[int]
    """The size of the file in bytes; null until it was received"""
    created_at: str
    """The creation time"""
    stored_at: Optional[str]
    """When the file was received; null if it was not yet"""
    expires_at: Optional[str]
    """When the address that waits for the file expires, or the earliest time at which the file is deleted; null if never"""


class UploadList(TypedDict):
    uploads: List[Upload]
    """Newest first"""
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last page"""
    used_bytes: int
    """The bytes that your files take"""
    quota_bytes: int
    """The bytes that your files may take"""


class UploadPart(TypedDict):
    number: int
    """The number of the part, counted from 1"""
    offset: int
    """Where the part begins, in bytes"""
    size_bytes: int
    """The size of the part in bytes"""
    url: str
    """The signed address to PUT the part to; it expires after an hour"""


class UploadProgress(TypedDict):
    object_path: str
    """The name of the upload, to send as `upload`"""
    protocol: Literal["offset", "parts"]
    """How to send the rest of the file"""
    size_bytes: int
    """The size of the file in bytes"""
    received_bytes: int
    """The number of received bytes"""
    complete: bool
    """Whether the whole file is stored"""
    parts: List[UploadPart]
    """The next parts to send, at most a hundred; empty with `offset`"""


class UploadRemoved(TypedDict):
    removed: bool
    """Whether it was removed"""


class Vocabulary(TypedDict):
    spellings: List[VocabularySpelling]
    """Your names and terms"""


VocabularySpelling = TypedDict(
    "VocabularySpelling",
    {
        "to": "str",
        "from": "Optional[str]",
    },
    total=False,
)


class Watch(TypedDict):
    id: str
    """The ID"""
    url: str
    """The link as it was sent, without a user name and a password"""
    title: Optional[str]
    """The title of the list; null until it is read"""
    platform: Optional[Literal[
        "youtube",
        "x",
        "tiktok",
        "facebook",
        "instagram",
        "rednote",
        "bilibili",
        "vimeo",
        "dailymotion",
        "twitch",
        "soundcloud",
        "ted",
        "loom",
        "web",
        "upload",
        "podcast",
    ]]
    """The platform of the source"""
    lang: Optional[str]
    """A language tag (BCP 47), or `auto` for the spoken language"""
    every: str
    """How often it is checked: a number of minutes, hours or days from `15m` to `7d`"""
    backfill: int
    """How many of the newest items that are there already are transcribed too"""
    max_per_day: Optional[int]
    """How many items are taken in 24 hours, the others wait; null for all"""
    status: Literal["new", "active", "failing", "paused"]
    """`new` until its list was read for the first time"""
    pause_reason: Optional[Literal["by_user", "failing", "not_a_list"]]
    """Why it is paused; null while it is not"""
    error: Optional[Problem]
    """The error of a failed job; otherwise null"""
    failing_since: Optional[str]
    """Since when it fails; null while all is well"""
    last_checked_at: Optional[str]
    """When it was last checked"""
    next_check_at: Optional[str]
    """When it is checked next; null while it is paused"""
    taken: int
    """How many items were taken"""
    waiting: int
    """How many items wait for `max_per_day`"""
    last_taken_at: Optional[str]
    """When an item was last taken; null if none was"""
    created_at: str
    """The creation time"""


class WatchItem(TypedDict):
    title: str
    """The title"""
    audio_url: Optional[str]
    """The link of the audio, or of the video"""
    published: Optional[str]
    """When the item was published; null if unknown"""
    seen_at: str
    """When it was first seen"""
    status: Literal["seen", "waiting", "queued", "in_progress", "done", "failed", "skipped"]
    """The status"""
    reason: Optional[Literal["already_transcribed", "allowance_exceeded", "cancelled", "no_captions"]]
    """Why the item was skipped; otherwise null"""
    error: Optional[Problem]
    """The error of a failed job; otherwise null"""
    job_id: Optional[str]
    """The ID of the job"""
    transcript_id: Optional[str]
    """The ID of the transcript; null if there is none"""


class WatchItemList(TypedDict):
    items: List[WatchItem]
    """The items"""
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last page"""


class WatchItemMessage(TypedDict):
    type: Literal["watch.item"]
    """What happened"""
    timestamp: str
    """When it happened"""
    data: WatchItemMessageData
    """What it happened to"""


class WatchItemMessageData(TypedDict):
    watch_id: str
    """The ID of a watch"""
    source_url: Optional[str]
    """The link of the show or list; null if unknown"""
    source_title: Optional[str]
    """The title at the source; null if unknown"""
    guid: str
    """The ID of the item in its feed or on its platform"""
    title: str
    """The title"""
    audio_url: str
    """The link of the audio, or of the video"""
    published: Optional[str]
    """When the item was published; null if unknown"""
    status: Literal["queued", "in_progress", "done", "failed", "skipped"]
    """The status"""
    reason: Optional[Literal["already_transcribed", "allowance_exceeded", "cancelled", "no_captions"]]
    """Why the item was skipped; otherwise null"""
    error: Optional[Problem]
    """Why it failed; null if it did not"""
    job_id: Optional[str]
    """The ID of the job"""
    transcript_id: Optional[str]
    """The ID of the transcript; null if there is none"""


class WatchJobQuery(TypedDict):
    format: NotRequired[str]
    """`json`, `text`, `srt`, `vtt`, `ttml`, `ass` or `markdown`"""
    words: NotRequired[bool]
    """`true` also puts the time of each word into WebVTT; `false` leaves words out of JSON. By default, JSON has words if their times are known"""
    max_line_length: NotRequired[int]
    """Subtitle formats only: the most characters in a line; wide characters count as two"""
    max_lines: NotRequired[int]
    """Subtitle formats only: the most lines in a cue"""
    max_seconds: NotRequired[float]
    """Subtitle formats only: how long a cue of several words is shown at most"""
    repair: NotRequired[bool]
    """Subtitle formats only: correct reading speed, lengths and gaps of the cues"""


class WatchList(TypedDict):
    watches: List[Watch]
    """Newest first"""
    next_cursor: Optional[str]
    """The `cursor` of the next page; null on the last page"""


class WatchRemoved(TypedDict):
    removed: bool
    """Whether it was removed"""


class WatchRequest(TypedDict):
    url: str
    """The link of a podcast, playlist or channel; that of a feed may have a user name and a password"""
    lang: NotRequired[str]
    """A language tag (BCP 47), or `auto` for the spoken language"""
    every: NotRequired[str]
    """How often it is checked: a number of minutes, hours or days from `15m` to `7d`"""
    backfill: NotRequired[int]
    """How many of the newest items that are there already are transcribed too"""
    max_per_day: NotRequired[Optional[int]]
    """How many items are taken in 24 hours, the others wait; null for all"""


class WatchUpdate(TypedDict):
    lang: NotRequired[Optional[str]]
    """A language tag (BCP 47), or `auto` for the spoken language"""
    every: NotRequired[str]
    """How often it is checked: a number of minutes, hours or days from `15m` to `7d`"""
    max_per_day: NotRequired[Optional[int]]
    """How many items are taken in 24 hours, the others wait; null for all"""
    paused: NotRequired[bool]
    """Whether to pause it; false resumes it and checks it immediately"""


class WatchWithFeed(TypedDict):
    id: str
    """The ID"""
    url: str
    """The link as it was sent, without a user name and a password"""
    title: Optional[str]
    """The title of the list; null until it is read"""
    platform: Optional[Literal[
        "youtube",
        "x",
        "tiktok",
        "facebook",
        "instagram",
        "rednote",
        "bilibili",
        "vimeo",
        "dailymotion",
        "twitch",
        "soundcloud",
        "ted",
        "loom",
        "web",
        "upload",
        "podcast",
    ]]
    """The platform of the source"""
    lang: Optional[str]
    """A language tag (BCP 47), or `auto` for the spoken language"""
    every: str
    """How often it is checked: a number of minutes, hours or days from `15m` to `7d`"""
    backfill: int
    """How many of the newest items that are there already are transcribed too"""
    max_per_day: Optional[int]
    """How many items are taken in 24 hours, the others wait; null for all"""
    status: Literal["new", "active", "failing", "paused"]
    """`new` until its list was read for the first time"""
    pause_reason: Optional[Literal["by_user", "failing", "not_a_list"]]
    """Why it is paused; null while it is not"""
    error: Optional[Problem]
    """The error of a failed job; otherwise null"""
    failing_since: Optional[str]
    """Since when it fails; null while all is well"""
    last_checked_at: Optional[str]
    """When it was last checked"""
    next_check_at: Optional[str]
    """When it is checked next; null while it is paused"""
    taken: int
    """How many items were taken"""
    waiting: int
    """How many items wait for `max_per_day`"""
    last_taken_at: Optional[str]
    """When an item was last taken; null if none was"""
    created_at: str
    """The creation time"""
    feed_url: Optional[str]
    """The secret link of the Atom feed, returned this once; null if you watch the link already"""


class Webhook(TypedDict):
    id: str
    """The ID"""
    url: str
    """A link, in any form people paste"""
    events: List[Literal["job.done", "job.error", "import.done", "batch.done", "watch.item"]]
    """The events that are sent; without it, all"""
    enabled: bool
    """Whether events are sent to the endpoint"""
    note: Optional[str]
    """An explanation in words; null if there is none"""
    failing_since: Optional[str]
    """Since when it fails; null while all is well"""
    created_at: str
    """The creation time"""


class WebhookDelivery(TypedDict):
    id: str
    """The ID"""
    type: str
    """The violated rule"""
    status: Literal["pending", "delivered", "failed"]
    """The status"""
    attempts: int
    """How many attempts there were"""
    last_status: Optional[int]
    """The status of the last answer; null if there was none"""
    last_answer: Optional[str]
    """The beginning of the last answer; null if there was none"""
    last_error: Optional[str]
    """Why the last attempt failed; null if it did not"""
    last_attempt_at: Optional[str]
    """When the last attempt was; null if there was none"""
    created_at: str
    """The creation time"""
    payload: str
    """The message as it is sent"""


class WebhookDeliveryList(TypedDict):
    deliveries: List[WebhookDelivery]
    """Newest first"""


class WebhookList(TypedDict):
    webhooks: List[Webhook]
    """Your endpoints"""


class WebhookRemoved(TypedDict):
    removed: bool
    """Whether it was removed"""


class WebhookTestMessage(TypedDict):
    type: Literal["webhook.test"]
    """What happened"""
    timestamp: str
    """When it happened"""
    data: WebhookTestMessageData
    """What it happened to"""


class WebhookTestMessageData(TypedDict):
    message: str
    """What the message is for"""


class WebhookWithSecret(TypedDict):
    id: str
    """The ID"""
    url: str
    """A link, in any form people paste"""
    events: List[Literal["job.done", "job.error", "import.done", "batch.done", "watch.item"]]
    """The events that are sent; without it, all"""
    enabled: bool
    """Whether events are sent to the endpoint"""
    note: Optional[str]
    """An explanation in words; null if there is none"""
    failing_since: Optional[str]
    """Since when it fails; null while all is well"""
    created_at: str
    """The creation time"""
    secret: str
    """The secret by which the endpoint verifies messages; returned this once"""


class WordReplacement(TypedDict):
    find: str
    """The words to find, within a segment"""
    replace: str
    """The words to put in their place; empty to delete them"""
    case_sensitive: NotRequired[bool]
    """Whether case matters"""
    whole_words: NotRequired[bool]
    """Whether to skip matches within longer words"""
    dry_run: NotRequired[bool]
    """Only count the matches"""


WebhookMessage = Union[
    JobDoneMessage,
    JobErrorMessage,
    ImportDoneMessage,
    BatchDoneMessage,
    WatchItemMessage,
    WebhookTestMessage,
]

ErrorCode = Literal[
    "missing_credentials",
    "invalid_credentials",
    "allowance_exceeded",
    "insufficient_scope",
    "account_suspended",
    "sign_up_closed",
    "operator_required",
    "source_private",
    "source_login_required",
    "source_members_only",
    "source_age_restricted",
    "source_geo_blocked",
    "source_drm_protected",
    "email_unverified",
    "cross_site_request",
    "not_found",
    "model_not_found",
    "source_not_found",
    "language_unavailable",
    "no_billing_account",
    "method_not_allowed",
    "source_live",
    "source_not_started",
    "transcript_not_ready",
    "batch_not_done",
    "idempotency_key_in_use",
    "no_subscription",
    "already_on_tier",
    "payment_due",
    "already_subscribed",
    "upload_incomplete",
    "no_better_engine",
    "cancelled",
    "expired",
    "file_too_large",
    "body_too_slow",
    "upload_quota_exceeded",
    "body_too_large",
    "address_too_long",
    "headers_too_large",
    "media_too_long",
    "unsupported_media",
    "invalid_media",
    "no_audio",
    "missing_source",
    "conflicting_sources",
    "invalid_batch",
    "invalid_url",
    "unsupported_source",
    "blocked_url",
    "unsupported_format",
    "invalid_language",
    "language_not_supported",
    "words_unavailable",
    "unsupported_protocol",
    "edit_conflict",
    "invalid_edit",
    "email_mismatch",
    "invalid_email",
    "idempotency_key_reused",
    "unknown_tier",
    "rate_limited",
    "invalid_range",
    "too_many_tags",
    "too_many_webhooks",
    "already_watched",
    "watch_paused",
    "too_many_watches",
    "too_many_api_keys",
    "too_many_uploads",
    "too_many_jobs",
    "slug_taken",
    "taken_down",
    "internal_error",
    "upstream_changed",
    "upstream_failed",
    "transcriber_failed",
    "upstream_blocked",
    "transcriber_unavailable",
    "storage_unavailable",
    "billing_unavailable",
    "mail_unavailable",
    "issuer_unavailable",
    "service_unavailable",
    "upstream_timeout",
]
