// Generated from the OpenAPI document by "npm run sdk". Do not edit.

export interface AddWebhookRequest {
  /** A link, in any form people paste */
  url: string
  /** The events that are sent; without it, all */
  events?: ('job.done' | 'job.error' | 'import.done' | 'batch.done' | 'watch.item')[] | undefined
}

export interface ApiKey {
  /** The ID */
  id: string
  /** The name that you gave it */
  name: string | null
  /** The beginning of the key, by which you recognise it */
  prefix: string
  /** The granted scopes */
  scopes: ('transcripts:read' | 'transcripts:write' | 'publish' | 'imports')[] | null
  /** The creation time */
  created_at: string
  /** When it expires; null if never */
  expires_at: string | null
  /** Null if never used */
  last_used_at: string | null
}

export interface ApiKeyDeleted {
  /** Whether it was deleted */
  deleted: boolean
}

export interface ApiKeyList {
  /** Your API keys, newest first */
  keys: ApiKey[]
}

export interface ApiKeyState {
  /** Whether you have an API key */
  has_key: boolean
  /** The beginning of the key */
  key_prefix: string | null
  /** `free`, `pro` or `ultra` */
  tier: string
  /** The creation time */
  created_at: string | null
  /** The plaintext key, only in the response that created it */
  key: string | null
}

export interface ApiKeyUse {
  /** The day, in UTC */
  date: string
  /** The ID of an API key */
  key_id: string
  /** The name of the key */
  name: string | null
  /** The beginning of the key, by which you recognise it */
  prefix: string
  /** Whether the key has been deleted since */
  deleted: boolean
  /** How many requests there were */
  requests: number
  /** How many requests were refused */
  refused: number
}

export interface ApiKeyUseList {
  /** Use by day and key, newest first */
  uses: ApiKeyUse[]
}

export interface Batch {
  /** The ID */
  id: string
  /** The status */
  status: 'queued' | 'in_progress' | 'done' | 'error' | 'cancelled'
  /** How many there are in all */
  total: number
  /** How many have not begun */
  queued: number
  /** How many are in progress */
  in_progress: number
  /** How many are transcribed */
  done: number
  /** How many failed */
  failed: number
  /** How many were skipped */
  skipped: number
  /** An explanation in words; null if there is none */
  note: string | null
  /** The creation time */
  created_at: string
  /** The end time; null while running */
  finished_at: string | null
}

export interface BatchDoneMessage {
  /** What happened */
  type: 'batch.done'
  /** When it happened */
  timestamp: string
  /** What it happened to */
  data: BatchDoneMessageData
}

export interface BatchDoneMessageData {
  /** The ID of the import or batch */
  batch_id: string
  /** The status */
  status: 'queued' | 'in_progress' | 'done' | 'error' | 'cancelled'
  /** How many there are in all */
  total: number
  /** How many are transcribed */
  done: number
  /** How many failed */
  failed: number
  /** How many were skipped */
  skipped: number
}

export interface BatchItem {
  /** The place of the item in your request, from 0 */
  index: number
  /** Your own ID of the item */
  custom_id: string | null
  /** A link, in any form people paste */
  url: string | null
  /** A direct link to an audio file */
  audio: string | null
  /** `object_path` or `source_url` of one of your uploads */
  upload: string | null
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang: string | null
  /** `json`, `text`, `srt`, `vtt`, `ttml`, `ass` or `markdown` */
  format: 'json' | 'text' | 'srt' | 'vtt' | 'ttml' | 'ass' | 'markdown'
  /** The status */
  status: 'queued' | 'in_progress' | 'done' | 'failed' | 'skipped'
  /** Why the item was skipped; otherwise null */
  reason: 'already_transcribed' | 'allowance_exceeded' | 'cancelled' | 'no_captions' | null
  /** The error of a failed job; otherwise null */
  error: Problem | null
  /** The ID of the job */
  job_id: string | null
  /** The ID of the transcript; null if there is none */
  transcript_id: string | null
  /** The title */
  title: string | null
  /** 0 to 1; never decreases */
  progress: number | null
}

export interface BatchItemList {
  /** In the order you sent them */
  items: BatchItem[]
  /** The `cursor` of the next page; null on the last page */
  next_cursor: string | null
}

export interface BatchItemRequest {
  /** A link, in any form people paste */
  url?: string | null | undefined
  /** A direct link to an audio file */
  audio?: string | null | undefined
  /** `object_path` or `source_url` of one of your uploads */
  upload?: string | null | undefined
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang?: string | undefined
  /** `json`, `text`, `srt`, `vtt`, `ttml`, `ass` or `markdown` */
  format?: string | undefined
  /** Your own ID of the item */
  custom_id?: string | null | undefined
}

export interface BatchList {
  /** Newest first */
  batches: Batch[]
  /** The `cursor` of the next page; null on the last page */
  next_cursor: string | null
}

export interface BatchPreview {
  /** Only count the matches */
  dry_run: boolean
  /** The items that can be transcribed, in the order you sent them */
  items: BatchPreviewItem[]
  /** The refused items; the others are transcribed */
  errors: RefusedBatchItem[]
  /** The cost of the items you do not have yet */
  cost: BatchPreviewCost
  /** Your remaining seconds, and how far they reach */
  allowance: BatchPreviewAllowance
}

export interface BatchPreviewAllowance {
  /** An estimate; null if unknown */
  remaining_seconds: number
  /** For how many items your allowance is enough, in their order */
  reached: number
}

export interface BatchPreviewCost {
  /** How many items are new */
  items: number
  /** What the items of known duration cost, in seconds */
  seconds: number
  /** How many items are of unknown duration */
  unknown: number
}

export interface BatchPreviewItem {
  /** The place of the item in your request, from 0 */
  index: number
  /** Your own ID of the item */
  custom_id: string | null
  /** The platform of the source */
  platform:
    | 'youtube'
    | 'x'
    | 'tiktok'
    | 'facebook'
    | 'instagram'
    | 'rednote'
    | 'bilibili'
    | 'vimeo'
    | 'dailymotion'
    | 'twitch'
    | 'soundcloud'
    | 'ted'
    | 'loom'
    | 'web'
    | 'upload'
    | 'podcast'
    | null
  /** The title; null if not known yet */
  title: string | null
  /** How much of the recording the text covers, in seconds, rounded up */
  duration_seconds: number | null
  /** What the item costs; null if its length is not known yet */
  seconds: number | null
  /** Whether you have the transcript already */
  already_transcribed: boolean
  /** The `index` of an earlier item with the same transcript; null if none */
  duplicate_of: number | null
}

export interface BatchRequest {
  /** What to transcribe: up to 1,000 links and uploads */
  items: BatchItemRequest[]
  /** If your minutes do not cover the whole recording, transcribe as much as they cover */
  allow_partial?: boolean | undefined
  /** Fail with 404 `language_unavailable` instead of falling back to another language */
  strict_lang?: boolean | undefined
  /** Only estimate the cost; nothing is started */
  dry_run?: boolean | undefined
}

export interface BatchStarted {
  /** The ID */
  id: string
  /** The status */
  status: 'queued' | 'in_progress' | 'done' | 'error' | 'cancelled'
  /** How many there are in all */
  total: number
  /** How many have not begun */
  queued: number
  /** How many are in progress */
  in_progress: number
  /** How many are transcribed */
  done: number
  /** How many failed */
  failed: number
  /** How many were skipped */
  skipped: number
  /** An explanation in words; null if there is none */
  note: string | null
  /** The creation time */
  created_at: string
  /** The end time; null while running */
  finished_at: string | null
  /** The refused items; the others are transcribed */
  errors: RefusedBatchItem[]
}

export interface CheckTranscriptionQuery {
  /** Subtitle formats only: the most characters in a line; wide characters count as two */
  max_line_length?: number | undefined
  /** Subtitle formats only: the most lines in a cue */
  max_lines?: number | undefined
  /** Subtitle formats only: how long a cue of several words is shown at most */
  max_seconds?: number | undefined
  /** Subtitle formats only: correct reading speed, lengths and gaps of the cues */
  repair?: boolean | undefined
}

export interface Corrected {
  /** The number of the last revision; 0 if the text was never corrected */
  revision: number
  /** The version of the text, for `If-Match` */
  etag: string
  /** How many edits were made */
  count: number
  /** How many stretches of segments have changed */
  places: number
  /** The changed segments; null for more than 500 */
  changed: CorrectedChanged[] | null
}

export interface CorrectedChanged {
  /** The place of the item in your request, from 0 */
  index: number
  /** How many segments they replace */
  deleted: number
  /** For format json: the timestamped text, in order and without overlaps */
  segments: CorrectedChangedSegment[]
}

export interface CorrectedChangedSegment {
  /** Seconds from the start of the recording */
  start: number
  /** Seconds from the start of the recording */
  end: number
  /** `end` minus `start` */
  duration: number
  /** The spoken text */
  text: string
  /** The words with their times, if the speech engine provides them */
  words?: CorrectedChangedSegmentWord[] | undefined
  /** The `id` of one of `speakers`; absent if unknown */
  speaker?: string | undefined
}

export interface CorrectedChangedSegmentWord {
  /** Seconds from the start of the recording */
  start: number
  /** Seconds from the start of the recording */
  end: number
  /** The word */
  text: string
}

export interface CreateApiKeyRequest {
  /** The name by which you recognise it */
  name: string
  /** What the key is limited to; null: it may do everything */
  scopes?: ('transcripts:read' | 'transcripts:write' | 'publish' | 'imports')[] | null | undefined
  /** After how many days the key expires; without it, never */
  expires_in_days?: number | null | undefined
}

export interface CreatedApiKey {
  /** The ID */
  id: string
  /** The name that you gave it */
  name: string | null
  /** The beginning of the key, by which you recognise it */
  prefix: string
  /** The granted scopes */
  scopes: ('transcripts:read' | 'transcripts:write' | 'publish' | 'imports')[] | null
  /** The creation time */
  created_at: string
  /** When it expires; null if never */
  expires_at: string | null
  /** Null if never used */
  last_used_at: string | null
  /** The plaintext key, only in the response that created it */
  key: string
}

export interface EmptiedTrash {
  /** How many transcripts were deleted */
  deleted: number
}

export interface EndNotice {
  /** Whether an email follows when it ends */
  email: boolean
}

export interface EpisodeOut {
  /** The ID of the item in its feed or on its platform */
  guid: string
  /** The title */
  title: string
  /** The link of the audio, or of the video */
  audio_url: string
  /** When the item was published; null if unknown */
  published: string | null
  /** The duration as `M:SS` or `H:MM:SS`; null if unknown */
  duration: string | null
}

export interface FeedWithTranscriptsQuery {
  /** A link, in any form people paste */
  url: string
}

