import path from 'node:path'
import { env } from '../env'

/**
 * The folder of work files: one folder for each job, removed when the job has ended, and others for as long as a
 * program works in them (`withWorkFolder`). The next start removes the files of a killed process.
 */
export function workDir(): string {
  return path.join(env().dataDir, 'work')
}
