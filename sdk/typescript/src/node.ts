import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'

/** Opens a file for `transcribe` and `upload`. Its bytes are read when they are sent. For Node.js, Bun and Deno. */
export async function openFile(path: string): Promise<{ file: Blob; name: string }> {
  return { file: await openAsBlob(path), name: basename(path) }
}