export interface GetJobQuery {
  /** `json`, `text`, `srt`, `vtt`, `ttml`, `ass` or `markdown` */
  format?: string | undefined
  /** `true` also puts the time of each word into WebVTT; `false` leaves words out of JSON. By default, JSON has words if their times are known */
  words?: boolean | undefined
  /** Subtitle formats only: the most characters in a line; wide characters count as two */
  max_line_length?: number | undefined
  /** Subtitle formats only: the most lines in a cue */
  max_lines?: number | undefined
  /** Subtitle formats only: how long a cue of several words is shown at most */
  max_seconds?: number | undefined
  /** Subtitle formats only: correct reading speed, lengths and gaps of the cues */
  repair?: boolean | undefined
}

export interface ImportBatchOut {
  /** The ID */
  id: string
  /** The link of the show or list */
  source_url: string
  /** The title */
  title: string | null
  /** How many there are in all */
  total: number
  /** How many are transcribed */
  done: number
  /** How many failed */
  failed: number
  /** How many were skipped */
  skipped: number
  /** The status */
  status: 'queued' | 'in_progress' | 'done' | 'error' | 'cancelled'
  /** An explanation in words; null if there is none */
  note: string | null
  /** The platform of the source */
  platform:
    | 'youtube'
    | 'x'
    | 'tiktok'
    | 'facebook'
    | 'instagram'
    | 'rednote'
    | 'bilibili'
    | 'vimeo'
    | 'dailymotion'
    | 'twitch'
    | 'soundcloud'
    | 'ted'
    | 'loom'
    | 'web'
    | 'upload'
    | 'podcast'
    | null
  /** Which items were chosen; null for all */
  choice: ImportChoice | null
  /** The creation time */
  created_at: string | null
}

export interface ImportChoice {
  /** Only items with all of these words in their title */
  search?: string | undefined
  /** Only from this place in the list, counted from 1 */
  from?: number | undefined
  /** Only up to this place in the list, inclusive; not less than `from` */
  to?: number | undefined
  /** Only the newest items by date, at most this many */
  newest?: number | undefined
  /** Only items with captions or a publisher's transcript; nothing is transcribed by speech-to-text */
  only_with_captions?: boolean | undefined
  /** Only the items with these IDs */
  ids?: string[] | undefined
  /** At most this many items you do not have yet */
  maximum?: number | undefined
}

export interface ImportDoneMessage {
  /** What happened */
  type: 'import.done'
  /** When it happened */
  timestamp: string
  /** What it happened to */
  data: ImportDoneMessageData
}

export interface ImportDoneMessageData {
  /** The ID of the import or batch */
  batch_id: string
  /** The status */
  status: 'queued' | 'in_progress' | 'done' | 'error' | 'cancelled'
  /** How many there are in all */
  total: number
  /** How many are transcribed */
  done: number
  /** How many failed */
  failed: number
  /** How many were skipped */
  skipped: number
  /** The link of the show or list; null if unknown */
  source_url: string | null
  /** The title */
  title: string | null
}

export interface ImportItem {
  /** The ID of the item in its feed or on its platform */
  guid: string
  /** The title */
  title: string
  /** The link of the audio, or of the video */
  audio_url: string
  /** When the item was published; null if unknown */
  published: string | null
  /** The duration as `M:SS` or `H:MM:SS`; null if unknown */
  duration: string | null
  /** The status */
  status: 'queued' | 'in_progress' | 'done' | 'failed' | 'skipped'
  /** Why the item was skipped; otherwise null */
  reason: 'already_transcribed' | 'allowance_exceeded' | 'cancelled' | 'no_captions' | null
  /** The error of a failed job; otherwise null */
  error: Problem | null
  /** 0 to 1; never decreases */
  progress: number | null
  /** The ID of the job */
  job_id: string | null
  /** The ID of the transcript; null if there is none */
  transcript_id: string | null
}

export interface ImportItemList {
  /** The items */
  items: ImportItem[]
  /** How many there are in all */
  total: number
  /** The maximum number of results */
  limit: number
  /** The number of results to skip */
  offset: number
}

export interface ImportPreview {
  /** `app` for an app connected with OAuth, or `device` */
  kind: 'show' | 'episode' | 'audio' | 'list'
  /** The platform of the source */
  platform:
    | 'youtube'
    | 'x'
    | 'tiktok'
    | 'facebook'
    | 'instagram'
    | 'rednote'
    | 'bilibili'
    | 'vimeo'
    | 'dailymotion'
    | 'twitch'
    | 'soundcloud'
    | 'ted'
    | 'loom'
    | 'web'
    | 'upload'
    | 'podcast'
  /** A link, in any form people paste */
  url: string
  /** The title */
  title: string | null
  /** How many items the list has */
  count: number | null
  /** Whether all items of the list were read */
  is_whole: boolean
  /** How many items are chosen */
  chosen: number
  /** How many of them you have already */
  already_transcribed: number
  /** What the new items cost */
  cost: ImportPreviewCost
  /** What is left of your allowance */
  allowance: ImportPreviewAllowance
  /** How many items of `ids` the list does not have; null if none */
  note: string | null
  /** The items */
  items: ImportPreviewItem[]
}

export interface ImportPreviewAllowance {
  /** An estimate; null if unknown */
  remaining_seconds: number
  /** For how many items your allowance is enough, in their order */
  reached: number
}

export interface ImportPreviewCost {
  /** How many items are new */
  items: number
  /** What the items of known duration cost, in seconds */
  seconds: number
  /** How many items are of unknown duration */
  unknown: number
}

export interface ImportPreviewItem {
  /** The ID of the item in its feed or on its platform */
  guid: string
  /** The title */
  title: string
  /** The link of the audio, or of the video */
  audio_url: string
  /** When the item was published; null if unknown */
  published: string | null
  /** The duration as `M:SS` or `H:MM:SS`; null if unknown */
  duration: string | null
  /** The place in the list, counted from 1 */
  position: number
  /** How much of the recording the text covers, in seconds, rounded up */
  duration_seconds: number | null
  /** Whether the item has captions; null if the list does not say */
  has_captions: boolean | null
  /** Whether the item is chosen */
  chosen: boolean
  /** Whether you have the transcript already */
  already_transcribed: boolean
}

export interface ImportRequest {
  /** The link of a podcast, playlist or channel; that of a feed may have a user name and a password */
  url: string
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang?: string | undefined
  /** Only items with all of these words in their title */
  search?: string | undefined
  /** Only from this place in the list, counted from 1 */
  from?: number | undefined
  /** Only up to this place in the list, inclusive; not less than `from` */
  to?: number | undefined
  /** Only the newest items by date, at most this many */
  newest?: number | undefined
  /** Only items with captions or a publisher's transcript; nothing is transcribed by speech-to-text */
  only_with_captions?: boolean | undefined
  /** Only the items with these IDs */
  ids?: string[] | undefined
  /** At most this many items you do not have yet */
  maximum?: number | undefined
}

export interface ImportStartResponse {
  /** The ID of the import or batch */
  batch_id: string
}

export interface Job {
  /** The ID of the job */
  job_id: string
  /** The status */
  status: 'queued' | 'in_progress' | 'done' | 'error'
  /** The current stage; null while queued and after the end */
  stage: 'resolving' | 'downloading' | 'transcribing' | 'identifying_speakers' | 'finishing' | null
  /** 0 to 1; never decreases */
  progress: number
  /** An estimate; null if unknown */
  remaining_seconds: number | null
  /** Why the job waits, and until when, before it tries again; null while it works */
  waiting: JobWait | null
  /** A link, in any form people paste */
  url: string
  /** The platform of the source */
  platform:
    | 'youtube'
    | 'x'
    | 'tiktok'
    | 'facebook'
    | 'instagram'
    | 'rednote'
    | 'bilibili'
    | 'vimeo'
    | 'dailymotion'
    | 'twitch'
    | 'soundcloud'
    | 'ted'
    | 'loom'
    | 'web'
    | 'upload'
    | 'podcast'
  /** The ID of the recording on the platform */
  video_id: string
  /** The title */
  title: string | null
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang: string
  /** The format of the transcript */
  format: 'json' | 'text' | 'srt' | 'vtt' | 'ttml' | 'ass' | 'markdown'
  /** The creation time */
  created_at: string
  /** Null while queued */
  started_at: string | null
  /** The end time; null while running */
  finished_at: string | null
  /** The number of seconds to wait before the next poll */
  poll_after_seconds: number
  /** The transcript, once the job is done */
  transcript: Transcript | null
  /** The error of a failed job; otherwise null */
  error: Problem | null
}

export interface JobDoneMessage {
  /** What happened */
  type: 'job.done'
  /** When it happened */
  timestamp: string
  /** What it happened to */
  data: JobDoneMessageData
}

export interface JobDoneMessageData {
  /** The ID of the job */
  job_id: string
  /** The job at the API */
  job_url: string
  /** The platform of the source */
  platform: string
  /** The ID of the recording on the platform */
  video_id: string
  /** The link of the recording */
  url: string
  /** The title */
  title: string | null
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang: string
  /** The ID of the transcript; null if there is none */
  transcript_id: string
  /** Why it failed; null if it did not */
  error: Problem | null
}

export interface JobEntry {
  /** The ID of the job */
  job_id: string
  /** The status */
  status: 'queued' | 'in_progress' | 'done' | 'error'
  /** The current stage; null while queued and after the end */
  stage: 'resolving' | 'downloading' | 'transcribing' | 'identifying_speakers' | 'finishing' | null
  /** 0 to 1; never decreases */
  progress: number
  /** An estimate; null if unknown */
  remaining_seconds: number | null
  /** Why the job waits, and until when, before it tries again; null while it works */
  waiting: JobWait | null
  /** A link, in any form people paste */
  url: string
  /** The platform of the source */
  platform:
    | 'youtube'
    | 'x'
    | 'tiktok'
    | 'facebook'
    | 'instagram'
    | 'rednote'
    | 'bilibili'
    | 'vimeo'
    | 'dailymotion'
    | 'twitch'
    | 'soundcloud'
    | 'ted'
    | 'loom'
    | 'web'
    | 'upload'
    | 'podcast'
  /** The ID of the recording on the platform */
  video_id: string
  /** The title */
  title: string | null
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang: string
  /** The creation time */
  created_at: string
  /** Null while queued */
  started_at: string | null
  /** The end time; null while running */
  finished_at: string | null
  /** The number of seconds to wait before the next poll */
  poll_after_seconds: number
  /** Why it failed; null if it did not */
  error: Problem | null
}

export interface JobErrorMessage {
  /** What happened */
  type: 'job.error'
  /** When it happened */
  timestamp: string
  /** What it happened to */
  data: JobErrorMessageData
}

export interface JobErrorMessageData {
  /** The ID of the job */
  job_id: string
  /** The job at the API */
  job_url: string
  /** The platform of the source */
  platform: string
  /** The ID of the recording on the platform */
  video_id: string
  /** The link of the recording */
  url: string
  /** The title */
  title: string | null
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang: string
  /** The ID of the transcript; null if there is none */
  transcript_id: string | null
  /** Why it failed; null if it did not */
  error: Problem
}

