import path from 'node:path'
import { env } from '../env'

/**
 * The folder of work files: one folder a job, gone when the job has ended, and others for as long as a program works in them
 * (`withWorkFolder`). What is left of a killed process goes at the next start.
 */
export function workDir(): string {
  return path.join(env().dataDir, 'work')
}
