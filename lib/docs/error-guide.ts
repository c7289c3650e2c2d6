import { CAPTION_EXAMPLES } from '@/lib/captions/formats/formats'
import { FORMATS } from '@/lib/captions/transcript'
import type { ProblemCode } from '@/lib/core/problem/problem-table'

/** Why an error occurs and what to do about it, as Markdown. `context`: an example of what the error carries. */
export type ErrorGuide = { cause: string; fix: string; context?: Readonly<Record<string, unknown>> }

/** The text on each code in the page of errors, beside the table of problems. */
export const ERROR_GUIDE: Readonly<Record<ProblemCode, ErrorGuide>> = {
  missing_credentials: {
    cause: 'The request has no `Authorization` header, and no browser is signed in.',
    fix: 'Send your [API key](/docs/authentication#api-key) as `Authorization: Bearer vbt_…`.',
  },
  invalid_credentials: {
    cause: 'The API key or token is incomplete, was regenerated, has expired or was revoked.',
    fix: 'Copy the key again. If it is lost, [regenerate it](/docs/authentication#regenerate-the-key). Refresh an expired access token.',
  },
  allowance_exceeded: {
    cause: 'The recording is longer than your remaining minutes. Running jobs reserve minutes too.',
    fix: 'Send [`allow_partial`](/docs/allowance#as-much-as-is-left) to transcribe the beginning, upgrade your plan, or wait until `resets_at`.',
    context: { limit_seconds: 900, used_seconds: 60, required_seconds: 3720, remaining_seconds: 840 },
  },
  insufficient_scope: {
    cause: 'The token of an app or device lacks the scope of the operation, or the operation needs the account itself.',
    fix: 'Connect the app again and approve the scope in `context.scope`, or use an API key.',
    context: { scope: 'transcripts:write' },
  },
  account_suspended: {
    cause: 'The operator of the server has suspended the account.',
    fix: 'Contact the operator.',
  },
  sign_up_closed: {
    cause: 'The server accepts new accounts only by invitation, or not at all.',
    fix: 'Ask the operator for an invitation, or sign in with an existing account.',
  },
  operator_required: {
    cause: "The operation is limited to the machine's own account and to the accounts in `OPERATORS`.",
    fix: 'Ask the operator to perform it, or to add your email to `OPERATORS`.',
  },
  source_private: {
    cause: 'The owner has made the recording private.',
    fix: 'Ask the owner to make it public or unlisted, or [upload the file](/docs/uploads).',
  },
  source_login_required: {
    cause: 'The platform shows the recording only to signed-in visitors.',
    fix: '[Upload the file](/docs/uploads). Operators can set cookies for a platform in the [settings](/docs/self-hosting#settings).',
  },
  source_members_only: {
    cause: 'The recording is reserved for members or subscribers of the channel.',
    fix: '[Upload the file](/docs/uploads).',
  },
  source_age_restricted: {
    cause: 'The platform shows the recording only to signed-in adults.',
    fix: '[Upload the file](/docs/uploads).',
  },
  source_geo_blocked: {
    cause: 'The recording is not available in the country of the server.',
    fix: '[Upload the file](/docs/uploads). Operators can set a proxy in another country.',
  },
  source_drm_protected: {
    cause: 'The audio is protected by DRM, for example on Spotify.',
    fix: "Use the podcast's RSS feed or its Apple Podcasts link, or [upload the file](/docs/uploads).",
  },
  email_unverified: {
    cause: 'The sign-in provider has not verified your email.',
    fix: 'Verify the email with the provider, or sign in with a link sent by email.',
  },
  cross_site_request: {
    cause: 'A page of another site sent the request with the session of your browser.',
    fix: 'Send the request from one of the pages of Verbatim, or use an API key.',
  },
  not_found: {
    cause: 'The path, ID or slug does not exist, or belongs to another account.',
    fix: 'Check the path against the [API reference](/docs/api), and the ID against your list.',
  },
  model_not_found: {
    cause:
      'A request of the OpenAI-compatible API names a model that is neither one of OpenAI nor an engine of this server.',
    fix: 'Send `whisper-1`, or list the models with `GET /v1/models`. See [OpenAI-compatible API](/docs/openai).',
  },
  source_not_found: {
    cause: 'The recording was deleted, or the link is wrong.',
    fix: 'Open the link in a browser to check it, or [upload the file](/docs/uploads).',
  },
  language_unavailable: {
    cause:
      'With `strict_lang`, the requested language has no captions, or the language of the captions is unknown. With `track`, the recording has no such caption track.',
    fix: 'Choose one of `context.available_langs`, or omit `strict_lang` to accept the [next best language](/docs/languages#the-order-of-choice). With `track`, choose one of `context.available_tracks`.',
    context: { available_langs: ['en', 'de'] },
  },
  no_billing_account: {
    cause: 'You have never bought a plan, so the billing provider has no customer for you.',
    fix: 'Choose a plan with `POST /v1/checkout` first.',
  },
  method_not_allowed: {
    cause: 'The path exists, but not with this HTTP method.',
    fix: 'Use a method listed in the `Allow` header.',
  },
  source_live: {
    cause: 'The link is a live stream that has not ended.',
    fix: 'Send the request again after the end of the stream.',
  },
  source_not_started: {
    cause: 'The link is a premiere or a scheduled stream.',
    fix: 'Send the request again after the end of the stream.',
  },
  transcript_not_ready: {
    cause: 'The job of the transcript is still running.',
    fix: 'Wait for the [job](/docs/jobs) in `context.job_id`, then send the request again.',
    context: { job_id: '0199e3f1-6c0d-7e52-8a43-0f6b1d2c9e70' },
  },
  batch_not_done: {
    cause: 'The results of a batch were requested while it is running.',
    fix: 'Wait `retry_after` seconds, or for the [webhook](/docs/webhooks) `batch.done`, then send the request again.',
    context: { status: 'in_progress', total: 40, queued: 12, in_progress: 4 },
  },
  idempotency_key_in_use: {
    cause: 'The first request with the same `Idempotency-Key` has not finished.',
    fix: 'Wait `retry_after` seconds and send the same request again.',
  },
  no_subscription: {
    cause: 'The operation changes a subscription, and you have none.',
    fix: 'Choose a plan with `POST /v1/checkout` first.',
  },
  already_on_tier: {
    cause: 'The requested plan is your current plan.',
    fix: 'Choose another plan, or do nothing.',
  },
  payment_due: {
    cause: "A payment of the subscription failed, so its plan can't change.",
    fix: 'Open the page of `POST /v1/me/portal`, pay the open invoice, and change the plan again.',
  },
  already_subscribed: {
    cause: 'A second checkout was requested for an account with a subscription.',
    fix: 'Change the plan with `POST /v1/me/subscription/change`.',
  },
  upload_incomplete: {
    cause: 'The bytes do not begin where the received ones end, or another connection is uploading the same file.',
    fix: 'Request the `resumable_url` for the received length, and [send the rest](/docs/uploads#resumable-uploads).',
  },
  no_better_engine: {
    cause: 'The current speech engine is not better than the one that created the transcript.',
    fix: '[Download a better model](/docs/speech#a-model-on-this-machine) or set up another engine.',
  },
  cancelled: {
    cause: 'You cancelled the job.',
    fix: 'Request the transcript again to start a new job.',
  },
  expired: {
    cause: 'The upload URL or link was used before, or its time is over.',
    fix: 'Request a new one. Upload URLs are valid for 15 minutes, or for a day if they are resumable.',
  },
  file_too_large: {
    cause: 'The file exceeds the [size limit](/docs/limits#bounds) of the server.',
    fix: 'Send only the audio track, or split the recording. `context.max_bytes` has the limit.',
    context: { max_bytes: 2_147_483_648 },
  },
  body_too_slow: {
    cause: 'The request body did not arrive within the time limit.',
    fix: 'Send the request again, and use a [resumable upload](/docs/uploads#resumable-uploads) for large files.',
  },
  upload_quota_exceeded: {
    cause: 'Your uploads use all of your [storage](/docs/uploads#room-and-time).',
    fix: 'Delete files with `DELETE /v1/uploads/{id}`. Their transcripts are kept.',
  },
  body_too_large: {
    cause: 'The request body exceeds the limit of the operation, 64 KiB for JSON.',
    fix: 'Send less data, and [upload](/docs/uploads) files instead of including them.',
    context: { max_bytes: 65_536 },
  },
  address_too_long: {
    cause: 'The URL with its query is longer than 8 KiB.',
    fix: 'Send fewer or shorter parameters.',
  },
  headers_too_large: {
    cause: 'The request has too many headers, or one is too long.',
    fix: 'Send fewer or shorter headers. Large cookies are a common reason.',
  },
  media_too_long: {
    cause: 'The recording exceeds the [duration limit](/docs/limits#bounds) of the server.',
    fix: 'Split the recording and send its parts.',
    context: { max_seconds: 36_000 },
  },
  unsupported_media: {
    cause:
      'The content of the file is not audio, video or captions that Verbatim can read. `detail` names what it seems to be.',
    fix: `Unpack an archive. Convert a recording, for example to MP3 or MP4, and captions to ${CAPTION_EXAMPLES}.`,
  },
  invalid_media: {
    cause: 'The file is empty, truncated or damaged.',
    fix: 'Check that the file plays completely, then upload it again.',
  },
  no_audio: {
    cause: 'The video has no audio track.',
    fix: 'Send a version of the recording with sound.',
  },
  missing_source: {
    cause: 'The body has none of `url`, `upload` and `audio`, or of the fields in `context.accepted`.',
    fix: 'Send exactly one of them.',
    context: { accepted: ['url', 'upload', 'audio'] },
  },
  conflicting_sources: {
    cause: 'The body has several of `url`, `upload` and `audio`, or `captions` without `upload`.',
    fix: 'Send exactly one of them, and `captions` only with `upload`.',
    context: { given: ['url', 'audio'] },
  },
  invalid_batch: {
    cause: 'Every item of the batch was refused.',
    fix: 'Read `context.errors`, correct the items, and send them again.',
    context: { field: 'items', errors: [] },
  },
  invalid_url: {
    cause: 'The text is not a URL, or its domain is missing.',
    fix: 'Send the full URL, such as `https://www.youtube.com/watch?v=jNQXAC9IVRw`.',
    context: { field: 'url' },
  },
  unsupported_source: {
    cause: 'Verbatim does not read this site, or the link is a list or a podcast.',
    fix: '[Import](/docs/podcasts) lists, podcasts and OPML files. For other sites, [upload the file](/docs/uploads).',
    context: { field: 'url' },
  },
  blocked_url: {
    cause: 'The URL leads to a private network address, such as `localhost`.',
    fix: 'Use a public URL, or [upload the file](/docs/uploads).',
    context: { field: 'url' },
  },
  unsupported_format: {
    cause: 'The value of `format` is unknown.',
    fix: 'Send one of the [formats](/docs/formats).',
    context: { field: 'format', input: 'doc', supported: FORMATS },
  },
  invalid_language: {
    cause: 'The value of `lang` is not a language tag (BCP 47).',
    fix: 'Send a tag such as `en`, `pt-BR` or `zh-Hant`, or `auto`.',
    context: { field: 'lang', input: 'english please' },
  },
  language_not_supported: {
    cause: 'No speech engine of this server supports the language that is spoken in the recording.',
    fix: 'Send a `lang` of `context.supported_langs` if it is the language spoken, or add a [speech model](/docs/speech) for it: that of `context.model`, where there is one. A request that is repeated while it is being downloaded waits for it.',
    context: { lang: 'ja', supported_langs: ['en'], model: 'whisper-small' },
  },
  words_unavailable: {
    cause:
      'Times of words were requested with `timestamp_granularities[]=word`, and the speech engine or the captions of this text have none.',
    fix: 'Request `segment` alone, or have the operator set up an [engine](/docs/speech) with times of words. The text is kept, so requesting it again is free.',
    context: { field: 'timestamp_granularities[]' },
  },
  unsupported_protocol: {
    cause: 'A part of a file was sent without the header `Tus-Resumable: 1.0.0`, or with another version.',
    fix: 'Use a client of [tus](/docs/uploads#resumable-uploads) 1.0, or send this header.',
  },
  edit_conflict: {
    cause: 'The `If-Match` of an edit names an older version of the text: it was changed after you read it.',
    fix: 'Read the transcript again, then repeat the edit with its `ETag`. `context.etag` is that of the text as it is.',
    context: { etag: '"tq3bCq0sWn6l0cYd"', revision: 4 },
  },
  invalid_edit: {
    cause:
      'An edit names segments, times or speakers that the transcript does not have, or leaves a segment without time.',
    fix: 'Read the transcript, then send indexes and times that fit it. `loc` names the edit.',
  },
  email_mismatch: {
    cause: 'The email that confirms the deletion is not the email of the account.',
    fix: 'Send the email shown on the page [Settings](/settings).',
  },
  invalid_email: {
    cause: 'The text is not an email.',
    fix: 'Check the spelling.',
  },
  idempotency_key_reused: {
    cause: 'The same `Idempotency-Key` was sent with a different body within a day.',
    fix: 'Use a new key for each new request.',
  },
  unknown_tier: {
    cause: 'The plan in `tier` does not exist on this server.',
    fix: 'Send one of the plans of `GET /v1/plans`.',
  },
  rate_limited: {
    cause: 'You sent more requests than the [rate limit](/docs/limits#rate-limits) allows.',
    fix: 'Wait `retry_after` seconds. Use [webhooks](/docs/webhooks) or [events](/docs/jobs#events) instead of frequent polling.',
  },
  already_watched: {
    cause: 'Another of your watches has the same link and the new language.',
    fix: 'Change or delete the other watch.',
  },
  watch_paused: {
    cause: 'Nothing is checked while a watch is paused.',
    fix: 'Resume the watch with `{"paused": false}`: it is checked immediately.',
  },
  too_many_watches: {
    cause: 'An account can have 1,000 watches, and 50 on the free plan.',
    fix: 'Delete a watch that you no longer need, or upgrade.',
    context: { limit: 50 },
  },
  too_many_api_keys: {
    cause: 'An account can have 50 API keys.',
    fix: 'Delete a key that is no longer used before you create another.',
  },
  invalid_range: {
    cause: 'The first day of a range is after its last day.',
    fix: 'Swap the two days, or leave one of them out.',
  },
  too_many_tags: {
    cause: 'An account can have 200 different tags.',
    fix: 'Remove a tag from all transcripts that have it before you add another.',
  },
  too_many_webhooks: {
    cause: 'An account can have ten webhook endpoints.',
    fix: 'Delete an endpoint before you add another.',
  },
  too_many_uploads: {
    cause: 'You requested 1,000 upload URLs without uploading files to them.',
    fix: 'Upload the files, or wait until the URLs expire.',
  },
  too_many_jobs: {
    cause: 'You have 50 running jobs, or as many as the server allows.',
    fix: 'Wait until a job ends. To transcribe many recordings, use a [batch](/docs/batches) or an [import](/docs/podcasts).',
    context: { running: 50, limit: 50 },
  },
  slug_taken: {
    cause: 'Another public page has this slug, or had it and can get it back.',
    fix: 'Choose another slug.',
  },
  taken_down: {
    cause: 'The operator of the server has taken the public page down. `detail` has the reason.',
    fix: 'Contact the operator if you think this is a mistake.',
  },
  internal_error: {
    cause: 'Verbatim has a fault.',
    fix: 'Retry. If the error stays, report it to the operator with the `request_id`.',
  },
  upstream_changed: {
    cause: 'The source returned a response in an unknown format, usually because the platform has changed.',
    fix: 'Try again later, or [upload the file](/docs/uploads). Operators can update yt-dlp and look at the [saved response](/docs/doctor#answers-that-were-not-understood).',
  },
  transcriber_failed: {
    cause: 'The speech engine returned an error or crashed.',
    fix: 'Retry. If it fails again, send the recording in another format or in parts.',
  },
  upstream_blocked: {
    cause: 'The platform refuses requests from the server, usually because of too many requests.',
    fix: 'Wait `retry_after` seconds, or [upload the file](/docs/uploads). Operators can set a proxy or cookies. See the [status page](/status).',
  },
  transcriber_unavailable: {
    cause:
      'No speech engine is set up, a program is missing, or a speech server is busy or refuses the key, the address or the model.',
    fix: 'Operators can set up a [speech engine](/docs/speech), or correct the setting in `context.setting`; the [system check](/docs/doctor) names missing programs.',
  },
  storage_unavailable: {
    cause: "The disk or bucket for files is full or can't be reached.",
    fix: 'Retry in a minute. Operators can check the disk space and the bucket with the [system check](/docs/doctor).',
  },
  billing_unavailable: {
    cause: 'The billing provider does not respond.',
    fix: 'Retry in a minute. Nothing was charged.',
  },
  mail_unavailable: {
    cause: 'The mail server of this service does not accept the email.',
    fix: 'Retry in a few minutes, or use another sign-in method. Operators can check the mail settings with the [system check](/docs/doctor).',
  },
  issuer_unavailable: {
    cause: 'The sign-in provider does not respond.',
    fix: 'Retry in a minute, or use another sign-in method.',
  },
  service_unavailable: {
    cause: 'The service is starting, stopping or overloaded.',
    fix: 'Wait `retry_after` seconds and send the request again.',
  },
  upstream_failed: {
    cause: 'The server of the source responded with a status of its own failure, which is `context.upstream_status`.',
    fix: 'Retry in a few minutes, or [upload the file](/docs/uploads).',
    context: { upstream_status: 503 },
  },
  upstream_timeout: {
    cause: 'The source did not respond in time.',
    fix: 'Retry, or [upload the file](/docs/uploads).',
  },
}
