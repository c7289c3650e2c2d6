import type { Command } from 'commander'
import { type ApiKeyState, getApiKey, regenerateApiKey } from '@/lib/accounts/contract'
import type { Context } from '../context'
import { Failure } from '../failure/failure'
import { perform } from '../perform'
import { confirm } from '../terminal/confirm'

function words({ has_key: hasKey, key_prefix: prefix, created_at: created }: ApiKeyState): string {
  if (!hasKey) return 'You have no API key. Make one with verbatim key regenerate\n'
  return `${prefix}${created ? `  made ${created.slice(0, 10)}` : ''}\n`
}

async function show(context: Context): Promise<void> {
  const { body } = await context.call(getApiKey, {})
  await context.print(body, words(body))
}

async function regenerate(context: Context, { yes = false }: { yes?: boolean }): Promise<void> {
  const question = 'The old key stops working at once, wherever it is used. Make a new one?'
  if (!yes && !(await confirm(context, question))) throw new Failure('usage', 'Nothing was changed.')
  const { body } = await context.call(regenerateApiKey, {})
  await context.print(body, `${body.key}\n`)
  context.terminal.say('This key is shown this once.')
}

/** verbatim key */
export function addKey(program: Command, interruption: AbortSignal): void {
  const key = program.command('key').description('Show what is known of your API key, or make a new one')
  key
    .command('show', { isDefault: true })
    .description('Show how your API key begins, and when it was made')
    .action(perform(interruption, (context) => show(context)))
  key
    .command('regenerate')
    .description('Replace your API key, and print the new one, this once')
    .option('-y, --yes', 'do not ask')
    .action(perform(interruption, regenerate))
}