export interface JobList {
  /** By when you asked for them, newest first */
  jobs: JobEntry[]
  /** The `cursor` of the next page; null on the last page */
  next_cursor: string | null
}

export interface JobSegments {
  /** The ID of the job */
  job_id: string
  /** The status */
  status: 'queued' | 'in_progress' | 'done' | 'error'
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang: string | null
  /** The end of the gapless text so far, in milliseconds; send it as the next `after_ms` */
  covered_ms: number
  /** For format json: the timestamped text, in order and without overlaps */
  segments: JobSegmentsSegment[]
}

export interface JobSegmentsSegment {
  /** Seconds from the start of the recording */
  start: number
  /** Seconds from the start of the recording */
  end: number
  /** `end` minus `start` */
  duration: number
  /** The spoken text */
  text: string
  /** The `id` of one of `speakers`; absent if unknown */
  speaker?: string | undefined
}

export interface JobStarted {
  /** The ID of the job */
  job_id: string
  /** The status */
  status: 'queued' | 'in_progress'
}

export interface JobWait {
  /** The [error code](/docs/errors) of what failed */
  code: string
  /** What failed */
  detail: string
  /** When it is tried again */
  until: string
}

export interface LanguageList {
  /** A link, in any form people paste */
  url: string
  /** The platform of the source */
  platform:
    | 'youtube'
    | 'x'
    | 'tiktok'
    | 'facebook'
    | 'instagram'
    | 'rednote'
    | 'bilibili'
    | 'vimeo'
    | 'dailymotion'
    | 'twitch'
    | 'soundcloud'
    | 'ted'
    | 'loom'
    | 'web'
    | 'upload'
    | 'podcast'
  /** The ID of the recording on the platform */
  video_id: string
  /** The title */
  title: string | null
  /** The length of the recording; null if unknown */
  duration_seconds: number | null
  /** The spoken language; null if unknown */
  original_lang: string | null
  /** One entry per language and caption source */
  languages: LanguageListLanguage[]
  /** One entry per caption track. A language may have several of one caption source; tracks named as forced lines, songs, commentary or descriptions are left out */
  tracks: LanguageListTrack[]
  /** Whether this server can transcribe the audio */
  speech_to_text: boolean
}

export interface LanguageListLanguage {
  /** BCP 47 */
  code: string
  /** The English name */
  name: string
  /** The name in the language itself */
  native_name: string
  /** Whether people or the platform created the captions */
  source: 'captions' | 'auto_captions'
  /** Whether this is the spoken language */
  original: boolean
}

export interface LanguageListTrack {
  /** A language tag with the kind of captions and the number among equal ones, in the order of the source */
  id: string
  /** BCP 47; null if unknown */
  code: string | null
  /** What the source calls it; null if it has no name */
  name: string | null
  /** Whether people or the platform created the captions */
  source: 'captions' | 'auto_captions'
  /** Whether it is in the spoken language */
  original: boolean
}

export interface LinkedList {
  /** `app` for an app connected with OAuth, or `device` */
  kind: 'playlist' | 'channel' | 'profile' | 'series' | 'showcase' | 'group'
  /** The title */
  title: string | null
  /** The publisher; null if unknown */
  author: string | null
  /** How many items the list has; null if unknown */
  count: number | null
}

export interface LinkedRecording {
  /** The ID of the recording on the platform */
  video_id: string
  /** The title */
  title: string | null
  /** How much of the recording the text covers, in seconds, rounded up */
  duration_seconds: number | null
}

export interface LinkRequest {
  /** A link, in any form people paste */
  url: string
}

export interface ListApiKeyUsesQuery {
  /** The number of days to list */
  days?: number | undefined
}

export interface ListBatchesQuery {
  /** The maximum number of results */
  limit?: number | undefined
  /** `next_cursor` of the previous page */
  cursor?: string | undefined
}

export interface ListBatchItemsQuery {
  /** The maximum number of results */
  limit?: number | undefined
  /** `next_cursor` of the previous page */
  cursor?: string | undefined
  /** The status */
  status?: 'queued' | 'in_progress' | 'done' | 'failed' | 'skipped' | undefined
}

export interface ListImportItemsQuery {
  /** The maximum number of results */
  limit?: number | undefined
  /** The number of results to skip */
  offset?: number | undefined
  /** The status */
  status?: 'queued' | 'in_progress' | 'done' | 'failed' | 'skipped' | undefined
}

export interface ListJobsQuery {
  /** The status */
  status?: 'queued' | 'in_progress' | 'done' | 'error' | undefined
  /** The maximum number of results */
  limit?: number | undefined
  /** `next_cursor` of the previous page */
  cursor?: string | undefined
}

export interface ListLanguagesQuery {
  /** A link, in any form people paste */
  url: string
}

export interface ListPublicationsQuery {
  /** The maximum number of results */
  limit?: number | undefined
  /** The number of results to skip */
  offset?: number | undefined
}

export interface ListRevisionsQuery {
  /** The maximum number of results */
  limit?: number | undefined
  /** The number of results to skip */
  offset?: number | undefined
}

export interface ListTranscriptionsQuery {
  /** The maximum number of results */
  limit?: number | undefined
  /** The number of results to skip */
  offset?: number | undefined
  /** Only transcripts whose `video_id` contains this text, in any case. For words of titles and texts use `search` */
  q?: string | null | undefined
  /** The platform of the source */
  platform?:
    | 'youtube'
    | 'x'
    | 'tiktok'
    | 'facebook'
    | 'instagram'
    | 'rednote'
    | 'bilibili'
    | 'vimeo'
    | 'dailymotion'
    | 'twitch'
    | 'soundcloud'
    | 'ted'
    | 'loom'
    | 'web'
    | 'upload'
    | 'podcast'
    | null
    | undefined
  /** Only transcripts and jobs in this state. `done` includes the partial transcripts of `allow_partial`, whose `complete` is false */
  state?: 'done' | 'in_progress' | 'error' | null | undefined
  /** What to sort by */
  sort?: 'created_at' | 'duration_seconds' | 'total_seconds' | 'title' | undefined
  /** `asc` or `desc` */
  order?: 'asc' | 'desc' | undefined
  /** Only transcripts with all of these words in their text or title */
  search?: string | null | undefined
  /** Only transcripts with this tag */
  tag?: string | null | undefined
  /** Only texts in this language; without a region, in every region */
  lang?: string | null | undefined
  /** Only texts from this source */
  source?: 'captions' | 'auto_captions' | 'speech_to_text' | null | undefined
  /** Only those created then or later: a day in UTC, or a time */
  created_after?: string | null | undefined
  /** Only those created earlier: a day in UTC, or a time */
  created_before?: string | null | undefined
  /** Only those with a public page; `false`: only those without */
  published?: boolean | null | undefined
}

export interface ListTrashQuery {
  /** The maximum number of results */
  limit?: number | undefined
  /** The number of results to skip */
  offset?: number | undefined
}

export interface ListUploadsQuery {
  /** The maximum number of results */
  limit?: number | undefined
  /** `next_cursor` of the previous page */
  cursor?: string | undefined
}

export interface ListWatchesQuery {
  /** The maximum number of results */
  limit?: number | undefined
  /** `next_cursor` of the previous page */
  cursor?: string | undefined
}

export interface ListWatchItemsQuery {
  /** The maximum number of results */
  limit?: number | undefined
  /** `next_cursor` of the previous page */
  cursor?: string | undefined
  /** Whether to list items that were there before the watch too */
  include_seen?: boolean | undefined
}

export interface Me {
  /** The ID of your account */
  id: string
  /** Your email address; null for connected apps and API keys with scopes */
  email: string | null
  /** `free`, `pro` or `ultra` */
  tier: string
  /** What the credential is limited to; null if it may do everything */
  scopes: ('transcripts:read' | 'transcripts:write' | 'publish' | 'imports')[] | null
  /** The minutes of this period, in seconds */
  usage: MeUsage
  /** The room for your files */
  uploads: MeUploads
  /** What is accepted at most */
  limits: MeLimits
}

export interface MeLimits {
  /** Requests within a minute; null if not limited */
  requests_per_minute: number | null
  /** Polls of jobs within a minute; null if not limited */
  polls_per_minute: number | null
  /** The longest recording that is transcribed, in seconds */
  max_recording_seconds: number
}

export interface MeUploads {
  /** The bytes that your files take */
  used_bytes: number
  /** The bytes that your files may take */
  quota_bytes: number
  /** The largest file that is accepted, in bytes */
  max_file_bytes: number
}

export interface MeUsage {
  /** The allowance of the period, in seconds; null if minutes are not counted */
  limit_seconds: number | null
  /** The seconds used in the period */
  used_seconds: number
  /** The seconds reserved by running jobs */
  reserved_seconds: number
  /** What is neither used nor reserved; null if minutes are not counted */
  remaining_seconds: number | null
  /** When the period began */
  period_start: string
  /** When the allowance is full again */
  resets_at: string
}

export interface NoticeSettings {
  /** Whether an email follows every job of more than a minute and every import */
  email_when_done: boolean
  /** How often new transcripts of watches are mailed */
  watches?: 'each' | 'daily' | 'never' | undefined
}

export interface Problem {
  /** The URL of the documentation of the error */
  type: string
  /** A short summary of the error */
  title: string
  /** The HTTP status */
  status: number
  /** One sentence with a next step */
  detail: string
  /** The error code, as listed under [errors](/docs/errors) */
  code: string
  /** Whether the same request may succeed later */
  retryable: boolean
  /** The number of seconds to wait before a retry */
  retry_after: number | null
  /** The ID of the request, for support */
  request_id: string | null
  /** Details of the error, such as `remaining_seconds` */
  context: Record<string, unknown>
}

export interface Publication {
  /** The name of the public page in its link */
  slug: string
  /** A link, in any form people paste */
  url: string
  /** The ID of the transcript */
  transcription_id: string
  /** The title */
  title: string | null
  /** The platform of the source */
  platform:
    | 'youtube'
    | 'x'
    | 'tiktok'
    | 'facebook'
    | 'instagram'
    | 'rednote'
    | 'bilibili'
    | 'vimeo'
    | 'dailymotion'
    | 'twitch'
    | 'soundcloud'
    | 'ted'
    | 'loom'
    | 'web'
    | 'upload'
    | 'podcast'
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang: string | null
  /** How much of the recording the text covers, in seconds, rounded up */
  duration_seconds: number
  /** Null if unknown */
  published_at: string
  /** Whether the page is left out of indexes and search engines */
  unlisted: boolean
  /** When the page stops working; null: never */
  expires_at: string | null
  /** How often the page was opened. No cookie is set, and known bots are not counted */
  views: number
}

export interface PublicationList {
  /** The items */
  items: Publication[]
  /** How many there are in all */
  total: number
  /** The maximum number of results */
  limit: number
  /** The number of results to skip */
  offset: number
}

export interface PublicationState {
  /** Whether the page is left out of indexes and search engines */
  unlisted: boolean
  /** When the page stops working; null: never */
  expires_at: string | null
  /** How often the page was opened. No cookie is set, and known bots are not counted */
  views: number
}

