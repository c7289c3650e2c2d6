import { db } from '@/lib/platform/db'

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
  for await (const { id, requestedLang, alsoRequested, transcriptId, createdAt, title, media } of libraryRows(userId)) {
    const { platform, videoId, url } = media
    const line = {
      id,
      created_at: createdAt,
      platform,
      video_id: videoId,
      url,
      title: title ?? media.title,
      requested_lang: requestedLang,
      requested_langs: [requestedLang, ...alsoRequested],
    }
    yield `${before}\n${JSON.stringify({ ...line, has_transcript: transcriptId !== null })}`
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}
