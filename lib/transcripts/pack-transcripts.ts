import type { Readable } from 'node:stream'
import yazl from 'yazl'
import type { Format } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/platform/actor'
import { log } from '@/lib/platform/log'
import { readEntry } from './read-entry'

type Options = {
  format: Format
  /** A file's name of a title, without its ending. */
  nameOf: (title: string) => string
  ending: string
}

/** A name that is not taken yet: `talk`, `talk (2)`. */
function unused(name: string, taken: Map<string, number>): string {
  const key = name.toLowerCase()
  const times = (taken.get(key) ?? 0) + 1
  taken.set(key, times)
  return times === 1 ? name : unused(`${name} (${times})`, taken)
}

async function fill(zip: yazl.ZipFile, actor: Actor, ids: readonly string[], options: Options): Promise<void> {
  const taken = new Map<string, number>()
  for (const id of ids) {
    const { transcript } = await readEntry(actor, id, options.format)
    if (!transcript) continue
    const text = transcript.content ?? `${JSON.stringify(transcript, null, 2)}\n`
    const name = unused(options.nameOf(transcript.title ?? 'transcript'), taken)
    zip.addBuffer(Buffer.from(text), `${name}.${options.ending}`, { mtime: new Date(transcript.created_at) })
  }
  zip.end()
}

/**
 * The texts of entries of the caller's in one zip file, as it is being made; what has no text yet is left out. What can't
 * be read breaks the stream, so that no file which lacks something looks whole.
 */
export function packTranscripts(actor: Actor, ids: readonly string[], options: Options): Readable {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  fill(zip, actor, ids, options).catch((error: unknown) => {
    log.warn('transcripts could not be packed', { error })
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return output
}
