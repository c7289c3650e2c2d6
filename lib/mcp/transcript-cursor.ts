import { createHash } from 'node:crypto'
import { canonicalFormat, type Format, type Transcript } from '@/lib/captions/transcript'
import { Problem } from '@/lib/platform/problem/problem'

/** Where to go on in a transcript: at a character of its document, or, in JSON, at a segment. */
export type TranscriptCursor = { id: string; format: Format; offset: number; digest: string }

const CURSOR = /^([0-9a-f-]{36})\.([a-z]{3,8})\.(\d{1,9})\.([\w-]{12})$/
const DIGEST_LENGTH = 12

/** Tells one state of a transcript from another: a better engine or a larger allowance may have changed it. */
function digestOf({ document, text, content, segments }: Transcript): string {
  const state = document && JSON.stringify([document.transcriptId, document.changedAt, document.coveredMs])
  const hash = createHash('sha256').update(state ?? content ?? text ?? '')
  return hash.update(String(segments?.length)).digest('base64url').slice(0, DIGEST_LENGTH)
}

/** A cursor as text, to be handed back as it is. */
export function formatCursor(transcript: Transcript, offset: number): string {
  return [transcript.id, transcript.format, offset, digestOf(transcript)].join('.')
}

/** Reads a cursor. Throws `not_found` for what is none. */
export function parseCursor(text: string): TranscriptCursor {
  const [, id, name, offset, digest] = CURSOR.exec(text.trim()) ?? []
  const format = canonicalFormat(name ?? '')
  if (id && format && offset && digest) return { id, format, offset: Number(offset), digest }
  throw new Problem('not_found', {
    detail: 'This cursor is invalid. Pass next_cursor unchanged, or omit the cursor.',
  })
}

/** Throws `not_found` when a transcript is not any more what a cursor points into. */
export function checkCursor({ digest }: TranscriptCursor, transcript: Transcript): void {
  if (digest === digestOf(transcript)) return
  throw new Problem('not_found', {
    detail: 'This transcript has changed since its first page was read. Request it again without a cursor.',
  })
}
