import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'

/** Makes an account beside a running service, as its operator does, and gives its API key. */
export async function createUser(dataDir: string, tier: 'free' | 'pro' | 'ultra'): Promise<string> {
  const { BASE_URL: _, DATABASE_URL: __, ...inherited } = process.env
  const args = ['server/setup/operators/run.mjs', 'user', 'create', `${randomUUID()}@verbatim.test`, '--tier', tier]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...inherited, VERBATIM_DATA: dataDir },
  })
  return z.object({ api_key: z.string() }).parse(JSON.parse(stdout)).api_key
}
