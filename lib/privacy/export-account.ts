import type { Readable } from 'node:stream'
import type { ZipFile } from 'yazl'
import { fileContent } from '@/lib/archive/documents/stream-document'
import { addToZip, streamZip } from '@/lib/archive/documents/stream-zip'
import { describedMedia, titleOfLibraryItem } from '@/lib/archive/library-items/describe-library-item'
import { renderTranscript } from '@/lib/archive/render/render-transcript'
import { WITHOUT_TEXT } from '@/lib/archive/transcripts/stored-transcript'
import { requestedLanguage } from '@/lib/captions/tracks/track-ids'
import type { Format } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { log } from '@/lib/core/log'
import { findAccount } from './find-account'
import { listPersonalRows, type PersonalTable, personalTables } from './personal-data-queries'

const ITEMS_AT_A_TIME = 200

/** A library item, with what leads from it to its text. */
type LibraryRow = Awaited<ReturnType<typeof readBatch>>[number]

function readBatch(userId: string, after: string | null) {
  return db().libraryItem.findMany({
    where: { userId, ...(after === null ? {} : { id: { gt: after } }) },
    select: {
      id: true,
      requestedLang: true,
      alsoRequested: true,
      transcriptId: true,
      createdAt: true,
      title: true,
      customTitle: true,
      tags: { select: { tag: { select: { name: true } } } },
      media: { select: { platform: true, videoId: true, url: true, title: true } },
    },
    orderBy: { id: 'asc' },
    take: ITEMS_AT_A_TIME,
  })
}

/** A user's history, the oldest first, so many at a time. */
async function* libraryRows(userId: string): AsyncGenerator<LibraryRow> {
  let after: string | null = null
  for (;;) {
    const rows = await readBatch(userId, after)
    yield* rows
    after = rows.at(-1)?.id ?? null
    if (rows.length < ITEMS_AT_A_TIME) return
  }
}

/** The history as one JSON array. */
async function* libraryJson(userId: string): AsyncGenerator<string> {
  let before = '['
  for await (const row of libraryRows(userId)) {
    const { id, requestedLang, alsoRequested, transcriptId, createdAt, media } = row
    const { platform, videoId, url } = media
    const line = {
      id,
      created_at: createdAt,
      platform,
      video_id: videoId,
      url,
      title: titleOfLibraryItem(row, media),
      tags: row.tags.map(({ tag }) => tag.name),
      requested_lang: requestedLanguage(requestedLang),
      requested_langs: [...new Set([requestedLang, ...alsoRequested].map(requestedLanguage))],
    }
    yield `${before}\n${JSON.stringify({ ...line, has_transcript: transcriptId !== null })}`
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}

const README = `This is everything that Verbatim keeps of your account.

account.json     who you are here
history.json     what you had transcribed, with your tags
transcripts/     each text as JSON, as plain text and as SRT subtitles
records/         every other record that is yours: uploads, revisions, usage, connections and so on, without secrets

Uploaded recordings are not in it: each is at /v1/uploads/{id} as long as it is kept (records/upload.json lists them).
Transcripts in the trash are in records/trashed_item.json, without their text: restore them to export it.
`

async function addEverything(zip: ZipFile, actor: Actor, signal: AbortSignal): Promise<void> {
  const { userId } = actor
  const { isLocal: _, ...account } = await findAccount(actor)
  zip.addBuffer(Buffer.from(README), 'README.txt')
  zip.addBuffer(Buffer.from(`${JSON.stringify({ ...account, exportedAt: new Date() }, null, 2)}\n`), 'account.json')
  addToZip(zip, { name: 'history.json', signal }, () => libraryJson(userId))
  for (const table of await personalTables()) {
    addToZip(zip, { name: `records/${table.name}.json`, signal }, () => tableRows(table, userId))
  }
  for await (const row of libraryRows(userId)) {
    if (row.transcriptId === null) continue
    for (const [ending, format] of Object.entries(DOCUMENTS)) {
      const name = `${documentName(row)}.${ending}`
      addToZip(zip, { name, signal }, () => transcriptDocument(userId, { libraryItemId: row.id, format, signal }))
    }
  }
}

/**
 * Everything there is of the caller's account as a zip archive, made while it is read: one text at a time is in memory,
 * however many there are. Throws `not_found`.
 */
export async function exportAccount(actor: Actor): Promise<Readable> {
  await findAccount(actor)
  return streamZip(
    (zip, signal) => addEverything(zip, actor, signal),
    (error) => log.error('an export ended early', { error }),
  )
}

const BATCH = 500
/** A revision has the texts before and after: it may be twice as long as the longest transcript. */
const REVISIONS_BATCH = 1
/** A user's rows of a table as one JSON array, so many at a time. No connection is held for a slow reader. */
async function* tableRows(table: PersonalTable, userId: string): AsyncGenerator<string> {
  let before = '['
  const limit = table.name === 'revision' ? REVISIONS_BATCH : BATCH
  for (let offset = 0; ; offset += limit) {
    const parts = await listPersonalRows(table, userId, { offset, limit })
    for (const { text, begins } of parts) {
      yield begins ? `${before}\n${text}` : text
      before = ','
    }
    if (parts.filter(({ begins }) => begins).length < limit) break
  }
  yield before === '[' ? '[\n]\n' : '\n]\n'
}

/** The forms in which a transcript is in an export, by the ending of the file. */
const DOCUMENTS = { json: 'json', txt: 'text', srt: 'srt' } as const satisfies Record<string, Format>

const LONGEST_TITLE = 60

/** A name that is valid in every archive program, and unique: date, title, language, and library item id. */
function documentName(row: LibraryRow): string {
  const { id, createdAt, requestedLang, media } = row
  const words = (titleOfLibraryItem(row, media) ?? media.videoId).toWellFormed().replace(/[^\p{L}\p{N}]+/gu, '-')
  const title = Array.from(words).slice(0, LONGEST_TITLE).join('').replace(/^-|-$/g, '') || 'transcript'
  const lang = requestedLanguage(requestedLang).replace(/[^A-Za-z0-9-]/g, '')
  return `transcripts/${createdAt.toISOString().slice(0, 10)}-${title}-${lang}-${id}`
}

/** A user's transcript in one form, piece by piece; empty where it has just been deleted. */
async function* transcriptDocument(
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
