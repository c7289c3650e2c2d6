import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The connection string of the embedded database of a running service. */
export async function readConnection(dataDir: string): Promise<string> {
  const { url } = JSON.parse(await readFile(path.join(dataDir, 'postgres', 'connection'), 'utf8')) as { url: string }
  return url
}