export interface PublicationUpdate {
  /** A name of your own for the page in its link */
  slug?: string | undefined
  /** Whether the page is left out of indexes and search engines */
  unlisted?: boolean | undefined
  /** When the page stops working; null: never */
  expires_at?: string | null | undefined
}

export interface PublicIndexEntry {
  /** The name of the public page in its link */
  slug: string
  /** When it last changed */
  updated_at: string
}

export interface PublicIndexResponse {
  /** The items */
  items: PublicIndexEntry[]
  /** The `after` of the next page; null on the last page */
  next_after: string | null
}

export interface PublicTranscript {
  /** The ID of the recording on the platform */
  video_id: string
  /** The platform of the source */
  platform:
    | 'youtube'
    | 'x'
    | 'tiktok'
    | 'facebook'
    | 'instagram'
    | 'rednote'
    | 'bilibili'
    | 'vimeo'
    | 'dailymotion'
    | 'twitch'
    | 'soundcloud'
    | 'ted'
    | 'loom'
    | 'web'
    | 'upload'
    | 'podcast'
  /** The source of the text */
  source: 'captions' | 'auto_captions' | 'speech_to_text'
  /** The speech engine; null for captions */
  engine: PublicTranscriptEngine | null
  /** A link, in any form people paste */
  url: string
  /** The title */
  title: string | null
  /** The publisher; null if unknown */
  author: string | null
  /** Null if unknown */
  thumbnail_url: string | null
  /** Null if unknown */
  published_at: string | null
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang: string | null
  /** The requested language */
  requested_lang: string
  /** The available caption languages, BCP 47 */
  available_langs: string[]
  /** How much of the recording the text covers, in seconds, rounded up */
  duration_seconds: number
  /** The length of the recording in seconds, rounded up */
  total_seconds: number
  /** Whether the text covers the whole recording, and no words are known to be missing */
  complete: boolean
  /** `json`, `text`, `srt`, `vtt`, `ttml`, `ass` or `markdown` */
  format: 'json' | 'text' | 'srt' | 'vtt' | 'ttml' | 'ass' | 'markdown'
  /** For format json: the whole text in paragraphs */
  text?: string | undefined
  /** For format json: the timestamped text, in order and without overlaps */
  segments?: PublicTranscriptSegment[] | undefined
  /** Who speaks, in order of appearance; absent if unknown */
  speakers?: Speaker[] | undefined
  /** For every format except json: the document as a string */
  content?: string | undefined
  /** Warnings about the text */
  warnings: PublicTranscriptWarning[]
  /** The creation time */
  created_at: string
  /** The name of the public page in its link */
  slug: string
  /** The URL from which the owner can download the file */
  source_url: string | null
  /** When it last changed */
  updated_at: string
  /** Whether the page is left out of indexes and search engines */
  unlisted: boolean
}

export interface PublicTranscriptEngine {
  /** `assemblyai`, `openai`, `sherpa`, `whisper`, `moonshine` or `pocketsphinx` */
  name: string
  /** The model of the engine */
  model: string
}

export interface PublicTranscriptSegment {
  /** Seconds from the start of the recording */
  start: number
  /** Seconds from the start of the recording */
  end: number
  /** `end` minus `start` */
  duration: number
  /** The spoken text */
  text: string
  /** The words with their times, if the speech engine provides them */
  words?: PublicTranscriptSegmentWord[] | undefined
  /** The `id` of one of `speakers`; absent if unknown */
  speaker?: string | undefined
}

export interface PublicTranscriptSegmentWord {
  /** Seconds from the start of the recording */
  start: number
  /** Seconds from the start of the recording */
  end: number
  /** The word */
  text: string
}

export interface PublicTranscriptWarning {
  /** The code of the warning */
  code:
    | 'language_fallback'
    | 'language_unknown'
    | 'partial'
    | 'no_speech'
    | 'offline_engine'
    | 'speakers_unavailable'
    | 'captions_damaged'
    | 'captions_empty'
    | 'charset_guessed'
    | 'frame_rate_assumed'
    | 'track_chosen'
    | 'language_uncertain'
    | 'language_unverified'
    | 'speech_missing'
    | 'media_truncated'
  /** A description of the warning */
  detail: string
}

export interface PublishRequest {
  /** A link, in any form people paste */
  url: string
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang?: string | undefined
  /** Fail with 404 `language_unavailable` instead of falling back to another language */
  strict_lang?: boolean | undefined
  /** Whether the page is left out of indexes and search engines */
  unlisted?: boolean | undefined
}

export interface PublishResponse {
  /** The name of the public page in its link */
  slug: string
  /** A link, in any form people paste */
  url: string
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang: string | null
  /** Warnings about the text */
  warnings: PublishResponseWarning[]
  /** Whether the page is left out of indexes and search engines */
  unlisted: boolean
  /** When the page stops working; null: never */
  expires_at: string | null
  /** How often the page was opened. No cookie is set, and known bots are not counted */
  views: number
}

export interface PublishResponseWarning {
  /** The code of the warning */
  code:
    | 'language_fallback'
    | 'language_unknown'
    | 'partial'
    | 'no_speech'
    | 'offline_engine'
    | 'speakers_unavailable'
    | 'captions_damaged'
    | 'captions_empty'
    | 'charset_guessed'
    | 'frame_rate_assumed'
    | 'track_chosen'
    | 'language_uncertain'
    | 'language_unverified'
    | 'speech_missing'
    | 'media_truncated'
  /** A description of the warning */
  detail: string
}

export interface PublishTranscriptionQuery {
  /** Whether the page is left out of indexes and search engines */
  unlisted?: boolean | undefined
}

export interface ReadJobSegmentsQuery {
  /** Only segments that start at this time or later, in milliseconds */
  after_ms?: number | undefined
}

export interface ReadPublicIndexQuery {
  /** The maximum number of results */
  limit?: number | undefined
  /** `next_after` of the previous page */
  after?: string | undefined
}

export interface ReadPublicTranscriptQuery {
  /** `json`, `text`, `srt`, `vtt`, `ttml`, `ass` or `markdown` */
  format?: string | undefined
  /** `true` also puts the time of each word into WebVTT; `false` leaves words out of JSON. By default, JSON has words if their times are known */
  words?: boolean | undefined
  /** Subtitle formats only: the most characters in a line; wide characters count as two */
  max_line_length?: number | undefined
  /** Subtitle formats only: the most lines in a cue */
  max_lines?: number | undefined
  /** Subtitle formats only: how long a cue of several words is shown at most */
  max_seconds?: number | undefined
  /** Subtitle formats only: correct reading speed, lengths and gaps of the cues */
  repair?: boolean | undefined
}

export interface ReadTranscriptionQuery {
  /** `json`, `text`, `srt`, `vtt`, `ttml`, `ass` or `markdown` */
  format?: string | undefined
  /** `true` also puts the time of each word into WebVTT; `false` leaves words out of JSON. By default, JSON has words if their times are known */
  words?: boolean | undefined
  /** Subtitle formats only: the most characters in a line; wide characters count as two */
  max_line_length?: number | undefined
  /** Subtitle formats only: the most lines in a cue */
  max_lines?: number | undefined
  /** Subtitle formats only: how long a cue of several words is shown at most */
  max_seconds?: number | undefined
  /** Subtitle formats only: correct reading speed, lengths and gaps of the cues */
  repair?: boolean | undefined
}

export interface ReadUploadProgressQuery {
  /** From the signed URL */
  expires: string
  /** From the signed URL */
  signature: string
}

export interface RefusedBatchItem {
  /** The place of the item in your request, from 0 */
  index: number
  /** Your own ID of the item */
  custom_id: string | null
  /** Why the item was refused */
  problem: Problem
}

export interface RegenerateApiKeyQuery {
  /** Whether your named keys are deleted too */
  delete_named_keys?: boolean | undefined
}

export interface RemoveTranscriptionQuery {
  /** Delete it immediately instead of moving it to the trash */
  permanently?: boolean | undefined
}

export interface Replaced {
  /** The number of the last revision; 0 if the text was never corrected */
  revision: number
  /** The version of the text, for `If-Match` */
  etag: string
  /** How many matches were replaced */
  count: number
  /** How many stretches of segments have changed */
  places: number
  /** The changed segments; null for more than 500 */
  changed: ReplacedChanged[] | null
  /** The first ten places, before and after */
  preview: ReplacedPreview[]
}

export interface ReplacedChanged {
  /** The place of the item in your request, from 0 */
  index: number
  /** How many segments they replace */
  deleted: number
  /** For format json: the timestamped text, in order and without overlaps */
  segments: ReplacedChangedSegment[]
}

export interface ReplacedChangedSegment {
  /** Seconds from the start of the recording */
  start: number
  /** Seconds from the start of the recording */
  end: number
  /** `end` minus `start` */
  duration: number
  /** The spoken text */
  text: string
  /** The words with their times, if the speech engine provides them */
  words?: ReplacedChangedSegmentWord[] | undefined
  /** The `id` of one of `speakers`; absent if unknown */
  speaker?: string | undefined
}

export interface ReplacedChangedSegmentWord {
  /** Seconds from the start of the recording */
  start: number
  /** Seconds from the start of the recording */
  end: number
  /** The word */
  text: string
}

export interface ReplacedPreview {
  /** Where it starts, in seconds */
  start: number
  /** The text before */
  before: string
  /** The text after */
  after: string
}

export interface ResolvedLink {
  /** `app` for an app connected with OAuth, or `device` */
  kind: 'recording' | 'list' | 'show'
  /** The platform of the source */
  platform:
    | 'youtube'
    | 'x'
    | 'tiktok'
    | 'facebook'
    | 'instagram'
    | 'rednote'
    | 'bilibili'
    | 'vimeo'
    | 'dailymotion'
    | 'twitch'
    | 'soundcloud'
    | 'ted'
    | 'loom'
    | 'web'
    | 'upload'
    | 'podcast'
  /** A link, in any form people paste */
  url: string
  /** The recording behind the link; null for others */
  recording: LinkedRecording | null
  /** The playlist or channel behind the link; null for others */
  list: LinkedList | null
  /** The podcast or episode behind the link; null for others */
  podcast: ResolveResponse | null
}

export interface ResolveRequest {
  /** The link of a podcast, an episode or its audio; that of a feed may have a user name and a password */
  url: string
}

export interface ResolveResponse {
  /** `app` for an app connected with OAuth, or `device` */
  kind: 'show' | 'episode' | 'audio'
  /** The show; null for a recording on its own */
  show: ShowInfo | null
  /** The episodes of a show; null for others */
  episodes: EpisodeOut[] | null
  /** The link of the audio, or of the video */
  audio_url: string | null
}

