import { existsSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { SetupError } from '@/server/setup/setup-error.mjs'

/** The bytes that a first start needs: PostgreSQL's cluster and its log, and some space to work. */
const NEEDED_MIB = 200
const MIB = 1024 ** 2

const OWN_CODES = new Set(['ENOSPC', 'EDQUOT'])
/** PostgreSQL's `disk_full`, and what its programs print. */
const POSTGRES_CODE = '53100'
const POSTGRES_WORDS = /no space left on device|disk quota exceeded/i

/**
 * The sentence for an operator whose disk is full, with the folder and the space needed; null for any other error. An
 * error counts with its causes. `embedded`: whether PostgreSQL's files are in the data folder too.
 */
export function explainFullDisk(error: unknown, dataDir: string, embedded: boolean): SetupError | null {
  if (!isFullDisk(error, embedded)) return null
  const folder = path.resolve(dataDir)
  return new SetupError(
    `The disk that holds ${folder} is full: ${freeMib(folder)} MiB are free, and Verbatim needs ${NEEDED_MIB} MiB to start. Free some space, or name a folder on another disk with VERBATIM_DATA.`,
    { cause: error },
  )
}

function isFullDisk(error: unknown, embedded: boolean): boolean {
  if (!(error instanceof Error)) return false
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== undefined && OWN_CODES.has(code)) return true
  if (embedded && (code === POSTGRES_CODE || POSTGRES_WORDS.test(message))) return true
  return isFullDisk(error.cause, embedded)
}

/** The free space of the nearest existing folder: a first start may not have made its own yet. */
function freeMib(folder: string): number {
  const existing = existsSync(folder) ? folder : path.dirname(folder)
  if (existing !== folder && !existsSync(existing)) return freeMib(existing)
  const { bavail, bsize } = statfsSync(existing)
  return Math.floor((bavail * bsize) / MIB)
}
