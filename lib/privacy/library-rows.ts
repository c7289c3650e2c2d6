import { titleOfLibraryItem } from '@/lib/archive/library-items/describe-library-item'
import { requestedLanguage } from '@/lib/captions/tracks/track-ids'
import { db } from '@/lib/core/db/db'

const BATCH = 200

/** A library item, with what leads from it to its text. */
export type LibraryRow = Awaited<ReturnType<typeof readBatch>>[number]

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
    take: BATCH,
  })
}

/** A user's history, the oldest first, so many at a time. */
export async function* libraryRows(userId: string): AsyncGenerator<LibraryRow> {
  let after: string | null = null
  for (;;) {
    const rows = await readBatch(userId, after)
    yield* rows
    after = rows.at(-1)?.id ?? null
    if (rows.length < BATCH) return
  }
}

/** The history as one JSON array. */
export async function* libraryJson(userId: string): AsyncGenerator<string> {
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
