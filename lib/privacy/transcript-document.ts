import { renderTranscript } from '@/lib/archive/render-transcript'
import type { Format } from '@/lib/captions/transcript'
import { db } from '@/lib/platform/db'
import type { HistoryRow } from './history-rows'

/** The forms in which a transcript is in an export, by the ending of the file. */
export const DOCUMENTS = { json: 'json', txt: 'text', srt: 'srt' } as const satisfies Record<string, Format>

const LONGEST_TITLE = 60

/** A name that no archive program trips over: date, title, language, and the entry's id, which makes it the only one. */
export function documentName({ id, createdAt, requestedLang, media }: HistoryRow): string {
  const words = (media.title ?? media.videoId).toWellFormed().replace(/[^\p{L}\p{N}]+/gu, '-')
  const title = Array.from(words).slice(0, LONGEST_TITLE).join('').replace(/^-|-$/g, '') || 'transcript'
  const lang = requestedLang.replace(/[^A-Za-z0-9-]/g, '')
  return `transcripts/${createdAt.toISOString().slice(0, 10)}-${title}-${lang}-${id}`
}

/** A user's transcript in one form; empty where it has gone in this moment. */
export async function transcriptDocument(userId: string, entryId: string, format: Format): Promise<string> {
  const entry = await db().entry.findFirst({
    where: { id: entryId, userId },
    include: { media: true, transcript: true },
  })
  if (!entry?.transcript) return ''
  const view = { entryId, format, cached: true, coveredMs: entry.coveredMs }
  const transcript = renderTranscript(entry.transcript, entry.media, view)
  return transcript.content ?? `${JSON.stringify(transcript, null, 2)}\n`
}
