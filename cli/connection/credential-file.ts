import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { Failure } from '../failure/failure'
import { errorCode } from './error-code'
import { withLock } from './with-lock'
import { writeAtomically } from './write-atomically'

const tokensSchema = z.object({ access_token: z.string(), refresh_token: z.string(), expires_at: z.iso.datetime() })
export type Tokens = z.infer<typeof tokensSchema>

/** The tokens by the server that issued them, and the last server signed in to, which is the default. */
const credentialsSchema = z.object({ current: z.string().nullable(), servers: z.record(z.string(), tokensSchema) })
export type Credentials = z.infer<typeof credentialsSchema>

const OWNER_ONLY = 0o600
const FOLDER_OWNER_ONLY = 0o700

function credentialFile(folder: string): string {
  return path.join(folder, 'credentials.json')
}

function parse(text: string, file: string): Credentials {
  try {
    return credentialsSchema.parse(JSON.parse(text))
  } catch (cause) {
    const detail = `${file} is damaged. Delete it, then run "verbatim login".`
    throw new Failure('not_signed_in', detail, { cause })
  }
}

/** The stored sign-ins; empty without a file. Throws `not_signed_in` for a damaged one. */
export async function readCredentials(folder: string): Promise<Credentials> {
  const file = credentialFile(folder)
  try {
    return parse(await readFile(file, 'utf8'), file)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { current: null, servers: {} }
    throw error
  }
}

/**
 * Changes what is stored, one process at a time: `change` gets what is stored and returns what to store, or null to
 * leave it. The file is its owner's alone.
 */
export async function changeCredentials(
  folder: string,
  change: (stored: Credentials) => Promise<Credentials | null>,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_OWNER_ONLY })
  const file = credentialFile(folder)
  await withLock(`${file}.lock`, async () => {
    const changed = await change(await readCredentials(folder))
    if (changed) await writeAtomically(file, `${JSON.stringify(changed, null, 2)}\n`, OWNER_ONLY)
  })
}