export interface Revision {
  /** The number of the revision; 0 is the original */
  number: number
  /** What kind of change it was */
  kind: 'edit' | 'speakers' | 'replace' | 'restore' | 'retranscribe' | 'combined'
  /** What was done */
  summary: string
  /** The creation time */
  created_at: string
  /** How many stretches of segments have changed */
  places: number
  /** What was changed */
  changes: RevisionChange[]
  /** Corrections that have no place in a text that was transcribed again */
  unplaced: RevisionUnplaced[]
}

export interface RevisionChange {
  /** Where it starts, in seconds */
  start: number
  /** The text before */
  before: string
  /** The text after */
  after: string
}

export interface RevisionList {
  /** Newest first */
  revisions: Revision[]
  /** How many there are in all */
  total: number
  /** The maximum number of results */
  limit: number
  /** The number of results to skip */
  offset: number
}

export interface RevisionUnplaced {
  /** Where it starts, in seconds */
  start: number
  /** The text before */
  before: string
  /** The text after */
  after: string
}

export interface SegmentEdits {
  /** The edits, all by the indexes of the text that you have read */
  edits: SegmentEditsEdit[]
}

export interface SegmentEditsEdit {
  /** The place of the item in your request, from 0 */
  index: number
  /** How many segments the new ones replace */
  delete?: number | undefined
  /** For format json: the timestamped text, in order and without overlaps */
  segments?: SegmentEditsEditSegment[] | undefined
}

export interface SegmentEditsEditSegment {
  /** The spoken text */
  text: string
  /** Seconds from the start of the recording */
  start?: number | undefined
  /** Seconds from the start of the recording */
  end?: number | undefined
  /** The `id` of one of `speakers`; absent if unknown */
  speaker?: string | null | undefined
}

export interface ShowInfo {
  /** The title */
  title: string
}

export interface SignRequest {
  /** The name of the file */
  filename: string
  /** The media type; any in a request, since the content of the file decides */
  content_type: string
  /** The size of the file in bytes; with it, the file can be sent in several requests */
  size_bytes?: number | null | undefined
}

export interface SignResponse {
  /** The name of the upload, to send as `upload` */
  object_path: string
  /** Accepts one PUT within 15 minutes */
  upload_url: string
  /** The headers to send with the PUT */
  upload_headers: Record<string, string>
  /** The URL from which the owner can download the file */
  source_url: string
  /** Accepts the file in several requests within a day, as in tus 1.0; null without `size_bytes` */
  resumable_url: string | null
  /** When the signed address expires */
  expires_at: string
}

export interface Speaker {
  /** The ID in this transcript */
  id: string
  /** Null until the speaker is named */
  name: string | null
}

export interface SpeakerEdits {
  /** The new names */
  speakers?: SpeakerEditsSpeaker[] | undefined
  /** Speakers that are the same person */
  merge?: SpeakerEditsMerge[] | undefined
}

export interface SpeakerEditsMerge {
  /** The speaker who is someone else */
  from: string
  /** Who that speaker is */
  into: string
}

export interface SpeakerEditsSpeaker {
  /** The ID */
  id: string
  /** The new name of the speaker; null removes it */
  name: string | null
}

export interface StartedSubscriptions {
  /** The title of the file; null if it has none */
  title: string | null
  /** In the order of the file */
  imports: SubscribedShow[]
}

export interface SubscribedShow {
  /** The podcast's feed */
  url: string
  /** The title in the file; null if it has none */
  title: string | null
  /** The ID of the import; null if it was not started */
  batch_id: string | null
  /** Why it was not started; null if it was */
  error: Problem | null
}

export interface SubscriptionsRequest {
  /** The text of an OPML file with up to 500 podcasts, at most 1 MiB; or `url` */
  opml?: string | null | undefined
  /** The link of an OPML file; or `opml` */
  url?: string | null | undefined
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang?: string | undefined
  /** Only items with all of these words in their title */
  search?: string | undefined
  /** Only from this place in the list, counted from 1 */
  from?: number | undefined
  /** Only up to this place in the list, inclusive; not less than `from` */
  to?: number | undefined
  /** Only the newest items by date, at most this many */
  newest?: number | undefined
  /** Only items with captions or a publisher's transcript; nothing is transcribed by speech-to-text */
  only_with_captions?: boolean | undefined
  /** At most this many items you do not have yet */
  maximum?: number | undefined
}

export interface SubtitleChecks {
  /** The number of cues */
  cues: number
  /** How many findings there are for each rule */
  counts: SubtitleChecksCounts
  /** The first 1,000 findings */
  findings: SubtitleChecksFinding[]
}

export interface SubtitleChecksCounts {
  /** Cues that are gone before their text can be read */
  reading_speed: number
  /** Cues with a line that is too long */
  line_length: number
  /** Cues with too many lines */
  line_count: number
  /** Cues shown for less than 5/6 of a second */
  too_short: number
  /** Cues shown for too long */
  too_long: number
  /** Gaps of less than 83 ms after a cue, or none */
  gap: number
}

export interface SubtitleChecksFinding {
  /** The number of the cue, from 1 */
  cue: number
  /** The rule that it breaks */
  rule: 'reading_speed' | 'line_length' | 'line_count' | 'too_short' | 'too_long' | 'gap'
  /** What the cue has: characters a second, characters (wide ones count as two), lines or seconds */
  value: number
  /** What it may have */
  limit: number
}

export interface Suggestions {
  /** What you may replace */
  suggestions: SuggestionsSuggestion[]
}

export interface SuggestionsSuggestion {
  /** The words to find, within a segment */
  find: string
  /** The words to put in their place; empty to delete them */
  replace: string
  /** How many matches there are */
  count: number
  /** Where the first match is, in seconds */
  start: number
}

export interface TagList {
  /** The tags, each with the number of transcripts */
  tags: TagListTag[]
}

export interface TagListTag {
  /** The tag */
  name: string
  /** How many transcripts have the tag */
  transcriptions: number
}

export interface TranscribeAgainQuery {
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang?: string | undefined
}

export interface Transcript {
  /** The ID of the transcript in your account */
  id: string
  /** The ID of the recording on the platform */
  video_id: string
  /** The platform of the source */
  platform:
    | 'youtube'
    | 'x'
    | 'tiktok'
    | 'facebook'
    | 'instagram'
    | 'rednote'
    | 'bilibili'
    | 'vimeo'
    | 'dailymotion'
    | 'twitch'
    | 'soundcloud'
    | 'ted'
    | 'loom'
    | 'web'
    | 'upload'
    | 'podcast'
  /** The source of the text */
  source: 'captions' | 'auto_captions' | 'speech_to_text'
  /** The speech engine; null for captions */
  engine: TranscriptEngine | null
  /** The canonical link */
  url: string
  /** The title */
  title: string | null
  /** The publisher; null if unknown */
  author: string | null
  /** Null if unknown */
  thumbnail_url: string | null
  /** Null if unknown */
  published_at: string | null
  /** The language of the text */
  lang: string | null
  /** The requested language */
  requested_lang: string
  /** The available caption languages, BCP 47 */
  available_langs: string[]
  /** How much of the recording the text covers, in seconds, rounded up */
  duration_seconds: number
  /** The length of the recording in seconds, rounded up */
  total_seconds: number
  /** Whether the text covers the whole recording, and no words are known to be missing */
  complete: boolean
  /** The format of the transcript */
  format: 'json' | 'text' | 'srt' | 'vtt' | 'ttml' | 'ass' | 'markdown'
  /** For format json: the whole text in paragraphs */
  text?: string | undefined
  /** For format json: the timestamped text, in order and without overlaps */
  segments?: TranscriptSegment[] | undefined
  /** Who speaks, in order of appearance; absent if unknown */
  speakers?: Speaker[] | undefined
  /** For every format except json: the document as a string */
  content?: string | undefined
  /** Warnings about the text */
  warnings: TranscriptWarning[]
  /** Whether the text already existed */
  cached: boolean
  /** The creation time */
  created_at: string
}

export interface TranscriptEngine {
  /** `assemblyai`, `openai`, `sherpa`, `whisper`, `moonshine` or `pocketsphinx` */
  name: string
  /** The model of the engine */
  model: string
}

export interface TranscriptionBatch {
  /** The action to perform */
  action: 'delete' | 'restore' | 'publish' | 'unpublish' | 'add_tags' | 'remove_tags'
  /** The IDs of the transcripts */
  ids: string[]
  /** The tags */
  tags?: string[] | undefined
}

export interface TranscriptionBatchOutcomes {
  /** What became of each transcript */
  outcomes: TranscriptionBatchOutcomesOutcome[]
}

export interface TranscriptionBatchOutcomesOutcome {
  /** The ID */
  id: string
  /** The name of the public page in its link; null if the transcript is not published */
  slug: string | null
  /** The error of a failed job; otherwise null */
  error: Problem | null
}

export interface TranscriptionEntry {
  /** The ID */
  id: string
  /** The ID of the recording on the platform */
  video_id: string
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang: string | null
  /** The source of the text */
  source: 'captions' | 'auto_captions' | 'speech_to_text' | null
  /** How much of the recording the text covers, in seconds, rounded up */
  duration_seconds: number
  /** The length of the recording in seconds, rounded up */
  total_seconds: number
  /** Whether the text covers the whole recording, and no words are known to be missing */
  complete: boolean
  /** The ID of the job */
  job_id: string | null
  /** The status */
  status: 'queued' | 'in_progress' | 'done' | 'error'
  /** The creation time */
  created_at: string
  /** The platform of the source */
  platform:
    | 'youtube'
    | 'x'
    | 'tiktok'
    | 'facebook'
    | 'instagram'
    | 'rednote'
    | 'bilibili'
    | 'vimeo'
    | 'dailymotion'
    | 'twitch'
    | 'soundcloud'
    | 'ted'
    | 'loom'
    | 'web'
    | 'upload'
    | 'podcast'
  /** The title */
  title: string | null
  /** The title at the source; null if unknown */
  source_title: string | null
  /** A link, in any form people paste */
  url: string
  /** The requested language */
  requested_lang: string
  /** All requested languages that led to this text */
  requested_langs: string[]
  /** 0 to 1; never decreases */
  progress: number | null
  /** The code of the error; null without one */
  error_code: string | null
  /** The name of the public page in its link; null if the transcript is not published */
  slug: string | null
  /** How the transcript is published; null if it is not */
  publication: PublicationState | null
  /** The tags */
  tags: string[]
  /** Null if unknown */
  thumbnail_url: string | null
  /** Where the words of the search are in the text */
  passages: TranscriptionEntryPassage[] | null
}

export interface TranscriptionEntryPassage {
  /** Where it starts, in seconds */
  start: number
  /** The parts of the passage */
  parts: TranscriptionEntryPassagePart[]
}

export interface TranscriptionEntryPassagePart {
  /** For format json: the whole text in paragraphs */
  text: string
  /** Whether the part is a match */
  hit: boolean
}

export interface TranscriptionListResponse {
  /** The transcripts */
  transcriptions: TranscriptionEntry[]
  /** How many there are in all */
  total: number
  /** Whether `total` is exact; otherwise there are at least so many */
  total_exact: boolean
  /** The maximum number of results */
  limit: number
  /** The number of results to skip */
  offset: number
}

