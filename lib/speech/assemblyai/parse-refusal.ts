import { retryAfterSeconds } from '@/lib/core/http/retry-after'
import { Problem } from '@/lib/core/problem/problem'
import type { ProblemCode } from '@/lib/core/problem/problem-table'
import { whatServerAnswered } from '../server-reason'

/** The longest recording AssemblyAI transcribes. */
const MAX_SECONDS = 36_000
/** The largest file that can be uploaded. A file that AssemblyAI fetches by its URL may have up to 5 GB. */
export const MAX_UPLOAD_BYTES = 2_200_000_000

/** A response of AssemblyAI without a transcript. `cause` is for the log only. */
type Refusal = {
  /** The HTTP status; null when a transcript itself ended as `error`. */
  status: number | null
  says: string
  /** Its message as one line for users. */
  reason: string
  retryAfter: string | null
  cause: Error
}

type Row = {
  /** A phrase in what it says, in small letters; or the HTTP statuses. The first row that fits counts. */
  when: string | { from: number; to: number } | 'anything'
  means: ProblemCode | 'no speech'
  detail?: string
  context?: Record<string, unknown>
}

const FOR_GOOD = { retryable: false }
const LATER = { retryable: true }
/** There will never be a transcript under this id: the recording has to be submitted again. */
const ANEW = { retryable: true, submit_again: true }

const NO_FUNDS: Pick<Row, 'means' | 'detail' | 'context'> = {
  means: 'transcriber_unavailable',
  detail: "This service's AssemblyAI account has no funds left. Its operator should top it up.",
  context: FOR_GOOD,
}

const UNREADABLE: Pick<Row, 'means' | 'detail' | 'context'> = {
  means: 'transcriber_failed',
  detail: 'AssemblyAI found no audio it can read in this recording. Nothing was charged. Send it in another format.',
  context: FOR_GOOD,
}

const status = (from: number, to = from) => ({ from, to })

/**
 * AssemblyAI's documented errors, of requests and of transcripts, and what each means here.
 * @see https://www.assemblyai.com/docs/guides/common_errors_and_solutions
 */
const ROWS: readonly Row[] = [
  { when: 'no spoken audio', means: 'no speech' },
  { when: 'audio duration is too short', means: 'no speech' },
  { when: 'audio duration is too long', means: 'media_too_long', context: { max_seconds: MAX_SECONDS } },
  { when: 'account balance is negative', ...NO_FUNDS },
  { when: 'insufficient funds', ...NO_FUNDS },
  { when: 'transcript id not found', means: 'transcriber_failed', context: ANEW },
  { when: 'cannot access uploaded file', means: 'transcriber_failed', context: ANEW },
  {
    when: 'download error',
    means: 'transcriber_failed',
    detail: "AssemblyAI can't download this recording from its URL. Nothing was charged. Upload the file instead.",
    context: FOR_GOOD,
  },
  { when: 'does not appear to contain audio', ...UNREADABLE },
  { when: 'transcoding failed', ...UNREADABLE },
  { when: 'file could not be processed', ...UNREADABLE },
  { when: 'unsupported file', ...UNREADABLE },
  {
    when: 'below the requested confidence threshold',
    means: 'transcriber_failed',
    detail: "AssemblyAI can't detect the spoken language. Nothing was charged. Try again with lang.",
    context: FOR_GOOD,
  },
  {
    when: status(401),
    means: 'transcriber_unavailable',
    detail: 'AssemblyAI rejected the API key of this server. The operator should check ASSEMBLYAI_API_KEY.',
    context: { ...FOR_GOOD, setting: 'ASSEMBLYAI_API_KEY' },
  },
  { when: status(402), ...NO_FUNDS },
  {
    when: status(403),
    means: 'transcriber_unavailable',
    detail: 'AssemblyAI denied access to this server. The operator should check the permissions of ASSEMBLYAI_API_KEY.',
    context: { ...FOR_GOOD, setting: 'ASSEMBLYAI_API_KEY' },
  },
  {
    when: status(404, 405),
    means: 'transcriber_unavailable',
    detail: "AssemblyAI wasn't found at the configured URL. The operator should check ASSEMBLYAI_BASE_URL.",
    context: { ...FOR_GOOD, setting: 'ASSEMBLYAI_BASE_URL' },
  },
  { when: status(408), means: 'transcriber_failed', context: LATER },
  { when: status(413), means: 'file_too_large', context: { max_bytes: MAX_UPLOAD_BYTES } },
  {
    when: status(429),
    means: 'transcriber_unavailable',
    detail: 'AssemblyAI is busy. Nothing was charged. Try again in a minute.',
    context: LATER,
  },
  {
    when: status(400, 499),
    means: 'transcriber_failed',
    detail: 'AssemblyAI rejected this recording. Nothing was charged. Send it in another format, or in parts.',
    context: FOR_GOOD,
  },
  { when: status(500, 599), means: 'transcriber_failed', context: LATER },
  // A transcript that ended on an error of theirs: they ask for the file to be submitted again.
  { when: 'anything', means: 'transcriber_failed', context: ANEW },
]

function fits({ when, means }: Row, refusal: Refusal): boolean {
  if (means === 'no speech' && refusal.status !== null) return false
  if (when === 'anything') return true
  if (typeof when === 'string') return refusal.says.toLowerCase().includes(when)
  return refusal.status !== null && refusal.status >= when.from && refusal.status <= when.to
}

/** The Problem of a refusal; null when a transcript ended because the recording has no speech. */
export function parseRefusal(refusal: Refusal): Problem | null {
  const row = ROWS.find((candidate) => fits(candidate, refusal))
  if (!row || row.means === 'no speech') return null
  const seconds = retryAfterSeconds(refusal.retryAfter)
  const isFinal = row.context?.retryable === false && row.detail !== undefined
  const answered = isFinal && refusal.status !== null ? ` ${whatServerAnswered(refusal.status, refusal.reason)}` : ''
  return new Problem(row.means, {
    ...(row.detail === undefined ? {} : { detail: `${row.detail}${answered}` }),
    ...(seconds === null ? {} : { retryAfterSeconds: seconds }),
    context: { ...row.context, ...(refusal.status === null ? {} : { upstream_status: refusal.status }) },
    cause: refusal.cause,
  })
}
