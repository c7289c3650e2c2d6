import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { SetupError } from '@/server/setup/setup-error.mjs'

/**
 * Whether a folder holds a complete database cluster of a major version: true if so, false if nothing is there yet.
 * Throws a `SetupError` that says what to move away when it holds something else.
 */
export function checkCluster(cluster: string, version: string): boolean {
  if (!existsSync(cluster)) return false
  const entries = listFolder(cluster)
  if (entries.length === 0) return false
  if (!entries.includes('PG_VERSION') || !existsSync(path.join(cluster, 'global', 'pg_control'))) {
    throw new SetupError(
      `${cluster} is not a complete PostgreSQL database (PG_VERSION or global/pg_control is missing). Move that folder away, or restore it from a copy, and start again.`,
    )
  }
  const found = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
  const wanted = version.split('.')[0]
  if (found !== wanted) {
    throw new SetupError(
      `${cluster} was made by PostgreSQL ${found}, and this is PostgreSQL ${wanted}. Move that folder away and start again, or dump it with PostgreSQL ${found} and load the dump here.`,
    )
  }
  return true
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    throw new SetupError(`${folder} belongs to another user. Start as that user or as root, or move the folder away.`, {
      cause: error,
    })
  }
}
