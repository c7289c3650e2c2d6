import type { Command } from 'commander'
import { removeTranscription } from '@/lib/library/contract'
import type { Context } from '../context'
import { Failure } from '../failure/failure'
import { perform } from '../perform'
import { confirm } from '../terminal/confirm'

async function remove(context: Context, id: string, { yes = false }: { yes?: boolean }): Promise<void> {
  const question = 'Its text and its public page are gone then, and the file if it was uploaded. Remove it?'
  if (!yes && !(await confirm(context, question))) throw new Failure('usage', 'Nothing was removed.')
  await context.call(removeTranscription, { params: { id } })
  await context.print({ id, removed: true }, 'Removed.\n')
}

/** verbatim remove */
export function addRemove(program: Command, interruption: AbortSignal): void {
  program
    .command('remove')
    .description('Remove a transcript from your history')
    .argument('<id>', 'its id in the history')
    .option('-y, --yes', 'do not ask')
    .action(perform(interruption, remove))
}
