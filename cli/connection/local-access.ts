import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { LOCAL_ACCESS_FILE, localAccessSchema } from '@/lib/accounts/local/contract'
import { Failure } from '../failure/failure'
import type { Credential } from './credential'
import { errorCode } from './error-code'

/** The service on this machine, and the token by which programs here act as its own account. */
export type LocalAccess = { url: string; token: string }

/**
 * The access that the service on this machine wrote to its data folder (`VERBATIM_DATA`) for programs of the same user;
 * null if there is no such folder, or it belongs to another user. Throws `file_unreadable` for a malformed file.
 */
export async function readLocalAccess(): Promise<LocalAccess | null> {
  if (!process.env.VERBATIM_DATA) return null
  const file = path.resolve(process.env.VERBATIM_DATA, LOCAL_ACCESS_FILE)
  try {
    return localAccessSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(errorCode(cause) ?? '')) return null
    throw new Failure('file_unreadable', `${file} is damaged. Restart Verbatim to write the file again.`, {
      cause,
    })
  }
}

/** A sign-in that is stored for a server or, without one, this machine's own token for it. */
export function orLocal(stored: Credential, { token: localToken }: LocalAccess): Credential {
  return {
    token: async () => (await stored.token()) ?? localToken,
    renew: async (refused) => (refused === localToken ? null : stored.renew(refused)),
  }
}