export interface TranscriptionUpdate {
  /** The title */
  title?: string | null | undefined
  /** The tags */
  tags?: string[] | undefined
}

export interface TranscriptRequest {
  /** A link, in any form people paste */
  url?: string | undefined
  /** `object_path` or `source_url` of one of your uploads */
  upload?: string | null | undefined
  /** A direct link to an audio file */
  audio?: string | null | undefined
  /** Only with `upload`: the `object_path` or `source_url` of your upload of a caption file. Its text becomes the transcript of the recording, which is not transcribed */
  captions?: string | null | undefined
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang?: string | undefined
  /** The `id` of a caption track that `GET /v1/languages` lists, to get the text of that track. It counts in place of `lang` and `strict_lang` */
  track?: string | undefined
  /** `json`, `text`, `srt`, `vtt`, `ttml`, `ass` or `markdown` */
  format?: string | undefined
  /** `true` also puts the time of each word into WebVTT; `false` leaves words out of JSON. By default, JSON has words if their times are known */
  words?: boolean | undefined
  /** Subtitle formats only: the most characters in a line; wide characters count as two */
  max_line_length?: number | undefined
  /** Subtitle formats only: the most lines in a cue */
  max_lines?: number | undefined
  /** Subtitle formats only: how long a cue of several words is shown at most */
  max_seconds?: number | undefined
  /** Subtitle formats only: correct reading speed, lengths and gaps of the cues */
  repair?: boolean | undefined
  /** Fail with 404 `language_unavailable` instead of falling back to another language */
  strict_lang?: boolean | undefined
  /** If your minutes do not cover the whole recording, transcribe as much as they cover */
  allow_partial?: boolean | undefined
  /** `true` tells speakers apart; if that is not possible, the transcript has the warning `speakers_unavailable`. `auto`, the default, does it only if it costs nothing, as with captions that name speakers. `false` leaves speakers out, also those that captions name */
  diarize?: boolean | 'auto' | undefined
  /** What the recording is about, in its language, for speech engines that take it. It changes nothing in a text that exists */
  prompt?: string | undefined
  /** Names and terms that may come up, for speech engines that take them */
  keywords?: string[] | undefined
}

export interface TranscriptSegment {
  /** Seconds from the start of the recording */
  start: number
  /** Seconds from the start of the recording */
  end: number
  /** `end` minus `start` */
  duration: number
  /** The spoken text */
  text: string
  /** The words with their times, if the speech engine provides them */
  words?: TranscriptSegmentWord[] | undefined
  /** The `id` of one of `speakers`; absent if unknown */
  speaker?: string | undefined
}

export interface TranscriptSegmentWord {
  /** Seconds from the start of the recording */
  start: number
  /** Seconds from the start of the recording */
  end: number
  /** The word */
  text: string
}

export interface TranscriptWarning {
  /** The code of the warning */
  code:
    | 'language_fallback'
    | 'language_unknown'
    | 'partial'
    | 'no_speech'
    | 'offline_engine'
    | 'speakers_unavailable'
    | 'captions_damaged'
    | 'captions_empty'
    | 'charset_guessed'
    | 'frame_rate_assumed'
    | 'track_chosen'
    | 'language_uncertain'
    | 'language_unverified'
    | 'speech_missing'
    | 'media_truncated'
  /** A description of the warning */
  detail: string
}

export interface TrashedTranscription {
  /** The ID */
  id: string
  /** The platform of the source */
  platform:
    | 'youtube'
    | 'x'
    | 'tiktok'
    | 'facebook'
    | 'instagram'
    | 'rednote'
    | 'bilibili'
    | 'vimeo'
    | 'dailymotion'
    | 'twitch'
    | 'soundcloud'
    | 'ted'
    | 'loom'
    | 'web'
    | 'upload'
    | 'podcast'
  /** The ID of the recording on the platform */
  video_id: string
  /** A link, in any form people paste */
  url: string
  /** The title */
  title: string | null
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang: string | null
  /** How much of the recording the text covers, in seconds, rounded up */
  duration_seconds: number
  /** The length of the recording in seconds, rounded up */
  total_seconds: number
  /** The name of the public page in its link; null if the transcript is not published */
  slug: string | null
  /** The tags */
  tags: string[]
  /** The creation time */
  created_at: string
  /** When it was moved to the trash */
  deleted_at: string
  /** When it is deleted permanently */
  deleted_permanently_at: string
}

export interface TrashList {
  /** The transcripts */
  transcriptions: TrashedTranscription[]
  /** How many there are in all */
  total: number
  /** The maximum number of results */
  limit: number
  /** The number of results to skip */
  offset: number
}

export interface UpdateWebhookRequest {
  /** The new URL */
  url?: string | undefined
  /** The events that are sent; without it, all */
  events?: ('job.done' | 'job.error' | 'import.done' | 'batch.done' | 'watch.item')[] | undefined
  /** False stops deliveries; what happens meanwhile is not sent later. True starts them again */
  enabled?: boolean | undefined
}

export interface Upload {
  /** The ID of the file */
  id: string
  /** The name of the upload, to send as `upload` */
  object_path: string
  /** The URL from which the owner can download the file */
  source_url: string
  /** The name of the file */
  filename: string
  /** The media type; any in a request, since the content of the file decides */
  content_type: string
  /** `signed`: the file has not been received yet; `stored`: it has */
  state: 'signed' | 'stored'
  /** The size of the file in bytes; null until it was received */
  size_bytes: number | null
  /** The creation time */
  created_at: string
  /** When the file was received; null if it was not yet */
  stored_at: string | null
  /** When the address that waits for the file expires, or the earliest time at which the file is deleted; null if never */
  expires_at: string | null
}

export interface UploadList {
  /** Newest first */
  uploads: Upload[]
  /** The `cursor` of the next page; null on the last page */
  next_cursor: string | null
  /** The bytes that your files take */
  used_bytes: number
  /** The bytes that your files may take */
  quota_bytes: number
}

export interface UploadPart {
  /** The number of the part, counted from 1 */
  number: number
  /** Where the part begins, in bytes */
  offset: number
  /** The size of the part in bytes */
  size_bytes: number
  /** The signed address to PUT the part to; it expires after an hour */
  url: string
}

export interface UploadProgress {
  /** The name of the upload, to send as `upload` */
  object_path: string
  /** How to send the rest of the file */
  protocol: 'offset' | 'parts'
  /** The size of the file in bytes */
  size_bytes: number
  /** The number of received bytes */
  received_bytes: number
  /** Whether the whole file is stored */
  complete: boolean
  /** The next parts to send, at most a hundred; empty with `offset` */
  parts: UploadPart[]
}

export interface UploadRemoved {
  /** Whether it was removed */
  removed: boolean
}

export interface Vocabulary {
  /** Your names and terms */
  spellings: VocabularySpelling[]
}

export interface VocabularySpelling {
  /** How you spell it */
  to: string
  /** What transcripts often have in its place; null if nothing */
  from?: string | null | undefined
}

export interface Watch {
  /** The ID */
  id: string
  /** The link as it was sent, without a user name and a password */
  url: string
  /** The title of the list; null until it is read */
  title: string | null
  /** The platform of the source */
  platform:
    | 'youtube'
    | 'x'
    | 'tiktok'
    | 'facebook'
    | 'instagram'
    | 'rednote'
    | 'bilibili'
    | 'vimeo'
    | 'dailymotion'
    | 'twitch'
    | 'soundcloud'
    | 'ted'
    | 'loom'
    | 'web'
    | 'upload'
    | 'podcast'
    | null
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang: string | null
  /** How often it is checked: a number of minutes, hours or days from `15m` to `7d` */
  every: string
  /** How many of the newest items that are there already are transcribed too */
  backfill: number
  /** How many items are taken in 24 hours, the others wait; null for all */
  max_per_day: number | null
  /** `new` until its list was read for the first time */
  status: 'new' | 'active' | 'failing' | 'paused'
  /** Why it is paused; null while it is not */
  pause_reason: 'by_user' | 'failing' | 'not_a_list' | null
  /** The error of a failed job; otherwise null */
  error: Problem | null
  /** Since when it fails; null while all is well */
  failing_since: string | null
  /** When it was last checked */
  last_checked_at: string | null
  /** When it is checked next; null while it is paused */
  next_check_at: string | null
  /** How many items were taken */
  taken: number
  /** How many items wait for `max_per_day` */
  waiting: number
  /** When an item was last taken; null if none was */
  last_taken_at: string | null
  /** The creation time */
  created_at: string
}

export interface WatchItem {
  /** The title */
  title: string
  /** The link of the audio, or of the video */
  audio_url: string | null
  /** When the item was published; null if unknown */
  published: string | null
  /** When it was first seen */
  seen_at: string
  /** The status */
  status: 'seen' | 'waiting' | 'queued' | 'in_progress' | 'done' | 'failed' | 'skipped'
  /** Why the item was skipped; otherwise null */
  reason: 'already_transcribed' | 'allowance_exceeded' | 'cancelled' | 'no_captions' | null
  /** The error of a failed job; otherwise null */
  error: Problem | null
  /** The ID of the job */
  job_id: string | null
  /** The ID of the transcript; null if there is none */
  transcript_id: string | null
}

export interface WatchItemList {
  /** The items */
  items: WatchItem[]
  /** The `cursor` of the next page; null on the last page */
  next_cursor: string | null
}

export interface WatchItemMessage {
  /** What happened */
  type: 'watch.item'
  /** When it happened */
  timestamp: string
  /** What it happened to */
  data: WatchItemMessageData
}

export interface WatchItemMessageData {
  /** The ID of a watch */
  watch_id: string
  /** The link of the show or list; null if unknown */
  source_url: string | null
  /** The title at the source; null if unknown */
  source_title: string | null
  /** The ID of the item in its feed or on its platform */
  guid: string
  /** The title */
  title: string
  /** The link of the audio, or of the video */
  audio_url: string
  /** When the item was published; null if unknown */
  published: string | null
  /** The status */
  status: 'queued' | 'in_progress' | 'done' | 'failed' | 'skipped'
  /** Why the item was skipped; otherwise null */
  reason: 'already_transcribed' | 'allowance_exceeded' | 'cancelled' | 'no_captions' | null
  /** Why it failed; null if it did not */
  error: Problem | null
  /** The ID of the job */
  job_id: string | null
  /** The ID of the transcript; null if there is none */
  transcript_id: string | null
}

export interface WatchJobQuery {
  /** `json`, `text`, `srt`, `vtt`, `ttml`, `ass` or `markdown` */
  format?: string | undefined
  /** `true` also puts the time of each word into WebVTT; `false` leaves words out of JSON. By default, JSON has words if their times are known */
  words?: boolean | undefined
  /** Subtitle formats only: the most characters in a line; wide characters count as two */
  max_line_length?: number | undefined
  /** Subtitle formats only: the most lines in a cue */
  max_lines?: number | undefined
  /** Subtitle formats only: how long a cue of several words is shown at most */
  max_seconds?: number | undefined
  /** Subtitle formats only: correct reading speed, lengths and gaps of the cues */
  repair?: boolean | undefined
}

