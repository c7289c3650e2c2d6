export type OpenFile = { body: ReadableStream; sizeBytes: number; range: ByteRange | null }

export type ListedFile = { key: string; modifiedAt: Date }

/**
 * Where users' files are: this machine's disk, or a bucket. Keys are made of our own words and ids, never of a user's.
 * Everything throws `storage_unavailable` when the store can't be reached.
 */
export type FileStore = {
  /**
   * Opens a file, whole or the range that a `Range` header asks for; null when no byte of it is in the file. Throws
   * `not_found`.
   */
  open: (key: string, rangeHeader: string | null) => Promise<OpenFile | null>
  /** A file's length; null: there is none. */
  sizeOf: (key: string) => Promise<number | null>
  /**
   * The file's path on this machine. Of a store elsewhere it is fetched to `into`, whole or not at all. Throws `not_found`.
   */
  localFile: (key: string, into: string, signal: AbortSignal) => Promise<string>
  /** Stores a small file of our own making, whole or not at all, in place of one that is there. */
  put: (key: string, bytes: Uint8Array) => Promise<void>
  /**
   * Stores what streams in, whole or not at all, and says how long it is. Throws `file_too_large` past `maxBytes`.
   */
  receive: (key: string, body: AsyncIterable<Uint8Array>, maxBytes: number) => Promise<number>
  /** Deletes files, with the received bytes of unfinished ones. A missing file is no error. */
  remove: (keys: readonly string[]) => Promise<void>
  /** Every file below a folder, also unfinished ones. */
  list: (folder: string) => AsyncIterable<ListedFile>
}

export type ByteRange = { start: number; end: number }

/** The one range of a `Range` header (RFC 9110 §14), clipped to the file; null: the whole file; false: none fits. */
export function parseRange(header: string | null, sizeBytes: number): ByteRange | null | false {
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
