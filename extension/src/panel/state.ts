import { type Job, JobError, type Transcript, VerbatimError } from '../../../sdk/typescript/src/verbatim'
import type { SignInError } from '../account/sign-in-error'
import type { Recording } from '../page/find-recordings'

/** Why there is no transcript, in the server's words, and what a person can do. */
export type Failure = {
  detail: string
  code: string
  /** Whether the same request may succeed later. */
  isRetryable: boolean
  /** Whether the page's own captions can be used instead. */
  offersCaptions: boolean
}

export type State =
  | { kind: 'starting' }
  | { kind: 'signed-out'; server: string; problem: SignInError | null; note: 'ended' | 'still-connected' | null }
  | { kind: 'signing-in'; server: string }
  | { kind: 'signing-out' }
  | { kind: 'no-access' }
  | { kind: 'no-recording' }
  | { kind: 'found'; recordings: Recording[] }
  | { kind: 'asking'; recording: Recording }
  | { kind: 'running'; recording: Recording; job: Job }
  | { kind: 'ready'; recording: Recording; transcript: Transcript }
  | { kind: 'taking-captions'; recording: Recording }
  | { kind: 'no-captions'; recording: Recording; isYoutube: boolean }
  | { kind: 'failed'; recording: Recording; failure: Failure }
  | { kind: 'offline'; recording: Recording | null }
  | { kind: 'stopped' }

/** Whether the panel waits for a sign-in. */
export function isOutside({ kind }: State): boolean {
  return kind === 'signed-out' || kind === 'signing-in'
}

/** Whether the panel is in a transition that shows no content. */
export function isBetween({ kind }: State): boolean {
  return kind === 'starting' || kind === 'signing-out'
}

/** Whether the panel waits for a transcript, or shows it. */
export function isWaitingOrReady({ kind }: State): boolean {
  return kind === 'asking' || kind === 'running' || kind === 'taking-captions' || kind === 'ready'
}

/**
 * Why the panel looks at its page: a press of the toolbar button, or a sign-in after a recording with this link was asked
 * for.
 */
export type Cause = 'press' | { link: string | null }

/** The recording that is asked for without another press: the only one of the page. Null: a person chooses. */
export function askedRecording(recordings: readonly Recording[], cause: Cause | null): Recording | null {
  const [only, ...others] = recordings
  if (!only || others.length > 0 || !cause) return null
  return cause === 'press' || cause.link === only.link ? only : null
}

/** Refusals of the server for pages that this browser may show: their captions are as good a source. */
const REFUSED_TO_SERVER = new Set([
  'upstream_blocked',
  'upstream_changed',
  'upstream_failed',
  'upstream_timeout',
  'blocked_url',
  'unsupported_source',
  'source_private',
  'source_login_required',
  'source_members_only',
  'source_age_restricted',
  'source_geo_blocked',
  'source_not_found',
  'unsupported_media',
  'invalid_media',
  'no_audio',
])

/** The state after a request for a recording has failed; null for an error that is not of the service. */
export function stateAfter(error: unknown, recording: Recording, server: string, hasCaptions: boolean): State | null {
  if (!(error instanceof VerbatimError)) return null
  if (error.status === 401) return { kind: 'signed-out', server, problem: null, note: 'ended' }
  if (error.status === 0 && !(error instanceof JobError)) return { kind: 'offline', recording }
  const { code, message: detail, retryable: isRetryable } = error
  const offersCaptions = hasCaptions && REFUSED_TO_SERVER.has(code)
  return { kind: 'failed', recording, failure: { detail, code, isRetryable, offersCaptions } }
}
