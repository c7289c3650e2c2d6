import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { LOCAL_ACCESS_FILE } from '@/lib/accounts/local/contract'
import { createLocalLink, issueLocalToken } from '@/lib/accounts/local/local-access'
import { env } from '@/lib/core/env'

/**
 * Writes the access of the local account: returns a link for the browser, and writes a token for programs to a file of
 * the data folder that only the current user can read.
 */
export async function writeLocalAccess(dataDir: string): Promise<string> {
  const file = path.join(dataDir, LOCAL_ACCESS_FILE)
  const fresh = `${file}.${process.pid}`
  const content = { url: env().baseUrl, token: issueLocalToken() }
  await writeFile(fresh, `${JSON.stringify(content)}\n`, { mode: 0o600, flush: true })
  await rename(fresh, file)
  return createLocalLink()
}
