import type { Command } from 'commander'
import { getApiKey } from '@/lib/accounts/contract'
import type { Context } from '../context'
import { perform } from '../perform'

async function whoami(context: Context): Promise<void> {
  const { baseUrl, usesKey } = context
  const { body } = await context.call(getApiKey, {})
  const by = usesKey ? 'by VERBATIM_API_KEY' : 'on this device'
  const result = { server: baseUrl, signed_in_by: usesKey ? 'api_key' : 'device', tier: body.tier }
  await context.print(result, `Signed in to ${baseUrl} ${by}, on the ${body.tier} plan\n`)
}

/** verbatim whoami */
export function addWhoami(program: Command, interruption: AbortSignal): void {
  program
    .command('whoami')
    .description('Tell which server you are signed in to, how, and on which plan')
    .action(perform(interruption, (context) => whoami(context)))
}
