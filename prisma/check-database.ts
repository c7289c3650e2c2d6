import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { openSession } from '@/lib/core/db/session'
import { keyFor } from '@/lib/core/secrets/seal'
import { SetupError } from '@/server/setup/setup-error.mjs'

/** The baseline uses `nulls not distinct`. */
const LEAST_VERSION = 15

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  )
  const version = rows[0]?.version ?? 0
  if (version >= LEAST_VERSION) return
  throw new SetupError(
    `This database is PostgreSQL ${version}, and Verbatim needs ${LEAST_VERSION} or later. Update the server, or set DATABASE_URL to a newer one.`,
  )
}

async function backendOf(client: pg.Client): Promise<number | undefined> {
  return (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
}

/**
 * Requires that a connection stays with one session of the server, which locks and notifications need. A pooler in transaction mode gives
 * the session of an idle connection to another one, here to a second connection's transaction.
 */
async function requireSessions(client: pg.Client, databaseUrl: string): Promise<void> {
  const other = await openSession(databaseUrl, 'migration', () => undefined)
  try {
    const before = await backendOf(client)
    await other.query('begin')
    const taken = await backendOf(other)
    const after = await backendOf(client)
    await other.query('rollback')
    if (taken !== before && after === before) return
  } finally {
    await other.end()
  }
  throw new SetupError(
    'DATABASE_URL leads to a pooler in transaction mode, which takes locks and notifications apart. Use its session mode, or connect to PostgreSQL directly.',
  )
}

/** Requires of a database that an operator provides what the service builds on. Throws a `SetupError`. */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const client = await openSession(databaseUrl, 'migration', () => undefined).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SetupError(`The database at DATABASE_URL can't be reached: ${reason}`, { cause: error })
  })
  try {
    await requireVersion(client)
    await requireSessions(client, databaseUrl)
  } finally {
    await client.end()
  }
}

/**
 * Requires that all processes of a database have the same `VERBATIM_SECRET`: what one signs or seals, another has to read. The first
 * process of a database decides. Throws a `SetupError`.
 */
export async function requireSameSecret(databaseUrl: string): Promise<void> {
  const fingerprint = createHmac('sha256', keyFor('fingerprint')).update('verbatim').digest('base64url')
  const client = await openSession(databaseUrl, 'migration', () => undefined)
  try {
    await client.query('insert into installation (secret_fingerprint) values ($1) on conflict do nothing', [
      fingerprint,
    ])
    const { rows } = await client.query<{ known: string }>('select secret_fingerprint as known from installation')
    if (rows[0]?.known === fingerprint) return
  } finally {
    await client.end()
  }
  throw new SetupError(
    'This database is used with another VERBATIM_SECRET, so uploads, sessions and webhooks of the two would not work together. ' +
      'Set the same VERBATIM_SECRET for all processes; without one, a machine uses the file "secret" of its data folder. ' +
      'Where it was changed on purpose, stop all processes and delete the row of the table "installation".',
  )
}