export interface WatchList {
  /** Newest first */
  watches: Watch[]
  /** The `cursor` of the next page; null on the last page */
  next_cursor: string | null
}

export interface WatchRemoved {
  /** Whether it was removed */
  removed: boolean
}

export interface WatchRequest {
  /** The link of a podcast, playlist or channel; that of a feed may have a user name and a password */
  url: string
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang?: string | undefined
  /** How often it is checked: a number of minutes, hours or days from `15m` to `7d` */
  every?: string | undefined
  /** How many of the newest items that are there already are transcribed too */
  backfill?: number | undefined
  /** How many items are taken in 24 hours, the others wait; null for all */
  max_per_day?: number | null | undefined
}

export interface WatchUpdate {
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang?: string | null | undefined
  /** How often it is checked: a number of minutes, hours or days from `15m` to `7d` */
  every?: string | undefined
  /** How many items are taken in 24 hours, the others wait; null for all */
  max_per_day?: number | null | undefined
  /** Whether to pause it; false resumes it and checks it immediately */
  paused?: boolean | undefined
}

export interface WatchWithFeed {
  /** The ID */
  id: string
  /** The link as it was sent, without a user name and a password */
  url: string
  /** The title of the list; null until it is read */
  title: string | null
  /** The platform of the source */
  platform:
    | 'youtube'
    | 'x'
    | 'tiktok'
    | 'facebook'
    | 'instagram'
    | 'rednote'
    | 'bilibili'
    | 'vimeo'
    | 'dailymotion'
    | 'twitch'
    | 'soundcloud'
    | 'ted'
    | 'loom'
    | 'web'
    | 'upload'
    | 'podcast'
    | null
  /** A language tag (BCP 47), or `auto` for the spoken language */
  lang: string | null
  /** How often it is checked: a number of minutes, hours or days from `15m` to `7d` */
  every: string
  /** How many of the newest items that are there already are transcribed too */
  backfill: number
  /** How many items are taken in 24 hours, the others wait; null for all */
  max_per_day: number | null
  /** `new` until its list was read for the first time */
  status: 'new' | 'active' | 'failing' | 'paused'
  /** Why it is paused; null while it is not */
  pause_reason: 'by_user' | 'failing' | 'not_a_list' | null
  /** The error of a failed job; otherwise null */
  error: Problem | null
  /** Since when it fails; null while all is well */
  failing_since: string | null
  /** When it was last checked */
  last_checked_at: string | null
  /** When it is checked next; null while it is paused */
  next_check_at: string | null
  /** How many items were taken */
  taken: number
  /** How many items wait for `max_per_day` */
  waiting: number
  /** When an item was last taken; null if none was */
  last_taken_at: string | null
  /** The creation time */
  created_at: string
  /** The secret link of the Atom feed, returned this once; null if you watch the link already */
  feed_url: string | null
}

export interface Webhook {
  /** The ID */
  id: string
  /** A link, in any form people paste */
  url: string
  /** The events that are sent; without it, all */
  events: ('job.done' | 'job.error' | 'import.done' | 'batch.done' | 'watch.item')[]
  /** Whether events are sent to the endpoint */
  enabled: boolean
  /** An explanation in words; null if there is none */
  note: string | null
  /** Since when it fails; null while all is well */
  failing_since: string | null
  /** The creation time */
  created_at: string
}

export interface WebhookDelivery {
  /** The ID */
  id: string
  /** The violated rule */
  type: string
  /** The status */
  status: 'pending' | 'delivered' | 'failed'
  /** How many attempts there were */
  attempts: number
  /** The status of the last answer; null if there was none */
  last_status: number | null
  /** The beginning of the last answer; null if there was none */
  last_answer: string | null
  /** Why the last attempt failed; null if it did not */
  last_error: string | null
  /** When the last attempt was; null if there was none */
  last_attempt_at: string | null
  /** The creation time */
  created_at: string
  /** The message as it is sent */
  payload: string
}

export interface WebhookDeliveryList {
  /** Newest first */
  deliveries: WebhookDelivery[]
}

export interface WebhookList {
  /** Your endpoints */
  webhooks: Webhook[]
}

export interface WebhookRemoved {
  /** Whether it was removed */
  removed: boolean
}

export interface WebhookTestMessage {
  /** What happened */
  type: 'webhook.test'
  /** When it happened */
  timestamp: string
  /** What it happened to */
  data: WebhookTestMessageData
}

export interface WebhookTestMessageData {
  /** What the message is for */
  message: string
}

export interface WebhookWithSecret {
  /** The ID */
  id: string
  /** A link, in any form people paste */
  url: string
  /** The events that are sent; without it, all */
  events: ('job.done' | 'job.error' | 'import.done' | 'batch.done' | 'watch.item')[]
  /** Whether events are sent to the endpoint */
  enabled: boolean
  /** An explanation in words; null if there is none */
  note: string | null
  /** Since when it fails; null while all is well */
  failing_since: string | null
  /** The creation time */
  created_at: string
  /** The secret by which the endpoint verifies messages; returned this once */
  secret: string
}

export interface WordReplacement {
  /** The words to find, within a segment */
  find: string
  /** The words to put in their place; empty to delete them */
  replace: string
  /** Whether case matters */
  case_sensitive?: boolean | undefined
  /** Whether to skip matches within longer words */
  whole_words?: boolean | undefined
  /** Only count the matches */
  dry_run?: boolean | undefined
}

