import { createHash } from 'node:crypto'
import { z } from 'zod'
import { renderFields, renderOptions } from '@/lib/archive/render/render-fields'
import { canonicalFormat, type Format, type RenderOptions, type Transcript } from '@/lib/captions/transcript'
import { Problem } from '@/lib/core/problem/problem'

/** The place at which a transcript continues: a character of its document, or, in JSON, a segment. */
export type TranscriptCursor = {
  id: string
  format: Format
  offset: number
  digest: string
  /** The options of the first page. */
  options: RenderOptions
}

const CURSOR = /^([0-9a-f-]{36})\.([a-z]{3,8})\.(\d{1,9})\.([\w-]{12})(?:\.(.+))?$/
const DIGEST_LENGTH = 12

/** Identifies the state of a transcript, which changes with a better engine or a larger allowance. */
function digestOf({ document, text, content, segments }: Transcript): string {
  const state = document && JSON.stringify([document.transcriptId, document.changedAt, document.coveredMs])
  const hash = createHash('sha256').update(state ?? content ?? text ?? '')
  return hash.update(String(segments?.length)).digest('base64url').slice(0, DIGEST_LENGTH)
}

/** The options of a cursor; null for what is none. */
function parseOptions(text: string): RenderOptions | null {
  const chosen = z.object(renderFields).safeParse(Object.fromEntries(new URLSearchParams(text)))
  return chosen.success ? renderOptions(chosen.data) : null
}

/** A cursor as text, to be handed back as it is. */
export function formatCursor(transcript: Transcript, offset: number, options: RenderOptions = {}): string {
  const position = [transcript.id, transcript.format, offset, digestOf(transcript)].join('.')
  const chosen = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]))
  return chosen.size > 0 ? `${position}.${chosen}` : position
}

/** Reads a cursor. Throws `not_found` for what is none. */
export function parseCursor(text: string): TranscriptCursor {
  const [, id, name, offset, digest, chosen = ''] = CURSOR.exec(text.trim()) ?? []
  const format = canonicalFormat(name ?? '')
  const options = parseOptions(chosen)
  if (id && format && offset && digest && options) return { id, format, offset: Number(offset), digest, options }
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
