import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { LOCAL_ACCESS_FILE } from '@/lib/accounts/local/contract'
import { createLocalLink, issueLocalToken } from '@/lib/accounts/local/local-access'
import { env } from '@/lib/core/env'

/**
 * Gives whoever started the service in local mode what they act as the local account by: a link for their browser, which
 * is given back, and a token for programs, in a file of the data folder that only they can read.
 */
export async function writeLocalAccess(dataDir: string): Promise<string> {
  const file = path.join(dataDir, LOCAL_ACCESS_FILE)
  const fresh = `${file}.${process.pid}`
  const content = { url: env().baseUrl, token: issueLocalToken() }
  await writeFile(fresh, `${JSON.stringify(content)}\n`, { mode: 0o600, flush: true })
  await rename(fresh, file)
  return createLocalLink()
}
