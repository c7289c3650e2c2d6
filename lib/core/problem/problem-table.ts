type Row = { status: number; title: string; detail: string; retryable?: boolean; retryAfterSeconds?: number }

/**
 * Every error of Verbatim: its code, HTTP status, title, and the default sentence for people. Pages, API and command
 * line show the same sentence.
 */
export const PROBLEMS = {
  missing_credentials: {
    status: 401,
    title: 'Missing credentials',
    detail: 'Send your API key as "Authorization: Bearer vbt_…".',
  },
  invalid_credentials: {
    status: 401,
    title: 'Invalid credentials',
    detail: 'This API key is invalid. Copy it again, or create a new one.',
  },
  allowance_exceeded: {
    status: 402,
    title: 'Allowance exceeded',
    detail: 'This recording is longer than your remaining minutes this month. Upgrade, or wait for the reset.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    detail: 'This token lacks the required scope. Use an API key, or connect again and approve the scope.',
  },
  account_suspended: {
    status: 403,
    title: 'Account suspended',
    detail: 'This account is suspended. Contact the operator of this server.',
  },
  sign_up_closed: {
    status: 403,
    title: 'Sign-up closed',
    detail: 'New accounts need an invitation on this server. Contact its operator.',
  },
  operator_required: {
    status: 403,
    title: 'Operators only',
    detail:
      "Only this machine's own account and the server's operators can do this. Contact the operator of this server.",
  },
  source_private: {
    status: 403,
    title: 'Private source',
    detail: 'This video is private. Ask its owner to make it public, or upload the file.',
  },
  source_login_required: {
    status: 403,
    title: 'Sign-in required at the source',
    detail: 'This link requires signing in at the source. Upload the file instead.',
  },
  source_members_only: {
    status: 403,
    title: 'Members only',
    detail: "This video is for the channel's members only. Upload the file instead.",
  },
  source_age_restricted: {
    status: 403,
    title: 'Age-restricted',
    detail: "This video is shown only to signed-in adults, so it can't be read here. Upload the file instead.",
  },
  source_geo_blocked: {
    status: 403,
    title: 'Not available in this country',
    detail: "This video isn't available in the country of this server. Upload the file instead.",
  },
  source_drm_protected: {
    status: 403,
    title: 'Protected by DRM',
    detail:
      "This recording is protected by DRM, so it can't be read here. Paste the show's RSS feed, or upload the file.",
  },
  email_unverified: {
    status: 403,
    title: 'Email not verified',
    detail: 'Open the link in the email we sent you, then try again.',
  },
  cross_site_request: {
    status: 403,
    title: 'Cross-site request',
    detail: "This request didn't come from Verbatim's own page. Reload the page, then try again.",
  },
  not_found: { status: 404, title: 'Not found', detail: 'Nothing was found here. Check the URL or the ID.' },
  model_not_found: {
    status: 404,
    title: 'Model not found',
    detail: 'This model is not known here. Send whisper-1, or a model of GET /v1/models.',
  },
  source_not_found: {
    status: 404,
    title: 'Source not found',
    detail: 'No recording was found at this link. Check the link, or upload the file.',
  },
  language_unavailable: {
    status: 404,
    title: 'Language unavailable',
    detail: 'This recording has no captions in that language. Choose an available language.',
  },
  no_billing_account: {
    status: 404,
    title: 'No billing account',
    detail: "You don't have a billing account yet. Choose a plan first.",
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: "This URL doesn't support that method. See the Allow header.",
  },
  source_live: {
    status: 409,
    title: 'Still live',
    detail: 'This stream is still live. Try again when it has ended.',
  },
  source_not_started: {
    status: 409,
    title: 'Not started yet',
    detail: "This stream hasn't started yet. Try again when it has ended.",
  },
  transcript_not_ready: {
    status: 409,
    title: 'Transcript not ready',
    detail: "This transcript isn't ready yet. Try again when its job is done.",
    retryable: true,
    retryAfterSeconds: 2,
  },
  batch_not_done: {
    status: 409,
    title: 'Batch not done',
    detail: "This batch isn't done yet. Try again when its status is done, error or cancelled.",
    retryable: true,
    retryAfterSeconds: 10,
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'Request still running',
    detail: 'The first request with this Idempotency-Key is still running. Retry in a moment.',
    retryable: true,
    retryAfterSeconds: 1,
  },
  no_subscription: {
    status: 409,
    title: 'No subscription',
    detail: "You don't have a subscription. Choose a plan first.",
  },
  already_on_tier: { status: 409, title: 'Already on this plan', detail: 'You are already on this plan.' },
  payment_due: {
    status: 409,
    title: 'Payment due',
    detail: 'A subscription payment failed. Pay the open invoice, then change the plan.',
  },
  already_subscribed: {
    status: 409,
    title: 'Already subscribed',
    detail: 'You already have a subscription. Change it on the billing page.',
  },
  upload_incomplete: {
    status: 409,
    title: 'Upload incomplete',
    detail: 'The file is incomplete. Request the received length, then send the rest.',
  },
  no_better_engine: {
    status: 409,
    title: 'No better engine',
    detail: 'The current engine is no better than the one that created this transcript. Download a better model first.',
  },
  cancelled: { status: 409, title: 'Cancelled', detail: 'This job was cancelled. Nothing was charged.' },
  expired: { status: 410, title: 'Expired', detail: 'This link has expired. Request a new one.' },
  file_too_large: {
    status: 413,
    title: 'File too large',
    detail: 'This file exceeds the size limit of this server. Send only the audio track, or a shorter part.',
  },
  body_too_slow: {
    status: 408,
    title: 'Request too slow',
    detail: "The request body didn't arrive in time. Send it again over a faster connection.",
    retryable: true,
  },
  upload_quota_exceeded: {
    status: 413,
    title: 'Upload storage full',
    detail: 'Your upload storage, including the trash, is full. Delete files permanently, then try again.',
  },
  body_too_large: {
    status: 413,
    title: 'Request too large',
    detail: 'The request body is too large for this URL. Send less data.',
  },
  address_too_long: {
    status: 414,
    title: 'URL too long',
    detail: 'This URL is longer than 8 KiB. Send fewer or shorter parameters.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    detail: 'The request headers are too large for this server. Send fewer or shorter headers.',
  },
  media_too_long: {
    status: 413,
    title: 'Recording too long',
    detail: 'This recording exceeds the duration limit of this server. Send it in parts.',
  },
  unsupported_media: {
    status: 415,
    title: 'Unsupported media',
    detail: "This isn't a supported audio, video or caption file. Convert it, for example to MP3 or MP4.",
  },
  invalid_media: {
    status: 415,
    title: 'Damaged media',
    detail: 'This file is empty or damaged. Check that it plays, then send it again.',
  },
  no_audio: { status: 415, title: 'No audio', detail: 'This video has no audio to transcribe.' },
  missing_source: {
    status: 422,
    title: 'Missing source',
    detail: 'Send exactly one of url, upload and audio.',
  },
  conflicting_sources: {
    status: 422,
    title: 'Conflicting sources',
    detail: 'Send exactly one of url, upload and audio, not several.',
  },
  invalid_batch: {
    status: 422,
    title: 'No valid item',
    detail: 'No item of this batch can be transcribed. Nothing was started. Correct the items, then send them again.',
  },
  invalid_url: { status: 422, title: 'Invalid link', detail: 'Enter a full URL, including the domain.' },
  unsupported_source: {
    status: 422,
    title: 'Unsupported source',
    detail: "Verbatim can't read this link. It reads direct audio, video and caption links, and uploaded files.",
  },
  blocked_url: {
    status: 422,
    title: 'Blocked link',
    detail: 'This link resolves to a private network address. Use a public link, or upload the file.',
  },
  unsupported_format: {
    status: 422,
    title: 'Unsupported format',
    detail: 'This format is unknown. Send one that `supported` lists.',
  },
  invalid_language: {
    status: 422,
    title: 'Invalid language',
    detail: "This isn't a valid language tag. Send one such as en, pt-BR or zh-Hant, or auto.",
  },
  language_not_supported: {
    status: 422,
    title: 'Language not supported',
    detail: 'No speech engine of this server supports the language of this recording. Choose a supported language.',
  },
  words_unavailable: {
    status: 422,
    title: 'No times of words',
    detail:
      'This text has no times of single words: its speech engine or its captions have none. Request segments instead.',
  },
  unsupported_protocol: {
    status: 412,
    title: 'Unsupported protocol',
    detail: 'This upload URL speaks tus 1.0.0. Send the header Tus-Resumable: 1.0.0.',
  },
  edit_conflict: {
    status: 412,
    title: 'Changed meanwhile',
    detail:
      'This transcript has been changed since you read it. Nothing was saved. Read it again, then repeat your edit.',
  },
  invalid_edit: {
    status: 422,
    title: 'Invalid edit',
    detail: "This edit doesn't fit the transcript. Read the transcript again, then check indexes and times.",
  },
  email_mismatch: {
    status: 422,
    title: 'Email mismatch',
    detail: "This email doesn't match your account. Type the email shown in the settings.",
  },
  invalid_email: {
    status: 422,
    title: 'Invalid email',
    detail: 'This email is invalid. Check it, then try again.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency-Key reused',
    detail: 'This Idempotency-Key was used with a different request. Use a new key for each new request.',
  },
  unknown_tier: { status: 422, title: 'Unknown plan', detail: "This plan doesn't exist." },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    detail: "You're sending requests too fast. Wait a moment, then try again.",
    retryable: true,
  },
  invalid_range: {
    status: 400,
    title: 'Invalid range',
    detail: 'The first day is after the last one. Swap them.',
  },
  too_many_tags: {
    status: 409,
    title: 'Too many tags',
    detail: 'Your account has as many different tags as it may have. Remove a tag from its transcripts first.',
  },
  too_many_webhooks: {
    status: 409,
    title: 'Too many webhooks',
    detail: 'You have reached the limit of webhooks per account. Delete one first.',
  },
  already_watched: {
    status: 409,
    title: 'Already watched',
    detail: 'You watch this link in this language already. Change that watch instead.',
  },
  watch_paused: {
    status: 409,
    title: 'Watch paused',
    detail: 'This watch is paused. Resume it, then try again.',
  },
  too_many_watches: {
    status: 409,
    title: 'Too many watches',
    detail: 'Your account has as many watches as your plan allows. Delete one first, or upgrade.',
  },
  too_many_api_keys: {
    status: 409,
    title: 'Too many API keys',
    detail: 'Your account has as many API keys as it may have. Delete one you no longer use, then try again.',
  },
  too_many_uploads: {
    status: 429,
    title: 'Too many uploads',
    detail: 'Too many of your upload URLs are still unused. Upload the files, or wait until the URLs expire.',
    retryAfterSeconds: 60,
  },
  too_many_jobs: {
    status: 429,
    title: 'Too many jobs',
    detail: 'You have too many running jobs. Wait until one ends.',
    retryable: true,
    retryAfterSeconds: 30,
  },
  slug_taken: {
    status: 409,
    title: 'Slug taken',
    detail: 'Another public page has or had this slug. Choose another one.',
  },
  taken_down: {
    status: 451,
    title: 'Taken down',
    detail: 'The operator of this server has taken this page down.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    detail:
      'Something went wrong on our side. Nothing was charged. Try again; if the error stays, contact support with the request ID.',
    retryable: true,
  },
  upstream_changed: {
    status: 502,
    title: 'Unsupported source response',
    detail:
      "The source returned a response that Verbatim doesn't understand. We logged it. Try again later, or upload the file.",
    retryable: true,
  },
  upstream_failed: {
    status: 502,
    title: 'Source unavailable',
    detail: 'The server of the source failed. Nothing was charged. Try again, or upload the file.',
    retryable: true,
    retryAfterSeconds: 30,
  },
  transcriber_failed: {
    status: 502,
    title: 'Speech engine failed',
    detail: 'The speech engine failed on this recording. Nothing was charged. Try again.',
    retryable: true,
  },
  upstream_blocked: {
    status: 503,
    title: 'Refused by the source',
    detail:
      'The source is refusing requests from this server right now. Nothing was charged. Try again in a few minutes, or upload the file.',
    retryable: true,
    retryAfterSeconds: 300,
  },
  transcriber_unavailable: {
    status: 503,
    title: 'No speech engine',
    detail:
      'No speech engine is set up. Download a model with "npm run models -- get parakeet-v3", or set ASSEMBLYAI_API_KEY or SPEECH_API_URL.',
    retryable: true,
    retryAfterSeconds: 60,
  },
  storage_unavailable: {
    status: 503,
    title: 'Storage unavailable',
    detail: "The file storage is full or can't be reached. No data was lost. Try again in a minute.",
    retryable: true,
    retryAfterSeconds: 60,
  },
  billing_unavailable: {
    status: 503,
    title: 'Billing unavailable',
    detail: "The billing provider can't be reached. Nothing was charged. Try again in a minute.",
    retryable: true,
    retryAfterSeconds: 60,
  },
  mail_unavailable: {
    status: 503,
    title: 'Email unavailable',
    detail: "The email couldn't be sent. Try again in a few minutes, or sign in another way.",
    retryable: true,
    retryAfterSeconds: 60,
  },
  issuer_unavailable: {
    status: 503,
    title: 'Sign-in provider unavailable',
    detail: "The sign-in provider can't be reached. Try again in a minute, or sign in another way.",
    retryable: true,
    retryAfterSeconds: 60,
  },
  service_unavailable: {
    status: 503,
    title: 'Starting or overloaded',
    detail: "Verbatim can't respond right now. Try again in a moment.",
    retryable: true,
    retryAfterSeconds: 5,
  },
  upstream_timeout: {
    status: 504,
    title: 'Source too slow',
    detail: "The source didn't respond in time. Nothing was charged. Try again, or upload the file.",
    retryable: true,
    retryAfterSeconds: 30,
  },
} as const satisfies Record<string, Row>

export type ProblemCode = keyof typeof PROBLEMS

/** Whether a word is one of the codes: stored codes may be older than the table. */
export function isProblemCode(word: string): word is ProblemCode {
  return Object.hasOwn(PROBLEMS, word)
}

type WholeRow = Readonly<Required<Omit<Row, 'retryAfterSeconds'>> & { retryAfterSeconds: number | null }>

const WHOLE_ROWS: ReadonlyMap<string, WholeRow> = new Map(
  Object.entries<Row>(PROBLEMS).map(([code, row]) => [
    code,
    { ...row, retryable: row.retryable ?? false, retryAfterSeconds: row.retryAfterSeconds ?? null },
  ]),
)

/** The table's row for a code, with its defaults filled in. */
export function problemRow(code: ProblemCode): WholeRow {
  const row = WHOLE_ROWS.get(code)
  if (!row) throw new Error(`${code} is not in the table of problems`)
  return row
}
