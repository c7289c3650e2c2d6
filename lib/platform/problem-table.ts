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
    detail: 'This API key is not valid. Copy it again, or make a new one.',
  },
  allowance_exceeded: {
    status: 402,
    title: 'Allowance exceeded',
    detail: 'This recording is longer than what is left of your allowance this month. Upgrade, or wait for the reset.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    detail: 'This credential may not do that. Use an API key, or connect again and allow it.',
  },
  account_suspended: {
    status: 403,
    title: 'Account suspended',
    detail: 'This account is suspended. Ask whoever runs this server.',
  },
  sign_up_closed: {
    status: 403,
    title: 'Sign-up closed',
    detail: 'New accounts are not open to everybody here. Ask whoever runs this server for an invitation.',
  },
  source_private: {
    status: 403,
    title: 'Private source',
    detail: 'This video is private. Ask its owner to make it public, or upload the file.',
  },
  source_login_required: {
    status: 403,
    title: 'Sign-in required at the source',
    detail: 'This link can only be read after signing in there. Upload the file instead.',
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
    detail: 'This video is not shown in the country this server is in. Upload the file instead.',
  },
  source_drm_protected: {
    status: 403,
    title: 'Protected by DRM',
    detail: "This recording is protected, so it can't be read here. Paste the show's RSS feed, or upload the file.",
  },
  email_unverified: {
    status: 403,
    title: 'Email not verified',
    detail: 'Open the link in the email we sent you, then try again.',
  },
  cross_site_request: {
    status: 403,
    title: 'Cross-site request',
    detail: "This was not sent from Verbatim's own page. Open the page again, then try once more.",
  },
  not_found: { status: 404, title: 'Not found', detail: 'There is nothing here. Check the address or the id.' },
  source_not_found: {
    status: 404,
    title: 'Source not found',
    detail: 'There is nothing at this link any more. Check it, or upload the file.',
  },
  language_unavailable: {
    status: 404,
    title: 'Language unavailable',
    detail: 'This recording has no captions in that language. Choose one of those it has.',
  },
  no_billing_account: {
    status: 404,
    title: 'No billing account',
    detail: 'You have no billing account yet. Choose a plan first.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This address does not take that method. See the Allow header.',
  },
  source_live: {
    status: 409,
    title: 'Still live',
    detail: 'This stream is still live. Try again when it has ended.',
  },
  source_not_started: {
    status: 409,
    title: 'Not started yet',
    detail: 'This has not started yet. Try again when it has ended.',
  },
  transcript_not_ready: {
    status: 409,
    title: 'Transcript not ready',
    detail: 'This transcript is still being made. Try again when its job is done.',
    retryable: true,
    retryAfterSeconds: 2,
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'Call still running',
    detail: 'The first call with this Idempotency-Key is still running. Send this one again in a moment.',
    retryable: true,
    retryAfterSeconds: 1,
  },
  no_subscription: { status: 409, title: 'No subscription', detail: 'You have no subscription. Choose a plan first.' },
  already_on_tier: { status: 409, title: 'Already on this plan', detail: 'You are on this plan already.' },
  payment_due: {
    status: 409,
    title: 'Payment due',
    detail: 'A payment of your subscription did not go through. Pay what is open first, then change the plan.',
  },
  already_subscribed: {
    status: 409,
    title: 'Already subscribed',
    detail: 'You have a subscription already. Change it on the billing page.',
  },
  upload_incomplete: {
    status: 409,
    title: 'Upload incomplete',
    detail: 'Not all of this file has arrived. Ask what is there, and send the rest.',
  },
  cancelled: { status: 409, title: 'Cancelled', detail: 'This job was cancelled. Nothing was charged.' },
  expired: { status: 410, title: 'Expired', detail: 'This link has expired. Ask for a new one.' },
  file_too_large: {
    status: 413,
    title: 'File too large',
    detail: 'This file is larger than this server takes. Send the audio track only, or a shorter part.',
  },
  body_too_slow: {
    status: 408,
    title: 'Request too slow',
    detail: 'This request body did not arrive in time. Send it again over a better connection.',
    retryable: true,
  },
  upload_quota_exceeded: {
    status: 413,
    title: 'No room for more uploads',
    detail: 'Your uploads take all the room there is for them. Remove some at DELETE /v1/uploads/{id}, then try again.',
  },
  body_too_large: {
    status: 413,
    title: 'Request too large',
    detail: 'This request body is larger than this address takes. Send less.',
  },
  address_too_long: {
    status: 414,
    title: 'Address too long',
    detail: 'This address is over 8 KiB. Ask for less at a time.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    detail: 'The headers of this request are larger than this server takes. Send fewer and shorter ones.',
  },
  media_too_long: {
    status: 413,
    title: 'Recording too long',
    detail: 'This recording is longer than this server takes. Send it in parts.',
  },
  unsupported_media: {
    status: 415,
    title: 'Unsupported media',
    detail: 'This is not an audio, video or caption file that can be read. Send MP3, MP4, WAV, WebM, SRT or VTT.',
  },
  invalid_media: {
    status: 415,
    title: 'Damaged media',
    detail: 'This file is empty or damaged. Check that it plays, then send it again.',
  },
  no_audio: { status: 415, title: 'No audio', detail: 'This video has no sound, so there is nothing to transcribe.' },
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
  invalid_url: { status: 422, title: 'Invalid link', detail: 'This is not a link. Paste it whole, with its domain.' },
  unsupported_source: {
    status: 422,
    title: 'Unsupported source',
    detail: "Verbatim can't read this link. It reads direct audio, video and caption links, and uploaded files.",
  },
  blocked_url: {
    status: 422,
    title: 'Blocked link',
    detail: 'This link leads to a private address, so it is not opened. Use a public link, or upload the file.',
  },
  unsupported_format: {
    status: 422,
    title: 'Unsupported format',
    detail: 'Format should be json, text, srt, vtt or markdown.',
  },
  invalid_language: {
    status: 422,
    title: 'Invalid language',
    detail: 'This is not a language tag. Send one like en, pt-BR or zh-Hant, or auto.',
  },
  email_mismatch: {
    status: 422,
    title: 'Not the address of this account',
    detail: 'This is not the email address of this account. Type it as it stands in the settings.',
  },
  invalid_email: {
    status: 422,
    title: 'Invalid email address',
    detail: 'This is not an email address that mail reaches. Check it, then try again.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency-Key used before',
    detail: 'This Idempotency-Key was sent with another request before. Use a new key for each new request.',
  },
  unknown_tier: { status: 422, title: 'Unknown plan', detail: 'There is no such plan.' },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    detail: 'You are sending requests too fast. Wait a moment, then try again.',
    retryable: true,
  },
  too_many_webhooks: {
    status: 409,
    title: 'Too many webhooks',
    detail: 'You have as many webhooks as one account may have. Remove one first.',
  },
  too_many_uploads: {
    status: 429,
    title: 'Too many uploads',
    detail: 'Too many of your upload targets wait for their files. Send the files, or wait until the targets expire.',
    retryAfterSeconds: 60,
  },
  too_many_jobs: {
    status: 429,
    title: 'Too many jobs',
    detail: 'Too many of your jobs are running. Wait until one has ended.',
    retryable: true,
    retryAfterSeconds: 30,
  },
  taken_down: {
    status: 451,
    title: 'Taken down',
    detail: 'Whoever runs this server has taken this page down.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    detail: 'Something broke on our side. Nothing was charged; try again, and tell us the request id if it stays.',
    retryable: true,
  },
  upstream_changed: {
    status: 502,
    title: 'Source not understood',
    detail:
      "The source answered in a way Verbatim doesn't understand. It has been logged; try again later, or upload the file.",
    retryable: true,
  },
  transcriber_failed: {
    status: 502,
    title: 'Speech engine failed',
    detail: 'The speech engine failed on this recording. Nothing was charged; try again.',
    retryable: true,
  },
  upstream_blocked: {
    status: 503,
    title: 'Refused by the source',
    detail:
      'The source is refusing requests from this server right now. Nothing was charged; try again in a few minutes, or upload the file.',
    retryable: true,
    retryAfterSeconds: 300,
  },
  transcriber_unavailable: {
    status: 503,
    title: 'No speech engine',
    detail:
      'No speech engine is set up. Fetch a model with "npm run models -- get parakeet-v3", or set ASSEMBLYAI_API_KEY or SPEECH_API_URL.',
    retryable: true,
    retryAfterSeconds: 60,
  },
  storage_unavailable: {
    status: 503,
    title: 'Storage unavailable',
    detail: 'The file store can not be reached or is full. Nothing was lost; try again in a minute.',
    retryable: true,
    retryAfterSeconds: 60,
  },
  billing_unavailable: {
    status: 503,
    title: 'Billing unavailable',
    detail: 'The billing provider can not be reached. Nothing was charged; try again in a minute.',
    retryable: true,
    retryAfterSeconds: 60,
  },
  mail_unavailable: {
    status: 503,
    title: 'Mail unavailable',
    detail: 'The mail could not be sent. Try again in a few minutes, or sign in another way.',
    retryable: true,
    retryAfterSeconds: 60,
  },
  issuer_unavailable: {
    status: 503,
    title: 'Sign-in elsewhere unavailable',
    detail: 'The service you want to sign in with can not be reached. Try again in a minute, or sign in another way.',
    retryable: true,
    retryAfterSeconds: 60,
  },
  service_unavailable: {
    status: 503,
    title: 'Starting or overloaded',
    detail: 'Verbatim can not answer right now. Try again in a moment.',
    retryable: true,
    retryAfterSeconds: 5,
  },
  upstream_timeout: {
    status: 504,
    title: 'Source too slow',
    detail: 'The source did not answer in time. Nothing was charged; try again, or upload the file.',
    retryable: true,
    retryAfterSeconds: 30,
  },
} as const satisfies Record<string, Row>

export type ProblemCode = keyof typeof PROBLEMS

/** Whether a word is one of the codes: stored codes may be older than the table. */
export function isProblemCode(word: string): word is ProblemCode {
  return Object.hasOwn(PROBLEMS, word)
}

/** The table's row for a code, with its defaults filled in. */
export function problemRow(
  code: ProblemCode,
): Required<Omit<Row, 'retryAfterSeconds'>> & { retryAfterSeconds: number | null } {
  const row: Row = PROBLEMS[code]
  return { ...row, retryable: row.retryable ?? false, retryAfterSeconds: row.retryAfterSeconds ?? null }
}
