import { Failure } from '../failure/failure'

const MAX_BYTES = 16 * 1024 * 1024

/** Reads a text of links and names of files. Throws `usage` for anything else. */
export async function readText(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of input) {
    size += chunk.length
    if (chunk.includes(0) || size > MAX_BYTES) throw notAList()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Sources from standard input, one a line; empty lines and those that begin with # are left out. Throws `usage`. */
export async function readSourceList(input: AsyncIterable<Uint8Array>): Promise<string[]> {
  const lines = (await readText(input)).split(/\r?\n/).map((line) => line.trim())
  return lines.filter((line) => line !== '' && !line.startsWith('#'))
}

function notAList(): Failure {
  const detail =
    'What comes on standard input is not a list of links and file names. For a recording or captions add --as with its name, such as --as talk.mp3.'
  return new Failure('usage', detail)
}
