import type { Command } from 'commander'
import { getApiKey } from '@/lib/accounts/contract'
import type { Context } from '../context'
import { perform } from '../perform'

const SIGNED_IN_BY = {
  api_key: 'by VERBATIM_API_KEY',
  device: 'on this device',
  local: 'as the account of this machine',
} as const

async function whoami(context: Context): Promise<void> {
  const { baseUrl, usesKey, credential, localToken } = context
  const { body } = await context.call(getApiKey, {})
  const isLocal = !usesKey && localToken !== null && (await credential.token()) === localToken
  const method = usesKey ? 'api_key' : isLocal ? 'local' : 'device'
  const result = { server: baseUrl, signed_in_by: method, tier: body.tier }
  await context.print(result, `Signed in to ${baseUrl} ${SIGNED_IN_BY[method]}, on the ${body.tier} plan\n`)
}

export function addWhoami(program: Command, interruption: AbortSignal): void {
  program
    .command('whoami')
    .description('Show your server, sign-in method and plan')
    .action(perform(interruption, whoami))
}
