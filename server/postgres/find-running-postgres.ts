import { existsSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { SetupError } from '@/server/setup/setup-error.mjs'
import { postgresFiles } from './postgres-files'

/**
 * The connection string of the embedded PostgreSQL that a server runs on this data folder; null when none answers.
 * Throws a `SetupError` when the folder is another user's.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const { connection } = postgresFiles(dataDir)
  if (!existsSync(connection)) return null
  const { url } = JSON.parse(readConnection(connection)) as { url: string }
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return url
  } catch (error) {
    // A server that was killed leaves the file behind.
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return null
    throw error
  } finally {
    await client.end()
  }
}

function readConnection(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    throw new SetupError(`${file} belongs to another user: run this as the user who started the server.`, {
      cause: error,
    })
  }
}
