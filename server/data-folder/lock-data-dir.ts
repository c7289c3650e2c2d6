import path from 'node:path'
import { lockFile } from '@/server/setup/lock/lock-file.mjs'
import { SetupError } from '../setup/setup-error.mjs'

/** How long to wait for a command that holds the folder for a moment. */
const COMMAND_LIMIT_MS = 60_000

type Info = {
  /** The URL of the server that uses the folder. */
  address?: string
  /** The command that uses it for a moment. */
  command?: string
}

/**
 * Makes this process the only one that works with a data folder, until it ends or calls what is given back. Throws a
 * `SetupError` that names process and address when a server has the folder; a command is waited for.
 */
export async function lockDataDir(dataDir: string, info: Info): Promise<() => Promise<void>> {
  const deadline = Date.now() + COMMAND_LIMIT_MS
  const file = path.join(dataDir, 'lock')
  const taken = await take(file, info, deadline)
  if ('release' in taken) return async () => taken.release()
  const { pid, info: held } = taken.holder
  const who = held.address
    ? `A server (process ${pid}) answers at ${held.address} and`
    : `Process ${pid}${held.command ? ` (${held.command})` : ''}`
  throw new SetupError(`${who} uses the data folder ${dataDir}. Stop it first, or set VERBATIM_DATA to another folder.`)
}

async function take(file: string, info: Info, deadline: number) {
  try {
    return await lockFile(file, info, ({ info: held }) => !held.address && Date.now() < deadline)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM') throw error
    throw new SetupError(
      `The data folder ${path.dirname(file)} can't be written by this user. Start as the user it belongs to, or set VERBATIM_DATA to another folder.`,
      { cause: error },
    )
  }
}
