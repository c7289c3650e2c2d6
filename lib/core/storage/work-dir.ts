import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { env } from '../env'

/**
 * The folder of work files: one folder for each job, removed when the job has ended, and others for as long as a
 * program works in them (`withWorkFolder`). The next start removes the files of a killed process.
 */
export function workDir(): string {
  return path.join(env().dataDir, 'work')
}

/**
 * Does work in a new folder below the work folder, which is gone afterwards whatever comes; what a killed process leaves
 * goes at the next start. `kind` says in its name what it is for.
 */
export async function withWorkFolder<T>(kind: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(workDir(), { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(path.join(workDir(), `${kind}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
