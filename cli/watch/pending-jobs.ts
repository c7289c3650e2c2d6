import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { errorCode } from '../connection/error-code'
import { writeAtomically } from '../connection/write-atomically'
import type { MediaFile } from './list-media'

const schema = z.record(z.string(), z.object({ size: z.number(), mtime_ms: z.number(), job_id: z.string() }))
type Jobs = z.infer<typeof schema>

/** The file in a watched folder that names the jobs that run for its recordings. */
const NAME = '.verbatim-watch.json'

async function read(file: string): Promise<Jobs> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    // A damaged file means no more than that recordings are sent again.
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError || error instanceof z.ZodError) return {}
    throw error
  }
}

export type PendingJobs = {
  /** The job that runs for a recording as it is now; null: none. */
  jobOf: (file: MediaFile) => string | null
  began: (file: MediaFile, jobId: string) => Promise<void>
  ended: (file: MediaFile) => Promise<void>
}

/** The jobs that run for the recordings of a folder: the next start waits for them and sends nothing again. */
export async function openPendingJobs(folder: string): Promise<PendingJobs> {
  const store = path.join(folder, NAME)
  const jobs = new Map(Object.entries(await read(store)))
  let writing: Promise<void> = Promise.resolve()
  const keyOf = (file: MediaFile) => path.relative(folder, file.path)
  const save = () => {
    writing = writing.then(async () => {
      if (jobs.size === 0) await rm(store, { force: true })
      else await writeAtomically(store, `${JSON.stringify(Object.fromEntries(jobs), null, 2)}\n`)
    })
    return writing
  }
  return {
    jobOf: (file) => {
      const found = jobs.get(keyOf(file))
      return found?.size === file.size && found.mtime_ms === file.mtimeMs ? found.job_id : null
    },
    began: (file, jobId) => {
      jobs.set(keyOf(file), { size: file.size, mtime_ms: file.mtimeMs, job_id: jobId })
      return save()
    },
    ended: async (file) => {
      if (jobs.delete(keyOf(file))) await save()
    },
  }
}
