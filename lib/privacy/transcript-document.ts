import { describedMedia } from '@/lib/archive/describe-library-item'
import { fileContent } from '@/lib/archive/documents/stream-document'
import { renderTranscript } from '@/lib/archive/render-transcript'
import { WITHOUT_TEXT } from '@/lib/archive/stored-transcript'
import type { Format } from '@/lib/captions/transcript'
import { db } from '@/lib/platform/db'
import type { LibraryRow } from './library-rows'

/** The forms in which a transcript is in an export, by the ending of the file. */
export const DOCUMENTS = { json: 'json', txt: 'text', srt: 'srt' } as const satisfies Record<string, Format>

const LONGEST_TITLE = 60

/** A name that no archive program trips over: date, title, language, and the library item's id, which makes it the only one. */
export function documentName({ id, createdAt, requestedLang, title: ownTitle, media }: LibraryRow): string {
  const words = (ownTitle ?? media.title ?? media.videoId).toWellFormed().replace(/[^\p{L}\p{N}]+/gu, '-')
  const title = Array.from(words).slice(0, LONGEST_TITLE).join('').replace(/^-|-$/g, '') || 'transcript'
  const lang = requestedLang.replace(/[^A-Za-z0-9-]/g, '')
  return `transcripts/${createdAt.toISOString().slice(0, 10)}-${title}-${lang}-${id}`
}

/** A user's transcript in one form, piece by piece; empty where it has gone in this moment. */
export async function* transcriptDocument(
  userId: string,
  { libraryItemId, format, signal }: { libraryItemId: string; format: Format; signal: AbortSignal },
): AsyncGenerator<Uint8Array, void> {
  const libraryItem = await db().libraryItem.findFirst({
    where: { id: libraryItemId, userId },
    include: { media: true, transcript: { omit: WITHOUT_TEXT } },
  })
  if (!libraryItem?.transcript) return
  const { requestedLang, coveredMs } = libraryItem
  const view = { libraryItemId, requestedLang, format, cached: true, coveredMs, reader: userId }
  yield* fileContent(
    await renderTranscript(libraryItem.transcript, describedMedia(libraryItem.media, libraryItem), view),
    signal,
  )
}