/** The input and output of each operation. */
export interface Operations {
  /** Get a transcript, or a job that creates it if the source has no captions. */
  createTranscript: {
    request: { body: TranscriptRequest }
    result: Transcript | JobStarted
  }
  /** List the caption languages of a source; for an upload, only its owner can. */
  listLanguages: {
    request: { query: ListLanguagesQuery }
    result: LanguageList
  }
  /** Correct, split, join, add or delete segments of a transcript; unchanged words keep their times. */
  editSegments: {
    request: { params: { id: string }; body: SegmentEdits }
    result: Corrected
  }
  /** Name, add and merge the speakers of a transcript. */
  editSpeakers: {
    request: { params: { id: string }; body: SpeakerEdits }
    result: Corrected
  }
  /** Find and replace words in a whole transcript, as one revision. */
  replaceWords: {
    request: { params: { id: string }; body: WordReplacement }
    result: Replaced
  }
  /** List the revisions of a transcript with the text before and after, the last one first. */
  listRevisions: {
    request: { params: { id: string }; query?: ListRevisionsQuery | undefined }
    result: RevisionList
  }
  /** Restore the text as it was after a revision, as a new revision; 0 restores the original. */
  restoreRevision: {
    request: { params: { id: string; number: string } }
    result: Corrected
  }
  /** Get how you want names and terms to be spelled. */
  readVocabulary: {
    request: object
    result: Vocabulary
  }
  /** Replace your vocabulary: up to 200 names and terms. */
  setVocabulary: {
    request: { body: Vocabulary }
    result: Vocabulary
  }
  /** List what in a transcript is not spelled as in your vocabulary; nothing is changed. */
  listSuggestions: {
    request: { params: { id: string } }
    result: Suggestions
  }
  /** List your transcripts and running jobs; `search` finds words in their text. */
  listTranscriptions: {
    request: { query?: ListTranscriptionsQuery | undefined }
    result: TranscriptionListResponse
  }
  /** Get one of your transcripts in any format. */
  readTranscription: {
    request: { params: { id: string }; query?: ReadTranscriptionQuery | undefined }
    result: Transcript
  }
  /** Rename or tag a transcript; a title of null restores that of its source. */
  updateTranscription: {
    request: { params: { id: string }; body: TranscriptionUpdate }
    result: TranscriptionEntry
  }
  /** Delete a transcript: move it to the trash for 30 days, or delete it permanently. */
  removeTranscription: {
    request: { params: { id: string }; query?: RemoveTranscriptionQuery | undefined }
    result: undefined
  }
  /** Check the subtitles of a transcript for reading speed, lengths and gaps. */
  checkTranscription: {
    request: { params: { id: string }; query?: CheckTranscriptionQuery | undefined }
    result: SubtitleChecks
  }
  /** Restore a transcript from the trash, including its public page. */
  restoreTranscription: {
    request: { params: { id: string } }
    result: TranscriptionEntry
  }
  /** List the transcripts in your trash, last deleted first. */
  listTrash: {
    request: { query?: ListTrashQuery | undefined }
    result: TrashList
  }
  /** Permanently delete all transcripts in your trash. */
  emptyTrash: {
    request: object
    result: EmptiedTrash
  }
  /** List your tags with the number of transcripts. */
  listTags: {
    request: object
    result: TagList
  }
  /** Delete, restore, publish, unpublish or tag up to 100 transcripts. */
  changeTranscriptions: {
    request: { body: TranscriptionBatch }
    result: TranscriptionBatchOutcomes
  }
  /** Make a text again with a better engine, or in the language that is spoken, free of charge; it is replaced when the job is done. */
  transcribeAgain: {
    request: { params: { id: string }; query?: TranscribeAgainQuery | undefined }
    result: JobStarted
  }
  /** Publish your transcript of a link in a language; created first if the source has captions. */
  publishLink: {
    request: { body: PublishRequest }
    result: PublishResponse
  }
  /** List your published transcripts, newest first. */
  listPublications: {
    request: { query?: ListPublicationsQuery | undefined }
    result: PublicationList
  }
  /** Publish one of your transcripts. */
  publishTranscription: {
    request: { params: { id: string }; query?: PublishTranscriptionQuery | undefined }
    result: PublishResponse
  }
  /** Change the slug of a public page, whether it is listed, and when it expires. */
  updatePublication: {
    request: { params: { slug: string }; body: PublicationUpdate }
    result: PublishResponse
  }
  /** Unpublish a transcript: its public page stops working immediately. */
  unpublish: {
    request: { params: { slug: string } }
    result: undefined
  }
  /** Get a podcast feed with links to your published transcripts of its episodes. */
  feedWithTranscripts: {
    request: { query: FeedWithTranscriptsQuery }
    result: Response
  }
  /** List the slugs of all published transcripts that are not unlisted. */
  readPublicIndex: {
    request: { query?: ReadPublicIndexQuery | undefined }
    result: PublicIndexResponse
  }
  /** Get a published transcript in any format. */
  readPublicTranscript: {
    request: { params: { slug: string }; query?: ReadPublicTranscriptQuery | undefined }
    result: PublicTranscript
  }
  /** List your jobs, newest first. */
  listJobs: {
    request: { query?: ListJobsQuery | undefined }
    result: JobList
  }
  /** Get a job, with its transcript once it is done. */
  getJob: {
    request: { params: { job_id: string }; query?: GetJobQuery | undefined }
    result: Job
  }
  /** Cancel a job; nothing is charged. */
  cancelJob: {
    request: { params: { job_id: string } }
    result: Job
  }
  /** Stream a job as server-sent events, on every change until it ends. */
  watchJob: {
    request: { params: { job_id: string }; query?: WatchJobQuery | undefined }
    result: Response
  }
  /** Get the text transcribed so far, while the job runs. */
  readJobSegments: {
    request: { params: { job_id: string }; query?: ReadJobSegmentsQuery | undefined }
    result: JobSegments
  }
  /** List your uploaded files, newest first, and the room that is left. */
  listUploads: {
    request: { query?: ListUploadsQuery | undefined }
    result: UploadList
  }
  /** Create a signed upload URL that accepts one PUT of a file within 15 minutes. */
  signUpload: {
    request: { body: SignRequest }
    result: SignResponse
  }
  /** Download an uploaded file, whole or in ranges, as its owner. */
  readUpload: {
    request: { params: { upload_id: string } }
    result: Response
  }
  /** Delete an uploaded file; its transcripts are kept. */
  removeUpload: {
    request: { params: { upload_id: string } }
    result: UploadRemoved
  }
  /** Get the received length of a file and where to send the rest; HEAD returns the offset as in tus 1.0. */
  readUploadProgress: {
    request: { params: { upload_id: string }; query: ReadUploadProgressQuery }
    result: UploadProgress
  }
  /** Inspect a podcast link: a show with its episodes, an episode, or a recording. */
  resolvePodcast: {
    request: { body: ResolveRequest }
    result: ResolveResponse
  }
  /** Inspect a link: a recording, a list of videos, or a podcast with its episodes. */
  resolveLink: {
    request: { body: LinkRequest }
    result: ResolvedLink
  }
  /** Transcribe a show, a playlist or a channel, or a part of it, but for what you have already. The same import is not begun twice at a time. */
  startImport: {
    request: { body: ImportRequest }
    result: ImportStartResponse
  }
  /** List your last 200 imports and older ones in progress, newest first. */
  listImports: {
    request: object
    result: ImportBatchOut[]
  }
  /** Preview an import: its items, its cost and your remaining minutes. Starts nothing. */
  previewImport: {
    request: { body: ImportRequest }
    result: ImportPreview
  }
  /** Import the podcasts of an OPML file, which podcast apps export: one import for each. */
  importSubscriptions: {
    request: { body: SubscriptionsRequest }
    result: StartedSubscriptions
  }
  /** Get an import and its progress. */
  getImport: {
    request: { params: { batch_id: string } }
    result: ImportBatchOut
  }
  /** Cancel an import: finished transcripts are kept, nothing else is charged. */
  cancelImport: {
    request: { params: { batch_id: string } }
    result: ImportBatchOut
  }
  /** List the episodes or videos of an import in list order, with their results. */
  listImportItems: {
    request: { params: { batch_id: string }; query?: ListImportItemsQuery | undefined }
    result: ImportItemList
  }
  /** Transcribe up to 1,000 links and uploads, or estimate what that costs. */
  startBatch: {
    request: { body: BatchRequest }
    result: BatchPreview | BatchStarted
  }
  /** List your batches, newest first. */
  listBatches: {
    request: { query?: ListBatchesQuery | undefined }
    result: BatchList
  }
  /** Get a batch and its progress. */
  getBatch: {
    request: { params: { batch_id: string } }
    result: Batch
  }
  /** Cancel a batch: finished transcripts are kept, nothing else is charged. */
  cancelBatch: {
    request: { params: { batch_id: string } }
    result: Batch
  }
  /** List the items of a batch in the order they were sent, with their results. */
  listBatchItems: {
    request: { params: { batch_id: string }; query?: ListBatchItemsQuery | undefined }
    result: BatchItemList
  }
  /** Download the transcripts of an ended batch as files, each in the format of its item. */
  zipBatch: {
    request: { params: { batch_id: string } }
    result: Response
  }
  /** Download the results of an ended batch, a line of JSON for each item. */
  listBatchResults: {
    request: { params: { batch_id: string } }
    result: Response
  }
  /** Watch a show, a channel or a playlist: its new items are transcribed as they appear. */
  createWatch: {
    request: { body: WatchRequest }
    result: WatchWithFeed
  }
  /** List your watches, newest first. */
  listWatches: {
    request: { query?: ListWatchesQuery | undefined }
    result: WatchList
  }
  /** Get a watch. */
  getWatch: {
    request: { params: { watch_id: string } }
    result: Watch
  }
  /** Change a watch, pause it or resume it. */
  updateWatch: {
    request: { params: { watch_id: string }; body: WatchUpdate }
    result: Watch
  }
  /** Delete a watch: its transcripts are kept, running items are cancelled. */
  removeWatch: {
    request: { params: { watch_id: string } }
    result: WatchRemoved
  }
  /** Check a watch now, once a minute at most. */
  checkWatch: {
    request: { params: { watch_id: string } }
    result: Watch
  }
  /** Create a new link for the feed of results; the former one stops working. */
  renewWatchFeed: {
    request: { params: { watch_id: string } }
    result: WatchWithFeed
  }
  /** List the items of a watch with their results, newest first. */
  listWatchItems: {
    request: { params: { watch_id: string }; query?: ListWatchItemsQuery | undefined }
    result: WatchItemList
  }
  /** Get your account, what your credential may do, and what is left of your minutes and your room. */
  getMe: {
    request: object
    result: Me
  }
  /** Get the prefix of your API key, and your plan. */
  getApiKey: {
    request: object
    result: ApiKeyState
  }
  /** Create your API key if you have none; its plaintext is returned once. */
  ensureApiKey: {
    request: object
    result: ApiKeyState
  }
  /** Replace your API key; the old one stops working immediately. */
  regenerateApiKey: {
    request: { query?: RegenerateApiKeyQuery | undefined }
    result: ApiKeyState
  }
  /** List your API keys. */
  listApiKeys: {
    request: object
    result: ApiKeyList
  }
  /** Create a named API key; the response is the only one with its plaintext. */
  createApiKey: {
    request: { body: CreateApiKeyRequest }
    result: CreatedApiKey
  }
  /** List how often each API key was used on each day. */
  listApiKeyUses: {
    request: { query?: ListApiKeyUsesQuery | undefined }
    result: ApiKeyUseList
  }
  /** Delete an API key; it is refused immediately. */
  deleteApiKey: {
    request: { params: { key_id: string } }
    result: ApiKeyDeleted
  }
  /** List your webhook endpoints. */
  listWebhooks: {
    request: object
    result: WebhookList
  }
  /** Add an endpoint; its signing secret is returned once. */
  addWebhook: {
    request: { body: AddWebhookRequest }
    result: WebhookWithSecret
  }
  /** Change the URL or the events of an endpoint, disable it or enable it. */
  updateWebhook: {
    request: { params: { webhook_id: string }; body: UpdateWebhookRequest }
    result: Webhook
  }
  /** Delete an endpoint and its deliveries. */
  removeWebhook: {
    request: { params: { webhook_id: string } }
    result: WebhookRemoved
  }
  /** Enable a disabled endpoint. */
  enableWebhook: {
    request: { params: { webhook_id: string } }
    result: Webhook
  }
  /** Rotate the signing secret; for a day messages are signed with both. */
  rotateWebhookSecret: {
    request: { params: { webhook_id: string } }
    result: WebhookWithSecret
  }
  /** Send a test event. */
  testWebhook: {
    request: { params: { webhook_id: string } }
    result: WebhookDelivery
  }
  /** List the last 50 deliveries to an endpoint and their results. */
  listWebhookDeliveries: {
    request: { params: { webhook_id: string } }
    result: WebhookDeliveryList
  }
  /** Resend a message with the same ID. */
  redeliverWebhook: {
    request: { params: { webhook_id: string; delivery_id: string } }
    result: WebhookDelivery
  }
  /** Choose whether you get an email whenever a job of more than a minute or an import ends. */
  updateNoticeSettings: {
    request: { body: NoticeSettings }
    result: NoticeSettings
  }
  /** Choose whether you get an email when this running job or import ends. */
  setEndNotice: {
    request: { params: { id: string }; body: EndNotice }
    result: EndNotice
  }
  /** Export all data of your account as a zip archive. */
  exportAccount: {
    request: object
    result: Response
  }
}

/** The messages of webhooks. A newer server may have others. */
export type WebhookMessage =
  | JobDoneMessage
  | JobErrorMessage
  | ImportDoneMessage
  | BatchDoneMessage
  | WatchItemMessage
  | WebhookTestMessage

/** The codes of errors. */
export type ErrorCode =
  | 'missing_credentials'
  | 'invalid_credentials'
  | 'allowance_exceeded'
  | 'insufficient_scope'
  | 'account_suspended'
  | 'sign_up_closed'
  | 'operator_required'
  | 'source_private'
  | 'source_login_required'
  | 'source_members_only'
  | 'source_age_restricted'
  | 'source_geo_blocked'
  | 'source_drm_protected'
  | 'email_unverified'
  | 'cross_site_request'
  | 'not_found'
  | 'model_not_found'
  | 'source_not_found'
  | 'language_unavailable'
  | 'no_billing_account'
  | 'method_not_allowed'
  | 'source_live'
  | 'source_not_started'
  | 'transcript_not_ready'
  | 'batch_not_done'
  | 'idempotency_key_in_use'
  | 'no_subscription'
  | 'already_on_tier'
  | 'payment_due'
  | 'already_subscribed'
  | 'upload_incomplete'
  | 'no_better_engine'
  | 'cancelled'
  | 'expired'
  | 'file_too_large'
  | 'body_too_slow'
  | 'upload_quota_exceeded'
  | 'body_too_large'
  | 'address_too_long'
  | 'headers_too_large'
  | 'media_too_long'
  | 'unsupported_media'
  | 'invalid_media'
  | 'no_audio'
  | 'missing_source'
  | 'conflicting_sources'
  | 'invalid_batch'
  | 'invalid_url'
  | 'unsupported_source'
  | 'blocked_url'
  | 'unsupported_format'
  | 'invalid_language'
  | 'language_not_supported'
  | 'words_unavailable'
  | 'unsupported_protocol'
  | 'edit_conflict'
  | 'invalid_edit'
  | 'email_mismatch'
  | 'invalid_email'
  | 'idempotency_key_reused'
  | 'unknown_tier'
  | 'rate_limited'
  | 'invalid_range'
  | 'too_many_tags'
  | 'too_many_webhooks'
  | 'already_watched'
  | 'watch_paused'
  | 'too_many_watches'
  | 'too_many_api_keys'
  | 'too_many_uploads'
  | 'too_many_jobs'
  | 'slug_taken'
  | 'taken_down'
  | 'internal_error'
  | 'upstream_changed'
  | 'upstream_failed'
  | 'transcriber_failed'
  | 'upstream_blocked'
  | 'transcriber_unavailable'
  | 'storage_unavailable'
  | 'billing_unavailable'
  | 'mail_unavailable'
  | 'issuer_unavailable'
  | 'service_unavailable'
  | 'upstream_timeout'
