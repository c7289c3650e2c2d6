import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describeEnding, runProgram } from '@/lib/core/programs/run-program'
import { SetupError } from '@/server/setup/setup-error.mjs'
import type { Location } from './choose-location'

const INITDB_LIMIT_MS = 10 * 60_000

/**
 * Makes a new cluster: UTF-8, sorted by code point, every connection with a password (SCRAM). It is made in a folder
 * beside and renamed, so that an interrupted one is never taken for a database. `durable: false` is for throw-away ones.
 */
export async function initCluster(place: Location, passwordFile: string, durable: boolean): Promise<void> {
  const { cluster, programs, user } = place
  const partial = `${cluster}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true, mode: 0o700 })
  // PostgreSQL's user may be unable to read the original, so it reads the password from a temporary copy.
  const passwordCopy = `${partial}.password`
  await writeFile(passwordCopy, await readFile(passwordFile), { mode: 0o600 })
  if (user) await Promise.all([partial, passwordCopy].map((entry) => chown(entry, user.uid, user.gid)))
  const args = ['--pgdata', partial, '--username', 'postgres', '--auth', 'scram-sha-256', '--pwfile', passwordCopy]
  args.push('--encoding', 'UTF8', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C')
  if (!durable) args.push('--no-sync')
  try {
    await run(programs.initdb, args, place)
  } finally {
    await rm(passwordCopy, { force: true })
  }
  await removeIfEmpty(cluster)
  await rename(partial, cluster)
}

async function run(program: string, args: string[], { user, cluster }: Location): Promise<void> {
  const options = { timeoutMs: INITDB_LIMIT_MS, cwd: path.parse(cluster).root, user }
  const ended = await runProgram(program, args, options).catch((error: Error) => {
    throw new SetupError(`${program} can't be run: ${error.message}`, { cause: error })
  })
  if (ended.ended === 'exited' && ended.exitCode === 0) return
  const said = `${ended.stdout.toString('utf8')}${ended.stderr}`.trim()
  throw new SetupError(`initdb failed (${describeEnding(ended)}):\n${said}`)
}

async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

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
