import { parseArgs } from 'node:util'
import { createUser } from '@/lib/accounts/create-user'
import { closeDb } from '@/lib/platform/db'
import { setEnv } from '@/lib/platform/env'
import { findTier } from '@/lib/usage/tiers'

const USAGE = 'Usage: npm run -s user -- create EMAIL [--tier free|pro|ultra]'

/**
 * The operator's account commands. `create EMAIL [--tier T]` prints one JSON object with the new account and its key,
 * which is shown this once. Gives the exit code.
 */
export async function main(argv: readonly string[], { databaseUrl }: { databaseUrl: string }): Promise<number> {
  setEnv({ DATABASE_URL: databaseUrl })
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { tier: { type: 'string', default: 'free' } },
    })
    const [command, email, ...rest] = positionals
    if (command !== 'create' || !email || rest.length > 0) throw new Error(USAGE)
    findTier(values.tier)
    const user = await createUser({ email, tier: values.tier })
    const line = { user_id: user.userId, email: user.email, tier: user.tier, api_key: user.apiKey }
    process.stdout.write(`${JSON.stringify(line)}\n`)
    return 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return error instanceof Error && (error.message === USAGE || error.message.includes('option')) ? 2 : 1
  } finally {
    await closeDb()
  }
}
