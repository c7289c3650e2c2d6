import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { env } from '@/lib/core/env'
import { isId, newId } from '@/lib/core/ids'

async function readId(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Creates the file with its content in one step: a process that is stopped midway leaves no empty file. */
async function createOnce(file: string, id: string): Promise<void> {
  const written = `${file}.${id}`
  try {
    await writeFile(written, id)
    await link(written, file)
  } catch (error) {
    // Another process was first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(written, { force: true })
  }
}

function checkId(id: string, file: string): string {
  if (!isId(id)) throw new Error(`${file} holds no id. Remove the file, and try again.`)
  return id
}

/**
 * The id of the data folder whose disk models are downloaded to, created on first use. Machines that share a database have a
 * folder each: a download is for one of them.
 */
export async function machineId(): Promise<string> {
  const file = path.join(env().dataDir, 'models', 'machine-id')
  const known = await readId(file)
  if (known !== null) return checkId(known, file)
  await mkdir(path.dirname(file), { recursive: true })
  await createOnce(file, newId())
  return checkId((await readId(file)) ?? '', file)
}
