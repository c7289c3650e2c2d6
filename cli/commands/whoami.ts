import type { Command } from 'commander'
import { getApiKey } from '@/lib/accounts/contract'
import type { Context } from '../context'
import { perform } from '../perform'

const WAYS = {
  api_key: 'by VERBATIM_API_KEY',
  device: 'on this device',
  local: 'as the account of this machine',
} as const

async function whoami(context: Context): Promise<void> {
  const { baseUrl, usesKey, credential, localToken } = context
  const { body } = await context.call(getApiKey, {})
  const isLocal = !usesKey && localToken !== null && (await credential.token()) === localToken
  const way = usesKey ? 'api_key' : isLocal ? 'local' : 'device'
  const result = { server: baseUrl, signed_in_by: way, tier: body.tier }
  await context.print(result, `Signed in to ${baseUrl} ${WAYS[way]}, on the ${body.tier} plan\n`)
}

/** verbatim whoami */
export function addWhoami(program: Command, interruption: AbortSignal): void {
  program
    .command('whoami')
    .description('Tell which server you are signed in to, how, and on which plan')
    .action(perform(interruption, (context) => whoami(context)))
}
