import type { Readable } from 'node:stream'
import type { ZipFile } from 'yazl'
import { fileContent } from '@/lib/archive/documents/stream-document'
import { addToZip, streamZip } from '@/lib/archive/documents/stream-zip'
import { titleOfLibraryItem } from '@/lib/archive/library-items/describe-library-item'
import type { DownloadFormat } from '@/lib/captions/document-files'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { isId } from '@/lib/core/ids'
import { log } from '@/lib/core/log'
import { findLibraryItem } from './find-library-item'

type Options = {
  format: DownloadFormat
  /** A file name for a title, without its ending. */
  nameOf: (title: string) => string
  ending: string
  signal: AbortSignal
}

type Own = { title: string | null; createdAt: Date } | null

/** Which of the caller's library items have a text, by their ids; null: none yet. */
async function findOwn({ userId }: Actor, ids: readonly string[]): Promise<Map<string, Own>> {
  const libraryItems = await db().libraryItem.findMany({
    where: { userId, id: { in: ids.filter(isId) } },
    select: {
      id: true,
      title: true,
      customTitle: true,
      media: { select: { title: true } },
      transcript: { select: { createdAt: true } },
    },
  })
  return new Map(
    libraryItems.map(({ id, media, transcript, ...titles }) => [
      id,
      transcript && { title: titleOfLibraryItem(titles, media), createdAt: transcript.createdAt },
    ]),
  )
}

/** Reads by an id that is no item's: it may be a job's. Throws `not_found`. */
async function readOther(actor: Actor, id: string, format: DownloadFormat): Promise<Own> {
  const { transcript } = await findLibraryItem(actor, id, format)
  return transcript && { title: transcript.title, createdAt: new Date(transcript.created_at) }
}

/** A file name that is still free: `talk`, `talk (2)`. */
function unused(name: string, taken: Map<string, number>): string {
  const key = name.toLowerCase()
  const times = (taken.get(key) ?? 0) + 1
  taken.set(key, times)
  return times === 1 ? name : unused(`${name} (${times})`, taken)
}

/**
 * The transcripts of the caller's library items in one zip file, streamed: one text at a time. Items without a text are
 * left out. A failure breaks the stream, so that an incomplete file never looks whole. Stops when the reader
 * disconnects or `signal` aborts.
 */
export function packTranscripts(
  actor: Actor,
  ids: readonly string[],
  { format, nameOf, ending, signal: gone }: Options,
): Readable {
  const fill = async (zip: ZipFile, signal: AbortSignal) => {
    const taken = new Map<string, number>()
    const known = await findOwn(actor, ids)
    for (const id of ids) {
      const own = known.has(id) ? known.get(id) : await readOther(actor, id, format)
      if (!own) continue
      const name = `${unused(nameOf(own.title ?? 'transcript'), taken)}.${ending}`
      addToZip(zip, { name, mtime: own.createdAt, signal }, async () => {
        const { transcript } = await findLibraryItem(actor, id, format)
        if (!transcript) throw new Error('a transcript was removed while it was packed')
        return fileContent(transcript, signal)
      })
    }
  }
  return streamZip(fill, (error) => log.warn('transcripts could not be packed', { error }), gone)
}
