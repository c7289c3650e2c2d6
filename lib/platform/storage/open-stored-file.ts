import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Problem } from '../problem'
import { storedFile } from './stored-file'

export type ByteRange = { start: number; end: number }
export type OpenFile = { body: ReadableStream; sizeBytes: number; range: ByteRange | null }

/** The one range of a `Range` header (RFC 9110 §14), clipped to the file; null: the whole file; false: none fits. */
function parseRange(header: string | null, sizeBytes: number): ByteRange | null | false {
  const match = header ? /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) : null
  if (!match || (match[1] === '' && match[2] === '')) return null
  const last = sizeBytes - 1
  if (match[1] === '') {
    const length = Number(match[2])
    return length === 0 || sizeBytes === 0 ? false : { start: Math.max(0, sizeBytes - length), end: last }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? last : Math.min(Number(match[2]), last)
  if (match[2] !== '' && Number(match[2]) < start) return null
  return start > last ? false : { start, end }
}

/**
 * Opens a stored file, whole or the range a `Range` header asks for. Throws `not_found`; a range outside the file gives
 * null.
 */
export async function openStoredFile(key: string, rangeHeader: string | null): Promise<OpenFile | null> {
  const file = storedFile(key)
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Problem('not_found') : new Problem('storage_unavailable', { cause: error })
  })
  const range = parseRange(rangeHeader, found.size)
  if (range === false) return null
  const stream = createReadStream(file, range ?? {})
  return { body: Readable.toWeb(stream) as unknown as ReadableStream, sizeBytes: found.size, range }
}
