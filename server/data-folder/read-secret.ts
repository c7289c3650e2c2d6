import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The secret that signs upload targets: made on the first start, kept in the data folder for its owner's eyes only. */
export async function readSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secret')
  await mkdir(dataDir, { recursive: true })
  const fresh = `${file}.${process.pid}`
  try {
    await writeFile(fresh, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    // A link appears whole or not at all, and never in place of a secret that is there.
    await link(fresh, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(fresh, { force: true })
  }
  return (await readFile(file, 'utf8')).trim()
}
