import type { Command } from 'commander'
import { ApiError, createClient } from '@/lib/api/client'
import { revokeToken } from '@/lib/oauth/tokens/contract'
import { changeCredentials, readCredentials } from '../connection/credential-file'
import { withForm } from '../connection/with-form'
import type { Context } from '../context'
import { perform } from '../perform'

/** Ends the sign-in on the server too. Returns whether it heard of it. */
async function revoke({ baseUrl, signal }: Context, refreshToken: string): Promise<boolean> {
  const fetch = withForm({ token: refreshToken, token_type_hint: 'refresh_token' })
  try {
    await createClient({ baseUrl, fetch })(revokeToken, {}, { signal })
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

async function logout(context: Context): Promise<void> {
  const { baseUrl, terminal } = context
  const tokens = (await readCredentials(context.configFolder)).servers[baseUrl]
  if (tokens) {
    await changeCredentials(context.configFolder, async ({ current, servers: { [baseUrl]: _, ...servers } }) => ({
      current: current === baseUrl ? null : current,
      servers,
    }))
    const received = await revoke(context, tokens.refresh_token)
    if (!received) {
      terminal.say(
        `The server can't be reached. This device stays connected until you disconnect it at ${baseUrl}/developers/connections`,
      )
    }
  }
  terminal.say(tokens ? `You are signed out of ${baseUrl}.` : `You weren't signed in to ${baseUrl}.`)
  if (context.usesKey) terminal.say('VERBATIM_API_KEY is still set.')
  if (context.json) await context.print({ server: baseUrl, signed_in: false }, '')
}

export function addLogout(program: Command, interruption: AbortSignal): void {
  program
    .command('logout')
    .description('Sign out, and disconnect this device from the account')
    .action(perform(interruption, logout))
}
